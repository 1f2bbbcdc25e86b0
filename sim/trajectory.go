package sim

import (
	"math"
	"time"
)

// TrajectoryKind is how a value goes on after a snapshot.
type TrajectoryKind uint8

const (
	// TrajectoryInterpolate goes straight to the value of the next snapshot.
	TrajectoryInterpolate TrajectoryKind = iota
	// TrajectoryStationary stays at Base.
	TrajectoryStationary
	// TrajectoryLinear goes from Base at Start with Delta a second.
	TrajectoryLinear
	// TrajectoryLinearStop is TrajectoryLinear that ends after Duration.
	TrajectoryLinearStop
	// TrajectorySine swings around Base by Delta, once every Duration.
	TrajectorySine
	// TrajectoryGravity is TrajectoryLinear that falls.
	TrajectoryGravity
)

// Trajectory is a trajectory as Quake III has them: the value at any time of the
// game's clock.
type Trajectory struct {
	Kind            TrajectoryKind
	Start, Duration time.Duration // Start on the game's clock
	Base, Delta     Vec3
	// Gravity pulls down, in units per second squared; 0 stands for 800.
	Gravity float32
}

// DefaultGravity is that of all games of the family, in units per second squared.
const DefaultGravity = 800

// At is the value and its change a second at a time of the game's clock.
func (m *Trajectory) At(clock time.Duration) (value, velocity Vec3) {
	if m.Kind <= TrajectoryStationary { // most are
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
