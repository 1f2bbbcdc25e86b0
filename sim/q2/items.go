package q2

import (
	"slices"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// items finds out which items lie there, which were taken and by whom, and when they come back. In order of trust:
//
//   - the status bar names what was taken;
//   - an event of the entity reports its return;
//   - an item is gone while all is shown, or while somebody stands there;
//   - the health of who took a mega health tells when it wears off.
type items struct {
	track       *track.Track
	players     *track.Players
	entities    *track.Entities
	items       *track.Items
	level       *level
	models      *models
	clients     *clients
	inventories *inventories
	states      []itemState // by entity number
	pickups     []pickup    // at this snapshot
	// placed: baselines say which items belong to the map; else lastItem is the highest number of those
	// in the level's first snapshot.
	placed   bool
	lastItem int
	first    uint32                   // number of that snapshot
	away     map[uint16]time.Duration // how long items stayed away, by model
}

// itemState is what is remembered of an item.
type itemState struct {
	// fixed: it lies there from the start, or came back.
	fixed bool
	model uint16
}

// reset begins a level.
func (it *items) reset() {
	it.states, it.pickups, it.away = nil, nil, nil
	it.placed, it.lastItem, it.first = false, 0, it.track.Snapshot()+1
}

// state is what is remembered of an item.
func (it *items) state(number int) *itemState {
	if number >= len(it.states) {
		it.states = append(it.states, make([]itemState, number+1-len(it.states))...)
	}
	return &it.states[number]
}

// fixed reports whether an item lies there from the start, or came back.
func (it *items) fixed(number int) bool { return number < len(it.states) && it.states[number].fixed }

// amongFirst reports whether an entity's number is among those of the items of the level's first snapshot.
func (it *items) amongFirst(number int) bool { return number <= it.lastItem }

// told records that a player's status bar names what he took.
func (it *items) told(r *recording.FramePlayer, a itemDef) {
	it.pickups = append(it.pickups, pickup{r.Slot, a, r.Origin, true})
}

// place puts an item of the map at the origin of its baseline.
func (it *items) place(e *quake2.EntityState, a *itemDef) {
	it.placed = true
	row, _ := it.entities.Add(int(e.Number))
	row.Entity = a.entity(int(e.Number))
	row.Origin = e.Origin
	row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
	*it.state(int(e.Number)) = itemState{fixed: true, model: e.Models[0]}
}

// mapSlack is by how much the numbers of the map's items may exceed those in sight at first.
const mapSlack = 24

// ofMap reports whether an item belongs to the map although no baseline says so: its
// number is among those of the items of the level's first snapshot. Some mods place
// theirs when baselines are made already, and multi-view recordings have none.
func (it *items) ofMap(number int) bool {
	if it.placed {
		return false
	}
	if it.track.Snapshot() == it.first {
		it.lastItem = max(it.lastItem, number)
	}
	return it.track.Snapshot() == it.first || !it.level.allSeeing && number <= it.lastItem+mapSlack
}

// see handles an item in sight.
func (it *items) see(e *quake2.EntityState, a *itemDef, appeared bool) {
	n := int(e.Number)
	state := it.state(n)
	state.model = e.Models[0]
	row, isNew := it.entities.Add(n)
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
			if slot := it.items.NearestToucher(e.Origin); slot.Valid() {
				it.inventories.of(slot).drop(a.weapon)
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
		it.items.Respawned(row)
	}
}

// lies reports whether an item is known to lie where it is, so that nothing is new if it is seen there again.
func (it *items) lies(number int, c *class) bool {
	row := it.entities.Look(number)
	return row != nil && row.State == sim.ItemPresent && row.Visible && !row.NoLerp && c.kind == classItem && row.Item == c.item && row.Weapon == c.weapon &&
		(row.Kind == sim.EntityItem || row.Kind == sim.EntityDropped)
}

// megaLasts reports whether the effect of a mega health lasts for a player whose health is known. Who regenerates
// keeps it.
func (it *items) megaLasts(r *recording.FramePlayer, _ int16) (lasts, known bool) {
	if r == nil || !r.Visible {
		return false, false
	}
	p := it.clients.at(r.Slot)
	if r.Life == sim.Alive && (p.viewed != it.track.Snapshot() || p.health == sim.Unknown) {
		return false, false
	}
	// What he had before the snapshot counts; a hit in the same frame comes before the look at him.
	full := gameRules.Mega.Full
	return r.Life == sim.Alive && (p.health > full && r.Health >= full || p.tech.Has(sim.PowerupRegeneration)), true
}

// loseItem records that an item in sight is gone. Where all is shown, or where someone
// stands who can have taken it, it was taken.
func (it *items) loseItem(t *recording.FrameEntity) {
	slot := it.items.NearestToucher(t.Origin)
	a := itemDef{item: t.Item, weapon: t.Weapon, team: t.Team, name: t.Name}
	if slot.Valid() {
		it.pickups = append(it.pickups, pickup{slot, a, t.Origin, false})
	}
	if t.Kind != sim.EntityItem {
		return
	}
	if !slot.Valid() && !it.level.allSeeing {
		t.State = sim.ItemUnknown
		return
	}
	it.items.MarkTaken(t, slot, it.respawnTime(t, it.state(t.Number).model))
	t.LastSeen = it.track.Before()
}

// respawnTime is how long an item with a model stays away; 0 where that is not known. In Action Quake 2 each
// server sets it: there it is known once one of its kind came back.
func (it *items) respawnTime(t *recording.FrameEntity, model uint16) time.Duration {
	if !it.level.bar.deathmatch() && !it.level.mod.learnsRespawns || t.Item == sim.ItemFlag {
		return 0
	}
	if after := it.models.classOf(model).respawn; after > 0 || !it.level.mod.learnsRespawns {
		return after
	}
	return it.away[model]
}

// cameBack learns from an item that is back how long those of its kind stay away.
func (it *items) cameBack(t *recording.FrameEntity, model uint16) {
	if !it.level.mod.learnsRespawns || !ammunition(t.Item) {
		return
	}
	if it.away == nil {
		it.away = map[uint16]time.Duration{}
	}
	it.away[model] = it.track.Now() - t.Taken
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
		if p.told {
			it.takeAwaited(p)
		}
		it.items.PickedUp(p.slot, track.ItemDef{Item: p.item, Weapon: p.weapon, Team: p.team}, p.name, p.origin)
	}
}

