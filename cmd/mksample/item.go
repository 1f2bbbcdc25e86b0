package main

import (
	"math"
	"slices"

	"fragscope/formats/quake3"
)

// item lies in the map, or was dropped by someone who died.
type item struct {
	kind     *itemKind
	e        *entry
	origin   vec
	place    int // of the ways
	back     int // server time at which it comes back; 0 while it lies there
	dropped  bool
	quantity int
	until    int // server time at which what was dropped vanishes
}

func (it *item) there() bool { return it.back == 0 }

// stock puts the map's items in their places.
func (g *game) stock() {
	for i, it := range g.items {
		it.e = &entry{}
		it.e.state.Number = firstMapEntity + i
		it.show()
		g.ents[it.e.state.Number] = it.e
		if it.back = 0; it.kind.kind == itPowerup {
			it.back = startTime + countdown + 45000
		}
	}
	g.firstMover = firstMapEntity + len(g.items)
}

func (it *item) show() {
	it.e.set(quake3.EntEType, quake3.EtItem)
	it.e.set(quake3.EntModelindex, it.kind.number)
	it.e.set(quake3.EntGroundEntityNum, quake3.WorldEntity)
	it.e.trajectory(quake3.TrStationary, 0, 0, it.origin, vec{})
}

// tend lets items come back and players take them.
func (g *game) tend() {
	g.items = slices.DeleteFunc(g.items, func(it *item) bool {
		if it.back != 0 && g.now >= it.back {
			it.back = 0
			g.eventOn(it.e, evItemRespawn, 0)
		}
		if gone := it.dropped && g.now > it.until || it.there() && g.offer(it) && it.dropped; gone {
			g.ents[it.e.state.Number] = nil
			return true
		}
		return false
	})
}

// offer gives an item to whoever touches it, and reports whether someone does.
func (g *game) offer(it *item) bool {
	for _, p := range g.players {
		d := p.origin.sub(it.origin)
		if !p.alive() || d[0] > 44 || d[0] < -50 || math.Abs(d[1]) > 36 || math.Abs(d[2]) > 36 || p.lacks(it.kind) == 0 && it.kind.kind != itWeapon {
			continue
		}
		g.take(p, it)
		it.back = g.now + it.kind.respawn
		if g.phase == warmup {
			it.back = g.now + 5000
		}
		return true
	}
	return false
}

// lacks is how much of an item the player can make use of.
func (p *player) lacks(k *itemKind) int {
	switch k.kind {
	case itAmmo, itWeapon:
		return min(k.quantity, 200-p.ammo[k.tag])
	case itArmor:
		return min(k.quantity, 200-p.armor)
	case itHealth:
		limit := 100
		if k.quantity == 100 || k.quantity == 5 {
			limit = 200
		}
		return min(k.quantity, max(limit-p.health, 0))
	}
	return k.quantity
}

func (g *game) take(p *player, it *item) {
	k := it.kind
	switch n := p.lacks(k); k.kind {
	case itAmmo:
		p.ammo[k.tag] += n
	case itArmor:
		p.armor += n
	case itHealth:
		p.health += n
	case itWeapon:
		add := it.quantity
		if !it.dropped {
			add = max(add-p.ammo[k.tag], 1)
		}
		p.ammo[k.tag] = min(p.ammo[k.tag]+add, 200)
		p.weapons |= 1 << k.tag
	case itPowerup:
		p.quadUntil = g.now + it.quantity*1000
		g.happen(evGlobalPickup, k.number, it.origin)
	}
	p.event(evItemPickup, k.number)
	g.talk.quip(p, true, 0.8, k.class)
	if q := g.players[g.rng.IntN(len(g.players))]; k.kind == itPowerup && q.team != p.team {
		g.talk.quip(q, false, 1, "enemy quad")
	}
}

// drop leaves what a dead player had in his hands.
func (g *game) drop(q *player) {
	weapon := findItem(func(k *itemKind) bool { return k.kind == itWeapon && k.tag == q.weapon })
	if n := q.ammo[q.weapon]; weapon != nil && n > 0 {
		g.toss(q, weapon, min(n, weapon.quantity), 14)
	}
	if left := (q.quadUntil - g.now) / 1000; left > 0 {
		g.toss(q, findItem(func(k *itemKind) bool { return k.kind == itPowerup }), left, -14)
	}
}

// toss puts something beside a dead player's feet.
func (g *game) toss(q *player, k *itemKind, quantity int, aside float64) {
	at := q.origin
	if beside := at.mad(aside, q.view.forward().flat().right()); g.fits(beside) {
		at = beside
	}
	at, _ = g.settle(at, 400)
	it := &item{kind: k, dropped: true, quantity: quantity, until: g.now + 30000, origin: at.up(-9).round(), place: g.ways.near(at), e: g.brief(0)}
	it.show()
	it.e.set(quake3.EntModelindex2, 1)
	it.e.set(quake3.EntEFlags, efBounce)
	g.items = append(g.items, it)
}
