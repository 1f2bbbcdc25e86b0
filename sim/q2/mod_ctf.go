package q2

import (
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// captureTheFlag is Threewave's.
var captureTheFlag = mod{
	dirs: []string{"ctf", "threewave"}, name: "Threewave Capture the Flag", gameType: "Capture the Flag",
	scoreStats: [2]int{quake2.StatCTFTeam1Caps, quake2.StatCTFTeam2Caps},
	flagStats:  [2]int{quake2.StatCTFTeam1Pic, quake2.StatCTFTeam2Pic},
	techIcons: map[string]sim.Powerup{
		"tech1": sim.PowerupResistance, "tech2": sim.PowerupStrength, "tech3": sim.PowerupHaste, "tech4": sim.PowerupRegeneration,
	},
	configString: ctfString, print: ctfPrint,
}

// ctfStates are what Capture the Flag calls the state of a match, behind its clock.
var ctfStates = []struct {
	text, status string
	phase        sim.Phase
}{{"MATCH", "match", sim.PhasePlaying}, {"UNTIL START", "countdown", sim.PhaseCountdown}, {"SETUP", "warmup", sim.PhaseWarmup}}

// ctfString reads the configstring in which Capture the Flag tells the state of a match, "12:34 MATCH".
func ctfString(m *match, index int, text string) {
	if index != m.level.config.MaxClients-1 {
		return
	}
	for _, state := range ctfStates {
		if !strings.Contains(text, state.text) {
			continue
		}
		if m.status != state.status {
			m.status, m.limit = state.status, 0
			if m.phase != sim.PhaseIntermission {
				m.phase = state.phase
			}
		}
		m.readClock(text)
		m.live = state.phase == sim.PhasePlaying
		m.tellLimit()
		return
	}
}

// ctfPrint reads who joined which team.
func ctfPrint(pr *prints, line string) bool {
	for i, end := range []string{" the RED team.", " the BLUE team."} {
		rest, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		for _, verb := range []string{" joined", " changed to"} {
			who, ok := strings.CutSuffix(rest, verb)
			if slot := pr.clients.find(who); ok && slot.Valid() {
				pr.clients.list(slot)
				pr.clients.setTeam(slot, sim.TeamRed+sim.Team(i), "")
				pr.level.haveTeams()
			}
		}
	}
	return false
}
