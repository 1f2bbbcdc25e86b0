package main

import (
	"math"
	"slices"

	"fragscope/formats/quake3"
)

// player is a player of the scripted match.
type player struct {
	body
	bot
	slot, team    int
	name, model   string
	view          view
	health, armor int
	weapon        int
	weapons       int // bit set
	ammo          [wpCount]int
	ready         int  // server time from which the weapon can fire
	firing        bool // the trigger is held
	quadUntil     int
	tickDown      int // when health and armour above 100 shrink next
	spawns        int
	flags         uint32 // efTeleport as toggled
	diedAt        int    // server time, 0 while alive
	gibbed        bool
	attacker      int
	painAt        int
	lastKill      int
	wish          vec
	score, deaths int
	shots, struck int

	// events: how many, the last two, and those for the entity that wait and show
	eventCount int
	recent     [2][2]uint32
	queue      [][2]uint32
	shown      [2]uint32
	shownAt    int
}

func (p *player) alive() bool { return p.diedAt == 0 }
func (p *player) eyes() vec   { return p.origin.up(eye) }

// powers are the powerups of a player as bits.
func (p *player) powers(now int) int {
	if p.quadUntil > now {
		return 1 << pwQuad
	}
	return 0
}

// event notes something that happened to the player.
func (p *player) event(ev, parm int) {
	e := [2]uint32{uint32(ev), uint32(parm)}
	p.recent[p.eventCount&1] = e
	p.eventCount++
	p.queue = append(p.queue, e)
}

// spawn puts a player into the game.
func (g *game) spawn(p *player) {
	s := g.spawnPoint(p)
	if p.diedAt != 0 && !p.gibbed {
		g.layOut(p)
	}
	p.body = body{origin: s.origin, ground: true}
	p.view = view{0, s.yaw}
	p.health, p.armor = 125, 0
	p.weapons = 1<<wpGauntlet | 1<<wpMachinegun
	p.ammo = [wpCount]int{wpGauntlet: -1, wpMachinegun: 50}
	p.weapon = wpMachinegun
	p.ready, p.tickDown = g.now+400, g.now+1000
	p.diedAt, p.gibbed, p.quadUntil = 0, false, 0
	p.flags ^= efTeleport
	p.spawns++
	p.queue = nil
	p.bot = bot{skill: p.skill, keen: p.keen, hopSide: 1, target: p.origin}
	g.arrive(p)
}

// arrive shows that a player appears where he is.
func (g *game) arrive(p *player) {
	g.happen(evTeleportIn, 0, p.origin).set(quake3.EntClientNum, p.slot)
}

// spawnPoint is a random one of those that are far from enemies.
func (g *game) spawnPoint(p *player) spot {
	best, most := g.spawns[0], -1.0
	for _, s := range g.spawns {
		dist := 1100.0
		for _, q := range g.players {
			if d := q.origin.sub(s.origin).len(); q != p && q.spawns > 0 && d < 100 {
				dist = -1e6
			} else if q.alive() && q.team != p.team {
				dist = math.Min(dist, d)
			}
		}
		if dist += g.spread(350); dist > most {
			best, most = s, dist
		}
	}
	return best
}

// layOut leaves the body of a player who comes back to life.
func (g *game) layOut(p *player) {
	e := &entry{freeAt: g.now + 6500, state: g.playerEntity(p)}
	e.state.Number = firstBody + g.nextBody
	g.nextBody = (g.nextBody + 1) % bodies
	e.set(quake3.EntEvent, 0)
	e.set(quake3.EntEventParm, 0)
	e.set(quake3.EntPowerups, 0)
	e.trajectory(quake3.TrStationary, 0, 0, p.origin.round(), vec{})
	g.ents[e.state.Number] = e
}

// live is a step of someone alive.
func (g *game) live(p *player) {
	jump, fire := g.bots.think(p)
	if p.firing = fire && p.ammo[p.weapon] != 0; p.firing && g.now >= p.ready {
		g.fire(p)
	}
	before := p.body
	g.world.move(&p.body, p.wish, jump, tick)
	if before.ground && jump {
		p.event(evJump, 0)
	}
	if before.water == 0 && p.water > 0 {
		p.event(evWaterTouch, 0)
	}
	g.apart(p, before.origin)
	g.triggers(p)
	if g.now >= p.tickDown {
		p.tickDown += 1000
		for _, v := range []*int{&p.health, &p.armor} {
			if *v > 100 {
				*v--
			}
		}
	}
}

