package track

import (
	"fmt"
	"time"

	"fragscope/sim"
)

// Match holds the state of the match: its phase, clock, rounds and flags.
type Match struct {
	t       *Track
	players *Players

	phase   sim.Phase
	started time.Duration // in demo time
	// known is set if the time at which the match started or, in a countdown, will start is known.
	known  bool
	until  time.Duration // end of a countdown, or of the match
	before sim.Phase     // phase before a timeout
	paused time.Duration // start of the timeout
	left   int           // minutes left as last reported, plus one
	rounds tally         // the current round or, in a match played in points, the last one completed
	point  bool          // a point of a match played in points is over
	flagAt time.Duration // until then, changes seen of a flag were already announced
	scores bool          // the intermission shows scores
}

// NewMatch returns a Match that is part of track t.
func NewMatch(t *Track, players *Players) *Match {
	m := &Match{t: t, players: players}
	t.match = m
	return m
}

func (m *Match) reset() { *m = Match{t: m.t, players: m.players} }

// Phase returns the current phase of the match.
func (m *Match) Phase() sim.Phase { return m.phase }

// Known reports whether the start time of the match is known. During a countdown, the start time is in the future.
func (m *Match) Known() bool { return m.known }

// Running returns the time at which the match started. ok is false if no match is running or its start is unknown.
func (m *Match) Running() (since time.Duration, ok bool) {
	return m.started, m.known && m.phase == sim.PhasePlaying
}

// justStarted reports whether the match started a moment ago, in which case another announcement refers to the same
// start.
func (m *Match) justStarted() bool {
	since, ok := m.Running()
	return ok && m.t.now-since < 3*time.Second
}

// Start starts a match at the current snapshot. In a match that is played as a series of points, it starts the next
// point instead.
func (m *Match) Start() {
	if m.justStarted() {
		return
	}
	m.phase, m.started, m.known = sim.PhasePlaying, m.t.now, true
	if m.point {
		m.point = false
		m.rounds.set(m.rounds.next())
		m.StartRound(m.rounds.next(), 0)
		return
	}
	if m.rounds.n == 0 && !m.t.clip {
		m.rounds.start()
	}
	m.Begin(sim.EventMatchStart, "Match")
	m.players.ResetDeaths()
}

// Begin records that a section of the match has begun, with an event of the given kind. If chapter is not empty, Begin
// also starts a chapter with that name. There is no event for a match that was already running when the demo first
// showed it.
func (m *Match) Begin(kind sim.EventKind, chapter string) {
	m.beginWithin(kind, chapter, seenStart)
}

// beginWithin is Begin for a match that is new up to the given age.
func (m *Match) beginWithin(kind sim.EventKind, chapter string, age time.Duration) {
	if f := &m.t.frame; kind != sim.EventMatchStart || f.Phase != sim.PhasePlaying || !f.MatchKnown || f.Match < age {
		m.t.Event(sim.Event{Kind: kind})
	}
	if chapter != "" {
		m.t.Chapter(chapter, kind)
	}
}

// seenStart is the maximum age of a match, by its clock, at the snapshot that shows its start.
const seenStart = 2 * time.Second

// StartedAt records that a match has been running since the given time. It does not record an event.
func (m *Match) StartedAt(at time.Duration) {
	m.phase, m.started, m.known = sim.PhasePlaying, at, true
}

// Plays records that a match is running. If a countdown or the warm-up was in progress, the match starts now. If the
// phase was unknown, the match's start remains unknown. Plays does not resume a match that is over.
func (m *Match) Plays() {
	switch m.phase {
	case sim.PhaseCountdown, sim.PhaseWarmup:
		m.Start()
	case sim.PhaseUnknown:
		m.phase, m.known = sim.PhasePlaying, false
		m.t.Chapter("Match", sim.EventMatchStart)
	}
}

// Warmup records that no match is running.
func (m *Match) Warmup() {
	m.left = 0
	if m.phase == sim.PhaseWarmup || m.phase == sim.PhaseIntermission {
		return
	}
	m.finish()
	m.phase, m.known = sim.PhaseWarmup, false
	m.Begin(sim.EventWarmup, "Warm-up")
}

// Countdown records that a match is about to begin. The parameter in is the time until the match begins, or 0 if that
// is unknown.
func (m *Match) Countdown(in time.Duration) {
	if m.justStarted() {
		return
	}
	if m.phase != sim.PhaseCountdown {
		m.phase = sim.PhaseCountdown
		m.Begin(sim.EventCountdown, "Countdown")
	}
	if in > 0 {
		m.until, m.known = m.t.now+in, true
	}
}

// finish records the end of a match, if one is running.
func (m *Match) finish() {
	switch m.phase {
	case sim.PhasePlaying, sim.PhaseOvertime, sim.PhaseTimeout:
		m.Begin(sim.EventMatchEnd, "")
	}
}

