package q3

import (
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// pickup is an item that someone took at this snapshot.
type pickup struct {
	slot  int
	index uint32 // of the item list
	place sim.Vec3
	// global is true for one that all are told of, though not who did it.
	global bool
	time   time.Duration
}

// sameTake is how far the two events of one taking may lie apart: that of the
// player, and the one for all.
const sameTake = 250 * time.Millisecond

// told tells whether a taking is the other event of one that was recorded.
func (s *Simulator) told(p pickup) bool {
	s.taken = slices.DeleteFunc(s.taken, func(o pickup) bool { return s.now-o.time > sameTake })
	for _, o := range s.taken {
		if o.index == p.index && o.global != p.global {
			return true
		}
	}
	s.taken = append(s.taken, p)
	return false
}

// motion is a trajectory as the recording keeps it. The rare kinds that
// Quake III does not have stay where they are.
func motion(t quake3.Trajectory) sim.Trajectory {
	m := sim.Trajectory{Start: millis(t.Time), Duration: millis(t.Duration), Base: t.Base, Delta: t.Delta, Gravity: float32(t.Gravity)}
	switch t.Type {
	case quake3.TrInterpolate:
		return sim.Trajectory{}
	case quake3.TrLinear:
		m.Kind = sim.TrajectoryLinear
	case quake3.TrLinearStop:
		m.Kind = sim.TrajectoryLinearStop
	case quake3.TrSine:
		m.Kind = sim.TrajectorySine
	case quake3.TrGravity:
		m.Kind = sim.TrajectoryGravity
	default:
		return sim.Trajectory{Kind: sim.TrajectoryStationary, Base: t.Base}
	}
	return m
}

// findThing is the place of an entity among the frame's things, and whether
// it is there.
func (s *Simulator) findThing(entity int) (int, bool) {
	list := s.frame.Entities
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= entity })
	return i, i < len(list) && list[i].Number == entity
}

// thingRow is the frame's row of an entity, or nil.
func (s *Simulator) thingRow(entity int) *sim.FrameEntity {
	if i, ok := s.findThing(entity); ok {
		return &s.frame.Entities[i]
	}
	return nil
}

// addThing returns the row of an entity, which is inserted where it is not there.
func (s *Simulator) addThing(entity int) (row *sim.FrameEntity, isNew bool) {
	i, ok := s.findThing(entity)
	if !ok {
		s.frame.Entities = slices.Insert(s.frame.Entities, i, sim.FrameEntity{Entity: sim.Entity{Number: entity}})
	}
	return &s.frame.Entities[i], !ok
}

func (s *Simulator) removeThing(entity int) {
	if i, ok := s.findThing(entity); ok {
		s.frame.Entities = slices.Delete(s.frame.Entities, i, i+1)
	}
}

// resetItems forgets what became of the items, which a restart puts back.
func (s *Simulator) resetItems() {
	s.frame.Entities = slices.DeleteFunc(s.frame.Entities, func(t sim.FrameEntity) bool { return t.Kind != sim.EntityItem })
	for i := range s.frame.Entities {
		t := &s.frame.Entities[i]
		t.State, t.Taken, t.Respawn, t.RespawnKnown, t.TakenBy = sim.ItemUnknown, 0, 0, false, sim.Slot{}
	}
}

// classify says what an entity is; ok is false for what is not shown.
func (s *Simulator) classify(e *quake3.EntityState) (t sim.Entity, ok bool) {
	t = sim.Entity{Number: e.Number}
	switch e.F[quake3.EntEType] {
	case quake3.EtItem:
		t.Kind = sim.EntityItem
		if e.F[quake3.EntModelindex2] != 0 {
			t.Kind = sim.EntityDropped
		}
		a := s.dialect.article(e.F[quake3.EntModelindex])
		t.Item, t.Weapon, t.Team = a.item, a.weapon, a.team
		if s.dialect.key == "cpma" && e.F[quake3.EntEFlags]&efBackpack != 0 {
			t.Kind, t.Item = sim.EntityDropped, sim.ItemBackpack
		}
	case quake3.EtMissile:
		t.Kind, t.Weapon = sim.EntityProjectile, s.dialect.weapon(e.F[quake3.EntWeapon])
		t.Owner = sim.SlotAt(s.missileOwner(e))
	case quake3.EtGrapple:
		t.Kind, t.Weapon = sim.EntityProjectile, sim.WeaponGrapple
		t.Owner = sim.SlotAt(s.missileOwner(e))
	case quake3.EtPlayer:
		t.Kind, t.Owner = sim.EntityCorpse, sim.SlotAt(int(e.F[quake3.EntClientNum]))
		if t.Owner.Index() >= len(s.players) {
			t.Owner = sim.Slot{}
		}
	case quake3.EtGeneral, quake3.EtTeam:
		model := s.model(e.F[quake3.EntModelindex])
		if model == "" || e.F[quake3.EntSolid] == solidBModel {
			return t, false
		}
		t.Kind, t.Name = sim.EntityOther, model
	default:
		return t, false
	}
	return t, true
}