// apart keeps players from walking through each other.
func (g *game) apart(p *player, before vec) {
	for _, q := range g.players {
		d, was := p.origin.sub(q.origin), before.sub(q.origin)
		if q == p || !q.alive() || math.Abs(d[0]) >= 30 || math.Abs(d[1]) >= 30 || math.Abs(d[2]) >= 56 || d.flat().len() >= was.flat().len() {
			continue
		}
		// what leads closer is lost, the rest is kept
		if keep := (vec{before[0], before[1], p.origin[2]}); g.fits(keep) {
			p.origin = keep
		}
		n := was.flat().unit()
		if in := p.velocity.dot(n); in < 0 {
			p.velocity = p.velocity.mad(-in, n)
		}
	}
}

func (l *launcher) touches(p *player) bool {
	return overlap(p.origin.add(hullMin), p.origin.add(hullMax), l.lo, l.hi)
}

// triggers are the jump pad and the teleporter.
func (g *game) triggers(p *player) {
	if g.pad.touches(p) && p.velocity[2] < 100 {
		p.velocity, p.ground, p.flown = g.pad.velocity, false, true
		p.event(evJumpPad, 1)
	}
	if !g.portal.touches(p) || !p.alive() {
		return
	}
	to := g.portal.to
	for _, q := range g.players {
		if q.team != p.team && q.alive() && q.origin.sub(to.origin).len() < 50 {
			g.damage(q, p, 10000, modTelefrag, vec{})
		}
	}
	g.happen(evTeleportOut, 0, p.origin).set(quake3.EntClientNum, p.slot)
	p.origin = to.origin.up(1)
	g.arrive(p)
	p.view, p.turn = view{0, to.yaw}, view{}
	p.velocity = p.view.forward().mul(400)
	p.flags ^= efTeleport
	p.target = p.origin.mad(100, p.view.forward())
}

// doors opens the door for whoever comes near and closes it behind them.
func (g *game) doors() {
	leafs := g.movers[:len(g.movers)-1]
	middle := leafs[0].middle().add(leafs[len(leafs)-1].middle()).mul(0.5)
	wanted := slices.ContainsFunc(g.players, func(p *player) bool {
		d := p.origin.sub(middle)
		return p.alive() && math.Abs(d[0]) < 130 && math.Abs(d[1]) < 110 && d[2] < 50
	})
	for _, m := range leafs {
		if wanted {
			m.heldUntil = g.now + 1500
			m.set(g.now, true)
		} else if g.now > m.heldUntil {
			m.set(g.now, false)
		}
		m.advance(g.now)
	}
}

func (g *game) lift() *mover { return g.movers[len(g.movers)-1] }

// rides reports whether a player stands on the lift, and below whether he is under it.
func (g *game) rides(p *player) (on, below bool) {
	m, d := g.lift(), p.origin.sub(g.lift().middle())
	if math.Abs(d[0]) > 79 || math.Abs(d[1]) > 79 || !p.alive() {
		return false, false
	}
	above := p.origin[2] - 24 - (m.hi[2] + m.pos[2])
	return math.Abs(above) < 2, above < -2
}

// runLift takes riders up, waits, and comes down when nobody is beneath.
func (g *game) runLift() {
	m := g.lift()
	var riders []*player
	beneath := false
	for _, p := range g.players {
		on, below := g.rides(p)
		if beneath = beneath || below; on {
			riders = append(riders, p)
		}
	}
	switch {
	case m.moving && !m.toFar && beneath:
		m.set(g.now, true)
		m.heldUntil = g.now + 2000
	case m.moving:
	case !m.toFar && len(riders) > 0 && m.heldUntil == 0:
		m.heldUntil = g.now + 250
	case !m.toFar && len(riders) > 0 && g.now >= m.heldUntil:
		m.set(g.now, true)
		m.heldUntil = g.now + m.duration + 1600
	case m.toFar && g.now > m.heldUntil && len(riders) == 0 && !beneath:
		m.set(g.now, false)
		m.heldUntil = 0
	}
	m.advance(g.now)
	for _, p := range riders {
		p.origin[2] = m.hi[2] + m.pos[2] + 24.03
		p.velocity[2] = math.Max(p.velocity[2], 0)
	}
}
