package main

import (
	"io"

	"github.com/alecthomas/kong"

	"fragscope/assets/manual"
	"fragscope/formats/text"
	"fragscope/sim/query"
)

type helpCmd struct {
	Topic string `arg:"" optional:"" enum:"watching,analysing,find,library,live,cli,formats,text,building," default:"" help:"The topic."`
}

// references are what a program's own tables say of a topic; that of the manual, if there is one, comes before it.
var references = map[string]func() string{"text": text.Form, "find": query.Form}

// manualWidth is how many characters a line of a printed page has at most.
const manualWidth = 100

// Run prints a page of the manual or, without a topic, how the program is used.
func (c *helpCmd) Run(out *output, app *kong.Kong) error {
	if c.Topic == "" {
		return (&kong.Context{Kong: app}).PrintUsage(false)
	}
	words := ""
	if page, ok := manual.Open(c.Topic); ok {
		words = page.Text(manualWidth)
	}
	if reference := references[c.Topic]; reference != nil {
		if words != "" {
			words += "\n"
		}
		words += reference()
	}
	_, err := io.WriteString(out.out, words)
	return err
}
