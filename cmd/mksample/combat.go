package main

import (
	"math"

	"fragscope/formats/quake3"
)

// arm is what a weapon does.
type arm struct {
	reload        int // ms
	damage        int
	means, splash int // causes of death
	radius        float64
	speed         float64 // of the projectile; 0 hits at once
	best          [2]float64
}

var arms = [wpCount]arm{
	wpGauntlet:   {400, 50, modGauntlet, 0, 0, 0, [2]float64{0, 40}},
	wpMachinegun: {100, 5, modMachinegun, 0, 0, 0, [2]float64{0, 1200}},
	wpShotgun:    {1000, 10, modShotgun, 0, 0, 0, [2]float64{0, 320}},
	wpGrenade:    {800, 100, modGrenade, modGrenadeSplash, 150, 700, [2]float64{180, 520}},
	wpRocket:     {800, 100, modRocket, modRocketSplash, 120, 900, [2]float64{110, 700}},
	wpLightning:  {50, 8, modLightning, 0, 0, 0, [2]float64{0, 640}},
	wpRail:       {1500, 100, modRail, 0, 0, 0, [2]float64{280, 2000}},
	wpPlasma:     {100, 20, modPlasma, modPlasmaSplash, 20, 2000, [2]float64{60, 600}},
}

// missile is a projectile in the air.
type missile struct {
	e        *entry
	owner    *player
	weapon   int
	damage   int
	gravity  bool
	started  int // ms
	base     vec
	velocity vec
	last     vec
	dies     int
	lying    bool
}

func (m *missile) at(now int) vec {
	t := float64(now-m.started) / 1000
	p := m.base.mad(t, m.velocity)
	if m.gravity && !m.lying {
		p[2] -= float64(gravity/2) * float64(t*t)
	}
	return p
}

// quadFactor multiplies the damage of whoever has the quad.
func (g *game) quadFactor(p *player) int {
	if p.quad(g.now) {
		return 3
	}
	return 1
}

// fire shoots the weapon in hand, if it is ready.
func (g *game) fire(p *player) {
	p.firing = p.switchTo == 0 && (p.weapon == wpGauntlet || p.ammo[p.weapon] > 0)
	if g.now < p.ready || p.switchTo != 0 {
		return
	}
	if p.weapon != wpGauntlet && p.ammo[p.weapon] == 0 {
		p.event(evNoAmmo, 0)
		p.ready = g.now + 500
		return
	}
	a := &arms[p.weapon]
	p.ready = g.now + a.reload
	if p.weapon != wpGauntlet {
		p.ammo[p.weapon]--
	}
	if p.weapon != wpLightning {
		p.event(evFireWeapon, 0)
	}
	g.log.shots[p.weapon]++
	p.shots++
	p.torso = torsoAttack | (^p.torso & animToggle)
	dir := p.view.forward()
	muzzle := p.eyes().mad(14, dir).round()
	dmg := a.damage * g.quadFactor(p)
	switch p.weapon {
	case wpRail:
		g.rail(p, muzzle, dir, dmg)
	case wpLightning:
		g.beam(p, muzzle, dir, dmg)
	case wpMachinegun:
		g.bullet(p, muzzle, g.scatter(p.view, 200), dmg)
	case wpShotgun:
		g.shotgun(p, muzzle, dir, dmg)
	default:
		g.launch(p, muzzle, dir, dmg)
	}
}

// scatter is a shot that strays by up to r units at a distance of 8192.
func (g *game) scatter(v view, r float64) vec {
	f := v.forward()
	right := f.cross(vec{0, 0, 1}).unit()
	up := right.cross(f)
	return f.mul(8192).mad(g.spread(r), right).mad(g.spread(r), up).unit()
}

// shot is where a ray ends: at a wall, or at someone.
func (g *game) shot(from, dir vec, reach float64, skip func(*player) bool) hit {
	h := g.w.trace(from, from.mad(reach, dir), vec{}, vec{})
	for _, q := range g.players {
		if !q.alive() || skip(q) {
			continue
		}
		if f, ok := rayBox(from, h.end, q.origin.add(hullMin), q.origin.add(hullMax)); ok {
			h.end = from.mad(f, h.end.sub(from))
			h.player, h.frac, h.normal = q, 0, dir.mul(-1)
		}
	}
	return h
}

// rayBox is where on the way a-b a box is entered, from 0 to 1.
func rayBox(a, b, lo, hi vec) (float64, bool) {
	enter, leave := 0.0, 1.0
	for i := range 3 {
		d := b[i] - a[i]
		if d == 0 {
			if a[i] < lo[i] || a[i] > hi[i] {
				return 0, false
			}
			continue
		}
		t0, t1 := (lo[i]-a[i])/d, (hi[i]-a[i])/d
		enter, leave = math.Max(enter, math.Min(t0, t1)), math.Min(leave, math.Max(t0, t1))
	}
	return enter, enter < leave
}

