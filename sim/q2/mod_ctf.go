package q2

import (
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// captureTheFlag is Threewave's Capture the Flag.
var captureTheFlag = mod{
	dirs: []string{"ctf", "threewave"}, name: "Threewave Capture the Flag", gameType: "Capture the Flag",
	scoreStats: [2]int{quake2.StatCTFTeam1Caps, quake2.StatCTFTeam2Caps},
	techIcons: map[string]sim.Powerup{
		"tech1": sim.PowerupResistance, "tech2": sim.PowerupStrength, "tech3": sim.PowerupHaste,
		"tech4": sim.PowerupRegeneration,
	},
	configString: ctfString, stats: ctfStats, print: ctfPrint,
}

// ctfStates are Capture the Flag's names for the states of a match, which follow its clock.
var ctfStates = []struct {
	text, status string
	phase        sim.Phase
}{{"MATCH", "match", sim.PhasePlaying}, {"UNTIL START", "countdown", sim.PhaseCountdown},
	{"SETUP", "warmup", sim.PhaseWarmup}}

// ctfString reads the configstring with Capture the Flag's state of a match, "12:34 MATCH".
func ctfString(l *level, index int, text string, o *track.Observations) {
	if index == l.config.MaxClients-1 {
		ctfState(text, o)
	}
}

// ctfState reads the state of a match and its clock.
func ctfState(text string, o *track.Observations) {
	for _, state := range ctfStates {
		if strings.Contains(text, state.text) {
			at := readClock(text)
			at.Live, at.LiveSet = state.phase == sim.PhasePlaying, true
			o.Tell(track.StatusTold{Status: state.status, Phase: state.phase, Loose: true}, at)
			return
		}
	}
}

// ctfPrint reads prints about players who join a team.
func ctfPrint(l *level, line string, o *track.Observations) bool {
	for i, end := range []string{" the RED team.", " the BLUE team."} {
		rest, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		for _, verb := range []string{" joined", " changed to"} {
			who, ok := strings.CutSuffix(rest, verb)
			if slot := l.find(who); ok && slot.Valid() {
				o.Tell(track.SeatTeam{Slot: slot, Named: true, Team: sim.TeamRed + sim.Team(i)})
				l.haveTeams(o)
			}
		}
	}
	return false
}

// ctfStats determines the states of the flags from the icons in the stats.
func ctfStats(l *level, ps *quake2.PlayerState, o *track.Observations) {
	flagIcon(l, o, sim.TeamRed, "i_ctf1", stat(ps, quake2.StatCTFTeam1Pic))
	flagIcon(l, o, sim.TeamBlue, "i_ctf2", stat(ps, quake2.StatCTFTeam2Pic))
}

// flagIcon determines the state of a team's flag from the icon in a stat, by the icon's last letter. The icon blinks
// after a capture.
func flagIcon(l *level, o *track.Observations, team sim.Team, icon string, image int16) {
	letter, ok := strings.CutPrefix(l.image(image), icon)
	if state, known := flagIcons[letter]; ok && known {
		o.Tell(track.FlagShown{Team: team, State: state})
	}
}

// flagIcons maps the last letters of the flags' icons to states.
var flagIcons = map[string]sim.FlagState{"": sim.FlagHome, "d": sim.FlagDropped, "t": sim.FlagTaken}
