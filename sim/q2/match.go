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
	track   *track
	level   *level
	players *players
	phase   sim.Phase
	round   int
	live    bool // a match was begun and not ended
	over    bool // overtime
	pause   bool
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
	// frozen counts the snapshots in a row in which the scoreboard fills a frozen screen.
	frozen            uint32
	intermissionShown bool
}

// reset begins a level.
func (m *match) reset() { *m = match{track: m.track, level: m.level, players: m.players} }

// soon stands for the time of the snapshot to come.
const soon = -1

const (
	// countdownTime is how long a countdown to a round lasts at most.
	countdownTime = 10 * time.Second
	// lightsTime is how long it lasts in Action Quake 2, from "LIGHTS..." to "ACTION!".
	lightsTime = 4100 * time.Millisecond
)

// obey records an event that a print told of, with what follows from it.
func (m *match) obey(e sim.Event) {
	f := &m.track.frame
	switch e.Kind {
	case sim.EventConnect:
		m.players.list(e.Slot.Index())
	case sim.EventDisconnect:
		e.Profile = m.track.profiles[e.Slot.Index()]
		m.track.event(e)
		m.players.leave(e.Slot.Index())
		return
	case sim.EventMatchStart:
		m.matchStart(e)
		return
	case sim.EventMatchEnd:
		if m.phase == sim.PhaseIntermission && !m.live {
			e.Kind = sim.EventPrint
			break
		}
		m.live, m.pause = false, false
		m.phase = sim.PhaseIntermission
		m.track.event(e)
		m.track.begin(sim.EventIntermission, "Intermission")
		return
	case sim.EventCountdown:
		m.phase, m.action = sim.PhaseCountdown, 0
		if t := m.track.clock(); m.lights == 0 || t-m.lights > countdownTime {
			m.lights, m.countdown = t, soon
			m.track.event(e)
		}
		return
	case sim.EventRoundStart:
		m.roundStart(e)
		return
	case sim.EventRoundEnd:
		m.phase, m.countdown, m.action = sim.PhaseCountdown, 0, 0
		e.Value = m.round
	case sim.EventOvertime:
		m.over = true
		m.track.rec.Chapter("Overtime", sim.EventOvertime, m.track.clock())
	case sim.EventTimeout:
		m.pause = true
	case sim.EventFlagTaken:
		f.FlagState[e.Team] = sim.FlagTaken
	case sim.EventFlagDropped:
		f.FlagState[e.Team] = sim.FlagDropped
	case sim.EventFlagReturned, sim.EventCapture:
		f.FlagState[e.Team] = sim.FlagHome
	}
	m.track.event(e)
}

// matchStart begins a match, or goes on after a time-out.
func (m *match) matchStart(e sim.Event) {
	if m.pause {
		m.pause = false
		e.Kind = sim.EventTimein
		m.track.event(e)
		return
	}
	m.live, m.over, m.players.counting, m.phase = true, false, true, sim.PhasePlaying
	m.track.event(e)
	m.track.rec.Chapter("Match", sim.EventMatchStart, m.track.clock())
	for i := range m.track.frame.Players {
		r := &m.track.frame.Players[i]
		if r.Life != sim.Spectating {
			r.Frags, r.Deaths = 0, 0
		}
	}
	if m.timed && m.limit > 0 {
		m.track.rec.EditLevel(func(l *sim.Level) { l.TimeLimit = m.limit })
	}
}

func (m *match) roundStart(e sim.Event) {
	if m.phase == sim.PhasePlaying && m.round > 0 {
		return
	}
	m.phase, m.countdown, m.action = sim.PhasePlaying, 0, soon
	m.round++
	e.Value = m.round
	e.Text = sim.PlainText(fmt.Sprintf("Round %d", m.round))
	m.track.event(e)
	m.track.rec.Chapter(e.Text.Plain, sim.EventRoundStart, m.track.clock())
}

// followMatch finds the phase, the clock and the scores at a snapshot.
func (m *match) followMatch(snap *quake2.Snapshot) {
	f := &m.track.frame
	m.intermission(snap)
	m.teamScores(snap)
	switch {
	case m.level.mod.opentdm || m.timed:
		m.toldClock()
		return
	case m.level.mod.action && m.level.teams:
		m.roundClock()
		return
	case m.phase == sim.PhaseUnknown:
		m.phase = sim.PhasePlaying
	}
	f.Phase, f.Match, f.MatchKnown = m.phase, f.Clock, !m.level.multiview
}

// roundClock makes the clock of the round at hand, or of the countdown to it. Between rounds, and in one
// that began before the recording did, there is none.
func (m *match) roundClock() {
	f := &m.track.frame
	for _, t := range []*time.Duration{&m.countdown, &m.action} {
		if *t == soon {
			*t = m.track.now
		}
	}
	f.Phase, f.MatchKnown = m.phase, false
	switch {
	case m.phase == sim.PhasePlaying && m.action > 0:
		f.MatchKnown, f.Match = true, m.track.now-m.action
	case m.phase == sim.PhaseCountdown && m.countdown > 0:
		f.MatchKnown, f.Match = true, max(m.countdown+lightsTime-m.track.now, 0)
	}
}

