package q2

import (
	"slices"
	"sort"
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// entities keeps the rows of what is no player: items, movers, projectiles, monsters and what is left of them.
type entities struct {
	track   *track
	level   *level
	players *players
	sights  []sight // by number
}

// sight is what is remembered of an entity between snapshots.
type sight struct {
	snap   uint32 // number of the snapshot it was last in
	origin sim.Vec3
	model  uint16
	// Of a monster: dead, as far as seen, and boxed while it stood in the way of others.
	dead, boxed bool
}

// maxEntities bounds entity numbers.
const maxEntities = 8192

// sight is what is remembered of an entity.
func (es *entities) sight(number int) *sight {
	for len(es.sights) <= min(max(number, 0), maxEntities) {
		es.sights = append(es.sights, sight{})
	}
	return &es.sights[min(max(number, 0), maxEntities)]
}

// findThing is the place of an entity among the frame's things, and whether
// it is there.
func (es *entities) findThing(entity int) (int, bool) {
	list := es.track.frame.Entities
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= entity })
	return i, i < len(list) && list[i].Number == entity
}

// addThing returns the row of an entity, which is inserted where it is not there.
func (es *entities) addThing(entity int) (row *sim.FrameEntity, isNew bool) {
	i, ok := es.findThing(entity)
	if !ok {
		es.track.frame.Entities = slices.Insert(es.track.frame.Entities, i, sim.FrameEntity{Entity: sim.Entity{Number: entity}})
	}
	return &es.track.frame.Entities[i], !ok
}

func (es *entities) removeThing(entity int) {
	if i, ok := es.findThing(entity); ok {
		es.track.frame.Entities = slices.Delete(es.track.frame.Entities, i, i+1)
	}
}

// mover returns the row of a moving part of the map, which is inserted where it is
// not there.
func (es *entities) mover(e *quake2.EntityState, model int) (row *sim.FrameMover, isNew bool) {
	list := es.track.frame.Movers
	n := int(e.Number)
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= n })
	if i == len(list) || list[i].Number != n {
		es.track.frame.Movers = slices.Insert(list, i, sim.FrameMover{Mover: sim.Mover{Number: n}})
		isNew = true
	}
	row = &es.track.frame.Movers[i]
	row.Model, row.Origin, row.Angles = model, e.Origin, angles(e.Angles)
	return row, isNew
}

var thingKinds = [...]sim.EntityKind{classProjectile: sim.EntityProjectile, classGib: sim.EntityGib,
	classMonster: sim.EntityMonster, classOther: sim.EntityOther}

// seeOther takes over a projectile, a monster and the like.
func (es *entities) seeOther(e *quake2.EntityState, v *sight, c class, appeared, other bool) {
	n := int(e.Number)
	row, isNew := es.addThing(n)
	kind := thingKinds[c.kind]
	wasMonster := !isNew && row.Kind == sim.EntityMonster && kind == sim.EntityGib && !row.Dead
	before, name := row.Origin, row.Name
	isNew = isNew || row.Kind != kind || other && !wasMonster
	if isNew || wasMonster {
		row.Entity = sim.Entity{Number: n, Kind: kind, Weapon: c.weapon, Name: c.name}
		v.dead = v.dead && kind == sim.EntityMonster && !appeared
		v.boxed = false
		isNew = true
	}
	row.NoLerp = isNew || appeared || es.track.jumped(before, e.Origin)
	row.Visible, row.Origin, row.Angles, row.Trajectory = true, e.Origin, angles(e.Angles), sim.Trajectory{}
	row.Velocity = sim.Vec3{}
	if dt := float32((es.track.now - es.track.before).Seconds()); !row.NoLerp && dt > 0 {
		for i := range row.Velocity {
			row.Velocity[i] = (e.Origin[i] - before[i]) / dt
		}
	}
	switch kind {
	case sim.EntityProjectile:
		if e.Effects&(quake2.EFHyperblaster|quake2.EFBlueHyperblaster) != 0 && c.weapon == sim.WeaponBlaster {
			row.Weapon = sim.WeaponHyperblaster
		}
		if isNew {
			row.Owner = sim.SlotAt(es.shooter(row, e))
		}
	case sim.EntityMonster:
		es.monster(row, v, e, c.dying)
	case sim.EntityGib:
		if wasMonster {
			es.monsterKilled(name, row.Origin)
			es.track.effect(sim.Effect{Kind: sim.EffectGibs, Origin: row.Origin}, bodyTime)
		}
	}
}

