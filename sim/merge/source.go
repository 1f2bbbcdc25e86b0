package merge

import (
	"math"
	"sort"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// source is a recording as prepared for merging. All its times are in milliseconds.
type source struct {
	Input
	index  int
	header sim.Header
	levels []sim.Level
	frames []frame
	places []place // of all frames, one after another
	deaths []death
	cursor *recording.Cursor
}

// frame is the time of a snapshot.
type frame struct {
	time  int32 // demo time
	clock int32 // the game's own, according to this recording
	ref   int32 // the match clock, once aligned
	level int32
	at    int32 // index of its first place in places
}

// place is the position of a living player seen in a frame.
type place struct {
	slot   int32
	origin sim.Vec3
}

// death is an obituary, reduced to the facts on which all recordings agree.
type death struct {
	clock            int32
	level            int32
	victim, attacker int32
}

// furthest is the maximum magnitude of a clock, in milliseconds: about twelve days. Differences of clocks fit into 32
// bits.
const furthest = 1 << 30

func ms(d time.Duration) int32 {
	return int32(min(max(d/time.Millisecond, -furthest), furthest))
}

func duration(ms int32) time.Duration { return time.Duration(ms) * time.Millisecond }

// read reads a recording in one pass.
func read(in Input, index int) *source {
	s := &source{Input: in, index: index, header: in.Rec.Header(), levels: in.Rec.Levels(), cursor: in.Rec.Cursor()}
	for i := range in.Rec.Frames() {
		w := s.cursor.At(in.Rec.FrameTime(i))
		if w.Frame != i { // another follows at the same time
			continue
		}
		f := frame{time: ms(w.Time), clock: ms(w.Clock), level: int32(w.Level), at: int32(len(s.places))}
		if n := len(s.frames); n > 0 && s.frames[n-1].level == f.level {
			f.clock = max(f.clock, s.frames[n-1].clock)
		}
		s.frames = append(s.frames, f)
		for k := range w.Players {
			if p := &w.Players[k]; p.Visible && p.Life == sim.Alive {
				s.places = append(s.places, place{int32(p.Slot.Index()), p.Origin})
			}
		}
	}
	for _, e := range in.Rec.Events() {
		if e.Kind == sim.EventObituary {
			i := s.frameAt(ms(e.Time))
			s.deaths = append(s.deaths, death{ms(e.Clock), s.frames[i].level, int32(e.Slot.Index()),
				int32(e.Attacker.Index())})
		}
	}
	return s
}

// frameAt returns the index of the last frame at or before a demo time, or of the first one.
func (s *source) frameAt(t int32) int {
	return max(sort.Search(len(s.frames), func(i int) bool { return s.frames[i].time > t })-1, 0)
}

// span is a level of a source.
type span struct {
	*source
	level    int
	from, to int // its frames
}

// span returns the section of the source that covers a level. ok is false if it has no frames.
func (s *source) span(level int) (p span, ok bool) {
	from := sort.Search(len(s.frames), func(i int) bool { return int(s.frames[i].level) >= level })
	to := sort.Search(len(s.frames), func(i int) bool { return int(s.frames[i].level) > level })
	return span{s, level, from, to}, from < to
}

// first and last return the match clock at the ends of an aligned span.
func (p *span) first() int32 { return p.frames[p.from].ref }
func (p *span) last() int32  { return p.frames[p.to-1].ref }

// after returns the index of the first frame whose match clock is after ref.
func (p *span) after(ref int32) int {
	return p.from + sort.Search(p.to-p.from, func(i int) bool { return p.frames[p.from+i].ref > ref })
}

// maxHole is the longest time, in milliseconds, between two snapshots that a recording can bridge.
const maxHole = 1000

// timeAt returns the demo time at a match clock, and reports whether a frame is exactly there. ok is false if the
// recording does not cover that time.
func (p *span) timeAt(ref int32) (t time.Duration, exact, ok bool) {
	i := p.after(ref) - 1
	if i < p.from {
		return 0, false, false
	}
	a := p.frames[i]
	if a.ref == ref {
		return duration(a.time), true, true
	}
	if i+1 == p.to {
		return 0, false, false
	}
	b := p.frames[i+1]
	if b.ref-a.ref > maxHole {
		return 0, false, false
	}
	share := float64(ref-a.ref) / float64(b.ref-a.ref)
	return duration(a.time) + time.Duration(share*float64(duration(b.time-a.time))), false, true
}

// refAt returns the match clock at a demo time.
func (p *span) refAt(t time.Duration) int32 {
	at := ms(t)
	i := sort.Search(p.to-p.from, func(i int) bool { return p.frames[p.from+i].time > at }) + p.from - 1
	if i < p.from {
		return p.frames[p.from].ref + at - p.frames[p.from].time
	}
	return p.frames[i].ref + at - p.frames[i].time
}

// seen returns the places of frame i.
func (s *source) seen(i int) []place {
	end := len(s.places)
	if i+1 < len(s.frames) {
		end = int(s.frames[i+1].at)
	}
	return s.places[s.frames[i].at:end]
}

func (s *source) seenSlot(i int, slot int32) (sim.Vec3, bool) {
	for _, p := range s.seen(i) {
		if p.slot == slot {
			return p.origin, true
		}
	}
	return sim.Vec3{}, false
}

// maxStep is the longest time between snapshots, in milliseconds, over which positions are interpolated. stride is a
// distance, in units, that is too great to cover on foot in that time.
const (
	maxStep = 200
	stride  = 200
)

// placeAt returns the position of a player at a match clock, if the recording saw him before and after it.
func (p *span) placeAt(slot, ref int32) (sim.Vec3, bool) {
	i := p.after(ref) - 1
	if i < p.from {
		return sim.Vec3{}, false
	}
	a, ok := p.seenSlot(i, slot)
	if !ok || p.frames[i].ref == ref {
		return a, ok
	}
	if i+1 == p.to || p.frames[i+1].ref-p.frames[i].ref > maxStep {
		return a, false
	}
	b, ok := p.seenSlot(i+1, slot)
	if !ok || a.Distance2(b) > stride*stride {
		return a, false
	}
	share := float32(ref-p.frames[i].ref) / float32(p.frames[i+1].ref-p.frames[i].ref)
	for k := range a {
		a[k] += (b[k] - a[k]) * share
	}
	return a, true
}

func distance(a, b sim.Vec3) float64 { return math.Sqrt(float64(a.Distance2(b))) }
