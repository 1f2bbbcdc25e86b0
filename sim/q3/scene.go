package q3

import (
	"math/bits"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// scene is what a snapshot's entities show.
type scene struct {
	*game
	events    *events
	items     *items
	lightning *lightning
	roster    *roster
	views     [quake3.MaxEntities]entityView
	// present are the players among the snapshot's entities, a bit for each slot, and staying those of them whom this snapshot
	// shows as the one before did and who are to be handled yet.
	present, staying uint64
	clockBefore      int64 // server time of the snapshot before
	// anew is set if nothing can be taken over from the snapshot before.
	anew bool
	// hidden are entities that are not shown as things any more; movers is set if one that moves is among those gone, lasers
	// if the level has shown a beam.
	hidden         []int
	movers, lasers bool
}

// entityView is what is remembered of an entity between snapshots.
type entityView struct {
	seen      int64  // where the snapshot before did not have it, the server time of the one that last did
	eventTime int64  // when an event entity last began, server time
	event     uint32 // the last event seen, with its toggle bits
	flags     uint32
	present   bool // the snapshot before had it
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
	s.roster.known = 0
	s.anew = true
}

// see handles the entities of a snapshot, and looks at those alone that are not as in the one before.
func (s *scene) see(snap *quake3.Snapshot) {
	for _, number := range snap.Gone() {
		s.gone(int(number))
	}
	if s.anew {
		for i := range snap.Len() {
			s.entity(snap.Entity(i))
		}
	} else {
		s.staying = s.present
		for _, i := range snap.Changed() {
			e := snap.Entity(int(i))
			s.playersStay(e.Number)
			s.entity(e)
		}
		s.playersStay(quake3.MaxClients)
	}
	if s.lasers {
		s.beams(snap)
	}
	s.clockBefore = int64(s.clock)
}

// gone records that an entity is not in the snapshot any more.
func (s *scene) gone(number int) {
	v := &s.views[number]
	s.movers = s.movers || v.kind == kindMover
	s.setKind(number, v, kindNone)
	v.present, v.seen = false, s.clockBefore
}

// setKind notes what an entity is in this snapshot.
func (s *scene) setKind(number int, v *entityView, kind entityKind) {
	was := v.kind
	if v.kind = kind; was == kind {
		return
	}
	switch was {
	case kindPlayer:
		s.present &^= 1 << number
	case kindShown:
		s.hidden = append(s.hidden, number)
	}
	if kind == kindPlayer {
		s.present |= 1 << number
	}
}

// playersStay handles the players in slots below end who are as in the snapshot before, and passes over that of end.
func (s *scene) playersStay(end int) {
	for s.staying != 0 {
		slot := bits.TrailingZeros64(s.staying)
		if slot > end {
			return
		}
		s.staying &= s.staying - 1
		if slot < end {
			s.roster.playerStays(slot)
		}
	}
}

// beams shows the beams of a snapshot.
func (s *scene) beams(snap *quake3.Snapshot) {
	for i := range snap.Len() {
		if e := snap.Entity(i); s.views[e.Number].kind == kindBeam {
			s.lightning.beams = append(s.lightning.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.t.Now(), Origin: e.Origin(), To: e.Origin2()})
		}
	}
}

// eventValid is how long an event stays in an entity's state, in ms.
const eventValid = 300

// entity handles the state of an entity that is not as in the snapshot before.
func (s *scene) entity(e *quake3.Entity) {
	v, clock := &s.views[e.Number], int64(s.clock)
	appeared := !v.present || s.anew
	if v.present {
		v.seen = s.clockBefore
	}
	if appeared && clock > v.seen+eventValid {
		v.event = 0
	}
	v.present = true
	if kind := e.F[quake3.EntEType]; kind >= s.mod.eventBase {
		if clock > v.eventTime+eventValid {
			v.eventTime = clock
			s.events.entityEvent(e, (kind-s.mod.eventBase)&0xff, true)
		}
		s.setKind(e.Number, v, kindEvent)
		return
	}
	s.setKind(e.Number, v, s.entityChanged(e, v, appeared))
	if event := e.F[quake3.EntEvent]; event != v.event {
		v.event = event
		if event&^quake3.EventToggle != 0 {
			s.events.entityEvent(e, event&0xff, false)
		}
	}
}

