package q2

import (
	"math"
	"slices"
	"sort"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// entityView is what is remembered of an entity between snapshots.
type entityView struct {
	snap   uint32 // number of the snapshot it was last in
	origin sim.Vec3
	model  uint16
	// fixed: the entity is an item that lies there from the start, or came back.
	fixed bool
	// Of a monster: dead, as far as seen, and boxed while it stood in the way of others.
	dead, boxed bool
	// rots is when what a mega health gave is next looked at.
	rots time.Duration
}

// maxEntities bounds entity numbers.
const maxEntities = 8192

func (s *simulator) entityView(number int) *entityView {
	for len(s.entities) <= min(max(number, 0), maxEntities) {
		s.entities = append(s.entities, entityView{})
	}
	return &s.entities[min(max(number, 0), maxEntities)]
}

// findThing is the place of an entity among the frame's things, and whether
// it is there.
func (s *simulator) findThing(entity int) (int, bool) {
	list := s.frame.Entities
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= entity })
	return i, i < len(list) && list[i].Number == entity
}

// addThing returns the row of an entity, which is inserted where it is not there.
func (s *simulator) addThing(entity int) (row *sim.FrameEntity, isNew bool) {
	i, ok := s.findThing(entity)
	if !ok {
		s.frame.Entities = slices.Insert(s.frame.Entities, i, sim.FrameEntity{Entity: sim.Entity{Number: entity}})
	}
	return &s.frame.Entities[i], !ok
}

func (s *simulator) removeThing(entity int) {
	if i, ok := s.findThing(entity); ok {
		s.frame.Entities = slices.Delete(s.frame.Entities, i, i+1)
	}
}

// mover returns the row of a moving part of the map, which is inserted where it is
// not there.
func (s *simulator) mover(e *quake2.EntityState, model int) (row *sim.FrameMover, isNew bool) {
	list := s.frame.Movers
	n := int(e.Number)
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= n })
	if i == len(list) || list[i].Number != n {
		s.frame.Movers = slices.Insert(list, i, sim.FrameMover{Mover: sim.Mover{Number: n}})
		isNew = true
	}
	row = &s.frame.Movers[i]
	row.Model, row.Origin, row.Angles = model, e.Origin, angles(e.Angles)
	return row, isNew
}

// partOf is the number of the map's part that an entity shows, 0 for none.
func (s *simulator) partOf(e *quake2.EntityState) int {
	name := s.configString(s.config.Models + int(e.Models[0]))
	if e.Models[0] == 0 || len(name) < 2 || name[0] != '*' {
		return 0
	}
	return max(atoi(name[1:]), 0)
}

// baseline places what lies in the map from the start, which the recorder has not
// seen yet.
func (s *simulator) baseline(e *quake2.EntityState) {
	n := int(e.Number)
	if n == 0 || n >= maxEntities || n <= s.maxClients {
		return
	}
	switch c := s.classOf(e.Models[0]); c.kind {
	case classPart:
		if part := s.partOf(e); part > 0 {
			s.mover(e, part)
		}
	case classItem:
		s.placed = true
		row, _ := s.addThing(n)
		row.Entity = s.item(n, c.article)
		row.Origin = e.Origin
		row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
		s.entityView(n).fixed = true
	}
}

func (s *simulator) item(entity int, a article) sim.Entity {
	return sim.Entity{Number: entity, Kind: sim.EntityItem, Item: a.item, Weapon: a.weapon, Team: a.team, Name: a.name}
}

// entity takes over the state of an entity.
func (s *simulator) entity(e *quake2.EntityState) {
	n := int(e.Number)
	if n == 0 || n >= maxEntities {
		return
	}
	v := s.entityView(n)
	appeared := v.snap == 0 || v.snap != s.snaps-1
	other := v.model != e.Models[0]
	last := v.origin
	v.snap, v.origin, v.model = s.snaps, e.Origin, e.Models[0]
	switch {
	case e.RenderFX&quake2.RenderBeam != 0:
		s.beam(e)
	case s.isPlayer(e):
		s.playerEntity(e)
	case n <= s.maxClients:
		s.headless(e)
	default:
		s.thing(e, v, appeared, other, last)
	}
	if e.Event == quake2.EventOtherTeleport && n > s.maxClients {
		s.effect(sim.Effect{Kind: sim.EffectTeleport, Origin: e.Origin}, bodyTime)
	}
}

