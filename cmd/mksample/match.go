package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"fragscope/formats/quake3"
)

const (
	startTime    = 48200 // server time of the first snapshot
	countdown    = 6000  // ms of warm-up that the demo shows
	frame        = 50    // ms between snapshots
	afterMatch   = 6000  // ms of intermission that the demo shows
	overDelay    = 1000  // ms between the last frag and the intermission
	recorder     = 1     // slot of the player whose view is recorded
	longest      = 115000
	defaultSeed  = 7
	defaultLimit = 15
)

// cast is who plays.
var cast = []struct {
	name, model string
	team        int
	skill       float64
	keen        int
}{
	{"Halcyon", "visor/blue", teamRed, 0.8, wpRocket},
	{"^3Pixel^7forge", "sarge/default", teamBlue, 0.85, wpRail},
	{"Mossfoot", "bones/default", teamRed, 0.5, wpShotgun},
	{"^5Night^4jar", "major/default", teamBlue, 0.75, wpLightning},
	{"Copperhead", "grunt/red", teamRed, 0.7, wpPlasma},
	{"^2Tangle^7wood", "keel/default", teamBlue, 0.55, wpGrenade},
}

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

// spawn puts a player into the game.
func (g *game) spawn(p *player) {
	s := g.spawnPoint(p)
	if p.spawnCount > 0 && p.diedAt != 0 && !p.gibbed {
		g.layOut(p)
	}
	p.body = body{origin: s.origin}
	p.view, p.turn = view{0, s.yaw}, view{}
	p.health, p.armor = 125, 0
	p.weapons = 1<<wpGauntlet | 1<<wpMachinegun
	p.ammo = [wpCount]int{wpMachinegun: 50}
	p.weapon, p.switchTo = wpMachinegun, 0
	p.ready = g.now + 400
	p.diedAt, p.gibbed, p.quadUntil = 0, false, 0
	p.tickDown = g.now + 1000
	p.flags ^= efTeleport
	p.spawnCount++
	p.legs, p.torso = legsIdle, torsoStand
	p.queue = nil
	b := g.bots[p.slot]
	*b = bot{p: p, skill: b.skill, keen: b.keen, goal: g.nav.near(p.origin), hopSide: 1}
	e := g.happen(evTeleportIn, 0, p.origin)
	e.set(quake3.EntClientNum, p.slot)
}

// spawnPoint is a random one of the half that is far from enemies.
func (g *game) spawnPoint(p *player) spawn {
	best, far := g.spawns[0], -1.0
	for _, s := range g.spawns {
		dist := 4000.0
		for _, q := range g.players {
			if q == p || !q.alive() || q.spawnCount == 0 {
				continue
			}
			d := q.origin.sub(s.origin).len()
			if d < 100 {
				dist = -1e6
			}
			if q.team != p.team {
				dist = math.Min(dist, d)
			}
		}
		dist = math.Min(dist, 1100) + g.spread(350)
		if dist > far {
			best, far = s, dist
		}
	}
	return best
}

// layOut leaves the body of a player who comes back to life.
func (g *game) layOut(p *player) {
	n := firstBody + g.nextBody
	g.nextBody = (g.nextBody + 1) % bodies
	e := &entry{freeAt: g.now + 6500}
	e.state = g.playerEntity(p)
	e.state.Number = n
	e.state.F[quake3.EntEvent], e.state.F[quake3.EntEventParm] = 0, 0
	e.state.F[quake3.EntPowerups] = 0
	e.state.F[quake3.EntPosType] = quake3.TrStationary
	e.set(quake3.EntLegsAnim, animDead+p.deathAnim)
	e.set(quake3.EntTorsoAnim, animDead+p.deathAnim)
	for _, f := range []quake3.EntityField{quake3.EntPosDeltaX, quake3.EntPosDeltaY, quake3.EntPosDeltaZ} {
		e.state.F[f] = 0
	}
	g.ents[n] = e
}

