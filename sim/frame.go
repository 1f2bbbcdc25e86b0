package sim

import (
	"math"
	"time"
)

// Frame is the state at one snapshot as a simulator hands it to
// [Recorder.Frame], which copies what it needs: a simulator keeps one Frame
// and changes it. A player or thing that went out of sight stays in it with
// Known false and its Seen time, so that no reader needs history.
type Frame struct {
	// Time is the moment from the start of the demo, in whole milliseconds;
	// never less than that of the frame before.
	Time time.Duration
	// Clock, Match, MatchKnown, Phase, POV, Approximate, TeamScore, FlagState
	// CenterPrint and Board are as in [World].
	Clock       time.Duration
	Match       time.Duration
	MatchKnown  bool
	Phase       Phase
	POV         int
	Approximate bool
	TeamScore   [TeamCount]int16
	FlagState   [TeamCount]FlagState
	CenterPrint Text
	Board       *Board

	// Players, Things and Movers ascend by Slot and Entity, which are unique
	// among them and in 0..65534.
	Players []FramePlayer
	Things  []FrameThing
	Movers  []FrameMover
}

// FramePlayer is a player at a snapshot. Between two snapshots his place and
// view are interpolated.
type FramePlayer struct {
	Player
	// Cut forbids interpolation from the frame before: teleport, respawn, new
	// level, first sight.
	Cut bool
}

// FrameThing is a thing at a snapshot. With the zero Motion, Origin and
// Velocity are those of the snapshot and Origin is interpolated; with any
// other, they follow from Motion.
type FrameThing struct {
	Thing
	Motion Motion
	Cut    bool
}

// FrameMover is a mover at a snapshot; Origin and Angles as in FrameThing.
type FrameMover struct {
	Mover
	Motion      Motion
	AngleMotion Motion
	Cut         bool
}

// MotionKind is how a value goes on after a snapshot.
type MotionKind uint8

const (
	// MotionInterpolate goes straight to the value of the next snapshot.
	MotionInterpolate MotionKind = iota
	// MotionStationary stays at Base.
	MotionStationary
	// MotionLinear goes from Base at Start with Delta a second.
	MotionLinear
	// MotionLinearStop is MotionLinear that ends after Duration.
	MotionLinearStop
	// MotionSine swings around Base by Delta, once every Duration.
	MotionSine
	// MotionGravity is MotionLinear that falls.
	MotionGravity
)

// Motion is a trajectory as Quake III has them: the value at any time of the
// game's clock.
type Motion struct {
	Kind            MotionKind
	Start, Duration time.Duration // Start on the game's clock
	Base, Delta     Vec3
	// Gravity pulls down, in units per second squared; 0 stands for 800.
	Gravity float32
}

// DefaultGravity is that of all games of the family, in units per second squared.
const DefaultGravity = 800

// At is the value and its change a second at a time of the game's clock.
func (m *Motion) At(clock time.Duration) (value, velocity Vec3) {
	dt := float32((clock - m.Start).Seconds())
	switch m.Kind {
	case MotionLinear:
		return m.along(dt), m.Delta
	case MotionLinearStop:
		if clock > m.Start+m.Duration {
			return m.along(float32(m.Duration.Seconds())), Vec3{}
		}
		if dt < 0 {
			return m.Base, Vec3{}
		}
		return m.along(dt), m.Delta
	case MotionSine:
		if m.Duration <= 0 {
			return m.Base, Vec3{}
		}
		sin, cos := math.Sincos(float64(clock-m.Start) / float64(m.Duration) * 2 * math.Pi)
		rate := float32(cos * 2 * math.Pi / m.Duration.Seconds())
		return m.along(float32(sin)), Vec3{m.Delta[0] * rate, m.Delta[1] * rate, m.Delta[2] * rate}
	case MotionGravity:
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

func (m *Motion) along(s float32) Vec3 {
	return Vec3{m.Base[0] + m.Delta[0]*s, m.Base[1] + m.Delta[1]*s, m.Base[2] + m.Delta[2]*s}
}

func lerp(a, b, f float32) float32 { return a + (b-a)*f }

func lerpVec(a, b Vec3, f float32) Vec3 {
	return Vec3{lerp(a[0], b[0], f), lerp(a[1], b[1], f), lerp(a[2], b[2], f)}
}

// lerpAngle takes the short way round.
func lerpAngle(a, b, f float32) float32 {
	d := b - a
	if d > 180 || d < -180 {
		d = float32(math.Remainder(float64(d), 360))
	}
	return a + d*f
}

func lerpAngles(a, b Angles, f float32) Angles {
	return Angles{lerpAngle(a.Pitch, b.Pitch, f), lerpAngle(a.Yaw, b.Yaw, f), lerpAngle(a.Roll, b.Roll, f)}
}
