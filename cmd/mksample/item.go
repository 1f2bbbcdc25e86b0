package main

import (
	"math"
	"strconv"

	"fragscope/formats/quake3"
)

// item lies in the map, or was dropped by someone who died.
type item struct {
	kind     *itemKind
	e        *entry
	origin   vec
	node     int
	back     int // server time at which it comes back; 0 while it lies there
	dropped  bool
	quantity int
	until    int // server time at which what was dropped vanishes
	velocity vec
	falling  bool
}

func (it *item) there() bool { return it.back == 0 }

// stock puts the map's items in their places.
func (g *game) stock() {
	n := firstMapEntity
	for _, me := range g.chart.entities {
		k := itemByClass(me.get("classname"))
		if k == nil {
			continue
		}
		at := parseVec(me.get("origin"))
		box := vec{15, 15, 15}
		h := g.w.trace(at, at.add(vec{0, 0, -300}), box.mul(-1), box)
		it := &item{kind: k, origin: h.end.round(), quantity: k.quantity}
		it.node = g.nav.near(it.origin.add(vec{0, 0, 9}))
		it.e = &entry{}
		it.e.state.Number = n
		it.show()
		g.ents[n] = it.e
		g.items = append(g.items, it)
		if k.kind == itPowerup {
			it.back = g.matchStart + 45000
		}
		n++
	}
	g.fixed = len(g.items)
}

func (it *item) show() {
	it.e.set(quake3.EntEType, quake3.EtItem)
	it.e.set(quake3.EntModelindex, it.kind.number)
	it.e.set(quake3.EntGroundEntityNum, quake3.WorldEntity)
	it.e.trajectory(quake3.TrStationary, 0, 0, it.origin, vec{})
}

// restock is what a restart does to the items.
func (g *game) restock() {
	keep := g.items[:0]
	for _, it := range g.items {
		if it.dropped {
			g.free(it.e)
			continue
		}
		it.back = 0
		if it.kind.kind == itPowerup {
			it.back = g.matchStart + 45000
		}
		keep = append(keep, it)
	}
	g.items = keep
}

// tend lets items come back and players take them.
func (g *game) tend() {
	keep := g.items[:0]
	for _, it := range g.items {
		if it.back != 0 && g.now >= it.back {
			it.back = 0
			g.eventOn(it.e, evItemRespawn, 0)
		}
		if it.falling {
			g.settle(it)
		}
		gone := it.dropped && g.now > it.until
		if it.there() && !gone {
			gone = g.offer(it)
		}
		if gone {
			g.free(it.e)
			continue
		}
		keep = append(keep, it)
	}
	g.items = keep
}

// offer gives an item to whoever touches it. It reports whether it is gone for good.
func (g *game) offer(it *item) bool {
	for _, p := range g.players {
		d := p.origin.sub(it.origin)
		if !p.alive() || d[0] > 44 || d[0] < -50 || math.Abs(d[1]) > 36 || math.Abs(d[2]) > 36 || !g.takes(p, it) {
			continue
		}
		g.take(p, it)
		if it.dropped {
			return true
		}
		it.back = g.now + it.kind.respawn
		if g.phase == warmup {
			it.back = g.now + 5000
		}
		return false
	}
	return false
}

// takes reports whether the player can make use of an item.
func (g *game) takes(p *player, it *item) bool {
	switch it.kind.kind {
	case itAmmo:
		return p.ammo[it.kind.tag] < 200
	case itArmor:
		return p.armor < 200
	case itHealth:
		if it.kind.quantity == 5 || it.kind.quantity == 100 {
			return p.health < 200
		}
		return p.health < 100
	}
	return true
}

func (g *game) take(p *player, it *item) {
	k := it.kind
	g.log.pickups[k.class]++
	g.log.farPickup = math.Max(g.log.farPickup, p.origin.sub(it.origin).len())
	switch k.kind {
	case itAmmo:
		p.ammo[k.tag] = min(p.ammo[k.tag]+k.quantity, 200)
	case itArmor:
		p.armor = min(p.armor+k.quantity, 200)
	case itHealth:
		limit := 100
		if k.quantity == 5 || k.quantity == 100 {
			limit = 200
		}
		p.health = min(p.health+k.quantity, limit)
		if p.waterLevel > 0 {
			g.log.water++
		}
	case itWeapon:
		add := it.quantity
		if !it.dropped && p.ammo[k.tag] < add {
			add -= p.ammo[k.tag]
		} else if !it.dropped {
			add = 1
		}
		p.ammo[k.tag] = min(p.ammo[k.tag]+add, 200)
		p.weapons |= 1 << k.tag
	case itPowerup:
		left := k.quantity * 1000
		if it.dropped {
			left = it.quantity * 1000
		}
		p.quadUntil = g.now + left
		g.log.quads++
		g.happen(evGlobalPickup, k.number, it.origin)
	}
	p.event(evItemPickup, k.number)
	g.remark(p, it)
}

// drop leaves what a dead player had in his hands.
func (g *game) drop(q *player) {
	if k := weaponItem(q.weapon); k != nil && q.weapon > wpMachinegun && q.ammo[q.weapon] > 0 {
		g.toss(q, k, min(q.ammo[q.weapon], k.quantity))
	}
	if left := (q.quadUntil - g.now) / 1000; left > 0 {
		g.toss(q, itemByClass("item_quad"), left)
	}
}

func (g *game) toss(q *player, k *itemKind, quantity int) {
	sy, cy := sincos(g.spread(180))
	it := &item{kind: k, dropped: true, falling: true, quantity: quantity, until: g.now + 30000, origin: q.origin.round()}
	it.velocity = vec{math.Round(cy * 150), math.Round(sy * 150), 200 + math.Round(g.spread(50))}
	it.e = g.place(0)
	it.show()
	it.e.set(quake3.EntModelindex2, 1)
	it.e.set(quake3.EntEFlags, efBounce)
	it.e.trajectory(quake3.TrGravity, g.now, 0, it.origin, it.velocity)
	g.items = append(g.items, it)
}

// settle lets a dropped item fall until it lies.
func (g *game) settle(it *item) {
	box := vec{8, 8, 15}
	v := it.velocity
	it.velocity[2] -= gravity * dt
	v[2] = (v[2] + it.velocity[2]) / 2
	h := g.w.trace(it.origin, it.origin.mad(dt, v), box.mul(-1), box)
	it.origin = h.end
	if h.frac == 1 && !h.startSolid {
		return
	}
	if h.normal[2] < footUp && !h.startSolid {
		it.velocity = slip(it.velocity, h.normal)
		it.e.trajectory(quake3.TrGravity, g.now, 0, it.origin, it.velocity)
		return
	}
	it.falling = false
	it.origin = it.origin.round()
	it.node = g.nav.near(it.origin.add(vec{0, 0, 9}))
	it.e.trajectory(quake3.TrStationary, 0, 0, it.origin, vec{})
}

// parseVec reads three numbers from a map's text; the map is our own.
func parseVec(s string) vec {
	var v vec
	i, start := 0, 0
	for j := 0; j <= len(s); j++ {
		if j == len(s) || s[j] == ' ' {
			v[i], _ = strconv.ParseFloat(s[start:j], 64)
			i, start = i+1, j+1
		}
	}
	return v
}

func itoa(n int) string { return strconv.Itoa(n) }