// entityChanged handles an entity that is new, or not as before, and returns what it is.
func (s *scene) entityChanged(e *quake3.Entity, v *entityView, appeared bool) entityKind {
	kind := e.F[quake3.EntEType]
	switch kind {
	case quake3.EtPlayer, quake3.EtInvisible:
		if s.intermission || e.Number == s.pov {
			return kindNone // the playerstate tells of the point of view: only a damaged demo has his entity, too
		}
		if e.Number < quake3.MaxClients {
			s.roster.otherPlayer(e, appeared)
			return kindPlayer
		}
		if kind == quake3.EtInvisible {
			return kindNone
		}
		return s.show(e, v, appeared)
	case quake3.EtItem, quake3.EtMissile, quake3.EtGrapple, quake3.EtGeneral, quake3.EtTeam:
		if e.Number >= quake3.MaxClients {
			return s.show(e, v, appeared)
		}
	case quake3.EtMover:
		return s.showMover(e, v, appeared)
	case quake3.EtBeam:
		s.lasers = true
		return kindBeam
	}
	return kindNone
}

// trajectoryKinds are the kinds of trajectories as the recording has them. The rare kinds that Quake III does not have stay
// where they are.
var trajectoryKinds = [...]sim.TrajectoryKind{
	quake3.TrInterpolate: sim.TrajectoryInterpolate, quake3.TrStationary: sim.TrajectoryStationary, quake3.TrLinear: sim.TrajectoryLinear,
	quake3.TrLinearStop: sim.TrajectoryLinearStop, quake3.TrSine: sim.TrajectorySine, quake3.TrGravity: sim.TrajectoryGravity,
}

// trajectoryFields are the fields of one of an entity's trajectories.
type trajectoryFields struct {
	kind, time, duration, gravity quake3.EntityField
	base, delta                   [3]quake3.EntityField
}

var (
	placeFields = trajectoryFields{quake3.EntPosType, quake3.EntPosTime, quake3.EntPosDuration, quake3.EntPosGravity,
		[3]quake3.EntityField{quake3.EntPosBaseX, quake3.EntPosBaseY, quake3.EntPosBaseZ},
		[3]quake3.EntityField{quake3.EntPosDeltaX, quake3.EntPosDeltaY, quake3.EntPosDeltaZ}}
	angleFields = trajectoryFields{quake3.EntAposType, quake3.EntAposTime, quake3.EntAposDuration, quake3.EntAposGravity,
		[3]quake3.EntityField{quake3.EntAposBasePitch, quake3.EntAposBaseYaw, quake3.EntAposBaseRoll},
		[3]quake3.EntityField{quake3.EntAposDeltaPitch, quake3.EntAposDeltaYaw, quake3.EntAposDeltaRoll}}
)

// read makes m the trajectory of an entity.
func (f *trajectoryFields) read(m *sim.Trajectory, e *quake3.EntityState) {
	kind := sim.TrajectoryStationary
	if n := e.F[f.kind]; n < uint32(len(trajectoryKinds)) {
		kind = trajectoryKinds[n]
	}
	if *m = (sim.Trajectory{}); kind == sim.TrajectoryInterpolate {
		return
	}
	m.Kind = kind
	for i, field := range f.base {
		m.Base[i] = e.Float(field)
	}
	if kind == sim.TrajectoryStationary {
		return
	}
	for i, field := range f.delta {
		m.Delta[i] = e.Float(field)
	}
	m.Start, m.Duration, m.Gravity = millis(e.Int(f.time)), millis(e.Int(f.duration)), float32(e.Int(f.gravity))
}

// readPlace reads where an entity is as transmitted, readVelocity how fast and readAngles how it is turned.
func readPlace(v *sim.Vec3, e *quake3.EntityState) {
	v[0], v[1], v[2] = e.Float(quake3.EntPosBaseX), e.Float(quake3.EntPosBaseY), e.Float(quake3.EntPosBaseZ)
}

