package quake

import (
	"fmt"
	"strings"
	"time"

	"fragscope/sim"
)

// match is the state of the match.
type match struct {
	phase   sim.Phase
	before  sim.Phase // a pause
	started time.Duration
	known   bool // when it started
	until   time.Duration
	paused  time.Duration // since when
	left    int           // minutes left, as the server says, plus one
	rounds  int
	point   bool // a point of a match of points is over
	status  string
}

// Phase is the phase of the match.
func (s *Stage) Phase() sim.Phase { return s.match.phase }

// Match begins a match now.
func (s *Stage) Match() {
	m := &s.match
	if m.phase == sim.PhasePlaying && m.known && s.Now-m.started < 3*time.Second {
		return
	}
	m.phase, m.started, m.known = sim.PhasePlaying, s.Now, true
	if m.point {
		m.point = false
		m.rounds++
		s.Round(sim.EventRoundStart, m.rounds+1, sim.PlainText(fmt.Sprintf("Round %d", m.rounds+1)))
		return
	}
	s.Simple(sim.EventMatchStart, sim.Text{})
	s.chapter("Match", sim.EventMatchStart)
	for i := range s.Frame.Players {
		r := &s.Frame.Players[i]
		r.Deaths = 0
		if p := &s.players[r.Slot.Index()]; p.tolledAt == s.Now { // by a telefrag as all are put down
			r.Deaths = p.tolled
		}
	}
}

// MatchKnown says that a match runs since a time.
func (s *Stage) MatchKnown(since time.Duration) {
	s.match.phase, s.match.started, s.match.known = sim.PhasePlaying, since, true
}

// Playing says that a match runs, since when is not known. KTX still counts the minutes left when it
// has said that the match is over: that does not begin another.
func (s *Stage) Playing() {
	switch s.match.phase {
	case sim.PhaseCountdown, sim.PhaseWarmup:
		s.Match()
	case sim.PhaseUnknown:
		s.match.phase, s.match.known = sim.PhasePlaying, false
		s.chapter("Match", sim.EventMatchStart)
	}
}

// Warmup says that no match runs.
func (s *Stage) Warmup() {
	m := &s.match
	if m.phase == sim.PhaseWarmup || m.phase == sim.PhaseIntermission {
		return
	}
	s.endMatch()
	m.phase, m.known = sim.PhaseWarmup, false
	s.Simple(sim.EventWarmup, sim.Text{})
	s.chapter("Warm-up", sim.EventWarmup)
}

// Countdown says that a match begins in a time.
func (s *Stage) Countdown(in time.Duration) {
	m := &s.match
	if m.phase == sim.PhasePlaying && m.known && s.Now-m.started < 3*time.Second {
		return
	}
	if m.phase != sim.PhaseCountdown {
		m.phase = sim.PhaseCountdown
		s.Simple(sim.EventCountdown, sim.Text{})
		s.chapter("Countdown", sim.EventCountdown)
	}
	if in > 0 {
		m.until, m.known = s.Now+in, true
	}
}

func (s *Stage) endMatch() {
	switch s.match.phase {
	case sim.PhasePlaying, sim.PhaseOvertime, sim.PhaseTimeout:
		s.Simple(sim.EventMatchEnd, sim.Text{})
	}
}

// MatchEnd ends the match; the scores stand.
func (s *Stage) MatchEnd() {
	m := &s.match
	if m.phase == sim.PhaseIntermission {
		return
	}
	s.endMatch()
	m.until, m.phase = s.Now, sim.PhaseIntermission
	s.chapter("", sim.EventMatchEnd)
}

// Intermission ends the match and shows the scores.
func (s *Stage) Intermission() {
	m := &s.match
	if m.phase != sim.PhaseIntermission {
		s.endMatch()
		m.until = s.Now
	}
	m.phase = sim.PhaseIntermission
	s.Simple(sim.EventIntermission, sim.Text{})
	s.chapter("Intermission", sim.EventIntermission)
}

// Overtime begins an overtime.
func (s *Stage) Overtime(text sim.Text) {
	if s.match.phase == sim.PhasePlaying || s.match.phase == sim.PhaseOvertime {
		s.match.phase = sim.PhaseOvertime
		s.Simple(sim.EventOvertime, text)
		s.chapter("Overtime", sim.EventOvertime)
	}
}

// Round begins or ends a round.
func (s *Stage) Round(kind sim.EventKind, number int, text sim.Text) {
	s.Event(sim.Event{Kind: kind, Value: number, Text: text})
	if kind == sim.EventRoundStart {
		s.chapter(text.Plain, kind)
	}
}

// Pause stops and resumes the game.
func (s *Stage) Pause(on bool) {
	m := &s.match
	switch {
	case on && m.phase != sim.PhaseTimeout:
		m.before, m.phase, m.paused = m.phase, sim.PhaseTimeout, s.Now
		s.Simple(sim.EventTimeout, sim.Text{})
	case !on && m.phase == sim.PhaseTimeout:
		m.phase = m.before
		m.started += s.Now - m.paused
		for i := range s.Frame.Players {
			for k, end := range s.Frame.Players[i].PowerupEnd {
				if end > 0 {
					s.Frame.Players[i].PowerupEnd[k] = end + s.Now - m.paused
				}
			}
		}
		s.Simple(sim.EventTimein, sim.Text{})
	}
}

// updateMatch puts the state of the match into the frame.
func (s *Stage) updateMatch() {
	m, f := &s.match, &s.Frame
	f.Phase, f.MatchKnown, f.Match = m.phase, m.known, 0
	if !m.known {
		return
	}
	switch m.phase {
	case sim.PhaseCountdown:
		f.Match = max(m.until-s.Now, 0)
	case sim.PhaseTimeout:
		f.Match = m.paused - m.started
	case sim.PhaseIntermission:
		f.Match = m.until - m.started
	default:
		f.Match = s.Now - m.started
	}
}

// ReadStatus reads KTX's word for the state of the match, a key of the server's
// info.
func (s *Stage) ReadStatus(status string, limit time.Duration) {
	m := &s.match
	if status == m.status {
		return
	}
	m.status = status
	minutes, ok := strings.CutSuffix(status, " min left")
	switch {
	case ok:
		n, valid := number(minutes)
		if !valid {
			return
		}
		s.Playing()
		if m.left > 0 && n == m.left-2 && !m.known && limit > 0 && n < 1000 {
			s.MatchKnown(s.Now - (limit - time.Duration(n)*time.Minute))
		}
		m.left = n + 1
	case strings.EqualFold(status, "Standby"):
		m.left = 0
		s.Warmup()
	case strings.EqualFold(status, "Countdown"):
		s.Countdown(0)
	}
}

// number reads a decimal number of few digits.
func number(s string) (n int, ok bool) {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || i > 5 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}