// intermission finds the end of a level: whoever played is frozen without a
// weapon before the scoreboard.
func (m *match) intermission(snap *quake2.Snapshot) {
	frozen, free := 0, 0
	for i := range snap.Players {
		v := &snap.Players[i]
		if v.Slot < 0 || v.Slot >= maxPlayers || m.level.hidden(v.Slot) {
			continue
		}
		switch ps := &v.State; {
		case ps.Type == quake2.MoveFreeze && ps.Gun == 0 && stat(ps, quake2.StatLayouts)&1 != 0 && m.players.followed(ps) < 0:
			frozen++
		case ps.Type == quake2.MoveNormal || ps.Type == quake2.MoveDead:
			free++
		}
	}
	if frozen == 0 || free > 0 {
		m.frozen = 0
		return
	}
	m.frozen++
	if m.frozen < 3 || m.intermissionShown || m.level.mod.opentdm {
		return
	}
	m.intermissionShown = true
	if m.phase != sim.PhaseIntermission {
		m.phase = sim.PhaseIntermission
		m.track.begin(sim.EventIntermission, "Intermission")
	}
}

// teamScores reads the scores of the teams from the stats that hold them, and in Capture the Flag where
// the flags are.
func (m *match) teamScores(snap *quake2.Snapshot) {
	red, blue := m.level.mod.scoreStats[0], m.level.mod.scoreStats[1]
	if red == 0 || !m.level.teams {
		return
	}
	for i := range snap.Players {
		v := &snap.Players[i]
		if m.level.hidden(v.Slot) && len(snap.Players) > 1 {
			continue
		}
		f := &m.track.frame
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = stat(&v.State, red), stat(&v.State, blue)
		if m.level.mod.ctf {
			m.flagIcon(sim.TeamRed, "i_ctf1", &v.State, quake2.StatCTFTeam1Pic)
			m.flagIcon(sim.TeamBlue, "i_ctf2", &v.State, quake2.StatCTFTeam2Pic)
		}
		return
	}
}

// flagIcon finds out from the icon in a stat where a team's flag is: the icons differ by their last letter.
// When a flag was captured the icon blinks.
func (m *match) flagIcon(team sim.Team, icon string, ps *quake2.PlayerState, index int) {
	state, ok := strings.CutPrefix(m.level.image(stat(ps, index)), icon)
	if !ok {
		return
	}
	switch state {
	case "":
		m.track.frame.FlagState[team] = sim.FlagHome
	case "d":
		m.track.frame.FlagState[team] = sim.FlagDropped
	case "t":
		m.track.frame.FlagState[team] = sim.FlagTaken
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
func (m *match) tdmString(index int) {
	text := strings.TrimSpace(plain([]byte(m.level.configString(m.level.config.General + index))))
	switch index {
	case tdmTeamA:
		m.players.sides[sim.TeamRed] = text
	case tdmTeamB:
		m.players.sides[sim.TeamBlue] = text
	case tdmClock:
		m.readClock(text)
	case tdmStatus:
		m.tdmPhase(text)
	}
}

// readClock takes over the time that a text starts with, in minutes and seconds: what is left of the
// match or of the countdown to it.
func (m *match) readClock(text string) {
	var minutes, seconds int
	n, _ := fmt.Sscanf(text, "%d:%d", &minutes, &seconds)
	m.timed = n == 2 && minutes >= 0 && minutes < 1000 && seconds >= 0 && seconds < 60
	if !m.timed {
		return
	}
	m.clockAt = m.track.clock()
	m.clock = time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if strings.EqualFold(m.status, "match") || m.limit == 0 && !strings.EqualFold(m.status, "countdown") {
		m.limit = max(m.limit, m.clock)
		m.tellLimit()
	}
}

// ctfStates are what Capture the Flag calls the state of a match, behind its clock.
var ctfStates = []struct {
	text, status string
	phase        sim.Phase
}{{"MATCH", "match", sim.PhasePlaying}, {"UNTIL START", "countdown", sim.PhaseCountdown}, {"SETUP", "warmup", sim.PhaseWarmup}}

// ctfMatch reads the configstring in which Capture the Flag tells the state of a match, "12:34 MATCH".
func (m *match) ctfMatch(text string) {
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
		m.readClock(text)
		m.live = state.phase == sim.PhasePlaying
		m.tellLimit()
		return
	}
}

// tellLimit tells the time limit of the match at hand.
func (m *match) tellLimit() {
	if m.level.started && m.live && m.limit > 0 {
		m.track.rec.EditLevel(func(l *sim.Level) { l.TimeLimit = max(l.TimeLimit, m.limit) })
	}
}

// tdmPhase takes over the state of the match as OpenTDM calls it.
func (m *match) tdmPhase(text string) {
	if text == m.status {
		return
	}
	m.status = text
	switch strings.ToLower(text) {
	case "warmup":
		if m.phase != sim.PhaseWarmup {
			m.phase = sim.PhaseWarmup
			if m.level.started {
				m.track.begin(sim.EventWarmup, "Warm-up")
			}
		}
	case "countdown":
		m.phase, m.limit = sim.PhaseCountdown, 0
		if m.level.started {
			m.track.begin(sim.EventCountdown, "Countdown")
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
func (m *match) toldClock() {
	f := &m.track.frame
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
	since := min(m.track.now-m.clockAt, 900*time.Millisecond)
	switch {
	case f.Phase == sim.PhaseCountdown:
		f.MatchKnown, f.Match = true, max(m.clock-since, 0)
	case f.Phase == sim.PhasePlaying && m.limit > 0:
		f.MatchKnown, f.Match = true, max(m.limit-m.clock+since, 0)
	case f.Phase == sim.PhaseTimeout && m.limit > 0:
		f.MatchKnown, f.Match = true, max(m.limit-m.clock, 0)
	}
}

// actionScores reads "Nuts: 1 to Crazies: 2 to The Po-leese: 0".
func (m *match) actionScores(text string) {
	for _, part := range strings.Split(text, " to ") {
		i := strings.LastIndex(part, ": ")
		if i < 0 {
			continue
		}
		if t := m.players.side(part[:i]); t != sim.TeamFree {
			m.track.frame.TeamScore[t] = int16(atoi(part[i+2:]))
		}
	}
}