// run plays until the next snapshot is due.
func (g *game) run() {
	for range frame / tick {
		g.now += tick
		g.step()
	}
	for _, e := range g.ents {
		if e == nil {
			continue
		}
		if e.freeAt > 0 && g.now >= e.freeAt {
			g.free(e)
		}
		if e.eventAt > 0 && g.now-e.eventAt > eventLife {
			e.state.F[quake3.EntEvent] &= quake3.EventToggle
			e.eventAt = 0
		}
	}
	g.speak()
	if (g.now-startTime)%1000 == 0 && g.phase != intermission {
		g.command("tinfo %s", g.teamInfo(g.players[recorder].team))
	}
	if g.stale && (g.now-startTime)%500 == 0 && g.phase != intermission {
		g.stale = false
		g.command("%s", g.scores())
	}
}

func (g *game) step() {
	g.referee()
	g.doors()
	g.runLift()
	if g.phase == intermission {
		g.fly()
		return
	}
	for i, p := range g.players {
		if p.alive() {
			g.live(p, g.bots[i])
		} else {
			g.decay(p)
		}
	}
	g.fly()
	g.tend()
}

// referee moves the match from one phase to the next.
func (g *game) referee() {
	switch g.phase {
	case warmup:
		if g.now >= g.matchStart {
			g.restart()
		}
	case playing:
		if g.teamScore[teamRed] >= g.fragLimit || g.teamScore[teamBlue] >= g.fragLimit || g.now-startTime >= longest {
			winner := "Red"
			if g.teamScore[teamBlue] > g.teamScore[teamRed] {
				winner = "Blue"
			}
			g.log.endedByLimit = g.now-startTime < longest
			g.command("print \"%s hit the fraglimit.\n\"", winner)
			g.command("cs %d \"1\"", csIntermission)
			g.phase, g.overAt = over, g.now
		}
	case over:
		if g.now-g.overAt >= overDelay {
			g.phase = intermission
			g.command("%s", g.scores())
		}
	}
}

// restart ends the warm-up: everyone and everything back to the start.
func (g *game) restart() {
	g.phase = playing
	for _, m := range g.rockets {
		g.free(m.e)
	}
	g.rockets = nil
	for n := firstBody; n < firstBody+bodies; n++ {
		g.ents[n] = nil
	}
	g.restock()
	g.teamScore = [3]int{}
	l := g.log
	g.log = journal{byMeans: map[int]int{}, pickups: map[string]int{}, chats: l.chats, fastest: l.fastest, stuck: l.stuck}
	for _, p := range g.players {
		p.score, p.deaths, p.hits, p.shots, p.shotsHit = 0, 0, 0, 0, 0
		p.diedAt = 0
		p.origin = vec{0, 0, -4000}
	}
	for _, p := range g.players {
		g.spawn(p)
	}
	g.stale = true
	g.command("map_restart")
	g.command("cs %d \"%d\"", csLevelStart, g.now)
	g.command("cs %d \"\"", csWarmup)
	g.command("cs %d \"0\"", csScores1)
	g.command("cs %d \"0\"", csScores2)
	g.command("cp \"FIGHT!\n\"")
}

// live is a step of someone alive.
func (g *game) live(p *player, b *bot) {
	c := b.act(g)
	p.wish = c.wish
	g.handle(p, c)
	ground := p.ground
	others := g.others(p)
	before := p.origin
	s := g.w.move(&p.body, c)
	g.apart(p, before, others)
	g.noises(p, s, ground)
	g.triggers(p)
	g.fade(p)
	if speed := p.velocity.flat().len(); speed > g.log.fastest && p.ground {
		g.log.fastest = speed
	}
	if !g.w.fits(p.origin) {
		g.log.stuck++
	}
	if p.origin[2] > upper {
		g.log.upper++
	} else {
		g.log.lower++
	}
	if p.waterLevel >= 2 {
		g.log.water++
	}
	if p.groundMover == g.lift && g.lift.moving && g.lift.toFar {
		g.log.lift++
	}
	if d := p.origin.sub(g.doorAt); math.Abs(d[0]) < 90 && math.Abs(d[1]) < 16 && math.Abs(d[2]) < 60 {
		g.log.door++
	}
}

