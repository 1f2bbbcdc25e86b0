package main

import (
	"io"

	"github.com/alecthomas/kong"

	"fragscope/formats/text"
	"fragscope/sim/query"
)

type helpCmd struct {
	Subject string `arg:"" optional:"" enum:"text,find," default:"" help:"The subject: text or find."`
}

// subjects are the texts by what they are about.
var subjects = map[string]func() string{"text": text.Form, "find": query.Form}

// Run prints what there is to know about a subject, or without one how the program is used.
func (c *helpCmd) Run(out *output, app *kong.Kong) error {
	if c.Subject == "" {
		return (&kong.Context{Kong: app}).PrintUsage(false)
	}
	_, err := io.WriteString(out.out, subjects[c.Subject]())
	return err
}
