package recording

import (
	"fragscope/sim"
	"math"
	"time"
)

// Frame is the state at one snapshot as an adapter hands it to
// [Recorder.Frame], which copies what it needs: an adapter keeps one Frame
// and changes it. A player or entity that went out of sight stays in it with
// Visible false and its LastSeen time, so that no reader needs history.
type Frame struct {
	// Time is the moment from the start of the demo, in whole milliseconds;
	// never less than that of the frame before.
	Time time.Duration
	// Clock, Match, MatchKnown, Phase, POV, Approximate, TeamScore, FlagState,
	// CenterPrint and ScreenText are as in [World]. What they refer to is not changed once a frame had it.
	Clock       time.Duration
	Match       time.Duration
	MatchKnown  bool
	Phase       sim.Phase
	POV         sim.Slot
	Approximate bool
	TeamScore   [sim.TeamCount]int16
	FlagState   [sim.TeamCount]sim.FlagState
	CenterPrint sim.Text
	ScreenText  *sim.ScreenText

	// LastScores is set after the end of a match while the players' scores are still
	// those of that match, as where the game sends its last table in the intermission.
	LastScores bool

	// Players, Entities and Movers ascend by Slot and Number, which are unique
	// among them and in 0..65534.
	Players  []FramePlayer
	Entities []FrameEntity
	Movers   []FrameMover

	Changes Changes
}

// Changes are the rows of a frame that may not be as in the frame before: the recorder looks at no others. Of the zero value that are all.
type Changes struct {
	// Players has a bit for each place among the players. It is nil if they are not those of the frame before.
	Players []uint64
	// Entities and Movers are the numbers of those that changed, were added or removed, in any order, if Known is set.
	Entities, Movers []int32
	Known            bool
}

// entity returns the row of an entity, nil if it has none, and the index where it is or would be. The search starts at index at.
func (f *Frame) entity(number int32, at int) (*FrameEntity, int) {
	end := len(f.Entities)
	for at < end {
		if half := int(uint(at+end) / 2); f.Entities[half].Number < int(number) {
			at = half + 1
		} else {
			end = half
		}
	}
	if at == len(f.Entities) || f.Entities[at].Number != int(number) {
		return nil, at
	}
	return &f.Entities[at], at
}

// mover is entity for a mover, of which few move at a time.
func (f *Frame) mover(number int32, at int) (*FrameMover, int) {
	for at < len(f.Movers) && f.Movers[at].Number < int(number) {
		at++
	}
	if at == len(f.Movers) || f.Movers[at].Number != int(number) {
		return nil, at
	}
	return &f.Movers[at], at
}

// FramePlayer is a player at a snapshot. Between two snapshots his place and
// view are interpolated.
type FramePlayer struct {
	sim.Player
	// NoLerp forbids interpolation from the frame before: teleport, respawn, new
	// level, first sight.
	NoLerp bool
}

// FrameEntity is an entity at a snapshot. With the zero Trajectory, Origin and
// Velocity are those of the snapshot and Origin is interpolated; with any
// other, they follow from Trajectory.
type FrameEntity struct {
	sim.Entity
	Trajectory sim.Trajectory
	NoLerp     bool
}

// FrameMover is a mover at a snapshot; Origin and Angles as in FrameEntity.
type FrameMover struct {
	sim.Mover
	Trajectory      sim.Trajectory
	AngleTrajectory sim.Trajectory
	NoLerp          bool
}

func lerp(a, b, f float32) float32 { return a + (b-a)*f }

func lerpVec(a, b sim.Vec3, f float32) sim.Vec3 {
	return sim.Vec3{lerp(a[0], b[0], f), lerp(a[1], b[1], f), lerp(a[2], b[2], f)}
}

// lerpAngle takes the short way round.
func lerpAngle(a, b, f float32) float32 {
	d := b - a
	if d > 180 || d < -180 {
		d = float32(math.Remainder(float64(d), 360))
	}
	return a + d*f
}

func lerpAngles(a, b sim.Angles, f float32) sim.Angles {
	return sim.Angles{Pitch: lerpAngle(a.Pitch, b.Pitch, f), Yaw: lerpAngle(a.Yaw, b.Yaw, f), Roll: lerpAngle(a.Roll, b.Roll, f)}
}