// End ends the match. From then on, the scores are final.
func (m *Match) End() {
	if m.phase == sim.PhaseIntermission {
		return
	}
	m.finish()
	m.until, m.phase, m.scores = m.t.now, sim.PhaseIntermission, false
	m.t.Chapter("", sim.EventMatchEnd)
}

// Intermission ends the match, if one is running, and begins the intermission.
func (m *Match) Intermission() {
	if m.phase != sim.PhaseIntermission {
		m.finish()
		m.until, m.scores = m.t.now, false
	}
	if m.phase = sim.PhaseIntermission; m.scores { // an epilogue and the scores come one after the other
		return
	}
	m.scores = true
	m.Begin(sim.EventIntermission, "Intermission")
}

// Overtime begins an overtime period. text is the game's announcement.
func (m *Match) Overtime(text sim.Text) {
	if m.phase == sim.PhasePlaying || m.phase == sim.PhaseOvertime {
		m.phase = sim.PhaseOvertime
		m.t.Event(sim.Event{Kind: sim.EventOvertime, Text: text})
		m.t.Chapter("Overtime", sim.EventOvertime)
	}
}

// StartRound begins a round. number is 0 if the round's number is unknown, and turn is 0 if the teams do not take
// turns.
func (m *Match) StartRound(number, turn int) {
	name := "Round"
	if number > 0 {
		name = fmt.Sprintf("Round %d", number)
	}
	if turn > 0 {
		name = fmt.Sprintf("%s, turn %d", name, turn)
	}
	m.t.Event(sim.Event{Kind: sim.EventRoundStart, Value: number, Text: sim.PlainText(name)})
	m.t.Chapter(name, sim.EventRoundStart)
}

// NextRound records that the round with the given number is about to begin.
func (m *Match) NextRound(number int) { m.rounds.set(number) }

// EndRound ends the current round. text is the game's announcement.
func (m *Match) EndRound(text sim.Text) { m.endRound(m.rounds.n, text) }

// EndPoint ends a point in a match that is played as a series of points. text is the game's announcement. The next call
// to Start begins the next point.
func (m *Match) EndPoint(text sim.Text) {
	m.point = true
	m.endRound(m.rounds.next(), text)
}

func (m *Match) endRound(number int, text sim.Text) {
	m.t.Event(sim.Event{Kind: sim.EventRoundEnd, Value: number, Text: text})
}

// Pause pauses the game if on is set, and resumes it otherwise. A pause does not count towards the duration of the
// match or of powerups.
func (m *Match) Pause(on bool) {
	switch {
	case on && m.phase != sim.PhaseTimeout:
		m.before, m.phase, m.paused = m.phase, sim.PhaseTimeout, m.t.now
		m.Begin(sim.EventTimeout, "")
	case !on && m.phase == sim.PhaseTimeout:
		m.phase = m.before
		m.started += m.t.now - m.paused
		m.players.DelayPowerups(m.t.now - m.paused)
		m.Begin(sim.EventTimein, "")
	}
}

// flagStates maps events to the resulting state of the flag.
var flagStates = [sim.EventKindCount]sim.FlagState{sim.EventFlagTaken: sim.FlagTaken,
	sim.EventFlagDropped:  sim.FlagDropped,
	sim.EventFlagReturned: sim.FlagHome, sim.EventCapture: sim.FlagHome}

// FlagEvent records an event about a team's flag.
func (m *Match) FlagEvent(e sim.Event) {
	m.SetFlag(e.Team, flagStates[e.Kind])
	m.flagAt = m.t.now + flagTold
	m.t.Event(e)
}

// flagTold is the maximum time between the game's announcement of a change of a flag and the snapshot that shows it.
const flagTold = 500 * time.Millisecond

// toldOfFlag reports whether the game just announced a change of a flag.
func (m *Match) toldOfFlag() bool { return m != nil && m.t.now < m.flagAt }

// SetFlag sets the state of a team's flag.
func (m *Match) SetFlag(team sim.Team, state sim.FlagState) { m.t.frame.FlagState[team] = state }

// Flag returns the state of a team's flag.
func (m *Match) Flag(team sim.Team) sim.FlagState { return m.t.frame.FlagState[team] }

// Show sets the phase of the match and, if known is set, the match clock. Games that report both at every snapshot need
// no other method.
func (m *Match) Show(phase sim.Phase, clock time.Duration, known bool) {
	f := &m.t.frame
	f.Phase, f.MatchKnown, f.Match = phase, known, 0
	if known {
		f.Match = clock
	}
}

// EndSnapshot sets the phase and the match clock of the current frame.
func (m *Match) EndSnapshot() {
	clock := m.t.now - m.started
	switch m.phase {
	case sim.PhaseCountdown:
		clock = max(m.until-m.t.now, 0)
	case sim.PhaseTimeout:
		clock = m.paused - m.started
	case sim.PhaseIntermission:
		clock = m.until - m.started
	}
	m.Show(m.phase, clock, m.known)
}
