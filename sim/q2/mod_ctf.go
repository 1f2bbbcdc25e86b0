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
	techIcons: map[string]sim.Powerup{
		"tech1": sim.PowerupResistance, "tech2": sim.PowerupStrength, "tech3": sim.PowerupHaste, "tech4": sim.PowerupRegeneration,
	},
	configString: ctfString, stats: ctfStats, print: ctfPrint,
}

// ctfStates are what Capture the Flag calls the state of a match, behind its clock.
var ctfStates = []struct {
	text, status string
	phase        sim.Phase
}{{"MATCH", "match", sim.PhasePlaying}, {"UNTIL START", "countdown", sim.PhaseCountdown}, {"SETUP", "warmup", sim.PhaseWarmup}}

// ctfString reads the configstring in which Capture the Flag tells the state of a match, "12:34 MATCH".
func ctfString(m *match, index int, text string) {
	if index == m.level.config.MaxClients-1 {
		ctfState(m, text)
	}
}

// ctfState handles the state of a match and its clock.
func ctfState(m *match, text string) {
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

// ctfStats finds out where the flags are from the icons in the stats.
func ctfStats(m *match, ps *quake2.PlayerState) {
	flagIcon(m, sim.TeamRed, "i_ctf1", stat(ps, quake2.StatCTFTeam1Pic))
	flagIcon(m, sim.TeamBlue, "i_ctf2", stat(ps, quake2.StatCTFTeam2Pic))
}

// flagIcon finds out from the icon in a stat where a team's flag is: the icons differ by their last letter.
// When a flag was captured the icon blinks.
func flagIcon(m *match, team sim.Team, icon string, image int16) {
	letter, ok := strings.CutPrefix(m.level.image(image), icon)
	if state, known := flagIcons[letter]; ok && known {
		m.SetFlag(team, state)
	}
}

// flagIcons are the last letters of the flags' icons.
var flagIcons = map[string]sim.FlagState{"": sim.FlagHome, "d": sim.FlagDropped, "t": sim.FlagTaken}
