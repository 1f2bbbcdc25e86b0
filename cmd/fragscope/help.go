package main

import (
	"io"

	"github.com/alecthomas/kong"

	"fragscope/formats/text"
)

type helpCmd struct {
	Subject string `arg:"" optional:"" enum:"text," default:"" help:"The subject: text."`
}

// Run prints what there is to know about a subject, or without one how the program is used.
func (c *helpCmd) Run(out *output, app *kong.Kong) error {
	if c.Subject == "" {
		return (&kong.Context{Kong: app}).PrintUsage(false)
	}
	_, err := io.WriteString(out.out, text.Form())
	return err
}
