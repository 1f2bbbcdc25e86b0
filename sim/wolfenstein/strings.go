package wolfenstein

import (
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

func parseFloat(s string) float64 {
	f, _ := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return f
}

// changed reports the contents of a changed configstring.
func (l *level) changed(index int, o *track.Observations) {
	switch m := l.mod; {
	case index == 0:
		l.serverInfo = info(l.strings[0])
		l.readReinforcements()
		o.Tell(l.limits())
	case index == configWarmup, index == m.levelStart, index == m.toggles && index > 0:
		l.tellMatch(o)
	case index == m.wolfInfo:
		l.tellMatch(o)
		o.Tell(l.limits())
	case index == m.winner:
		l.ends = true
		l.tellWinner(o)
	case index == m.seeds && index > 0:
		l.readReinforcements()
	case index == m.intermission && atoi(l.strings[index]) == 1:
		l.ends = true
		o.Tell(track.LevelExits{})
	case index >= l.protocol.CsPlayers && index < l.protocol.CsPlayers+quake3.MaxClients:
		l.tellPlayer(index-l.protocol.CsPlayers, o)
	}
}

// tellPlayer reports the player in a slot.
func (l *level) tellPlayer(slot int, o *track.Observations) {
	old := l.players[slot]
	p := l.readPlayer(slot)
	l.players[slot] = p
	switch {
	case p != nil:
		o.Tell(track.PlayerCalled{Profile: *p, Name: p.Name.Plain})
		if old == nil {
			o.Tell(track.PlayerScored{Slot: p.Slot, Ping: sim.Unknown, Watching: true})
		}
	case old != nil:
		o.Tell(track.PlayerLeft{Slot: sim.SlotAt(slot)})
	}
}

// stages are the stages of a match, by the number of the game's state.
var stages = [...]track.MatchStage{track.StagePlaying, track.StageCountdown, track.StageWarmup, track.StagePlaying,
	track.StageWarmup, track.StageWarmup}

// togglePause is the bit of the server's toggles for a pause.
const togglePause = 1

// tellMatch reports the information about the match in the configstrings.
func (l *level) tellMatch(o *track.Observations) {
	told := track.MatchTold{Exact: true, Stage: track.StagePlaying, HasStart: true,
		Start: millis(int32(atoi(l.strings[l.mod.levelStart]))), Until: millis(int32(atoi(l.strings[configWarmup])))}
	if n := atoi(info(l.strings[l.mod.wolfInfo])["gamestate"]); n >= 0 && n < len(stages) {
		told.Stage = stages[n]
	}
	if l.mod.toggles > 0 && told.Stage == track.StagePlaying && atoi(l.strings[l.mod.toggles])&togglePause != 0 {
		told.Stage = track.StageTimeout
	}
	o.Tell(told)
}

// tellWinner reports the winner as soon as it is certain.
func (l *level) tellWinner(o *track.Observations) {
	v := info(l.strings[l.mod.winner])
	n, err := strconv.Atoi(v["w"] + v["winner"])
	if err != nil || n < 0 || n > 1 {
		return
	}
	o.Tell(track.MatchEnding{Why: teams[n+1].name + " win"})
}

// quiet is the set of commands that contain no information about the match: answers to the recorder's questions, and
// positions for the command map.
var quiet = map[string]bool{"entnfo": true, "aftc": true, "aftj": true, "aft": true, "complaint": true, "sc": true,
	"sc1": true, "WeaponStats": true, "impkd0": true, "impkd1": true, "impt": true, "imsr": true, "imws": true,
	"imwa": true, "impr": true, "immaplist": true, "ws": true, "wws": true, "gstats": true, "astats": true,
	"bstats": true, "bstatsb": true, "astatsb": true, "wbstats": true, "rws": true, "portalcampos": true,
	"mu_start": true, "mu_stop": true, "mu_play": true, "mu_fade": true, "snd_fade": true, "rockandroll": true,
	"remapShader": true, "spawnserver": true, "setspawnpt": true, "getspawnpt": true, "xpgain": true, "sr": true,
	"sra": true, "pr": true, "application": true, "invitation": true, "proposition": true, "reqforcespawn": true}

// command reports the contents of a server command.
func (l *level) command(text string, o *track.Observations) {
	a := quake3.Tokenize(nil, text)
	if len(a) == 0 || quiet[a[0]] {
		return
	}
	switch a[0] {
	case "chat", "tchat", "vchat", "vtchat", "vbchat":
		l.chat(a, o)
	case "print":
		l.print(a, o)
	case "cp":
		if len(a) > 1 {
			shown := words(strings.Trim(a[1], "\n"))
			o.Tell(track.CenterPrinted{Text: shown, Last: 3 * time.Second})
			o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventCenterPrint, Text: shown}})
		}
	case "cpm":
		l.popup(a, o)
	case "sc0":
		l.pings(a, o)
	case "tinfo":
		l.teamInfo(a, o)
	case "map_restart":
		o.Tell(track.LevelRestarts{})
		l.readRound()
		o.Tell(l.limits())
	default:
		o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventCommand,
			Text: sim.PlainText(strings.TrimSpace(l.protocol.Text([]byte(text))))}})
	}
}

