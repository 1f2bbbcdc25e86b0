package q2

import (
	"slices"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// sights reads the entities of snapshots.
type sights struct {
	known    []known // by number
	snapshot uint32  // number of the current one
	// shown lists the entities in the current snapshot, and before those in the previous one. kept is the number in
	// both.
	shown, before []uint16
	kept          int
	// antimatter are the map's items that look like an antimatter bomb, by their baselines.
	antimatter []*quake2.EntityState
}

// known holds the data kept about an entity between snapshots.
type known struct {
	seen  uint32 // number of the last snapshot that had it; 0 if there is none
	model uint16
	// sort is the variant given by its skin; see bySkin.
	sort uint32
	// lookalike is the class of the item if it looks like an antimatter bomb, or nil until needed.
	lookalike *class
	// still is set if nothing more need be known about the entity than its last state, whose relevant fields are in
	// look: it is an item, judging by its model alone, or the part of the map with that number.
	still  bool
	look   look
	part   int
	item   sim.Item
	weapon sim.Weapon
}

// look holds the relevant fields of the state of an item or part of the map.
type look struct {
	effects        quake2.EntityEffects
	renderFX       quake2.RenderEffects
	model          uint16
	event          quake2.EntityEvent
	origin, angles [3]float32
}

func lookOf(e *quake2.EntityState) look {
	return look{e.Effects, e.RenderFX, e.Models[0], e.Event, e.Origin, e.Angles}
}

// sortOf returns a monster's variant, which its skin determines. other is set if the entity may not be the remembered
// monster. The Reckoning's Beta Iron Maiden looks like any other once it is hurt (xatrix monster/chick/chick.c,
// chick_pain).
func (k *known) sortOf(e *quake2.EntityState, other bool) uint32 {
	if sort := e.Skin >> 1; other || sort > 0 {
		k.sort = sort
	}
	return k.sort
}

// maxEntities limits entity numbers.
const maxEntities = 8192

// begin starts a snapshot.
func (sg *sights) begin() {
	sg.snapshot++
	sg.shown, sg.before, sg.kept = sg.before[:0], sg.shown, 0
}

// end ends a snapshot, and reports the entities that are no longer shown.
func (sg *sights) end(o *track.Observations) {
	if sg.kept == len(sg.before) {
		return
	}
	for _, n := range sg.before {
		if n := int(n); sg.at(n).seen != sg.snapshot {
			o.Gone = append(o.Gone, n)
		}
	}
}

// at returns the data kept about an entity.
func (sg *sights) at(number int) *known {
	if number >= len(sg.known) {
		sg.known = append(sg.known, make([]known, number+1-len(sg.known))...)
	}
	return &sg.known[number]
}

// baseline reads an entity that is in the map from the start and has not been seen by the recorder.
func (sg *sights) baseline(l *level, m *quake2.Baseline, o *track.Observations) {
	e := new(quake2.EntityState)
	m.Entity.Apply(e)
	n := int(e.Number)
	if n == 0 || n >= maxEntities || n <= l.maxClients {
		return
	}
	switch c := l.classOf(e.Models[0]); c.kind {
	case classPart:
		if c.part > 0 {
			o.Tell(track.BaselineMover{Mover: sim.Mover{Number: n, Model: c.part, Origin: e.Origin,
				Angles: angles(e.Angles)}})
		}
	case classItem:
		place(l, e, &c.itemDef, o)
		if c.name == antimatterBomb {
			sg.placeAntimatter(l, e, c, o)
		}
	}
}

// place reports an item of the map at the origin of its baseline.
func place(l *level, e *quake2.EntityState, a *itemDef, o *track.Observations) {
	u := track.ObjectSeen{Entity: sim.Entity{Number: int(e.Number), Origin: e.Origin, Angles: angles(e.Angles)}}
	readItem(l, e, a, &u)
	o.Tell(track.ItemPlaced{ObjectSeen: u})
}

// readItem reads an item.
func readItem(l *level, e *quake2.EntityState, a *itemDef, u *track.ObjectSeen) {
	u.Kind, u.Item, u.Weapon, u.Team, u.Name = sim.EntityItem, a.item, a.weapon, a.team, a.name
	u.Model, u.Respawn, u.Back = e.Models[0], l.classOf(e.Models[0]).respawn, e.Event == quake2.EventItemRespawn
}

// see reads the state of an entity.
func (sg *sights) see(l *level, e *quake2.EntityState, o *track.Observations) {
	n := int(e.Number)
	if n == 0 || n >= maxEntities {
		return
	}
	k := sg.at(n)
	appeared := k.seen == 0 || k.seen != sg.snapshot-1
	k.seen = sg.snapshot
	sg.shown = append(sg.shown, e.Number)
	if !appeared {
		sg.kept++
	}
	if k.still && !appeared && k.look == lookOf(e) && k.stays(l.classOf(e.Models[0])) {
		return
	}
	k.still = false
	other := k.model != e.Models[0]
	k.model = e.Models[0]
	u := o.Object()
	u.Number, u.Origin, u.Angles = n, e.Origin, angles(e.Angles)
	u.Other, u.Teleports = other, e.Event == quake2.EventOtherTeleport && n > l.maxClients
	switch {
	case e.RenderFX&quake2.RenderBeam != 0:
		u.Beam, u.To, u.Last = true, e.OldOrigin, l.server.Interval
	case n <= l.maxClients:
		b := o.Body()
		if u.Bare = !readBody(l, e, b); !u.Bare {
			u.Body = b
		}
	default:
		if k.still = sg.seeOther(l, e, k, u, appeared); k.still {
			k.look = lookOf(e)
		}
	}
}

// stays reports whether the entity is still of the class.
func (k *known) stays(c *class) bool {
	if k.part > 0 {
		return c.kind == classPart && c.part == k.part
	}
	return c.kind == classItem && c.item == k.item && c.weapon == k.weapon
}

// seeOther reads an entity that is not a player. It reports whether the entity is an item or part of the map that need
// not be examined further.
func (sg *sights) seeOther(l *level, e *quake2.EntityState, k *known, u *track.ObjectSeen, appeared bool) (still bool) {
	c := sg.classOf(l, e, u, appeared)
	if e.Models[0] == l.config.PlayerModel {
		if c = &doppleganger; !l.mod.dopplegangers || e.Frame >= frameDeath {
			u.Corpse, u.Owner = true, sim.SlotAt(int(e.Skin&0xff))
			return false
		}
	}
	switch c.kind {
	case classPart:
		if u.Part = c.part; c.part > 0 {
			k.part = c.part
			return e.Event == 0
		}
		u.Nothing = true
	case classItem:
		readItem(l, e, &c.itemDef, u)
		k.part, k.item, k.weapon = 0, c.item, c.weapon
		return e.Event == 0 && c == l.classOf(e.Models[0]) && c.byModel()
	case classNone:
		u.Nothing = true
	default:
		u.Kind, u.Weapon, u.Name = entityKinds[c.kind], c.weapon, c.nameOf(e, k.sortOf(e, appeared || u.Other))
		if e.Owner > 0 {
			u.Owner = sim.SlotAt(int(e.Owner) - 1)
		}
		if u.Kind == sim.EntityProjectile && u.Weapon == sim.WeaponBlaster &&
			e.Effects&(quake2.EFHyperblaster|quake2.EFBlueHyperblaster) != 0 {
			u.Weapon = sim.WeaponHyperblaster
		}
		u.Model, u.Boxed = e.Models[0], e.Solid != 0
		u.Frames = len(c.dying) > 0 && !l.otherFrames
		u.Dying = u.Frames && slices.ContainsFunc(c.dying, func(f span) bool {
			return e.Frame >= f.first &&
				e.Frame <= f.last
		})
	}
	return false
}

var gib = class{kind: classGib}

// classOf returns the class of an entity, judging by its model and behaviour. If it may either fly or lie on the floor,
// the tracker decides.
func (sg *sights) classOf(l *level, e *quake2.EntityState, u *track.ObjectSeen, appeared bool) *class {
	c := l.classOf(e.Models[0])
	switch {
	case e.Effects&quake2.EFGib != 0 && c.kind != classProjectile && c.kind != classPart && c.kind != classItem:
		return &gib
	case c.weapon == sim.WeaponKnife:
		u.Thrown = true
	case c.released != nil && e.Effects&quake2.EFRotate == 0:
		return c.released
	case c.kind == classItem && c.name == antimatterBomb:
		return sg.lookalike(l, int(e.Number), c, appeared)
	case l.mod.grenadesLie && c.kind == classProjectile && c.weapon == sim.WeaponHandGrenade:
		u.First = true
	}
	return c
}

var entityKinds = [...]sim.EntityKind{classProjectile: sim.EntityProjectile, classGib: sim.EntityGib,
	classMonster: sim.EntityMonster, classOther: sim.EntityOther}
