package main

import "math"

// bot plays one player: it wants things, finds ways to them, looks where it goes,
// and fights whom it sees.
type bot struct {
	p     *player
	skill float64 // 0 to 1
	keen  int     // weapon it likes best

	goal      int // node
	goalItem  *item
	goalEnemy *player
	until     int // server time at which it thinks of something else
	target    vec // where the way leads next
	ahead     float64
	via       linkKind

	enemy     *player
	sawAt     int // server time at which the enemy came into sight
	seenLast  int
	noise     view    // error of the aim, degrees
	side      float64 // strafing: -1, 0, 1
	sideUntil int
	hopSide   float64
	slowSince int
	jumpAt    int
	glance    float64
}

// act decides what the player does in this step.
func (b *bot) act(g *game) command {
	p := b.p
	if g.now%50 == (p.slot*10)%50 {
		b.watch(g)
		b.choose(g)
		b.steer(g)
	}
	b.wander(g)
	c := b.walk(g)
	b.look(g, c)
	c.fire = b.shoots(g)
	return c
}

// watch looks for enemies.
func (b *bot) watch(g *game) {
	p := b.p
	var best *player
	near := 1e9
	fwd := p.view.forward()
	for _, q := range g.players {
		if q == p || q.team == p.team || !q.alive() {
			continue
		}
		d := q.origin.sub(p.origin)
		dist := d.len()
		if q != b.enemy && d.unit().dot(fwd) < 0.1 && !(p.attacker == q.slot && g.now-p.painAt < 400) && dist > 260 {
			continue
		}
		if !g.w.clear(p.eyes(), q.eyes()) && !g.w.clear(p.eyes(), q.origin) {
			continue
		}
		if q == b.enemy {
			dist -= 200
		}
		if dist < near {
			best, near = q, dist
		}
	}
	if best != nil {
		if best != b.enemy || g.now-b.seenLast > 1000 {
			b.sawAt = g.now
			b.noise = view{g.spread(6), g.spread(14)}
		}
		b.enemy, b.seenLast = best, g.now
		b.draw(g)
	} else if b.enemy != nil && (g.now-b.seenLast > 1800 || !b.enemy.alive()) {
		b.enemy = nil
	}
}

func (b *bot) sees(g *game) bool { return b.enemy != nil && g.now-b.seenLast <= 60 && b.enemy.alive() }

// draw picks the weapon for the distance.
func (b *bot) draw(g *game) {
	p := b.p
	if p.switchTo != 0 {
		return
	}
	dist := b.enemy.origin.sub(p.origin).len()
	worth := func(w int) float64 {
		if p.weapons>>w&1 == 0 || w != wpGauntlet && p.ammo[w] == 0 {
			return 0
		}
		value := [wpCount]float64{0, 4, 14, 46, 36, 52, 48, 62, 44}[w]
		r := arms[w].best
		if dist < r[0] {
			value *= 0.35
		}
		if dist > r[1] {
			value *= 0.25
		}
		if w == b.keen {
			value *= 1.3
		}
		if w == p.weapon {
			value *= 1.25
		}
		return value
	}
	best := p.weapon
	for w := wpGauntlet; w < wpCount; w++ {
		if worth(w) > worth(best) {
			best = w
		}
	}
	if best != p.weapon {
		p.switchTo, p.switchAt = best, g.now+200
		p.event(evChangeWeapon, 0)
		p.torso = torsoDrop | (^p.torso & animToggle)
	}
}

// choose decides where to go.
func (b *bot) choose(g *game) {
	p := b.p
	here := g.nav.near(p.origin)
	if b.goalItem != nil && !b.goalItem.there() && b.goalItem.back-g.now > 3000 {
		b.until = 0
	}
	if b.goalEnemy != nil && !b.goalEnemy.alive() {
		b.until = 0
	}
	if g.now < b.until && g.nav.field(b.goal)[here] > 40 {
		return
	}
	best := 0.0
	b.goalItem, b.goalEnemy = nil, nil
	for _, it := range g.items {
		way := g.nav.field(it.node)[here]
		if math.IsInf(way, 1) || way < 24 && !it.there() {
			continue
		}
		value := b.wants(g, it, way/runSpeed) * (1 + g.spread(0.25))
		if score := value / (way/runSpeed + 1.2); score > best {
			best, b.goalItem, b.goal = score, it, it.node
		}
	}
	strength := float64(p.health+p.armor) / 100
	if p.quad(g.now) {
		strength *= 4
	}
	if p.weapons > 1<<(wpMachinegun+1) {
		strength *= 1.5
	}
	for _, q := range g.players {
		if q.team == p.team || !q.alive() {
			continue
		}
		node := g.nav.near(q.origin)
		way := g.nav.field(node)[here]
		if score := 20 * strength / (way/runSpeed + 1.5); score > best {
			best, b.goalEnemy, b.goalItem, b.goal = score, q, nil, node
		}
	}
	b.until = g.now + 5000 + g.rng.IntN(2500)
	if b.goalEnemy != nil {
		b.until = g.now + 900 + g.rng.IntN(500)
	}
}

