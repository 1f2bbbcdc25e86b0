package track

import (
	"time"

	"fragscope/sim"
)

// phases determines the phase of the match in games that always report the state of the match (Quake III), by comparing
// each report with the previous one.
type phases struct {
	told MatchTold

	phase   sim.Phase
	started time.Duration // game time at which the match began or, in a countdown, begins
	over    bool          // overtime
	rounds  tally
	inRound bool
	before  [sim.TeamCount]int16 // scores of the teams at the start of the round
	// coming is the number of the next round, and turn that of the team whose turn it is, counted from 1, in modes with
	// turns. begins and ends request the corresponding events at the next snapshot.
	coming, turn int
	begins, ends bool
	// ended is set from the end of a match that only prints announce until the start of the next.
	ended bool
	live  bool // a match was begun and has not ended
	// starts is set at the snapshot at which a match begins.
	starts bool
	// exiting is set from the server's announcement of the end of the level, a second before the players are taken
	// out of it, to the next restart.
	exiting bool
	// restarted requests that the match begins again at the next snapshot.
	restarted bool
	// paused is set in a timeout announced by prints. frozen is how long the match had lasted then.
	paused bool
	frozen time.Duration
	found  bool          // a phase was determined since the level began
	why    string        // why the match is about to end
	overAt time.Duration // when the last overtime was announced
}

// MatchTold describes the state of the match as reported by the game. Its times are on the game's clock.
type MatchTold struct {
	Stage MatchStage
	// Start is the time at which the match began, if HasStart is set.
	Start    time.Duration
	HasStart bool
	// Stood is how long the match has been paused since Start.
	Stood time.Duration
	// Until is the time at which the countdown ends according to the server. The match begins with a restart a little
	// later.
	Until  time.Duration
	Paused bool
	// RoundAt is the time at which the countdown to a round ends, or 0 if there is none.
	RoundAt time.Duration
	// Exact is set if Stage alone determines the phase, because the game does not report timeouts and the end of the
	// level in other ways. NewRound is set if Start changed without a countdown, which means that a round begins.
	Exact, NewRound bool
}

// MatchStage is the stage of the match reported by the game.
type MatchStage uint8

const (
	// StageByClock means that the clock determines the stage. The countdown ends at MatchTold.Until, and the match is
	// being played after that time.
	StageByClock MatchStage = iota
	// StageBefore means that the match has not begun. If MatchTold.Until is set, a countdown is running and ends at
	// that time; otherwise the server is in the warm-up.
	StageBefore
	StageWarmup
	StageCountdown
	StageTimeout
	StagePlaying
)

func (m MatchTold) conclude(t *Tracker) {
	s := &t.phases
	if m.NewRound && s.inRound {
		s.coming, s.ends, s.begins = s.rounds.next(), true, true
	}
	s.told = m
}

// Reports about the match apart from its stage.
type (
	// LevelExits reports that the level is about to end.
	LevelExits struct{}
	// LevelRestarts reports a restart of the level, for example at the start of a match.
	LevelRestarts struct{}
	// MatchForfeit reports that a match ended early. The Why field gives the reason. The report comes before the server
	// resets the scores.
	MatchForfeit struct{ Why string }
	// MatchEnding reports why the running match is about to end.
	MatchEnding struct{ Why string }
	// MatchComplete reports that the match being played is over.
	MatchComplete struct{}
	// MatchOpen reports that the match is not over after all. It revokes an earlier MatchComplete.
	MatchOpen struct{}
	// TimeoutCalled reports that a running match was paused.
	TimeoutCalled struct{}
	// TimeoutOver reports that a match paused by a timeout was resumed.
	TimeoutOver struct{}
	// OvertimeCalled reports the start of an overtime period. It is ignored unless a match is being played.
	OvertimeCalled struct{}
	// RoundNamed reports the number of the next or current round. If the teams take turns, Turn is the number of the
	// team whose turn it is. Both numbers start at 1; 0 means unknown.
	RoundNamed struct{ Number, Turn int }
	// RoundClock reports whether the clock of a round is running. Runs is set if a round has started. If Runs is false,
	// no round is being played.
	RoundClock struct{ Runs bool }
)

func (LevelExits) conclude(t *Tracker)     { t.phases.exiting = true }
func (LevelRestarts) conclude(t *Tracker)  { t.phases.restart() }
func (MatchOpen) conclude(t *Tracker)      { t.phases.ended = false }
func (TimeoutOver) conclude(t *Tracker)    { t.phases.paused = false }
func (OvertimeCalled) conclude(t *Tracker) { t.phases.overtime(&t.track) }

