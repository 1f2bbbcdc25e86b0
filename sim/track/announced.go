package track

import (
	"strings"
	"time"

	"fragscope/sim"
)

// announced tracks the match in games whose server announces its course in prints and configstrings (Quake II).
type announced struct {
	started bool // the level was reported
	phase   sim.Phase
	rounds  tally
	played  bool // a round was begun
	joined  bool // the recording begins during the match
	live    bool // a match was begun and has not ended
	over    bool // overtime
	pause   bool
	// status and clock are the state and time of the match as the game reports them. limit is the total time of the
	// match, and clockAt is the time of the last change of the clock.
	status  string
	clock   time.Duration
	clockAt time.Duration
	timed   bool
	limit   time.Duration
	lights  time.Duration // when a round's countdown was last announced
	// countdown and action are the times at which the countdown to a round and the round itself began, counted from the
	// first snapshot that shows it. Each is 0 if it has not begun, and soon until that snapshot.
	countdown, action time.Duration
	frozen            uint32 // consecutive snapshots with the scoreboard on a frozen screen
	intermissionShown bool
}

const (
	// soon stands for the time of the next snapshot.
	soon = -1
	// countdownTime is the maximum length of a countdown to a round.
	countdownTime = 10 * time.Second
)

// Reports about a level and its match. Some come before the level's first snapshot.
type (
	// LevelCleared reports that everything known about the previous level must be discarded. Nothing is known about the
	// next level yet. If the previous level has ended, Left describes its end.
	LevelCleared struct {
		Left string
		// Self is the recorder's slot. Hidden is a slot that does not belong to any player. Nameless is set if there
		// may be players in slots without a configstring.
		Self, Hidden sim.Slot
		Nameless     bool
	}
	// LevelShown reports the start of a level. It is reported at the level's first snapshot.
	LevelShown struct{ sim.Level }
	// LevelPlays reports that the current level's game type has changed.
	LevelPlays struct {
		GameType string
		Contest  sim.Contest
		Teams    bool
	}
	// LevelRestarted reports that the level was restarted.
	LevelRestarted struct{ Map string }
	// Announced reports an event that the game announced in a line of text, such as the start of a round. Named is set
	// if the player's slot was looked up by name.
	Announced struct {
		sim.Event
		Named bool
	}
	// StatusTold reports the status of the match. Status is the server's own name for the status.
	StatusTold struct {
		Status string
		// Phase is the corresponding phase, or sim.PhaseUnknown. Loose is set for a status that causes no event, and
		// whose text may have the time left appended.
		Phase sim.Phase
		Loose bool
		// Overtime is set during overtime.
		Overtime bool
	}
	// TimeTold reports the match clock. The Left field is the remaining time of the match; it is valid if OK is set.
	// The Live field reports whether a match is running; it is valid if LiveSet is set.
	TimeTold struct {
		Left          time.Duration
		OK            bool
		Live, LiveSet bool
	}
	// TeamScored reports a team's score.
	TeamScored struct {
		Team  sim.Team
		Score int16
	}
	// FlagShown reports the state of a team's flag.
	FlagShown struct {
		Team  sim.Team
		State sim.FlagState
	}
)

func (l LevelCleared) conclude(t *Tracker) {
	if l.Left != "" {
		t.track.Event(sim.Event{Kind: sim.EventLevelEnd, Text: sim.PlainText(l.Left)})
		t.flushPlaced()
	}
	t.guides.reset(t)
	t.track.Reset()
	t.seats.reset(l.Self, l.Hidden, l.Nameless)
	t.monsters = monsters{}
	t.lying.reset(t.track.Snapshot() + 1)
	t.announced = announced{}
}

func (l LevelShown) conclude(t *Tracker) {
	t.announced.started, t.announced.joined = true, t.track.clip
	t.Recorder().Level(l.Level)
	t.track.Event(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(l.Map)})
	switch t.announced.phase {
	case sim.PhaseWarmup:
		t.match.Begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		t.match.Begin(sim.EventCountdown, "Countdown")
	}
}

