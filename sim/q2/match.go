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
	away    map[uint16]time.Duration // how long items stayed away, by model
	// counting: the match began within the recording, so that deaths count from 0.
	counting bool
	// skins are the teams of models and skins, sides the names of the teams.
	skins map[string]sim.Team
	sides [sim.TeamCount]string
	// status and clock are the state of the match and its time, as OpenTDM and Capture the Flag tell
	// them; limit the whole time of the match, and clockAt when the clock last changed.
	status  string
	clock   time.Duration
	clockAt time.Duration
	timed   bool
	limit   time.Duration
	// lights is when a round's countdown was last told of.
	lights time.Duration
	// countdown and action are when the countdown to a round and the round itself began, by the first snapshot
	// that shows it; 0 for neither, and soon until that snapshot.
	countdown, action time.Duration
}

// soon stands for the time of the snapshot to come.
const soon = -1

const (
	// countdownTime is how long a countdown to a round lasts at most.
	countdownTime = 10 * time.Second
	// lightsTime is how long it lasts in Action Quake 2, from "LIGHTS..." to "ACTION!".
	lightsTime = 4100 * time.Millisecond
)

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
		s.list(e.Slot.Index())
	case sim.EventDisconnect:
		e.Profile = s.players[e.Slot.Index()].profile
		s.queue(e)
		s.leave(e.Slot.Index())
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
		m.phase, m.action = sim.PhaseCountdown, 0
		if t := s.clock(); m.lights == 0 || t-m.lights > countdownTime {
			m.lights, m.countdown = t, soon
			s.queue(e)
		}
		return
	case sim.EventRoundStart:
		s.roundStart(e)
		return
	case sim.EventRoundEnd:
		m.phase, m.countdown, m.action = sim.PhaseCountdown, 0, 0
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
	m.phase, m.countdown, m.action = sim.PhasePlaying, 0, soon
	m.round++
	e.Value = m.round
	e.Text = sim.PlainText(fmt.Sprintf("Round %d", m.round))
	s.queue(e)
	s.rec.Chapter(e.Text.Plain, sim.EventRoundStart, s.clock())
}

// begin records an event of the match and starts a chapter.
func (s *simulator) begin(kind sim.EventKind, chapter string) {
	s.queue(sim.Event{Kind: kind})
	s.rec.Chapter(chapter, kind, s.clock())
}

// followMatch finds the phase, the clock and the scores at a snapshot.
func (s *simulator) followMatch(snap *quake2.Snapshot) {
	m := &s.match
	f := &s.frame
	s.intermission(snap)
	s.teamScores(snap)
	switch {
	case s.mod.opentdm || m.timed:
		s.toldClock()
		return
	case s.mod.action && m.teams:
		s.roundClock()
		return
	case m.phase == sim.PhaseUnknown:
		m.phase = sim.PhasePlaying
	}
	f.Phase, f.Match, f.MatchKnown = m.phase, f.Clock, !s.multiview
}

// roundClock makes the clock of the round at hand, or of the countdown to it. Between rounds, and in one
// that began before the recording did, there is none.
func (s *simulator) roundClock() {
	m := &s.match
	f := &s.frame
	for _, t := range []*time.Duration{&m.countdown, &m.action} {
		if *t == soon {
			*t = s.now
		}
	}
	f.Phase, f.MatchKnown = m.phase, false
	switch {
	case m.phase == sim.PhasePlaying && m.action > 0:
		f.MatchKnown, f.Match = true, s.now-m.action
	case m.phase == sim.PhaseCountdown && m.countdown > 0:
		f.MatchKnown, f.Match = true, max(m.countdown+lightsTime-s.now, 0)
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

// teamScores reads the scores of the teams from the stats that hold them, and in Capture the Flag where
// the flags are.
func (s *simulator) teamScores(snap *quake2.Snapshot) {
	red, blue := s.mod.scoreStats[0], s.mod.scoreStats[1]
	if red == 0 || !s.match.teams {
		return
	}
	for i := range snap.Players {
		v := &snap.Players[i]
		if s.multiview && v.Slot == s.self && len(snap.Players) > 1 {
			continue
		}
		f := &s.frame
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = stat(&v.State, red), stat(&v.State, blue)
		if s.mod.ctf {
			s.flagIcon(sim.TeamRed, "i_ctf1", &v.State, quake2.StatCTFTeam1Pic)
			s.flagIcon(sim.TeamBlue, "i_ctf2", &v.State, quake2.StatCTFTeam2Pic)
		}
		return
	}
}

// flagIcon finds out from the icon in a stat where a team's flag is: the icons differ by their last letter.
// When a flag was captured the icon blinks.
func (s *simulator) flagIcon(team sim.Team, icon string, ps *quake2.PlayerState, index int) {
	state, ok := strings.CutPrefix(s.image(stat(ps, index)), icon)
	if !ok {
		return
	}
	switch state {
	case "":
		s.frame.FlagState[team] = sim.FlagHome
	case "d":
		s.frame.FlagState[team] = sim.FlagDropped
	case "t":
		s.frame.FlagState[team] = sim.FlagTaken
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
		s.readClock(text)
	case tdmStatus:
		s.tdmPhase(text)
	}
}

// readClock takes over the time that a text starts with, in minutes and seconds: what is left of the
// match or of the countdown to it.
func (s *simulator) readClock(text string) {
	m := &s.match
	var minutes, seconds int
	n, _ := fmt.Sscanf(text, "%d:%d", &minutes, &seconds)
	m.timed = n == 2 && minutes >= 0 && minutes < 1000 && seconds >= 0 && seconds < 60
	if !m.timed {
		return
	}
	m.clockAt = s.clock()
	m.clock = time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if strings.EqualFold(m.status, "match") || m.limit == 0 && !strings.EqualFold(m.status, "countdown") {
		m.limit = max(m.limit, m.clock)
		s.limit()
	}
}

// ctfStates are what Capture the Flag calls the state of a match, behind its clock.
var ctfStates = []struct {
	text, status string
	phase        sim.Phase
}{{"MATCH", "match", sim.PhasePlaying}, {"UNTIL START", "countdown", sim.PhaseCountdown}, {"SETUP", "warmup", sim.PhaseWarmup}}

// ctfMatch reads the configstring in which Capture the Flag tells the state of a match, "12:34 MATCH".
func (s *simulator) ctfMatch(text string) {
	m := &s.match
	for _, state := range ctfStates {
		if !strings.Contains(text, state.text) {
			continue
		}
		if m.status != state.status {
			m.status, m.limit = state.status, 0
			if m.phase != sim.PhaseIntermission {
				m.phase = state.phase
			}
		}
		s.readClock(text)
		m.live = state.phase == sim.PhasePlaying
		s.limit()
		return
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

// toldClock makes the clock of a match whose time left the game tells once a second.
func (s *simulator) toldClock() {
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
				s.queue(sim.Event{Kind: sim.EventTeamChange, Slot: sim.SlotAt(slot), Team: t, Text: sim.PlainText(line)})
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
