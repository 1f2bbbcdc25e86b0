package main

import "math"

// bot plays one player: it wants things, finds ways to them, looks where it goes,
// and fights whom it sees.
type bot struct {
	skill float64 // 0 to 1
	keen  int     // weapon it likes best

	goal      int // place
	goalItem  *item
	goalEnemy *player
	until     int // server time at which it thinks of something else
	target    vec // where the way leads next
	lifting   bool
	lost      int // server time since which it does not get on

	enemy     *player
	sawAt     int // server time at which the enemy came into sight
	seenLast  int
	noise     view // error of the aim, degrees
	turn      view // degrees per second
	glance    float64
	side      float64 // strafing: -1, 0, 1
	sideUntil int
	hopSide   float64
	jumpAt    int
}

// think decides what the player does in this step.
func (g *bots) think(p *player) (jump, fire bool) {
	if phase := g.now % 50; phase == p.slot*10%50 {
		g.watch(p)
		g.choose(p)
	}
	if (g.now+p.slot*30)%250 == 0 && (p.ground || p.water >= 2) {
		g.steer(p)
	}
	size := 1.1 - float64(0.6*p.skill)
	p.noise.yaw = float64(p.noise.yaw*0.972) + g.spread(size)
	p.noise.pitch = float64(p.noise.pitch*0.972) + g.spread(size*0.5)
	p.glance = float64(p.glance*0.985) + g.spread(1.2)
	jump = g.walk(p)
	g.look(p)
	return jump, g.shoots(p)
}

// bots decide what the players do.
type bots struct{ *game }

// watch looks for enemies.
func (g *bots) watch(p *player) {
	var best *player
	near := 1e9
	for _, q := range g.players {
		d := q.origin.sub(p.origin)
		dist := d.len()
		hurt := p.attacker == q.slot && g.now-p.painAt < 400
		noticed := q == p.enemy || hurt || dist < 260 || d.unit().dot(p.view.forward()) > 0.1
		if q == p.enemy {
			dist -= 200
		}
		if q.team != p.team && q.alive() && noticed && dist < near && (g.clear(p.eyes(), q.eyes()) || g.clear(p.eyes(), q.origin)) {
			best, near = q, dist
		}
	}
	if best != nil {
		if best != p.enemy || g.now-p.seenLast > 1000 {
			p.sawAt = g.now
			p.noise = view{g.spread(6), g.spread(14)}
		}
		p.enemy, p.seenLast = best, g.now
		g.draw(p)
	} else if p.enemy != nil && (g.now-p.seenLast > 1800 || !p.enemy.alive()) {
		p.enemy = nil
	}
}

func (g *bots) sees(p *player) bool {
	return p.enemy != nil && g.now-p.seenLast <= 60 && p.enemy.alive()
}

// draw picks the weapon for the distance.
func (g *bots) draw(p *player) {
	dist := p.enemy.origin.sub(p.origin).len()
	best, most := p.weapon, 0.0
	for w := wpGauntlet; w < wpCount; w++ {
		a, value := &arms[w], arms[w].worth
		if dist < a.best[0] || dist > a.best[1] {
			value *= 0.3
		}
		if w == p.keen {
			value *= 1.3
		}
		if w == p.weapon {
			value *= 1.25
		}
		if p.weapons>>w&1 != 0 && p.ammo[w] != 0 && value > most {
			best, most = w, value
		}
	}
	if best != p.weapon && g.now >= p.ready {
		p.weapon, p.ready = best, g.now+450
	}
}

// choose decides where to go.
func (g *bots) choose(p *player) {
	waits := p.goalItem != nil && !p.goalItem.there() && p.goalItem.back-g.now > 3000
	dead := p.goalEnemy != nil && !p.goalEnemy.alive()
	there := p.origin.sub(g.ways.places[p.goal]).len() < 40
	if g.now < p.until && !waits && !dead && !there {
		return
	}
	here := g.ways.near(p.origin)
	best := 0.0
	p.goalItem, p.goalEnemy, p.until = nil, nil, g.now+5000+g.rng.IntN(2500)
	for _, it := range g.items {
		way := g.ways.time[here][it.place]
		value := g.wants(p, it, way) * (1 + g.spread(0.25))
		if score := value / (way + 1.2); score > best {
			best, p.goalItem, p.goal = score, it, it.place
		}
	}
	strength := float64(p.health+p.armor) / 5
	if p.powers(g.now) != 0 {
		strength *= 4
	}
	for _, q := range g.players {
		if q.team == p.team || !q.alive() {
			continue
		}
		place := g.ways.near(q.origin)
		if score := strength / (g.ways.time[here][place] + 1.5); score > best {
			best, p.goalEnemy, p.goalItem, p.goal = score, q, nil, place
			p.until = g.now + 900 + g.rng.IntN(500)
		}
	}
	g.steer(p)
}

