package recording

import (
	"encoding/binary"
	"fragscope/sim"
	"math/bits"
	"slices"
	"unsafe"
)

// A pose is a player's position, velocity and view: the bits of nine floats, most of which change with every frame.
// Poses have a separate table, so that a player who only moves has no other row written. In games that do not send
// velocities these follow from the positions, and a bit says so instead of the words.
type pose [poseWords]uint32

const (
	poseWords = 9
	poseSpeed = 3 // first word of the velocity
	poseView  = 6 // first word of the view
)

// poseOf returns the player's pose, which shares his memory.
func poseOf(p *FramePlayer) *pose {
	return (*pose)(unsafe.Pointer(&p.Origin))
}

// place, velocity and view return the parts of a pose.
func (p *pose) place() sim.Vec3    { return getVec(p[:]) }
func (p *pose) velocity() sim.Vec3 { return getVec(p[poseSpeed:]) }
func (p *pose) view() sim.Angles   { return getAngles(p[poseView:]) }

// The table of poses: { change }... 0. A frame has either all poses, with the gaps between their slots and from
// poses of zeroes, or those that changed, with the gaps between their indices in the table.
//
//	head: three bytes: the gap in four bits, a bit that is set if the velocity follows, then two bits for each word:
//	the number of its bytes (see poseBytes). After it a gap of poseFar or more (varint).
//	Then the bytes in which each word differs, beginning with those in which close floats differ.
const (
	poseFar     = 15
	poseHead    = 3   // bytes
	poseLongest = 128 // twice a power of two that has room for one, with what is written past the end
	// Positions of the parts of a head.
	poseFollows, poseCodes = 4, 5
	// poseBytes has, in its nibbles, the number of bytes for each value of a word's two bits.
	poseBytes = 0x4_3_2_0
)

// poseSizes[n] is the two-bit code and the number of bytes for a difference of n bits.
var poseSizes = func() (sizes [64]struct{ code, bytes uint8 }) {
	for n := range sizes[:33] {
		code := max((n+7)/8-1, min(n, 1))
		sizes[n].code, sizes[n].bytes = uint8(code), uint8(uint32(poseBytes)>>(code*4)&7)
	}
	return sizes
}()

// append appends the differences to the previous pose, step seconds earlier. A step of 0 is for poses that do not
// continue each other.
func (p *pose) append(buf []byte, gap uint32, before *pose, step float32) []byte {
	start := len(buf)
	buf = slices.Grow(buf, poseLongest)
	room, n, head := (*[poseLongest]byte)(buf[start:start+poseLongest]), uint(poseHead), min(gap, poseFar)
	if gap >= poseFar {
		n += uint(binary.PutUvarint(room[n:], uint64(gap)))
	}
	speed := (*[3]uint32)(before[poseSpeed:])
	if p.follows(before, step) {
		head |= 1 << poseFollows
		speed = (*[3]uint32)(p[poseSpeed:])
	}
	put := func(i int, w, from uint32) {
		d := bits.RotateLeft32(bits.ReverseBytes32(w^from), -8)
		size := poseSizes[bits.Len32(d)&63]
		binary.LittleEndian.PutUint32(room[n&(poseLongest/2-1):], d)
		n += uint(size.bytes)
		head |= uint32(size.code) << (2*i + poseCodes)
	}
	put(0, p[0], before[0])
	put(1, p[1], before[1])
	put(2, p[2], before[2])
	put(3, p[3], speed[0])
	put(4, p[4], speed[1])
	put(5, p[5], speed[2])
	put(6, p[6], before[6])
	put(7, p[7], before[7])
	put(8, p[8], before[8])
	room[0], room[1], room[2] = byte(head), byte(head>>8), byte(head>>16)
	return buf[:start+int(n)]
}

// follows reports whether the velocity changed and is that of a move from the previous position to this one.
func (p *pose) follows(before *pose, step float32) bool {
	const x, y, z = poseSpeed, poseSpeed + 1, poseSpeed + 2
	if step == 0 || p[x] == before[x] && p[y] == before[y] && p[z] == before[z] {
		return false
	}
	return p[x] == word((float(p[0])-float(before[0]))/step) && p[y] == word((float(p[1])-float(before[1]))/step) &&
		p[z] == word((float(p[2])-float(before[2]))/step)
}

// read applies the output of append, without the head, to p.
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

// readPoses reads the poses of a frame, step seconds after that of the table.
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

// stepOf returns the seconds between two frames.
func stepOf(from, to uint32) float32 { return float32(to-from) / 1000 }
