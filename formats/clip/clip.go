// Package clip cuts clips out of demos. A clip is a shorter demo of the same kind, which the game's engines can play.
//
// A clip starts with the state at its first moment, as far as the server has sent it: level, names, scores, models,
// sounds, lights and the recorder's state. It then shows the first moment in full and continues with the demo's own
// messages. Messages that refer to earlier ones outside the clip are rewritten. A clip from the start of the demo
// starts like the demo itself.
//
// A clip lacks anything that its first moment does not contain, such as entities out of the recorder's sight, and
// earlier chat and events. It also lacks whatever a viewer derives from them: deaths, the time at which an item was
// taken, or the length of the match if its start was announced only in text.
//
// In protocol 2022 of Quake II, the positions of entities that are not solid are sent in eighths of a unit. If a clip
// starts after a player has died, his position is therefore rounded until he moves.
package clip

import (
	"fmt"
	"io"
	"math"
	"path"
	"strings"
	"time"

	"fragscope/formats"
	"fragscope/formats/codec"
)

// Span describes which section of a demo a clip covers.
type Span struct {
	// Start and End are the recording times of the first and last moment. Time t in the clip corresponds to time Start + t
	// in the demo.
	Start, End time.Duration
	// Moments is the number of moments (snapshots, frames) in the clip.
	Moments int
}

// Cut writes a section of d to w as a separate demo. The section covers the recording times given by from and to. It is
// extended at both ends so that it starts and ends at a [codec.Moment]. If there is no such section, Cut writes nothing
// and returns an error. After any other error, the data written is not a valid demo.
func Cut(w io.Writer, d *formats.Demo, from, to time.Duration) (Span, error) {
	if d.Format == nil {
		return Span{}, fmt.Errorf("%s is a demo in format %s, which cannot be cut", d.Name, d.Format)
	}
	list := d.Format.Moments(d.Data, d.Options())
	switch {
	case len(list) == 0:
		return Span{}, fmt.Errorf("%s contains nothing to cut", d.Name)
	case to <= from:
		return Span{}, fmt.Errorf("there is nothing between %s and %s", clock(from), clock(to))
	case from >= list[len(list)-1].Time && from > 0:
		return Span{}, fmt.Errorf("%s ends at %s, before the given start, %s", d.Name, clock(list[len(list)-1].Time),
			clock(from))
	}
	first, last := bounds(list, from, to)
	var begin codec.Moment
	if first > 0 {
		begin = list[first]
	}
	end := list[last].End
	if last == len(list)-1 {
		end = math.MaxInt64
	}
	head := &prefix{w: w}
	if err := d.Format.Clip(head, d.Data, d.Options(), begin, end); err != nil {
		return Span{}, err
	}
	if got, err := formats.Read("clip"+Extension(d), "", head.start); err != nil || got.Format != d.Format {
		return Span{},
			fmt.Errorf("%s cannot be cut: the beginning that every demo needs is missing or damaged", d.Name)
	}
	return Span{list[first].Time, list[last].Time, last - first + 1}, nil
}

// prefix passes on the data written to it and keeps the start of the data, which identifies a demo's format.
type prefix struct {
	w     io.Writer
	start []byte
}

// Write implements io.Writer.
func (p *prefix) Write(b []byte) (int, error) {
	const most = 1 << 20
	p.start = append(p.start, b[:min(len(b), most-len(p.start))]...)
	return p.w.Write(b)
}

// clock returns a time in minutes and seconds with tenths.
func clock(t time.Duration) string {
	tenths := t.Milliseconds() / 100
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}

// Extension returns the file name extension for clips of d, including the dot. The extension of d is kept if possible,
// because Quake III engines determine a demo's protocol from its extension.
func Extension(d *formats.Demo) string {
	ext := strings.ToLower(path.Ext(d.Name))
	if f := formats.FormatByName("x" + ext); f != d.Format || f != nil && f.Wrapped(strings.TrimPrefix(ext, ".")) {
		return "." + d.Format.String()
	}
	return ext
}

// bounds returns the indices of a section's first and last moment.
func bounds(list []codec.Moment, from, to time.Duration) (first, last int) {
	for i, m := range list {
		if m.Time <= from && (!m.Unfit || list[first].Unfit) {
			first = i
		}
	}
	for first > 0 && list[first-1].Time == list[first].Time && list[first-1].Level == list[first].Level &&
		!list[first-1].Unfit {
		first--
	}
	for last = first; last+1 < len(list) && list[last].Time < to; {
		last++
	}
	for last+1 < len(list) && list[last+1].Time == list[last].Time && list[last+1].Level == list[last].Level {
		last++
	}
	return first, last
}