// takeAwaited takes what came back and was taken between two snapshots, as somebody stood there: only his status bar
// tells. Servers send fewer snapshots than they run frames to who is slow (server/sv_send.c, SV_RateDrop), and packets
// get lost; else what comes back shows at least once (game/g_items.c, DoRespawn, is no frame in which a player moves).
func (it *items) takeAwaited(p *pickup) {
	row := it.items.Near(track.ItemDef{Item: p.item, Weapon: p.weapon, Team: p.team}, p.origin)
	if row == nil || row.Visible || row.Item == sim.ItemFlag {
		return
	}
	if row.Item == p.item && row.Weapon == p.weapon || isHealth(row.Item) && isHealth(p.item) {
		p.item, p.origin = row.Item, row.Origin
		it.items.MarkTaken(row, p.slot, it.respawnTime(row, it.state(row.Number).model))
		row.LastSeen = it.track.Before()
	}
}

// pickup is an item that someone took at this snapshot.
type pickup struct {
	slot sim.Slot
	itemDef
	origin sim.Vec3
	// told: the status bar names it, all kinds of health alike.
	told bool
}

// endSnapshot ages the items that this snapshot does not show.
func (it *items) endSnapshot() {
	it.entities.EndSnapshot(it.unseen)
	if it.level.bar.deathmatch() {
		it.items.DecayMegas(it.megaLasts)
	}
	it.tellPickups()
}

// unseen records that this snapshot does not show an item.
func (it *items) unseen(t *recording.FrameEntity) {
	if t.Visible {
		it.loseItem(t)
	}
	if t.Kind == sim.EntityItem && t.State == sim.ItemTaken && t.RespawnKnown && it.track.Now() >= t.Respawn && !it.level.allSeeing {
		it.entities.Row(t.Number).State = sim.ItemUnknown
	}
}

func isHealth(i sim.Item) bool { return i >= sim.ItemHealthSmall && i <= sim.ItemMegaHealth }

func ammunition(i sim.Item) bool { return i >= sim.ItemAmmoShells && i <= sim.ItemAmmoBFG }
