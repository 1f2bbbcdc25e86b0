package main

import (
	"fmt"

	"fragscope/formats/quake3"
)

// missile is a projectile in the air.
type missile struct {
	e        *entry
	owner    *player
	weapon   int
	damage   int
	born     int // server time
	dies     int
	started  int // server time at which it was at base
	base     vec
	velocity vec
	last     vec
	falls    bool
	lying    bool
}

func (m *missile) at(now int) vec {
	t := float64(now-m.started) / 1000
	p := m.base.mad(t, m.velocity)
	if m.falls && !m.lying {
		p[2] -= float64(gravity / 2 * float64(t*t))
	}
	return p
}

// fire shoots the weapon in hand.
func (g *game) fire(p *player) {
	a := &arms[p.weapon]
	p.ready = g.now + a.reload
	p.shots++
	if p.ammo[p.weapon] > 0 {
		p.ammo[p.weapon]--
	}
	if p.weapon != wpLightning {
		p.event(evFireWeapon, 0)
	}
	dir := p.view.forward()
	muzzle := p.eyes().mad(14, dir).round()
	dmg := a.damage
	if p.powers(g.now) != 0 {
		dmg *= 3
	}
	switch p.weapon {
	case wpRail:
		g.rail(p, muzzle, dir, dmg)
	case wpLightning:
		g.beam(p, muzzle, dir, dmg)
	case wpMachinegun:
		g.bullet(p, muzzle, g.scatter(dir, 200), dmg)
	case wpShotgun:
		e := g.happen(evShotgun, g.rng.IntN(256), muzzle)
		e.state.SetOrigin2(dir.mul(4096).round().single())
		e.set(quake3.EntOtherEntityNum, p.slot)
		for range 11 {
			d := g.scatter(dir, 700)
			g.strike(p, g.shot(muzzle, d, 8192, p), dmg, d)
		}
	default:
		g.launch(p, muzzle, dir, dmg)
	}
}

// scatter is a shot that strays by up to r units at a distance of 8192.
func (g *game) scatter(dir vec, r float64) vec {
	return dir.mul(8192).mad(g.spread(r), dir.right().unit()).up(g.spread(r)).unit()
}

// shot is where a ray ends: at a wall, or at someone else than those who are skipped.
func (g *game) shot(from, dir vec, reach float64, skip ...*player) hit {
	h := g.ray(from, from.mad(reach, dir))
	for _, q := range g.players {
		skipped := !q.alive()
		for _, s := range skip {
			skipped = skipped || s == q
		}
		if f, ok := rayBox(from, h.end, q.origin.add(hullMin), q.origin.add(hullMax)); ok && !skipped {
			h = hit{end: from.mad(f, h.end.sub(from)), player: q, normal: dir.mul(-1)}
		}
	}
	return h
}

// strike hurts whom a shot hits.
func (g *game) strike(p *player, h hit, dmg int, dir vec) {
	if h.player != nil {
		g.damage(h.player, p, dmg, arms[p.weapon].means, dir)
	}
}

func (g *game) bullet(p *player, from, dir vec, dmg int) {
	h := g.shot(from, dir, 8192, p)
	ev, parm := evBulletWall, upward
	if h.player != nil {
		ev, parm = evBulletFlesh, h.player.slot
	}
	g.happen(ev, parm, h.end).set(quake3.EntOtherEntityNum, p.slot)
	g.strike(p, h, dmg, dir)
}

func (g *game) rail(p *player, from, dir vec, dmg int) {
	struck := []*player{p}
	h := g.shot(from, dir, 8192, struck...)
	for ; h.player != nil && len(struck) < 5; h = g.shot(from, dir, 8192, struck...) {
		struck = append(struck, h.player)
		g.strike(p, h, dmg, dir)
	}
	e := g.happen(evRailTrail, upward, h.end)
	e.state.SetOrigin2(from.mad(4, dir.right().unit()).up(-1).round().single())
	e.set(quake3.EntClientNum, p.slot)
}

func (g *game) beam(p *player, from, dir vec, dmg int) {
	h := g.shot(from, dir, rangeLG, p)
	if h.player != nil {
		e := g.happen(evMissileHit, upward, h.end)
		e.set(quake3.EntWeapon, wpLightning)
		e.set(quake3.EntOtherEntityNum, h.player.slot)
		g.strike(p, h, dmg, dir)
	} else if h.solid {
		g.happen(evMissileMiss, upward, h.end).set(quake3.EntWeapon, wpLightning)
	}
}

func (g *game) launch(p *player, from, dir vec, dmg int) {
	m := &missile{e: g.brief(0), owner: p, weapon: p.weapon, damage: dmg, born: g.now, started: g.now - 50, base: from, last: from, dies: g.now + 10000}
	kind, flags := quake3.TrLinear, 0
	if p.weapon == wpGrenade {
		dir = dir.up(0.2).unit()
		m.falls, m.dies, kind, flags = true, g.now+2500, quake3.TrGravity, efBounce
	}
	m.velocity = dir.mul(arms[p.weapon].speed).round()
	m.e.set(quake3.EntEType, quake3.EtMissile)
	m.e.set(quake3.EntWeapon, p.weapon)
	m.e.set(quake3.EntEFlags, flags)
	m.e.set(quake3.EntOtherEntityNum, p.slot)
	m.e.trajectory(kind, m.started, 0, m.base, m.velocity)
	g.missiles = append(g.missiles, m)
}

