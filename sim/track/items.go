package track

import (
	"cmp"
	"math"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Items keeps track of the items of a map: which are available, who took them, and when they respawn. To find out who
// took an item, it uses these signals, in order of trust:
//
//  1. the server reports who took the item and when it respawns (ServerTook, ServerTimer);
//  2. the taker's screen names the item (Told) or he is heard taking something (Heard), and
//     an item near him goes out of sight or, if he was waiting for it, is heard respawning
//     (HeardBack) but never appears;
//  3. the item disappears while somebody stands there, in a demo that shows everything;
//  4. a player next to a weapon that stays on the map acquires that weapon (Gained).
//
// The items are rows of [Entities].
type Items struct {
	t        *Track
	players  *Players
	entities *Entities
	match    *Match
	rules    *Rules

	signals []signal
	server  map[int]serverTook        // by entity
	packs   []int                     // entities of backpacks reported taken at this snapshot
	lost    []int                     // entities that went out of sight at this snapshot
	back    []int                     // and those that respawned
	heard   []int                     // and those that were heard to respawn
	gained  []signal                  // weapons that players have since this snapshot
	learned map[ItemDef]time.Duration // how long items were seen to stay away
	early   map[ItemDef]time.Duration // and those that were back too early, the last time
	megas   []takenMega
	next    time.Duration // no taken item respawns before
}

// takenMega is a mega health that was taken and whose respawn time is not known yet.
type takenMega struct {
	entity int
	look   time.Duration // when its owner is next examined, 0 for the first time
	health int16         // its owner's at the previous snapshot, or 0 if unknown
}

// ItemDef identifies a kind of item.
type ItemDef struct {
	Item   sim.Item
	Weapon sim.Weapon // for sim.ItemWeapon
	Team   sim.Team   // for sim.ItemFlag
}

// signal is a pickup that was heard or announced at this snapshot.
type signal struct {
	slot   sim.Slot
	what   ItemDef // none if the sound fits anything
	origin sim.Vec3
	told   bool // it is an event even if no item is found
}

// serverTook is a pickup reported by the server.
type serverTook struct {
	slot    sim.Slot
	respawn time.Duration // 0 if unknown
}

// NewItems returns an Items that is part of track t and follows the given rules.
func NewItems(t *Track, players *Players, entities *Entities, match *Match, rules *Rules) *Items {
	i := &Items{t: t, players: players, entities: entities, match: match, rules: rules}
	i.reset()
	t.items = i
	return i
}

func (i *Items) reset() {
	i.signals, i.lost, i.back, i.heard, i.gained, i.packs, i.megas, i.next = nil, nil, nil, nil, nil, nil, nil, 0
	i.server = map[int]serverTook{}
	i.learned, i.early = map[ItemDef]time.Duration{}, map[ItemDef]time.Duration{}
}

// ServerTook records a pickup reported by the server. entity is the item's number, and slot is the player who took the
// item. respawn is the item's respawn delay, or 0 if unknown. The report may come before or after the item disappears.
func (i *Items) ServerTook(entity int, slot sim.Slot, respawn time.Duration) {
	if len(i.server) < maxRows {
		i.server[entity] = serverTook{slot, respawn}
	}
	row := i.entities.Row(entity)
	if row == nil || row.State != sim.ItemTaken {
		return
	}
	if i.t.now-row.Taken > time.Second { // by someone who waited for it: it was never shown
		i.Respawned(row)
		i.take(row, slot)
		return
	}
	if i.players.Profile(slot) != nil {
		row.TakenBy = slot
	}
	if respawn > 0 {
		i.comesBack(row, row.Taken+respawn)
	}
}

// comesBack records the time at which a taken item respawns.
func (i *Items) comesBack(row *recording.FrameEntity, at time.Duration) {
	row = i.entities.Row(row.Number)
	row.Respawn, row.RespawnKnown = at, true
	i.next = min(i.next, at)
}

// Due reports whether any taken items may have respawned since the last call.
func (i *Items) Due() bool { return i.t.now >= i.next && i.nextDue() }

func (i *Items) nextDue() bool {
	i.next = math.MaxInt64
	rows := i.entities.Rows()
	for k := range rows {
		if r := &rows[k]; r.State == sim.ItemTaken && r.RespawnKnown && r.Respawn > i.t.now {
			i.next = min(i.next, r.Respawn)
		}
	}
	return true
}

// ServerTimer records that an item will respawn after the given time, as reported by the server. entity is the item's
// number.
func (i *Items) ServerTimer(entity int, after time.Duration) {
	if row := i.entities.Look(entity); row != nil && row.State == sim.ItemTaken {
		i.comesBack(row, i.t.now+after)
	}
}

// Told records a message on a player's screen that names an item he just took.
func (i *Items) Told(slot sim.Slot, what ItemDef) {
	// in demos that show everything, a missing item is better evidence
	if r := i.players.Row(slot); r != nil && !i.rules.ShowsAll {
		i.signals = append(i.signals, signal{slot, what, r.Origin, true})
	}
}

// Heard records that a player was heard taking something. If the sound does not identify the item, the caller must pass
// the zero ItemDef.
func (i *Items) Heard(slot sim.Slot, what ItemDef, origin sim.Vec3) {
	i.signals = append(i.signals, signal{slot: slot, what: what, origin: origin})
}

// HeardBack records that the item with the given entity number was heard respawning.
func (i *Items) HeardBack(entity int) {
	if len(i.heard) < maxRows {
		i.heard = append(i.heard, entity)
	}
}

// ServerTookPack records that a backpack disappeared, as reported by the server. slot is the player who took the
// backpack, or the zero Slot if nobody did.
func (i *Items) ServerTookPack(entity int, slot sim.Slot) {
	if len(i.server) < maxRows {
		i.server[entity] = serverTook{slot, 0}
		i.packs = append(i.packs, entity)
	}
}

// takeUnseenPacks records the reported pickups of backpacks that were never shown.
func (i *Items) takeUnseenPacks() {
	for _, entity := range i.packs {
		told, ok := i.server[entity]
		if r := i.players.Row(told.slot); ok && r != nil {
			i.PickedUp(told.slot, ItemDef{Item: sim.ItemBackpack}, "", r.Origin)
		}
		delete(i.server, entity)
	}
	i.packs = i.packs[:0]
}

// Gained records that a player acquired weapon w. The tracker uses this to detect pickups of weapons that stay on the
// map when they are taken.
func (i *Items) Gained(slot sim.Slot, w sim.Weapon, origin sim.Vec3) {
	i.gained = append(i.gained, signal{slot: slot, what: ItemDef{Item: sim.ItemWeapon, Weapon: w}, origin: origin})
}

// takeGained records the pickups of weapons that are still visible where players got them.
func (i *Items) takeGained() {
	for _, s := range i.gained {
		if row := i.Near(s.what, s.origin); row != nil && row.Visible {
			i.PickedUp(s.slot, s.what, "", row.Origin)
		}
	}
	i.gained = i.gained[:0]
}

// Show records that an item is visible, and therefore available.
func (i *Items) Show(row *recording.FrameEntity) {
	back := row.Kind == sim.EntityItem && row.State == sim.ItemTaken
	row.State = sim.ItemPresent
	row.Trajectory = sim.Trajectory{}
	if row.Kind == sim.EntityItem && row.Item != sim.ItemFlag {
		row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
		if back {
			i.back = append(i.back, row.Number)
		}
	}
	row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
	if len(i.server) > 0 {
		delete(i.server, row.Number)
	}
}

// Awaits reports whether any pickups reported by the server are still pending.
func (i *Items) Awaits() bool { return len(i.server) > 0 }

// Lies records that an item is visible and that its row has not changed. It reports whether the item was already known
// to be available. If Lies returns false, the caller must call [Items.Show].
func (i *Items) Lies(row *recording.FrameEntity) bool {
	if row.State != sim.ItemPresent {
		return false
	}
	if len(i.server) > 0 {
		delete(i.server, row.Number)
	}
	return true
}

// unseen records that a snapshot does not show an item.
func (i *Items) unseen(row *recording.FrameEntity) {
	if row.Kind == sim.EntityDropped {
		if slot := i.packTaker(row); slot.Valid() {
			i.PickedUp(slot, ItemDef{Item: sim.ItemBackpack}, "", row.Origin)
		}
		return
	}
	if row.Visible {
		i.lost = append(i.lost, row.Number)
		if row.State == sim.ItemPresent {
			i.entities.Row(row.Number).State = sim.ItemUnknown
		}
	}
	if row.State == sim.ItemTaken && row.RespawnKnown && i.t.now >= row.Respawn && !i.rules.ShowsAll {
		i.entities.Row(row.Number).State = sim.ItemUnknown
	}
}

// packTaker returns the player who took a backpack that disappeared, in a demo that shows everything.
func (i *Items) packTaker(row *recording.FrameEntity) sim.Slot {
	if row.Item != sim.ItemBackpack || !i.rules.ShowsAll {
		return sim.Slot{}
	}
	if told, ok := i.server[row.Number]; ok {
		delete(i.server, row.Number)
		return told.slot
	}
	if slot, ok := i.signalled(row); ok {
		return slot
	}
	return i.NearestToucher(row.Origin)
}

// EndSnapshot determines which items were taken and which respawned at the current snapshot.
func (i *Items) EndSnapshot() {
	i.entities.EndSnapshot(i.unseen)
	i.takeLost()
	i.lost = i.lost[:0]
	i.takeUnseenPacks()
	i.takeAwaited()
	i.takeTold()
	i.takeGained()
	i.signals, i.heard = i.signals[:0], i.heard[:0]
	i.DecayMegas(i.MegaLasts)
	i.tellBack()
	i.back = i.back[:0]
}

// takeLost records the pickups of items that went out of sight. If the demo shows everything, all of them were taken;
// otherwise only those whose pickup was heard or reported.
func (i *Items) takeLost() {
	since, running := i.match.Running()
	// At the start of a match its items are reset.
	anew := i.rules.ShowsAll && (len(i.lost) > 6 || running && i.t.now-since < 500*time.Millisecond)
	for _, entity := range i.lost {
		row := i.entities.Row(entity)
		if row == nil {
			continue
		}
		if told, ok := i.server[entity]; ok {
			i.take(row, told.slot)
			continue
		}
		slot, ok := i.signalled(row)
		switch {
		case ok:
			i.take(row, slot)
		case i.rules.ShowsAll && !anew:
			i.take(row, i.NearestToucher(row.Origin))
		}
	}
}

// takeAwaited records the pickup of items that respawned and were never shown because a player waiting there took them
// immediately: the game makes the item return, lets him touch it and then sends both (id's subs.qc, SUB_regen, and
// items.qc; QuakeWorld's sv_main.c, SV_Frame).
func (i *Items) takeAwaited() {
	for _, entity := range i.heard {
		row := i.entities.Row(entity)
		if row == nil || row.Visible || row.Kind != sim.EntityItem ||
			row.State == sim.ItemTaken && row.Taken == i.t.now {
			continue
		}
		if slot, ok := i.signalled(row); ok {
			i.Respawned(row)
			i.take(row, slot)
		}
	}
	if !i.rules.ShowsAll {
		return
	}
	for _, s := range i.signals { // the first of a match, which appears below a player
		if s.what.Item == sim.ItemNone || s.what.Item == sim.ItemWeapon {
			continue
		}
		if row := i.hidden(&s); row != nil {
			i.take(row, s.slot)
		}
	}
}

// hidden returns the item that a player was heard to take although none of its kind was visible there: the nearest one.
// It returns nil if one near him was just taken.
func (i *Items) hidden(s *signal) (best *recording.FrameEntity) {
	const same = 250 * time.Millisecond // between the print and the sound of one pickup
	limit := i.rules.Reach * i.rules.Reach
	rows := i.entities.Rows()
	for k := range rows {
		row := &rows[k]
		d := row.Origin.Distance2(s.origin)
		if row.Kind != sim.EntityItem || !i.heardFits(s.what, row) || d >= i.rules.Reach*i.rules.Reach {
			continue
		}
		if row.State == sim.ItemTaken && i.t.now-row.Taken <= same {
			return nil
		}
		if d < limit && !row.Visible && (row.State != sim.ItemTaken || i.due(row)) {
			best, limit = row, d
		}
	}
	return best
}

// due reports whether a taken item has respawned at this snapshot, by its sound or its clock, although it is not
// visible.
func (i *Items) due(row *recording.FrameEntity) bool {
	const early = 100 * time.Millisecond // how late the snapshot that reported the pickup may have been
	return slices.Contains(i.heard, row.Number) ||
		row.RespawnKnown && i.t.now+early >= row.Respawn && i.t.now > row.Taken+early
}

// heardFits reports whether a row can be the item whose pickup was heard.
func (i *Items) heardFits(d ItemDef, row *recording.FrameEntity) bool {
	if isArmor(d.Item) {
		return i.fits(d, row)
	}
	return d.Item == sim.ItemNone || d.Item == row.Item
}

// signalled returns the player whose pickup of an item that went out of sight was heard or reported.
func (i *Items) signalled(row *recording.FrameEntity) (slot sim.Slot, ok bool) {
	for k := range i.signals {
		s := &i.signals[k]
		if s.told && !i.fits(s.what, row) || !s.told && !i.heardFits(s.what, row) ||
			s.origin.Distance2(row.Origin) > i.rules.Reach*i.rules.Reach {
			continue
		}
		slot = s.slot
		last := len(i.signals) - 1
		i.signals[k] = i.signals[last]
		i.signals = i.signals[:last]
		return slot, true
	}
	return sim.Slot{}, false
}

// fits reports whether a row can be the announced item. If a game announces armour and health without their kind, any
// of them fits.
func (i *Items) fits(d ItemDef, row *recording.FrameEntity) bool {
	if i.rules.ExactPickups {
		return row.Item == d.Item && row.Weapon == d.Weapon && row.Team == d.Team
	}
	health := func(i sim.Item) bool {
		return i == sim.ItemHealth || i == sim.ItemHealthSmall || i == sim.ItemMegaHealth
	}
	if d.Item == row.Item || isArmor(d.Item) && isArmor(row.Item) || health(d.Item) && health(row.Item) {
		return d.Weapon == row.Weapon || d.Weapon == sim.WeaponNone
	}
	return false
}

func isArmor(i sim.Item) bool { return i >= sim.ItemArmorGreen && i <= sim.ItemArmorRed }

// NearestToucher returns the nearest living player who could have touched an item at origin, or the zero Slot if nobody
// was close enough.
func (i *Items) NearestToucher(origin sim.Vec3) (slot sim.Slot) {
	least := float32(math.MaxFloat32)
	rows := i.players.Rows()
	for k := range rows {
		r := &rows[k]
		if !r.Visible || r.Life != sim.Alive || r.Profile.Team == sim.TeamSpectator {
			continue
		}
		if d, ok := i.rules.reaches(r.Origin, origin); ok && d < least {
			slot, least = r.Slot, d
		}
	}
	return slot
}

// take marks an item as taken and records the taker, if known.
func (i *Items) take(row *recording.FrameEntity, slot sim.Slot) {
	told, ok := i.server[row.Number]
	if ok {
		delete(i.server, row.Number)
	}
	i.MarkTaken(row, slot, told.respawn)
	if slot.Valid() {
		name := ""
		if row.Item == sim.ItemRune {
			name = row.Name
		}
		i.PickedUp(slot, ItemDef{Item: row.Item, Weapon: row.Weapon}, name, row.Origin)
	}
}

// MarkTaken marks an item as taken at the current snapshot by the player in slot, which may be the zero Slot. The last
// parameter is the item's respawn delay. If the delay is 0, MarkTaken uses the one recorded by Learn. If there is none,
// it uses the delay in Rules.Respawn.
func (i *Items) MarkTaken(row *recording.FrameEntity, slot sim.Slot, after time.Duration) {
	row = i.entities.Row(row.Number)
	row.State, row.Taken, row.TakenBy = sim.ItemTaken, i.t.now, slot
	row.Visible, row.LastSeen = false, i.t.now
	after = cmp.Or(after, i.learned[ItemDef{row.Item, row.Weapon, row.Team}], i.rules.Respawn[row.Item])
	switch row.Respawn, row.RespawnKnown = 0, false; {
	case after > 0:
		i.comesBack(row, i.t.now+after)
	case row.Item == sim.ItemMegaHealth:
		i.megas = slices.DeleteFunc(i.megas, func(m takenMega) bool { return m.entity == row.Number })
		i.megas = append(i.megas, takenMega{entity: row.Number})
	}
}

// Learn records the respawn delay of an item that has just respawned. Servers can deviate from Rules.Respawn, so a
// shorter delay overrides the one in the rules once it has been observed twice in succession.
func (i *Items) Learn(row *recording.FrameEntity) {
	if row.Kind != sim.EntityItem || row.State != sim.ItemTaken || row.Item == sim.ItemFlag ||
		row.Item == sim.ItemMegaHealth {
		return
	}
	key := ItemDef{row.Item, row.Weapon, row.Team}
	away := (i.t.now - row.Taken).Round(time.Second)
	if away <= 0 || i.t.now-row.Taken >= 3*time.Minute {
		return
	}
	if ruled := i.rules.Respawn[row.Item]; ruled > 0 && (away >= ruled || i.early[key] != away) {
		i.early[key] = away
		return
	}
	i.learned[key] = away
}

// Forget marks the state of all items as unknown. It is called, for example, when the level is restarted.
func (i *Items) Forget() {
	rows := i.entities.Rows()
	for k := range rows {
		r := i.entities.Row(rows[k].Number)
		r.State, r.Taken, r.Respawn, r.RespawnKnown, r.TakenBy = sim.ItemUnknown, 0, 0, false, sim.Slot{}
	}
}

// delay postpones the respawn of items: while the game is paused, so are their timers.
func (i *Items) delay(by time.Duration) {
	rows := i.entities.Rows()
	for k := range rows {
		if r := &rows[k]; r.State == sim.ItemTaken && r.RespawnKnown && r.Respawn > i.t.frame.Time {
			i.entities.Row(r.Number).Respawn += by
		}
	}
}

// PickedUp records a pickup. name is the game's own name for the item if that is more specific than the kind of item;
// otherwise it is empty. If origin is zero, the position is unknown. Pickups of flags cause no event if the game itself
// reports when flags are taken or returned.
func (i *Items) PickedUp(slot sim.Slot, what ItemDef, name string, origin sim.Vec3) {
	i.pickedUp(slot, what, name, origin, sim.Loudness{})
}

// pickedUp is like PickedUp, but with the loudness of the pickup.
func (i *Items) pickedUp(slot sim.Slot, what ItemDef, name string, origin sim.Vec3, loudness sim.Loudness) {
	e := sim.Event{Kind: sim.EventPickup, Slot: slot, Item: what.Item, Weapon: what.Weapon, Team: what.Team,
		Text: sim.PlainText(name), Origin: origin, HasOrigin: origin != sim.Vec3{}}
	if what.Item != sim.ItemFlag || !i.rules.FlagsReported && !i.t.match.toldOfFlag() {
		i.t.Event(e)
	}
	if e.HasOrigin {
		i.t.Effect(sim.Effect{Kind: sim.EffectPickup, Origin: origin, Item: what.Item, Weapon: what.Weapon, Slot: slot,
			Loudness: loudness}, i.rules.PickupTime)
	}
}

// takeTold records announced pickups for which no item of the kind went out of sight: a weapon that stays, a backpack,
// or something far away.
func (i *Items) takeTold() {
	for _, s := range i.signals {
		if !s.told {
			continue
		}
		if row := i.Near(s.what, s.origin); row != nil {
			if !row.Visible {
				i.take(row, s.slot)
				continue
			}
			s.origin = row.Origin
		}
		if r := i.players.Row(s.slot); r != nil && isArmor(s.what.Item) && !i.rules.ExactPickups &&
			r.ArmorKind != sim.ItemNone {
			s.what.Item = r.ArmorKind
		}
		i.PickedUp(s.slot, s.what, "", s.origin)
	}
}

// Near returns the nearest item to origin that matches the given ItemDef. It considers only items within a player's
// reach and ignores those known to be taken. If there is no such item, Near returns nil.
func (i *Items) Near(what ItemDef, origin sim.Vec3) (best *recording.FrameEntity) {
	limit := i.rules.Reach * i.rules.Reach
	rows := i.entities.Rows()
	for k := range rows {
		row := &rows[k]
		if row.Kind != sim.EntityItem || !i.fits(what, row) || row.State == sim.ItemTaken && !i.due(row) {
			continue
		}
		if d := row.Origin.Distance2(origin); d < limit {
			best, limit = row, d
		}
	}
	return best
}

// MegaLasts reports whether a player's mega health still has an effect. r is the player's row, or nil if he has left.
// The second parameter is his health at the previous snapshot. known is false if the demo does not show whether there
// is an effect. In a demo that shows everything, the effect is known to end when the player dies or leaves.
func (i *Items) MegaLasts(r *recording.FramePlayer, before int16) (lasts, known bool) {
	switch {
	case r == nil || r.Life != sim.Alive && r.Health == sim.Unknown:
		return false, i.rules.ShowsAll
	case r.Health == sim.Unknown:
		return false, false
	}
	rule := &i.rules.Mega
	// Each check takes one point above Full; reaching Full that way is not yet the end.
	justTaken := rule.Step > 0 && r.Health == rule.Full && before > rule.Full
	return r.Life == sim.Alive && (r.Health > rule.Full || justTaken), true
}

// lasting reports whether the effect of a mega health lasts for a player. r is nil if he is not listed. before is his
// health at the previous snapshot.
type lasting func(r *recording.FramePlayer, before int16) (lasts, known bool)

// DecayMegas determines when taken mega healths will respawn under the game's rules. The given function reports whether
// a player's mega health still has an effect.
func (i *Items) DecayMegas(lasts lasting) {
	if i.rules.Mega.Away != 0 && len(i.megas) > 0 {
		i.decayMegas(lasts)
	}
}

func (i *Items) decayMegas(lasts lasting) {
	kept := i.megas[:0]
	for _, m := range i.megas {
		row := i.entities.Look(m.entity)
		if row == nil || row.Item != sim.ItemMegaHealth || row.State != sim.ItemTaken || row.RespawnKnown {
			continue
		}
		if row.Taken < i.t.now && row.TakenBy.Valid() {
			i.decayMega(&m, row, lasts)
		}
		kept = append(kept, m)
	}
	i.megas = kept
}

func (i *Items) decayMega(m *takenMega, row *recording.FrameEntity, lasts lasting) {
	rule, owner, before := &i.rules.Mega, i.players.Look(row.TakenBy), m.health
	if m.health = 0; owner != nil {
		m.health = owner.Health
	}
	look := cmp.Or(m.look, row.Taken+rule.Hold)
	if i.t.now < look && (rule.Step > 0 || owner != nil && owner.Life == sim.Alive) {
		return
	}
	switch last, known := lasts(owner, before); {
	case !known || last && rule.Step == 0:
	case last:
		for look <= i.t.now {
			look += rule.Step
		}
		m.look = look
	case rule.Step == 0:
		i.comesBack(row, i.t.now+rule.Away)
	case i.t.now < look+rule.Step:
		i.comesBack(row, look+rule.Away)
	default: // it wore off unseen
		m.look = math.MaxInt64
	}
}

// tellBack records the items that respawned. If many did at the same time, the level was reset.
func (i *Items) tellBack() {
	if len(i.back) > 4 {
		return
	}
	for _, entity := range i.back {
		if row := i.entities.Row(entity); row != nil {
			i.Respawned(row)
		}
	}
}

// Respawned records an effect for the respawn of an item. If the item is notable, it also records an event.
func (i *Items) Respawned(row *recording.FrameEntity) {
	i.t.Effect(sim.Effect{Kind: sim.EffectSpawn, Origin: row.Origin, Item: row.Item, Weapon: row.Weapon}, SpawnTime)
	i.TellRespawn(row)
}

// TellRespawn records an event for the respawn of an item, if the item is notable.
func (i *Items) TellRespawn(row *recording.FrameEntity) {
	if row.Item.Notable() {
		i.t.Event(sim.Event{Kind: sim.EventItemRespawn, Item: row.Item, Weapon: row.Weapon, Origin: row.Origin,
			HasOrigin: true})
	}
}
