package main

import (
	"bufio"
	"fmt"

	"fragscope/sim"
	simload "fragscope/sim/load"
	"fragscope/sim/recording"
)

type positionsCmd struct {
	File     string `arg:"" help:"The demo; sample: is the built-in one."`
	CSV      bool   `name:"csv" help:"Comma-separated values with a header (the default)."`
	All      bool   `help:"Include every entity, not only players."`
	Commands bool   `help:"The keys that players hold, from each change on, in demos that have them."`

	merging   `embed:""`
	following `embed:""`
	limits    `embed:""`
}

// Run lists the positions in each snapshot exactly as they were sent. It does not evaluate trajectories, interpolate or
// correct anything.
func (c *positionsCmd) Run(out *output) error {
	path, err := c.demo(c.File)
	if err != nil {
		return err
	}
	if c.Commands {
		return c.commands(out, path)
	}
	if _, several, err := simload.MatchDemos(path); several || err != nil {
		ctx, cancel := c.context()
		defer cancel()
		rec, err := openRecording(ctx, path, recording.AllParts)
		if err != nil {
			return err
		}
		return mergedPositions(out.out, rec)
	}
	if err := c.await(c.File); err != nil {
		return about(c.File, err)
	}
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out.out, 1<<16)
	w.WriteString(sim.PositionsHead)
	var line []byte
	damage, err := simload.Positions(demo, c.All, func(p *sim.Position) {
		if p.NoOrigin {
			return
		}
		line = p.AppendCSV(line[:0])
		w.Write(line)
	})
	for _, d := range damage {
		out.warn("%s: %s", c.File, damageSentence(d))
	}
	return flushed(err, w)
}

// commands lists the keys that players hold, whenever they change.
func (c *positionsCmd) commands(out *output, path string) error {
	ctx, cancel := c.context()
	defer cancel()
	rec, err := openRecording(ctx, path, recording.AllParts)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out.out, 1<<16)
	w.WriteString("time_ms,slot,forward,back,left,right,jump,crouch,attack,walk,impulse,msec\n")
	for _, i := range rec.AllInputs() {
		fmt.Fprintf(w, "%d,%d", i.Time.Milliseconds(), i.Slot.Index())
		for k := sim.KeyForward; k <= sim.KeyWalk; k <<= 1 {
			fmt.Fprintf(w, ",%d", min(i.Keys&k, 1))
		}
		fmt.Fprintf(w, ",%d", i.Impulse)
		if i.Msec > 0 {
			fmt.Fprintf(w, ",%d\n", i.Msec)
		} else {
			w.WriteString(",\n")
		}
	}
	return flushed(nil, w)
}