func (g *game) bullet(p *player, from, dir vec, dmg int) {
	h := g.shot(from, dir, 8192, func(q *player) bool { return q == p })
	if h.player != nil {
		e := g.happen(evBulletFlesh, h.player.slot, h.end)
		e.set(quake3.EntOtherEntityNum, p.slot)
		g.damage(h.player, p, dmg, modMachinegun, dir, false)
		return
	}
	e := g.happen(evBulletWall, dirByte(h.normal), h.end)
	e.set(quake3.EntOtherEntityNum, p.slot)
}

func (g *game) shotgun(p *player, from, dir vec, dmg int) {
	e := g.happen(evShotgun, g.rng.IntN(256), from)
	for i, f := range []quake3.EntityField{quake3.EntOrigin2X, quake3.EntOrigin2Y, quake3.EntOrigin2Z} {
		e.state.SetFloat(f, float32(math.Round(dir[i]*4096)))
	}
	e.set(quake3.EntOtherEntityNum, p.slot)
	for range 11 {
		d := g.scatter(p.view, 700)
		if h := g.shot(from, d, 8192, func(q *player) bool { return q == p }); h.player != nil {
			g.damage(h.player, p, dmg, modShotgun, d, false)
		}
	}
}

func (g *game) rail(p *player, from, dir vec, dmg int) {
	struck := map[*player]bool{p: true}
	var h hit
	for range 4 {
		h = g.shot(from, dir, 8192, func(q *player) bool { return struck[q] })
		if h.player == nil {
			break
		}
		struck[h.player] = true
		g.damage(h.player, p, dmg, modRail, dir, false)
	}
	parm := 255
	if h.player == nil {
		parm = dirByte(h.normal)
	}
	e := g.happen(evRailTrail, parm, h.end)
	side := dir.cross(vec{0, 0, 1}).unit()
	start := from.mad(4, side).add(vec{0, 0, -1})
	for i, f := range []quake3.EntityField{quake3.EntOrigin2X, quake3.EntOrigin2Y, quake3.EntOrigin2Z} {
		e.state.SetFloat(f, float32(math.Round(start[i])))
	}
	e.set(quake3.EntClientNum, p.slot)
}

func (g *game) beam(p *player, from, dir vec, dmg int) {
	h := g.shot(from, dir, rangeLG, func(q *player) bool { return q == p })
	switch {
	case h.player != nil:
		e := g.happen(evMissileHit, dirByte(h.normal), h.end)
		e.set(quake3.EntOtherEntityNum, h.player.slot)
		e.set(quake3.EntWeapon, wpLightning)
		g.damage(h.player, p, dmg, modLightning, dir, false)
	case h.frac < 1:
		e := g.happen(evMissileMiss, dirByte(h.normal), h.end)
		e.set(quake3.EntWeapon, wpLightning)
	}
}

func (g *game) launch(p *player, from, dir vec, dmg int) {
	a := &arms[p.weapon]
	m := &missile{owner: p, weapon: p.weapon, damage: dmg, started: g.now - 50, base: from, dies: g.now + 10000}
	kind, flags := quake3.TrLinear, 0
	if p.weapon == wpGrenade {
		dir = dir.add(vec{0, 0, 0.2}).unit()
		m.gravity, m.dies, kind, flags = true, g.now+2500, quake3.TrGravity, efBounce
	}
	m.velocity = dir.mul(a.speed).round()
	m.last = from
	e := g.place(0)
	e.set(quake3.EntEType, quake3.EtMissile)
	e.set(quake3.EntWeapon, p.weapon)
	e.set(quake3.EntEFlags, flags)
	e.set(quake3.EntClientNum, 0)
	e.set(quake3.EntOtherEntityNum, p.slot)
	e.trajectory(kind, m.started, 0, m.base, m.velocity)
	m.e = e
	g.rockets = append(g.rockets, m)
}

// fly moves all projectiles to the present.
func (g *game) fly() {
	keep := g.rockets[:0]
	for _, m := range g.rockets {
		if g.flyOne(m) {
			keep = append(keep, m)
		}
	}
	g.rockets = keep
}

func (g *game) flyOne(m *missile) bool {
	if g.now >= m.dies {
		g.explode(m, m.at(g.now), vec{0, 0, 1}, nil)
		return false
	}
	if m.lying {
		return true
	}
	to := m.at(g.now)
	way := to.sub(m.last)
	owned := func(q *player) bool { return q == m.owner && g.now-m.started < 400 }
	h := g.shot(m.last, way.unit(), way.len(), owned)
	if h.player == nil && h.frac == 1 {
		m.last = to
		return true
	}
	if m.gravity && h.player == nil {
		g.bounce(m, h)
		return true
	}
	g.explode(m, h.end, h.normal, h.player)
	return false
}

// bounce throws a grenade back from a wall.
func (g *game) bounce(m *missile, h hit) {
	t := float64(g.now-m.started) / 1000
	v := m.velocity
	v[2] -= float64(gravity * t)
	v = v.mad(-2*v.dot(h.normal), h.normal).mul(0.65)
	m.base, m.last, m.started, m.velocity = h.end.mad(1, h.normal).round(), h.end.mad(1, h.normal).round(), g.now, v.round()
	kind := quake3.TrGravity
	if h.normal[2] > 0.2 && v.len() < 40 {
		m.lying, m.velocity, kind = true, vec{}, quake3.TrStationary
	} else {
		g.eventOn(m.e, evBounce, 0)
	}
	m.e.trajectory(kind, m.started, 0, m.base, m.velocity)
}

