package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats"
	"fragscope/formats/clip"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	viewermaps "fragscope/viewer/maps"
	"fragscope/viewer/page"
)

type pageCmd struct {
	File    string         `arg:"" help:"The demo, or sample: for the embedded one."`
	From    *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Where the page's demo begins: 3:12 of the match, R7/0:01 of a round, or 192.5 seconds of the demo; the demo's start if left out."`
	To      *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Where it ends; the demo's end if left out."`
	Out     string         `short:"o" required:"" placeholder:"FILE" help:"The page to write, a .html."`
	GameDir []string       `sep:"none" placeholder:"DIR" help:"Look for maps in this folder of a game; may be repeated."`
	Force   bool           `help:"Replace a file that exists."`

	view   `embed:""`
	limits `embed:""`
}

// prepare builds the program part of the page, if it is missing and can be built, before the process is confined.
func (c *pageCmd) prepare(out *output) error {
	build := page.Builder()
	if _, err := page.Program(); build == nil || !errors.Is(err, page.ErrMissing) {
		return nil
	}
	say(out.err, msgPageBuilds)
	return build()
}

// Run writes the page and prints a description of it to out.
func (c *pageCmd) Run(out *output) error {
	switch ext := lowerExt(c.Out); {
	case ext != ".html" && ext != ".htm":
		return usageError(fmt.Sprintf(msgPageName, c.Out))
	}
	if err := checkFolders(c.GameDir); err != nil {
		return err
	}
	shown, err := c.notes()
	if err != nil {
		return err
	}
	program, err := page.Program()
	if err != nil {
		return err
	}
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	for _, d := range demo.Damage {
		out.warn("%s: %s", c.File, damageSentence(d))
	}
	rec, err := simload.Open(context.Background(), demo)
	if err != nil {
		return about(c.File, err)
	}
	rec.Wait()
	from, to, err := ownTimes(rec.Clock(), c.From, c.To)
	if err != nil {
		return err
	}
	s := c.part(out, demo, from, to)
	if shown != nil && s.At == 0 {
		shown = shown.Between(from, to)
	}
	if s.Notes, err = shown.Encode(); err != nil {
		return fmt.Errorf(msgNotesUnread, c.Notes, err)
	}
	s.Turns = c.turns(rec)
	s.Plans = viewermaps.PlansOf(context.Background(), mapFiles(), rec, c.GameDir, from, to)
	if err := out.writeFile(c.Out, c.Force, func(w io.Writer) error { return s.Write(w, program) }); err != nil {
		return err
	}
	if len(s.Plans) == 0 {
		say(out.out, msgPageGrown, c.Out)
		return nil
	}
	say(out.out, msgPageMaps, c.Out, strings.Join(slices.Sorted(maps.Keys(s.Plans)), ", "))
	return nil
}

// part returns the section of the demo that the page shows. If the demo cannot be cut, part returns the whole demo, to
// be shown from the start of the section.
func (c *pageCmd) part(out *output, demo *formats.Demo, from, to time.Duration) *page.Show {
	name := filepath.Base(demo.Name)
	if c.From == nil && c.To == nil {
		return &page.Show{Name: name, Demo: demo.Data}
	}
	data, err := simload.Clip(demo, from, to)
	if err != nil {
		say(out.err, msgPageWhole, c.File, err)
		return &page.Show{Name: name, Demo: demo.Data, At: from}
	}
	return &page.Show{Name: strings.TrimSuffix(name, filepath.Ext(name)) + clip.Extension(demo), Demo: data}
}

// turns returns the number of quarter turns for each of the demo's maps.
func (c *pageCmd) turns(rec *recording.Recording) map[string]int {
	turns := map[string]int{}
	for _, l := range rec.Levels() {
		if c.Turn != 0 {
			turns[l.Map] = int(c.Turn)
		}
	}
	return turns
}

// places returns the demo and its game, the page's parts with the program, and the page's folder.
func (c *pageCmd) places() confine.Places {
	p := gamePlaces([]string{c.File}, c.GameDir)
	p.Read = append(append(p.Read, page.Files()...), c.Notes)
	p.Write = append(p.Write, filepath.Dir(c.Out))
	return p
}
