package q3

import (
	"regexp"
	"strings"

	"fragscope/formats/quake3"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/track"
)

// commands reads server commands.
type commands struct {
	args   []string
	listed []int // slots of the rows in the last score table
}

// commandHandlers handles the server commands other than score tables. For commands that are in neither, the text is
// reported.
var commandHandlers = map[string]func(c *commands, l *level, a []string, o *track.Observations){
	"chat":        func(_ *commands, l *level, a []string, o *track.Observations) { l.chat(a, sim.EventChat, o) },
	"tchat":       func(_ *commands, l *level, a []string, o *track.Observations) { l.chat(a, sim.EventTeamChat, o) },
	"mm2":         func(_ *commands, l *level, a []string, o *track.Observations) { l.chatOfCPMA(a, o) },
	"print":       func(_ *commands, l *level, a []string, o *track.Observations) { l.print(a, o) },
	"pcp":         func(_ *commands, l *level, a []string, o *track.Observations) { l.print(a, o) },
	"cp":          func(_ *commands, l *level, a []string, o *track.Observations) { l.centerPrint(a, o) },
	"map_restart": func(_ *commands, _ *level, _ []string, o *track.Observations) { o.Tell(track.LevelRestarts{}) },
	"tinfo":       func(_ *commands, l *level, a []string, o *track.Observations) { l.teamInfo(a, o) },
	"dmscores":    func(_ *commands, _ *level, a []string, o *track.Observations) { tellLeaders(a, o) },
	"dscores":     func(_ *commands, l *level, a []string, o *track.Observations) { l.tellDuel(a, o) },
	"mstats":      func(_ *commands, _ *level, a []string, o *track.Observations) { tellPlayer(a, o) },
	"xstats2":     func(_ *commands, _ *level, a []string, o *track.Observations) { tellPlayer(a, o) },
	"tdmstats":    func(c *commands, _ *level, a []string, o *track.Observations) { c.tellListed(a, &toldTDM, o) },
	"ctfstats":    func(c *commands, _ *level, a []string, o *track.Observations) { c.tellListed(a, &toldCTF, o) },
	"castats":     func(c *commands, _ *level, a []string, o *track.Observations) { c.tellListed(a, &toldCA, o) },
	"cascores": func(_ *commands, _ *level, a []string, o *track.Observations) {
		tellEach(a, 1, 5, &toldPlaces{given: 3, accuracy: 4}, o)
	},
	"tdmscores": func(_ *commands, _ *level, a []string, o *track.Observations) {
		teamTDMOld.tell(a, o)
		tellEach(a, 17, 5, &toldPlaces{teamKills: 2, given: 4}, o)
	},
	"tdmscores2": func(_ *commands, _ *level, a []string, o *track.Observations) {
		teamTDM.tell(a, o)
		tellEach(a, 29, 6, &toldPlaces{teamKills: 3, given: 5}, o)
	},
	"statsinfo": func(_ *commands, l *level, a []string, o *track.Observations) { l.tellStatsInfo(a, o) },
	"xstats1":   func(_ *commands, _ *level, a []string, o *track.Observations) { tellEndStats(a, o) },
}

// alsoNumbers handles server commands whose text is reported in addition to their numbers.
var alsoNumbers = map[string]func(l *level, a []string, o *track.Observations){
	"ctfscores": func(_ *level, a []string, o *track.Observations) { teamCTF.tell(a, o) },
	"acc":       (*level).tellAccuracy,
}

// read reports the contents of a server command.
func (c *commands) read(l *level, text []byte, o *track.Observations) {
	if string(text) == wire.ClipMark {
		o.Tell(track.ClipBegins{})
		return
	}
	c.args = quake3.Tokenize(c.args[:0], string(text)) // one allocation for all words
	a := c.args
	if len(a) == 0 {
		return
	}
	l.tellDateOf(a, o)
	if handle := commandHandlers[a[0]]; handle != nil {
		handle(c, l, a, o)
		return
	}
	if handle := alsoNumbers[a[0]]; handle != nil {
		handle(l, a, o)
	}
	if !c.readTable(l, a, o) {
		o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventCommand,
			Text: sim.PlainText(strings.TrimSpace(l.protocol.Text(text)))}})
	}
}

// tellDates reports the dates in the serverinfo: Quake Live sends the time at which the level began (g_levelStartTime,
// in seconds), and so does OpenArena (g_timestamp; g_main.c, G_InitGame).
func (l *level) tellDates(o *track.Observations) {
	o.Tell(track.DateTold{Date: sim.UnixDate(l.serverInfo.of("g_levelstarttime"))},
		track.DateTold{Date: sim.ParseDate("2006-01-02 15:04:05", l.serverInfo.of("g_timestamp"))})
}

// stamped is the set of commands with which a server makes its clients record, take screenshots and save the console,
// in files named after the time: CPMA (rec, ss, stuff), Quake Live (rcmd).
var stamped = map[string]bool{"rec": true, "ss": true, "stuff": true, "rcmd": true}

var stamp = regexp.MustCompile(`(\d{4}_\d\d_\d\d)[-/](\d\d_\d\d_\d\d)(\.txt)?$`)

// tellDateOf reports the date in a server command.
func (l *level) tellDateOf(a []string, o *track.Observations) {
	if len(a) < 2 || !stamped[a[0]] && a[0] != "print" {
		return
	}
	date := ""
	if a[0] == "print" {
		// The month comes first: the DeFRaG of 2 November 2019 writes "11-09-19".
		if text, ok := strings.CutPrefix(a[1], "Date: "); ok && l.mod.tells.runs {
			date = sim.ParseDate("01-02-06 15:04", strings.TrimSpace(text))
		}
	} else if m := stamp.FindStringSubmatch(strings.TrimRight(a[len(a)-1], "\n;")); m != nil {
		date = sim.ParseDate("2006_01_02 15_04_05", m[1]+" "+m[2])
	}
	if date != "" {
		o.Tell(track.DateTold{Date: date})
	}
}

// teamInfo reads the team overlay: a count, then for each teammate slot, place, health, armour, weapon and powerups. In
// protocol 91 and later it lists only slots.
func (l *level) teamInfo(a []string, o *track.Observations) {
	if l.mod.tells.entityHealth || len(a) < 2 {
		return
	}
	for i := 2; i+6 <= len(a); i += 6 {
		o.Overlay(track.OverlayTold{Slot: sim.SlotAt(atoi(a[i])), Health: scoreNumber(a[i+2]),
			Armor:  scoreNumber(a[i+3]),
			Weapon: l.mod.weapon(uint32(atoi(a[i+4])))})
	}
}
