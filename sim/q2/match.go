package q2

import (
	"fmt"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// match is the state of the match.
type match struct {
	phase   sim.Phase
	teams   bool
	duel    bool
	round   int
	live    bool // a match was begun and not ended
	over    bool // overtime
	pause   bool
	pickups []pickup
	// counting: the match began within the recording, so that deaths count from 0.
	counting bool
	// skins are the teams of models and skins, sides the names of the teams.
	skins map[string]sim.Team
	sides [sim.TeamCount]string
	// status and clock are OpenTDM's state of the match and its time; limit the whole time of
	// the match, and clockAt when the clock last changed.
	status  string
	clock   time.Duration
	clockAt time.Duration
	timed   bool
	limit   time.Duration
	// lights is when a round's countdown began.
	lights time.Duration
}

// countdownTime is how long a countdown to a round lasts at most.
const countdownTime = 10 * time.Second

// haveTeams says that teams play.
func (s *simulator) haveTeams() {
	if !s.match.teams {
		s.match.teams, s.match.duel = true, false
		s.retitle()
	}
}

// side is the team with a name, which gets one where it is new. Names on scoreboards
// are cut off.
func (s *simulator) side(name string) sim.Team {
	name = strings.TrimSpace(name)
	if name == "" {
		return sim.TeamFree
	}
	m := &s.match
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		if m.sides[t] == "" {
			continue
		}
		if strings.HasPrefix(m.sides[t], name) {
			return t
		}
		if strings.HasPrefix(name, m.sides[t]) && len(m.sides[t]) >= 8 {
			m.sides[t] = name
			return t
		}
	}
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		if m.sides[t] == "" {
			m.sides[t] = name
			return t
		}
	}
	return sim.TeamFree
}

// obey records an event that a print told of, with what follows from it.
func (s *simulator) obey(e sim.Event) {
	m := &s.match
	f := &s.frame
	switch e.Kind {
	case sim.EventConnect:
		s.list(e.Slot)
	case sim.EventDisconnect:
		e.Profile = s.players[e.Slot].profile
		s.queue(e)
		s.leave(e.Slot)
		return
	case sim.EventMatchStart:
		s.matchStart(e)
		return
	case sim.EventMatchEnd:
		if m.phase == sim.PhaseIntermission && !m.live {
			e.Kind = sim.EventPrint
			break
		}
		m.live, m.pause = false, false
		m.phase = sim.PhaseIntermission
		s.queue(e)
		s.begin(sim.EventIntermission, "Intermission")
		return
	case sim.EventCountdown:
		m.phase = sim.PhaseCountdown
		if t := s.clock(); m.lights == 0 || t-m.lights > countdownTime {
			m.lights = t
			s.queue(e)
		}
		return
	case sim.EventRoundStart:
		s.roundStart(e)
		return
	case sim.EventRoundEnd:
		m.phase = sim.PhaseCountdown
		e.Value = m.round
	case sim.EventOvertime:
		m.over = true
		s.rec.Chapter("Overtime", sim.EventOvertime, s.clock())
	case sim.EventTimeout:
		m.pause = true
	case sim.EventFlagTaken:
		f.FlagState[e.Team] = sim.FlagTaken
	case sim.EventFlagDropped:
		f.FlagState[e.Team] = sim.FlagDropped
	case sim.EventFlagReturned, sim.EventCapture:
		f.FlagState[e.Team] = sim.FlagHome
	}
	s.queue(e)
}

// matchStart begins a match, or goes on after a time-out.
func (s *simulator) matchStart(e sim.Event) {
	m := &s.match
	if m.pause {
		m.pause = false
		e.Kind = sim.EventTimein
		s.queue(e)
		return
	}
	m.live, m.over, m.counting, m.phase = true, false, true, sim.PhasePlaying
	s.queue(e)
	s.rec.Chapter("Match", sim.EventMatchStart, s.clock())
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if r.Life != sim.Spectating {
			r.Frags, r.Deaths = 0, 0
		}
	}
	if m.timed && m.limit > 0 {
		s.rec.EditLevel(func(l *sim.Level) { l.TimeLimit = m.limit })
	}
}

func (s *simulator) roundStart(e sim.Event) {
	m := &s.match
	if m.phase == sim.PhasePlaying && m.round > 0 {
		return
	}
	m.phase = sim.PhasePlaying
	m.round++
	e.Value = m.round
	e.Text = sim.PlainText(fmt.Sprintf("Round %d", m.round))
	s.queue(e)
	s.rec.Chapter(e.Text.Plain, sim.EventRoundStart, s.clock())
}

