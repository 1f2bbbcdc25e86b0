package q3

import (
	"fmt"
	"strings"
	"time"

	"fragscope/sim"
)

// match is the state of the match.
type match struct {
	phase   sim.Phase
	started int32 // server time at which the match began, or begins in a countdown
	over    bool  // overtime
	round   int
	inRound bool
	before  [sim.TeamCount]int16 // scores of the teams when the round began
	// pendingFor and turn are the round of Quake Live that begins next, and whose turn
	// it is in a mode in which the teams take turns, from 1. begins and ends ask
	// for the events at the next snapshot.
	coming, turn int
	begins, ends bool
	// ended is true from the end of a match, which CPMA prints only, to the
	// start of the next.
	ended bool
	live  bool // a match was begun and not ended
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

// Numbers of configstrings that hold for all protocols and mods.
const (
	configWarmup   = 5
	configVoteTime = 8
	configVote     = 9
	configScores   = 6
	configPlaces   = 659 // Quake Live: names of the first two
)

// Numbers that stand in a score's place: from forfeited downwards there is none.
const (
	noScore   = -9999 // the player is not there
	forfeited = -999  // of Quake Live: he gave up, or his team did
)

// updateMatch finds the phase of the match from the configstrings and tells
// when it changes.
func (s *Simulator) updateMatch() {
	if s.state == nil {
		return
	}
	m := &s.match
	if s.mod.tells.runs {
		s.t.Frame().Phase, s.t.Frame().MatchKnown, s.t.Frame().Match = sim.PhasePlaying, false, 0
		if s.running {
			s.endRun(s.ran)
		}
		s.ran = 0
		return
	}
	phase, at, known := s.phase()
	if phase == sim.PhasePlaying && m.over {
		phase = sim.PhaseOvertime
	}
	f := s.t.Frame()
	f.Phase, f.MatchKnown, f.Match = phase, known, 0
	if known {
		f.Match = millis(s.clock - at)
		if phase == sim.PhaseCountdown {
			f.Match = millis(at - s.clock)
		}
	}
	if !s.running {
		return
	}
	if m.restarted {
		m.restarted, m.live, m.over, m.round, m.inRound, m.found = false, false, false, 0, false, false
		if phase == sim.PhaseOvertime {
			phase = sim.PhasePlaying
			f.Phase = phase
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
	if at := s.matchInfo.roundAt; m.live && phase == sim.PhasePlaying && at > s.clock {
		f.Phase, f.MatchKnown, f.Match = sim.PhaseCountdown, true, millis(at-s.clock)
	}
}

// endRun makes a chapter of a run of DeFRaG that was finished, if one was: when
// it began is told by how long it took.
func (s *Simulator) endRun(took time.Duration) {
	if took <= 0 {
		return
	}
	s.rec.Chapter("Run", sim.EventFinish, max(s.t.Now()-took, s.runEnd))
	s.rec.Chapter("", sim.EventFinish, s.t.Now())
	s.runEnd = s.t.Now()
}

// matchInfo is what the configstrings say of the match, read when one of
// them changes.
type matchInfo struct {
	start          int32 // when the level began
	hasStart       bool
	intermission   bool
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

// readMatch reads the configstrings that tell of the match.
func (s *Simulator) readMatch() {
	cs := &s.state.Configstrings
	var m matchInfo
	start, ok := number(cs[s.protocol.CsLevelStart])
	m.start, m.hasStart = int32(start), ok
	t := cs[s.protocol.CsIntermission]
	m.intermission = t == "1" || strings.EqualFold(t, "qtrue")
	if old := &s.matchInfo; old.intermission && m.hasStart && old.hasStart && m.start == old.start {
		// A server takes the mark away when it goes on to the next map.
		m.intermission = true
	}
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
	if old := &s.matchInfo; m.cpma && s.match.inRound && m.tw == 0 && old.tw == 0 && m.ts != old.ts {
		// Early versions have no countdown between rounds: the start moves on.
		s.match.coming, s.match.ends, s.match.begins = s.match.round+1, true, true
	}
	limits := m.cpma && (m.tl != s.matchInfo.tl || m.sl != s.matchInfo.sl)
	s.matchInfo = m
	if limits {
		s.rec.EditLevel(s.limits)
	}
}

// seconds reads a number of seconds.
func seconds(text string) time.Duration {
	return time.Duration(min(max(atoi(text), 0), 24*60*60)) * time.Second
}

// limits sets the limits of a level.
func (s *Simulator) limits(l *sim.Level) {
	l.GameType, l.Teams = s.mode.name, s.mode.kind.teams()
	l.TimeLimit = time.Duration(atoi(s.serverInfo["timelimit"])) * time.Minute
	l.FragLimit = atoi(s.serverInfo["fraglimit"])
	if s.matchInfo.cpma {
		l.TimeLimit, l.FragLimit = time.Duration(s.matchInfo.tl)*time.Minute, s.matchInfo.sl
	}
}

// phase is the phase of the match, and when it began or, in a countdown,
// when it will.
func (s *Simulator) phase() (phase sim.Phase, at int32, known bool) {
	m := &s.matchInfo
	switch {
	case m.cpma:
		return s.phaseCPMA()
	case m.intermission:
		return sim.PhaseIntermission, m.start, m.hasStart
	case m.pause:
		return sim.PhaseTimeout, m.start, m.hasStart
	case s.match.paused:
		return sim.PhaseTimeout, s.clock - s.match.frozen, true
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

// countdown tells whether a countdown runs. The restart that begins the match
// comes a little after its end.
func (s *Simulator) countdown() bool {
	return s.matchInfo.until > 0 && int64(s.matchInfo.until)+2000 > int64(s.clock)
}

// phaseCPMA reads CPMA's state of the match: tw is -1 in the warm-up, 0 in
// the match, which began at ts, and when the countdown ends; te is not 0
// in a time-out, and td is how long time-outs lasted.
func (s *Simulator) phaseCPMA() (phase sim.Phase, at int32, known bool) {
	m := &s.matchInfo
	switch {
	case m.tw < 0:
		s.match.ended = false
		return sim.PhaseWarmup, 0, false
	case s.match.ended:
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
func (s *Simulator) changePhase(old sim.Phase, first bool) {
	m := &s.match
	switch m.phase {
	case sim.PhaseWarmup:
		s.endMatch(first)
		s.begin(sim.EventWarmup, "Warm-up")
	case sim.PhaseCountdown:
		if m.live && s.mode.rounds {
			s.endRound()
			break
		}
		s.begin(sim.EventCountdown, "Countdown")
		m.over = false
	case sim.PhasePlaying, sim.PhaseOvertime:
		switch {
		case old == sim.PhaseTimeout && !first:
			s.begin(sim.EventTimein, "")
		case m.phase == sim.PhaseOvertime && m.live && old == sim.PhasePlaying:
			s.begin(sim.EventOvertime, "Overtime")
		case m.live && s.mode.rounds && s.mod.config.round < 0:
			s.beginRound(m.round+1, 0)
		default:
			m.live, m.why = true, ""
			s.begin(sim.EventMatchStart, "Match")
			s.zeroScores(first)
			if s.mode.rounds && s.mod.config.round < 0 {
				s.beginRound(1, 0)
			}
		}
	case sim.PhaseTimeout:
		s.begin(sim.EventTimeout, "")
	case sim.PhaseIntermission:
		s.endMatch(first)
		s.begin(sim.EventIntermission, "Intermission")
	}
}

// begin records an event of the match and, with a name, starts a chapter.
func (s *Simulator) begin(kind sim.EventKind, chapter string) {
	s.t.Event(sim.Event{Kind: kind})
	if chapter != "" {
		s.rec.Chapter(chapter, kind, s.t.Now())
	}
}

func (s *Simulator) endMatch(first bool) {
	m := &s.match
	if m.live && !first {
		s.endRound()
		s.t.Event(sim.Event{Kind: sim.EventMatchEnd, Text: sim.PlainText(m.why)})
	}
	m.live, m.over, m.round, m.inRound, m.why = false, false, 0, false, ""
}

// beginRound begins a round, whose number is 0 where the demo does not tell.
func (s *Simulator) beginRound(n, turn int) {
	m := &s.match
	m.round, m.inRound, m.before = n, true, s.t.Frame().TeamScore
	for i := range s.players.Rows() {
		// Everyone is alive in a new round, though not all are in sight.
		if r := &s.players.Rows()[i]; r.Life == sim.Dead && !r.Visible {
			r.Life, r.Powerups = sim.Absent, 0
		}
	}
	name := "Round"
	if n > 0 {
		name = fmt.Sprintf("Round %d", n)
	}
	if turn > 0 {
		name = fmt.Sprintf("%s, turn %d", name, turn)
	}
	s.t.Event(sim.Event{Kind: sim.EventRoundStart, Value: n, Text: sim.PlainText(name)})
	s.rec.Chapter(name, sim.EventRoundStart, s.t.Now())
}

// endRound ends the round; where rounds are what the teams score, it tells who
// won it.
func (s *Simulator) endRound() {
	m := &s.match
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
func (s *Simulator) zeroScores(first bool) {
	if first && s.clock-s.match.started > 2000 {
		return
	}
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Profile.Team != sim.TeamSpectator && r.Slot.Index() != s.pov {
			r.Frags, r.Deaths = 0, 0
		}
	}
}

// mapRestart is the restart of the level, as when a match begins.
func (s *Simulator) mapRestart() {
	s.match.ended, s.match.paused = false, false
	s.matchInfo.intermission = false
	if s.match.live && (s.match.phase == sim.PhasePlaying || s.match.phase == sim.PhaseOvertime) {
		s.match.restarted = true
	}
}

// again is how long the same news may be told in other words.
const again = 5 * time.Second

// overtime begins an overtime, if a match is being played.
func (s *Simulator) overtime() {
	m := &s.match
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

// scoreStrings reads the scores of the teams, or of the first two players.
func (s *Simulator) scoreStrings() {
	cs := &s.state.Configstrings
	first, second := cs[configScores], cs[configScores+1]
	if s.mod.config.match >= 0 {
		if v := info(cs[s.mod.config.match]); v["sb"] != "" {
			second, first = v["sb"], v["sr"]
		}
	}
	s.setScores(first, second)
}

// setScores takes the scores of red and blue, or of the first and second player.
func (s *Simulator) setScores(first, second string) {
	teams := s.mode.kind.teams() && !s.mode.single
	s.places = [2]int16{sim.Unknown, sim.Unknown}
	for i, text := range []string{first, second} {
		n, ok := number(text)
		if !ok || n <= forfeited || n >= 1<<15 {
			continue
		}
		if teams {
			s.t.Frame().TeamScore[sim.TeamRed+sim.Team(i)] = int16(n)
		} else {
			s.places[i] = int16(n)
		}
	}
	if teams || !s.mod.tells.leadersByName {
		return
	}
	for i, score := range s.places {
		name := s.mod.coloring.text(s.state.Configstrings[configPlaces+i]).Plain
		if r := s.row(s.find(name)); r != nil && score != sim.Unknown {
			r.Frags = score
		}
	}
}

// duelScores gives the opponent his score: of the first and second score it is
// the one that is not the view's.
func (s *Simulator) duelScores() {
	if s.leaders[0] >= 0 && !s.mode.kind.teams() {
		// CPMA calls them blue and red.
		for i, slot := range s.leaders {
			if r := s.row(slot); r != nil && slot != s.pov && s.places[1-i] != sim.Unknown {
				r.Frags = s.places[1-i]
			}
		}
		return
	}
	if s.mode.kind != modeDuel || s.places[0] == sim.Unknown || s.places[1] == sim.Unknown {
		return
	}
	view := s.row(s.pov)
	var other *sim.FramePlayer
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Profile.Team == sim.TeamSpectator || r == view {
			continue
		}
		if other != nil {
			return
		}
		other = r
	}
	if other == nil || view == nil || view.Profile.Team == sim.TeamSpectator {
		return
	}
	switch view.Frags {
	case s.places[0]:
		other.Frags = s.places[1]
	case s.places[1]:
		other.Frags = s.places[0]
	}
}

// flagString reads where the flags are.
func (s *Simulator) flagString(old string) {
	if s.mode.kind != modeFlags {
		return
	}
	text := s.state.Configstrings[s.mod.config.flags]
	teams := []sim.Team{sim.TeamRed, sim.TeamBlue}
	if len(text) == 1 {
		teams = []sim.Team{sim.TeamFree}
	}
	states := []sim.FlagState{sim.FlagHome, sim.FlagTaken, sim.FlagDropped, sim.FlagTaken, sim.FlagDropped}
	for i, team := range teams {
		if i >= len(text) || text[i] < '0' || int(text[i]-'0') >= len(states) {
			continue
		}
		state, was := states[text[i]-'0'], s.t.Frame().FlagState[team]
		s.t.Frame().FlagState[team] = state
		if state == was || old == "" || was == sim.FlagUnknown {
			continue
		}
		e := sim.Event{Team: team}
		switch state {
		case sim.FlagTaken:
			e.Kind = sim.EventFlagTaken
		case sim.FlagDropped:
			e.Kind = sim.EventFlagDropped
		default:
			if was == sim.FlagTaken {
				continue // captured: the score tells
			}
			e.Kind = sim.EventFlagReturned
		}
		s.flagEvents = append(s.flagEvents, e)
	}
}

// followFlags finds out who carries which flag, and with that records what
// became of the flags at this snapshot.
func (s *Simulator) followFlags() {
	if s.mode.kind != modeFlags {
		return
	}
	dropped := s.carriers
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.FlagCarried && r.Visible {
			s.carriers[r.Flag] = r.Slot.Index() + 1
		}
	}
	for _, e := range s.flagEvents {
		switch e.Kind {
		case sim.EventFlagTaken:
			if taker := s.takers[e.Team]; taker > 0 {
				s.carriers[e.Team] = taker
				e.Slot = sim.SlotAt(taker - 1)
			} else if r := s.row(s.carriers[e.Team] - 1); r != nil && r.FlagCarried && r.Flag == e.Team {
				e.Slot = r.Slot
			}
		case sim.EventFlagDropped:
			e.Slot = sim.SlotAt(dropped[e.Team] - 1)
			s.carriers[e.Team] = 0
		default:
			s.carriers[e.Team] = 0
		}
		s.t.Event(e)
	}
	s.flagEvents, s.takers = s.flagEvents[:0], [sim.TeamCount]int{}
	s.carriersOutOfSight()
}

// carriersOutOfSight gives a flag to the one who took it unseen, and takes it
// from those who had it when they were last seen and cannot have it any more.
func (s *Simulator) carriersOutOfSight() {
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Visible || r.Life == sim.Spectating || s.intermission {
			continue
		}
		if r.FlagCarried && (s.carriers[r.Flag] != r.Slot.Index()+1 || s.t.Frame().FlagState[r.Flag] == sim.FlagHome || s.t.Frame().FlagState[r.Flag] == sim.FlagDropped) {
			r.FlagCarried = false
		}
		for team := range sim.TeamSpectator {
			if s.carriers[team] == r.Slot.Index()+1 && s.t.Frame().FlagState[team] == sim.FlagTaken {
				r.Flag, r.FlagCarried = team, true
			}
		}
	}
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
	e := sim.Event{Kind: sim.EventCapture, Slot: sim.SlotAt(s.carriers[of] - 1), Team: of}
	if !e.Slot.Valid() {
		e.Slot = sim.SlotAt(s.carriers[sim.TeamFree] - 1)
	}
	if r := s.row(e.Slot.Index()); r != nil && r.Profile.Team != by {
		e.Slot = sim.Slot{}
	}
	s.carriers[of], s.carriers[sim.TeamFree] = 0, 0
	if n := s.t.Frame().TeamScore[by]; n != sim.Unknown {
		e.Value = int(n)
	}
	s.t.Event(e)
}

// roundString reads which round of Quake Live is coming, or goes on.
func (s *Simulator) roundString() {
	if s.mod.config.round < 0 {
		return
	}
	v := info(s.state.Configstrings[s.mod.config.round])
	if n := atoi(v["round"]); n > 0 {
		s.match.coming = n
	}
	if turn, ok := number(v["turn"]); ok {
		s.match.turn = turn + 1
	}
}

// roundTime reads when the round of Quake Live began; -1 is between rounds.
func (s *Simulator) roundTime() {
	if s.mod.config.roundTime < 0 {
		return
	}
	switch t := atoi(s.state.Configstrings[s.mod.config.roundTime]); {
	case t > 0:
		s.match.begins = true
	case t < 0:
		s.match.ends = true
	}
}
