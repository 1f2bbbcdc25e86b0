package recording

import (
	"slices"
	"sync"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
)

// clockCache holds the last clock computed, and its inputs.
type clockCache struct {
	mu    sync.Mutex
	of    clockKey
	clock *moment.Clock
	fixed bool // set by SetClock, not computed
}

// clockKey counts the inputs of a clock.
type clockKey struct{ levels, chapters, stretches, rounds int }

// SetClock sets the recording's clock. If SetClock is not called, the clock is computed from the frames.
func (b *Recorder) SetClock(c *moment.Clock) {
	b.r.clock.mu.Lock()
	defer b.r.clock.mu.Unlock()
	b.r.clock.clock, b.r.clock.fixed = c, true
}

// Clock returns the clock for the data loaded so far. The clock must not be modified.
//
// A level with rounds has one part for each round. Any other level has one part for each match. A part covers the
// period during which the match clock runs continuously, and the time leading up to it. After a match, the match clock
// keeps running. A level without a match clock, or with rounds whose numbers are unknown, is a single part whose clock
// starts with the level. The clock of a demo with only one such level has no parts.
func (r *Recording) Clock() *moment.Clock {
	c := &r.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	r.mu.RLock()
	defer r.mu.RUnlock()
	k := clockKey{len(r.levels), 0, len(r.match.list), len(r.match.rounds)}
	for i := range r.levels {
		k.chapters += len(r.levels[i].Chapters)
	}
	if c.clock == nil || c.of != k && !c.fixed {
		c.of, c.clock = k, &moment.Clock{}
		for i := range r.levels {
			c.clock.Parts = append(c.clock.Parts, r.levelParts(i)...)
		}
	}
	return c.clock
}

// levelParts returns the parts of a level.
func (r *Recording) levelParts(i int) []moment.Part {
	l, several := &r.levels[i], len(r.levels) > 1
	parts, rounds := r.match.roundParts(l)
	if !rounds {
		parts = r.match.matchParts(l)
	}
	if parts == nil && several {
		parts = []moment.Part{{Marks: []moment.Mark{{At: whole(l.Start)}}}}
	}
	for k := range parts {
		p := &parts[k]
		if k == 0 {
			p.From = l.Start
		}
		if several {
			p.Level = i + 1
		}
		p.From = whole(p.From)
	}
	return parts
}

func whole(t time.Duration) time.Duration { return t.Truncate(time.Millisecond) }

// begin records the start of a round.
func (c *matchClock) begin(e *sim.Event, level int) {
	if len(c.rounds) < maxStretches {
		c.rounds = append(c.rounds, round{e.Time, level, e.Value})
	}
}

// roundParts returns the rounds of a level whose numbers are known, and reports whether the level has rounds at all.
// Both turns of a round form one part. If the numbers go back, another match begins.
func (c *matchClock) roundParts(l *sim.Level) (parts []moment.Part, rounds bool) {
	list, rounds := c.numbered(l)
	match, several := 1, false
	for i, x := range list {
		if i > 0 && x.number == list[i-1].number {
			continue
		}
		from := x.at
		if i > 0 {
			if x.number < list[i-1].number {
				match, several = match+1, true
			}
			from = c.countdown(list[i-1].at, x.at)
		}
		parts = append(parts, moment.Part{Match: match, Round: x.number, From: from,
			Marks: []moment.Mark{{At: whole(x.at)}}})
	}
	for i := range parts {
		if !several {
			parts[i].Match = 0
		}
	}
	return parts, rounds
}

// numbered returns the rounds of a level, each with a number, and reports whether there are any rounds at all. A
// missing number follows from that of the previous round or, for the first rounds, from the next one known. If no
// number is known, the first rounds are omitted; they may belong to a match that began before the recording.
func (c *matchClock) numbered(l *sim.Level) (list []round, rounds bool) {
	for _, x := range c.rounds {
		if x.level == l.Index {
			list = append(list, x)
		}
	}
	told := slices.IndexFunc(list, func(x round) bool { return x.number > 0 })
	if told < 0 {
		return nil, len(list) > 0
	}
	for i := range list {
		switch {
		case i < told:
			list[i].number = list[told].number - (told - i)
		case list[i].number == 0:
			list[i].number = list[i-1].number + 1
		}
	}
	list = slices.DeleteFunc(list, func(x round) bool { return x.number < 1 })
	// In a match played in points, the first point begins with the match.
	for _, h := range l.Chapters {
		if n := list[0].number; h.Kind == sim.EventMatchStart && h.Start < list[0].at && n > 1 {
			return slices.Insert(list, 0, round{h.Start, l.Index, n - 1}), true
		}
	}
	return list, true
}

// countdown returns the time, between after and to, at which the clock is reset to count down to to. If it is not
// reset, countdown returns to.
func (c *matchClock) countdown(after, to time.Duration) time.Duration {
	for i := len(c.list) - 1; i >= 0; i-- {
		if s := &c.list[i]; s.known && s.match < 0 && s.from > after && s.from < to {
			return s.from
		}
	}
	return to
}

// matchParts returns the matches of a level according to the periods of its clock, or nil if there are none. Periods
// without a match that come between others, such as the end of a match that began before the recording, belong to the
// next match, or to the last.
func (c *matchClock) matchParts(l *sim.Level) []moment.Part {
	var all, matches []moment.Part
	last := -1 // the last one with a clock
	for i := range c.list {
		s := &c.list[i]
		if s.level != l.Index || !s.known {
			continue
		}
		if last < 0 || s.match < c.list[last].at(s.from)-time.Second {
			from := s.from
			if last >= 0 {
				from = c.list[last+1].from
			}
			all = append(all, moment.Part{From: from})
		}
		p := &all[len(all)-1]
		p.Marks = append(p.Marks, moment.Mark{At: whole(s.from), Time: whole(s.match), Stands: !s.runs})
		last = i
	}
	from := time.Duration(-1)
	for i := range all {
		p, end := &all[i], l.End
		if i+1 < len(all) {
			end = all[i+1].From
		}
		p.Marks[len(p.Marks)-1].Stands = false
		if from < 0 {
			from = p.From
		}
		if isMatch(l, p.From, end) {
			p.From, from = from, -1
			matches = append(matches, *p)
		}
	}
	if len(matches) == 0 {
		matches = all
	}
	for i := range matches {
		if len(matches) > 1 {
			matches[i].Match = i + 1
		}
	}
	return matches
}

// isMatch reports whether, according to the level's chapters, a part of the level contains a match.
func isMatch(l *sim.Level, from, to time.Duration) bool {
	return len(l.Chapters) == 0 || slices.ContainsFunc(l.Chapters, func(h sim.Chapter) bool {
		return (h.Kind == sim.EventMatchStart || h.Kind == sim.EventOvertime) && h.Start < to &&
			(h.End == 0 || h.End > from)
	})
}