// begin records an event of the match and starts a chapter.
func (s *simulator) begin(kind sim.EventKind, chapter string) {
	s.queue(sim.Event{Kind: kind, Slot: -1, Attacker: -1})
	s.rec.Chapter(chapter, kind, s.clock())
}

// followMatch finds the phase, the clock and the scores at a snapshot.
func (s *simulator) followMatch(snap *quake2.Snapshot) {
	m := &s.match
	f := &s.frame
	s.intermission(snap)
	s.teamScores(snap)
	switch {
	case s.mod.opentdm:
		s.tdmClock()
		return
	case m.phase == sim.PhaseUnknown && (!s.mod.action || !m.teams):
		m.phase = sim.PhasePlaying
	}
	f.Phase, f.Match, f.MatchKnown = m.phase, f.Clock, !s.multiview
	if m.phase == sim.PhaseCountdown && s.mod.action {
		f.MatchKnown = false
	}
}

// intermission finds the end of a level: whoever played is frozen without a
// weapon before the scoreboard.
func (s *simulator) intermission(snap *quake2.Snapshot) {
	frozen, free := 0, 0
	for i := range snap.Players {
		v := &snap.Players[i]
		if v.Slot < 0 || v.Slot >= maxPlayers || s.multiview && v.Slot == s.self {
			continue
		}
		switch ps := &v.State; {
		case ps.Type == quake2.MoveFreeze && ps.Gun == 0 && stat(ps, quake2.StatLayouts)&1 != 0 && s.followed(ps) < 0:
			frozen++
		case ps.Type == quake2.MoveNormal || ps.Type == quake2.MoveDead:
			free++
		}
	}
	if frozen == 0 || free > 0 {
		s.view.showing = 0
		return
	}
	s.view.showing++
	if s.view.showing < 3 || s.view.intermission || s.mod.opentdm {
		return
	}
	s.view.intermission = true
	if s.match.phase != sim.PhaseIntermission {
		s.match.phase = sim.PhaseIntermission
		s.begin(sim.EventIntermission, "Intermission")
	}
}

// teamScores reads the scores of the teams from the stats that hold them.
func (s *simulator) teamScores(snap *quake2.Snapshot) {
	if s.mod.scoreStats[0] == 0 || len(snap.Players) == 0 || !s.match.teams && !s.mod.opentdm {
		return
	}
	if s.mod.opentdm && !s.match.teams {
		return
	}
	for i := range snap.Players {
		v := &snap.Players[i]
		if s.multiview && v.Slot == s.self && len(snap.Players) > 1 {
			continue
		}
		s.frame.TeamScore[sim.TeamRed] = stat(&v.State, s.mod.scoreStats[0])
		s.frame.TeamScore[sim.TeamBlue] = stat(&v.State, s.mod.scoreStats[1])
		return
	}
}

// The configstrings of OpenTDM, counted from the general ones.
const (
	tdmTeamA  = 0
	tdmTeamB  = 1
	tdmClock  = 4
	tdmStatus = 6
)

// tdmString reads a configstring of OpenTDM.
func (s *simulator) tdmString(index int) {
	m := &s.match
	text := strings.TrimSpace(plain([]byte(s.configString(s.config.General + index))))
	switch index {
	case tdmTeamA:
		m.sides[sim.TeamRed] = text
	case tdmTeamB:
		m.sides[sim.TeamBlue] = text
	case tdmClock:
		var minutes, seconds int
		m.timed = false
		if n, _ := fmt.Sscanf(text, "%d:%d", &minutes, &seconds); n == 2 && minutes >= 0 && minutes < 1000 && seconds >= 0 && seconds < 60 {
			m.timed, m.clockAt = true, s.clock()
			m.clock = time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
			if strings.EqualFold(m.status, "match") || m.limit == 0 && !strings.EqualFold(m.status, "countdown") {
				m.limit = max(m.limit, m.clock)
				s.limit()
			}
		}
	case tdmStatus:
		s.tdmPhase(text)
	}
}

// limit tells the time limit of the match at hand.
func (s *simulator) limit() {
	m := &s.match
	if s.level && m.live && m.limit > 0 {
		s.rec.EditLevel(func(l *sim.Level) { l.TimeLimit = max(l.TimeLimit, m.limit) })
	}
}