// missileOwner is the shooter: the game puts him into one of several fields.
func (s *Simulator) missileOwner(e *quake3.EntityState) int {
	for _, f := range []quake3.EntityField{quake3.EntOtherEntityNum, quake3.EntClientNum} {
		if n := int(e.F[f]); n < len(s.players) && s.at[n] >= 0 && (n != 0 || f == quake3.EntOtherEntityNum) {
			return n
		}
	}
	return -1
}

// model is the plain name of a model configstring that is no part of the map.
func (s *Simulator) model(index uint32) string {
	if index == 0 || index >= 256 {
		return ""
	}
	name := s.state.Configstrings[s.protocol.CsModels+int(index)]
	if strings.HasPrefix(name, "*") {
		return ""
	}
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name, _, _ = strings.Cut(name, ".")
	return name
}

// baselines places the items and movers of the map, which the recorder has
// not seen yet.
func (s *Simulator) baselines(st *quake3.History) {
	for n := quake3.MaxClients; n < quake3.NoEntity; n++ {
		e := st.Baseline(n)
		switch e.F[quake3.EntEType] {
		case quake3.EtItem:
			t, ok := s.classify(e)
			if !ok || t.Kind != sim.EntityItem || t.Item == sim.ItemNone {
				continue
			}
			row, _ := s.addThing(n)
			row.Entity = t
			row.Origin = e.Origin()
			row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
		case quake3.EtMover:
			if e.F[quake3.EntSolid] == solidBModel && e.F[quake3.EntModelindex] != 0 {
				s.freezeMover(s.moverRow(e))
			}
		}
	}
}

// thing takes over an entity that is shown as a thing.
func (s *Simulator) thing(e *quake3.Entity, v *entityView, appeared bool) {
	t, ok := s.classify(&e.EntityState)
	if !ok {
		s.removeThing(e.Number)
		return
	}
	if e.F[quake3.EntEFlags]&efNoDraw != 0 {
		if t.Kind != sim.EntityItem {
			s.removeThing(e.Number)
		}
		return
	}
	row, isNew := s.addThing(e.Number)
	if event := e.F[quake3.EntEvent]; s.dialect.events[event&0xff] == actItemRespawn && event != v.event && !isNew {
		s.learn(row)
		if notable[t.Item] {
			s.event(sim.Event{Kind: sim.EventItemRespawn, Item: t.Item, Weapon: t.Weapon, Origin: e.Origin(), HasOrigin: true})
		}
	}
	other := row.Kind != t.Kind || row.Item != t.Item || row.Weapon != t.Weapon
	row.NoLerp = isNew || other || appeared || (v.flags^e.F[quake3.EntEFlags])&efTeleport != 0
	v.flags = e.F[quake3.EntEFlags]
	v.kind = kindThing
	owner := row.Owner.Index()
	row.Entity = t
	if !isNew && !other && !t.Owner.Valid() {
		row.Owner = sim.SlotAt(owner)
	}
	if t.Kind == sim.EntityItem || t.Kind == sim.EntityDropped {
		row.State = sim.ItemPresent
	}
	row.Trajectory = motion(e.Trajectory())
	row.Origin, row.Velocity = e.Origin(), e.Trajectory().Delta
	a := e.Angles()
	row.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	if t.Kind == sim.EntityItem && !isNew && row.NoLerp {
		row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
	}
}