// headless takes over the entity of a player that shows no player: what is left
// of him after he burst, or nothing.
func (s *simulator) headless(e *quake2.EntityState) {
	slot := int(e.Number) - 1
	r := s.row(slot)
	if r == nil {
		return
	}
	if c := s.classOf(e.Models[0]); c.kind != classGib {
		return
	}
	p := &s.players[slot]
	if !p.stated {
		r.NoLerp = p.seen != s.snaps-1 || s.jumped(r.Origin, e.Origin)
		r.Origin, r.Visible = e.Origin, true
	}
	p.seen = s.snaps
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
	s.setLife(r, sim.Gibbed)
}

// beam shows a laser.
func (s *simulator) beam(e *quake2.EntityState) {
	s.effect(sim.Effect{Kind: sim.EffectBeam, Origin: e.Origin, To: e.OldOrigin}, s.server.Interval)
}

// thing takes over an entity that is no player.
func (s *simulator) thing(e *quake2.EntityState, v *entityView, appeared, other bool, last sim.Vec3) {
	n := int(e.Number)
	if e.Models[0] == s.config.PlayerModel {
		s.corpse(e)
		return
	}
	c := s.classOf(e.Models[0])
	if e.Effects&quake2.EFGib != 0 && c.kind != classProjectile && c.kind != classPart {
		c = class{kind: classGib}
	}
	if c.weapon == sim.WeaponKnife && !v.fixed && (appeared || distance2(last, e.Origin) > knifeStep*knifeStep) {
		c = class{kind: classProjectile, article: article{weapon: sim.WeaponThrownKnife}}
	}
	if s.mod.action && c.kind == classProjectile && c.weapon == sim.WeaponHandGrenade && s.lastItem > 0 && n <= s.lastItem {
		c = class{kind: classItem, article: article{item: sim.ItemWeapon, weapon: c.weapon}}
	}
	switch c.kind {
	case classPart:
		s.removeThing(n)
		if part := s.partOf(e); part > 0 {
			row, isNew := s.mover(e, part)
			row.Visible = true
			row.NoLerp = isNew || appeared || s.jumped(last, e.Origin)
		}
	case classItem:
		s.seeItem(e, v, &c.article, appeared)
	case classNone:
		s.removeThing(n)
	default:
		s.seeOther(e, v, c, appeared, other)
	}
}

// mapSlack is by how much the numbers of the map's items may exceed those in sight at first.
const mapSlack = 24

// ofMap tells whether an item belongs to the map although no baseline says so: its
// number is among those of the items of the level's first snapshot. Some mods place
// theirs when baselines are made already, and multi-view recordings have none.
func (s *simulator) ofMap(number int) bool {
	if s.placed {
		return false
	}
	if s.levelSnaps == 1 {
		s.lastItem = max(s.lastItem, number)
	}
	return s.levelSnaps == 1 || !s.allSeeing && number <= s.lastItem+mapSlack
}

// knifeStep is how far a knife goes from one snapshot to the next, at least, while it flies.
const knifeStep = 8