// explode ends a projectile.
func (g *game) explode(m *missile, at, normal vec, struck *player) {
	ev := evMissileMiss
	if struck != nil {
		ev = evMissileHit
		m.e.set(quake3.EntOtherEntityNum, struck.slot)
		g.damage(struck, m.owner, m.damage, arms[m.weapon].means, m.velocity, false)
	}
	m.e.set(quake3.EntEType, quake3.EtGeneral)
	m.e.trajectory(quake3.TrStationary, 0, 0, at.mad(1, normal).round(), vec{})
	m.e.set(quake3.EntEFlags, 0)
	g.eventOn(m.e, ev, dirByte(normal))
	m.e.freeAt = g.now + eventLife
	g.splash(m, at, struck)
}

// splash hurts everyone near an explosion.
func (g *game) splash(m *missile, at vec, struck *player) {
	a := &arms[m.weapon]
	force := float64(m.damage)
	if m.weapon == wpPlasma {
		force *= 0.75
	}
	for _, q := range g.players {
		if q == struck || !q.alive() {
			continue
		}
		var d vec
		for i := range 3 {
			lo, hi := q.origin[i]+hullMin[i], q.origin[i]+hullMax[i]
			d[i] = at[i] - clamp(at[i], lo, hi)
		}
		dist := d.len()
		if dist >= a.radius || !g.w.clear(at.add(vec{0, 0, 1}), q.origin) && !g.w.clear(at.add(vec{0, 0, 1}), q.eyes()) {
			continue
		}
		points := int(float64(force * (1 - dist/a.radius)))
		g.damage(q, m.owner, points, a.splash, q.origin.sub(at).add(vec{0, 0, 24}), true)
	}
}

// damage hurts a player by the game's rules: knockback, the quad's factor being in
// the points, half for oneself, none for friends, two thirds to the armour.
func (g *game) damage(q, by *player, points, means int, dir vec, splash bool) {
	if !q.alive() || g.phase >= over {
		return
	}
	push := min(points, 200)
	if means != modLightning && means != modFalling {
		q.velocity = q.velocity.mad(float64(push)*5, dir.unit())
		q.cutoff = int(clamp(float64(push)*2, 50, 200))
	}
	if by != nil && by != q && by.team == q.team {
		return
	}
	if by == q {
		points /= 2
	}
	if points < 1 {
		points = 1
	}
	if by != nil && by != q {
		by.hits += points
		by.shotsHit++
		q.attacker = by.slot
	}
	if g.phase == warmup && points >= q.health {
		return
	}
	save := min(int(math.Ceil(float64(points)*0.66)), q.armor)
	q.armor -= save
	take := points - save
	q.damageEvent++
	q.damageCount = min(points, 255)
	v := viewAlong(dir)
	q.damageYaw = int(v.yaw/360*256) & 255
	q.damagePitch = int(v.pitch/360*256) & 255
	q.health -= take
	if q.health <= 0 {
		g.kill(q, by, means)
	} else if g.now > q.painAt {
		q.event(evPain, max(q.health, 0))
		q.painAt = g.now + 700
	}
}

// kill ends a life: the obituary, the scores, what is dropped, the body.
func (g *game) kill(q, by *player, means int) {
	q.health = max(q.health, -99)
	q.diedAt, q.firing, q.switchTo = g.now, false, 0
	q.respawnAt = g.now + 1700 + g.rng.IntN(900)
	q.deaths++
	killer := byWorld
	if by != nil {
		killer = by.slot
	}
	e := g.happen(evObituary, means, q.origin)
	e.set(quake3.EntOtherEntityNum, q.slot)
	e.set(quake3.EntOtherEntityNum2, killer)
	g.log.byMeans[means]++
	if by == nil || by == q {
		q.score--
		g.teamScore[q.team]--
		g.log.suicides++
	} else {
		by.score++
		g.teamScore[by.team]++
		g.log.frags++
		g.gloat(by, q, means)
		by.lastKill = g.now
	}
	if g.phase == playing {
		g.command("cs %d %q", csScores1+q.team-1, itoa(g.teamScore[q.team]))
		if by != nil && by.team != q.team {
			g.command("cs %d %q", csScores1+by.team-1, itoa(g.teamScore[by.team]))
		}
	}
	g.drop(q)
	g.stale = true
	q.quadUntil = 0
	q.deathAnim = g.rng.IntN(3) * 2
	if q.health <= gibHealth {
		q.gibbed = true
		g.log.gibs++
		q.event(evGibPlayer, killer&255)
		return
	}
	q.event(evDeath1+q.deathAnim/2, killer&255)
	q.legs = uint32(animDeath+q.deathAnim) | (^q.legs & animToggle)
	q.torso = uint32(animDeath+q.deathAnim) | (^q.torso & animToggle)
}