// wants is how much an item is worth to the player in t seconds.
func (b *bot) wants(g *game, it *item, t float64) float64 {
	p := b.p
	if wait := float64(it.back-g.now)/1000 - t; !it.there() && (wait > 2 || it.kind.kind == itWeapon && wait > 0.5) {
		return 0
	}
	value := 0.0
	switch k := it.kind; k.kind {
	case itWeapon:
		value = 3
		if p.weapons>>k.tag&1 == 0 {
			value = 85
		} else if p.ammo[k.tag] < 5 {
			value = 40
		}
	case itAmmo:
		if p.weapons>>k.tag&1 != 0 && p.ammo[k.tag] < 20 {
			value = 18
		}
	case itArmor:
		value = float64(float64(min(k.quantity, 200-p.armor)) * 1.1)
		if k.quantity == 5 {
			value += 6
		}
	case itHealth:
		limit := 100
		if k.quantity == 100 || k.quantity == 5 {
			limit = 200
		}
		value = float64(min(k.quantity, max(limit-p.health, 0)))
		if p.health < 60 {
			value *= 2.2
		}
	case itPowerup:
		value = 420
	}
	for _, o := range g.bots {
		if o != b && o.p.team == p.team && o.p.alive() && o.goalItem == it {
			value *= 0.35
		}
	}
	return value
}

// steer finds the next stretch of the way.
func (b *bot) steer(g *game) {
	p := b.p
	n := g.nav
	f := n.field(b.goal)
	here := n.near(p.origin)
	b.via = linkWalk
	at := here
	b.ahead = 0
	b.target = n.nodes[b.goal].origin
	for i := 0; i < 14; i++ {
		if at == b.goal {
			break
		}
		l, ok := n.next(at, f)
		if !ok {
			b.until = 0
			break
		}
		if l.kind != linkWalk {
			if i == 0 {
				b.via, b.target = l.kind, n.nodes[l.to].origin
			} else {
				b.target = n.nodes[at].origin
			}
			break
		}
		if i > 0 && !(n.straight(here, l.to) && b.free(g, n.nodes[l.to].origin)) {
			break
		}
		at = l.to
		b.target = n.nodes[at].origin
	}
	if b.goalItem != nil && at == b.goal && b.via == linkWalk {
		b.target = b.goalItem.origin
	}
	if at != here && b.via == linkWalk && !b.free(g, b.target) {
		b.target = n.nodes[here].origin
	}
	switch b.via {
	case linkPad:
		b.target = g.pad.min.add(g.pad.max).mul(0.5)
	case linkTele:
		b.target = g.portal.min.add(g.portal.max).mul(0.5)
	}
	b.ahead = b.target.sub(p.origin).flat().len()
}

// free reports whether the player can go straight to a place.
func (b *bot) free(g *game, to vec) bool {
	up := vec{0, 0, stepUp}
	if b.p.waterLevel > 0 {
		return true
	}
	movers := g.w.movers
	g.w.movers = nil
	h := g.w.trace(b.p.origin.add(up), vec{to[0], to[1], math.Max(to[2], b.p.origin[2]-stepUp)}.add(up), hullMin, hullMax)
	g.w.movers = movers
	return h.frac == 1 || h.startSolid
}

// useLift says where to stand while waiting for the lift or riding on it.
func (b *bot) useLift(g *game) (vec, bool) {
	p, m := b.p, g.lift
	middle := m.brush.min.add(m.brush.max).mul(0.5)
	if p.groundMover == m && (m.moving || b.via == linkLift) {
		return vec{middle[0], middle[1], p.origin[2]}, true
	}
	if b.via != linkLift {
		return vec{}, false
	}
	if !m.moving && !m.toFar {
		return vec{middle[0], middle[1], p.origin[2]}, true
	}
	return vec{m.brush.min[0] - 70, middle[1] + 110, p.origin[2]}, true
}

