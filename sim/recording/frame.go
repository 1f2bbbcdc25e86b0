package recording

import (
	"fragscope/sim"
	"math"
	"time"
)

// Frame holds the state at a snapshot, as passed by an adapter to [Recorder.Frame]. The recorder copies what it needs,
// so an adapter can keep a single Frame and modify it from snapshot to snapshot. The recorder clears each row's NoLerp,
// which applies to one frame only, and leaves all other fields unchanged. Players and entities that go out of sight
// stay in the Frame, with Visible set to false.
type Frame struct {
	// Time is the time since the start of the demo, in whole milliseconds. It never decreases from one frame to the
	// next.
	Time time.Duration
	// Clock, Match, MatchKnown, Phase, POV, Approximate, TeamScore, FlagState, CenterPrint and ScreenText are as in
	// [sim.World]. Data that they refer to must not be modified once a frame has been recorded.
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

	// LastScores is set, after the end of a match, while the players' scores are still those of that match. Some games
	// send the final scores only during the intermission.
	LastScores bool

	// Players is sorted by Slot; Entities and Movers are sorted by Number. Slots and numbers must be unique and in the
	// range 0 to 65534. A player's inventory must not be modified once a frame with it has been recorded.
	Players  []FramePlayer
	Entities []FrameEntity
	Movers   []FrameMover

	Changes Changes
}

// Changes lists the rows that may differ from the previous frame. The recorder ignores all other rows. The zero Changes
// means that all rows may differ.
type Changes struct {
	// Players has a bit for each index in the frame's Players. It is nil if players were added or removed since the
	// previous frame.
	Players []uint64
	// If Known is set, Entities and Movers list the numbers of the rows that changed, were added or were removed, in
	// any order.
	Entities, Movers []int32
	Known            bool
}

// entity returns the row of an entity, or nil if there is none, and the index at which it is or belongs. The search
// starts at index at.
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

// lerpAgain clears NoLerp in all rows.
func (f *Frame) lerpAgain() {
	for i := range f.Players {
		f.Players[i].NoLerp = false
	}
	for i := range f.Entities {
		f.Entities[i].NoLerp = false
	}
	for i := range f.Movers {
		f.Movers[i].NoLerp = false
	}
}

// mover is like entity, but for movers. Few of them move at a time, so the search is linear.
func (f *Frame) mover(number int32, at int) (*FrameMover, int) {
	for at < len(f.Movers) && f.Movers[at].Number < int(number) {
		at++
	}
	if at == len(f.Movers) || f.Movers[at].Number != int(number) {
		return nil, at
	}
	return &f.Movers[at], at
}

// FramePlayer is a player in a snapshot. His position and view are interpolated between snapshots.
type FramePlayer struct {
	sim.Player
	// NoLerp prevents interpolation from the previous frame. It is set after a teleport, a respawn, the start of a
	// level, or when the player comes into sight.
	NoLerp bool
}

// FrameEntity is an entity in a snapshot. If Trajectory is not zero, it determines the entity's position and velocity.
// Otherwise Origin and Velocity are the entity's position and velocity at the snapshot, and Origin is interpolated.
type FrameEntity struct {
	sim.Entity
	Trajectory sim.Trajectory
	NoLerp     bool
}

// FrameMover is a mover in a snapshot. Its Origin and Angles are treated like those of a FrameEntity.
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

// lerpAngle interpolates angles the short way round.
func lerpAngle(a, b, f float32) float32 {
	d := b - a
	if d > 180 || d < -180 {
		d = float32(math.Remainder(float64(d), 360))
	}
	return a + d*f
}

func lerpAngles(a, b sim.Angles, f float32) sim.Angles {
	return sim.Angles{Pitch: lerpAngle(a.Pitch, b.Pitch, f), Yaw: lerpAngle(a.Yaw, b.Yaw, f),
		Roll: lerpAngle(a.Roll, b.Roll, f)}
}