// fly moves a projectile to the present, and reports whether that was its end.
func (g *game) fly(m *missile) bool {
	if g.now >= m.dies {
		g.explode(m, hit{end: m.at(g.now), normal: vec{0, 0, 1}})
		return true
	}
	if m.lying {
		return false
	}
	to := m.at(g.now)
	way := to.sub(m.last)
	var owner *player
	if g.now-m.born < 400 {
		owner = m.owner
	}
	h := g.shot(m.last, way.unit(), way.len(), owner)
	switch {
	case h.player == nil && !h.solid:
		m.last = to
	case h.player == nil && m.falls:
		g.bounce(m, h)
	default:
		g.explode(m, h)
		return true
	}
	return false
}

// bounce throws a grenade back from a wall.
func (g *game) bounce(m *missile, h hit) {
	v := m.velocity.up(-float64(gravity*(g.now-m.started)) / 1000)
	v = v.mad(-2*v.dot(h.normal), h.normal).mul(0.65)
	m.base = h.end.mad(1, h.normal).round()
	m.last, m.started, m.velocity = m.base, g.now, v.round()
	kind := quake3.TrGravity
	if h.normal[2] > 0.2 && v.len() < 40 {
		m.lying, m.velocity, kind = true, vec{}, quake3.TrStationary
	} else {
		g.eventOn(m.e, evBounce, 0)
	}
	m.e.trajectory(kind, m.started, 0, m.base, m.velocity)
}

// explode ends a projectile.
func (g *game) explode(m *missile, h hit) {
	ev := evMissileMiss
	if h.player != nil {
		ev = evMissileHit
		m.e.set(quake3.EntOtherEntityNum, h.player.slot)
		g.damage(h.player, m.owner, m.damage, arms[m.weapon].means, m.velocity)
	}
	m.e.set(quake3.EntEType, quake3.EtGeneral)
	m.e.trajectory(quake3.TrStationary, 0, 0, h.end.mad(1, h.normal).round(), vec{})
	m.e.set(quake3.EntEFlags, 0)
	g.eventOn(m.e, ev, upward)
	m.e.freeAt = g.now + eventLife
	g.splash(m, h)
}

// splash hurts everyone near an explosion.
func (g *game) splash(m *missile, h hit) {
	a := &arms[m.weapon]
	from := h.end.up(1)
	for _, q := range g.players {
		var d vec
		for i := range 3 {
			d[i] = h.end[i] - clamp(h.end[i], q.origin[i]+hullMin[i], q.origin[i]+hullMax[i])
		}
		if dist := d.len(); q != h.player && q.alive() && dist < a.radius && (g.clear(from, q.origin) || g.clear(from, q.eyes())) {
			points := int(float64(float64(m.damage) * (1 - dist/a.radius)))
			g.damage(q, m.owner, points, a.splash, q.origin.sub(h.end).up(24))
		}
	}
}

// damage hurts a player by the game's rules: knockback, the quad's factor being in
// the points, half for oneself, none for friends, two thirds to the armour.
func (g *game) damage(q, by *player, points, means int, dir vec) {
	if !q.alive() || g.phase >= over {
		return
	}
	if push := float64(min(points, 200)); means != arms[wpLightning].means {
		q.velocity = q.velocity.mad(push*5, dir.unit())
		q.cutoff = int(clamp(push*2, 50, 200))
		q.ground = q.ground && q.velocity[2] < 100
	}
	if by != nil && by != q && by.team == q.team {
		return
	}
	if by == q {
		points /= 2
	}
	points = max(points, 1)
	if g.phase == warmup && points >= q.health {
		return
	}
	if by != nil && by != q {
		by.struck++
		q.attacker = by.slot
	}
	save := min((points*66+99)/100, q.armor)
	q.armor -= save
	q.health -= points - save
	if q.health <= 0 {
		g.kill(q, by, means)
	} else if g.now > q.painAt {
		q.event(evPain, q.health)
		q.painAt = g.now + 700
	}
}

// kill ends a life: the obituary, the scores, what is dropped, the body.
func (g *game) kill(q, by *player, means int) {
	q.health = max(q.health, -99)
	q.diedAt, q.firing = g.now, false
	q.deaths++
	g.stale = true
	killer := quake3.WorldEntity
	if by != nil {
		killer = by.slot
	}
	e := g.happen(evObituary, means, q.origin)
	e.set(quake3.EntOtherEntityNum, q.slot)
	e.set(quake3.EntOtherEntityNum2, killer)
	winner, points := q, -1
	if by != nil && by != q {
		winner, points = by, 1
		g.talk.gloat(by, q, means)
		by.lastKill = g.now
	}
	winner.score += points
	g.teamScore[winner.team] += points
	g.command("cs %d %q", quake3.CsScores1+winner.team-1, fmt.Sprint(g.teamScore[winner.team]))
	g.drop(q)
	q.quadUntil = 0
	if q.health <= gibHealth {
		q.gibbed = true
		q.event(evGibPlayer, killer&255)
		return
	}
	q.event(evDeath1+g.rng.IntN(3), killer&255)
}
