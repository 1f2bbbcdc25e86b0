package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"fragscope/assets/manual"
	"fragscope/formats/text"
	"fragscope/sim/query"
)

type helpCmd struct {
	Topic string `arg:"" optional:"" values:"watching,analysing,find,library,tables,live,cli,formats,text,building,glossary" help:"The topic, or a verb: then its flags."`
}

// references holds topics whose text comes from the program's own tables. The manual's page on the topic, if any,
// is printed before it.
var references = map[string]func() string{"text": text.Form, "find": query.Form}

// manualWidth is the maximum number of characters in a line of a printed page.
const manualWidth = 100

// Run prints the manual page on the given topic. If the topic is a verb without a page, Run prints how to use the verb.
// Without a topic, it prints the usage.
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
	if words == "" {
		isNamed := func(n *kong.Node) bool { return n.Name == c.Topic }
		if !slices.ContainsFunc(app.Model.Children, isNamed) {
			return usageError(fmt.Sprintf(msgNoTopic, c.Topic, strings.Join(manual.Topics(), ", ")))
		}
		verb, err := kong.Trace(app, []string{c.Topic})
		if err != nil {
			return err
		}
		return verb.PrintUsage(false)
	}
	_, err := io.WriteString(out.out, words)
	return err
}
