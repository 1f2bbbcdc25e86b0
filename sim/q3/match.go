package q3

import (
	"fmt"
	"strings"

	"fragscope/sim"
)

// match is the state of the match.
type match struct {
	phase   sim.Phase
	started int32 // server time at which the match began, or begins in a countdown
	known   bool
	over    bool // overtime
	round   int
	pause   bool
	// ended is true from the end of a match to the start of the next.
	ended  bool
	before sim.Phase // of the last snapshot
	first  bool      // a phase was found
	stats  [2]string
}

const configWarmup = 5

// updateMatch finds the phase of the match from the configstrings and tells
// when it changes.
func (s *Simulator) updateMatch() {
	if s.state == nil {
		return
	}
	m := &s.match
	phase, at, known := s.phase()
	if phase == sim.PhasePlaying && m.over {
		phase = sim.PhaseOvertime
	}
	f := &s.frame
	f.Phase, f.MatchKnown, f.Match = phase, known, 0
	if known {
		f.Match = millis(s.clock - at)
		if phase == sim.PhaseCountdown {
			f.Match = millis(at - s.clock)
		}
	}
	if !s.running || phase == m.phase && m.first {
		m.phase = phase
		return
	}
	old := m.phase
	m.phase, m.started, m.known = phase, at, known
	s.changePhase(old, !m.first)
	m.first = true
}

