package recording

import (
	"encoding/binary"
	"fragscope/sim"
	"math/bits"
	"slices"
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
)

// poseOf are the bits of a player's pose, which lie in a row.
func poseOf(p *FramePlayer) *pose {
	return (*pose)(unsafe.Pointer(&p.Origin))
}

// place, velocity and view are what a pose tells.
func (p *pose) place() sim.Vec3    { return getVec(p[:]) }
func (p *pose) velocity() sim.Vec3 { return getVec(p[poseSpeed:]) }
func (p *pose) view() sim.Angles   { return getAngles(p[poseView:]) }

// A pose is written as what differs from the one before: of each word two, three or four bytes, or none.
//
//	sizes: three bytes: 1, a bit that is set if the velocity follows, then two bits for each word: how many bytes it has, see poseBytes.
//	Then the bytes in which each word differs, those first in which floats that are near each other do.
const (
	poseSizes   = 3                           // bytes
	poseLongest = poseSizes + 4*poseWords + 4 // and what is written behind
	// poseCode and poseBytes are, by nibbles, the two bits of a difference of so many bytes, and the bytes that these stand for.
	poseCode  = 0x3_2_1_1_0
	poseBytes = 0x4_3_2_0
)

// append appends what differs from the pose before, in a recording in which a step between two frames takes so many seconds; 0 is for
// poses of which nothing leads from one to the other.
func (p *pose) append(buf []byte, before *pose, step float32) []byte {
	from, sizes := *before, uint32(1)
	if p.follows(before, step) {
		copy(from[poseSpeed:poseView], p[poseSpeed:poseView])
		sizes |= 2
	}
	start := len(buf)
	buf = slices.Grow(buf, poseLongest)
	room, n := buf[start:start+poseLongest], poseSizes
	for i, w := range p {
		d := bits.RotateLeft32(bits.ReverseBytes32(w^from[i]), -8)
		code := uint32(poseCode) >> ((bits.Len32(d) + 7) / 8 * 4) & 3
		binary.LittleEndian.PutUint32(room[n:], d)
		n += poseBytes >> (code * 4) & 7
		sizes |= code << (2*i + 2)
	}
	room[0], room[1], room[2] = byte(sizes), byte(sizes>>8), byte(sizes>>16)
	return buf[:start+n]
}

// follows reports whether the velocity is other than before, and is that of what went from the place before to this.
func (p *pose) follows(before *pose, step float32) bool {
	if step == 0 || [3]uint32(p[poseSpeed:poseView]) == [3]uint32(before[poseSpeed:poseView]) {
		return false
	}
	for i := range 3 {
		if p[poseSpeed+i] != word((float(p[i])-float(before[i]))/step) {
			return false
		}
	}
	return true
}

// read makes of the pose before what append wrote.
func (p *pose) read(in *stream, step float32) {
	sizes := uint32(in.octet()) | uint32(in.octet())<<8 | uint32(in.octet())<<16
	from := [3]uint32(p[:])
	for i := range p {
		code := sizes >> (2*i + 2) & 3
		p[i] ^= bits.ReverseBytes32(bits.RotateLeft32(in.word(int(poseBytes>>(code*4)&7)), 8))
	}
	if sizes&2 != 0 {
		for i := range from {
			p[poseSpeed+i] = word((float(p[i]) - float(from[i])) / step)
		}
	}
}

// stepOf is how many seconds lie between two frames, as track has it for velocities that follow from places.
func stepOf(from, to uint32) float32 {
	return float32((time.Duration(to-from) * time.Millisecond).Seconds())
}
