package recording

import (
	"time"

	"fragscope/sim"
)

// stretch is a part of a recording in which the match clock runs evenly or stands still.
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
	// matchJitter is the maximum difference between a snapshot's clock and the expected value if it continues: servers
	// send it in steps.
	matchJitter = 100 * time.Millisecond
	// maxStretches is greater than the number of stretches in any real recording.
	maxStretches = 1 << 13
)

// matchClock is the match clock of a recording.
type matchClock struct {
	list   []stretch
	last   stretch // from the last frame
	rounds []round
}

// round is the beginning of a round.
type round struct {
	at            time.Duration
	level, number int // number is 0 if unknown
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

// leadsTo reports whether the clock of s, if it kept running, would reach the start of o to within jitter.
func (s *stretch) leadsTo(o *stretch, jitter time.Duration) bool {
	off := s.at(o.from) - o.match
	return s.level == o.level && s.known == o.known && off <= jitter && off >= -jitter
}

// goOn drops the countdown to a round once it turns out that the match clock ran on during it.
func (c *matchClock) goOn(s *stretch) {
	if n := len(c.list); n > 1 && s.known && c.list[n-1].known && c.list[n-1].match < 0 && c.list[n-2].runs &&
		c.list[n-2].leadsTo(s, time.Second) {
		c.list = c.list[:n-1]
	}
}