// wants is how much an item is worth to the player in t seconds.
func (g *bots) wants(p *player, it *item, t float64) float64 {
	k := it.kind
	if wait := float64(it.back-g.now)/1000 - t; it.dropped || !it.there() && (wait > 2 || k.kind == itWeapon && wait > 0.5) {
		return 0
	}
	value := float64(p.lacks(k))
	switch k.kind {
	case itWeapon:
		value = 3
		if p.weapons>>k.tag&1 == 0 {
			value = 85
		} else if p.ammo[k.tag] < 5 {
			value = 40
		}
	case itAmmo:
		value = 0
		if p.weapons>>k.tag&1 != 0 && p.ammo[k.tag] < 20 {
			value = 18
		}
	case itHealth:
		if p.health < 60 {
			value *= 2.2
		}
	case itPowerup:
		value = 420
	}
	for _, q := range g.players {
		if q != p && q.team == p.team && q.alive() && q.goalItem == it {
			value *= 0.35
		}
	}
	return value
}

// steer finds the next stretch of the way.
func (g *bots) steer(p *player) {
	if on, _ := g.rides(p); on && (g.lift().moving || g.lift().toFar) {
		if p.target = g.lift().middle(); !g.lift().moving {
			p.target = g.beside
		}
		return
	}
	at, ok := g.toward(p.origin, p.goal)
	if !ok {
		p.until = 0
		return
	}
	p.target = g.ways.places[at]
	p.lifting = p.target == g.onLift && g.ways.places[g.ways.next[at][p.goal]] == g.beside
	if lift := g.lift(); p.lifting && (lift.moving || lift.toFar) {
		p.target = vec{lift.lo[0] - 70, lift.middle()[1] + 110, p.origin[2]}
	}
}

// walk turns the way into a direction, with strafing in a fight and hops on long
// stretches.
func (g *bots) walk(p *player) (jump bool) {
	flat := p.target.sub(p.origin).flat()
	p.wish = flat.unit()
	on, _ := g.rides(p)
	switch {
	case p.flown:
		p.wish = g.pad.to.origin.sub(p.origin).flat().unit().mul(0.4)
		return false
	case flat.len() < 10:
		p.wish = vec{}
	case p.water >= 2:
		p.wish = p.target.sub(p.origin).unit()
	case on || p.lifting:
	case g.sees(p):
		jump = g.fight(p)
	default:
		jump = g.hop(p, flat.len())
	}
	if p.velocity.flat().len() > 60 || p.wish == (vec{}) {
		p.lost = g.now
	} else if g.now-p.lost > 400 {
		p.lost, p.until, p.sideUntil = g.now, 0, 0
		jump = p.ground && !on
	}
	return jump
}

// fight mixes the way with strafing.
func (g *bots) fight(p *player) (jump bool) {
	if g.now > p.sideUntil {
		p.side = float64(g.rng.IntN(5)-2) / 2
		p.sideUntil = g.now + 260 + g.rng.IntN(520)
	}
	d := p.enemy.origin.sub(p.origin)
	wish := p.wish.mul(0.75).mad(p.side*1.2, d.right().unit())
	if d.len() < 140 && p.weapon != wpShotgun {
		wish = wish.mad(-0.8, d.flat().unit())
	} else if p.powers(g.now) != 0 || d.len() > 600 && p.weapon != wpRail {
		wish = wish.mad(0.5, d.flat().unit())
	}
	// not over a ledge, unless the way leads there
	if ahead := p.origin.mad(60, wish.unit()); p.ground && g.fits(ahead) && g.fits(ahead.up(-90)) {
		p.sideUntil = 0
	} else {
		p.wish = wish.unit()
	}
	if p.ground && g.now > p.jumpAt && p.velocity.flat().len() > 200 {
		p.jumpAt = g.now + 700 + g.rng.IntN(2600)
		return g.chance(0.6)
	}
	return false
}