// seeItem takes over an item in sight.
func (s *simulator) seeItem(e *quake2.EntityState, v *entityView, a *article, appeared bool) {
	n := int(e.Number)
	row, isNew := s.addThing(n)
	other := !isNew && (row.Item != a.item || row.Weapon != a.weapon)
	switch {
	case e.Event == quake2.EventItemRespawn || s.ofMap(n):
		v.fixed = true
	case other && appeared: // its number was free again
		v.fixed = false
	}
	kind := sim.EntityDropped
	if v.fixed {
		kind = sim.EntityItem
	}
	isNew = isNew || other || row.Kind != kind && row.Kind != sim.EntityItem
	back := !isNew && row.State == sim.ItemTaken
	if back && s.allSeeing {
		s.cameBack(row, e.Models[0])
	}
	if isNew {
		row.Entity = s.item(n, *a)
		row.Kind = kind
		if kind == sim.EntityDropped && a.item == sim.ItemWeapon {
			if slot := s.toucher(e.Origin); slot >= 0 {
				s.players[slot].owns.drop(a.weapon)
			}
		}
	}
	row.NoLerp = isNew || appeared
	if appeared {
		row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
	}
	row.State, row.Visible = sim.ItemPresent, true
	row.Origin, row.Angles = e.Origin, angles(e.Angles)
	row.Trajectory = sim.Trajectory{}
	if row.Kind == sim.EntityItem {
		row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
	}
	if e.Event == quake2.EventItemRespawn || back && s.allSeeing {
		s.effect(sim.Effect{Kind: sim.EffectSpawn, Origin: e.Origin, Item: a.item, Weapon: a.weapon}, soonTime)
		if notable[a.item] {
			s.queue(sim.Event{Kind: sim.EventItemRespawn, Item: a.item, Weapon: a.weapon, Origin: e.Origin, HasOrigin: true})
		}
	}
}

var thingKinds = [...]sim.EntityKind{classProjectile: sim.EntityProjectile, classGib: sim.EntityGib,
	classMonster: sim.EntityMonster, classOther: sim.EntityOther}

// seeOther takes over a projectile, a monster and the like.
func (s *simulator) seeOther(e *quake2.EntityState, v *entityView, c class, appeared, other bool) {
	n := int(e.Number)
	row, isNew := s.addThing(n)
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
	row.NoLerp = isNew || appeared || s.jumped(before, e.Origin)
	row.Visible, row.Origin, row.Angles, row.Trajectory = true, e.Origin, angles(e.Angles), sim.Trajectory{}
	row.Velocity = sim.Vec3{}
	if dt := float32((s.now - s.before).Seconds()); !row.NoLerp && dt > 0 {
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
			row.Owner = sim.SlotAt(s.shooter(row, e))
		}
	case sim.EntityMonster:
		s.monster(row, v, e, c.dying)
	case sim.EntityGib:
		if wasMonster {
			s.monsterKilled(name, row.Origin)
			s.effect(sim.Effect{Kind: sim.EffectGibs, Origin: row.Origin}, bodyTime)
		}
	}
}

// monster takes over whether a monster lives: its animation tells, and that the dead lie in nobody's
// way. Medics bring some back to life.
func (s *simulator) monster(row *sim.FrameEntity, v *entityView, e *quake2.EntityState, dying []span) {
	boxed := e.Solid != 0
	switch {
	case v.boxed && !boxed:
		v.dead = true
	case s.server.Protocol == protocolTest:
	case slices.ContainsFunc(dying, func(f span) bool { return e.Frame >= f.first && e.Frame <= f.last }):
		v.dead = true
	case boxed && len(dying) > 0:
		v.dead = false
	}
	v.boxed = boxed
	if v.dead && !row.Dead && !row.NoLerp {
		s.monsterKilled(row.Name, row.Origin)
	}
	row.Dead = v.dead
}

// monsterKilled tells of a monster's death. In a game alone it is clear who did it.
func (s *simulator) monsterKilled(name string, at sim.Vec3) {
	slot := -1
	if len(s.frame.Players) == 1 {
		slot = s.frame.Players[0].Slot.Index()
	}
	s.queue(sim.Event{Kind: sim.EventMonsterKill, Slot: sim.SlotAt(slot), Text: sim.PlainText(name + " killed"), Origin: at, HasOrigin: true})
	s.effect(sim.Effect{Kind: sim.EffectDeath, Origin: at}, bodyTime)
}

