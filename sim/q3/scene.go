package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// trajectoryKinds maps kinds of trajectories. Rare kinds that Quake III does not have are treated as stationary.
var trajectoryKinds = [...]sim.TrajectoryKind{
	quake3.TrInterpolate: sim.TrajectoryInterpolate, quake3.TrStationary: sim.TrajectoryStationary,
	quake3.TrLinear: sim.TrajectoryLinear, quake3.TrLinearStop: sim.TrajectoryLinearStop,
	quake3.TrSine: sim.TrajectorySine, quake3.TrGravity: sim.TrajectoryGravity,
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
	angleFields = trajectoryFields{quake3.EntAposType, quake3.EntAposTime, quake3.EntAposDuration,
		quake3.EntAposGravity, [3]quake3.EntityField{quake3.EntAposBasePitch, quake3.EntAposBaseYaw,
			quake3.EntAposBaseRoll},
		[3]quake3.EntityField{quake3.EntAposDeltaPitch, quake3.EntAposDeltaYaw, quake3.EntAposDeltaRoll}}
)

// read sets m to an entity's trajectory.
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

// readPlace, readVelocity and readAngles read an entity's transmitted position, velocity and angles.
func readPlace(v *sim.Vec3, e *quake3.EntityState) {
	v[0], v[1], v[2] = e.Float(quake3.EntPosBaseX), e.Float(quake3.EntPosBaseY), e.Float(quake3.EntPosBaseZ)
}

func readVelocity(v *sim.Vec3, e *quake3.EntityState) {
	v[0], v[1], v[2] = e.Float(quake3.EntPosDeltaX), e.Float(quake3.EntPosDeltaY), e.Float(quake3.EntPosDeltaZ)
}

func readAngles(a *sim.Angles, e *quake3.EntityState) {
	a.Pitch, a.Yaw, a.Roll = e.Float(quake3.EntAposBasePitch), e.Float(quake3.EntAposBaseYaw),
		e.Float(quake3.EntAposBaseRoll)
}

// classify determines the class of an entity, and reports whether it is shown.
func (l *level) classify(t *sim.Entity, e *quake3.EntityState) (ok bool) {
	switch e.F[quake3.EntEType] {
	case quake3.EtItem:
		what := l.mod.itemDef(e.F[quake3.EntModelindex])
		t.Item, t.Weapon, t.Team = what.Item, what.Weapon, what.Team
		if t.Kind = sim.EntityItem; e.F[quake3.EntModelindex2] != 0 {
			t.Kind = sim.EntityDropped
		}
		if e.F[quake3.EntEFlags]&l.mod.tells.backpack != 0 {
			t.Kind, t.Item = sim.EntityDropped, sim.ItemBackpack
		}
	case quake3.EtMissile:
		t.Kind, t.Weapon, t.Owner = sim.EntityProjectile, l.mod.weapon(e.F[quake3.EntWeapon]), l.missileOwner(e)
	case quake3.EtGrapple:
		t.Kind, t.Weapon, t.Owner = sim.EntityProjectile, sim.WeaponGrapple, l.missileOwner(e)
	case quake3.EtPlayer:
		t.Kind, t.Owner = sim.EntityCorpse, sim.SlotAt(slotOf(e.F[quake3.EntClientNum]))
	case quake3.EtGeneral, quake3.EtTeam:
		if e.F[quake3.EntSolid] == solidBModel {
			return false
		}
		t.Kind, t.Name = sim.EntityOther, l.model(e.F[quake3.EntModelindex])
		return t.Name != ""
	default:
		return false
	}
	return true
}

// missileOwner returns the shooter. Depending on the entity, he is in one of several fields.
func (l *level) missileOwner(e *quake3.EntityState) sim.Slot {
	if n := slotOf(e.F[quake3.EntOtherEntityNum]); l.player(n) != nil {
		return sim.SlotAt(n)
	}
	if n := slotOf(e.F[quake3.EntClientNum]); n > 0 && l.player(n) != nil {
		return sim.SlotAt(n)
	}
	return sim.Slot{}
}

// show reads an entity that may be shown, and returns its kind. Such entities are rare compared with players, so show
// is kept out of the code for players.
//
//go:noinline
func (l *level) show(e *quake3.Entity, v *lastEntity, appeared bool, o *track.Observations) entityKind {
	flags := e.F[quake3.EntEFlags]
	hides := flags&efNoDraw != 0
	t := o.Entity()
	t.Number = e.Number
	if !l.classify(&t.Entity, &e.EntityState) || hides && t.Kind != sim.EntityItem {
		t.Vanished = true
		return kindNone
	}
	if hides {
		o.Entities = o.Entities[:len(o.Entities)-1]
		return kindNone
	}
	if event := e.F[quake3.EntEvent]; event != v.event && l.mod.events[event&0xff] == actItemRespawn {
		o.Tell(track.ItemCame{Entity: e.Number})
	}
	t.Appears, t.Jumps = appeared, (v.flags^flags)&efTeleport != 0
	v.flags = flags
	placeFields.read(&t.Trajectory, &e.EntityState)
	readPlace(&t.Origin, &e.EntityState)
	readVelocity(&t.Velocity, &e.EntityState)
	readAngles(&t.Angles, &e.EntityState)
	return kindShown
}

// placeBaselines reports the map's items and movers, which the recorder has not seen yet.
func (l *level) placeBaselines(h *quake3.History, o *track.Observations) {
	for n := quake3.MaxClients; n < quake3.NoEntity; n++ {
		e := h.Baseline(n)
		switch e.F[quake3.EntEType] {
		case quake3.EtItem:
			t := track.EntitySeen{Entity: sim.Entity{Number: n, Origin: e.Origin()}}
			if l.classify(&t.Entity, e) && t.Kind == sim.EntityItem && t.Item != sim.ItemNone {
				o.Tell(track.EntityPlaced{EntitySeen: t})
			}
		case quake3.EtMover:
			if isMover(e) {
				var m track.MoverSeen
				readMover(&m, e)
				o.Tell(track.MoverPlaced{MoverSeen: m})
			}
		}
	}
}

func isMover(e *quake3.EntityState) bool {
	return e.F[quake3.EntSolid] == solidBModel && e.F[quake3.EntModelindex] != 0
}

// readMover reads a moving part of the map.
func readMover(m *track.MoverSeen, e *quake3.EntityState) {
	m.Number, m.Model = e.Number, int(e.F[quake3.EntModelindex])
	placeFields.read(&m.Trajectory, e)
	angleFields.read(&m.AngleTrajectory, e)
	readPlace(&m.Origin, e)
	readAngles(&m.Angles, e)
}

// showMover reads the entity of a mover and returns its kind.
func showMover(e *quake3.Entity, v *lastEntity, appeared bool, o *track.Observations) entityKind {
	if !isMover(&e.EntityState) {
		return kindNone
	}
	m := o.Mover()
	readMover(m, &e.EntityState)
	m.Appears, m.Jumps = appeared, (v.flags^e.F[quake3.EntEFlags])&efTeleport != 0
	v.flags = e.F[quake3.EntEFlags]
	return kindMover
}
