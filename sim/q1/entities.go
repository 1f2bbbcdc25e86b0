package q1

import (
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// entity is an entity other than a player as a demo shows it.
type entity struct {
	number   int
	effects  uint32
	model    uint16 // index of the level's models
	frame    uint16
	skin     uint8
	colormap uint8 // whose colours it has: a player's number from 1
	origin   sim.Vec3
	angles   sim.Angles
	steps    bool // it moves in steps, which are not to be smoothed
}

// shown is what is remembered of an entity's looks.
type shown struct {
	level int // the number of the level that showed it
	class *class
	flash bool
	last  entity // as a snapshot last had it
}

// placeEntity puts an item or a mover where a baseline has it.
func (g *game) placeEntity(e *entity) {
	switch c := g.models.class(int(e.model)); {
	case c.mover > 0:
		g.entities.PlaceMover(&sim.Mover{Number: e.number, Model: c.mover, Origin: e.origin, Angles: e.angles})
	case !c.hidden && !c.player && c.kind == sim.EntityItem:
		x := c.entity(e)
		g.entities.Place(&x)
	}
}

// entity is what an entity of the class is.
func (c *class) entity(e *entity) sim.Entity {
	x := sim.Entity{Number: e.number, Kind: c.kind, Item: c.item, Weapon: c.weapon, Name: c.name,
		Origin: e.origin.Add(c.center), Angles: e.angles}
	if int(e.skin) < len(c.skins) {
		x.Item = c.skins[e.skin]
	}
	if c.item == sim.ItemFlag {
		x.Team = sim.TeamRed + sim.Team(e.skin&1)
	}
	x.Dead = c.dead(int(e.frame))
	return x
}

// maxEntity bounds the numbers of entities.
const maxEntity = 1 << 16

// showEntity handles an entity that is in sight.
func (g *game) showEntity(e *entity) {
	if e.number < 0 || e.number >= maxEntity {
		return
	}
	if e.number >= len(g.shown) {
		g.shown = append(g.shown, make([]shown, e.number+1-len(g.shown))...)
	}
	c, v := g.models.class(int(e.model)), &g.shown[e.number]
	if v.level != g.level {
		*v = shown{level: g.level}
	}
	if *e == v.last && v.class == c && g.lies(e.number, e.steps, c) && g.entities.Stay(e.number) {
		return
	}
	last, appeared := g.entities.See(e.number, &e.origin)
	appeared = appeared || v.class != c
	v.class, v.last = c, *e
	switch {
	case c.mover > 0:
		g.entities.ShowMover(&sim.Mover{Number: e.number, Model: c.mover, Origin: e.origin, Angles: e.angles}, appeared)
	case c.hidden, c.passes() && g.Recorder().Sketches():
		g.entities.Remove(e.number)
	case c.player:
		g.showBody(e, c, &track.EntityUpdate{Last: last, Appeared: appeared})
	default:
		g.showOther(e, c, &track.EntityUpdate{Last: last, Appeared: appeared, Steps: e.steps})
	}
	if flash := e.effects&effectMuzzle != 0; flash != v.flash {
		v.flash = flash
		if flash {
			g.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: e.origin}, track.MuzzleTime)
		}
	}
}

// lies reports whether an entity that is as in the snapshot before needs no more than that: it is a part of the map, or lies
// there as it did.
func (g *game) lies(number int, steps bool, c *class) bool {
	if c.mover > 0 {
		return true
	}
	row := g.entities.Look(number)
	if row == nil || !row.Visible || row.Kind != c.kind || steps || c.player || c.hidden {
		return false
	}
	switch c.kind {
	case sim.EntityItem, sim.EntityDropped:
		return g.items.Lies(row)
	}
	return c.kind == sim.EntityMonster || c.kind == sim.EntityOther
}

// showOther handles an item, a projectile, a monster and the like.
func (g *game) showOther(e *entity, c *class, u *track.EntityUpdate) {
	u.Entity = c.entity(e)
	row, isNew := g.entities.Show(u)
	if row == nil {
		return
	}
	switch row.Kind {
	case sim.EntityItem, sim.EntityDropped:
		g.items.Show(row)
	case sim.EntityProjectile:
		if isNew || u.Appeared {
			row.Owner = g.shooter(e.origin, c.weapon)
		}
	}
}

// shotReach is how far from a player a projectile appears, at most, who shot it.
const shotReach = 80

// shooter is the player from whom a projectile seems to come.
func (g *game) shooter(origin sim.Vec3, w sim.Weapon) sim.Slot {
	if w >= sim.CauseWorld {
		return sim.Slot{}
	}
	return g.players.Nearest(origin, shotReach, func(r *recording.FramePlayer) bool { return r.Life == sim.Alive })
}

// showBody handles an entity that looks like a player but is none: a corpse
// or the head of someone who left.
func (g *game) showBody(e *entity, c *class, u *track.EntityUpdate) {
	if c.eyes {
		return
	}
	u.Entity = sim.Entity{Number: e.number, Kind: sim.EntityCorpse, Origin: e.origin, Angles: e.angles}
	if c.head {
		u.Kind = sim.EntityGib
	}
	if owner := sim.SlotAt(int(e.colormap) - 1); g.players.Profile(owner) != nil {
		u.Owner = owner
	}
	g.entities.ShowBody(u)
}
