package quake3

import (
	"math"
	"math/bits"
)

// EntityState is the full state of an entity.
type EntityState struct {
	// Number is the entity, 0 to 1022.
	Number int
	// F holds the fields. Floats are held by their bits.
	F [NumEntityFields]uint32
}

// Trajectory says where something is at any time.
type Trajectory struct {
	// Type is one of the Tr constants.
	Type uint32
	// Time and Duration are in ms of server time.
	Time, Duration int32
	// Base is the value at Time, Delta its change a second.
	Base, Delta [3]float32
	// Gravity replaces the game's gravity where it is not 0 (protocol 73 up).
	Gravity int32
}

// Float is a field as a float.
func (s *EntityState) Float(f EntityField) float32 { return math.Float32frombits(s.F[f]) }

// SetFloat sets a field to a float.
func (s *EntityState) SetFloat(f EntityField, v float32) { s.F[f] = math.Float32bits(v) }

// Int is a field as a signed integer.
func (s *EntityState) Int(f EntityField) int32 { return int32(s.F[f]) }

func (s *EntityState) vector(x, y, z EntityField) [3]float32 {
	return [3]float32{s.Float(x), s.Float(y), s.Float(z)}
}

func (s *EntityState) setVector(x, y, z EntityField, v [3]float32) {
	s.SetFloat(x, v[0])
	s.SetFloat(y, v[1])
	s.SetFloat(z, v[2])
}

// Origin is the place as transmitted, without evaluating the trajectory.
func (s *EntityState) Origin() [3]float32 { return s.vector(EntPosBaseX, EntPosBaseY, EntPosBaseZ) }

// Angles are the angles (pitch, yaw, roll) as transmitted, degrees.
func (s *EntityState) Angles() [3]float32 {
	return s.vector(EntAposBasePitch, EntAposBaseYaw, EntAposBaseRoll)
}

// Origin2 is the second place: the end of a beam, the place of a mover.
func (s *EntityState) Origin2() [3]float32 { return s.vector(EntOrigin2X, EntOrigin2Y, EntOrigin2Z) }

// SetOrigin2 sets the second place.
func (s *EntityState) SetOrigin2(v [3]float32) { s.setVector(EntOrigin2X, EntOrigin2Y, EntOrigin2Z, v) }

// Trajectory is the movement of the place, in units.
func (s *EntityState) Trajectory() Trajectory {
	return Trajectory{
		Type: s.F[EntPosType], Time: s.Int(EntPosTime), Duration: s.Int(EntPosDuration),
		Base: s.Origin(), Delta: s.vector(EntPosDeltaX, EntPosDeltaY, EntPosDeltaZ),
		Gravity: s.Int(EntPosGravity),
	}
}

// SetTrajectory sets the movement of the place.
func (s *EntityState) SetTrajectory(t Trajectory) {
	s.F[EntPosType], s.F[EntPosTime], s.F[EntPosDuration] = t.Type, uint32(t.Time), uint32(t.Duration)
	s.setVector(EntPosBaseX, EntPosBaseY, EntPosBaseZ, t.Base)
	s.setVector(EntPosDeltaX, EntPosDeltaY, EntPosDeltaZ, t.Delta)
	s.F[EntPosGravity] = uint32(t.Gravity)
}

// AngleTrajectory is the movement of the angles, in degrees.
func (s *EntityState) AngleTrajectory() Trajectory {
	return Trajectory{
		Type: s.F[EntAposType], Time: s.Int(EntAposTime), Duration: s.Int(EntAposDuration),
		Base: s.Angles(), Delta: s.vector(EntAposDeltaPitch, EntAposDeltaYaw, EntAposDeltaRoll),
		Gravity: s.Int(EntAposGravity),
	}
}

