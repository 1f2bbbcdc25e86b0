package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/sim"
	simload "fragscope/sim/load"
	"fragscope/sim/recording"
)

// merging is embedded in verbs that can read several demos of one match as one.
type merging struct {
	More  []string `arg:"" optional:"" name:"more" help:"With --merge: more demos of the same match."`
	Merge bool     `help:"Make one recording of several demos of one match."`
}

// demo returns the path the verb reads.
func (m *merging) demo(file string) (string, error) {
	switch {
	case !m.Merge && len(m.More) > 0:
		return "", usageError(fmt.Sprintf(msgOneDemo, m.More[0]))
	case !m.Merge:
		return file, nil
	case len(m.More) == 0:
		return "", usageError(msgMergeTwo)
	}
	return simload.MatchPath(append([]string{file}, m.More...)), nil
}

// places returns the places that must be accessed to read the demos that file refers to.
func (m *merging) places(file string) confine.Places {
	var p confine.Places
	for _, name := range append([]string{file}, m.More...) {
		p.Read = append(p.Read, demoPlaces(name).Read...)
	}
	return p
}

// openRecording reads to the end the demo, or the demos of the match, that path refers to.
func openRecording(ctx context.Context, path string, parts recording.Parts) (*recording.Recording, error) {
	demos, ok, err := simload.MatchDemos(path)
	switch {
	case ok && err != nil:
		return nil, about(path, err)
	case ok:
		rec, err := simload.Match(ctx, demos)
		if err != nil {
			return nil, err
		}
		rec.Wait()
		return rec, ctx.Err()
	}
	demo, err := openDemo(path)
	if err != nil {
		return nil, err
	}
	return load(ctx, demo, parts)
}

// mergedPositions lists every player's position at every snapshot of any of a match's demos, with the demo that
// contains it.
func mergedPositions(out io.Writer, rec *recording.Recording) error {
	w := bufio.NewWriterSize(out, 1<<16)
	w.WriteString(sim.PositionsHead)
	var line []byte
	rec.Positions(0, rec.Duration(), func(p *sim.Position) {
		line = p.AppendCSV(line[:0])
		w.Write(line)
	})
	return w.Flush()
}

type mergeCmd struct {
	Files []string `arg:"" name:"file" help:"The demos of one match, from several points of view."`
	Out   string   `short:"o" required:"" placeholder:"FILE" help:"The file to write: a .match, a list of the demos which opens them as one recording, or one demo of all: of QuakeWorld a .mvd, of Quake II a .mvd2."`
	Force bool     `help:"Replace a file that exists."`

	limits `embed:""`
}

// Run checks that the demos were recorded in the same match, and prints the evidence. It then writes either a list of
// the demos or a single demo made from all of them.
func (c *mergeCmd) Run(out *output) error {
	write := simload.Writer(c.Out)
	if write == nil && !simload.IsMatchFile(c.Out) {
		return usageError(fmt.Sprintf(msgMatchName, c.Out))
	}
	ctx, cancel := c.context()
	defer cancel()
	rec, err := simload.Match(ctx, c.Files)
	if err != nil {
		return err
	}
	rec.Wait()
	if can := simload.Written(rec.Header().GameKey); !slices.Contains(can, strings.ToLower(filepath.Ext(c.Out))) {
		return usageError(fmt.Sprintf(msgMatchGame, c.Out, rec.Header().Game, strings.Join(can, " or ")))
	}
	if write == nil {
		if write, err = c.list(); err != nil {
			return err
		}
	}
	for _, w := range rec.Witnesses() {
		if w.Certainty != "" {
			say(out.out, "%s: %s", w.Name, w.Certainty)
		}
	}
	if err := out.writeFile(c.Out, c.Force, func(w io.Writer) error { return write(w, rec) }); err != nil {
		return err
	}
	say(out.out, "%s: %s, %s", c.Out, count.Of(len(c.Files), "demo"), clockText(rec.Duration()))
	return nil
}

// list returns a function that writes the list of demos.
func (c *mergeCmd) list() (func(io.Writer, *recording.Recording) error, error) {
	dir, err := filepath.Abs(filepath.Dir(c.Out))
	if err != nil {
		return nil, err
	}
	demos := make([]string, len(c.Files))
	for i, f := range c.Files {
		if demos[i], err = filepath.Abs(f); err != nil {
			return nil, err
		}
	}
	return func(w io.Writer, _ *recording.Recording) error {
		_, err := w.Write(simload.MatchFile(dir, demos))
		return err
	}, nil
}

func (c *mergeCmd) places() confine.Places {
	m := merging{More: c.Files[1:]}
	p := m.places(c.Files[0])
	p.Write = append(p.Write, filepath.Dir(c.Out))
	return p
}