// loseThings ages the items that this snapshot does not show and removes
// what is not known to stay.
func (s *Simulator) loseThings() {
	list := s.frame.Entities
	kept := list[:0]
	for i := range list {
		t := &list[i]
		if s.entities[t.Number].snap == s.snaps && s.entities[t.Number].kind == kindThing {
			kept = append(kept, *t)
			continue
		}
		if t.Kind != sim.EntityItem {
			continue
		}
		if t.Visible {
			t.Visible, t.LastSeen = false, s.before
			if t.State == sim.ItemPresent {
				t.State = sim.ItemUnknown
			}
		}
		if t.State == sim.ItemTaken && t.RespawnKnown && s.now >= t.Respawn {
			t.State = sim.ItemUnknown
		}
		kept = append(kept, *t)
	}
	s.frame.Entities = kept
}

// reach is how far from an item someone who takes it may be seen.
const reach = 96

// takeItems finds the places of the items that were taken at this snapshot.
func (s *Simulator) takeItems() {
	for _, p := range s.pickups {
		p.time = s.now
		if s.told(p) {
			continue
		}
		a := s.dialect.article(p.index)
		if p.slot < 0 {
			p.slot = s.onlyOwner(a)
		}
		e := sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(p.slot), Item: a.item, Weapon: a.weapon, Team: a.team, Origin: p.place, HasOrigin: true}
		if t := s.itemNear(a, p.place); t != nil {
			e.Origin = t.Origin
			s.takeItem(t, p.slot)
		}
		s.event(e)
		if r := s.row(p.slot); r != nil && a.item == sim.ItemFlag && r.Profile.Team != a.team {
			s.takers[a.team] = p.slot + 1
		}
		s.effect(sim.Effect{Kind: sim.EffectPickup, Origin: e.Origin, Item: a.item, Weapon: a.weapon, Slot: sim.SlotAt(p.slot)}, 500*time.Millisecond)
		if r := s.row(p.slot); r != nil && s.dialect.armorKinds && a.item >= sim.ItemArmorGreen && a.item <= sim.ItemArmorRed {
			r.ArmorKind = a.item
		}
	}
}

// powerOf is what taking an item gives.
var powerOf = map[sim.Item]sim.Powerup{
	sim.ItemQuad: sim.PowerupQuad, sim.ItemProtection: sim.PowerupProtection, sim.ItemInvisibility: sim.PowerupInvisibility,
	sim.ItemHaste: sim.PowerupHaste, sim.ItemRegeneration: sim.PowerupRegeneration, sim.ItemFlight: sim.PowerupFlight,
}

// onlyOwner is the only player in sight who has what an item gives, or -1.
func (s *Simulator) onlyOwner(a article) int {
	power, ok := powerOf[a.item]
	if !ok {
		return -1
	}
	slot := -1
	for i := range s.frame.Players {
		r := &s.frame.Players[i]
		if !r.Visible || !r.Powerups.Has(power) {
			continue
		}
		if slot >= 0 {
			return -1
		}
		slot = r.Slot.Index()
	}
	return slot
}

// itemNear is the item of a kind nearest to a place, of those that are not
// there to be seen any more, or nil.
func (s *Simulator) itemNear(a article, place sim.Vec3) *sim.FrameEntity {
	var best *sim.FrameEntity
	nearest := float32(reach * reach)
	for i := range s.frame.Entities {
		t := &s.frame.Entities[i]
		if t.Kind != sim.EntityItem || t.Item != a.item || t.Weapon != a.weapon || t.Team != a.team || t.State == sim.ItemTaken {
			continue
		}
		d := float32(0)
		for k := range place {
			d += (t.Origin[k] - place[k]) * (t.Origin[k] - place[k])
		}
		if d < nearest {
			best, nearest = t, d
		}
	}
	return best
}

func (s *Simulator) takeItem(t *sim.FrameEntity, slot int) {
	if t.Visible && s.entities[t.Number].snap == s.snaps {
		return // weapons that stay
	}
	t.State, t.Taken, t.TakenBy = sim.ItemTaken, s.now, sim.SlotAt(slot)
	t.Visible, t.LastSeen = false, s.now
	t.Respawn, t.RespawnKnown = 0, false
	if after, ok := s.respawnTime(t); ok {
		t.Respawn, t.RespawnKnown = s.now+after, true
	}
}

