package track

import (
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// lying determines which items are available, who took which, and when they respawn, in games whose entity numbers do
// not reveal whether an item belongs to the map (Quake II). In order of trust:
//
//   - the status bar names what was taken;
//   - an event of the entity reports its return;
//   - an item disappears while everything is shown, or while somebody stands there;
//   - the health of a mega health's taker shows when it wears off.
type lying struct {
	states  []itemState // by entity number
	pickups []pickup    // at this snapshot
	// placed is set if baselines show which items belong to the map. Otherwise lastItem is the highest item number in
	// the level's first snapshot.
	placed   bool
	lastItem int
	first    uint32                   // number of that snapshot
	away     map[uint16]time.Duration // observed respawn times, by model
}

// itemState holds the data kept about an item.
type itemState struct {
	fixed bool // it was there from the start, or respawned
	seen  ObjectSeen
}

// pickup is a pickup at this snapshot.
type pickup struct {
	slot   sim.Slot
	what   ItemDef
	name   string
	origin sim.Vec3
	// told is set if the status bar names it, which it does without the kind of health.
	told bool
}

// ObjectSeen describes an entity, which may be a player, as it appears in a snapshot. It is used only with
// [Rules.ByStates].
type ObjectSeen struct {
	sim.Entity
	// Body is the player's body that the entity shows, or nil if it shows none.
	Body *BodySeen
	// Part is the number of the map's inline model that the entity shows, or 0 if it shows none.
	Part int
	// Bare is set if the entity belongs to a player but does not show his body.
	Bare bool
	// Nothing is set if the entity represents nothing. Corpse is set for a body left behind by a player who respawned.
	Nothing, Corpse bool
	// Other is set if the entity had a different model before. Back is set if an event of the entity reports the
	// respawn of an item. Teleports is set if something comes out of a teleporter at the entity's position.
	Other, Back, Teleports bool
	// Beam is set for a beam from the entity's origin to To. It is shown for the duration Last.
	Beam bool
	To   sim.Vec3
	Last time.Duration
	// Model is the number of the entity's model. Respawn is the item's respawn delay, or 0 if the delay varies.
	Model   uint16
	Respawn time.Duration
	// Thrown is set for a knife, which is in flight if it moves and was not there from the start. First is set for a
	// grenade, which is an item if its number is among those of the level's first items.
	Thrown, First bool
	// Dying is set for a monster in a dying animation. Frames is set if the animation frames in which the monster dies
	// are known. Boxed is set if the entity obstructs others.
	Dying, Frames, Boxed bool
}

// ItemPlaced reports an item that belongs to the map, as described by its baseline.
type ItemPlaced struct{ ObjectSeen }

func (p ItemPlaced) conclude(t *Tracker) {
	t.lying.placed = true
	row, _ := t.entities.Add(p.Number)
	if row == nil {
		return
	}
	row.Entity = itemEntity(&p.ObjectSeen)
	row.Origin = p.Origin
	row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
	*t.lying.state(p.Number) = itemState{fixed: true, seen: p.ObjectSeen}
}

func itemEntity(u *ObjectSeen) sim.Entity {
	return sim.Entity{Number: u.Number, Kind: sim.EntityItem, Item: u.Item, Weapon: u.Weapon, Team: u.Team,
		Name: u.Name}
}

// reset begins a level.
func (it *lying) reset(next uint32) { *it = lying{first: next} }

// state returns the data kept about an item.
func (it *lying) state(number int) *itemState {
	if number >= len(it.states) {
		it.states = append(it.states, make([]itemState, number+1-len(it.states))...)
	}
	return &it.states[number]
}

// fixed reports whether an item was there from the start or has respawned.
func (it *lying) fixed(number int) bool { return number < len(it.states) && it.states[number].fixed }

// mapSlack is the amount by which the numbers of the map's items may exceed those of the items in the level's first
// snapshot.
const mapSlack = 24

// ofMap reports whether an item belongs to the map although no baseline says so: its number is among those of the items
// in the level's first snapshot. Some mods place their items after baselines were made, and multi-view recordings have
// none.
func (it *lying) ofMap(t *Tracker, number int) bool {
	if it.placed {
		return false
	}
	now := t.track.Snapshot()
	if now == it.first {
		it.lastItem = max(it.lastItem, number)
	}
	return now == it.first || !t.rules.ShowsAll && number <= it.lastItem+mapSlack
}

// see records that an item is in sight.
func (it *lying) see(t *Tracker, u *ObjectSeen, appeared bool) {
	n := u.Number
	state := it.state(n)
	state.seen = *u
	row, isNew := t.entities.Add(n)
	if row == nil {
		return
	}
	other := !isNew && (row.Item != u.Item || row.Weapon != u.Weapon)
	switch {
	case u.Back || it.ofMap(t, n):
		state.fixed = true
	case other && appeared: // its number had been reused
		state.fixed = false
	}
	kind := sim.EntityDropped
	if state.fixed {
		kind = sim.EntityItem
	}
	isNew = isNew || other || row.Kind != kind && row.Kind != sim.EntityItem
	back := !isNew && row.State == sim.ItemTaken
	if back && t.rules.ShowsAll {
		it.cameBack(t, row, u.Model)
	}
	if isNew {
		row.Entity = itemEntity(u)
		row.Kind = kind
		if kind == sim.EntityDropped && u.Item == sim.ItemWeapon {
			if slot := t.items.NearestToucher(u.Origin); slot.Valid() {
				t.seats.at(slot).drop(t.players.Row(slot), u.Weapon)
			}
		}
	}
	row.NoLerp = isNew || appeared
	if appeared {
		row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
	}
	row.State, row.Visible = sim.ItemPresent, true
	row.Origin, row.Angles = u.Origin, u.Angles
	row.Trajectory = sim.Trajectory{}
	if row.Kind == sim.EntityItem {
		row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
	}
	if u.Back || back && t.rules.ShowsAll {
		t.items.Respawned(row)
	}
}

// goOn updates the items and parts of the map that have not changed since the previous snapshot.
func (it *lying) goOn(t *Tracker, gone []int) {
	for _, n := range t.entities.shown {
		if !t.entities.goesOn(n, gone) || int(n) >= len(it.states) || it.states[n].seen.Number == 0 {
			continue
		}
		u := &it.states[n].seen
		row := t.entities.Look(int(n))
		if row != nil && row.State == sim.ItemPresent && row.Visible && !row.NoLerp && row.Item == u.Item &&
			row.Weapon == u.Weapon && (row.Kind == sim.EntityItem || row.Kind == sim.EntityDropped) {
			continue
		}
		again := *u
		it.see(t, &again, false)
	}
}

// megaLasts reports whether the effect of a mega health lasts for a player whose health is known. A regenerating
// player keeps it.
func (t *Tracker) megaLasts(r *recording.FramePlayer, _ int16) (lasts, known bool) {
	if r == nil || !r.Visible {
		return false, false
	}
	p := t.seats.at(r.Slot)
	if r.Life == sim.Alive && (p.viewed != t.track.Snapshot() || p.health == sim.Unknown) {
		return false, false
	}
	// His health before the snapshot counts: a hit in the same frame comes before the check.
	full := t.rules.Mega.Full
	return r.Life == sim.Alive && (p.health > full && r.Health >= full || p.tech.Has(sim.PowerupRegeneration)), true
}

// lose records that a visible item disappeared. It was taken if everything is shown, or if somebody who can have taken
// it stands there.
func (it *lying) lose(t *Tracker, r *recording.FrameEntity) {
	slot := t.items.NearestToucher(r.Origin)
	if slot.Valid() {
		it.pickups = append(it.pickups, pickup{slot, ItemDef{r.Item, r.Weapon, r.Team}, r.Name, r.Origin, false})
	}
	if r.Kind != sim.EntityItem {
		return
	}
	if !slot.Valid() && !t.rules.ShowsAll {
		r.State = sim.ItemUnknown
		return
	}
	t.items.MarkTaken(r, slot, it.respawnTime(t, r))
	r.LastSeen = t.track.Before()
}

// respawnTime returns an item's respawn delay, or 0 if unknown. If each server sets it, it is known once an item of the
// kind has respawned.
func (it *lying) respawnTime(t *Tracker, r *recording.FrameEntity) time.Duration {
	if !t.rules.Deathmatch && !t.rules.LearnsRespawns || r.Item == sim.ItemFlag {
		return 0
	}
	seen := &it.state(r.Number).seen
	if seen.Respawn > 0 || !t.rules.LearnsRespawns {
		return seen.Respawn
	}
	return it.away[seen.Model]
}

// cameBack learns the respawn delay of ammunition that has respawned.
func (it *lying) cameBack(t *Tracker, r *recording.FrameEntity, model uint16) {
	if !t.rules.LearnsRespawns || r.Item < sim.ItemAmmoShells || r.Item > sim.ItemAmmoBFG {
		return
	}
	if it.away == nil {
		it.away = map[uint16]time.Duration{}
	}
	it.away[model] = t.track.Now() - r.Taken
}

// tellPickups records the items taken at this snapshot. The status bar and the missing item are the same pickup.
func (it *lying) tellPickups(t *Tracker) {
	list := it.pickups
	it.pickups = list[:0]
	for i := range list {
		p := &list[i]
		seen := func(q pickup) bool {
			return p.told && !q.told && q.slot == p.slot && sameTaken(p.what, q.what)
		}
		if slices.ContainsFunc(list, seen) {
			continue
		}
		if p.told {
			it.takeAwaited(t, p)
		}
		t.items.PickedUp(p.slot, p.what, p.name, p.origin)
	}
}

// sameTaken reports whether two pickups may be the same one. The kind of health may be unknown.
func sameTaken(a, b ItemDef) bool {
	return a.Item == b.Item && a.Weapon == b.Weapon || givesHealth(a.Item) && givesHealth(b.Item)
}

// takeAwaited records the pickup of an item that respawned and was taken between two snapshots by somebody waiting
// there: only his status bar shows it. Servers send fewer snapshots than they run frames to slow clients
// (server/sv_send.c, SV_RateDrop), and packets get lost; otherwise an item that respawns is shown at least once
// (game/g_items.c, DoRespawn, is not a frame in which a player moves).
func (it *lying) takeAwaited(t *Tracker, p *pickup) {
	row := t.items.Near(p.what, p.origin)
	if row == nil || row.Visible || row.Item == sim.ItemFlag {
		return
	}
	if sameTaken(ItemDef{Item: row.Item, Weapon: row.Weapon}, p.what) {
		p.what.Item, p.origin = row.Item, row.Origin
		t.items.MarkTaken(row, p.slot, it.respawnTime(t, row))
		row.LastSeen = t.track.Before()
	}
}

// end updates the items that this snapshot does not show.
func (it *lying) end(t *Tracker) {
	t.entities.EndSnapshot(func(r *recording.FrameEntity) { it.unseen(t, r) })
	if t.rules.Deathmatch {
		t.items.DecayMegas(t.megaLasts)
	}
	it.tellPickups(t)
}

// unseen records that this snapshot does not show an item.
func (it *lying) unseen(t *Tracker, r *recording.FrameEntity) {
	if r.Visible {
		it.lose(t, r)
	}
	if r.Kind == sim.EntityItem && r.State == sim.ItemTaken && r.RespawnKnown && t.track.Now() >= r.Respawn &&
		!t.rules.ShowsAll {
		t.entities.Row(r.Number).State = sim.ItemUnknown
	}
}

// monsters holds the data kept about monsters whose deaths are recognised by their looks (Quake II).
type monsters struct {
	known []monster // by number
}

// monster is dead once seen dead, and boxed while it obstructs others.
type monster struct{ dead, boxed bool }

func (m *monsters) at(number int) *monster {
	if number >= len(m.known) {
		m.known = append(m.known, make([]monster, number+1-len(m.known))...)
	}
	return &m.known[number]
}

// seeObject draws conclusions from an entity of a snapshot.
func (t *Tracker) seeObject(u *ObjectSeen) {
	last, appeared := t.entities.See(u.Number, &u.Origin)
	switch {
	case u.Bare:
	case u.Beam:
		t.track.Effect(sim.Effect{Kind: sim.EffectBeam, Origin: u.Origin, To: u.To}, u.Last)
	case u.Body != nil:
		t.seats.seeBody(t, u.Body)
	default:
		t.seeThing(u, last, appeared)
	}
	if u.Teleports {
		t.track.Effect(sim.Effect{Kind: sim.EffectTeleport, Origin: u.Origin}, BodyTime)
	}
}

// knifeStep is the minimum distance that a flying knife moves between snapshots.
const knifeStep = 8

// seeThing draws conclusions from an entity other than a player.
func (t *Tracker) seeThing(u *ObjectSeen, last *Sighting, appeared bool) {
	switch {
	case u.Thrown && !t.lying.fixed(u.Number) && (appeared || last.Origin.Distance2(u.Origin) > knifeStep*knifeStep):
		u.Kind, u.Item, u.Weapon = sim.EntityProjectile, sim.ItemNone, sim.WeaponThrownKnife
		u.Name = ""
	case u.First && u.Number <= t.lying.lastItem:
		u.Kind, u.Item, u.Name = sim.EntityItem, sim.ItemWeapon, ""
	}
	switch {
	case u.Corpse:
		body := u.Entity
		update := EntityUpdate{Last: last, Appeared: appeared || u.Other, Entity: &body}
		update.Kind, update.Owner = sim.EntityCorpse, sim.Slot{}
		if t.players.Look(u.Owner) != nil {
			update.Owner = u.Owner
		}
		t.entities.ShowBody(&update)
		if row := t.entities.Row(u.Number); row != nil {
			row.Dead = true
		}
	case u.Part != 0:
		t.entities.Remove(u.Number)
		m := sim.Mover{Number: u.Number, Model: u.Part, Origin: u.Origin, Angles: u.Angles}
		t.entities.ShowMover(&m, appeared || t.players.Jumped(last.Origin, u.Origin))
		if u.Number < len(t.lying.states) {
			t.lying.states[u.Number].seen.Number = 0
		}
	case u.Nothing:
		t.entities.Remove(u.Number)
	case u.Kind == sim.EntityItem:
		t.lying.see(t, u, appeared)
	default:
		thing := u.Entity
		update := EntityUpdate{Last: last, Appeared: appeared, Entity: &thing, Moves: true}
		t.showObject(u, &update)
	}
}

// showObject updates the row of a projectile, a monster or a similar entity.
func (t *Tracker) showObject(o *ObjectSeen, u *EntityUpdate) {
	k := t.monsters.at(u.Number)
	row := t.entities.Look(u.Number)
	gibbed := row != nil && row.Kind == sim.EntityMonster && u.Kind == sim.EntityGib && !row.Dead
	if o.Other && !gibbed {
		t.entities.Remove(u.Number)
		row = nil
	}
	if row == nil || row.Kind != u.Kind {
		k.dead = k.dead && u.Kind == sim.EntityMonster && !u.Appeared
		k.boxed = false
	}
	if u.Kind == sim.EntityMonster {
		u.Dead = k.isDead(o)
	}
	u.Owner = sim.Slot{}
	row, isNew := t.entities.Show(u)
	if row == nil {
		return
	}
	if row.NoLerp {
		row.Velocity = sim.Vec3{}
	}
	if isNew && u.Kind == sim.EntityProjectile {
		row.Owner = t.shooterOf(row, o.Owner)
	}
	if name := t.entities.MonsterDeath(); name != "" && (gibbed || !row.NoLerp) {
		t.monsterKilled(name, row.Origin)
		if gibbed {
			t.track.Effect(sim.Effect{Kind: sim.EffectGibs, Origin: row.Origin}, BodyTime)
		}
	}
}

// isDead reports whether a monster is dead, judging by its animation and by the fact that the dead do not obstruct
// anybody. Medics can revive one.
func (k *monster) isDead(o *ObjectSeen) bool {
	switch {
	case k.boxed && !o.Boxed:
		k.dead = true
	case o.Dying:
		k.dead = true
	case o.Boxed && o.Frames:
		k.dead = false
	}
	k.boxed = o.Boxed
	return k.dead
}

// shotReach is the maximum distance of a new projectile from the player who shot it.
const shotReach = 220

// shooterOf returns the player who shot a projectile that just appeared: the one reported, or the nearest of those who
// fired a moment ago.
func (t *Tracker) shooterOf(r *recording.FrameEntity, told sim.Slot) sim.Slot {
	if t.players.Look(told) != nil {
		return told
	}
	return t.players.Nearest(r.Origin, shotReach, func(p *recording.FramePlayer) bool {
		if r.Weapon == sim.WeaponHandGrenade {
			return p.Life == sim.Alive && p.Weapon == r.Weapon
		}
		return p.Life == sim.Alive && t.seats.firing(t, p.Slot)
	})
}

// hearDeath recognises the death of a monster by its cry.
func (t *Tracker) hearDeath(b *BriefSeen) {
	if !b.Sound || !b.Cry {
		return
	}
	row := t.entities.Look(b.Entity)
	if row == nil || row.Kind != sim.EntityMonster || row.Dead {
		return
	}
	row = t.entities.Row(b.Entity)
	t.monsters.at(b.Entity).dead, row.Dead = true, true
	t.monsterKilled(row.Name, row.Origin)
}

// monsterKilled records a monster's death. If there is only one player, he is the killer.
func (t *Tracker) monsterKilled(name string, at sim.Vec3) {
	var slot sim.Slot
	if rows := t.players.Rows(); len(rows) == 1 {
		slot = rows[0].Slot
	}
	t.track.Event(sim.Event{Kind: sim.EventMonsterKill, Slot: slot, Text: sim.PlainText(name + " killed"), Origin: at,
		HasOrigin: true})
	t.track.Effect(sim.Effect{Kind: sim.EffectDeath, Origin: at}, BodyTime)
}

// IsCry reports whether sound is the name of a death cry.
func IsCry(sound string) bool {
	base := sound[strings.LastIndexByte(sound, '/')+1:]
	return strings.Contains(base, "deth") || strings.Contains(base, "death")
}
