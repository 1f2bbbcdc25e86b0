package q3

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Configstrings with the same number in all protocols and mods.
const (
	configWarmup   = 5
	configScores   = 6
	configVoteTime = 8
	configVote     = 9
	configPlaces   = 659 // Quake Live: names of the first two
)

// changed reports the contents of a changed configstring. old is its previous value.
func (l *level) changed(index int, old string, o *track.Observations) {
	c := &l.mod.config
	switch {
	case index == configWarmup, index == l.protocol.CsLevelStart, index == c.pauseStart:
		l.tellMatch(o)
	case index == l.protocol.CsIntermission:
		l.tellExit(o)
	case index == 0:
		l.serverInfo = info(l.strings[0])
		l.setMode()
		l.tellMatch(o)
		o.Tell(l.limits())
	case index >= l.protocol.CsPlayers && index < l.protocol.CsPlayers+quake3.MaxClients:
		l.tellPlayer(index-l.protocol.CsPlayers, o)
	case index == configScores, index == configScores+1,
		l.mod.tells.leadersByName && (index == configPlaces || index == configPlaces+1):
		l.tellScores(o)
	case index == c.flags:
		l.tellFlags(old, o)
	case index == c.round:
		l.tellRound(o)
		l.tellMatch(o)
	case index == c.roundTime:
		l.tellRoundTime(o)
	case c.match >= 0 && (index == c.match || index == c.match+38):
		l.tellMatchOfCPMA(index, o)
	case c.scrambled >= 0 && index == c.scrambled:
		l.readScrambled()
	}
}

// tellPlayer reports the player in a slot.
func (l *level) tellPlayer(slot int, o *track.Observations) {
	p := l.readPlayer(slot)
	l.players[slot] = p
	if p == nil {
		o.Tell(track.PlayerTold{Profile: sim.Profile{Slot: sim.SlotAt(slot)}, Gone: true})
		return
	}
	o.Tell(track.PlayerTold{Profile: *p})
}

// matchInfo returns the contents of CPMA's match state, which is needed many times.
func (l *level) matchInfo() infoValues {
	if text := l.strings[l.mod.config.match]; l.read.info == nil || l.read.text != text {
		l.read.text, l.read.info = text, info(text)
	}
	return l.read.info
}

// tellMatchOfCPMA reports the contents of CPMA's match state.
func (l *level) tellMatchOfCPMA(index int, o *track.Observations) {
	v := l.matchInfo()
	if index != l.mod.config.match {
		v = info(l.strings[index])
	}
	if v.of("sb") != "" {
		l.setScores(v.of("sr"), v.of("sb"), o)
		if atoi(v.of("sr")) == noScore || atoi(v.of("sb")) == noScore {
			o.Tell(track.MatchForfeit{Why: forfeit})
		}
	}
	if index == l.mod.config.match {
		l.setMode()
	}
	l.tellMatch(o)
	if l.match.tw > 0 {
		o.Tell(track.MatchOpen{})
	}
}

// matchStrings holds the information about the match in the configstrings. It is read again when one of them changes.
type matchStrings struct {
	cpma           bool
	tw, ts, te, td int // CPMA's times
	tl, sl         int // its time and score limits
	// Respawn delays of weapons and powerups; 0 if unknown.
	weaponRespawn, powerRespawn time.Duration
	vanilla                     bool // CPMA plays by Quake III's rules
}

// tellExit reports the configstring that announces the end of the level. As servers leave it set after a restart, only
// a change counts (g_main.c, LogExit).
func (l *level) tellExit(o *track.Observations) {
	if t := l.strings[l.protocol.CsIntermission]; t == "1" || strings.EqualFold(t, "qtrue") {
		o.Tell(track.LevelExits{})
	}
}

// tellMatch reports the information about the match in the configstrings.
func (l *level) tellMatch(o *track.Observations) {
	told := l.readStage()
	old := l.match
	l.match = l.readMatch()
	m := &l.match
	if m.cpma {
		told = m.stage()
		// Early versions have no countdown between rounds: the start moves on.
		told.NewRound = m.tw == 0 && old.tw == 0 && m.ts != old.ts
	}
	if i := l.mod.config.round; i >= 0 {
		told.RoundAt = millis(int32(atoi(info(l.strings[i]).of("time"))))
	}
	o.Tell(told, track.RulesTold{Rules: l.rules()})
	if m.cpma && (m.tl != old.tl || m.sl != old.sl) {
		o.Tell(l.limits())
	}
}

