package recording

import (
	"fragscope/sim"
	"sort"
	"time"
)

// stretch is a part of a recording during which the match clock runs, or stands, evenly.
type stretch struct {
	from  time.Duration // demo time
	level int
	match time.Duration // at from; negative during a countdown
	runs  bool
	known bool
}

// at returns the match clock at a demo time.
func (s *stretch) at(t time.Duration) time.Duration {
	if s.runs {
		return s.match + t - s.from
	}
	return s.match
}

const (
	// matchJitter is how far a snapshot's clock may be from the expected value and still continue it: servers send
	// it in steps.
	matchJitter = 100 * time.Millisecond
	// maxStretches is more than any real recording has.
	maxStretches = 1 << 13
)

// matchClock is the match clock of a recording.
type matchClock struct {
	list []stretch
	last stretch // from the last frame
}

// add records the clock of a frame.
func (c *matchClock) add(f *Frame, level int) {
	s := &c.last
	from, match, known := s.from, s.match, s.known // from the previous frame
	s.from, s.level, s.match, s.runs, s.known = f.Time, level, 0, false, f.MatchKnown
	if s.known {
		s.match, s.runs = f.Match, running(f.Phase)
		if f.Phase == sim.PhaseCountdown {
			s.match, s.runs = -f.Match, true
		}
		// In some games the clock runs on through the intermission.
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

// leadsTo reports whether the clock of s, running on, meets the start of o within jitter.
func (s *stretch) leadsTo(o *stretch, jitter time.Duration) bool {
	off := s.at(o.from) - o.match
	return s.level == o.level && s.known == o.known && off <= jitter && off >= -jitter
}

// goOn drops the countdown to a round once it turns out that the match clock ran on during it.
func (c *matchClock) goOn(s *stretch) {
	if n := len(c.list); n > 1 && s.known && c.list[n-1].known && c.list[n-1].match < 0 && c.list[n-2].runs && c.list[n-2].leadsTo(s, time.Second) {
		c.list = c.list[:n-1]
	}
}

// find returns the stretch at a demo time. If its clock is not known, find returns the next stretch of the level
// that has a clock, otherwise the previous one. It reports false if the level has none.
func (c *matchClock) find(t time.Duration) (i int, ok bool) {
	i = sort.Search(len(c.list), func(i int) bool { return c.list[i].from > t }) - 1
	if i = max(i, 0); i == len(c.list) {
		return 0, false
	}
	if i > 0 && !c.list[i].known && c.list[i].from == t { // its clock tells how a match ended
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

// MatchTime returns the match clock at a demo time: the time since the match began, negative before it. Where the
// demo does not tell the clock, it is extrapolated from the level's matches: it is negative before the next match
// and runs on after the last one. MatchTime reports false for a level without a clock.
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

// MatchEnd returns the last demo time of the match at t: where its clock goes back or its level ends, or as far as
// the demo is read.
func (r *Recording) MatchEnd(t time.Duration) time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	i, ok := r.match.find(t)
	if !ok {
		return r.times.last()
	}
	last := i // the last stretch with a known clock
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
