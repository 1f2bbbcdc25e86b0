package main

import (
	"math"

	"fragscope/formats/quake3"
)

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