// SetAngleTrajectory sets the movement of the angles.
func (s *EntityState) SetAngleTrajectory(t Trajectory) {
	s.F[EntAposType], s.F[EntAposTime], s.F[EntAposDuration] = t.Type, uint32(t.Time), uint32(t.Duration)
	s.setVector(EntAposBasePitch, EntAposBaseYaw, EntAposBaseRoll, t.Base)
	s.setVector(EntAposDeltaPitch, EntAposDeltaYaw, EntAposDeltaRoll, t.Delta)
	s.F[EntAposGravity] = uint32(t.Gravity)
}

// EntityDelta is a change to an entity as transmitted.
type EntityDelta struct {
	// Number is the entity that changes, 0 to 1022.
	Number uint16
	// Removed says that the entity is gone; Unchanged, that it is there and
	// as the base. With either, nothing has changed.
	Removed, Unchanged bool
	// Count is how the sender announced the fields: from protocol 66 on the
	// number of fields of the table that follow, before that the number of a
	// known mask or 31. [EntityState.Delta] sets it; it matters to the Encoder
	// alone.
	Count uint8
	// Changed has bit f set where the [EntityField] f is in Values.
	Changed uint64
	// FullZero marks zeroes that were sent with all their bits although a
	// bit for zero exists, FullFloat floats that were sent with 32 bits although
	// 13 would do. They matter to the Encoder alone.
	FullZero, FullFloat uint64
	// Values are the new values of the fields in Changed; others are
	// undefined.
	Values [NumEntityFields]uint32
}

// Apply changes s, a copy of the base, to what the delta makes of it. The
// base is the same entity in the snapshot that the delta leans on, or its
// baseline where it is not there, or the zero EntityState for a baseline.
func (s *EntityState) Apply(d *EntityDelta) {
	s.Number = int(d.Number)
	for m := d.Changed & (1<<NumEntityFields - 1); m != 0; m &= m - 1 {
		f := bits.TrailingZeros64(m)
		s.F[f] = d.Values[f]
	}
}

// PlayerState is the full state of the player whose view was recorded.
type PlayerState struct {
	// F holds the fields. Floats are held by their bits.
	F [NumPlayerFields]uint32
	// Stats (health, armour, weapons, ...), Persistant (score, team, ...) and
	// Ammo (by weapon) are numbered by the mod; 16 bits, sign extended.
	Stats, Persistant, Ammo [16]int32
	// Powerups are the server times at which they end.
	Powerups [16]int32
}

// Float is a field as a float.
func (s *PlayerState) Float(f PlayerField) float32 { return math.Float32frombits(s.F[f]) }

// SetFloat sets a field to a float.
func (s *PlayerState) SetFloat(f PlayerField, v float32) { s.F[f] = math.Float32bits(v) }

// Int is a field as a signed integer.
func (s *PlayerState) Int(f PlayerField) int32 { return int32(s.F[f]) }

func (s *PlayerState) vector(x, y, z PlayerField) [3]float32 {
	return [3]float32{s.Float(x), s.Float(y), s.Float(z)}
}

// Origin is the place, in units.
func (s *PlayerState) Origin() [3]float32 { return s.vector(PsOriginX, PsOriginY, PsOriginZ) }

// SetOrigin sets the place.
func (s *PlayerState) SetOrigin(v [3]float32) {
	s.SetFloat(PsOriginX, v[0])
	s.SetFloat(PsOriginY, v[1])
	s.SetFloat(PsOriginZ, v[2])
}

// Velocity is in units per second.
func (s *PlayerState) Velocity() [3]float32 { return s.vector(PsVelocityX, PsVelocityY, PsVelocityZ) }

// SetVelocity sets the velocity.
func (s *PlayerState) SetVelocity(v [3]float32) {
	s.SetFloat(PsVelocityX, v[0])
	s.SetFloat(PsVelocityY, v[1])
	s.SetFloat(PsVelocityZ, v[2])
}

// ViewAngles are pitch, yaw and roll in degrees.
func (s *PlayerState) ViewAngles() [3]float32 { return s.vector(PsViewPitch, PsViewYaw, PsViewRoll) }

