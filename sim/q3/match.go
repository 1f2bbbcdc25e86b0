package q3

import (
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// match finds the phases of the match.
type match struct {
	*game
	*track.Match
	runs *runs
	said matchInfo
	matchState
}

// matchState is the state of the match.
type matchState struct {
	phase   sim.Phase
	started int32 // server time at which the match began, or begins in a countdown
	over    bool  // overtime
	round   int
	inRound bool
	before  [sim.TeamCount]int16 // scores of the teams when the round began
	// coming and turn are the round of Quake Live that begins next, and whose turn
	// it is in a mode in which the teams take turns, from 1. begins and ends ask
	// for the events at the next snapshot.
	coming, turn int
	begins, ends bool
	// ended is true from the end of a match, which CPMA prints only, to the
	// start of the next.
	ended bool
	live  bool // a match was begun and not ended
	// starts is set at the snapshot with which a match begins.
	starts bool
	// exiting is set from the moment that the server announces the end of the level, a second before
	// the players are taken out of it, to the next restart.
	exiting bool
	// restarted asks to begin the match anew at the next snapshot.
	restarted bool
	// paused is true in a time-out that prints tell, and frozen is how long the
	// match had lasted then, in ms.
	paused bool
	frozen int32
	found  bool          // a phase was found since the level began
	why    string        // why the match is about to end
	overAt time.Duration // when the last overtime was told
}

func (s *match) reset() {
	s.matchState, s.said = matchState{}, matchInfo{}
	s.readMatch()
	s.roundString()
	s.roundTime()
}

// updateMatch finds the phase of the match from the configstrings and tells
// when it changes.
func (s *match) updateMatch() {
	if s.state == nil {
		return
	}
	m := s
	if s.mod.tells.runs {
		s.Show(sim.PhasePlaying, 0, false)
		if s.running {
			s.runs.endRun(s.runs.ran)
		}
		s.runs.ran = 0
		return
	}
	s.starts = false
	phase, at, known := s.findPhase()
	if phase == sim.PhasePlaying && m.over {
		phase = sim.PhaseOvertime
	}
	clock := millis(s.clock - at)
	if phase == sim.PhaseCountdown {
		clock = -clock
	}
	s.Show(phase, clock, known)
	s.t.Frame().LastScores = phase == sim.PhaseIntermission
	if !s.running {
		return
	}
	if m.restarted {
		m.restarted, m.live, m.over, m.round, m.inRound, m.found = false, false, false, 0, false, false
		if phase == sim.PhaseOvertime {
			phase = sim.PhasePlaying
			s.Show(phase, clock, known)
		}
	}
	if phase != m.phase || !m.found {
		old, first := m.phase, !m.found
		m.phase, m.started, m.found = phase, at, true
		s.changePhase(old, first)
	}
	if m.live && m.ends {
		s.endRound()
	}
	if m.live && m.begins {
		s.beginRound(m.coming, m.turn)
	}
	m.begins, m.ends = false, false
	if at := s.said.roundAt; m.live && phase == sim.PhasePlaying && at > s.clock {
		s.Show(sim.PhaseCountdown, millis(at-s.clock), true)
	}
}

// matchInfo is what the configstrings say of the match, read when one of
// them changes.
type matchInfo struct {
	start          int32 // when the level began
	hasStart       bool
	pause          bool
	until          int // end of the warm-up; negative: it has none
	state          string
	cpma           bool
	tw, ts, te, td int
	tl, sl         int // CPMA's limits of time and score
	// How long weapons and powerups stay away when taken; 0 where the server does
	// not tell.
	weaponRespawn, powerRespawn time.Duration
	vanilla                     bool  // CPMA plays by the rules of Quake III
	roundAt                     int32 // when the countdown to a round of Quake Live ends; 0 none
}

// readExit reads the configstring that announces the end of the level. Servers leave it set
// after a restart, so only its change counts (g_main.c, LogExit).
func (s *match) readExit() {
	t := s.state.Configstrings[s.protocol.CsIntermission]
	if t == "1" || strings.EqualFold(t, "qtrue") {
		s.exiting = true
	}
}

// readMatch reads the configstrings that tell of the match.
func (s *match) readMatch() {
	cs := &s.state.Configstrings
	var m matchInfo
	start, ok := number(cs[s.protocol.CsLevelStart])
	m.start, m.hasStart = int32(start), ok
	m.pause = s.mod.config.pauseStart >= 0 && atoi(cs[s.mod.config.pauseStart]) > 0
	warmup := cs[configWarmup]
	if strings.HasPrefix(warmup, `\`) {
		warmup = info(warmup)["time"]
	}
	m.until = atoi(warmup)
	m.state = strings.ToUpper(s.serverInfo["g_gamestate"])
	m.weaponRespawn = seconds(s.serverInfo["g_weaponrespawn"])
	if after := seconds(s.serverInfo["g_weaponteamrespawn"]); after > 0 && s.mode.kind.teams() {
		m.weaponRespawn = after
	}
	if s.mod.config.match >= 0 && cs[s.mod.config.match] != "" {
		v := info(cs[s.mod.config.match])
		m.cpma = true
		m.vanilla = v["pm"] == "0"
		m.tw, m.ts, m.te, m.td = atoi(v["tw"]), atoi(v["ts"]), atoi(v["te"]), atoi(v["td"])
		m.tl, m.sl = atoi(v["tl"]), atoi(v["sl"])
		m.weaponRespawn, m.powerRespawn = seconds(v["wr"]), seconds(v["pu"])
	}
	if s.mod.config.round >= 0 {
		m.roundAt = int32(atoi(info(cs[s.mod.config.round])["time"]))
	}
	if old := &s.said; m.cpma && s.inRound && m.tw == 0 && old.tw == 0 && m.ts != old.ts {
		// Early versions have no countdown between rounds: the start moves on.
		s.coming, s.ends, s.begins = s.round+1, true, true
	}
	limits := m.cpma && (m.tl != s.said.tl || m.sl != s.said.sl)
	s.said = m
	s.mod.apply(&s.rules, m.vanilla)
	if limits {
		s.rec.EditLevel(s.limits)
	}
}

// seconds reads a number of seconds.
func seconds(text string) time.Duration {
	return time.Duration(min(max(atoi(text), 0), 24*60*60)) * time.Second
}

// limits sets the limits of a level.
func (s *match) limits(l *sim.Level) {
	l.GameType, l.Contest, l.Teams = s.mode.name, s.mode.contest, s.mode.kind.teams()
	if s.mod.tells.runs {
		l.Contest = sim.Race
	}
	l.TimeLimit = time.Duration(atoi(s.serverInfo["timelimit"])) * time.Minute
	l.FragLimit = atoi(s.serverInfo["fraglimit"])
	if s.said.cpma {
		l.TimeLimit, l.FragLimit = time.Duration(s.said.tl)*time.Minute, s.said.sl
	}
}

// phase is the phase of the match, and when it began or, in a countdown,
// when it will.
func (s *match) findPhase() (phase sim.Phase, at int32, known bool) {
	m := &s.said
	switch {
	case m.cpma:
		return s.phaseCPMA()
	case s.intermission || s.exiting:
		return sim.PhaseIntermission, m.start, m.hasStart
	case m.pause:
		return sim.PhaseTimeout, m.start, m.hasStart
	case s.paused:
		return sim.PhaseTimeout, s.clock - s.frozen, true
	}
	switch m.state {
	case "PRE_GAME", "COUNT_DOWN":
		if s.countdown() {
			return sim.PhaseCountdown, max(int32(m.until), s.clock), true
		}
		return sim.PhaseWarmup, 0, false
	case "IN_PROGRESS":
		return sim.PhasePlaying, m.start, m.hasStart
	}
	switch {
	case m.until < 0:
		return sim.PhaseWarmup, 0, false
	case s.countdown():
		return sim.PhaseCountdown, max(int32(m.until), s.clock), true
	}
	return sim.PhasePlaying, m.start, m.hasStart
}

// countdown reports whether a countdown runs. The restart that begins the match
// comes a little after its end.
func (s *match) countdown() bool {
	return s.said.until > 0 && int64(s.said.until)+2000 > int64(s.clock)
}

// phaseCPMA reads CPMA's state of the match: tw is -1 in the warm-up, 0 in
// the match, which began at ts, and when the countdown ends; te is not 0
// in a time-out, and td is how long time-outs lasted.
func (s *match) phaseCPMA() (phase sim.Phase, at int32, known bool) {
	m := &s.said
	switch {
	case s.intermission:
		return sim.PhaseIntermission, int32(m.ts), m.ts > 0
	case m.tw < 0:
		s.ended = false
		return sim.PhaseWarmup, 0, false
	case s.ended:
		return sim.PhaseIntermission, int32(m.ts), true
	case m.tw > 0:
		return sim.PhaseCountdown, int32(m.tw), true
	case m.te != 0:
		return sim.PhaseTimeout, int32(m.ts), true
	}
	return sim.PhasePlaying, int32(m.ts + m.td), true
}

// changePhase tells of a new phase; first is true for the one that the level
// begins with.
func (s *match) changePhase(old sim.Phase, first bool) {
	m := s
	switch m.phase {
	case sim.PhaseWarmup:
		s.endMatch(first)
		s.Begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		if m.live && s.mode.rounds {
			s.endRound()
			break
		}
		s.Begin(sim.EventCountdown, "Countdown")
		m.over = false
	case sim.PhasePlaying, sim.PhaseOvertime:
		switch {
		case old == sim.PhaseTimeout && !first:
			s.Begin(sim.EventTimein, "")
		case m.phase == sim.PhaseOvertime && m.live && old == sim.PhasePlaying:
			s.Begin(sim.EventOvertime, "Overtime")
		case m.live && s.mode.rounds && s.mod.config.round < 0:
			s.beginRound(m.round+1, 0)
		default:
			m.live, m.why = true, ""
			s.Begin(sim.EventMatchStart, "Match")
			s.zeroScores(first)
			if s.mode.rounds && s.mod.config.round < 0 {
				s.beginRound(1, 0)
			}
		}
	case sim.PhaseTimeout:
		s.Begin(sim.EventTimeout, "")
	case sim.PhaseIntermission:
		s.endMatch(first)
		s.Begin(sim.EventIntermission, "Intermission")
	}
}

func (s *match) endMatch(first bool) {
	m := s
	if m.live && !first {
		s.endRound()
		s.t.Event(sim.Event{Kind: sim.EventMatchEnd, Text: sim.PlainText(m.why)})
	}
	m.live, m.over, m.round, m.inRound, m.why = false, false, 0, false, ""
}

// forfeitMatch ends a duel of CPMA that one of the two left, before what the server resets: the
// scores are those of before.
func (s *match) forfeitMatch() {
	s.why = forfeit
	s.endMatch(false)
}

// beginRound begins a round, whose number is 0 where the demo does not tell.
func (s *match) beginRound(n, turn int) {
	m := s
	m.round, m.inRound, m.before = n, true, s.t.Frame().TeamScore
	for i := range s.players.Rows() {
		// Everyone is alive in a new round, though not all are in sight.
		if r := &s.players.Rows()[i]; r.Life == sim.Dead && !r.Visible {
			r = s.players.Row(r.Slot)
			r.Life, r.Powerups = sim.Absent, 0
		}
	}
	s.StartRound(n, turn)
}

// endRound ends the round; where rounds are what the teams score, it tells who
// won it.
func (s *match) endRound() {
	m := s
	if !m.inRound {
		return
	}
	m.inRound = false
	e := sim.Event{Kind: sim.EventRoundEnd, Value: m.round}
	red := s.t.Frame().TeamScore[sim.TeamRed] > m.before[sim.TeamRed]
	blue := s.t.Frame().TeamScore[sim.TeamBlue] > m.before[sim.TeamBlue]
	if s.mode.kind == modeRounds && !s.mode.single && red != blue && m.before[sim.TeamRed] != sim.Unknown {
		e.Team, e.Text = sim.TeamRed, sim.PlainText("Red wins the round")
		if blue {
			e.Team, e.Text = sim.TeamBlue, sim.PlainText("Blue wins the round")
		}
	}
	s.t.Event(e)
}

// zeroScores starts the counts of a match; where the recording began within
// it, they are not known.
func (s *match) zeroScores(first bool) {
	if first && s.clock-s.started > 2000 {
		return
	}
	s.starts = true
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Profile.Team != sim.TeamSpectator && r.Slot.Index() != s.scored {
			r = s.players.Row(r.Slot)
			r.Frags, r.Deaths = 0, 0
		}
	}
}

// mapRestart is the restart of the level, as when a match begins.
func (s *match) mapRestart() {
	s.ended, s.paused, s.exiting = false, false, false
	if s.live && (s.phase == sim.PhasePlaying || s.phase == sim.PhaseOvertime) {
		s.restarted = true
	}
}

// again is how long the same news may be told in other words.
const again = 5 * time.Second

// overtime begins an overtime, if a match is being played.
func (s *match) overtime() {
	m := s
	switch {
	case m.phase == sim.PhasePlaying && !m.over:
		m.over = true
	case m.phase == sim.PhaseOvertime && s.t.Now()-m.overAt > again:
		s.t.Queue(sim.Event{Kind: sim.EventOvertime})
	default:
		return
	}
	m.overAt = s.t.Now()
}

// roundString reads which round of Quake Live is coming, or goes on.
func (s *match) roundString() {
	if s.mod.config.round < 0 {
		return
	}
	v := info(s.state.Configstrings[s.mod.config.round])
	if n := atoi(v["round"]); n > 0 {
		s.coming = n
	}
	if turn, ok := number(v["turn"]); ok {
		s.turn = turn + 1
	}
}

// roundTime reads when the round of Quake Live began; -1 is between rounds.
func (s *match) roundTime() {
	if s.mod.config.roundTime < 0 {
		return
	}
	switch t := atoi(s.state.Configstrings[s.mod.config.roundTime]); {
	case t > 0:
		s.begins = true
	case t < 0:
		s.ends = true
	}
}

// matchEnds are the words of prints that tell why a match ends.
var matchEnds = []struct{ words, why string }{
	{"timelimit hit", "Match end: time limit"}, {"fraglimit hit", "Match end: frag limit"}, {"capturelimit hit", "Match end: capture limit"},
	{"scorelimit hit", "Match end: score limit"}, {"roundlimit hit", "Match end: round limit"}, {"hit the fraglimit", "Match end: frag limit"},
	{"hit the capturelimit", "Match end: capture limit"}, {"hit the scorelimit", "Match end: score limit"}, {"hit the roundlimit", "Match end: round limit"},
	{"mercylimit", "Match end: mercy limit"}, {"mercy limit", "Match end: mercy limit"}, {"forfeit", forfeit},
}

const forfeit = "Match end: forfeit"

// readMatchWords finds in a print what the game tells in no other way.
func (s *match) readMatchWords(text string) {
	t := strings.ToLower(text)
	if s.live {
		for _, e := range matchEnds {
			if strings.Contains(t, e.words) {
				s.why = e.why
			}
		}
	}
	if s.mod.tells.timeouts {
		switch {
		case strings.Contains(t, "called time-out") && s.live && !s.paused:
			s.paused, s.frozen = true, s.clock-s.started
		case strings.Contains(t, "has resumed"):
			s.paused = false
		}
	}
	if s.mod.config.match >= 0 {
		for _, w := range []string{"match complete", "match over", "limit hit", "has won the match"} {
			if strings.Contains(t, w) && (s.phase == sim.PhasePlaying || s.phase == sim.PhaseOvertime) {
				s.ended = true
			}
		}
	}
	if strings.Contains(t, "sudden death") && !strings.Contains(t, "overtime mode:") ||
		strings.Contains(t, "overtime") && !strings.Contains(t, "overtime mode:") && !strings.Contains(t, "g_overtime") {
		s.overtime()
	}
}
