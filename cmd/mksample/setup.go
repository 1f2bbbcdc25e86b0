package main

import (
	"math"
	"math/rand/v2"
)

// newGame sets up the match on a map.
func newGame(c *chart, seed uint64, fragLimit int) *game {
	g := &game{
		w: newWorld(c), chart: c, rng: rand.New(rand.NewPCG(seed, 46)), now: startTime,
		fragLimit: fragLimit, matchStart: startTime + countdown,
		log: journal{byMeans: map[int]int{}, pickups: map[string]int{}},
	}
	g.machinery()
	g.nav = newNav(g.w, c)
	g.shortcuts()
	g.stock()
	for i, k := range cast {
		p := &player{slot: i, name: k.name, model: k.model, team: k.team}
		g.players = append(g.players, p)
		g.bots = append(g.bots, &bot{p: p, skill: k.skill, keen: k.keen})
	}
	for _, p := range g.players {
		g.spawn(p)
	}
	g.stale = true
	return g
}

// machinery finds what moves, throws and carries in the map.
func (g *game) machinery() {
	targets := map[string]*entity{}
	for _, e := range g.chart.entities {
		if t := e.get("targetname"); t != "" {
			targets[t] = e
		}
	}
	for _, e := range g.chart.entities {
		at := parseVec(e.get("origin"))
		yaw := parseVec(e.get("angle"))[0]
		switch e.get("classname") {
		case "info_player_deathmatch":
			g.spawns = append(g.spawns, spawn{origin: at.add(vec{0, 0, 1}), yaw: yaw})
		case "target_location":
			g.locations = append(g.locations, spawn{origin: at, name: e.get("message")})
		case "func_door":
			b := g.chart.models[e.model][0]
			_, cos := sincos(yaw)
			m := &mover{model: e.model, brush: b, speed: parseVec(e.get("speed"))[0]}
			m.far = vec{math.Round(cos) * (b.max[0] - b.min[0] - parseVec(e.get("lip"))[0]), 0, 0}
			g.doorLeafs = append(g.doorLeafs, m)
			g.doorAt = vec{0, (b.min[1] + b.max[1]) / 2, b.min[2] + 24}
		case "func_plat":
			m := &mover{model: e.model, brush: g.chart.models[e.model][0], speed: parseVec(e.get("speed"))[0]}
			m.rest = vec{0, 0, -parseVec(e.get("height"))[0]}
			m.pos = m.rest
			g.lift = m
		case "trigger_push":
			b := g.chart.models[e.model][0]
			g.pad = newLauncher(b, parseVec(targets[e.get("target")].get("origin")))
		case "trigger_teleport":
			b, d := g.chart.models[e.model][0], targets[e.get("target")]
			g.portal = &teleporter{b.min, b.max, parseVec(d.get("origin")), parseVec(d.get("angle"))[0]}
		}
	}
	g.w.movers = append(g.w.movers, g.doorLeafs...)
	g.w.movers = append(g.w.movers, g.lift)
}

// newLauncher makes a jump pad whose throw has its apex at the target.
func newLauncher(b *brush, apex vec) *launcher {
	l := &launcher{min: b.min, max: b.max}
	middle := b.min.add(b.max).mul(0.5)
	rise := apex[2] - middle[2]
	t := math.Sqrt(rise / (gravity / 2))
	l.velocity = apex.sub(middle).flat().mul(1 / t)
	l.velocity[2] = t * gravity
	l.to = apex
	return l
}

// shortcuts tells the bots of the jump pad, the teleporter and the lift.
func (g *game) shortcuts() {
	floor := func(v vec, z float64) vec { return vec{v[0], v[1], z} }
	pad := g.pad.min.add(g.pad.max).mul(0.5)
	g.nav.join(floor(pad, g.pad.min[2]+24), floor(g.pad.to, upper+24), 150, linkPad)
	tele := g.portal.min.add(g.portal.max).mul(0.5)
	g.nav.join(floor(tele, g.portal.min[2]+24), g.portal.to, 20, linkTele)
	lift := g.lift.brush.min.add(g.lift.brush.max).mul(0.5)
	for _, dx := range []float64{-32, 0, 32} {
		g.nav.join(vec{lift[0] + dx, lift[1], deep + 24}, vec{g.lift.brush.min[0] - 24, lift[1], upper + 24}, 330, linkLift)
	}
	g.nav.reverse()
}