func (m MatchForfeit) conclude(t *Tracker) {
	if t.phases.live {
		t.phases.why = m.Why
		t.phases.endMatch(t, false)
	}
}

func (m MatchEnding) conclude(t *Tracker) {
	if t.phases.live {
		t.phases.why = m.Why
	}
}

func (MatchComplete) conclude(t *Tracker) {
	if t.phases.playing() {
		t.phases.ended = true
	}
}

func (TimeoutCalled) conclude(t *Tracker) {
	if s := &t.phases; s.live && !s.paused {
		s.paused, s.frozen = true, t.track.Clock()-s.started
	}
}

func (r RoundNamed) conclude(t *Tracker) {
	if r.Number > 0 {
		t.phases.coming = r.Number
	}
	if r.Turn > 0 {
		t.phases.turn = r.Turn
	}
}

func (r RoundClock) conclude(t *Tracker) {
	t.phases.begins, t.phases.ends = t.phases.begins || r.Runs, t.phases.ends || !r.Runs
}

func (s *phases) playing() bool {
	return s.phase == sim.PhasePlaying || s.phase == sim.PhaseOvertime
}

func (s *phases) restart() {
	s.ended, s.paused, s.exiting = false, false, false
	s.restarted = s.restarted || s.live && s.playing()
}

// again is the time within which another announcement of an overtime refers to the same overtime.
const again = 5 * time.Second

// overtime begins an overtime, if a match is being played.
func (s *phases) overtime(t *Track) {
	switch {
	case s.phase == sim.PhasePlaying && !s.over:
		s.over = true
	case s.phase == sim.PhaseOvertime && t.now-s.overAt > again:
		t.Queue(sim.Event{Kind: sim.EventOvertime})
	default:
		return
	}
	s.overAt = t.now
}

// concludePhase determines the phase of the match, records changes, and shows it.
func (t *Tracker) concludePhase() {
	s := &t.phases
	if t.rules.Mode.Phaseless {
		t.match.Show(sim.PhasePlaying, 0, false)
		t.runs.end(&t.track)
		return
	}
	s.starts = false
	phase, at, known := s.find(t.track.Clock(), t.intermission)
	if phase == sim.PhasePlaying && s.over {
		phase = sim.PhaseOvertime
	}
	clock := t.track.Clock() - at
	if phase == sim.PhaseCountdown {
		clock = -clock
	}
	if s.restarted {
		s.restarted, s.live, s.over, s.rounds, s.inRound, s.found = false, false, false, tally{}, false, false
		if phase == sim.PhaseOvertime {
			phase = sim.PhasePlaying
		}
	}
	t.match.Show(phase, clock, known)
	t.track.frame.LastScores = phase == sim.PhaseIntermission
	if phase != s.phase || !s.found {
		old, first := s.phase, !s.found
		s.phase, s.started, s.found = phase, at, true
		s.change(t, old, first)
	}
	s.changeRound(t)
	if at := s.told.RoundAt; s.live && phase == sim.PhasePlaying && at > t.track.Clock() {
		t.match.Show(sim.PhaseCountdown, at-t.track.Clock(), true)
	}
}

// changeRound ends and begins rounds as announced.
func (s *phases) changeRound(t *Tracker) {
	if s.live && s.ends {
		s.endRound(t)
	}
	if s.live && s.begins {
		s.beginRound(t, s.coming, s.turn)
	}
	s.begins, s.ends = false, false
}

// find returns the phase of the match and the time at which it began or, in a countdown, will begin.
func (s *phases) find(now time.Duration, intermission bool) (phase sim.Phase, at time.Duration, known bool) {
	m := &s.told
	if m.Exact {
		return s.findExact(intermission)
	}
	switch {
	case intermission || s.exiting:
		return sim.PhaseIntermission, m.Start, m.HasStart
	case m.Paused:
		return sim.PhaseTimeout, m.Start, m.HasStart
	case s.paused:
		return sim.PhaseTimeout, now - s.frozen, true
	}
	// The restart that begins the match comes a little after the end of the countdown.
	countdown := m.Until > 0 && m.Until+2*time.Second > now
	switch {
	case m.Stage == StageWarmup, m.Stage == StageBefore && !countdown:
		return sim.PhaseWarmup, 0, false
	case m.Stage != StagePlaying && countdown:
		return sim.PhaseCountdown, max(m.Until, now), true
	}
	return sim.PhasePlaying, m.Start, m.HasStart
}