// corpse is a player's body that was left behind when he came back to life.
func (s *simulator) corpse(e *quake2.EntityState) {
	row, isNew := s.addThing(int(e.Number))
	owner := int(e.Skin & 0xff)
	row.NoLerp = isNew || row.Kind != sim.EntityCorpse || s.jumped(row.Origin, e.Origin)
	row.Entity = sim.Entity{Number: int(e.Number), Kind: sim.EntityCorpse, Visible: true, Dead: true,
		Origin: e.Origin, Angles: angles(e.Angles)}
	row.Trajectory = sim.Trajectory{}
	if s.row(owner) != nil {
		row.Owner = sim.SlotAt(owner)
	}
}

// shotReach is how far from a player a projectile appears, at most, who shot it.
const shotReach = 220

// shooter is the slot of the player who shot a projectile that just
// appeared: the nearest of those who fired a moment ago, or -1.
func (s *simulator) shooter(t *sim.FrameEntity, e *quake2.EntityState) int {
	if owner := int(e.Owner) - 1; e.Owner > 0 && s.row(owner) != nil {
		return owner
	}
	return s.nearest(t.Origin, shotReach, func(r *sim.FramePlayer) bool {
		if t.Weapon == sim.WeaponHandGrenade {
			return r.Life == sim.Alive && r.Weapon == t.Weapon
		}
		return r.Life == sim.Alive && s.now < s.players[r.Slot.Index()].firingUntil
	})
}

// pickup is an item that someone took at this snapshot.
type pickup struct {
	slot int
	article
	place sim.Vec3
	// told: the status bar names it, all kinds of health alike.
	told bool
}

// How far from an item's origin that of someone who takes it can be when it is gone: the boxes
// touch, and he ran on for a tenth of a second.
const (
	touchWide = 76
	touchHigh = 96
)

// toucher is the slot of the player nearest to an item that is gone, or -1.
func (s *simulator) toucher(place sim.Vec3) int {
	slot, nearest := -1, float32(1<<30)
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if !r.Visible || r.Life != sim.Alive {
			continue
		}
		dx, dy, dz := r.Origin[0]-place[0], r.Origin[1]-place[1], r.Origin[2]-place[2]
		if abs(dx) > touchWide || abs(dy) > touchWide || abs(dz) > touchHigh {
			continue
		}
		if d := dx*dx + dy*dy; d < nearest {
			slot, nearest = r.Slot.Index(), d
		}
	}
	return slot
}

func abs(f float32) float32 {
	if f < 0 {
		return -f
	}
	return f
}

// loseThings ages the items that this snapshot does not show and removes what
// is not known to stay.
func (s *simulator) loseThings() {
	list := s.frame.Entities
	kept := list[:0]
	for i := range list {
		t := &list[i]
		if s.entityView(t.Number).snap == s.snaps {
			kept = append(kept, *t)
			continue
		}
		if t.Visible && (t.Kind == sim.EntityItem || t.Kind == sim.EntityDropped) {
			s.loseItem(t)
		}
		if t.Kind != sim.EntityItem {
			if t.Kind == sim.EntityMonster && !s.allSeeing && s.snaps-s.entityView(t.Number).snap < monsterGhost {
				if t.Visible {
					t.Visible, t.LastSeen, t.Velocity = false, s.before, sim.Vec3{}
				}
				kept = append(kept, *t)
			}
			continue
		}
		if t.State == sim.ItemTaken {
			s.await(t)
		}
		kept = append(kept, *t)
	}
	s.frame.Entities = kept
	s.tellPickups()
}

// await follows an item that was taken until it comes back.
func (s *simulator) await(t *sim.FrameEntity) {
	switch {
	case !t.RespawnKnown && t.Item == sim.ItemMegaHealth && s.bar.deathmatch():
		s.rot(t)
	case t.RespawnKnown && s.now >= t.Respawn && !s.allSeeing:
		t.State = sim.ItemUnknown
	}
}

// The rule of mega health, from the game's sources: from five seconds after it was taken it is looked at every
// second whether its taker still has more than full health, of which he then loses one. Twenty seconds
// after he has not, it is back.
const (
	rotFrom    = 5 * time.Second
	rotStep    = time.Second
	rotAway    = 20 * time.Second
	fullHealth = 100
)

