package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats"
	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/formats/clip"
	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/sim/report"
)

type cutCmd struct {
	File  string         `arg:"" help:"The demo, or sample: for the embedded one."`
	From  *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Where the clip begins: 3:12 of the match, R7/0:01 of a round, or 192.5 seconds of the demo; the demo's start if left out."`
	To    *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Where it ends; the demo's end if left out."`
	Split string         `placeholder:"BY" values:"levels,matches" help:"Write one demo for each of the levels, or of the matches, into the folder --out, which is made if it is missing."`
	Out   string         `short:"o" required:"" placeholder:"FILE" help:"The clip to write, with the extension of the demo; with --split, a folder."`
	Force bool           `help:"Replace a file that exists."`

	following `embed:""`
	limits    `embed:""`
}

// Run writes the clip and prints a description of it to out.
func (c *cutCmd) Run(out *output) error {
	if c.Split != "" && (c.From != nil || c.To != nil || c.Split != splitLevels && c.Split != splitMatches) {
		return usageError(msgSplit)
	}
	if err := c.await(c.File); err != nil {
		return about(c.File, err)
	}
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	if c.Split != "" {
		return c.split(out, demo)
	}
	from, to, clock, err := partOf(demo, c.From, c.To)
	if err != nil {
		return err
	}
	if want, ext := clip.Extension(demo), filepath.Ext(c.Out); ext != "" && !strings.EqualFold(ext, want) {
		return usageError(fmt.Sprintf(msgClipName, c.Out, want))
	}
	for _, d := range demo.Damage {
		out.warn("%s: %s", c.File, damageSentence(d))
	}
	var part clip.Span
	err = out.writeFile(c.Out, c.Force, func(w io.Writer) (err error) {
		part, err = clip.Cut(w, demo, from, to)
		return err
	})
	if err != nil {
		return err
	}
	say(out.out, "%s: %s to %s, %s", c.Out, clock(part.Start), clock(part.End), count.Of(part.Moments, "snapshot"))
	return nil
}

// places returns the demo and the clip's folder.
func (c *cutCmd) places() confine.Places {
	p := demoPlaces(c.File)
	if c.Split != "" {
		os.MkdirAll(c.Out, 0o777) // only existing folders can be allowed
		p.Write = append(p.Write, c.Out)
		return p
	}
	p.Write = append(p.Write, filepath.Dir(c.Out))
	return p
}

// The values of --split.
const (
	splitLevels  = "levels"
	splitMatches = "matches"
)

// afterMatch is the time after a match that its demo includes, for the final table.
const afterMatch = 5 * time.Second

// split writes a demo for each level or match.
func (c *cutCmd) split(out *output, demo *formats.Demo) error {
	os.MkdirAll(c.Out, 0o777) // an error shows when a file is written to it
	ctx, cancel := c.context()
	defer cancel()
	rec, err := load(ctx, demo, recording.Worlds)
	if err != nil {
		return err
	}
	out.warnDamage(c.File, rec)
	base := filepath.Base(filepath.FromSlash(cmp.Or(demo.Member, demo.Name)))
	for i, part := range splitParts(rec, c.Split == splitMatches) {
		name := fmt.Sprintf("%s %d %s", strings.TrimSuffix(base, filepath.Ext(base)), i+1, part.title)
		file := filepath.Join(c.Out, outlet.FileName(name)+clip.Extension(demo))
		var span clip.Span
		err := out.writeFile(file, c.Force, func(w io.Writer) (err error) {
			span, err = clip.Cut(w, demo, part.from, part.to)
			return err
		})
		if err != nil {
			return err
		}
		say(out.out, "%s: %s to %s, %s", file, rec.Clock().Exact(span.Start), rec.Clock().Exact(span.End),
			count.Of(span.Moments, "snapshot"))
	}
	return nil
}

// splitPart is one of the sections of a demo that --split writes.
type splitPart struct {
	title    string
	from, to time.Duration
}

// splitParts returns a recording's levels, or its matches and the levels without any.
func splitParts(rec *recording.Recording, matches bool) (list []splitPart) {
	levels := rec.Levels()
	if !matches {
		for _, l := range levels {
			list = append(list, splitPart{strings.TrimSpace(l.Map + " " + l.GameType), firstOf(rec, l, l.Start),
				lastOf(rec, l, l.End)})
		}
		return list
	}
	all := report.Matches(rec)
	for i, m := range all {
		to := min(m.End+afterMatch, levels[m.Level].End)
		if i+1 < len(all) {
			to = min(to, all[i+1].Start)
		}
		list = append(list, splitPart{strings.TrimSpace(m.Map + " " + m.GameType),
			firstOf(rec, levels[m.Level], m.Start), lastOf(rec, levels[m.Level], to)})
	}
	return list
}

// firstOf returns the time of a level's first snapshot that is not before a time, rounded up: a clip begins with the
// last snapshot not after its start.
func firstOf(rec *recording.Recording, l sim.Level, from time.Duration) time.Duration {
	cursor := rec.Cursor()
	for f := max(rec.FrameAt(from), 0); f < rec.Frames() && rec.FrameTime(f) < l.End; f++ {
		if at := rec.FrameTime(f); at >= from && cursor.At(at).Level == l.Index {
			return at + min(at, time.Millisecond)
		}
	}
	return from
}

// lastOf returns the time of a level's last snapshot that is not after a time.
func lastOf(rec *recording.Recording, l sim.Level, to time.Duration) time.Duration {
	cursor := rec.Cursor()
	for f := min(rec.FrameAt(to), rec.Frames()-1); f >= 0 && rec.FrameTime(f) > l.Start; f-- {
		if at := rec.FrameTime(f); cursor.At(at).Level == l.Index {
			return at
		}
	}
	return to
}