// others are the living players near enough to stand in the way.
func (g *game) others(p *player) []*player {
	var out []*player
	for _, q := range g.players {
		if q != p && q.alive() && q.origin.sub(p.origin).len() < 120 {
			out = append(out, q)
		}
	}
	return out
}

// apart keeps players from walking through each other.
func (g *game) apart(p *player, before vec, others []*player) {
	for _, q := range others {
		d := p.origin.sub(q.origin)
		if math.Abs(d[0]) >= 30 || math.Abs(d[1]) >= 30 || math.Abs(d[2]) >= 56 {
			continue
		}
		was := before.sub(q.origin)
		if d.flat().len() >= was.flat().len() {
			continue
		}
		// what leads closer is lost, the rest is kept
		n := was.flat().unit()
		keep := p.origin
		for k := range 2 {
			keep[k] = before[k]
		}
		if g.w.fits(keep) {
			p.origin = keep
		}
		if in := p.velocity.dot(n); in < 0 {
			p.velocity = p.velocity.mad(-in, n)
		}
	}
}

// handle is what the hands do: switching and firing weapons.
func (g *game) handle(p *player, c command) {
	if p.switchTo != 0 && g.now >= p.switchAt {
		p.weapon, p.switchTo = p.switchTo, 0
		p.ready = g.now + 250
		p.torso = torsoRaise | (^p.torso & animToggle)
	}
	if c.fire {
		g.fire(p)
	} else {
		p.firing = false
	}
	if g.now > p.ready+200 && p.torso&^animToggle != torsoStand && p.switchTo == 0 {
		p.torso = torsoStand | (^p.torso & animToggle)
	}
}

// noises are the events and animations of moving.
func (g *game) noises(p *player, s stride, wasGround bool) {
	if s.jumped {
		p.event(evJump, 0)
	}
	if s.landed && p.waterLevel < 2 {
		force := float64(s.impact*s.impact) / 10000
		switch {
		case force > 60:
			p.event(evFallFar, 0)
			g.damage(p, nil, 10, modFalling, vec{}, false)
		case force > 40:
			p.event(evFallMedium, 0)
			g.damage(p, nil, 5, modFalling, vec{}, false)
		case force > 7:
			p.event(evFallShort, 0)
		}
	}
	switch was := p.waterLevel - s.splash; {
	case was == 0 && p.waterLevel > 0:
		p.event(evWaterTouch, 0)
	case was > 0 && p.waterLevel == 0:
		p.event(evWaterLeave, 0)
	case was < 3 && p.waterLevel == 3:
		p.event(evWaterUnder, 0)
	case was == 3 && p.waterLevel < 3:
		p.event(evWaterClear, 0)
	}
	if h := int(math.Abs(s.stepped)); h >= 6 && h <= 18 {
		p.event(evStep4+min(h/4-1, 3), 0)
	}
	if !p.alive() {
		return
	}
	speed := p.velocity.flat().len()
	legs := uint32(legsIdle)
	switch {
	case p.waterLevel >= 2:
		legs = legsSwim
	case !p.ground:
		legs = legsJump
	case speed > 40 && p.velocity.dot(p.view.forward()) < -40:
		legs = legsBack
	case speed > 40:
		legs = legsRun
	}
	if legs != p.legs&^animToggle {
		p.legs = legs | (^p.legs & animToggle)
	}
	if p.ground && speed > 100 {
		old := int(p.bob)
		p.bob += float64(speed*dt) / 90
		if int(p.bob) != old && p.waterLevel == 0 {
			p.event(evFootstep, 0)
		} else if int(p.bob) != old && p.waterLevel == 1 {
			p.event(evFootSplash, 0)
		}
	}
}