// readStage reads the stage of the match from the game's own strings.
func (l *level) readStage() (told track.MatchTold) {
	if start, ok := number(l.strings[l.protocol.CsLevelStart]); ok {
		told.Start, told.HasStart = millis(int32(start)), true
	}
	told.Paused = l.mod.config.pauseStart >= 0 && atoi(l.strings[l.mod.config.pauseStart]) > 0
	warmup := l.strings[configWarmup]
	if strings.HasPrefix(warmup, `\`) {
		warmup = info(warmup).of("time")
	}
	until := atoi(warmup)
	told.Until = millis(int32(until))
	switch strings.ToUpper(l.serverInfo.of("g_gamestate")) {
	case "PRE_GAME", "COUNT_DOWN":
		told.Stage = track.StageBefore
	case "IN_PROGRESS":
		told.Stage = track.StagePlaying
	default:
		if until < 0 {
			told.Stage = track.StageWarmup
		}
	}
	return told
}

// readMatch reads the information about the match apart from its stage.
func (l *level) readMatch() (m matchStrings) {
	m.weaponRespawn = seconds(l.serverInfo.of("g_weaponrespawn"))
	if after := seconds(l.serverInfo.of("g_weaponteamrespawn")); after > 0 && l.mode.kind.teams() {
		m.weaponRespawn = after
	}
	i := l.mod.config.match
	if i < 0 || l.strings[i] == "" {
		return m
	}
	v := l.matchInfo()
	m.cpma, m.vanilla = true, v.of("pm") == "0"
	m.tw, m.ts, m.te, m.td = atoi(v.of("tw")), atoi(v.of("ts")), atoi(v.of("te")), atoi(v.of("td"))
	m.tl, m.sl = atoi(v.of("tl")), atoi(v.of("sl"))
	m.weaponRespawn, m.powerRespawn = seconds(v.of("wr")), seconds(v.of("pu"))
	return m
}

// stage returns the stage in CPMA's match state: tw is -1 in the warm-up, 0 in the match, which began at ts, and
// otherwise the end of the countdown; te is not 0 during a timeout, and td is how long timeouts lasted.
func (m *matchStrings) stage() track.MatchTold {
	told := track.MatchTold{Exact: true, Stage: track.StagePlaying, Start: millis(int32(m.ts)), HasStart: true,
		Until: millis(int32(m.tw)),
		Stood: millis(int32(m.ts+m.td)) - millis(int32(m.ts))}
	switch {
	case m.tw < 0:
		told.Stage = track.StageWarmup
	case m.tw > 0:
		told.Stage = track.StageCountdown
	case m.te != 0:
		told.Stage = track.StageTimeout
	}
	return told
}

// seconds reads a number of seconds.
func seconds(text string) time.Duration {
	return time.Duration(min(max(atoi(text), 0), 24*60*60)) * time.Second
}

// tellRound reports the number of the next or current round in Quake Live.
func (l *level) tellRound(o *track.Observations) {
	if l.mod.config.round < 0 {
		return
	}
	v := info(l.strings[l.mod.config.round])
	told := track.RoundNamed{Number: max(atoi(v.of("round")), 0)}
	if turn, ok := number(v.of("turn")); ok {
		told.Turn = turn + 1
	}
	o.Tell(told)
}

// tellRoundTime reports the time at which the round began in Quake Live. It is -1 between rounds.
func (l *level) tellRoundTime(o *track.Observations) {
	if l.mod.config.roundTime < 0 {
		return
	}
	if t := atoi(l.strings[l.mod.config.roundTime]); t != 0 {
		o.Tell(track.RoundClock{Runs: t > 0})
	}
}

// flagStates holds the states of flags by their codes in the configstring.
var flagStates = []sim.FlagState{sim.FlagHome, sim.FlagTaken, sim.FlagDropped, sim.FlagTaken, sim.FlagDropped}

// tellFlags reports the states of the flags.
func (l *level) tellFlags(old string, o *track.Observations) {
	if l.mode.kind != modeFlags {
		return
	}
	text := l.strings[l.mod.config.flags]
	told := track.FlagsReported{Single: len(text) == 1, First: old == ""}
	for i := range min(len(text), len(told.States)) {
		if n := int(text[i]) - '0'; n >= 0 && n < len(flagStates) {
			told.States[i] = flagStates[n]
		}
	}
	o.Tell(told)
}

// Numbers in place of a score. A value of forfeited or less means that there is no score.
const (
	noScore   = -9999 // there is no such player
	forfeited = -999  // Quake Live: the player or team gave up
)

// tellScores reports the scores of the teams or, without teams, of the players in first and second place.
func (l *level) tellScores(o *track.Observations) {
	first, second := l.strings[configScores], l.strings[configScores+1]
	if l.mod.config.match >= 0 {
		if v := l.matchInfo(); v.of("sb") != "" {
			second, first = v.of("sb"), v.of("sr")
		}
	}
	l.setScores(first, second, o)
}

// setScores reports the scores of red and blue, or of the players in first and second place.
func (l *level) setScores(first, second string, o *track.Observations) {
	scores := [2]int16{sim.Unknown, sim.Unknown}
	for i, text := range []string{first, second} {
		if n, ok := number(text); ok && n > forfeited && n < 1<<15 {
			scores[i] = int16(n)
		}
	}
	if l.mode.kind.teams() && !l.mode.single {
		o.Tell(track.TeamsScored{Red: scores[0], Blue: scores[1]},
			track.PlacesScored{First: sim.Unknown, Second: sim.Unknown})
		return
	}
	o.Tell(track.PlacesScored{First: scores[0], Second: scores[1]})
	if !l.mod.tells.leadersByName {
		return
	}
	for i, score := range scores {
		slot := sim.SlotAt(l.find(l.mod.coloring.text(l.strings[configPlaces+i]).Plain))
		o.Tell(track.PlayerScored{Slot: slot, Frags: score, Deaths: sim.Unknown, Ping: sim.Unknown, Watching: true})
	}
}
