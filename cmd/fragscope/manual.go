package main

import (
	"io"

	"github.com/alecthomas/kong"

	"fragscope/assets/manual"
	"fragscope/cmd/fragscope/clidoc"
	"fragscope/cmd/fragscope/desktop"
)

type manCmd struct{}

// Run prints the man page.
func (manCmd) Run(out *output, app *kong.Kong) error { return printManual(out, app, "man") }

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Run prints the completion script for the given shell.
func (c *completionCmd) Run(out *output, app *kong.Kong) error {
	return printManual(out, app, c.Shell)
}

func printManual(out *output, app *kong.Kong, form string) error {
	text, err := program(app).Text(form)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out.out, text)
	return err
}

// program returns the command line and the manual in the form that the man page is made from.
func program(app *kong.Kong) *clidoc.Program {
	p := &clidoc.Program{
		Model: app.Model, Version: version(),
	}
	for _, topic := range manual.Topics() {
		if page, ok := manual.Open(topic); ok {
			p.Pages = append(p.Pages, page)
		}
	}
	for _, k := range desktop.Kinds() {
		for _, ext := range k.Extensions {
			p.Files = append(p.Files, "*."+ext, "*."+ext+".gz")
		}
	}
	p.Files = append(p.Files, "*.zip")
	return p
}