func touches(p *player, lo, hi vec) bool {
	return overlap(p.origin.add(hullMin), p.origin.add(hullMax), lo.add(vec{1, 1, 1}), hi.sub(vec{1, 1, 1}))
}

// triggers are the jump pad and the teleporter.
func (g *game) triggers(p *player) {
	if touches(p, g.pad.min, g.pad.max) && p.velocity[2] < 100 {
		p.velocity = g.pad.velocity
		p.ground, p.flown = false, true
		p.event(evJumpPad, 1)
		g.log.pads++
	}
	if !touches(p, g.portal.min, g.portal.max) || !p.alive() {
		return
	}
	for _, q := range g.players {
		if q != p && q.alive() && q.origin.sub(g.portal.to).len() < 50 && q.team != p.team {
			g.damage(q, p, 10000, modTelefrag, vec{}, false)
		}
	}
	e := g.happen(evTeleportOut, 0, p.origin)
	e.set(quake3.EntClientNum, p.slot)
	p.origin = g.portal.to.add(vec{0, 0, 1})
	e = g.happen(evTeleportIn, 0, p.origin)
	e.set(quake3.EntClientNum, p.slot)
	p.view = view{0, g.portal.yaw}
	p.turn = view{}
	p.velocity = p.view.forward().mul(400)
	p.flags ^= efTeleport
	g.log.tele++
	b := g.bots[p.slot]
	b.target = p.origin.mad(100, p.view.forward())
}

// fade lets health and armour above 100 shrink by one a second.
func (g *game) fade(p *player) {
	if g.now < p.tickDown {
		return
	}
	p.tickDown += 1000
	if p.health > 100 {
		p.health--
	}
	if p.armor > 100 {
		p.armor--
	}
}

// decay is a step of someone dead: the body falls, and after a while he comes back.
func (g *game) decay(p *player) {
	if !p.gibbed {
		g.w.move(&p.body, command{})
	}
	if g.now >= p.respawnAt && g.phase < over {
		g.spawn(p)
	}
}

// locate is the number of the location nearest to a place, from 1.
func (g *game) locate(p vec) int {
	best, dist := 0, math.Inf(1)
	for i, l := range g.locations {
		if d := l.origin.sub(p).len(); d < dist {
			best, dist = i+1, d
		}
	}
	return best
}

// teamInfo is what the game tells the members of a team of each other.
func (g *game) teamInfo(team int) string {
	var sb strings.Builder
	n := 0
	for _, p := range g.players {
		if p.team != team {
			continue
		}
		n++
		power := 0
		if p.quad(g.now) {
			power = 1 << pwQuad
		}
		fmt.Fprintf(&sb, " %d %d %d %d %d %d", p.slot, g.locate(p.origin), max(p.health, 0), p.armor, p.weapon, power)
	}
	return itoa(n) + sb.String()
}

// scores is the table that a server sends to who asks for it.
func (g *game) scores() string {
	order := make([]*player, 0, len(g.players))
	for _, p := range g.players {
		i := len(order)
		order = append(order, p)
		for ; i > 0 && order[i-1].score < p.score; i-- {
			order[i], order[i-1] = order[i-1], order[i]
		}
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "scores %d %d %d", len(order), g.teamScore[teamRed], g.teamScore[teamBlue])
	for _, p := range order {
		accuracy := 0
		if p.shots > 0 {
			accuracy = min(p.shotsHit*100/p.shots, 100)
		}
		fmt.Fprintf(&sb, " %d %d %d %d 0 0 %d 0 0 0 0 0 0 0", p.slot, p.score, 24+p.slot*9, (g.now-g.matchStart)/60000+1, accuracy)
	}
	return sb.String()
}
