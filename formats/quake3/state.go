package quake3

import "math"

// Fields holds the fields of a state.
type Fields[ID EntityField | PlayerField] struct {
	// F holds the fields by canonical number. Floats are stored as their IEEE 754 bits.
	F [NumFields]uint32
}

// Float returns field f as a float.
func (s *Fields[ID]) Float(f ID) float32 { return math.Float32frombits(s.F[f]) }

// SetFloat sets field f to the float v.
func (s *Fields[ID]) SetFloat(f ID, v float32) { s.F[f] = math.Float32bits(v) }

// Int returns field f as a signed integer.
func (s *Fields[ID]) Int(f ID) int32 { return int32(s.F[f]) }

func (s *Fields[ID]) vector(x, y, z ID) [3]float32 {
	return [3]float32{s.Float(x), s.Float(y), s.Float(z)}
}

func (s *Fields[ID]) setVector(x, y, z ID, v [3]float32) {
	s.SetFloat(x, v[0])
	s.SetFloat(y, v[1])
	s.SetFloat(z, v[2])
}

// EntityState is the complete state of an entity.
type EntityState struct {
	// Number is the entity number, 0 to 1022.
	Number int
	Fields[EntityField]
}

// Trajectory describes a value as a function of time.
type Trajectory struct {
	// Type is one of the Tr constants.
	Type uint32
	// Time and Duration are in milliseconds of server time.
	Time, Duration int32
	// Base is the value at Time. Delta is its change per second.
	Base, Delta [3]float32
	// Gravity, if not 0, overrides the game's gravity (protocol 73 and up).
	Gravity int32
}

// Origin returns the position as transmitted. It does not evaluate the trajectory.
func (s *EntityState) Origin() [3]float32 { return s.vector(EntPosBaseX, EntPosBaseY, EntPosBaseZ) }

// Angles returns the angles (pitch, yaw, roll) as transmitted, in degrees.
func (s *EntityState) Angles() [3]float32 {
	return s.vector(EntAposBasePitch, EntAposBaseYaw, EntAposBaseRoll)
}

// Origin2 returns the second position: the end of a beam, or the position of a mover.
func (s *EntityState) Origin2() [3]float32 { return s.vector(EntOrigin2X, EntOrigin2Y, EntOrigin2Z) }

// SetOrigin2 sets the second position.
func (s *EntityState) SetOrigin2(v [3]float32) { s.setVector(EntOrigin2X, EntOrigin2Y, EntOrigin2Z, v) }

// Trajectory returns the trajectory of the position, in units.
func (s *EntityState) Trajectory() Trajectory {
	return Trajectory{
		Type: s.F[EntPosType], Time: s.Int(EntPosTime), Duration: s.Int(EntPosDuration),
		Base: s.Origin(), Delta: s.vector(EntPosDeltaX, EntPosDeltaY, EntPosDeltaZ),
		Gravity: s.Int(EntPosGravity),
	}
}

// SetTrajectory sets the trajectory of the position.
func (s *EntityState) SetTrajectory(t Trajectory) {
	s.F[EntPosType], s.F[EntPosTime], s.F[EntPosDuration] = t.Type, uint32(t.Time), uint32(t.Duration)
	s.setVector(EntPosBaseX, EntPosBaseY, EntPosBaseZ, t.Base)
	s.setVector(EntPosDeltaX, EntPosDeltaY, EntPosDeltaZ, t.Delta)
	s.F[EntPosGravity] = uint32(t.Gravity)
}

// AngleTrajectory returns the trajectory of the angles, in degrees.
func (s *EntityState) AngleTrajectory() Trajectory {
	return Trajectory{
		Type: s.F[EntAposType], Time: s.Int(EntAposTime), Duration: s.Int(EntAposDuration),
		Base: s.Angles(), Delta: s.vector(EntAposDeltaPitch, EntAposDeltaYaw, EntAposDeltaRoll),
		Gravity: s.Int(EntAposGravity),
	}
}

// SetAngleTrajectory sets the trajectory of the angles.
func (s *EntityState) SetAngleTrajectory(t Trajectory) {
	s.F[EntAposType], s.F[EntAposTime], s.F[EntAposDuration] = t.Type, uint32(t.Time), uint32(t.Duration)
	s.setVector(EntAposBasePitch, EntAposBaseYaw, EntAposBaseRoll, t.Base)
	s.setVector(EntAposDeltaPitch, EntAposDeltaYaw, EntAposDeltaRoll, t.Delta)
	s.F[EntAposGravity] = uint32(t.Gravity)
}

// PlayerState is the complete state of the player whose view was recorded.
type PlayerState struct {
	PlayerFields
	PlayerArrays
}

// PlayerFields holds the fields of a playerstate.
type PlayerFields struct{ Fields[PlayerField] }

// ArraySize is the number of elements in each array of a playerstate.
const ArraySize = 16

// PlayerArrays holds the arrays of a playerstate. The arrays change less often than the fields.
type PlayerArrays struct {
	// Stats (health, armour, weapons, ...), Persistant (score, team, ...) and Ammo (by weapon) have indices that the
	// mod defines. Their elements are sign-extended from 16 bits.
	Stats, Persistant, Ammo [ArraySize]int32
	// Powerups holds the server times at which powerups expire.
	Powerups [ArraySize]int32
}

// Origin returns the position, in units.
func (s *PlayerFields) Origin() [3]float32 { return s.vector(PsOriginX, PsOriginY, PsOriginZ) }

// SetOrigin sets the position.
func (s *PlayerFields) SetOrigin(v [3]float32) { s.setVector(PsOriginX, PsOriginY, PsOriginZ, v) }

// Velocity returns the velocity, in units per second.
func (s *PlayerFields) Velocity() [3]float32 { return s.vector(PsVelocityX, PsVelocityY, PsVelocityZ) }

// SetVelocity sets the velocity.
func (s *PlayerFields) SetVelocity(v [3]float32) {
	s.setVector(PsVelocityX, PsVelocityY, PsVelocityZ, v)
}

// ViewAngles returns the view angles: pitch, yaw and roll in degrees.
func (s *PlayerFields) ViewAngles() [3]float32 { return s.vector(PsViewPitch, PsViewYaw, PsViewRoll) }

// SetViewAngles sets the view angles: pitch, yaw and roll in degrees.
func (s *PlayerFields) SetViewAngles(v [3]float32) {
	s.setVector(PsViewPitch, PsViewYaw, PsViewRoll, v)
}