// respawnTime is how long an item stays away: as the server says, as was seen,
// or as the game has it.
func (s *Simulator) respawnTime(t *sim.FrameEntity) (time.Duration, bool) {
	switch {
	case t.Item == sim.ItemWeapon && s.said.weaponRespawn > 0:
		return s.said.weaponRespawn, true
	case t.Item >= sim.ItemQuad && t.Item <= sim.ItemFlight && s.said.powerRespawn > 0:
		return s.said.powerRespawn, true
	}
	if after, ok := s.learned[article{t.Item, t.Weapon, t.Team}]; ok {
		return after, true
	}
	return s.ruledTime(t.Item)
}

// ruledTime is how long an item stays away by the rules of the game.
func (s *Simulator) ruledTime(i sim.Item) (time.Duration, bool) {
	if s.said.vanilla {
		after, ok := respawnTimes[i]
		return after, ok
	}
	return s.dialect.respawnTime(i)
}

// wearOff finds out when mega healths come back whose effect has just ended.
func (s *Simulator) wearOff() {
	if s.dialect.megaAfter == 0 || s.said.vanilla {
		return
	}
	for i := range s.frame.Entities {
		t := &s.frame.Entities[i]
		if t.Item != sim.ItemMegaHealth || t.State != sim.ItemTaken || t.RespawnKnown || t.Taken >= s.now {
			continue
		}
		r := s.row(t.TakenBy.Index())
		if r == nil || r.Health == sim.Unknown || r.Health > fullHealth && r.Life == sim.Alive {
			continue
		}
		t.Respawn, t.RespawnKnown = s.now+s.dialect.megaAfter, true
	}
}

// fullHealth is what a player has without the effect of a mega health.
const fullHealth = 100

// learn notes how long an item stayed away that came back in sight, which is
// a setting of the server that it does not tell.
func (s *Simulator) learn(t *sim.FrameEntity) {
	if t.Kind != sim.EntityItem || t.State != sim.ItemTaken || t.Item == sim.ItemFlag {
		return
	}
	key := article{t.Item, t.Weapon, t.Team}
	away := (s.now - t.Taken).Round(time.Second)
	if away <= 0 || s.now-t.Taken >= 3*time.Minute || t.Item == sim.ItemMegaHealth {
		return
	}
	if ruled, known := s.ruledTime(t.Item); known {
		// Twice too early after the same time is a setting of the server.
		if away >= ruled || s.early[key] != away {
			s.early[key] = away
			return
		}
	}
	s.learned[key] = away
}

// moverRow returns the row of a mover, made from its state.
func (s *Simulator) moverRow(e *quake3.EntityState) *sim.FrameMover {
	list := s.frame.Movers
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= e.Number })
	if i == len(list) || list[i].Number != e.Number {
		s.frame.Movers = slices.Insert(list, i, sim.FrameMover{Mover: sim.Mover{Number: e.Number}})
	}
	m := &s.frame.Movers[i]
	m.Model = int(e.F[quake3.EntModelindex])
	m.Trajectory, m.AngleTrajectory = motion(e.Trajectory()), motion(e.AngleTrajectory())
	m.Origin = e.Origin()
	a := e.Angles()
	m.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	return m
}

// mover takes over a moving part of the map.
func (s *Simulator) mover(e *quake3.Entity, v *entityView, appeared bool) {
	if e.F[quake3.EntSolid] != solidBModel || e.F[quake3.EntModelindex] == 0 {
		return
	}
	v.kind = kindMover
	m := s.moverRow(&e.EntityState)
	m.Visible = true
	m.NoLerp = appeared || (v.flags^e.F[quake3.EntEFlags])&efTeleport != 0
	v.flags = e.F[quake3.EntEFlags]
}

// freezeMover leaves a mover where it was when it was last seen: nobody tells
// how it goes on.
func (s *Simulator) freezeMover(m *sim.FrameMover) {
	clock := millis(s.clock) - (s.now - s.before)
	m.Visible = false
	if m.Trajectory.Kind != sim.TrajectoryInterpolate {
		m.Origin, _ = m.Trajectory.At(clock)
	}
	if m.AngleTrajectory.Kind != sim.TrajectoryInterpolate {
		a, _ := m.AngleTrajectory.At(clock)
		m.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	}
	m.Trajectory, m.AngleTrajectory = sim.Trajectory{}, sim.Trajectory{}
}
