package q2

import (
	"math"
	"slices"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// items finds out which items lie there, which were taken and by whom, and when they come back. In order of trust:
//
//   - the status bar names what was taken;
//   - the event of an entity says that it came back;
//   - an item is gone while all is shown, or while somebody stands there;
//   - the health of who took a mega health tells when it wears off.
type items struct {
	track       *track
	level       *level
	models      *models
	players     *players
	entities    *entities
	inventories *inventories
	states      []itemState // by entity number
	pickups     []pickup    // at this snapshot
	// placed: baselines say which items belong to the map; else lastItem is the highest number of those
	// in the level's first snapshot.
	placed   bool
	lastItem int
	away     map[uint16]time.Duration // how long items stayed away, by model
}

// itemState is what is remembered of an item.
type itemState struct {
	// fixed: it lies there from the start, or came back.
	fixed bool
	// rots is when what a mega health gave is next looked at.
	rots time.Duration
}

// reset begins a level.
func (it *items) reset() {
	it.states, it.pickups, it.away = nil, nil, nil
	it.placed, it.lastItem = false, 0
}

// state is what is remembered of an item.
func (it *items) state(number int) *itemState {
	for len(it.states) <= min(max(number, 0), maxEntities) {
		it.states = append(it.states, itemState{})
	}
	return &it.states[min(max(number, 0), maxEntities)]
}

// notable are the items whose return is told.
var notable = map[sim.Item]bool{
	sim.ItemMegaHealth: true, sim.ItemArmorYellow: true, sim.ItemArmorRed: true, sim.ItemPowerShield: true,
	sim.ItemQuad: true, sim.ItemProtection: true, sim.ItemDouble: true,
}

// place puts an item of the map where its baseline says that it lies.
func (it *items) place(e *quake2.EntityState, a *article) {
	it.placed = true
	row, _ := it.entities.addThing(int(e.Number))
	row.Entity = a.entity(int(e.Number))
	row.Origin = e.Origin
	row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
	it.state(int(e.Number)).fixed = true
}

// mapSlack is by how much the numbers of the map's items may exceed those in sight at first.
const mapSlack = 24

// ofMap tells whether an item belongs to the map although no baseline says so: its
// number is among those of the items of the level's first snapshot. Some mods place
// theirs when baselines are made already, and multi-view recordings have none.
func (it *items) ofMap(number int) bool {
	if it.placed {
		return false
	}
	if it.track.levelSnaps == 1 {
		it.lastItem = max(it.lastItem, number)
	}
	return it.track.levelSnaps == 1 || !it.level.allSeeing && number <= it.lastItem+mapSlack
}

// seeItem takes over an item in sight.
func (it *items) seeItem(e *quake2.EntityState, a *article, appeared bool) {
	n := int(e.Number)
	state := it.state(n)
	row, isNew := it.entities.addThing(n)
	other := !isNew && (row.Item != a.item || row.Weapon != a.weapon)
	switch {
	case e.Event == quake2.EventItemRespawn || it.ofMap(n):
		state.fixed = true
	case other && appeared: // its number was free again
		state.fixed = false
	}
	kind := sim.EntityDropped
	if state.fixed {
		kind = sim.EntityItem
	}
	isNew = isNew || other || row.Kind != kind && row.Kind != sim.EntityItem
	back := !isNew && row.State == sim.ItemTaken
	if back && it.level.allSeeing {
		it.cameBack(row, e.Models[0])
	}
	if isNew {
		row.Entity = a.entity(n)
		row.Kind = kind
		if kind == sim.EntityDropped && a.item == sim.ItemWeapon {
			if slot := it.toucher(e.Origin); slot >= 0 {
				it.inventories.owned[slot].drop(a.weapon)
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
	if e.Event == quake2.EventItemRespawn || back && it.level.allSeeing {
		it.track.effect(sim.Effect{Kind: sim.EffectSpawn, Origin: e.Origin, Item: a.item, Weapon: a.weapon}, soonTime)
		if notable[a.item] {
			it.track.event(sim.Event{Kind: sim.EventItemRespawn, Item: a.item, Weapon: a.weapon, Origin: e.Origin, HasOrigin: true})
		}
	}
}

// toucher is the slot of the player nearest to an item that is gone, or -1.
func (it *items) toucher(place sim.Vec3) int {
	slot, nearest := -1, float32(1<<30)
	for i := range it.track.frame.Players {
		r := &it.track.frame.Players[i]
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

// await follows an item that was taken until it comes back.
func (it *items) await(t *sim.FrameEntity) {
	switch {
	case !t.RespawnKnown && t.Item == sim.ItemMegaHealth && it.level.bar.deathmatch():
		it.rot(t)
	case t.RespawnKnown && it.track.now >= t.Respawn && !it.level.allSeeing:
		t.State = sim.ItemUnknown
	}
}

// rot finds out when a mega health comes back, where the health of its taker is known. Who regenerates
// keeps it. Where it wore off unseen, that is not known.
func (it *items) rot(t *sim.FrameEntity) {
	state := it.state(t.Number)
	p, r := it.players.player(t.TakenBy.Index()), it.track.row(t.TakenBy.Index())
	if r == nil || !r.Visible || it.track.now < state.rots || r.Life == sim.Alive && (p.viewed != it.track.snaps || p.health == sim.Unknown) {
		return
	}
	// What he had before the snapshot counts; a hit in the same frame comes before the look at him.
	if r.Life == sim.Alive && (p.health > fullHealth && r.Health >= fullHealth || p.tech.Has(sim.PowerupRegeneration)) {
		for state.rots <= it.track.now {
			state.rots += rotStep
		}
		return
	}
	if it.track.now >= state.rots+rotStep {
		state.rots = math.MaxInt64
		return
	}
	t.Respawn, t.RespawnKnown = state.rots+rotAway, true
}

// loseItem takes over that an item in sight is gone. Where all is shown, or where someone
// stands who can have taken it, it was taken.
func (it *items) loseItem(t *sim.FrameEntity) {
	t.Visible, t.LastSeen = false, it.track.before
	slot := it.toucher(t.Origin)
	a := article{item: t.Item, weapon: t.Weapon, team: t.Team, name: t.Name}
	if slot >= 0 {
		it.pickups = append(it.pickups, pickup{slot, a, t.Origin, false})
	}
	if t.Kind != sim.EntityItem {
		return
	}
	if slot < 0 && !it.level.allSeeing {
		t.State = sim.ItemUnknown
		return
	}
	t.State, t.Taken, t.TakenBy = sim.ItemTaken, it.track.now, sim.SlotAt(slot)
	t.Respawn, t.RespawnKnown = 0, false
	state := it.state(t.Number)
	state.rots = it.track.now + rotFrom
	if after := it.respawnTime(t, it.entities.sight(t.Number).model); after > 0 {
		t.Respawn, t.RespawnKnown = it.track.now+after, true
	}
}

// respawnTime is how long an item with a model stays away; 0 where that is not known. In Action Quake 2 each
// server sets it: there it is known once one of its kind came back.
func (it *items) respawnTime(t *sim.FrameEntity, model uint16) time.Duration {
	if !it.level.bar.deathmatch() && !it.level.mod.action || t.Item == sim.ItemFlag {
		return 0
	}
	if after := it.models.classOf(model).respawn; after > 0 || !it.level.mod.action {
		return after
	}
	return it.away[model]
}

// cameBack learns from an item that is back how long those of its kind stay away.
func (it *items) cameBack(t *sim.FrameEntity, model uint16) {
	if !it.level.mod.action || !ammunition(t.Item) {
		return
	}
	if it.away == nil {
		it.away = map[uint16]time.Duration{}
	}
	it.away[model] = it.track.now - t.Taken
}

// tellPickups records what was taken at this snapshot. The status bar and the
// item that is gone tell of the same.
func (it *items) tellPickups() {
	list := it.pickups
	it.pickups = list[:0]
	for i := range list {
		p := &list[i]
		seen := func(q pickup) bool {
			return p.told && !q.told && q.slot == p.slot && (q.item == p.item && q.weapon == p.weapon || isHealth(q.item) && isHealth(p.item))
		}
		if slices.ContainsFunc(list, seen) {
			continue
		}
		it.track.event(sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(p.slot), Item: p.item, Weapon: p.weapon, Team: p.team,
			Text: sim.PlainText(p.name), Origin: p.place, HasOrigin: true})
		it.track.effect(sim.Effect{Kind: sim.EffectPickup, Origin: p.place, Item: p.item, Weapon: p.weapon, Slot: sim.SlotAt(p.slot)}, 500*time.Millisecond)
	}
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

func abs(f float32) float32 {
	if f < 0 {
		return -f
	}
	return f
}

// loseThings ages the items that this snapshot does not show and removes what
// is not known to stay.
func (it *items) loseThings() {
	list := it.track.frame.Entities
	kept := list[:0]
	for i := range list {
		t := &list[i]
		if it.entities.sight(t.Number).snap == it.track.snaps {
			kept = append(kept, *t)
			continue
		}
		if t.Visible && (t.Kind == sim.EntityItem || t.Kind == sim.EntityDropped) {
			it.loseItem(t)
		}
		if t.Kind != sim.EntityItem {
			if t.Kind == sim.EntityMonster && !it.level.allSeeing && it.track.snaps-it.entities.sight(t.Number).snap < monsterGhost {
				if t.Visible {
					t.Visible, t.LastSeen, t.Velocity = false, it.track.before, sim.Vec3{}
				}
				kept = append(kept, *t)
			}
			continue
		}
		if t.State == sim.ItemTaken {
			it.await(t)
		}
		kept = append(kept, *t)
	}
	it.track.frame.Entities = kept
	it.tellPickups()
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

func isHealth(i sim.Item) bool { return i >= sim.ItemHealthSmall && i <= sim.ItemMegaHealth }

func ammunition(i sim.Item) bool { return i >= sim.ItemAmmoShells && i <= sim.ItemAmmoBFG }