// walk turns the way into a direction, with strafing in a fight and hops on long
// stretches.
func (b *bot) walk(g *game) command {
	p := b.p
	var c command
	to := b.target.sub(p.origin)
	lifted := false
	if at, ok := b.useLift(g); ok {
		to, lifted = at.sub(p.origin), true
	}
	flat := to.flat()
	c.wish = flat.unit()
	if lifted && flat.len() < 12 {
		c.wish = vec{}
	}
	if p.flown && !p.ground {
		c.wish = g.pad.to.sub(p.origin).flat().unit().mul(0.4)
		return c
	}
	if p.waterLevel >= 2 {
		// at the surface unless the way leads down
		rise := clamp(to[2]/40, -1, 0)
		if to[2] > -8 {
			rise = -0.15
			if g.w.wet(p.origin.add(vec{0, 0, 6})) {
				rise = 0.6
			}
		}
		c.wish = c.wish.add(vec{0, 0, rise}).unit()
		b.struggle(g, &c)
		return c
	}
	if b.sees(g) && !lifted && b.via == linkWalk {
		b.fight(g, &c)
	} else if !lifted {
		b.hop(g, &c)
	}
	b.unstick(g, &c, lifted)
	return c
}

// struggle gets a swimmer over an edge under water: up first, then aside.
func (b *bot) struggle(g *game, c *command) {
	if b.p.velocity.flat().len() > 40 {
		b.slowSince = g.now
	}
	switch stuck := g.now - b.slowSince; {
	case stuck > 1600:
		b.slowSince = g.now
	case stuck > 900:
		c.wish = vec{-c.wish[1], c.wish[0], 0.5}
	case stuck > 150:
		c.wish[2] = 1
	}
}

// fight mixes the way with strafing.
func (b *bot) fight(g *game, c *command) {
	p := b.p
	if g.now > b.sideUntil {
		b.side = []float64{-1, 1, 1, -1, 0}[g.rng.IntN(5)]
		b.sideUntil = g.now + 260 + g.rng.IntN(520)
	}
	d := b.enemy.origin.sub(p.origin)
	right := vec{d[1], -d[0], 0}.unit()
	wish := c.wish.mul(0.75).mad(b.side*0.9, right)
	if d.len() < 140 && p.weapon != wpShotgun {
		wish = wish.mad(-0.8, d.flat().unit())
	} else if p.quad(g.now) || d.len() > 600 && p.weapon != wpRail {
		wish = wish.mad(0.5, d.flat().unit())
	}
	// not over a ledge, unless the way leads there
	ahead := p.origin.mad(60, wish.unit())
	if p.ground && g.w.trace(ahead, ahead.add(vec{0, 0, -90}), hullMin, hullMax).frac == 1 {
		wish = c.wish
		b.sideUntil = 0
	}
	c.wish = wish.unit()
	if p.ground && g.now > b.jumpAt && p.velocity.flat().len() > 200 {
		b.jumpAt = g.now + 700 + g.rng.IntN(2600)
		c.jump = g.chance(0.6)
	}
}

// hop strafe-jumps where the way is straight for long enough.
func (b *bot) hop(g *game, c *command) {
	p := b.p
	v := p.velocity.flat()
	speed := v.len()
	if speed < 280 || b.ahead < 230 || b.via != linkWalk {
		return
	}
	heading := v.unit()
	if heading.dot(c.wish) < 0.93 || !b.roomy(g) {
		return
	}
	if p.ground {
		c.jump = true
		b.hopSide = -b.hopSide
		if b.hopSide == 0 {
			b.hopSide = 1
		}
		return
	}
	if cross := heading.cross(c.wish)[2]; math.Abs(cross) > 0.08 {
		b.hopSide = math.Copysign(1, cross)
	}
	cos := clamp((runSpeed-4)/math.Max(speed, runSpeed), 0, 1)
	sin := math.Sqrt(1-float64(cos*cos)) * b.hopSide
	c.wish = vec{
		float64(heading[0]*cos) - float64(heading[1]*sin),
		float64(heading[0]*sin) + float64(heading[1]*cos), 0,
	}
}

// roomy reports whether there is headroom and floor for a hop.
func (b *bot) roomy(g *game) bool {
	p := b.p
	up := p.origin.add(vec{0, 0, 20})
	end := up.mad(b.ahead*0.8, b.target.sub(p.origin).flat().unit())
	end[2] = math.Max(end[2], b.target[2]+20)
	return g.w.trace(up, end, hullMin, hullMax).frac > 0.9
}