// rot finds out when a mega health comes back, where the health of its taker is known. Who regenerates
// keeps it. Where it wore off unseen, that is not known.
func (s *simulator) rot(t *sim.FrameEntity) {
	v := s.entityView(t.Number)
	p, r := s.player(t.TakenBy.Index()), s.row(t.TakenBy.Index())
	if r == nil || !r.Visible || s.now < v.rots || r.Life == sim.Alive && (p.viewed != s.snaps || p.health == sim.Unknown) {
		return
	}
	// What he had before the snapshot counts; a hit in the same frame comes before the look at him.
	if r.Life == sim.Alive && (p.health > fullHealth && r.Health >= fullHealth || p.tech.Has(sim.PowerupRegeneration)) {
		for v.rots <= s.now {
			v.rots += rotStep
		}
		return
	}
	if s.now >= v.rots+rotStep {
		v.rots = math.MaxInt64
		return
	}
	t.Respawn, t.RespawnKnown = v.rots+rotAway, true
}

func isHealth(i sim.Item) bool { return i >= sim.ItemHealthSmall && i <= sim.ItemMegaHealth }

// monsterGhost is for how many snapshots a monster out of sight is remembered.
const monsterGhost = 100

// loseItem takes over that an item in sight is gone. Where all is shown, or where someone
// stands who can have taken it, it was taken.
func (s *simulator) loseItem(t *sim.FrameEntity) {
	t.Visible, t.LastSeen = false, s.before
	slot := s.toucher(t.Origin)
	a := article{item: t.Item, weapon: t.Weapon, team: t.Team, name: t.Name}
	if slot >= 0 {
		s.match.pickups = append(s.match.pickups, pickup{slot, a, t.Origin, false})
	}
	if t.Kind != sim.EntityItem {
		return
	}
	if slot < 0 && !s.allSeeing {
		t.State = sim.ItemUnknown
		return
	}
	t.State, t.Taken, t.TakenBy = sim.ItemTaken, s.now, sim.SlotAt(slot)
	t.Respawn, t.RespawnKnown = 0, false
	v := s.entityView(t.Number)
	v.rots = s.now + rotFrom
	if after := s.respawnTime(t, v.model); after > 0 {
		t.Respawn, t.RespawnKnown = s.now+after, true
	}
}

// respawnTime is how long an item with a model stays away; 0 where that is not known. In Action Quake 2 each
// server sets it: there it is known once one of its kind came back.
func (s *simulator) respawnTime(t *sim.FrameEntity, model uint16) time.Duration {
	if !s.bar.deathmatch() && !s.mod.action || t.Item == sim.ItemFlag {
		return 0
	}
	if after := s.classOf(model).respawn; after > 0 || !s.mod.action {
		return after
	}
	return s.match.away[model]
}

// cameBack learns from an item that is back how long those of its kind stay away.
func (s *simulator) cameBack(t *sim.FrameEntity, model uint16) {
	if !s.mod.action || !ammunition(t.Item) {
		return
	}
	if s.match.away == nil {
		s.match.away = map[uint16]time.Duration{}
	}
	s.match.away[model] = s.now - t.Taken
}

func ammunition(i sim.Item) bool { return i >= sim.ItemAmmoShells && i <= sim.ItemAmmoBFG }

// tellPickups records what was taken at this snapshot. The status bar and the
// item that is gone tell of the same.
func (s *simulator) tellPickups() {
	list := s.match.pickups
	s.match.pickups = list[:0]
	for i := range list {
		p := &list[i]
		seen := func(q pickup) bool {
			return p.told && !q.told && q.slot == p.slot && (q.item == p.item && q.weapon == p.weapon || isHealth(q.item) && isHealth(p.item))
		}
		if slices.ContainsFunc(list, seen) {
			continue
		}
		s.queue(sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(p.slot), Item: p.item, Weapon: p.weapon, Team: p.team,
			Text: sim.PlainText(p.name), Origin: p.place, HasOrigin: true})
		s.effect(sim.Effect{Kind: sim.EffectPickup, Origin: p.place, Item: p.item, Weapon: p.weapon, Slot: sim.SlotAt(p.slot)}, 500*time.Millisecond)
	}
}