// chat reads chat commands: chat "name: text" slot, tchat "text" slot x y z, vtchat and the like mode slot id.
func (l *level) chat(a []string, o *track.Observations) {
	e := sim.Event{Kind: sim.EventChat}
	voice := a[0][0] == 'v'
	if strings.Contains(a[0], "tchat") || a[0] == "vbchat" {
		e.Kind = sim.EventTeamChat
	}
	if len(a) < 3 {
		return
	}
	slot := atoi(a[2])
	p := l.player(slot)
	if p != nil {
		e.Slot = sim.SlotAt(slot)
	}
	switch {
	case voice && len(a) > 4:
		e.Text = sim.PlainText(a[len(a)-1])
		for _, word := range a[3:] {
			if len(word) > 1 && strings.IndexFunc(word, func(r rune) bool { return r < 'A' }) < 0 {
				e.Text = sim.PlainText(word) // the key of the voice message
			}
		}
	case voice:
		return
	default:
		said := strings.TrimPrefix(strings.TrimRight(a[1], "\n"), "[nol]")
		e.Text = l.saidBy(said, p)
	}
	var name sim.Text
	if p != nil {
		name, e.Team = p.Name, p.Team
	}
	o.Tell(track.Said{Event: e, Name: name})
}

// saidBy returns the text of a chat line without the name of the speaker.
func (l *level) saidBy(text string, p *sim.Profile) sim.Text {
	if p == nil {
		return words(text)
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == ':' && text[i+1] == ' ' && words(text[:i]).Plain == p.Name.Plain {
			return words(text[i+2:])
		}
	}
	return words(text)
}

func (l *level) print(a []string, o *track.Observations) {
	if len(a) < 2 {
		return
	}
	text := words(strings.TrimRight(a[1], "\n"))
	// That somebody has entered the game is reported as his connection.
	if said := strings.TrimSpace(text.Plain); said != "" && !strings.HasSuffix(said, " entered the game") {
		o.Tell(track.Printed{Text: text})
	}
}

// popup reports a message shown at the side of the screen. Legacy numbers their subjects; others do not. Connecting and
// leaving are reported in other ways.
func (l *level) popup(a []string, o *track.Observations) {
	const announced = "13"
	if len(a) < 2 {
		return
	}
	text := words(strings.TrimRight(a[1], "\n"))
	switch {
	case len(a) > 2 && a[2] == announced:
		o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventObjective, Cause: "announced", Text: text}})
	case len(a) == 2 && strings.TrimSpace(text.Plain) != "" && !strings.HasSuffix(text.Plain, "connected"):
		o.Tell(track.Printed{Text: text})
	}
}

// pings reads the pings of the score table: the scores of both sides, the number of rows, then seven words per row,
// the second of which is experience and the third the ping.
func (l *level) pings(a []string, o *track.Observations) {
	const first, row = 4, 7
	for i := first; i+row <= len(a); i += row {
		slot := atoi(a[i])
		o.Tell(track.PlayerScored{Slot: sim.SlotAt(slot), Frags: sim.Unknown, Deaths: sim.Unknown,
			Ping: int16(atoi(a[i+2])), Minutes: int16(atoi(a[i+3])), HasMinutes: true})
		if l.player(slot) != nil {
			o.Tell(experience(slot, atoi(a[i+1])))
		}
	}
}

// teamInfo reads the team overlay: the number of rows, then slot, place, health and more.
func (l *level) teamInfo(a []string, o *track.Observations) {
	if len(a) < 2 || l.protocol.TV() {
		return
	}
	n := atoi(a[1])
	if n <= 0 || n > quake3.MaxClients || (len(a)-2)%n != 0 {
		return
	}
	row := (len(a) - 2) / n
	health := 3 // the first versions do not send the height
	if row >= 7 {
		health = 4
	}
	if row <= health {
		return
	}
	for i := 2; i+row <= len(a); i += row {
		o.Tell(track.OverlayTold{Slot: sim.SlotAt(atoi(a[i])), Health: int16(atoi(a[i+health])), Armor: sim.Unknown})
	}
}

// wave describes a side's spawns: all players at the same time, at regular intervals.
type wave struct{ every, offset time.Duration }

// seedDivisors are the divisors of the reinforcement seeds (bg_misc.c, aReinfSeeds).
var seedDivisors = [...]int{11, 3, 13, 7, 2, 5, 1, 17}

// readReinforcements reads the spawn times of both sides (cg_servercmds.c, CG_ParseReinforcementTimes). Two numbers,
// when shifted, select the offsets of Allies and of Axis from the seeds that follow.
func (l *level) readReinforcements() {
	l.reinforcements = [sim.TeamCount]wave{}
	l.reinforcements[sim.TeamRed].every = millis(int32(atoi(l.serverInfo["g_redlimbotime"])))
	l.reinforcements[sim.TeamBlue].every = millis(int32(atoi(l.serverInfo["g_bluelimbotime"])))
	if l.mod.seeds == 0 {
		return
	}
	seeds := strings.Fields(l.strings[l.mod.seeds])
	for _, side := range []struct {
		team  sim.Team
		at    int
		shift uint
	}{{sim.TeamBlue, 0, 3}, {sim.TeamRed, 1, 2}} {
		if side.at >= len(seeds) {
			return
		}
		n := atoi(seeds[side.at]) >> side.shift
		if n >= 0 && n < len(seedDivisors) && n+2 < len(seeds) {
			l.reinforcements[side.team].offset = time.Duration(atoi(seeds[n+2])/seedDivisors[n]) * time.Second
		}
	}
}

// next returns the time, on the game's clock, at which a side's players will next spawn. ok is false if it is unknown.
func (l *level) next(team sim.Team, clock time.Duration) (at time.Duration, ok bool) {
	w := l.reinforcements[team]
	if w.every <= 0 {
		return 0, false
	}
	since := clock - millis(int32(atoi(l.strings[l.mod.levelStart]))) + w.offset
	return clock + w.every - since%w.every, true
}
