package recording

import (
	"encoding/binary"
	"fragscope/sim"
	"math/bits"
	"slices"
	"unsafe"
)

// A pose is where a player is, how fast, and where he looks: the bits of nine floats, most of which change with each frame. They
// are a table of their own, so that a player who only moves has no other row written. Where games do not send velocities, these follow
// from the places: a bit says so, instead of the words.
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

// The table of poses: { change }... 0. A frame has all poses, by the gaps between their slots and from poses of zeroes, or those that
// changed, by the gaps between their places in the table.
//
//	head: three bytes: the gap in four bits, a bit that is set if the velocity follows, then two bits for each word: how many bytes it
//	has, see poseBytes. Behind it a gap of poseFar and more (varint).
//	Then the bytes in which each word differs, those first in which floats that are near each other do.
const (
	poseFar     = 15
	poseHead    = 3                                                  // bytes
	poseLongest = poseHead + binary.MaxVarintLen32 + 4*poseWords + 4 // with what is written behind
	// The parts of a head.
	poseFollows, poseCodes = 4, 5
	// poseBytes are, by nibbles, the bytes that the two bits of a word stand for.
	poseBytes = 0x4_3_2_0
)

// poseSizes are the two bits and the bytes of differences that are so many bits long.
var poseSizes = func() (sizes [64]struct{ code, bytes uint8 }) {
	for n := range sizes[:33] {
		code := max((n+7)/8-1, min(n, 1))
		sizes[n].code, sizes[n].bytes = uint8(code), uint8(uint32(poseBytes)>>(code*4)&7)
	}
	return sizes
}()

// append appends what differs from the pose before, so many seconds earlier; 0 is for poses of which nothing leads from one to the other.
func (p *pose) append(buf []byte, gap uint32, before *pose, step float32) []byte {
	from, head := *before, min(gap, poseFar)
	if p.follows(before, step) {
		copy(from[poseSpeed:poseView], p[poseSpeed:poseView])
		head |= 1 << poseFollows
	}
	start := len(buf)
	buf = slices.Grow(buf, poseLongest)
	room, n := buf[start:start+poseLongest], poseHead
	if gap >= poseFar {
		n += binary.PutUvarint(room[n:], uint64(gap))
	}
	for i, w := range p {
		d := bits.RotateLeft32(bits.ReverseBytes32(w^from[i]), -8)
		size := poseSizes[bits.Len32(d)&63]
		binary.LittleEndian.PutUint32(room[n:], d)
		n += int(size.bytes)
		head |= uint32(size.code) << (2*i + poseCodes)
	}
	room[0], room[1], room[2] = byte(head), byte(head>>8), byte(head>>16)
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

// read makes of the pose before what append wrote behind the head.
func (p *pose) read(in *stream, head uint32, step float32) {
	from := [3]uint32(p[:])
	for i := range p {
		code := head >> (2*i + poseCodes) & 3
		p[i] ^= bits.ReverseBytes32(bits.RotateLeft32(in.word(int(poseBytes>>(code*4)&7)), 8))
	}
	if head>>poseFollows&1 != 0 {
		for i := range from {
			p[poseSpeed+i] = word((float(p[i]) - float(from[i])) / step)
		}
	}
}

// readPoses reads the poses of a frame that is so many seconds behind the one of the table.
func readPoses(in *stream, t table[pose], all bool, step float32) table[pose] {
	if all {
		t = t[:0]
	}
	for at := -1; in.data[in.pos] != 0; {
		head := in.word(poseHead)
		gap := int(head & poseFar)
		if gap == poseFar {
			gap = int(in.varint())
		}
		if at += gap; all {
			t = append(t, row[pose]{key: int32(at)})
			t[len(t)-1].words.read(in, head, 0)
		} else {
			t[at].words.read(in, head, step)
		}
	}
	in.pos++
	return t
}

// stepOf is how many seconds lie between two frames.
func stepOf(from, to uint32) float32 { return float32(to-from) / 1000 }
