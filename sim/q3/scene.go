package q3

import (
	"math"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// scene is what a snapshot's entities show.
type scene struct {
	*game
	events    *events
	items     *items
	lightning *lightning
	roster    *roster
	views     [quake3.MaxEntities]entityView
	// shown are the entities of the snapshot, ascending by number, and before those of the snapshot before.
	shown, before []shownEntity
	clockBefore   int64 // server time of the snapshot before
	// anew is set if nothing can be taken over from the snapshot before.
	anew bool
	// hidden are entities that are not shown as things any more; movers is set if one that moves is among those gone.
	hidden []int
	movers bool
	// due is when the first item that was taken is to come back; it may have been taken again since.
	due time.Duration
}

// shownEntity is an entity of a snapshot.
type shownEntity struct {
	version uint32
	number  int16
	kind    entityKind
}

// entityView is what is remembered of an entity between snapshots.
type entityView struct {
	version   uint32
	present   bool   // the snapshot before had it
	seen      int64  // else the server time of the snapshot that last had it
	event     uint32 // the last event seen, with its toggle bits
	eventTime int64  // when an event entity last began, server time
	flags     uint32
	kind      entityKind
}

type entityKind uint8

const (
	kindNone entityKind = iota
	kindPlayer
	kindShown
	kindMover
	kindBeam
	kindEvent
)

// forgetSeen forgets what must not be interpolated or compared across a restart
// or a loss.
func (s *scene) forgetSeen() {
	for i := range quake3.MaxClients {
		s.players.Lose(sim.SlotAt(i))
	}
	for i := range s.views {
		s.views[i].version = 0
	}
	s.anew = true
}

// see handles the entities of a snapshot, and looks at those alone that are not as in the one before.
func (s *scene) see(snap *quake3.Snapshot) {
	s.shown, s.before = s.before[:0], s.shown
	k := 0
	for i := range snap.Len() {
		version := snap.Version(i)
		var e *quake3.Entity
		if k == len(s.before) || s.before[k].version != version {
			e = snap.Entity(i)
			for ; k < len(s.before) && int(s.before[k].number) < e.Number; k++ {
				s.gone(&s.before[k])
			}
		}
		if k < len(s.before) && s.before[k].version == version && !s.anew {
			o := s.before[k]
			switch o.kind {
			case kindPlayer:
				s.roster.playerSeen(int(o.number))
			case kindBeam:
				s.beam(snap.Entity(i))
			}
			s.shown = append(s.shown, o)
			k++
			continue
		}
		if e == nil {
			e = snap.Entity(i)
		}
		if k < len(s.before) && int(s.before[k].number) == e.Number {
			k++
		}
		s.entity(e)
		kind := s.views[e.Number].kind
		if kind != kindShown {
			s.hidden = append(s.hidden, e.Number)
		}
		s.shown = append(s.shown, shownEntity{version, int16(e.Number), kind})
	}
	for ; k < len(s.before); k++ {
		s.gone(&s.before[k])
	}
	s.clockBefore = int64(s.clock)
}

// gone records that an entity is not in the snapshot any more.
func (s *scene) gone(o *shownEntity) {
	v := &s.views[o.number]
	v.present, v.seen = false, s.clockBefore
	s.hidden = append(s.hidden, int(o.number))
	s.movers = s.movers || o.kind == kindMover
}

func (s *scene) beam(e *quake3.Entity) {
	s.lightning.beams = append(s.lightning.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.t.Now(), Origin: e.Origin(), To: e.Origin2()})
}

// eventValid is how long an event stays in an entity's state, in ms.
const eventValid = 300

// entity handles the state of an entity that is not as in the snapshot before.
func (s *scene) entity(e *quake3.Entity) {
	v, clock := &s.views[e.Number], int64(s.clock)
	appeared := !v.present || v.version == 0
	if v.present {
		v.seen = s.clockBefore
	}
	if appeared && clock > v.seen+eventValid {
		v.event = 0
	}
	sent := v.version != e.Version
	v.version, v.present = e.Version, true
	if kind := e.F[quake3.EntEType]; kind >= s.eventBase() {
		if sent && clock > v.eventTime+eventValid {
			v.eventTime = clock
			s.events.entityEvent(e, (kind-s.eventBase())&0xff, true)
		}
		v.kind = kindEvent
		return
	}
	s.entityChanged(e, v, appeared)
	switch v.kind {
	case kindShown:
		s.entities.InSight(e.Number)
	case kindPlayer:
		s.roster.playerSeen(e.Number)
	case kindBeam:
		s.beam(e)
	}
	if event := e.F[quake3.EntEvent]; event != v.event {
		v.event = event
		if event&^quake3.EventToggle != 0 {
			s.events.entityEvent(e, event&0xff, false)
		}
	}
}

