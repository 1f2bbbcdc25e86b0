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
	*m = match{track: m.track, players: m.players, level: m.level, clients: m.clients}
}

// soon stands for the time of the snapshot to come.
const soon = -1

const (
	// countdownTime is how long a countdown to a round lasts at most.
	countdownTime = 10 * time.Second
	// lightsTime is how long it lasts in Action Quake 2, from "LIGHTS..." to "ACTION!".
	lightsTime = 4100 * time.Millisecond
)

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
		m.begin(sim.EventIntermission, "Intermission")
		return
	case sim.EventCountdown:
		m.phase, m.action = sim.PhaseCountdown, 0
		if t := m.level.time(); m.lights == 0 || t-m.lights > countdownTime {
			m.lights, m.countdown = t, soon
			m.track.Event(e)
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
		m.chapter("Overtime", sim.EventOvertime)
	case sim.EventTimeout:
		m.pause = true
	case sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture:
		m.track.Frame().FlagState[e.Team] = flagStates[e.Kind]
	}
	m.track.Event(e)
}

// flagStates is where a flag is after an event.
var flagStates = map[sim.EventKind]sim.FlagState{sim.EventFlagTaken: sim.FlagTaken, sim.EventFlagDropped: sim.FlagDropped,
	sim.EventFlagReturned: sim.FlagHome, sim.EventCapture: sim.FlagHome}

// chapter starts a chapter at the block at hand.
func (m *match) chapter(name string, kind sim.EventKind) {
	m.track.Recorder().Chapter(name, kind, m.level.time())
}

// begin records an event of the match and starts a chapter.
func (m *match) begin(kind sim.EventKind, chapter string) {
	m.track.Event(sim.Event{Kind: kind})
	m.chapter(chapter, kind)
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
	m.chapter("Match", sim.EventMatchStart)
	rows := m.players.Rows()
	for i := range rows {
		r := &rows[i]
		if r.Life != sim.Spectating {
			r.Frags, r.Deaths = 0, 0
		}
	}
	if m.timed && m.limit > 0 {
		m.track.Recorder().EditLevel(func(l *sim.Level) { l.TimeLimit = m.limit })
	}
}

// roundStart begins a round, of which more than one print may tell.
func (m *match) roundStart(e sim.Event) {
	if m.phase == sim.PhasePlaying && m.round > 0 {
		return
	}
	m.phase, m.countdown, m.action = sim.PhasePlaying, 0, soon
	m.round++
	e.Value = m.round
	e.Text = sim.PlainText(fmt.Sprintf("Round %d", m.round))
	m.track.Event(e)
	m.chapter(e.Text.Plain, sim.EventRoundStart)
}

// endSnapshot finds the phase, the clock and the scores at a snapshot.
func (m *match) endSnapshot(snap *quake2.Snapshot) {
	f := m.track.Frame()
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
	f.Phase, f.Match, f.MatchKnown = m.phase, m.track.Clock(), !m.level.multiview
}

// roundClock makes the clock of the round at hand, or of the countdown to it. Between rounds, and in one
// that began before the recording did, there is none.
func (m *match) roundClock() {
	f := m.track.Frame()
	for _, t := range []*time.Duration{&m.countdown, &m.action} {
		if *t == soon {
			*t = m.track.Now()
		}
	}
	f.Phase, f.MatchKnown = m.phase, false
	switch {
	case m.phase == sim.PhasePlaying && m.action > 0:
		f.MatchKnown, f.Match = true, m.track.Now()-m.action
	case m.phase == sim.PhaseCountdown && m.countdown > 0:
		f.MatchKnown, f.Match = true, max(m.countdown+lightsTime-m.track.Now(), 0)
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
		m.begin(sim.EventIntermission, "Intermission")
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
		if m.level.hidden(sim.SlotAt(v.Slot)) && len(snap.Players) > 1 {
			continue
		}
		f := m.track.Frame()
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = stat(&v.State, red), stat(&v.State, blue)
		if red, blue := m.level.mod.flagStats[0], m.level.mod.flagStats[1]; red != 0 {
			m.flagIcon(sim.TeamRed, "i_ctf1", stat(&v.State, red))
			m.flagIcon(sim.TeamBlue, "i_ctf2", stat(&v.State, blue))
		}
		return
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
	m.clockAt = m.level.time()
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
	f := m.track.Frame()
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
	since := min(m.track.Now()-m.clockAt, 900*time.Millisecond)
	switch {
	case f.Phase == sim.PhaseCountdown:
		f.MatchKnown, f.Match = true, max(m.clock-since, 0)
	case f.Phase == sim.PhasePlaying && m.limit > 0:
		f.MatchKnown, f.Match = true, max(m.limit-m.clock+since, 0)
	case f.Phase == sim.PhaseTimeout && m.limit > 0:
		f.MatchKnown, f.Match = true, max(m.limit-m.clock, 0)
	}
}

// flagIcon finds out from the icon in a stat where a team's flag is: the icons differ by their last letter.
// When a flag was captured the icon blinks.
func (m *match) flagIcon(team sim.Team, icon string, image int16) {
	state, ok := strings.CutPrefix(m.level.image(image), icon)
	if !ok {
		return
	}
	switch state {
	case "":
		m.track.Frame().FlagState[team] = sim.FlagHome
	case "d":
		m.track.Frame().FlagState[team] = sim.FlagDropped
	case "t":
		m.track.Frame().FlagState[team] = sim.FlagTaken
	}
}
