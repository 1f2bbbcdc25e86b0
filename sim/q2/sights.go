package q2

import (
	"slices"
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// sights handles the entities of a snapshot: it finds out what each is, and hands players and items on.
type sights struct {
	track    *track.Track
	players  *track.Players
	entities *track.Entities
	level    *level
	models   *models
	clients  *clients
	bodies   *bodies
	items    *items
	known    []known // by number
	// antimatter are the items of the map that look like an antimatter bomb, by their baselines.
	antimatter []*quake2.EntityState
}

// known is what is remembered of an entity between snapshots.
type known struct {
	model uint16
	// Of a monster: dead, as far as seen, and boxed while it stood in the way of others.
	dead, boxed bool
	// sort is what its skin says that it is, see bySkin.
	sort uint32
	// lookalike is which of those items it is that look like an antimatter bomb, nil before that was asked for.
	lookalike *class
	// still is set if its state in the snapshot that last had it, which is last, is all there is to know: it is an item, by its model
	// alone, or the part of the map of that number.
	still bool
	last  quake2.EntityState
	part  int
}

// sortOf is what a monster's skin says that it is; other is set if it may not be the one that was remembered. The Reckoning's
// Beta Iron Maiden looks like any other as soon as it is hurt (xatrix monster/chick/chick.c, chick_pain).
func (k *known) sortOf(e *quake2.EntityState, other bool) uint32 {
	if sort := e.Skin >> 1; other || sort > 0 {
		k.sort = sort
	}
	return k.sort
}

// maxEntities bounds entity numbers.
const maxEntities = 8192

// reset begins a level.
func (sg *sights) reset() { sg.known, sg.antimatter = nil, nil }

// at is what is remembered of an entity.
func (sg *sights) at(number int) *known {
	if number >= len(sg.known) {
		sg.known = append(sg.known, make([]known, number+1-len(sg.known))...)
	}
	return &sg.known[number]
}

// baseline places what lies in the map from the start, which the recorder has not
// seen yet.
func (sg *sights) baseline(m *quake2.Baseline) {
	e := new(quake2.EntityState)
	m.Entity.Apply(e)
	n := int(e.Number)
	if n == 0 || n >= maxEntities || n <= sg.level.maxClients {
		return
	}
	switch c := sg.models.classOf(e.Models[0]); c.kind {
	case classPart:
		if m := mover(e, c); c.part > 0 {
			sg.entities.PlaceMover(&m)
		}
	case classItem:
		sg.items.place(e, &c.itemDef)
		if c.name == antimatterBomb {
			sg.placeAntimatter(e, c)
		}
	}
}

// mover is a part of the map as an entity shows it.
func mover(e *quake2.EntityState, c *class) sim.Mover {
	return sim.Mover{Number: int(e.Number), Model: c.part, Origin: e.Origin, Angles: angles(e.Angles)}
}

// see handles the state of an entity.
func (sg *sights) see(e *quake2.EntityState) {
	n := int(e.Number)
	if n == 0 || n >= maxEntities {
		return
	}
	k := sg.at(n)
	if k.still && k.last == *e && sg.stays(n, k, sg.models.classOf(e.Models[0])) {
		return
	}
	k.still = false
	last, appeared := sg.entities.See(n, (*sim.Vec3)(&e.Origin))
	other := k.model != e.Models[0]
	k.model = e.Models[0]
	switch {
	case e.RenderFX&quake2.RenderBeam != 0:
		sg.track.Effect(sim.Effect{Kind: sim.EffectBeam, Origin: e.Origin, To: e.OldOrigin}, sg.level.server.Interval)
	case sg.bodies.isPlayer(e):
		sg.bodies.see(e)
	case n <= sg.level.maxClients:
		sg.bodies.seeGibbed(e)
	default:
		if k.still = sg.seeOther(e, k, last, appeared, other); k.still {
			k.last = *e
		}
	}
	if e.Event == quake2.EventOtherTeleport && n > sg.level.maxClients {
		sg.track.Effect(sim.Effect{Kind: sim.EffectTeleport, Origin: e.Origin}, track.BodyTime)
	}
}

// stays handles an item or a part of the map that is as in the snapshot before, and reports whether that is all there is to it.
func (sg *sights) stays(number int, k *known, c *class) bool {
	if k.part > 0 {
		return c.kind == classPart && c.part == k.part && sg.entities.Stay(number)
	}
	return sg.items.lies(number, c) && sg.entities.Stay(number)
}

// seeOther handles an entity that is no player; other is set if it had another model before. It reports whether it is an item or a part of
// the map of which there is no more to know.
func (sg *sights) seeOther(e *quake2.EntityState, k *known, last track.Sighting, appeared, other bool) (still bool) {
	c := sg.classOf(e, last.Origin, appeared)
	if e.Models[0] == sg.level.config.PlayerModel {
		if c = &doppleganger; !sg.level.mod.dopplegangers || e.Frame >= frameDeath {
			sg.corpse(e, last, appeared || other)
			return false
		}
	}
	switch c.kind {
	case classPart:
		sg.entities.Remove(int(e.Number))
		if m := mover(e, c); c.part > 0 {
			sg.entities.ShowMover(&m, appeared || sg.players.Jumped(last.Origin, e.Origin))
			k.part = c.part
			return e.Event == 0
		}
	case classItem:
		sg.items.see(e, &c.itemDef, appeared)
		k.part = 0
		return e.Event == 0 && c == sg.models.classOf(e.Models[0]) && c.byModel()
	case classNone:
		sg.entities.Remove(int(e.Number))
	default:
		u := update(e, entityKinds[c.kind], last, appeared)
		u.Weapon, u.Name, u.Moves = c.weapon, c.nameOf(e, k.sortOf(e, appeared || other)), true
		sg.show(e, k, &u, c.dying, other)
	}
	return false
}

// update is an entity as the tracker takes it.
func update(e *quake2.EntityState, kind sim.EntityKind, last track.Sighting, appeared bool) track.EntityUpdate {
	return track.EntityUpdate{Last: last, Appeared: appeared,
		Entity: sim.Entity{Number: int(e.Number), Kind: kind, Origin: e.Origin, Angles: angles(e.Angles)}}
}

// knifeStep is how far a knife goes from one snapshot to the next, at least, while it flies.
const knifeStep = 8

var (
	gib         = class{kind: classGib}
	thrownKnife = class{kind: classProjectile, itemDef: itemDef{weapon: sim.WeaponThrownKnife}}
)

// classOf is what an entity is, by its model and by what it does.
func (sg *sights) classOf(e *quake2.EntityState, last sim.Vec3, appeared bool) *class {
	c := sg.models.classOf(e.Models[0])
	switch {
	case e.Effects&quake2.EFGib != 0 && c.kind != classProjectile && c.kind != classPart && c.kind != classItem:
		return &gib
	case c.weapon == sim.WeaponKnife && !sg.items.fixed(int(e.Number)) && (appeared || last.Distance2(e.Origin) > knifeStep*knifeStep):
		return &thrownKnife
	case c.item == sim.ItemOther && c.kind == classItem && e.Effects&quake2.EFRotate == 0:
		if r, ok := released[c.name]; ok {
			return &r
		}
	case c.kind == classItem && c.name == antimatterBomb:
		return sg.lookalike(int(e.Number), c, appeared)
	case sg.level.mod.grenadesLie && c.kind == classProjectile && c.weapon == sim.WeaponHandGrenade && sg.items.amongFirst(int(e.Number)):
		return &class{kind: classItem, itemDef: itemDef{item: sim.ItemWeapon, weapon: c.weapon}}
	}
	return c
}

var entityKinds = [...]sim.EntityKind{classProjectile: sim.EntityProjectile, classGib: sim.EntityGib,
	classMonster: sim.EntityMonster, classOther: sim.EntityOther}

// show handles a projectile, a monster and the like.
func (sg *sights) show(e *quake2.EntityState, k *known, u *track.EntityUpdate, dying []span, other bool) {
	row := sg.entities.Row(u.Number)
	gibbed := row != nil && row.Kind == sim.EntityMonster && u.Kind == sim.EntityGib && !row.Dead
	if other && !gibbed {
		sg.entities.Remove(u.Number)
		row = nil
	}
	if row == nil || row.Kind != u.Kind {
		k.dead = k.dead && u.Kind == sim.EntityMonster && !u.Appeared
		k.boxed = false
	}
	if u.Kind == sim.EntityMonster {
		u.Dead = sg.isDead(k, e, dying)
	}
	if u.Kind == sim.EntityProjectile && u.Weapon == sim.WeaponBlaster && e.Effects&(quake2.EFHyperblaster|quake2.EFBlueHyperblaster) != 0 {
		u.Weapon = sim.WeaponHyperblaster
	}
	row, isNew := sg.entities.Show(u)
	if row.NoLerp {
		row.Velocity = sim.Vec3{}
	}
	if isNew && u.Kind == sim.EntityProjectile {
		row.Owner = sg.shooter(row, e)
	}
	if name := sg.entities.MonsterDeath(); name != "" && (gibbed || !row.NoLerp) {
		sg.monsterKilled(name, row.Origin)
		if gibbed {
			sg.track.Effect(sim.Effect{Kind: sim.EffectGibs, Origin: row.Origin}, track.BodyTime)
		}
	}
}

// endSnapshot ages what this snapshot does not show. Movers are there as long as they are sent, though some have no
// model for a time.
func (sg *sights) endSnapshot() {
	sg.items.endSnapshot()
	movers := sg.entities.Movers()
	for i := range movers {
		m := &movers[i]
		if seen := sg.entities.Seen(m.Number); seen != m.Visible {
			m, _ := sg.entities.Mover(m.Number)
			m.Visible = seen
		}
	}
}

// corpse is a player's body that was left behind when he came back to life.
func (sg *sights) corpse(e *quake2.EntityState, last track.Sighting, appeared bool) {
	u := update(e, sim.EntityCorpse, last, appeared)
	if owner := sim.SlotAt(int(e.Skin & 0xff)); sg.players.Row(owner) != nil {
		u.Owner = owner
	}
	sg.entities.ShowBody(&u)
	sg.entities.Row(u.Number).Dead = true
}

// shotReach is how far from a player a projectile appears, at most, who shot it.
const shotReach = 220

// shooter is the player who shot a projectile that just appeared: the nearest of those who fired a moment ago.
func (sg *sights) shooter(t *recording.FrameEntity, e *quake2.EntityState) sim.Slot {
	if owner := sim.SlotAt(int(e.Owner) - 1); e.Owner > 0 && sg.players.Row(owner) != nil {
		return owner
	}
	return sg.players.Nearest(t.Origin, shotReach, func(r *recording.FramePlayer) bool {
		if t.Weapon == sim.WeaponHandGrenade {
			return r.Life == sim.Alive && r.Weapon == t.Weapon
		}
		return r.Life == sim.Alive && sg.clients.firing(r.Slot)
	})
}

// originOf is where an entity is or was last.
func (sg *sights) originOf(number int) (sim.Vec3, bool) {
	if r := sg.players.Row(sim.SlotAt(number - 1)); r != nil && r.Visible {
		return r.Origin, true
	}
	last := sg.entities.Sighting(number)
	return last.Origin, last.Snapshot != 0
}

// isDead reports whether a monster is dead: its animation tells, and that the dead lie in nobody's
// way. Medics bring some back to life.
func (sg *sights) isDead(k *known, e *quake2.EntityState, dying []span) bool {
	boxed := e.Solid != 0
	switch {
	case k.boxed && !boxed:
		k.dead = true
	case sg.level.otherFrames:
	case slices.ContainsFunc(dying, func(f span) bool { return e.Frame >= f.first && e.Frame <= f.last }):
		k.dead = true
	case boxed && len(dying) > 0:
		k.dead = false
	}
	k.boxed = boxed
	return k.dead
}

// hear finds the death of a monster in its cry.
func (sg *sights) hear(number int, sound string) {
	row := sg.entities.Row(number)
	if row == nil || row.Kind != sim.EntityMonster || row.Dead {
		return
	}
	base := sound[strings.LastIndexByte(sound, '/')+1:]
	if strings.Contains(base, "deth") || strings.Contains(base, "death") {
		sg.at(number).dead, row.Dead = true, true
		sg.monsterKilled(row.Name, row.Origin)
	}
}

// monsterKilled tells of a monster's death. In a game of one player it is clear who did it.
func (sg *sights) monsterKilled(name string, at sim.Vec3) {
	var slot sim.Slot
	if rows := sg.players.Rows(); len(rows) == 1 {
		slot = rows[0].Slot
	}
	sg.track.Event(sim.Event{Kind: sim.EventMonsterKill, Slot: slot, Text: sim.PlainText(name + " killed"), Origin: at, HasOrigin: true})
	sg.track.Effect(sim.Effect{Kind: sim.EffectDeath, Origin: at}, track.BodyTime)
}