func (l LevelPlays) conclude(t *Tracker) {
	if t.announced.started {
		t.Recorder().EditLevel(func(info *sim.Level) {
			info.GameType, info.Contest, info.Teams = l.GameType,
				l.Contest, l.Teams
		})
	}
}

func (l LevelRestarted) conclude(t *Tracker) {
	t.players.loseAll()
	t.guides.reset(t)
	t.track.Event(sim.Event{Kind: sim.EventLevelStart, Text: sim.PlainText(l.Map + " begins anew")})
	t.track.Chapter("Begun anew", sim.EventLevelStart)
}

func (s TeamScored) conclude(t *Tracker) { t.track.frame.TeamScore[s.Team] = s.Score }
func (f FlagShown) conclude(t *Tracker)  { t.match.SetFlag(f.Team, f.State) }

func (s StatusTold) conclude(t *Tracker) {
	m := &t.announced
	if s.Status == m.status {
		return
	}
	m.status = s.Status
	if s.Loose {
		m.limit = 0
		if m.phase != sim.PhaseIntermission {
			m.phase = s.Phase
		}
		return
	}
	switch s.Phase {
	case sim.PhaseWarmup:
		if m.phase != sim.PhaseWarmup {
			m.phase = sim.PhaseWarmup
			if m.started {
				t.match.Begin(sim.EventWarmup, "Warm-up")
			}
		}
	case sim.PhaseCountdown:
		m.phase, m.limit = sim.PhaseCountdown, 0
		if m.started {
			t.match.Begin(sim.EventCountdown, "Countdown")
		}
	case sim.PhasePlaying:
		if m.phase != sim.PhaseIntermission || m.live {
			m.phase = sim.PhasePlaying
		}
	}
	m.over = m.over || s.Overtime
}

func (c TimeTold) conclude(t *Tracker) {
	m := &t.announced
	if m.timed = c.OK; c.OK {
		m.clockAt, m.clock = t.track.Reading(), c.Left
		if strings.EqualFold(m.status, "match") || m.limit == 0 && !strings.EqualFold(m.status, "countdown") {
			m.limit = max(m.limit, m.clock)
			m.tellLimit(t)
		}
	}
	if c.LiveSet {
		m.live = c.Live
		m.tellLimit(t)
	}
}

// tellLimit sets the time limit of the current match.
func (m *announced) tellLimit(t *Tracker) {
	if m.started && m.live && m.limit > 0 {
		t.Recorder().EditLevel(func(l *sim.Level) { l.TimeLimit = max(l.TimeLimit, m.limit) })
	}
}

func (a Announced) conclude(t *Tracker) {
	e := a.Event
	e.Slot = t.seats.inGame(t, e.Slot, a.Named)
	m := &t.announced
	switch e.Kind {
	case sim.EventConnect:
		t.seats.list(t, e.Slot)
	case sim.EventDisconnect:
		t.track.Event(e)
		t.seats.leave(t, e.Slot)
		return
	case sim.EventMatchStart:
		m.start(t, e)
		return
	case sim.EventMatchEnd:
		if m.phase == sim.PhaseIntermission && !m.live {
			e.Kind = sim.EventPrint
			break
		}
		m.live, m.pause = false, false
		m.phase = sim.PhaseIntermission
		t.track.Event(e)
		t.match.Begin(sim.EventIntermission, "Intermission")
		return
	case sim.EventCountdown:
		m.phase, m.action = sim.PhaseCountdown, 0
		if at := t.track.Reading(); m.lights == 0 || at-m.lights > countdownTime {
			m.lights, m.countdown = at, soon
			t.track.Event(e)
		}
		return
	case sim.EventRoundStart:
		m.startRound(t)
		return
	case sim.EventRoundEnd:
		m.phase, m.countdown, m.action = sim.PhaseCountdown, 0, 0
		e.Value = m.rounds.n
	case sim.EventOvertime:
		m.over = true
		t.track.Chapter("Overtime", sim.EventOvertime)
	case sim.EventTimeout:
		m.pause = true
	case sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture:
		t.match.FlagEvent(e)
		return
	}
	t.track.Event(e)
}

