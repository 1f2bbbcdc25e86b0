package q2

import (
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// openTDM has teams A and B, and the state of the match in configstrings.
var openTDM = mod{
	dirs: []string{"opentdm", "tdm"}, name: "OpenTDM", skinTeams: map[string]sim.Team{}, toldScores: true,
	configString: tdmString, print: tdmPrint, scoreLine: tdmScoreLine, toldClock: true, ownChase: true,
}

// OpenTDM's configstrings, relative to the general ones.
const (
	tdmTeamA  = 0
	tdmTeamB  = 1
	tdmScoreA = 2 // or whether they are ready
	tdmScoreB = 3
	tdmClock  = 4
	tdmStatus = 6
)

var tdmStrings = map[int]func(l *level, text string, o *track.Observations){
	tdmTeamA:  func(l *level, text string, _ *track.Observations) { l.teamNames[sim.TeamRed] = text },
	tdmTeamB:  func(l *level, text string, _ *track.Observations) { l.teamNames[sim.TeamBlue] = text },
	tdmScoreA: func(l *level, text string, _ *track.Observations) { l.scores[0] = int16(atoi(text)) },
	tdmScoreB: func(l *level, text string, _ *track.Observations) { l.scores[1] = int16(atoi(text)) },
	tdmClock:  func(_ *level, text string, o *track.Observations) { o.Tell(readClock(text)) },
	tdmStatus: func(_ *level, text string, o *track.Observations) { o.Tell(tdmStatusOf(text)) },
}

// tdmString reads a configstring of OpenTDM.
func tdmString(l *level, index int, text string, o *track.Observations) {
	if take := tdmStrings[index-l.config.General]; take != nil {
		take(l, strings.TrimSpace(plain([]byte(text))), o)
	}
}

// tdmPhases maps OpenTDM's names for the states of a match to phases.
var tdmPhases = map[string]sim.Phase{"warmup": sim.PhaseWarmup, "countdown": sim.PhaseCountdown,
	"match": sim.PhasePlaying}

func tdmStatusOf(text string) track.StatusTold {
	low := strings.ToLower(text)
	return track.StatusTold{Status: text, Phase: tdmPhases[low], Overtime: low == "overtime" || low == "sudden death"}
}

// tdmPrint reads prints about players who play or spectate.
func tdmPrint(l *level, line string, o *track.Observations) bool {
	if strings.Contains(line, "|") {
		tdmTable(l, line, o)
		return false
	}
	for _, mark := range []string{" joined team '", " left team '"} {
		who, side, ok := strings.Cut(line, mark)
		if !ok {
			continue
		}
		slot := l.find(strings.TrimSpace(strings.TrimSuffix(who, " (captain)")))
		if !slot.Valid() {
			continue
		}
		o.Tell(track.SeatListed{Slot: slot, Named: true})
		if mark == " left team '" {
			o.Tell(track.SeatWatches{Slot: slot, Named: true})
			continue
		}
		o.Tell(track.SeatPlays{Slot: slot, Named: true})
		tdmTeam(l, slot, strings.TrimRight(side, "'. "), o)
	}
	return false
}

// tdmTeam puts a player into a team of OpenTDM, unless the team is the player himself.
func tdmTeam(l *level, slot sim.Slot, side string, o *track.Observations) {
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		name := l.teamNames[t]
		if (name == "" || !strings.HasPrefix(side, name)) && (name != side || side == "") {
			continue
		}
		if l.find(name).Valid() {
			l.duel = !l.teams
			l.retitle(o)
			return
		}
		l.haveTeams(o)
		o.Tell(track.SeatTeam{Slot: slot, Named: true, Team: t, Name: name})
		return
	}
}

// tdmScoreLine reads the line above a team of OpenTDM: "name:ping(model/skin)".
func tdmScoreLine(b *boardReader, text string) bool {
	if !strings.HasSuffix(text, ")") || b.watch {
		return false
	}
	i := strings.LastIndexByte(text, '(')
	j := strings.LastIndexByte(text[:max(i, 0)], ':')
	if i < 0 || j < 0 {
		return false
	}
	name, skin := text[:j], text[i+1:len(text)-1]
	b.team = sim.TeamFree
	l := b.level
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		if l.teamNames[t] == name {
			b.team = t
		}
	}
	if l.find(name).Valid() { // a player without a team
		b.team = sim.TeamFree
		if !l.teams && !l.duel {
			l.duel = true
			l.retitle(b.seen)
		}
	} else if b.team != sim.TeamFree {
		l.haveTeams(b.seen)
		if l.skinTeams == nil {
			l.skinTeams = map[string]sim.Team{}
		}
		if len(l.skinTeams) < maxPlayers {
			l.skinTeams[skin] = b.team
		}
	}
	return true
}