// monsterGhost is for how many snapshots a monster out of sight is remembered.
const monsterGhost = 100

// beam shows a laser.
func (es *entities) beam(e *quake2.EntityState) {
	es.track.effect(sim.Effect{Kind: sim.EffectBeam, Origin: e.Origin, To: e.OldOrigin}, es.level.server.Interval)
}

// corpse is a player's body that was left behind when he came back to life.
func (es *entities) corpse(e *quake2.EntityState) {
	row, isNew := es.addThing(int(e.Number))
	owner := int(e.Skin & 0xff)
	row.NoLerp = isNew || row.Kind != sim.EntityCorpse || es.track.jumped(row.Origin, e.Origin)
	row.Entity = sim.Entity{Number: int(e.Number), Kind: sim.EntityCorpse, Visible: true, Dead: true,
		Origin: e.Origin, Angles: angles(e.Angles)}
	row.Trajectory = sim.Trajectory{}
	if es.track.row(owner) != nil {
		row.Owner = sim.SlotAt(owner)
	}
}

// shotReach is how far from a player a projectile appears, at most, who shot it.
const shotReach = 220

// shooter is the slot of the player who shot a projectile that just
// appeared: the nearest of those who fired a moment ago, or -1.
func (es *entities) shooter(t *sim.FrameEntity, e *quake2.EntityState) int {
	if owner := int(e.Owner) - 1; e.Owner > 0 && es.track.row(owner) != nil {
		return owner
	}
	return es.players.nearest(t.Origin, shotReach, func(r *sim.FramePlayer) bool {
		if t.Weapon == sim.WeaponHandGrenade {
			return r.Life == sim.Alive && r.Weapon == t.Weapon
		}
		return r.Life == sim.Alive && es.track.now < es.players.slots[r.Slot.Index()].firingUntil
	})
}

// placeOf is where an entity is or was last.
func (es *entities) placeOf(entity int) (sim.Vec3, bool) {
	if r := es.track.row(entity - 1); r != nil && r.Visible {
		return r.Origin, true
	}
	if entity > 0 && entity < len(es.sights) && es.sights[entity].snap != 0 {
		return es.sights[entity].origin, true
	}
	return sim.Vec3{}, false
}

// listen finds the death of a monster in its cry.
func (es *entities) listen(entity int, name string) {
	i, ok := es.findThing(entity)
	if !ok || es.track.frame.Entities[i].Kind != sim.EntityMonster || es.track.frame.Entities[i].Dead {
		return
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if strings.Contains(base, "deth") || strings.Contains(base, "death") || strings.Contains(base, "udeath") {
		es.sight(entity).dead = true
		es.track.frame.Entities[i].Dead = true
		es.monsterKilled(es.track.frame.Entities[i].Name, es.track.frame.Entities[i].Origin)
	}
}

// monster takes over whether a monster lives: its animation tells, and that the dead lie in nobody's
// way. Medics bring some back to life.
func (es *entities) monster(row *sim.FrameEntity, v *sight, e *quake2.EntityState, dying []span) {
	boxed := e.Solid != 0
	switch {
	case v.boxed && !boxed:
		v.dead = true
	case es.level.server.Protocol == protocolTest:
	case slices.ContainsFunc(dying, func(f span) bool { return e.Frame >= f.first && e.Frame <= f.last }):
		v.dead = true
	case boxed && len(dying) > 0:
		v.dead = false
	}
	v.boxed = boxed
	if v.dead && !row.Dead && !row.NoLerp {
		es.monsterKilled(row.Name, row.Origin)
	}
	row.Dead = v.dead
}

// monsterKilled tells of a monster's death. In a game alone it is clear who did it.
func (es *entities) monsterKilled(name string, at sim.Vec3) {
	slot := -1
	if len(es.track.frame.Players) == 1 {
		slot = es.track.frame.Players[0].Slot.Index()
	}
	es.track.event(sim.Event{Kind: sim.EventMonsterKill, Slot: sim.SlotAt(slot), Text: sim.PlainText(name + " killed"), Origin: at, HasOrigin: true})
	es.track.effect(sim.Effect{Kind: sim.EffectDeath, Origin: at}, bodyTime)
}