// SetViewAngles sets pitch, yaw and roll.
func (s *PlayerState) SetViewAngles(v [3]float32) {
	s.SetFloat(PsViewPitch, v[0])
	s.SetFloat(PsViewYaw, v[1])
	s.SetFloat(PsViewRoll, v[2])
}

// ArrayDelta is a change to one of the four arrays of the playerstate.
type ArrayDelta struct {
	// Sent says that the mask was sent, be it 0.
	Sent bool
	// Mask has bit i set where Values[i] is the new value of element i.
	Mask uint16
	// Values are undefined where Mask has no bit.
	Values [16]int32
}

func (a *ArrayDelta) apply(to *[16]int32) {
	for m := uint32(a.Mask); m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 15
		to[i] = a.Values[i]
	}
}

// PlayerDelta is a change to the playerstate as transmitted.
type PlayerDelta struct {
	// Count is the number of fields of the table that were sent (from protocol
	// 66 on). It matters to the Encoder alone.
	Count uint8
	// ArraysSent says that the bit before the arrays is set (from protocol 66
	// on). It matters to the Encoder alone.
	ArraysSent bool
	// Changed has bit f set where the [PlayerField] f is in Values.
	Changed uint64
	// FullFloat marks floats that were sent with 32 bits although 13 would
	// do. It matters to the Encoder alone.
	FullFloat uint64
	// Values are undefined where Changed has no bit.
	Values [NumPlayerFields]uint32
	// The arrays, in the order of transmission.
	Stats, Persistant, Ammo, Powerups ArrayDelta
}

// Apply changes s, a copy of the base, to what the delta makes of it. The
// base is the playerstate of the snapshot that the delta leans on, or the
// zero PlayerState where it leans on none.
func (s *PlayerState) Apply(d *PlayerDelta) {
	for m := d.Changed & (1<<NumPlayerFields - 1); m != 0; m &= m - 1 {
		f := bits.TrailingZeros64(m)
		s.F[f] = d.Values[f]
	}
	d.Stats.apply(&s.Stats)
	d.Persistant.apply(&s.Persistant)
	d.Ammo.apply(&s.Ammo)
	d.Powerups.apply(&s.Powerups)
}

// Delta returns what changes base to s in protocol p; fields that p lacks are
// left out. Where nothing changes it is Unchanged. The base of a baseline is
// the zero EntityState.
func (s *EntityState) Delta(base *EntityState, p *Protocol) EntityDelta {
	d := EntityDelta{Number: uint16(s.Number)}
	for _, f := range p.Entity {
		if s.F[f.ID] != base.F[f.ID] {
			d.Changed |= 1 << f.ID
			d.Values[f.ID] = s.F[f.ID]
		}
	}
	d.Unchanged = d.Changed == 0
	if !p.MaskedDeltas {
		d.Count = uint8(span(p.Entity, d.Changed))
	}
	return d
}

// Delta returns what changes base to s in protocol p; fields that p lacks are
// left out. The base of a complete snapshot is the zero PlayerState.
func (s *PlayerState) Delta(base *PlayerState, p *Protocol) PlayerDelta {
	var d PlayerDelta
	for _, f := range p.Player {
		if s.F[f.ID] != base.F[f.ID] {
			d.Changed |= 1 << f.ID
			d.Values[f.ID] = s.F[f.ID]
		}
	}
	d.Stats = arrayDelta(&s.Stats, &base.Stats)
	d.Persistant = arrayDelta(&s.Persistant, &base.Persistant)
	d.Ammo = arrayDelta(&s.Ammo, &base.Ammo)
	d.Powerups = arrayDelta(&s.Powerups, &base.Powerups)
	return d
}

func arrayDelta(s, base *[16]int32) ArrayDelta {
	a := ArrayDelta{Values: *s}
	for i := range s {
		if s[i] != base[i] {
			a.Mask |= 1 << i
		}
	}
	a.Sent = a.Mask != 0
	return a
}
