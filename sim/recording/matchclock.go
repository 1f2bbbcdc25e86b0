package recording

import (
	"fragscope/sim"
	"sort"
	"time"
)

// stretch is a part of a recording in which the match clock goes evenly.
type stretch struct {
	from  time.Duration // demo time
	level int
	match time.Duration // at from; below 0 in a countdown
	runs  bool
	known bool
}

// at is the clock at a demo time.
func (s *stretch) at(t time.Duration) time.Duration {
	if s.runs {
		return s.match + t - s.from
	}
	return s.match
}

const (
	// matchJitter is how far the clock of a snapshot may be from the one expected without being another: servers tell it in steps.
	matchJitter = 100 * time.Millisecond
	// maxStretches is more than any recording of a game has.
	maxStretches = 1 << 13
)

// matchClock is the clock of the matches of a recording.
type matchClock struct {
	list []stretch
	last stretch // what the last frame told
}

// add records the clock of a frame.
func (c *matchClock) add(f *Frame, level int) {
	s := &c.last
	from, match, known := s.from, s.match, s.known // as the frame before told
	s.from, s.level, s.match, s.runs, s.known = f.Time, level, 0, false, f.MatchKnown
	if s.known {
		s.match, s.runs = f.Match, running(f.Phase)
		if f.Phase == sim.PhaseCountdown {
			s.match, s.runs = -f.Match, true
		}
		// In some games it runs on through the intermission.
		if moved := s.match - match; known && moved > (s.from-from)/2 && moved < time.Second {
			s.runs = true
		}
	}
	c.goOn(s)
	n := len(c.list)
	if n == maxStretches || n > 0 && c.list[n-1].leadsTo(s, matchJitter) {
		return
	}
	c.list = append(c.list, *s)
}

// leadsTo reports whether the clock of a stretch comes to what another begins with.
func (s *stretch) leadsTo(o *stretch, jitter time.Duration) bool {
	off := s.at(o.from) - o.match
	return s.level == o.level && s.known == o.known && off <= jitter && off >= -jitter
}

// goOn forgets the countdown to a round during which the clock of the match ran on, as that shows now.
func (c *matchClock) goOn(s *stretch) {
	if n := len(c.list); n > 1 && s.known && c.list[n-1].known && c.list[n-1].match < 0 && c.list[n-2].runs && c.list[n-2].leadsTo(s, time.Second) {
		c.list = c.list[:n-1]
	}
}

// find is the stretch that a demo time is in; that of the level which tells a clock where this one does not: the next, else the one
// before. ok is false where the level has none.
func (c *matchClock) find(t time.Duration) (i int, ok bool) {
	i = sort.Search(len(c.list), func(i int) bool { return c.list[i].from > t }) - 1
	if i = max(i, 0); i == len(c.list) {
		return 0, false
	}
	if i > 0 && !c.list[i].known && c.list[i].from == t { // the end of a match is told by its clock
		i--
	}
	level := c.list[i].level
	for k := i; k < len(c.list) && c.list[k].level == level; k++ {
		if c.list[k].known {
			return k, true
		}
	}
	for k := i; k >= 0 && c.list[k].level == level; k-- {
		if c.list[k].known {
			return k, true
		}
	}
	return i, false
}

// MatchTime is what the match clock shows at a demo time: the time since the match began, below 0 before it. Where the demo
// does not tell the clock it goes on from what was told of the level's matches: before the next one it is below 0, and after the last
// one it runs on. ok is false for a level without a clock.
func (r *Recording) MatchTime(t time.Duration) (match time.Duration, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	i, ok := r.match.find(t)
	if !ok {
		return 0, false
	}
	s := r.match.list[i]
	switch {
	case t < s.from:
		return s.match - (s.from - t), true
	case i+1 < len(r.match.list) && t >= r.match.list[i+1].from:
		end := r.match.list[i+1].from
		return s.at(end) + t - end, true
	}
	return s.at(t), true
}

// MatchEnd is the last demo time of the match of a demo time: where its clock goes back or its level ends, or as far as is read.
func (r *Recording) MatchEnd(t time.Duration) time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	i, ok := r.match.find(t)
	if !ok {
		return r.times.last()
	}
	last := i // that told the clock
	for k := i + 1; k < len(r.match.list); k++ {
		s, before := &r.match.list[k], &r.match.list[last]
		switch {
		case s.level != before.level:
			return s.from - 1
		case s.known && s.match < before.at(s.from)-time.Second:
			return r.match.list[last+1].from - 1
		case s.known:
			last = k
		}
	}
	return r.times.last()
}