// tdmPhase takes over the state of the match as OpenTDM calls it.
func (s *simulator) tdmPhase(text string) {
	m := &s.match
	if text == m.status {
		return
	}
	m.status = text
	switch strings.ToLower(text) {
	case "warmup":
		if m.phase != sim.PhaseWarmup {
			m.phase = sim.PhaseWarmup
			if s.level {
				s.begin(sim.EventWarmup, "Warm-up")
			}
		}
	case "countdown":
		m.phase, m.limit = sim.PhaseCountdown, 0
		if s.level {
			s.begin(sim.EventCountdown, "Countdown")
		}
	case "match":
		if m.phase != sim.PhaseIntermission || m.live {
			m.phase = sim.PhasePlaying
		}
	case "overtime", "sudden death":
		m.over = true
	}
}

// tdmClock makes the match clock of OpenTDM: the time left is told once a second.
func (s *simulator) tdmClock() {
	m := &s.match
	f := &s.frame
	f.Phase, f.MatchKnown = m.phase, false
	switch {
	case m.pause:
		f.Phase = sim.PhaseTimeout
	case m.over && m.phase == sim.PhasePlaying:
		f.Phase = sim.PhaseOvertime
	}
	if !m.timed {
		return
	}
	since := min(s.now-m.clockAt, 900*time.Millisecond)
	switch {
	case f.Phase == sim.PhaseCountdown:
		f.MatchKnown, f.Match = true, max(m.clock-since, 0)
	case f.Phase == sim.PhasePlaying && m.limit > 0:
		f.MatchKnown, f.Match = true, max(m.limit-m.clock+since, 0)
	case f.Phase == sim.PhaseTimeout && m.limit > 0:
		f.MatchKnown, f.Match = true, max(m.limit-m.clock, 0)
	}
}

// tdmPrint reads who plays and who watches.
func (s *simulator) tdmPrint(line string) bool {
	for _, mark := range []string{" joined team '", " left team '"} {
		who, side, ok := strings.Cut(line, mark)
		if !ok {
			continue
		}
		who = strings.TrimSuffix(who, " (captain)")
		slot := s.find(strings.TrimSpace(who))
		side = strings.TrimRight(side, "'. ")
		if slot < 0 {
			continue
		}
		s.list(slot)
		if mark == " left team '" {
			s.watch(slot)
			continue
		}
		s.play(slot)
		s.tdmTeam(slot, side)
	}
	return false
}

// tdmTeam puts a player into a team of OpenTDM, unless the team is he himself.
func (s *simulator) tdmTeam(slot int, side string) {
	m := &s.match
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		if m.sides[t] != "" && strings.HasPrefix(side, m.sides[t]) || m.sides[t] == side && side != "" {
			if s.find(m.sides[t]) >= 0 {
				m.duel = !m.teams
				s.retitle()
				return
			}
			s.haveTeams()
			s.setTeam(slot, t, m.sides[t])
			return
		}
	}
}

// actionPrint reads teams and scores of Action Quake 2.
func (s *simulator) actionPrint(line string) bool {
	if rest, ok := strings.CutPrefix(line, "Current score is "); ok {
		s.actionScores(rest)
		return false
	}
	if who, side, ok := strings.Cut(line, " joined "); ok {
		slot := s.find(who)
		if slot < 0 {
			return false
		}
		side = strings.TrimSuffix(side, ".")
		if t := s.side(side); t != sim.TeamFree {
			s.list(slot)
			s.haveTeams()
			known := s.players[slot].team
			s.setTeam(slot, t, s.match.sides[t])
			if known == sim.TeamFree {
				s.queue(sim.Event{Kind: sim.EventTeamChange, Slot: slot, Attacker: -1, Team: t, Text: sim.PlainText(line)})
			}
			return true
		}
	}
	return false
}

// actionScores reads "Nuts: 1 to Crazies: 2 to The Po-leese: 0".
func (s *simulator) actionScores(text string) {
	for _, part := range strings.Split(text, " to ") {
		i := strings.LastIndex(part, ": ")
		if i < 0 {
			continue
		}
		if t := s.side(part[:i]); t != sim.TeamFree {
			s.frame.TeamScore[t] = int16(atoi(part[i+2:]))
		}
	}
}
