package q2

import (
	"fmt"
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// match is the state of the match.
type match struct {
	*track.Match
	track   *track.Track
	level   *level
	players *track.Players
	clients *clients
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
	// scores are those of red and blue, where configstrings tell them.
	scores [2]int16
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
func (m *match) reset() {
	*m = match{Match: m.Match, track: m.track, players: m.players, level: m.level, clients: m.clients}
}

// soon stands for the time of the snapshot to come.
const soon = -1

// countdownTime is how long a countdown to a round lasts at most.
const countdownTime = 10 * time.Second

// applyEvent records an event that a print told of, with what follows from it.
func (m *match) applyEvent(e sim.Event) {
	switch e.Kind {
	case sim.EventConnect:
		m.clients.list(e.Slot)
	case sim.EventDisconnect:
		m.track.Event(e)
		m.clients.leave(e.Slot)
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
		m.track.Event(e)
		m.Begin(sim.EventIntermission, "Intermission")
		return
	case sim.EventCountdown:
		m.phase, m.action = sim.PhaseCountdown, 0
		if t := m.track.Reading(); m.lights == 0 || t-m.lights > countdownTime {
			m.lights, m.countdown = t, soon
			m.track.Event(e)
		}
		return
	case sim.EventRoundStart:
		m.startRound()
		return
	case sim.EventRoundEnd:
		m.phase, m.countdown, m.action = sim.PhaseCountdown, 0, 0
		e.Value = m.round
	case sim.EventOvertime:
		m.over = true
		m.track.Chapter("Overtime", sim.EventOvertime)
	case sim.EventTimeout:
		m.pause = true
	case sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture:
		m.FlagEvent(e)
		return
	}
	m.track.Event(e)
}

// matchStart begins a match, or goes on after a time-out.
func (m *match) matchStart(e sim.Event) {
	if m.pause {
		m.pause = false
		e.Kind = sim.EventTimein
		m.track.Event(e)
		return
	}
	m.live, m.over, m.clients.counting, m.phase = true, false, true, sim.PhasePlaying
	m.track.Event(e)
	m.track.Chapter("Match", sim.EventMatchStart)
	rows := m.players.Rows()
	for i := range rows {
		if rows[i].Life != sim.Spectating {
			r := m.players.Row(rows[i].Slot)
			r.Frags, r.Deaths = 0, 0
		}
	}
	if m.timed && m.limit > 0 {
		m.track.Recorder().EditLevel(func(l *sim.Level) { l.TimeLimit = m.limit })
	}
}

// startRound begins a round, of which more than one print may tell.
func (m *match) startRound() {
	if m.phase == sim.PhasePlaying && m.round > 0 {
		return
	}
	m.phase, m.countdown, m.action = sim.PhasePlaying, 0, soon
	m.round++
	m.StartRound(m.round, 0)
}

// endSnapshot finds the phase, the clock and the scores at a snapshot.
func (m *match) endSnapshot(snap *quake2.Snapshot) {
	m.intermission(snap)
	m.teamScores(snap)
	switch {
	case m.level.mod.toldClock || m.timed:
		m.toldClock()
		return
	case m.level.rounds():
		m.roundClock()
		return
	case m.phase == sim.PhaseUnknown:
		m.phase = sim.PhasePlaying
	}
	m.Show(m.phase, m.track.Clock(), !m.level.multiview)
}

// roundClock makes the clock of the round at hand, or of the countdown to it. Between rounds, and in one
// that began before the recording did, there is none.
func (m *match) roundClock() {
	for _, t := range []*time.Duration{&m.countdown, &m.action} {
		if *t == soon {
			*t = m.track.Now()
		}
	}
	switch {
	case m.phase == sim.PhasePlaying && m.action > 0:
		m.Show(m.phase, m.track.Now()-m.action, true)
	case m.phase == sim.PhaseCountdown && m.countdown > 0:
		m.Show(m.phase, max(m.countdown+lightsTime-m.track.Now(), 0), true)
	default:
		m.Show(m.phase, 0, false)
	}
}

// intermission finds the end of a level: whoever played is frozen without a
// weapon before the scoreboard.
func (m *match) intermission(snap *quake2.Snapshot) {
	frozen, free := 0, 0
	for i := range snap.Players {
		v := &snap.Players[i]
		if v.Slot < 0 || v.Slot >= maxPlayers || m.level.hidden(sim.SlotAt(v.Slot)) {
			continue
		}
		switch ps := &v.State; {
		case ps.Type == quake2.MoveFreeze && ps.Gun == 0 && stat(ps, quake2.StatLayouts)&1 != 0 && !m.clients.followed(ps).Valid():
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
	if m.frozen < 3 || m.intermissionShown || m.level.mod.toldClock {
		return
	}
	m.intermissionShown = true
	if m.phase != sim.PhaseIntermission {
		m.phase = sim.PhaseIntermission
		m.Begin(sim.EventIntermission, "Intermission")
	}
}

// teamScores records the scores of the teams, which OpenTDM tells in configstrings: its stats 23 and 24 have
// those of who leads and of the other, and at times those of the match before (p_hud.c, G_SetTeamScoreStats). Elsewhere
// stats hold them.
func (m *match) teamScores(snap *quake2.Snapshot) {
	red, blue := m.level.mod.scoreStats[0], m.level.mod.scoreStats[1]
	switch {
	case !m.level.teams:
		return
	case m.level.mod.toldScores:
		f := m.track.Frame()
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = m.scores[0], m.scores[1]
		return
	case red == 0:
		return
	}
	for i := range snap.Players {
		v := &snap.Players[i]
		if m.level.hidden(sim.SlotAt(v.Slot)) && len(snap.Players) > 1 {
			continue
		}
		f := m.track.Frame()
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = stat(&v.State, red), stat(&v.State, blue)
		if m.level.mod.stats != nil {
			m.level.mod.stats(m, &v.State)
		}
		return
	}
}

// readClock records the time that a text starts with, in minutes and seconds: what is left of the
// match or of the countdown to it.
func (m *match) readClock(text string) {
	var minutes, seconds int
	n, _ := fmt.Sscanf(text, "%d:%d", &minutes, &seconds)
	m.timed = n == 2 && minutes >= 0 && minutes < 1000 && seconds >= 0 && seconds < 60
	if !m.timed {
		return
	}
	m.clockAt = m.track.Reading()
	m.clock = time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if strings.EqualFold(m.status, "match") || m.limit == 0 && !strings.EqualFold(m.status, "countdown") {
		m.limit = max(m.limit, m.clock)
		m.tellLimit()
	}
}

// tellLimit tells the time limit of the match at hand.
func (m *match) tellLimit() {
	if m.level.started && m.live && m.limit > 0 {
		m.track.Recorder().EditLevel(func(l *sim.Level) { l.TimeLimit = max(l.TimeLimit, m.limit) })
	}
}

// toldClock makes the clock of a match whose time left the game tells once a second.
func (m *match) toldClock() {
	phase := m.phase
	switch {
	case m.pause:
		phase = sim.PhaseTimeout
	case m.over && m.phase == sim.PhasePlaying:
		phase = sim.PhaseOvertime
	}
	since := min(m.track.Now()-m.clockAt, 900*time.Millisecond)
	switch {
	case m.timed && phase == sim.PhaseCountdown:
		m.Show(phase, max(m.clock-since, 0), true)
	case m.timed && phase == sim.PhasePlaying && m.limit > 0:
		m.Show(phase, max(m.limit-m.clock+since, 0), true)
	case m.timed && phase == sim.PhaseTimeout && m.limit > 0:
		m.Show(phase, max(m.limit-m.clock, 0), true)
	default:
		m.Show(phase, 0, false)
	}
}