// hop strafe-jumps where the way is straight for long enough: in the air the wish stays
// at the angle to the velocity at which accelerate adds most.
func (g *bots) hop(p *player, left float64) (jump bool) {
	v := p.velocity.flat()
	heading, speed := v.unit(), v.len()
	if speed < 280 || left < 230 || heading.dot(p.wish) < 0.93 {
		return false
	}
	if p.ground {
		p.hopSide = -p.hopSide
		return g.fits(p.origin.up(50)) && g.fits(p.origin.mad(130, heading).up(50))
	}
	if cross := heading.dot(p.wish.right()); math.Abs(cross) > 0.08 {
		p.hopSide = math.Copysign(1, cross)
	}
	cos := (runSpeed - 4) / math.Max(speed, runSpeed)
	p.wish = heading.mul(cos).mad(-p.hopSide*math.Sqrt(1-float64(cos*cos)), heading.right())
	return false
}

// aim is the direction in which the enemy should be shot at.
func (p *player) aim() view {
	q, from := p.enemy, p.eyes()
	at := q.origin.up(4)
	dist := at.sub(from).len()
	switch speed := arms[p.weapon].speed; {
	case speed == 0:
		at = at.mad(0.02, q.velocity)
	default:
		at = at.mad(dist/speed*0.85, q.velocity.flat())
	}
	switch {
	case p.weapon == wpRocket && q.origin[2] < p.origin[2]+20 && dist > 100:
		at = at.up(-20)
	case p.weapon == wpGrenade:
		at = at.up(float64(dist*dist)/2800 - float64(dist*0.2) - 20)
	}
	v := viewAlong(at.sub(from))
	return view{v.pitch + p.noise.pitch, v.yaw + p.noise.yaw}
}

// look turns the view: a hand that is quick, but has mass.
func (g *bots) look(p *player) {
	ahead := p.target.sub(p.origin)
	want, quick := view{clamp(4-float64(ahead[2]*0.1), -16, 29), p.view.yaw}, 130.0
	switch {
	case p.enemy != nil && g.now-p.sawAt > 160 && g.sees(p):
		want, quick = p.aim(), 260
	case p.enemy != nil && g.now-p.sawAt > 160:
		want = viewAlong(p.enemy.origin.sub(p.origin))
	case !p.ground && p.water < 2 && ahead.flat().len() > 150:
		want = view{8, viewAlong(p.wish).yaw - float64(40*p.hopSide)}
	case ahead.flat().len() > 30:
		want.yaw = viewAlong(ahead).yaw + p.glance
	}
	const dt = float64(tick) / 1000
	follow := func(now, turn *float64, off, limit float64) {
		*turn += float64((float64(off*quick) - float64(*turn*2*math.Sqrt(quick))) * dt)
		*turn = clamp(*turn, -900, 900)
		*now = clamp(wrap(*now+float64(*turn*dt)), -limit, limit)
	}
	follow(&p.view.yaw, &p.turn.yaw, wrap(want.yaw-p.view.yaw), 180)
	follow(&p.view.pitch, &p.turn.pitch, want.pitch-p.view.pitch, 85)
}

// shoots decides whether to pull the trigger.
func (g *bots) shoots(p *player) bool {
	if !g.sees(p) || g.now-p.sawAt < 240-int(100*p.skill) {
		return false
	}
	dist := p.enemy.origin.sub(p.origin).len()
	if p.weapon == wpLightning && dist > rangeLG+30 || p.weapon == wpGauntlet {
		return false
	}
	want := p.aim()
	if math.Abs(wrap(want.yaw-p.view.yaw))+math.Abs(want.pitch-p.view.pitch) > arms[p.weapon].aim {
		return false
	}
	explodes := p.weapon == wpRocket || p.weapon == wpGrenade
	return !explodes || g.clear(p.eyes(), p.eyes().mad(110, p.view.forward()))
}
