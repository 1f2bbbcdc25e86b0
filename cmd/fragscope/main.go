// Command fragscope replays recorded matches of Quake and related games, seen from above.
//
// Without a verb it opens the viewer. The verbs info, events, find, report, library, heat, export, learn, race,
// positions, dump, cut, page, record and shot are for use in scripts and for managing archives. The verb proxy records
// games as they are played.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/formats/live"
	"fragscope/sim/moment"
)

// Exit codes other than 0.
const (
	exitUnread = 1 // a file could not be read at all
	exitUsage  = 2
	exitDamage = 3 // with --strict: a file is damaged
)

// cli is the command line. Kong reads the tags.
type cli struct {
	Open      openCmd      `cmd:"" default:"withargs" help:"Open the viewer (the default)."`
	Shot      shotCmd      `cmd:"" help:"Save a picture of a demo as a PNG or JPEG, or a film of it as a GIF, AVI, MP4 or WebM."`
	Info      infoCmd      `cmd:"" help:"Describe demos: game, protocol, maps, players, length, damage."`
	Events    eventsCmd    `cmd:"" help:"List what happens: obituaries, chat, pickups, captures, matches."`
	Find      findCmd      `cmd:"" help:"List the moments that answer a question, such as by:reppie with:rl; help find has the grammar."`
	Report    reportCmd    `cmd:"" help:"Print the numbers of the matches: players, teams, who killed whom, how items were timed, each with its source."`
	Library   libraryCmd   `cmd:"" help:"Keep a library of the demos in folders: what each is and what happens in it, found again when files move; library add FOLDER begins it."`
	Heat      heatCmd      `cmd:"" help:"List where on a map players were, died, killed or took items in all demos of the library, as cells; with --at the moments of a cell."`
	Export    exportCmd    `cmd:"" help:"Write tables of many demos, in folders by game and map: demos, players, events, pickups and positions, as Parquet, CSV or JSON."`
	Positions positionsCmd `cmd:"" help:"List where every player is at every snapshot, as sent."`
	Dump      dumpCmd      `cmd:"" help:"Print every message with every field."`
	Pack      packCmd      `cmd:"" help:"Make a demo from the text that dump --json prints."`
	Help      helpCmd      `cmd:"" help:"Print a page of the manual: watching, analysing, find, library, tables, live, cli, formats, text, building or glossary; or what a verb takes."`
	Proxy     proxyCmd     `cmd:"" help:"Stand between your game and a server, and record what you play."`
	Cut       cutCmd       `cmd:"" help:"Write a part of a demo as a demo of its own, which engines play."`
	Merge     mergeCmd     `cmd:"" help:"Make one recording of the demos of one match: a list that opens them as one, or one demo of all."`
	Race      raceCmd      `cmd:"" help:"Lay runs over the same map beside each other: splits, speeds and who is ahead where."`
	Learn     learnCmd     `cmd:"" help:"Learn maps from demos, for plans of those whose files are not there."`
	Record    recordCmd    `cmd:"" help:"Write the demo of a match that is being played: from QTV, GTV, a file that grows or standard input."`
	Page      pageCmd      `cmd:"" help:"Write a demo, or a part of one, as a page that plays in any browser, with nothing beside it."`

	Register   registerCmd   `cmd:"" help:"Have this user's file manager open demos with Fragscope."`
	Unregister unregisterCmd `cmd:"" help:"Undo register."`

	Man        manCmd        `cmd:"" hidden:"" help:"Print the man page."`
	Completion completionCmd `cmd:"" hidden:"" help:"Print the completion of a shell."`

	Strict  bool             `help:"Exit with status 3 if a demo is damaged."`
	Version kong.VersionFlag `help:"Print the version."`
}

// output holds a verb's output streams and the result so far.
type output struct {
	out, err io.Writer
	damaged  bool
	unread   bool
	told     bool // something was printed about a demo

	limits   limits
	confined func(func() confine.Places) error
}

// confine restricts the process to the given places, unless the user opted out.
func (o *output) confine(unconfined bool, places func() confine.Places) error {
	if unconfined {
		return nil
	}
	if err := o.confined(places); err != nil {
		return fmt.Errorf(msgUnconfined, err)
	}
	return nil
}

// sticky writes to standard output until the first error, which it keeps. After that it writes nothing.
type sticky struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (p *sticky) Write(b []byte) (n int, err error) {
	if p.err == nil {
		n, p.err = p.w.Write(b)
	}
	return n, p.err
}

// warn reports a file that could only be read in part.
func (o *output) warn(format string, args ...any) {
	o.damaged = true
	say(o.err, msgWarning+format, args...)
}

// fail reports a file that could not be read.
func (o *output) fail(err error) {
	o.unread = true
	say(o.err, msgError, err)
}

// say writes one line, made safe for a terminal.
func say(w io.Writer, format string, args ...any) {
	io.WriteString(w, outlet.Terminal(fmt.Sprintf(format, args...))+"\n")
}

// length is a duration on the command line: seconds ("92.5"), minutes and seconds ("3:12.5"), or hours, minutes and
// seconds ("1:02:03").
type length time.Duration

// UnmarshalText parses a duration such as "92.5" or "3:12.5".
func (l *length) UnmarshalText(text []byte) error {
	m, err := moment.Parse(string(text))
	if err == nil && (m.Level != 0 || m.Match != 0 || m.Round != 0 || m.Time < 0) {
		err = fmt.Errorf(msgNoLength, text)
	}
	*l = length(m.Time)
	return err
}

func main() {
	boundMemory()
	spareFirst()
	tellFileSize()
	out, errs, end := streams()
	code := runWith(confine.Process, os.Args[1:], out, errs)
	end(code)
	os.Exit(code)
}

// run runs the program unconfined and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	return runWith(func(func() confine.Places) error { return nil }, args, stdout, stderr)
}

// runWith is like run, with a function that confines the process for a verb.
func runWith(confined func(func() confine.Places) error, args []string, stdout, stderr io.Writer) int {
	var line cli
	printed := &sticky{w: stdout}
	out := &output{out: printed, err: stderr, confined: confined}
	ctx, parser, code := parse(&line, args, stdout, stderr)
	if ctx == nil {
		return code
	}
	if v, ok := ctx.Selected().Target.Addr().Interface().(verb); ok {
		if i := slices.IndexFunc(args, live.IsAddress); i >= 0 && !receives(v) {
			say(stderr, msgError, fmt.Sprintf(msgAddress, live.Public(args[i])))
			return exitUsage
		}
		if p, ok := v.(interface{ prepare(*output) error }); ok {
			if err := p.prepare(out); err != nil {
				say(stderr, msgError, err)
				return exitUnread
			}
		}
		out.limits = *v.bounds()
		if err := out.limits.impose(out, v); err != nil {
			say(stderr, msgError, err)
			return exitUnread
		}
	}
	defer out.untilStopped()()
	err := fault.Guard(func() error { return ctx.Run(out, parser) })
	if printed.err != nil && !errors.Is(err, printed.err) {
		err = errors.Join(err, fmt.Errorf(msgNotPrinted, printed.err))
	}
	if err != nil {
		var usage usageError
		if errors.As(err, &usage) {
			say(stderr, msgError, err)
			return exitUsage
		}
		out.fail(err)
	}
	switch {
	case out.unread:
		return exitUnread
	case out.damaged && line.Strict:
		return exitDamage
	}
	return 0
}

// usageError is a usage error that the parser does not detect.
type usageError string

func (e usageError) Error() string { return string(e) }
