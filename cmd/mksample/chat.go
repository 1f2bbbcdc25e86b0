package main

import "slices"

// talk is what the players say.
type talk struct {
	*game
	said []line   // lines that are being typed
	told []string // what was said: nobody repeats it
}

// line is a chat line that someone is typing.
type line struct {
	at   int
	p    *player
	text string
	team bool
}

// say lets a player type a line, which takes a while.
func (g *talk) say(p *player, team bool, delay int, lines ...string) {
	at, text := g.now+delay, lines[g.rng.IntN(len(lines))]
	busy := slices.ContainsFunc(g.said, func(l line) bool { return l.p == p || l.at > at-500 && l.at < at+500 })
	if !busy && !slices.Contains(g.told, text) {
		g.told = append(g.told, text)
		g.said = append(g.said, line{at, p, text, team})
	}
}

// speak sends the lines whose time has come.
func (g *talk) speak() {
	g.said = slices.DeleteFunc(g.said, func(l line) bool {
		if g.now < l.at {
			return false
		}
		if !l.team {
			g.command("chat \"%s^7\x19: ^2%s\"", l.p.name, l.text)
		} else if l.p.team == g.players[recorder].team {
			g.command("tchat \"\x19(%s^7\x19) (%s)\x19: ^5%s\"", l.p.name, g.locations[g.locate(l.p.origin)].name, l.text)
		}
		return true
	})
}

// quips are what is said about something that happened.
var quips = map[string][]string{
	"quad down":  {"no more quad for you :)", "quad down!"},
	"rail":       {"nice rail", "ouch, what a shot", "I should stop running straight"},
	"grenade":    {"grenades... in a glasshouse", "did not see that one bounce"},
	"two":        {"two for one!", "next please"},
	"killed":     {"mind the ferns!", "ok, that was good", "again at the pond...", "hehe", "who watered my boots"},
	"item_quad":  {"got quad, come with me"},
	"enemy quad": {"quad is out, run!", "uh oh"},

	"item_armor_body":  {"red armour taken", "red taken, back in 25"},
	"item_health_mega": {"mega taken", "mega is mine, water is cold"},
}

// quip lets someone say something in the match, maybe.
func (g *talk) quip(p *player, team bool, chance float64, about string) {
	if lines := quips[about]; g.phase == playing && lines != nil && g.chance(chance) {
		g.say(p, team, 500+g.rng.IntN(900), lines...)
	}
}

// gloat is what people say about a frag.
func (g *talk) gloat(by, q *player, means int) {
	switch {
	case q.powers(g.now) != 0:
		g.quip(by, false, 0.7, "quad down")
	case means == arms[wpRail].means:
		g.quip(q, false, 0.4, "rail")
	case means == arms[wpGrenade].means || means == arms[wpGrenade].splash:
		g.quip(q, false, 1, "grenade")
	case g.now-by.lastKill < 2000:
		g.quip(by, false, 0.6, "two")
	default:
		g.quip(q, false, 0.2, "killed")
	}
}

// banter is what is said at fixed moments: times are ms since the first snapshot, or
// since the intermission.
var banter = []struct {
	in   phase
	at   int
	slot int
	team bool
	text string
}{
	{warmup, 1000, 0, false, "hi all, gl hf"},
	{warmup, 2100, 3, false, "gl & hf!"},
	{warmup, 3200, 2, true, "I take the pond, you the catwalk"},
	{playing, 43900, recorder, true, "quad soon, meet on the bridges"},
	{intermission, 700, 3, false, "gg"},
	{intermission, 1300, 0, false, "gg wp"},
	{intermission, 2000, 5, false, "gg :)"},
	{intermission, 3100, recorder, false, "good game! one more?"},
}

func (g *talk) chatter() {
	now := g.now - startTime
	if g.phase == intermission {
		now = (g.now - g.overAt - overDelay) / frame * frame
	}
	for _, b := range banter {
		if b.in == g.phase && b.at == now {
			g.say(g.players[b.slot], b.team, 300, b.text)
		}
	}
}

// typing is the balloon over someone who is about to say something.
func (g *talk) typing(p *player) uint32 {
	if slices.ContainsFunc(g.said, func(l line) bool { return l.p == p && l.at-g.now < 700 }) {
		return efTalk
	}
	return 0
}