// phase is the phase of the match, and when it began or, in a countdown,
// when it will.
func (s *Simulator) phase() (phase sim.Phase, at int32, known bool) {
	cs := &s.state.Configstrings
	if s.dialect.csMatch >= 0 && cs[s.dialect.csMatch] != "" {
		return s.phaseCPMA(info(cs[s.dialect.csMatch]))
	}
	start, hasStart := number(cs[s.protocol.CsLevelStart])
	if t := cs[s.protocol.CsIntermission]; t == "1" || strings.EqualFold(t, "qtrue") {
		return sim.PhaseIntermission, int32(start), hasStart
	}
	if p := s.dialect.csPauseStart; p >= 0 && atoi(cs[p]) > 0 {
		return sim.PhaseTimeout, int32(start), hasStart
	}
	warmup := cs[configWarmup]
	if strings.HasPrefix(warmup, `\`) {
		warmup = info(warmup)["time"]
	}
	until := atoi(warmup)
	switch strings.ToUpper(s.serverInfo["g_gamestate"]) {
	case "PRE_GAME":
		return sim.PhaseWarmup, 0, false
	case "COUNT_DOWN":
		return sim.PhaseCountdown, int32(until), until > 0
	case "IN_PROGRESS":
		return sim.PhasePlaying, int32(start), hasStart
	}
	switch {
	case until < 0:
		return sim.PhaseWarmup, 0, false
	case until > 0 && int32(until) > s.clock:
		return sim.PhaseCountdown, int32(until), true
	}
	return sim.PhasePlaying, int32(start), hasStart
}

// phaseCPMA reads CPMA's state of the match: tw is -1 in the warm-up, 0 in
// the match, which began at ts, and when the countdown ends; te is not 0
// in a time-out, and td is how long time-outs lasted.
func (s *Simulator) phaseCPMA(v map[string]string) (phase sim.Phase, at int32, known bool) {
	tw, ts := atoi(v["tw"]), atoi(v["ts"])
	switch {
	case s.match.ended && tw <= 0:
		if tw < 0 {
			s.match.ended = false
			return sim.PhaseWarmup, 0, false
		}
		return sim.PhaseIntermission, int32(ts), true
	case tw < 0:
		return sim.PhaseWarmup, 0, false
	case tw > 0:
		return sim.PhaseCountdown, int32(tw), true
	case v["te"] != "" && atoi(v["te"]) != 0:
		return sim.PhaseTimeout, int32(ts), true
	}
	return sim.PhasePlaying, int32(ts + atoi(v["td"])), true
}

// changePhase tells of a new phase; first is true for the one that the level
// begins with.
func (s *Simulator) changePhase(old sim.Phase, first bool) {
	m := &s.match
	e := sim.Event{Slot: -1, Attacker: -1}
	chapter := ""
	playing := old == sim.PhasePlaying || old == sim.PhaseOvertime
	switch m.phase {
	case sim.PhaseWarmup:
		e.Kind, chapter = sim.EventWarmup, "Warm-up"
		if playing && !first && s.mode.kind != modeRounds && s.mode.name != "Capture Strike" {
			s.event(sim.Event{Kind: sim.EventMatchEnd, Slot: -1, Attacker: -1})
		}
		m.over = false
	case sim.PhaseCountdown:
		e.Kind, chapter = sim.EventCountdown, "Countdown"
		m.over = false
	case sim.PhasePlaying:
		if old == sim.PhaseTimeout && !first {
			e.Kind = sim.EventTimein
			break
		}
		e.Kind, chapter = sim.EventMatchStart, "Match"
		s.zeroScores(first)
	case sim.PhaseOvertime:
		if !first && old == sim.PhaseTimeout {
			e.Kind = sim.EventTimein
			break
		}
		e.Kind, chapter = sim.EventOvertime, "Overtime"
	case sim.PhaseTimeout:
		e.Kind = sim.EventTimeout
	case sim.PhaseIntermission:
		e.Kind, chapter = sim.EventIntermission, "Intermission"
		if !first {
			s.event(sim.Event{Kind: sim.EventMatchEnd, Slot: -1, Attacker: -1})
		}
	default:
		return
	}
	s.event(e)
	if chapter != "" {
		s.rec.Chapter(chapter, e.Kind, s.now)
	}
}

// zeroScores starts the counts of a match; where the recording began within
// it, they are not known.
func (s *Simulator) zeroScores(first bool) {
	if first && s.clock-s.match.started > 2000 {
		return
	}
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if r.Profile.Team != sim.TeamSpectator && r.Slot != s.pov {
			r.Frags, r.Deaths = 0, 0
		}
	}
}

// mapRestart is the restart of the level, as when a match begins.
func (s *Simulator) mapRestart() {
	s.match.over, s.match.ended = false, false
	if s.match.phase == sim.PhasePlaying || s.match.phase == sim.PhaseOvertime {
		s.match.first, s.match.phase = true, sim.PhaseUnknown
	}
}

// overtime begins an overtime, if a match is being played.
func (s *Simulator) overtime() {
	if s.match.phase == sim.PhasePlaying && !s.match.over {
		s.match.over = true
	}
}

// scoreStrings reads the scores of the teams, or of the first two players.
func (s *Simulator) scoreStrings() {
	if !s.mode.kind.teams() {
		return
	}
	cs := &s.state.Configstrings
	for i, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
		if n, ok := number(cs[6+i]); ok && n > -9999 && n < 1<<15 {
			s.frame.TeamScore[team] = int16(n)
		}
	}
	if s.dialect.csMatch >= 0 {
		s.scoresCPMA(info(cs[s.dialect.csMatch]))
	}
}

// scoresCPMA reads the scores in CPMA's state of the match and of the round.
func (s *Simulator) scoresCPMA(v map[string]string) {
	for key, team := range map[string]sim.Team{"sr": sim.TeamRed, "sb": sim.TeamBlue} {
		if n, ok := number(v[key]); ok && n > -9999 && n < 1<<15 && s.mode.kind.teams() {
			s.frame.TeamScore[team] = int16(n)
		}
	}
}

// flagString reads where the flags are.
func (s *Simulator) flagString(old string) {
	if s.mode.kind != modeFlags {
		return
	}
	text := s.state.Configstrings[s.dialect.csFlags]
	teams := []sim.Team{sim.TeamRed, sim.TeamBlue}
	if len(text) == 1 {
		teams = []sim.Team{sim.TeamFree}
	}
	states := []sim.FlagState{sim.FlagHome, sim.FlagTaken, sim.FlagDropped, sim.FlagTaken, sim.FlagDropped}
	for i, team := range teams {
		if i >= len(text) || text[i] < '0' || int(text[i]-'0') >= len(states) {
			continue
		}
		state, was := states[text[i]-'0'], s.frame.FlagState[team]
		s.frame.FlagState[team] = state
		if state == was || old == "" || was == sim.FlagUnknown {
			continue
		}
		e := sim.Event{Slot: -1, Attacker: -1, Team: team}
		switch state {
		case sim.FlagTaken:
			e.Kind, e.Slot = sim.EventFlagTaken, s.carrier(team)
		case sim.FlagDropped:
			e.Kind = sim.EventFlagDropped
		default:
			if was == sim.FlagTaken {
				continue // captured: the score tells
			}
			e.Kind = sim.EventFlagReturned
		}
		s.queue(e)
	}
}

// carrier is who carries a flag, or -1 where he is not in sight.
func (s *Simulator) carrier(team sim.Team) int {
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if r.FlagCarried && r.Flag == team {
			return r.Slot
		}
	}
	return -1
}

// teamSound is a sound for both teams; the first two are captures, by red
// and by blue.
func (s *Simulator) teamSound(which uint32) {
	if which > 1 || s.mode.kind != modeFlags {
		return
	}
	by, of := sim.TeamRed, sim.TeamBlue
	if which == 1 {
		by, of = of, by
	}
	e := sim.Event{Kind: sim.EventCapture, Slot: s.carrier(of), Attacker: -1, Team: of}
	if e.Slot < 0 {
		e.Slot = s.carrier(sim.TeamFree)
	}
	if r := s.row(e.Slot); r != nil && r.Profile.Team != by {
		e.Slot = -1
	}
	if n := s.frame.TeamScore[by]; n != sim.Unknown {
		e.Value = int(n)
	}
	s.event(e)
}

// roundString reads the rounds of Quake Live.
func (s *Simulator) roundString() {
	v := info(s.state.Configstrings[s.dialect.csRound])
	round := atoi(v["round"])
	if t := atoi(v["time"]); t != 0 || round == 0 || round == s.match.round {
		return
	}
	s.match.round = round
	s.queue(sim.Event{Kind: sim.EventRoundStart, Slot: -1, Attacker: -1, Value: round, Text: sim.PlainText(fmt.Sprintf("Round %d", round))})
	s.rec.Chapter(fmt.Sprintf("Round %d", round), sim.EventRoundStart, s.now)
}
