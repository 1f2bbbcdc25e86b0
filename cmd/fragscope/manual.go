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
			{Text: "0", Meaning: "Success. For a damaged demo of which part could be read, a warning says what is missing."},
			{Text: fmt.Sprint(exitUnread), Meaning: "A file could not be read at all."},
			{Text: fmt.Sprint(exitUsage), Meaning: "Wrong usage."},
			{Text: fmt.Sprint(exitDamage), Meaning: "With --strict: a demo is damaged."},
		},
		Examples: []clidoc.Entry{
			{Text: "fragscope match.mvd", Meaning: "Opens a demo."},
			{Text: "fragscope match.dm_68 --at 3:12 --follow NAME --paused", Meaning: "Opens it at a time, paused, following a player."},
			{Text: "fragscope shot match.dm2 --at 3:12 -o moment.png --panels", Meaning: "Saves a picture of that moment."},
			{Text: "fragscope shot match.mvd --at 3:12 --length 8 --size 800x450 -o moment.gif", Meaning: "Saves a film of the eight seconds from there."},
			{Text: "fragscope dump --json match.mvd > match.jsonl", Meaning: "Writes a demo as text, one block per line; help text describes it."},
			{Text: "fragscope pack match.jsonl -o match.mvd", Meaning: "Makes the demo from its text, changed or not."},
			{Text: "fragscope cut match.dm_68 --from 3:10 --to 3:40 -o clip.dm_68", Meaning: "Saves these thirty seconds as a demo of their own."},
			{Text: "fragscope record qtv://host:28000 -o match.mvd --for 20m", Meaning: "Writes the match that is being played there."},
			{Text: "nc host port | fragscope -", Meaning: "Shows a demo while it comes through a pipe."},
			{Text: "fragscope proxy quake3 example.org:27960 --dir demos", Meaning: "Records what you play there; your game connects to this machine."},
			{Text: "fragscope page match.dm_68 --from 3:10 --to 3:40 -o clip.html", Meaning: "Saves them as a page that plays in any browser; clip.html#t=12.4&follow=NAME&speed=0.5&loop names a moment."},
			{Text: "fragscope info --json *.dem", Meaning: "Describes demos, one JSON object per line."},
			{Text: "fragscope library add ~/demos", Meaning: "Reads all demos in a folder into the library; library list prints them."},
			{Text: "fragscope heat dm6 --of deaths --when opening", Meaning: "Lists where players died on dm6 in the first minute, over all demos of the library; --at X,Y lists the moments."},
			{Text: "fragscope find --library --like match.mvd@3:12", Meaning: "Lists the moments of the library that are the most like that one."},
			{Text: "fragscope export ~/demos -o tables --shard 1/4", Meaning: "Writes tables of a quarter of the demos as Parquet, for DuckDB, Spark or pandas."},
			{Text: "fragscope sample:", Meaning: "Opens the sample that comes with the program."},
		},
		Places: []clidoc.Entry{
			{Text: "~/.config/fragscope/settings.toml", Meaning: "The settings, each with an explanation."},
			{Text: "~/.local/share/fragscope/", Meaning: "Recent demos and bookmarks."},
			{Text: "~/.local/share/fragscope/library/library.db", Meaning: "The library, a database of SQLite 3 that any program may read; its tables say what is in them."},
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