func readVelocity(v *sim.Vec3, e *quake3.EntityState) {
	v[0], v[1], v[2] = e.Float(quake3.EntPosDeltaX), e.Float(quake3.EntPosDeltaY), e.Float(quake3.EntPosDeltaZ)
}

func readAngles(a *sim.Angles, e *quake3.EntityState) {
	a.Pitch, a.Yaw, a.Roll = e.Float(quake3.EntAposBasePitch), e.Float(quake3.EntAposBaseYaw), e.Float(quake3.EntAposBaseRoll)
}

// restart puts the items back and takes everything else away.
func (s *scene) restart() {
	s.entities.Keep(func(t *recording.FrameEntity) bool { return t.Kind == sim.EntityItem })
	s.items.Forget()
}

// thing is what is shown of an entity, beside its place and state.
type thing struct {
	track.ItemDef
	kind  sim.EntityKind
	owner sim.Slot
	name  string
}

// give makes a row that of a thing.
func (t *thing) give(row *recording.FrameEntity) {
	row.Kind, row.Item, row.Weapon, row.Team, row.Name, row.Owner = t.kind, t.Item, t.Weapon, t.Team, t.name, t.owner
}

// is reports whether a row is that of a thing of the kind.
func (t *thing) is(row *recording.FrameEntity) bool {
	return row.Kind == t.kind && row.Item == t.Item && row.Weapon == t.Weapon
}

// classify finds out which thing an entity is, and reports whether it is one to be shown.
func (s *scene) classify(t *thing, e *quake3.EntityState) (ok bool) {
	switch e.F[quake3.EntEType] {
	case quake3.EtItem:
		t.ItemDef = s.mod.itemDef(e.F[quake3.EntModelindex])
		if t.kind = sim.EntityItem; e.F[quake3.EntModelindex2] != 0 {
			t.kind = sim.EntityDropped
		}
		if e.F[quake3.EntEFlags]&s.mod.tells.backpack != 0 {
			t.kind, t.Item = sim.EntityDropped, sim.ItemBackpack
		}
	case quake3.EtMissile:
		t.kind, t.Weapon, t.owner = sim.EntityProjectile, s.mod.weapon(e.F[quake3.EntWeapon]), s.missileOwner(e)
	case quake3.EtGrapple:
		t.kind, t.Weapon, t.owner = sim.EntityProjectile, sim.WeaponGrapple, s.missileOwner(e)
	case quake3.EtPlayer:
		t.kind, t.owner = sim.EntityCorpse, sim.SlotAt(s.slot(e.F[quake3.EntClientNum]))
	case quake3.EtGeneral, quake3.EtTeam:
		if e.F[quake3.EntSolid] == solidBModel {
			return false
		}
		t.kind, t.name = sim.EntityOther, s.model(e.F[quake3.EntModelindex])
		return t.name != ""
	default:
		return false
	}
	return true
}

// missileOwner is the shooter: the game puts him into one of several fields.
func (s *scene) missileOwner(e *quake3.EntityState) sim.Slot {
	if n := s.slot(e.F[quake3.EntOtherEntityNum]); s.look(n) != nil {
		return sim.SlotAt(n)
	}
	if n := s.slot(e.F[quake3.EntClientNum]); n > 0 && s.look(n) != nil {
		return sim.SlotAt(n)
	}
	return sim.Slot{}
}

// baselines places the items and movers of the map, which the recorder has
// not seen yet.
func (s *scene) baselines() {
	for n := quake3.MaxClients; n < quake3.NoEntity; n++ {
		e := s.state.Baseline(n)
		switch e.F[quake3.EntEType] {
		case quake3.EtItem:
			var t thing
			if !s.classify(&t, e) || t.kind != sim.EntityItem || t.Item == sim.ItemNone {
				continue
			}
			row, _ := s.entities.Add(n)
			t.give(row)
			row.Origin = e.Origin()
			row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
		case quake3.EtMover:
			if e.F[quake3.EntSolid] == solidBModel && e.F[quake3.EntModelindex] != 0 {
				s.freezeMover(s.moverRow(e))
			}
		}
	}
}