// unstick jumps when the feet do not get on, and then thinks anew.
func (b *bot) unstick(g *game, c *command, lifted bool) {
	p := b.p
	if lifted || c.wish.len() == 0 || p.velocity.flat().len() > 60 {
		b.slowSince = g.now
		return
	}
	if stuck := g.now - b.slowSince; stuck > 250 && p.ground {
		c.jump = stuck%400 < 20
		if stuck > 900 {
			b.until, b.slowSince = 0, g.now
			b.sideUntil = 0
		}
	}
}

// wander lets the aim and the gaze drift as hands do.
func (b *bot) wander(g *game) {
	calm := 0.972
	size := 1.1 - 0.6*b.skill
	b.noise.yaw = float64(b.noise.yaw*calm) + g.spread(size)
	b.noise.pitch = float64(b.noise.pitch*calm) + g.spread(size*0.5)
	b.glance = float64(b.glance*0.985) + g.spread(1.2)
}

// aim is the direction in which the enemy should be shot at.
func (b *bot) aim(g *game) view {
	p, q := b.p, b.enemy
	at := q.middle()
	from := p.eyes()
	dist := at.sub(from).len()
	if s := arms[p.weapon].speed; s > 0 {
		at = at.mad(dist/s*0.85, q.velocity.flat())
		if p.weapon == wpRocket && q.origin[2] < p.origin[2]+20 && dist > 100 {
			at[2] -= 20
		}
		if p.weapon == wpGrenade {
			at[2] += float64(dist*dist)/2800 - float64(dist)*0.2 - 20
		}
	} else {
		at = at.mad(0.02, q.velocity)
	}
	v := viewAlong(at.sub(from))
	v.yaw += b.noise.yaw
	v.pitch += b.noise.pitch
	return v
}

// look turns the view: a hand that is quick, but has mass.
func (b *bot) look(g *game, c command) {
	p := b.p
	var want view
	k := 130.0
	switch {
	case b.sees(g) && g.now-b.sawAt > 160:
		want = b.aim(g)
		k = 260
	case b.enemy != nil && g.now-b.sawAt > 160:
		want = viewAlong(b.enemy.origin.sub(p.origin))
	case p.velocity.flat().len() > 60 && !p.ground && p.waterLevel < 2 && b.hopSide != 0 && b.ahead > 150:
		want = viewAlong(c.wish)
		want.yaw -= 40 * b.hopSide
		want.pitch = 8
	default:
		want = viewAlong(b.target.sub(p.origin).flat())
		if b.ahead < 30 {
			want.yaw = p.view.yaw
		}
		want.yaw += b.glance
		want.pitch = clamp(-(b.target[2]-p.origin[2])*0.1, -20, 25) + 4
	}
	d := 2 * math.Sqrt(k)
	p.turn.yaw += float64((float64(wrap(want.yaw-p.view.yaw)*k) - float64(p.turn.yaw*d)) * dt)
	p.turn.pitch += float64((float64((want.pitch-p.view.pitch)*k) - float64(p.turn.pitch*d)) * dt)
	p.turn.yaw = clamp(p.turn.yaw, -900, 900)
	p.view.yaw = wrap(p.view.yaw + float64(p.turn.yaw*dt))
	p.view.pitch = clamp(p.view.pitch+float64(p.turn.pitch*dt), -85, 85)
}

// shoots decides whether to pull the trigger.
func (b *bot) shoots(g *game) bool {
	p := b.p
	if !b.sees(g) || g.now-b.sawAt < 240-int(100*b.skill) {
		return false
	}
	dist := b.enemy.origin.sub(p.origin).len()
	if p.weapon == wpLightning && dist > rangeLG+30 || p.weapon == wpGauntlet && dist > 60 {
		return false
	}
	want := b.aim(g)
	miss := math.Abs(wrap(want.yaw-p.view.yaw)) + math.Abs(want.pitch-p.view.pitch)
	limit := [wpCount]float64{0, 20, 7, 6, 9, 6, 8, 2.4, 7}[p.weapon]
	if miss > limit {
		return false
	}
	if p.weapon == wpRocket || p.weapon == wpGrenade {
		h := g.w.trace(p.eyes(), p.eyes().mad(110, p.view.forward()), vec{}, vec{})
		return h.frac == 1
	}
	return true
}
