package recording

import (
	"fragscope/sim"
	"unsafe"
)

// A pose is where a player is, how fast, and where he looks: the bits of nine floats, most of which change with each frame. They
// are a table of their own, so that a player who only moves has no other row written.
type pose [poseWords]uint32

const (
	poseWords = 9
	poseSpeed = 3 // first of the words of the velocity
	poseView  = 6 // and of the view
)

// poseOf are the bits of a player's pose, which lie in a row.
func poseOf(p *FramePlayer) *pose {
	return (*pose)(unsafe.Pointer(&p.Origin))
}

// place, velocity and view are what a pose tells.
func (p *pose) place() sim.Vec3    { return getVec(p[:]) }
func (p *pose) velocity() sim.Vec3 { return getVec(p[poseSpeed:]) }
func (p *pose) view() sim.Angles   { return getAngles(p[poseView:]) }
