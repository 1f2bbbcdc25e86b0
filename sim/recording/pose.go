package recording

import (
	"fragscope/sim"
	"time"
	"unsafe"
)

// A pose is where a player is, how fast, and where he looks: the bits of nine floats, most of which change with each frame. They
// are a table of their own, so that a player who only moves has no other row written. Where games do not send velocities, these follow
// from the places: a bit of the mask says so, instead of the words.
type pose [poseWords]uint32

const (
	poseWords = 9
	poseSpeed = 3 // first of the words of the velocity
	poseView  = 6 // and of the view

	poseSpeeds  = 7 << poseSpeed // mask of the velocity
	poseFollows = 1 << poseWords // the velocity follows from the places
)

// poseOf are the bits of a player's pose, which lie in a row.
func poseOf(p *FramePlayer) *pose {
	return (*pose)(unsafe.Pointer(&p.Origin))
}

// place, velocity and view are what a pose tells.
func (p *pose) place() sim.Vec3    { return getVec(p[:]) }
func (p *pose) velocity() sim.Vec3 { return getVec(p[poseSpeed:]) }
func (p *pose) view() sim.Angles   { return getAngles(p[poseView:]) }

// changes is the mask of what a pose has other than the one before, which was so many milliseconds earlier.
func (p *pose) changes(before *pose, step uint32) uint64 {
	mask := changeOf(before, p)
	if mask&poseSpeeds != 0 && step > 0 {
		if v := speedOf(before.place(), p.place(), step); p[poseSpeed] == v[0] && p[poseSpeed+1] == v[1] && p[poseSpeed+2] == v[2] {
			mask = mask&^poseSpeeds | poseFollows
		}
	}
	return mask
}

// append appends changes that changes says.
func (p *pose) append(buf []byte, mask uint64, before *pose) []byte {
	return appendWords(appendUvarint(buf, mask<<1|1), mask&^poseFollows, before, p)
}

// read makes of the pose before the one that was written with a mask of changes.
func (p *pose) read(in *stream, mask uint64, step uint32) {
	before := p.place()
	readRow(in, mask&^poseFollows, p)
	if mask&poseFollows != 0 {
		v := speedOf(before, p.place(), step)
		copy(p[poseSpeed:], v[:])
	}
}

// speedOf are the bits of the velocity of what went from one place to another in so many milliseconds, as track has it.
func speedOf(from, to sim.Vec3, step uint32) (v [3]uint32) {
	in := float32((time.Duration(step) * time.Millisecond).Seconds())
	for i := range v {
		v[i] = word((to[i] - from[i]) / in)
	}
	return v
}