// findExact is like find, but for games whose stage determines the phase.
func (s *phases) findExact(intermission bool) (phase sim.Phase, at time.Duration, known bool) {
	m := &s.told
	switch {
	case intermission:
		return sim.PhaseIntermission, m.Start, m.Start > 0
	case m.Stage == StageWarmup:
		s.ended = false
		return sim.PhaseWarmup, 0, false
	case s.ended:
		return sim.PhaseIntermission, m.Start, true
	case m.Stage == StageCountdown:
		return sim.PhaseCountdown, m.Until, true
	case m.Stage == StageTimeout:
		return sim.PhaseTimeout, m.Start, true
	}
	return sim.PhasePlaying, m.Start + m.Stood, true
}

// change records a new phase. first is set for the first phase of the level.
func (s *phases) change(t *Tracker, old sim.Phase, first bool) {
	switch s.phase {
	case sim.PhaseWarmup:
		s.endMatch(t, first)
		t.match.Begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		if s.live && t.rules.Mode.Rounds {
			s.endRound(t)
			break
		}
		t.match.Begin(sim.EventCountdown, "Countdown")
		s.over = false
	case sim.PhasePlaying, sim.PhaseOvertime:
		s.play(t, old, first)
	case sim.PhaseTimeout:
		t.match.Begin(sim.EventTimeout, "")
	case sim.PhaseIntermission:
		s.endMatch(t, first)
		t.match.Begin(sim.EventIntermission, "Intermission")
	}
}

// play begins a match, an overtime or a round, or resumes after a timeout.
func (s *phases) play(t *Tracker, old sim.Phase, first bool) {
	counts := t.rules.Mode.Rounds && !t.rules.Mode.RoundsTold
	switch {
	case old == sim.PhaseTimeout && !first:
		t.match.Begin(sim.EventTimein, "")
	case s.phase == sim.PhaseOvertime && s.live && old == sim.PhasePlaying:
		t.match.Begin(sim.EventOvertime, "Overtime")
	case s.live && counts:
		s.beginRound(t, s.rounds.next(), 0)
	default:
		s.live, s.why = true, ""
		age := seenStart
		if !first {
			age = max(age, t.rules.SeenStart)
		}
		t.match.beginWithin(sim.EventMatchStart, "Match", age)
		// If the recording began during the match, the counts are unknown. A round may have restarted the clock.
		s.starts = !first || !t.track.clip && t.track.Clock()-s.started <= 2*time.Second && (!counts || t.scoreless())
		if s.starts {
			t.scores.zero(&t.players)
			s.rounds.start()
		}
		if counts {
			s.beginRound(t, s.rounds.next(), 0)
		}
	}
}

func (s *phases) endMatch(t *Tracker, first bool) {
	if s.live && !first {
		s.endRound(t)
		t.track.Event(sim.Event{Kind: sim.EventMatchEnd, Text: sim.PlainText(s.why)})
	}
	s.live, s.over, s.rounds, s.inRound, s.why = false, false, tally{}, false, ""
}

// beginRound begins a round. n is 0 if unknown.
func (s *phases) beginRound(t *Tracker, n, turn int) {
	s.rounds.set(n)
	s.inRound, s.before = true, t.track.frame.TeamScore
	t.players.revive()
	t.match.StartRound(n, turn)
}

// endRound ends the round. If the teams score rounds, it names the winner.
func (s *phases) endRound(t *Tracker) {
	if !s.inRound {
		return
	}
	s.inRound = false
	e := sim.Event{Kind: sim.EventRoundEnd, Value: s.rounds.n}
	red := t.track.frame.TeamScore[sim.TeamRed] > s.before[sim.TeamRed]
	blue := t.track.frame.TeamScore[sim.TeamBlue] > s.before[sim.TeamBlue]
	if t.rules.Mode.RoundsCount && red != blue && s.before[sim.TeamRed] != sim.Unknown {
		e.Team, e.Text = sim.TeamRed, sim.PlainText("Red wins the round")
		if blue {
			e.Team, e.Text = sim.TeamBlue, sim.PlainText("Blue wins the round")
		}
	}
	t.track.Event(e)
}
