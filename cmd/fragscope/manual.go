package main

import (
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"fragscope/cmd/fragscope/clidoc"
	"fragscope/cmd/fragscope/desktop"
)

type manCmd struct{}

// Run prints the man page.
func (manCmd) Run(out *output, app *kong.Kong) error { return printManual(out, app, "man") }

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Run prints the completion of a shell.
func (c *completionCmd) Run(out *output, app *kong.Kong) error {
	return printManual(out, app, c.Shell)
}

func printManual(out *output, app *kong.Kong, form string) error {
	text, err := manual(app).Text(form)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out.out, text)
	return err
}

// manual is what is written about the command line beside its definition.
func manual(app *kong.Kong) *clidoc.Program {
	p := &clidoc.Program{
		Model: app.Model, Version: version(),
		Statuses: []clidoc.Entry{
			{Text: "0", Meaning: "Success; also for a damaged demo of which a part could be read, with a warning."},
			{Text: fmt.Sprint(exitUnread), Meaning: "A file could not be read at all."},
			{Text: fmt.Sprint(exitUsage), Meaning: "Wrong usage."},
			{Text: fmt.Sprint(exitDamage), Meaning: "With --strict: a demo is damaged."},
		},
		Examples: []clidoc.Entry{
			{Text: "fragscope match.mvd", Meaning: "Opens a demo."},
			{Text: "fragscope match.dm_68 --at 3:12 --follow NAME --paused", Meaning: "Opens it at a moment, with the view on a player."},
			{Text: "fragscope shot match.dm2 --at 3:12 -o moment.png --panels", Meaning: "Draws that moment into a picture."},
			{Text: "fragscope shot match.mvd --at 3:12 --length 8 --size 800x450 -o moment.gif", Meaning: "Draws the eight seconds from there into a film."},
			{Text: "fragscope cut match.dm_68 --from 3:10 --to 3:40 -o clip.dm_68", Meaning: "Writes these thirty seconds as a demo of their own."},
			{Text: "fragscope info --json *.dem", Meaning: "Tells what is in demos, a JSON object a line."},
			{Text: "fragscope sample:", Meaning: "Opens the sample that comes with the program."},
		},
		Places: []clidoc.Entry{
			{Text: "~/.config/fragscope/settings.toml", Meaning: "The settings; every line is explained in it."},
			{Text: "~/.local/share/fragscope/", Meaning: "The demos opened last, and bookmarks."},
		},
	}
	for _, k := range desktop.Kinds() {
		for _, ext := range k.Extensions {
			p.Files = append(p.Files, "*."+ext, "*."+ext+".gz")
		}
	}
	p.Files = append(p.Files, "*.zip")
	return p
}