// entityChanged handles an entity that is new, or not as before.
func (s *scene) entityChanged(e *quake3.Entity, v *entityView, appeared bool) {
	v.kind = kindNone
	switch kind := e.F[quake3.EntEType]; kind {
	case quake3.EtPlayer, quake3.EtInvisible:
		if s.intermission {
			break
		}
		if e.Number < quake3.MaxClients {
			v.kind = kindPlayer
			s.roster.otherPlayer(e, appeared)
		} else if kind == quake3.EtPlayer {
			s.show(e, v, appeared)
		}
	case quake3.EtItem, quake3.EtMissile, quake3.EtGrapple, quake3.EtGeneral, quake3.EtTeam:
		if e.Number < quake3.MaxClients {
			break
		}
		s.show(e, v, appeared)
	case quake3.EtMover:
		s.showMover(e, v, appeared)
	case quake3.EtBeam:
		v.kind = kindBeam
	}
}

// trajectory is a trajectory as the recording keeps it. The rare kinds that
// Quake III does not have stay where they are.
func trajectory(t quake3.Trajectory) sim.Trajectory {
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

// restart puts the items back and takes everything else away.
func (s *scene) restart() {
	s.entities.Keep(func(t *sim.FrameEntity) bool { return t.Kind == sim.EntityItem })
	s.items.Forget()
}

// classify says what an entity is; ok is false for what is not shown.
func (s *scene) classify(e *quake3.EntityState) (t sim.Entity, ok bool) {
	t = sim.Entity{Number: e.Number}
	switch e.F[quake3.EntEType] {
	case quake3.EtItem:
		t.Kind = sim.EntityItem
		if e.F[quake3.EntModelindex2] != 0 {
			t.Kind = sim.EntityDropped
		}
		a := s.mod.itemDef(e.F[quake3.EntModelindex])
		t.Item, t.Weapon, t.Team = a.Item, a.Weapon, a.Team
		if e.F[quake3.EntEFlags]&s.mod.tells.backpack != 0 {
			t.Kind, t.Item = sim.EntityDropped, sim.ItemBackpack
		}
	case quake3.EtMissile:
		t.Kind, t.Weapon = sim.EntityProjectile, s.mod.weapon(e.F[quake3.EntWeapon])
		t.Owner = sim.SlotAt(s.missileOwner(e))
	case quake3.EtGrapple:
		t.Kind, t.Weapon = sim.EntityProjectile, sim.WeaponGrapple
		t.Owner = sim.SlotAt(s.missileOwner(e))
	case quake3.EtPlayer:
		t.Kind, t.Owner = sim.EntityCorpse, sim.SlotAt(int(e.F[quake3.EntClientNum]))
		if t.Owner.Index() >= quake3.MaxClients {
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
func (s *scene) missileOwner(e *quake3.EntityState) int {
	for _, f := range []quake3.EntityField{quake3.EntOtherEntityNum, quake3.EntClientNum} {
		if n := int(e.F[f]); n < quake3.MaxClients && s.row(n) != nil && (n != 0 || f == quake3.EntOtherEntityNum) {
			return n
		}
	}
	return -1
}

// baselines places the items and movers of the map, which the recorder has
// not seen yet.
func (s *scene) baselines() {
	for n := quake3.MaxClients; n < quake3.NoEntity; n++ {
		e := s.state.Baseline(n)
		switch e.F[quake3.EntEType] {
		case quake3.EtItem:
			t, ok := s.classify(e)
			if !ok || t.Kind != sim.EntityItem || t.Item == sim.ItemNone {
				continue
			}
			row, _ := s.entities.Add(n)
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

// show handles an entity that is shown as a thing.
func (s *scene) show(e *quake3.Entity, v *entityView, appeared bool) {
	t, ok := s.classify(&e.EntityState)
	if !ok {
		s.entities.Remove(e.Number)
		return
	}
	if e.F[quake3.EntEFlags]&efNoDraw != 0 {
		if t.Kind != sim.EntityItem {
			s.entities.Remove(e.Number)
		}
		return
	}
	row, isNew := s.entities.Add(e.Number)
	if event := e.F[quake3.EntEvent]; s.mod.events[event&0xff] == actItemRespawn && event != v.event && !isNew {
		s.items.Learn(row)
		s.items.TellRespawn(row)
	}
	other := row.Kind != t.Kind || row.Item != t.Item || row.Weapon != t.Weapon
	row.NoLerp = isNew || other || appeared || (v.flags^e.F[quake3.EntEFlags])&efTeleport != 0
	v.flags = e.F[quake3.EntEFlags]
	v.kind = kindShown
	owner := row.Owner.Index()
	row.Entity = t
	if !isNew && !other && !t.Owner.Valid() {
		row.Owner = sim.SlotAt(owner)
	}
	if t.Kind == sim.EntityItem || t.Kind == sim.EntityDropped {
		row.State = sim.ItemPresent
	}
	row.Trajectory = trajectory(e.Trajectory())
	row.Origin, row.Velocity = e.Origin(), e.Trajectory().Delta
	a := e.Angles()
	row.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	if t.Kind == sim.EntityItem && !isNew && row.NoLerp {
		row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
	}
}

func (s *scene) reset() {
	for i := range s.views {
		s.views[i] = entityView{eventTime: never, seen: never}
	}
	s.shown, s.hidden, s.anew, s.movers, s.due = s.shown[:0], s.hidden[:0], true, false, 0
	s.baselines()
}

// never is a server time before all others.
const never = -1 << 40

// loseSight ages the entities and movers that this snapshot does not show.
func (s *scene) loseSight() {
	s.entities.Touched(s.awaitRespawn)
	if s.anew || s.t.Now() >= s.due {
		s.due = math.MaxInt64
		s.entities.Keep(s.stays)
	} else {
		for _, n := range s.hidden {
			if row := s.entities.Look(n); row != nil && !s.stays(row) {
				s.entities.Remove(n)
			}
		}
	}
	s.hidden, s.anew = s.hidden[:0], false
	if !s.movers {
		return
	}
	s.movers = false
	for i := range s.entities.Movers() {
		m := &s.entities.Movers()[i]
		if m.Visible && !s.views[m.Number].present {
			s.freezeMover(m)
		}
	}
}

// awaitRespawn notes when an item comes back, if that is to be noted.
func (s *scene) awaitRespawn(t *sim.FrameEntity) {
	if t.State == sim.ItemTaken && t.RespawnKnown {
		s.due = min(s.due, t.Respawn)
	}
}

// stays ages an item that this snapshot does not show, and reports whether an entity is known to stay.
func (s *scene) stays(t *sim.FrameEntity) bool {
	if v := &s.views[t.Number]; v.present && v.kind == kindShown {
		return true
	}
	if t.Kind != sim.EntityItem {
		return false
	}
	if t.Visible {
		t.Visible, t.LastSeen = false, s.t.Before()
		s.entities.Touch(t)
		if t.State == sim.ItemPresent {
			t.State = sim.ItemUnknown
		}
	}
	if t.State == sim.ItemTaken && t.RespawnKnown && s.t.Now() >= t.Respawn {
		t.State = sim.ItemUnknown
		s.entities.Touch(t)
	}
	s.awaitRespawn(t)
	return true
}

// moverRow returns the row of a mover, made from its state.
func (s *scene) moverRow(e *quake3.EntityState) *sim.FrameMover {
	m, _ := s.entities.Mover(e.Number)
	m.Model = int(e.F[quake3.EntModelindex])
	m.Trajectory, m.AngleTrajectory = trajectory(e.Trajectory()), trajectory(e.AngleTrajectory())
	m.Origin = e.Origin()
	a := e.Angles()
	m.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	return m
}

// showMover records a moving part of the map.
func (s *scene) showMover(e *quake3.Entity, v *entityView, appeared bool) {
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
func (s *scene) freezeMover(m *sim.FrameMover) {
	clock := millis(s.clock) - (s.t.Now() - s.t.Before())
	m.Visible = false
	s.entities.TouchMover(m)
	if m.Trajectory.Kind != sim.TrajectoryInterpolate {
		m.Origin, _ = m.Trajectory.At(clock)
	}
	if m.AngleTrajectory.Kind != sim.TrajectoryInterpolate {
		a, _ := m.AngleTrajectory.At(clock)
		m.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	}
	m.Trajectory, m.AngleTrajectory = sim.Trajectory{}, sim.Trajectory{}
}
