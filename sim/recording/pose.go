package recording

import (
	"encoding/binary"
	"fragscope/sim"
	"math/bits"
	"slices"
	"unsafe"
)

// pose is a player's position, velocity and view: the bits of nine floats, most of which change with every frame. Poses
// have a table of their own, so that a player who only moves needs no other row. In games that do not send velocities,
// these follow from the positions, and a single bit replaces the words.
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

// The table of poses: { gap (varint), mask (two bytes), words }... 0. A frame has either all poses, with the gaps
// between their slots and from poses of zeroes, or those that changed, with the gaps between their indices in the
// table. The mask has a bit for each word that differs, and poseFollows if the velocity follows from the move.
const (
	poseFollows = 1 << poseWords
	poseLongest = 128 // bytes: twice a power of two that has room for a pose
)

// append appends the differences to the previous pose, step seconds earlier, unless there are none. A step of 0 is for
// poses that do not continue each other.
func (p *pose) append(buf []byte, gap uint32, before *pose, step float32) []byte {
	start := len(buf)
	buf = slices.Grow(buf, poseLongest)
	room, n := (*[poseLongest]byte)(buf[start:start+poseLongest]), uint(1)
	if room[0] = byte(gap); gap >= 0x80 {
		n = uint(binary.PutUvarint(room[:], uint64(gap)))
	}
	head := room[n&7:]
	n += 2
	mask, speed := uint(0), before
	if p.follows(before, step) {
		mask, speed = poseFollows, p
	}
	put := func(i int, from uint32) {
		binary.LittleEndian.PutUint32(room[n&(poseLongest/2-1):], p[i])
		differs := uint(bit(p[i] != from, 0))
		mask |= differs << i
		n += 4 * differs
	}
	put(0, before[0])
	put(1, before[1])
	put(2, before[2])
	put(3, speed[3])
	put(4, speed[4])
	put(5, speed[5])
	put(6, before[6])
	put(7, before[7])
	put(8, before[8])
	if mask == 0 {
		return buf[:start]
	}
	binary.LittleEndian.PutUint16(head, uint16(mask))
	return buf[:start+int(n)]
}

// begin appends the pose as a whole.
func (p *pose) begin(buf []byte, gap uint32) []byte {
	buf = binary.AppendUvarint(buf, uint64(gap))
	buf = binary.LittleEndian.AppendUint16(buf, 1<<poseWords-1)
	for _, w := range p {
		buf = binary.LittleEndian.AppendUint32(buf, w)
	}
	return buf
}

// follows reports whether the velocity is that of a move from the previous position to this one.
func (p *pose) follows(before *pose, step float32) bool {
	const x, y, z = poseSpeed, poseSpeed + 1, poseSpeed + 2
	if step == 0 || p[x] == before[x] && p[y] == before[y] && p[z] == before[z] {
		return false
	}
	return p[x] == word((float(p[0])-float(before[0]))/step) && p[y] == word((float(p[1])-float(before[1]))/step) &&
		p[z] == word((float(p[2])-float(before[2]))/step)
}

// read updates p with the output of append after the gap.
func (p *pose) read(in *stream, step float32) {
	from, mask := [3]uint32(p[:]), in.word(2)
	for words := mask &^ poseFollows; words != 0; words &= words - 1 {
		p[bits.TrailingZeros32(words)] = in.uint32()
	}
	if mask&poseFollows != 0 {
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
	at := -1
	for gap := in.varint(); gap != 0; gap = in.varint() {
		if at += int(gap); all {
			t = append(t, row[pose]{key: int32(at)})
			t[len(t)-1].words.read(in, 0)
		} else {
			t[at].words.read(in, step)
		}
	}
	return t
}

// stepOf returns the number of seconds between two frames.
func stepOf(from, to uint32) float32 { return float32(to-from) / 1000 }
