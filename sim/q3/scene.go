package q3

import (
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
}

// entityView is what is remembered of an entity between snapshots.
type entityView struct {
	version   uint32
	snap      uint32 // number of the snapshot it was last in
	seen      int64  // server time of that snapshot
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
}

// eventValid is how long an event stays in an entity's state, in ms.
const eventValid = 300

// entity takes over the state of an entity.
func (s *scene) entity(e *quake3.Entity) {
	v, snapshot, clock := &s.views[e.Number], s.t.Snapshot(), int64(s.clock)
	appeared := v.snap != snapshot-1 || v.version == 0
	changed := appeared || v.version != e.Version
	if appeared && clock > v.seen+eventValid {
		v.event = 0
	}
	sent := v.version != e.Version
	v.version, v.snap, v.seen = e.Version, snapshot, clock
	if kind := e.F[quake3.EntEType]; kind >= s.eventBase() {
		if sent && clock > v.eventTime+eventValid {
			v.eventTime = clock
			s.events.entityEvent(e, (kind-s.eventBase())&0xff, true)
		}
		v.kind = kindEvent
		return
	}
	if changed {
		s.entityChanged(e, v, appeared)
	}
	switch v.kind {
	case kindShown:
		if changed {
			s.entities.InSight(e.Number)
		}
	case kindPlayer:
		s.roster.playerSeen(e.Number)
	case kindBeam:
		s.lightning.beams = append(s.lightning.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.t.Now(), Origin: e.Origin(), To: e.Origin2()})
	}
	if event := e.F[quake3.EntEvent]; changed && event != v.event {
		v.event = event
		if event&^quake3.EventToggle != 0 {
			s.events.entityEvent(e, event&0xff, false)
		}
	}
}

// entityChanged takes over an entity that is new, or not as before.
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

// show takes over an entity that is shown as a thing.
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
	s.baselines()
}

// never is a server time before all others.
const never = -1 << 40

// loseSight ages the entities and movers that this snapshot does not show.
func (s *scene) loseSight() {
	s.loseEntities()
	for i := range s.entities.Movers() {
		m := &s.entities.Movers()[i]
		if m.Visible && s.views[m.Number].snap != s.t.Snapshot() {
			s.freezeMover(m)
		}
	}
}

// loseEntities ages the items that this snapshot does not show and removes
// what is not known to stay.
func (s *scene) loseEntities() {
	s.entities.Keep(func(t *sim.FrameEntity) bool {
		if v := &s.views[t.Number]; v.snap == s.t.Snapshot() && v.kind == kindShown {
			return true
		}
		if t.Kind != sim.EntityItem {
			return false
		}
		if t.Visible {
			t.Visible, t.LastSeen, t.Same = false, s.t.Before(), false
			if t.State == sim.ItemPresent {
				t.State = sim.ItemUnknown
			}
		}
		if t.State == sim.ItemTaken && t.RespawnKnown && s.t.Now() >= t.Respawn {
			t.State, t.Same = sim.ItemUnknown, false
		}
		return true
	})
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

// showMover takes over a moving part of the map.
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
	m.Visible, m.Same = false, false
	if m.Trajectory.Kind != sim.TrajectoryInterpolate {
		m.Origin, _ = m.Trajectory.At(clock)
	}
	if m.AngleTrajectory.Kind != sim.TrajectoryInterpolate {
		a, _ := m.AngleTrajectory.At(clock)
		m.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	}
	m.Trajectory, m.AngleTrajectory = sim.Trajectory{}, sim.Trajectory{}
}