// show handles an entity that may be shown as a thing, and returns what it is. It is rare beside players, so it
// stays out of the code for those.
//
//go:noinline
func (s *scene) show(e *quake3.Entity, v *entityView, appeared bool) entityKind {
	var t thing
	flags := e.F[quake3.EntEFlags]
	hides := flags&efNoDraw != 0
	if !s.classify(&t, &e.EntityState) || hides && t.kind != sim.EntityItem {
		s.entities.Remove(e.Number)
		return kindNone
	}
	if hides {
		return kindNone
	}
	row, isNew := s.entities.Add(e.Number)
	if event := e.F[quake3.EntEvent]; event != v.event && !isNew && s.mod.events[event&0xff] == actItemRespawn {
		s.items.Learn(row)
		s.items.TellRespawn(row)
	}
	other := !t.is(row)
	row.NoLerp = isNew || other || appeared || (v.flags^flags)&efTeleport != 0
	v.flags = flags
	if !isNew && !other && !t.owner.Valid() {
		t.owner = row.Owner
	}
	t.give(row)
	row.State = sim.ItemUnknown
	if t.kind == sim.EntityItem || t.kind == sim.EntityDropped {
		row.State = sim.ItemPresent
	}
	row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
	row.Visible, row.LastSeen = true, 0
	placeFields.read(&row.Trajectory, &e.EntityState)
	readPlace(&row.Origin, &e.EntityState)
	readVelocity(&row.Velocity, &e.EntityState)
	readAngles(&row.Angles, &e.EntityState)
	return kindShown
}

func (s *scene) reset() {
	for i := range s.views {
		s.views[i] = entityView{eventTime: never, seen: never}
	}
	s.present, s.hidden, s.anew, s.movers, s.lasers = 0, s.hidden[:0], true, false, false
	s.baselines()
}

// never is a server time before all others.
const never = -1 << 40

// loseSight ages the entities and movers that this snapshot does not show.
func (s *scene) loseSight() {
	if s.items.Due() || s.anew {
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
			m, _ := s.entities.Mover(m.Number)
			s.freezeMover(m)
		}
	}
}

// stays ages an item that this snapshot does not show, and reports whether an entity is known to stay.
func (s *scene) stays(t *recording.FrameEntity) bool {
	if v := &s.views[t.Number]; v.present && v.kind == kindShown {
		return true
	}
	if t.Kind != sim.EntityItem {
		return false
	}
	if t.Visible {
		t = s.entities.Row(t.Number)
		t.Visible, t.LastSeen = false, s.t.Before()
		if t.State == sim.ItemPresent {
			t.State = sim.ItemUnknown
		}
	}
	if t.State == sim.ItemTaken && t.RespawnKnown && s.t.Now() >= t.Respawn {
		s.entities.Row(t.Number).State = sim.ItemUnknown
	}
	return true
}

// moverRow returns the row of a mover, made from its state.
func (s *scene) moverRow(e *quake3.EntityState) *recording.FrameMover {
	m, _ := s.entities.Mover(e.Number)
	m.Model = int(e.F[quake3.EntModelindex])
	placeFields.read(&m.Trajectory, e)
	angleFields.read(&m.AngleTrajectory, e)
	readPlace(&m.Origin, e)
	readAngles(&m.Angles, e)
	return m
}

// showMover records a moving part of the map, and returns what the entity is.
func (s *scene) showMover(e *quake3.Entity, v *entityView, appeared bool) entityKind {
	if e.F[quake3.EntSolid] != solidBModel || e.F[quake3.EntModelindex] == 0 {
		return kindNone
	}
	m := s.moverRow(&e.EntityState)
	m.Visible = true
	m.NoLerp = appeared || (v.flags^e.F[quake3.EntEFlags])&efTeleport != 0
	v.flags = e.F[quake3.EntEFlags]
	return kindMover
}

// freezeMover leaves a mover where it was when it was last seen: nobody tells
// how it goes on.
func (s *scene) freezeMover(m *recording.FrameMover) {
	clock := millis(s.clock) - (s.t.Now() - s.t.Before())
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
