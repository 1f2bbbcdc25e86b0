package main

import "slices"

// say lets a player type a line, which takes a while.
func (g *game) say(p *player, team bool, delay int, lines ...string) {
	for _, l := range g.said {
		if l.p == p || l.at+500 > g.now+delay && l.at < g.now+delay+500 {
			return
		}
	}
	text := lines[g.rng.IntN(len(lines))]
	if !slices.Contains(g.told, text) {
		g.told = append(g.told, text)
		g.said = append(g.said, line{g.now + delay, p, text, team})
	}
}

// speak sends the lines whose time has come.
func (g *game) speak() {
	keep := g.said[:0]
	for _, l := range g.said {
		if g.now < l.at {
			keep = append(keep, l)
			continue
		}
		g.log.chats++
		l.p.talkUntil = g.now
		if !l.team {
			g.command("chat \"%s^7\x19: ^2%s\"", l.p.name, l.text)
		} else if l.p.team == g.players[recorder].team {
			where := g.locations[g.locate(l.p.origin)-1].name
			g.command("tchat \"\x19(%s^7\x19) (%s)\x19: ^5%s\"", l.p.name, where, l.text)
		}
	}
	g.said = keep
}

// gloat is what people say about a frag.
func (g *game) gloat(by, q *player, means int) {
	if g.phase != playing {
		return
	}
	delay := 900 + g.rng.IntN(700)
	switch {
	case means == modTelefrag:
		g.say(q, false, delay, "through the swirl, really?")
	case q.quad(g.now) && g.chance(0.7):
		g.say(by, false, delay, "no more quad for you :)", "quad down!")
	case means == modRail && g.chance(0.3):
		g.say(q, false, delay, "nice rail", "ouch, what a shot", "I should stop running straight")
	case means == modGrenade || means == modGrenadeSplash:
		g.say(q, false, delay, "grenades... in a glasshouse", "did not see that one bounce")
	case g.now-by.lastKill < 2000 && g.chance(0.6):
		g.say(by, false, delay, "two for one!", "next please")
	case g.chance(0.1):
		g.say(q, false, delay, "mind the ferns!", "ok, that was good", "again at the pond...", "hehe", "who watered my boots")
	}
}

// remark is what people say about an item they took.
func (g *game) remark(p *player, it *item) {
	if g.phase != playing {
		return
	}
	switch it.kind.class {
	case "item_quad":
		if !it.dropped {
			g.say(p, true, 500, "got quad, come with me")
		}
		for _, q := range g.players {
			if q.team != p.team && g.chance(0.4) {
				g.say(q, false, 1400, "quad is out, run!", "uh oh")
				break
			}
		}
	case "item_armor_body":
		if g.chance(0.7) {
			g.say(p, true, 700, "red armour taken", "red taken, back in 25")
		}
	case "item_health_mega":
		if g.chance(0.7) {
			g.say(p, true, 700, "mega taken", "mega is mine, water is cold")
		}
	}
}

// banter is what is said at fixed moments, by time since the first snapshot.
func (g *game) banter() {
	switch g.now - startTime {
	case 1000:
		g.say(g.players[0], false, 300, "hi all, gl hf")
	case 2000:
		g.say(g.players[3], false, 400, "gl & hf!")
	case 3200:
		g.say(g.players[2], true, 300, "I take the pond, you the catwalk")
	case countdown + 38000:
		g.say(g.players[recorder], true, 200, "quad soon, meet on the bridges")
	}
	if g.phase == intermission {
		switch (g.now - g.overAt - overDelay) / frame * frame {
		case 1000:
			g.say(g.players[3], false, 0, "gg")
		case 1600:
			g.say(g.players[0], false, 0, "gg wp")
		case 2300:
			g.say(g.players[5], false, 0, "gg :)")
		case 3400:
			g.say(g.players[recorder], false, 0, "good game! one more?")
		}
	}
}

// typing is the balloon over someone who is about to say something.
func (g *game) typing(p *player) uint32 {
	for _, l := range g.said {
		if l.p == p && l.at-g.now < 700 {
			return efTalk
		}
	}
	return 0
}
