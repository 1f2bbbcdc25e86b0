// Package clip cuts a part out of a demo: a demo of its own, of the same kind, that the game's engines play.
//
// A clip begins with what the server said up to its first moment and what still holds then (level, names, scores,
// models, sounds, lights, the recorder's state), shows the first moment in full, and goes on with the source's own
// messages; those that are changes of what lies before the clip are written anew. From the demo's start on a clip
// begins with the demo's own beginning.
//
// A clip cannot know what no message holds at its first moment: what was out of the recorder's sight then, what was
// said and done before, and numbers that a viewer counts from that (deaths, when an item was taken, how long the
// match lasts if only a line of text told of its start). Protocol 2022 of Quake II sends the places of entities that are not
// solid in eighths of a unit: one that was told finer, of somebody who then died, is rounded until he moves.
package clip

import (
	"fmt"
	"io"
	"math"
	"path"
	"strings"
	"time"

	"fragscope/formats"
)

// Span is the part of a demo that a clip holds.
type Span struct {
	// Start and End are the times of its first and last moment in the demo, by the time of the demo's recording: a moment
	// of the clip at t is that of the demo at Start + t.
	Start, End time.Duration
	// Moments is how many moments (snapshots, frames) the clip has.
	Moments int
}

// moment is a block of a demo that shows the game at a time.
type moment struct {
	begin, end int64 // offset of the block, and of the one behind it
	at         time.Duration
	level      int
	unfit      bool // a clip cannot begin with it: it builds on what the demo lacks, or shows a part
}

// game is how demos of a kind are cut.
type game struct {
	moments func(*formats.Demo) []moment
	// write writes the part that begins with a moment, or with the demo's start if that is the zero moment, and ends before
	// the block at the offset end.
	write func(w io.Writer, d *formats.Demo, first moment, end int64) error
}

var games = map[formats.Format]game{
	formats.NetQuake:            {momentsNetQuake, writeNetQuake},
	formats.QuakeWorld:          {momentsQuakeWorld, writeQuakeWorld},
	formats.QuakeWorldMultiView: {momentsQuakeWorld, writeQuakeWorld},
	formats.Quake2:              {momentsQuake2, writeQuake2},
	formats.Quake2MultiView:     {momentsQuake2, writeQuake2},
	formats.Quake3:              {momentsQuake3, writeQuake3},
}

// Cut writes to w the part of a demo from one time of its recording to another. It begins at the last moment that is
// not behind from, and ends with the first that is not before to. Nothing is written where there is no such part.
func Cut(w io.Writer, d *formats.Demo, from, to time.Duration) (Span, error) {
	g, ok := games[d.Format]
	if !ok {
		return Span{}, fmt.Errorf("%s is a demo of format %s, which cannot be cut", d.Name, d.Format)
	}
	list := g.moments(d)
	switch {
	case len(list) == 0:
		return Span{}, fmt.Errorf("%s shows nothing that could be cut out", d.Name)
	case to <= from:
		return Span{}, fmt.Errorf("the part from %s to %s has no length", clock(from), clock(to))
	case from >= list[len(list)-1].at && from > 0:
		return Span{}, fmt.Errorf("%s ends at %s, before the part from %s on", d.Name, clock(list[len(list)-1].at), clock(from))
	}
	first, last := bounds(list, from, to)
	var begin moment
	if first > 0 {
		begin = list[first]
	}
	end := list[last].end
	if last == len(list)-1 {
		end = math.MaxInt64
	}
	return Span{list[first].at, list[last].at, last - first + 1}, g.write(w, d, begin, end)
}

// clock shows a time as minutes and seconds with tenths.
func clock(t time.Duration) string {
	tenths := t.Milliseconds() / 100
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}

// Extension is that of the file name of a demo's clips, with its dot: the demo's own, as engines tell protocols of Quake III
// apart by it.
func Extension(d *formats.Demo) string {
	ext := strings.ToLower(path.Ext(d.Name))
	if formats.FormatByName("x"+ext) != d.Format || ext == ".urtdemo" {
		return "." + d.Format.String()
	}
	return ext
}

// bounds are the first and the last moment of a part.
func bounds(list []moment, from, to time.Duration) (first, last int) {
	for i, m := range list {
		if m.at <= from && (!m.unfit || list[first].unfit) {
			first = i
		}
	}
	for first > 0 && list[first-1].at == list[first].at && list[first-1].level == list[first].level && !list[first-1].unfit {
		first--
	}
	for last = first; last+1 < len(list) && list[last].at < to; {
		last++
	}
	for last+1 < len(list) && list[last+1].at == list[last].at && list[last+1].level == list[last].level {
		last++
	}
	return first, last
}

// decoder is a decoder of a game's demos, which drives that game's handler.
type decoder[H any] interface {
	Next(H) error
	Offset() int64
}

// drive has a decoder drive a handler until the demo ends; after each block it calls each with where that lies.
func drive[H any](dec decoder[H], handler H, each func(begin, end int64)) {
	for {
		begin := dec.Offset()
		if dec.Next(handler) != nil {
			return
		}
		if each != nil {
			each(begin, dec.Offset())
		}
	}
}
