package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"sync"
	"time"

	"fragscope/assets/gamedata"
	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/sim/archive"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// findInLibrary lists the matching moments of all demos in the library.
func (c *findCmd) findInLibrary(out *output, q *query.Query) error {
	in := inLibrary{c.LibraryFile}
	l, err := in.open()
	if err != nil {
		return err
	}
	defer l.Close()
	ctx := context.Background()
	w := bufio.NewWriter(out.out)
	table := csv.NewWriter(w)
	if c.CSV {
		table.Write(append([]string{"path"}, momentColumns...))
	}
	files := mapFiles()
	files.Cache = new(gamedata.Cache)
	options := archive.FindOptions{
		Time: c.TimeLimit,
		Places: func(_ *archive.Row, rec *recording.Recording) query.Places {
			return placesOf(files, rec, c.GameDir)
		},
		Remain:   remaining(out),
		Outdated: func(n int) { say(out.err, msgOutdated, count.Of(n, "demo")) },
	}
	err = l.Find(ctx, q, options, func(h *archive.Hits) error {
		if h.Err != nil {
			name := ""
			if h.Row != nil {
				name = h.Row.Name()
			}
			out.fail(fmt.Errorf("%s: %w", name, h.Err))
			return nil
		}
		made, err := c.clips(out, h.Row.Name(), h.Recording, h.Moments)
		if err != nil {
			return err
		}
		if err := c.writeHits(w, table, h, made); err != nil {
			return err
		}
		return w.Flush()
	})
	return flushed(err, w)
}

// remaining returns a function that prints, every two seconds, how many demos are still to be opened.
func remaining(out *output) func(int) {
	const tellEach = 2 * time.Second
	last := time.Now()
	var mu sync.Mutex
	return func(n int) {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(last) >= tellEach && n > 0 {
			last = time.Now()
			say(out.err, msgRemain, count.Of(n, "demo"))
		}
	}
}

// writeHits lists the moments of one demo.
func (c *findCmd) writeHits(w *bufio.Writer, table *csv.Writer, h *archive.Hits, made map[int][]string) error {
	name := h.Row.Name()
	switch {
	case c.JSON:
		for i := range h.Moments {
			j := momentLine(h.Recording, &h.Moments[i])
			j.Path, j.PathExact, j.Files = name, outlet.ExactUnlessPlain(name), made[i]
			line, err := outlet.JSON(j)
			if err != nil {
				return err
			}
			w.Write(line)
		}
		return nil
	case c.CSV:
		return writeMoments(table, h.Recording, h.Moments, outlet.Cell(name))
	}
	for i := range h.Moments {
		m := &h.Moments[i]
		say(w, "%s  %s  %s", name, h.Recording.Clock().Exact(m.Time), momentText(h.Recording, m))
	}
	listMade(w, made, len(h.Moments))
	return nil
}

// several reports whether the limits apply to each demo.
func (c *findCmd) several() bool { return c.Library }

func (c *findCmd) places() confine.Places {
	if !c.Library {
		p := gamePlaces([]string{c.File}, c.GameDir)
		c.clipping.reach(&p, []string{c.File}, c.GameDir)
		return p
	}
	in := inLibrary{c.LibraryFile}
	var folders []string
	if l, err := in.open(); err == nil {
		folders, _ = l.Folders()
		l.Close()
	}
	p := gamePlaces(folders, c.GameDir)
	if c.Like.demo != "" {
		p.Read = append(p.Read, c.Like.places()...)
	}
	p.Write = append(p.Write, in.place())
	c.clipping.reach(&p, folders, c.GameDir)
	return p
}
