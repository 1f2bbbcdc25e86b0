package q2

import (
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// mod is how a modification differs from the game.
type mod struct {
	// dirs are the names of its folder.
	dirs []string
	name string
	// gameType is what is played, empty where the status bar tells. teamsOnly limits
	// it to levels with teams.
	gameType  string
	teamsOnly bool
	action    bool
	guns      map[string]sim.Weapon
	stock     stock // what it has beside the game's own
	// general reads one of the configstrings that are the mod's own.
	general func(m *match, index int)
	// scoreStats are the stats of the scores of red and blue; 0 where there are none.
	scoreStats [2]int
	// ctf: the mod has the stats of Capture the Flag.
	ctf bool
	// opentdm: the mod has teams A and B, and the state of the match in configstrings.
	opentdm bool
}

var plainGeneral = func(*match, int) {}

// mods are the modifications; the first is the game itself.
var mods = []mod{
	{dirs: []string{"", "baseq2"}, name: "Quake II", guns: gunModels, general: plainGeneral},
	{dirs: []string{"ctf", "threewave"}, name: "Threewave Capture the Flag", gameType: "Capture the Flag", guns: gunModels,
		general: plainGeneral, scoreStats: [2]int{quake2.StatCTFTeam1Caps, quake2.StatCTFTeam2Caps}, ctf: true},
	{dirs: []string{"xatrix"}, name: "The Reckoning", guns: gunModels, general: plainGeneral},
	{dirs: []string{"rogue"}, name: "Ground Zero", guns: gunModels, general: plainGeneral},
	{dirs: []string{"opentdm", "tdm"}, name: "OpenTDM", guns: gunModels, general: (*match).tdmString, scoreStats: [2]int{23, 24}, opentdm: true},
	{dirs: []string{"action", "aq2", "baseaq", "actionq2"}, name: "Action Quake 2", gameType: "Teamplay", teamsOnly: true, action: true,
		guns: actionModels, stock: actionStock, general: plainGeneral},
	{dirs: []string{"gladiator"}, name: "Gladiator", guns: gunModels, general: plainGeneral},
	{dirs: []string{"baseq64"}, name: "Mission 64", guns: gunModels, general: plainGeneral},
	{dirs: []string{"zaero"}, name: "Zaero", guns: gunModels, general: plainGeneral},
	{dirs: []string{"lithium"}, name: "Lithium II", guns: gunModels, general: plainGeneral},
	{dirs: []string{"arena", "rocketarena"}, name: "Rocket Arena 2", guns: gunModels, general: plainGeneral},
	{dirs: []string{"lmctf", "lmctf60"}, name: "Loki's Minions CTF", gameType: "Capture the Flag", guns: gunModels, general: plainGeneral},
}

func modOf(dir string) *mod {
	dir = strings.ToLower(dir)
	for i := range mods {
		for _, d := range mods[i].dirs {
			if d == dir {
				return &mods[i]
			}
		}
	}
	m := mods[0]
	m.name = ""
	return &m
}

// ruleKind is how a print is recognised.
type ruleKind uint8

const (
	whole ruleKind = iota
	starts
	ends
	holds
)

// rule says what a print means that is no death and no chat.
type rule struct {
	how   ruleKind
	text  string
	event sim.EventKind
	// named: what precedes the text (or follows it, where it starts the line) is the
	// name of the player whom the event is about.
	named bool
	team  sim.Team
}

// rules are tried in order.
var rules = []rule{
	{how: ends, text: " entered the game", event: sim.EventConnect, named: true},
	{how: ends, text: " entered the game.", event: sim.EventConnect, named: true},
	{how: ends, text: " disconnected", event: sim.EventDisconnect, named: true},
	{how: ends, text: " was kicked", event: sim.EventDisconnect, named: true},
	{how: ends, text: " timed out", event: sim.EventDisconnect, named: true},
	{how: ends, text: " overflowed", event: sim.EventDisconnect, named: true},
	{how: whole, text: "Fight!", event: sim.EventMatchStart},
	{how: whole, text: "Timelimit hit. Match ended.", event: sim.EventMatchEnd},
	{how: whole, text: "Match ended.", event: sim.EventMatchEnd},
	{how: whole, text: "Match aborted.", event: sim.EventMatchEnd},
	{how: starts, text: "Match canceled", event: sim.EventMatchEnd},
	{how: ends, text: " wins by forfeit!", event: sim.EventMatchEnd},
	{how: whole, text: "Timelimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "Fraglimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "Capturelimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "Roundlimit hit.", event: sim.EventMatchEnd},
	{how: whole, text: "MATCH COMPLETED!", event: sim.EventMatchEnd},
	{how: whole, text: "Match halted.", event: sim.EventMatchEnd},
	{how: starts, text: "All players have commit", event: sim.EventCountdown}, // with one t or two
	{how: whole, text: "Match has been forced to start.", event: sim.EventCountdown},
	{how: whole, text: "Match has been forced to terminate.", event: sim.EventMatchEnd},
	{how: whole, text: "Match has started!", event: sim.EventMatchStart},
	{how: whole, text: "MATCH STARTED!", event: sim.EventMatchStart},
	{how: starts, text: "Scores are tied", event: sim.EventOvertime},
	{how: holds, text: " called a time out", event: sim.EventTimeout},
	{how: holds, text: "called a timeout", event: sim.EventTimeout},
	{how: whole, text: "The round is over:", event: sim.EventRoundEnd},
	{how: whole, text: "It was a tie, no points awarded!", event: sim.EventPrint},
	{how: starts, text: "Vote ", event: sim.EventVote},
	{how: starts, text: "Votes: ", event: sim.EventVote},
	{how: holds, text: " voted ", event: sim.EventVote},
	{how: holds, text: " has initiated a vote", event: sim.EventVote},
	{how: ends, text: " captured the RED flag!", event: sim.EventCapture, named: true, team: sim.TeamRed},
	{how: ends, text: " captured the BLUE flag!", event: sim.EventCapture, named: true, team: sim.TeamBlue},
	{how: ends, text: " got the RED flag!", event: sim.EventFlagTaken, named: true, team: sim.TeamRed},
	{how: ends, text: " got the BLUE flag!", event: sim.EventFlagTaken, named: true, team: sim.TeamBlue},
	{how: ends, text: " lost the RED flag!", event: sim.EventFlagDropped, named: true, team: sim.TeamRed},
	{how: ends, text: " lost the BLUE flag!", event: sim.EventFlagDropped, named: true, team: sim.TeamBlue},
	{how: ends, text: " returned the RED flag!", event: sim.EventFlagReturned, named: true, team: sim.TeamRed},
	{how: ends, text: " returned the BLUE flag!", event: sim.EventFlagReturned, named: true, team: sim.TeamBlue},
	{how: whole, text: "The RED flag has returned!", event: sim.EventFlagReturned, team: sim.TeamRed},
	{how: whole, text: "The BLUE flag has returned!", event: sim.EventFlagReturned, team: sim.TeamBlue},
	{how: holds, text: " gets an assist for ", event: sim.EventAward, named: true},
	{how: holds, text: " defends ", event: sim.EventAward, named: true},
	{how: starts, text: "IMPRESSIVE ", event: sim.EventAward, named: true},
	{how: starts, text: "EXCELLENT ", event: sim.EventAward, named: true},
	{how: starts, text: "ACCURACY ", event: sim.EventAward, named: true},
	{how: starts, text: "You found a secret", event: sim.EventSecret},
	{how: starts, text: "You have found a secret", event: sim.EventSecret},
	{how: ends, text: " exited the level.", event: sim.EventLevelEnd, named: true},
}

// centerRules are those of the texts in the middle of the screen.
var centerRules = []rule{
	{how: whole, text: "LIGHTS...", event: sim.EventCountdown},
	{how: whole, text: "ACTION!", event: sim.EventRoundStart},
	{how: holds, text: "MATCH HAS STARTED!", event: sim.EventMatchStart},
	{how: starts, text: "IMPRESSIVE ", event: sim.EventAward, named: true},
	{how: starts, text: "EXCELLENT ", event: sim.EventAward, named: true},
	{how: starts, text: "ACCURACY ", event: sim.EventAward, named: true},
	{how: starts, text: "You found a secret", event: sim.EventSecret},
	{how: starts, text: "You have found a secret", event: sim.EventSecret},
}

// match tells whether a line is what the rule is for, and which part of it is
// a name.
func (r *rule) match(line string) (name string, ok bool) {
	switch r.how {
	case whole:
		return "", line == r.text
	case starts:
		rest, ok := strings.CutPrefix(line, r.text)
		return strings.TrimSuffix(rest, "!"), ok
	case ends:
		return strings.CutSuffix(line, r.text)
	}
	name, _, ok = strings.Cut(line, r.text)
	return name, ok
}
