package sim

import (
	"math"
	"time"
)

// TrajectoryKind describes how a value changes over time after a snapshot.
type TrajectoryKind uint8

const (
	// TrajectoryInterpolate means that the value moves in a straight line to its value in the next snapshot.
	TrajectoryInterpolate TrajectoryKind = iota
	// TrajectoryStationary means that the value stays at Base.
	TrajectoryStationary
	// TrajectoryLinear means that the value is Base at the time Start and changes by Delta per second.
	TrajectoryLinear
	// TrajectoryLinearStop is like TrajectoryLinear, but the value stops changing after Duration.
	TrajectoryLinearStop
	// TrajectorySine means that the value oscillates about Base with amplitude Delta and period Duration.
	TrajectorySine
	// TrajectoryGravity is like TrajectoryLinear, but the value is also subject to gravity.
	TrajectoryGravity
)

// Trajectory describes a value as a function of the game's clock, as in Quake III.
type Trajectory struct {
	Kind            TrajectoryKind
	Start, Duration time.Duration // Start on the game's clock
	Base, Delta     Vec3
	// Gravity is the downward acceleration in units per second squared; 0 means [DefaultGravity].
	Gravity float32
}

// DefaultGravity is the default gravity in all Quake games, in units per second squared.
const DefaultGravity = 800

// At returns the value and its rate of change, per second, at the given time on the game's clock.
func (m *Trajectory) At(clock time.Duration) (value, velocity Vec3) {
	if m.Kind <= TrajectoryStationary { // the common case
		return m.Base, Vec3{}
	}
	dt := float32((clock - m.Start).Seconds())
	switch m.Kind {
	case TrajectoryLinear:
		return m.along(dt), m.Delta
	case TrajectoryLinearStop:
		if clock > m.Start+m.Duration {
			return m.along(float32(m.Duration.Seconds())), Vec3{}
		}
		if dt < 0 {
			return m.Base, Vec3{}
		}
		return m.along(dt), m.Delta
	case TrajectorySine:
		if m.Duration <= 0 {
			return m.Base, Vec3{}
		}
		sin, cos := math.Sincos(float64(clock-m.Start) / float64(m.Duration) * 2 * math.Pi)
		rate := float32(cos * 2 * math.Pi / m.Duration.Seconds())
		return m.along(float32(sin)), Vec3{m.Delta[0] * rate, m.Delta[1] * rate, m.Delta[2] * rate}
	case TrajectoryGravity:
		g := m.Gravity
		if g == 0 {
			g = DefaultGravity
		}
		value, velocity = m.along(dt), m.Delta
		value[2] -= g / 2 * dt * dt
		velocity[2] -= g * dt
		return value, velocity
	}
	return m.Base, Vec3{}
}

func (m *Trajectory) along(s float32) Vec3 {
	return Vec3{m.Base[0] + m.Delta[0]*s, m.Base[1] + m.Delta[1]*s, m.Base[2] + m.Delta[2]*s}
}
