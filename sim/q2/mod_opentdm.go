package q2

import (
	"strings"

	"fragscope/sim"
)

// openTDM has teams A and B, and the state of the match in configstrings.
var openTDM = mod{
	dirs: []string{"opentdm", "tdm"}, name: "OpenTDM", skinTeams: map[string]sim.Team{}, toldScores: true,
	configString: tdmString, print: tdmPrint, scoreLine: tdmScoreLine, toldClock: true, ownChase: true,
}

// The configstrings of OpenTDM, counted from the general ones.
const (
	tdmTeamA  = 0
	tdmTeamB  = 1
	tdmScoreA = 2 // or whether they are ready
	tdmScoreB = 3
	tdmClock  = 4
	tdmStatus = 6
)

var tdmStrings = map[int]func(m *match, text string){
	tdmTeamA:  func(m *match, text string) { m.clients.teamNames[sim.TeamRed] = text },
	tdmTeamB:  func(m *match, text string) { m.clients.teamNames[sim.TeamBlue] = text },
	tdmScoreA: func(m *match, text string) { m.scores[0] = int16(atoi(text)) },
	tdmScoreB: func(m *match, text string) { m.scores[1] = int16(atoi(text)) },
	tdmClock:  (*match).readClock,
	tdmStatus: tdmPhase,
}

// tdmString reads a configstring of OpenTDM.
func tdmString(m *match, index int, text string) {
	if take := tdmStrings[index-m.level.config.General]; take != nil {
		take(m, strings.TrimSpace(plain([]byte(text))))
	}
}

// tdmPhase records the state of the match as OpenTDM calls it.
func tdmPhase(m *match, text string) {
	if text == m.status {
		return
	}
	m.status = text
	switch strings.ToLower(text) {
	case "warmup":
		if m.phase != sim.PhaseWarmup {
			m.phase = sim.PhaseWarmup
			if m.level.started {
				m.Begin(sim.EventWarmup, "Warm-up")
			}
		}
	case "countdown":
		m.phase, m.limit = sim.PhaseCountdown, 0
		if m.level.started {
			m.Begin(sim.EventCountdown, "Countdown")
		}
	case "match":
		if m.phase != sim.PhaseIntermission || m.live {
			m.phase = sim.PhasePlaying
		}
	case "overtime", "sudden death":
		m.over = true
	}
}

// tdmPrint reads who plays and who watches.
func tdmPrint(pr *prints, line string) bool {
	for _, mark := range []string{" joined team '", " left team '"} {
		who, side, ok := strings.Cut(line, mark)
		if !ok {
			continue
		}
		who = strings.TrimSuffix(who, " (captain)")
		slot := pr.clients.find(strings.TrimSpace(who))
		side = strings.TrimRight(side, "'. ")
		if !slot.Valid() {
			continue
		}
		pr.clients.list(slot)
		if mark == " left team '" {
			pr.clients.watch(slot)
			continue
		}
		pr.clients.play(slot)
		tdmTeam(pr, slot, side)
	}
	return false
}

// tdmTeam puts a player into a team of OpenTDM, unless the team is he himself.
func tdmTeam(pr *prints, slot sim.Slot, side string) {
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		if pr.clients.teamNames[t] != "" && strings.HasPrefix(side, pr.clients.teamNames[t]) || pr.clients.teamNames[t] == side && side != "" {
			if pr.clients.find(pr.clients.teamNames[t]).Valid() {
				pr.level.duel = !pr.level.teams
				pr.level.retitle()
				return
			}
			pr.level.haveTeams()
			pr.clients.setTeam(slot, t, pr.clients.teamNames[t])
			return
		}
	}
}

// tdmScoreLine reads the line over a team of OpenTDM: "name:ping(model/skin)".
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
	cl := b.clients
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		if cl.teamNames[t] == name {
			b.team = t
		}
	}
	if b.clients.find(name).Valid() { // one who plays for himself
		b.team = sim.TeamFree
		if !b.level.teams && !b.level.duel {
			b.level.duel = true
			b.level.retitle()
		}
	} else if b.team != sim.TeamFree {
		b.level.haveTeams()
		if cl.skinTeams == nil {
			cl.skinTeams = map[string]sim.Team{}
		}
		if len(cl.skinTeams) < maxPlayers {
			cl.skinTeams[skin] = b.team
		}
	}
	return true
}
