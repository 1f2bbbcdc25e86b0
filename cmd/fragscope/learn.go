package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/sim/recording"
	"fragscope/viewer"
	"fragscope/viewer/maps"
)

type learnCmd struct {
	Files []string `arg:"" name:"file" help:"The demos; a folder stands for all demos in it."`
	Out   string   `short:"o" placeholder:"FILE" help:"Write one atlas of all maps of which much is known, at most 2 MB, in the place of the user's folder."`
	Force bool     `help:"Replace a file that exists."`

	limits `embed:""`
}

// Limits on an atlas: its size in bytes, the number of places that it keeps of each map, and the number of places that
// a map needs in order for its plan to be more than a line.
const (
	atlasMost   = 2 << 20
	atlasPlaces = 1 << 15
	atlasLeast  = 500
)

// Run learns maps from demos recorded on them. If a file cannot be read, Run continues with the others.
func (c *learnCmd) Run(out *output) error {
	known := map[learned.Key]*plan.Learned{}
	demos := 0
	for name, err := range demoFilesIn(c.Files, nil) {
		if err == nil {
			err = c.learn(out, name, known)
		}
		if err != nil {
			out.fail(about(name, err))
			continue
		}
		demos++
	}
	atlas := learned.Atlas{}
	for k, l := range known {
		if c.Out != "" && l.Places() < atlasLeast {
			continue
		}
		atlas[k] = nil
		if c.Out == "" {
			if err := keepLearned(k, l); err != nil {
				return err
			}
		}
	}
	for _, k := range atlas.Keys() {
		say(out.out, msgLearned, k.Map, k.Game, count.Of(known[k].Demos(), "demo"),
			count.Of(known[k].Places(), "place"))
	}
	if c.Out == "" {
		say(out.out, msgLearnedAll, count.Of(len(known), "map"), count.Of(demos, "demo"))
		return nil
	}
	if len(atlas) == 0 {
		return fmt.Errorf(msgNoAtlas, c.Out)
	}
	data := encodeAtlas(atlas, known)
	if err := out.writeFile(c.Out, c.Force, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}); err != nil {
		return err
	}
	say(out.out, msgAtlas, c.Out, count.Of(len(atlas), "map"), count.Of(demos, "demo"), count.Of(len(data), "byte"))
	return nil
}

// learn adds the knowledge about its maps that a demo reveals.
func (c *learnCmd) learn(out *output, name string, known map[learned.Key]*plan.Learned) error {
	demo, err := openDemo(name)
	if err != nil {
		return err
	}
	ctx, cancel := c.context()
	defer cancel()
	rec, err := load(ctx, demo, recording.AllParts)
	if err != nil {
		return err
	}
	out.warnDamage(name, rec)
	for i, l := range rec.Levels() {
		if l.Map == "" || ctx.Err() != nil {
			continue
		}
		key, what := maps.LearnFrom(rec, i)
		switch old := known[key]; {
		case what == nil:
		case old == nil:
			known[key] = what
		case !old.Agrees(what):
			out.warn(msgOtherMap, name, l.Map)
		default:
			old.Merge(what)
		}
	}
	return context.Cause(ctx)
}

// keepLearned merges a learned map into the user's folder.
func keepLearned(k learned.Key, l *plan.Learned) error {
	store := viewer.UserStore()
	if kept, err := plan.DecodeLearned(store.Learned(k.Name())); err == nil {
		l.Merge(kept)
	}
	return store.KeepLearned(k.Name(), l.Encode(), l.Demos())
}

// encodeAtlas encodes an atlas, thinning out its maps until it fits.
func encodeAtlas(atlas learned.Atlas, known map[learned.Key]*plan.Learned) []byte {
	for most := atlasPlaces; ; most /= 2 {
		for k := range atlas {
			known[k].Thin(most)
			atlas[k] = known[k].Encode()
		}
		if data := atlas.Encode(); len(data) <= atlasMost || most < 64 {
			return data
		}
	}
}

// places returns the demos and the folders that learned maps are written to.
func (c *learnCmd) places() confine.Places {
	p := gamePlaces(c.Files, nil)
	dir := filepath.Join(xdg.DataHome, "fragscope")
	if c.Out != "" {
		dir = filepath.Dir(c.Out)
	} else {
		os.MkdirAll(dir, 0o755)
	}
	p.Write = append(p.Write, dir)
	return p
}