// start begins a match, or resumes it after a timeout.
func (m *announced) start(t *Tracker, e sim.Event) {
	if m.pause {
		m.pause = false
		e.Kind = sim.EventTimein
		t.track.Event(e)
		return
	}
	m.live, m.over, t.seats.counting, m.phase = true, false, true, sim.PhasePlaying
	m.rounds.start()
	t.track.Event(e)
	t.track.Chapter("Match", sim.EventMatchStart)
	rows := t.players.Rows()
	for i := range rows {
		if rows[i].Life != sim.Spectating {
			r := t.players.Row(rows[i].Slot)
			r.Frags, r.Deaths = 0, 0
		}
	}
	if m.timed && m.limit > 0 {
		t.Recorder().EditLevel(func(l *sim.Level) { l.TimeLimit = m.limit })
	}
}

// startRound begins a round, which may be announced by several prints.
func (m *announced) startRound(t *Tracker) {
	if m.phase == sim.PhasePlaying && m.played {
		return
	}
	if !m.played && !m.joined && t.scoreless() {
		m.rounds.start()
	}
	m.phase, m.countdown, m.action, m.played = sim.PhasePlaying, 0, soon, true
	m.rounds.set(m.rounds.next())
	t.match.StartRound(m.rounds.n, 0)
}

// end determines the phase and the clock at a snapshot.
func (m *announced) end(t *Tracker, s *Snapshot) {
	m.intermission(t, s.Intermission)
	switch {
	case t.rules.TellsClock || m.timed:
		m.showTold(t)
		return
	case t.rules.Mode.Rounds:
		m.showRound(t)
		return
	case m.phase == sim.PhaseUnknown:
		m.phase = sim.PhasePlaying
	}
	t.match.Show(m.phase, t.track.Clock(), t.rules.ClockOfMatch)
}

// showRound sets the clock of the current round, or of the countdown to it. Between rounds, and in a round that
// began before the recording, there is none.
func (m *announced) showRound(t *Tracker) {
	now := t.track.Now()
	for _, at := range []*time.Duration{&m.countdown, &m.action} {
		if *at == soon {
			*at = now
		}
	}
	switch {
	case m.phase == sim.PhasePlaying && m.action > 0:
		t.match.Show(m.phase, now-m.action, true)
	case m.phase == sim.PhaseCountdown && m.countdown > 0:
		t.match.Show(m.phase, max(m.countdown+t.rules.RoundCountdown-now, 0), true)
	default:
		t.match.Show(m.phase, 0, false)
	}
}

// intermission detects the end of a level: everyone who played is frozen without a weapon in front of the
// scoreboard.
func (m *announced) intermission(t *Tracker, frozen bool) {
	if !frozen {
		m.frozen = 0
		return
	}
	m.frozen++
	if m.frozen < 3 || m.intermissionShown || t.rules.TellsClock {
		return
	}
	m.intermissionShown = true
	if m.phase != sim.PhaseIntermission {
		m.phase = sim.PhaseIntermission
		t.match.Begin(sim.EventIntermission, "Intermission")
	}
}

// showTold sets the clock of a match whose remaining time the game reports once per second.
func (m *announced) showTold(t *Tracker) {
	phase := m.phase
	switch {
	case m.pause:
		phase = sim.PhaseTimeout
	case m.over && m.phase == sim.PhasePlaying:
		phase = sim.PhaseOvertime
	}
	since := min(t.track.Now()-m.clockAt, 900*time.Millisecond)
	switch {
	case m.timed && phase == sim.PhaseCountdown:
		t.match.Show(phase, max(m.clock-since, 0), true)
	case m.timed && phase == sim.PhasePlaying && m.limit > 0:
		t.match.Show(phase, max(m.limit-m.clock+since, 0), true)
	case m.timed && phase == sim.PhaseTimeout && m.limit > 0:
		t.match.Show(phase, max(m.limit-m.clock, 0), true)
	default:
		t.match.Show(phase, 0, false)
	}
}
