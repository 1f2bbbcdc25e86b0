package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/clip"
	"fragscope/sim/moment"
)

type cutCmd struct {
	File  string         `arg:"" help:"The demo, or sample: for the embedded one."`
	From  *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Where the clip begins: 3:12 of the match, R7/0:01 of a round, or 192.5 seconds of the demo; the demo's start if left out."`
	To    *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Where it ends; the demo's end if left out."`
	Out   string         `short:"o" required:"" placeholder:"FILE" help:"The clip to write, with the extension of the demo."`
	Force bool           `help:"Replace a file that exists."`

	following `embed:""`
	limits    `embed:""`
}

// Run writes the clip and prints what it contains.
func (c *cutCmd) Run(out *output) error {
	if err := c.await(c.File); err != nil {
		return about(c.File, err)
	}
	demo, err := openDemo(c.File)
	if err != nil {
		return err
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
	say(out.out, "%s: %s to %s, %d snapshots", c.Out, clock(part.Start), clock(part.End), part.Moments)
	return nil
}

// places returns the demo and the clip's folder.
func (c *cutCmd) places() confine.Places {
	p := demoPlaces(c.File)
	p.Write = append(p.Write, filepath.Dir(c.Out))
	return p
}
