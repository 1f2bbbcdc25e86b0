package sim

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"time"
	"unsafe"
)

// A pose is where a player is, how fast, and where he looks: nine numbers, some of which change with nearly every frame. They are
// kept as words like those of entities, and written as the difference to a prediction, which takes a byte or two, or none:
//
//	poses: { head, gap, units, differences }... 0
//	head:  three bytes, lowest first. 4 bits: gap from the key before, which counts from -1 at first; 0 ends the list,
//	       after its first byte; 15: more of it follows. 1 bit: wide. 1 bit: moved. 2 bits a number: bytes
//	       of its difference; 3 are 4 in a wide row.
//	gap:   what is above 15, as a varint.
//	units: a byte, in a row that is new: see [poseUnits].
//
// The differences are zigzag. Places are predicted by the velocity, all else is predicted to stay as it is. A row that is not mentioned
// stays; a new one differs from zeroes. Rows last to the end of the chunk. Games that do not send velocities get them from successive
// places: such a row is marked as moved, its velocity is not written, and its place is predicted by the velocity that it had before.

const (
	poseNumbers = 9
	poseSpeeds  = 3 // first of the numbers that are a velocity
	poseAngles  = 6
	poseMaxGap  = 15
	poseWide    = 1 << 4
	poseMoved   = 1 << 5
	poseBytes   = 6 // bit of the first number's bytes
	// poseRoom is more than a pose takes, and what may be written behind it.
	poseRoom = 64 + 3
)

// poseUnits selects the units of the words of a row: a bit that is set stands for the finer unit, one that is not for wholes.
type poseUnits uint8

const (
	finePlaces poseUnits = 1 << iota // eighths
	fineSpeeds                       // eighths
	fineAngles                       // shorts
)

func (u poseUnits) place() unit { return u.finer(finePlaces, eighths) }
func (u poseUnits) speed() unit { return u.finer(fineSpeeds, eighths) }
func (u poseUnits) angle() unit { return u.finer(fineAngles, shorts) }

func (u poseUnits) finer(bit poseUnits, fine unit) unit {
	if u&bit != 0 {
		return fine
	}
	return wholes
}

type pose struct {
	words [poseNumbers]uint32
	units poseUnits
}

type poseRow struct {
	key int32
	pose
}

// writtenPose is a pose as it was written last.
type writtenPose struct {
	pose
	from  [poseNumbers]uint32 // the floats' bits
	there bool                // in this chunk
	fine  poseUnits           // the finer units that poses of this chunk were seen to need
}

// poseOf are the bits of a player's pose, which lie in a row.
func poseOf(p *FramePlayer) *[poseNumbers]uint32 {
	return (*[poseNumbers]uint32)(unsafe.Pointer(&p.Origin))
}

// place, velocity and view are what a pose tells.
func (p *pose) place() Vec3 { return Vec3{p.coordinate(0), p.coordinate(1), p.coordinate(2)} }
func (p *pose) view() Angles {
	return Angles{p.angle(0), p.angle(1), p.angle(2)}
}
func (p *pose) velocity() Vec3           { return Vec3{p.speed(0), p.speed(1), p.speed(2)} }
func (p *pose) coordinate(i int) float32 { return p.units.place().float(p.words[i]) }
func (p *pose) speed(i int) float32      { return p.units.speed().float(p.words[poseSpeeds+i]) }
func (p *pose) angle(i int) float32      { return p.units.angle().float(p.words[poseAngles+i]) }

// expected predicts the word of a coordinate that moves by way from where its word before has it.
func (u unit) expected(before uint32, way float32) uint32 {
	if isSmall(before) {
		return before + rounded(float32(way*u.per))
	}
	if way == 0 { // adding 0 would change -0
		return before
	}
	return word(float(before) + way)
}

// move applies the differences that were written for the frame ago seconds later; see the top of the file for moved.
func (p *pose) move(diffs *[poseNumbers]uint32, moved bool, ago float32) {
	place, before := p.units.place(), [3]uint32(p.words[:])
	for i := range poseSpeeds {
		word := &p.words[poseSpeeds+i]
		if !moved {
			*word += diffs[poseSpeeds+i]
		}
		if way := float32(p.speed(i) * ago); way != 0 || diffs[i] != 0 {
			p.words[i] = place.expected(p.words[i], way) + diffs[i]
		}
		if moved {
			*word = p.units.speed().swap(movedBits(place.float(before[i]), p.coordinate(i), ago))
		}
		p.words[poseAngles+i] += diffs[poseAngles+i]
	}
}

// movedBits are the bits of the velocity, as [fragscope/sim/track] has it, of what went from one place to another in so many
// seconds.
func movedBits(from, to, in float32) uint32 { return word((to - from) / in) }

// seconds is a step between two frames, which is stored in milliseconds.
func seconds(step uint32) float32 {
	return float32((time.Duration(step) * time.Millisecond).Seconds())
}

// poseDiffs are the differences of a pose's words to their predictions, as zigzag.
type poseDiffs = [poseNumbers]uint32

// set stores a new pose, given as the bits of its floats, and sets the differences to be written; the previous frame was ago seconds
// earlier. moved reports that the velocity follows from the places and is not written, which is tried only if derive is set.
func (w *writtenPose) set(bits *[poseNumbers]uint32, diffs *poseDiffs, ago float32, derive bool) (moved bool) {
	speeds := bits
	if derive && ago > 0 && w.moves(bits, ago) {
		moved, speeds = true, &w.from
	}
	place := w.units.place()
	for i := range poseSpeeds {
		way := float32(float(speeds[poseSpeeds+i]) * ago)
		word, ok := place.whole(bits[i])
		if !ok {
			word = place.other(bits[i])
		}
		diffs[i] = uint32(zigzag(word - place.expected(w.words[i], way)))
		w.words[i] = word
	}
	differ(triple(&w.words, poseSpeeds), triple(&w.from, poseSpeeds), triple(bits, poseSpeeds), triple(diffs, poseSpeeds), w.units.speed())
	if moved {
		diffs[poseSpeeds], diffs[poseSpeeds+1], diffs[poseSpeeds+2] = 0, 0, 0
	}
	differ(triple(&w.words, poseAngles), triple(&w.from, poseAngles), triple(bits, poseAngles), triple(diffs, poseAngles), w.units.angle())
	w.from = *bits
	return moved
}

// moves reports whether the velocity follows from the place before and the new one.
func (w *writtenPose) moves(bits *[poseNumbers]uint32, ago float32) bool {
	for i := range poseSpeeds {
		if movedBits(float(w.from[i]), float(bits[i]), ago) != bits[poseSpeeds+i] {
			return false
		}
	}
	return true
}

// triple is three of the numbers of a pose.
func triple(n *[poseNumbers]uint32, from int) *[3]uint32 { return (*[3]uint32)(n[from:]) }

// differ sets three words to what they are of floats that may be other than before, and the differences.
func differ(words, before, bits, diffs *[3]uint32, unit unit) {
	for i := range words {
		if bits[i] == before[i] {
			diffs[i] = 0
			continue
		}
		word, ok := unit.whole(bits[i])
		if !ok {
			word = unit.other(bits[i])
		}
		diffs[i] = uint32(zigzag(word - words[i]))
		words[i] = word
	}
}

// appendPose appends what changed of the pose of a key, of which gap is the distance from the key before.
func appendPose(buf []byte, gap int32, diffs *poseDiffs, moved, isNew bool, units poseUnits) []byte {
	at := len(buf)
	if cap(buf)-at < poseRoom {
		buf = slices.Grow(buf, poseRoom)
	}
	out := (*[poseRoom]byte)(buf[at : at+poseRoom])
	head, sizes, n := uint32(min(gap, poseMaxGap)), uint32(0), uint(3)
	if moved {
		head |= poseMoved
	}
	if gap >= poseMaxGap {
		n += uint(binary.PutUvarint(out[n:], uint64(gap-poseMaxGap)))
	}
	if isNew {
		out[n] = byte(units)
		n++
	}
	all := diffs[0] | diffs[1] | diffs[2] | diffs[3] | diffs[4] | diffs[5] | diffs[6] | diffs[7] | diffs[8]
	if all >= 1<<24 {
		sizes, n = putWide(out, n, diffs)
		head |= poseWide
	} else {
		for _, z := range diffs {
			size := uint32(bits.Len32(z)+7) / 8
			sizes = sizes>>2 | size<<(2*poseNumbers-2)
			at := n % 64                                   // which it is, but so the compiler knows
			binary.LittleEndian.PutUint32(out[at:at+4], z) // bytes beyond the size are overwritten by the next number
			n += uint(size)
		}
	}
	head |= sizes << poseBytes
	out[0], out[1], out[2] = byte(head), byte(head>>8), byte(head>>16)
	return buf[:at+int(n)]
}

// putWide writes differences of a wide row from out[n] on, and returns their sizes, as the head has them, and the new n.
func putWide(out *[poseRoom]byte, n uint, diffs *poseDiffs) (sizes uint32, end uint) {
	for i, z := range diffs {
		size := uint(bits.Len32(z)+7) / 8
		if size >= 3 {
			size = 4
		}
		at := n % 64
		binary.LittleEndian.PutUint32(out[at:at+4], z)
		sizes |= uint32(min(size, 3)) << (2 * i)
		n += size
	}
	return sizes, n
}

// writtenPoses are the poses as they were written last.
type writtenPoses struct {
	rows    []writtenPose // by slot
	unmoved int           // velocities in succession that do not follow from places
	frames  int
	diffs   poseDiffs // of the pose that is written
}

// fineEach is how often a frame is examined to choose the units of the next chunk.
const fineEach = 8

// examine adds the finer units that a pose needs.
func (u *poseUnits) examine(bits *[poseNumbers]uint32) {
	if *u&finePlaces == 0 && (uneven(bits[0]) || uneven(bits[1]) || uneven(bits[2])) {
		*u |= finePlaces
	}
	if *u&fineSpeeds == 0 && (uneven(bits[poseSpeeds]) || uneven(bits[poseSpeeds+1]) || uneven(bits[poseSpeeds+2])) {
		*u |= fineSpeeds
	}
	if *u&fineAngles == 0 && (broken(bits[poseAngles]) || broken(bits[poseAngles+1]) || broken(bits[poseAngles+2])) {
		*u |= fineAngles
	}
}

// broken reports whether a float is no whole number.
func broken(bits uint32) bool { return float32(int32(rounded(float(bits)))) != float(bits) }

// note counts velocities that do not follow from places.
func (t *writtenPoses) note(moved bool, bits *[poseNumbers]uint32) {
	const sign = 1 << 31
	if !moved {
		t.unmoved++
	} else if (bits[poseSpeeds]|bits[poseSpeeds+1]|bits[poseSpeeds+2])&^sign != 0 {
		t.unmoved = 0
	}
}

// uneven reports whether a float is a multiple of an eighth, but not whole.
func uneven(bits uint32) bool {
	n, ok := eighths.whole(bits)
	return ok && n%8 != 0
}

// movedTries is how many velocities in succession are none that places tell until no others are tried: the game sends them.
const movedTries = 500

// pack appends the poses of a list, in a frame that came so many seconds after the one before; all is set if some of them may be as they were
// written last, whole if the frame begins a chunk.
func (t *writtenPoses) pack(buf []byte, list []newPose, all, whole bool, ago float32) []byte {
	t.begin(list, whole)
	last, done := int32(-1), 0
	for len(list) > 0 {
		if done = 0; !all {
			buf, done = t.packCommon(buf, list, last, ago)
		}
		if done > 0 {
			last = list[done-1].key
		} else {
			buf, last = t.packNext(buf, &list[0], last, all, ago)
			done = 1
		}
		list = list[done:]
	}
	return append(buf, 0)
}

// begin begins a frame, and now and then examines what units its poses need.
func (t *writtenPoses) begin(list []newPose, whole bool) {
	if whole {
		for i := range t.rows {
			t.rows[i] = writtenPose{fine: t.rows[i].fine}
		}
	}
	if t.frames%fineEach == 0 {
		for i := range list {
			if key := uint(list[i].key); key < uint(len(t.rows)) {
				t.rows[key].fine.examine(&list[i].bits)
			}
		}
	}
	t.frames++
}

// packNext appends a pose, if it is not as it was written last, and returns the key that was written last.
func (t *writtenPoses) packNext(buf []byte, p *newPose, last int32, all bool, ago float32) ([]byte, int32) {
	if p.key <= last {
		return buf, last
	}
	for int(p.key) >= len(t.rows) {
		t.rows = append(t.rows, writtenPose{})
	}
	w := &t.rows[p.key]
	if all && w.there && w.from == p.bits {
		return buf, last
	}
	return t.packOne(buf, w, &p.bits, p.key-last, ago), p.key
}

// packOne appends a pose that changed.
func (t *writtenPoses) packOne(buf []byte, w *writtenPose, bits *[poseNumbers]uint32, gap int32, ago float32) []byte {
	isNew := !w.there
	if isNew {
		w.fine.examine(bits)
		w.there, w.units, w.fine, ago = true, w.fine, 0, 0
	}
	moved := w.set(bits, &t.diffs, ago, t.unmoved < movedTries)
	t.note(moved, bits)
	return appendPose(buf, gap, &t.diffs, moved, isNew, w.units)
}

// readPoses reads what pack wrote.
func readPoses(s *stream, rows []poseRow, ago float32) []poseRow {
	key, i := int32(-1), 0
	for {
		if s.data[s.pos] == 0 {
			s.pos++
			return rows
		}
		d := s.data[s.pos:]
		head := uint32(d[0]) | uint32(d[1])<<8 | uint32(d[2])<<16
		s.pos += 3
		gap := int32(head & poseMaxGap)
		if gap == poseMaxGap {
			gap += int32(s.varint())
		}
		key += gap
		for i < len(rows) && rows[i].key < key {
			i++
		}
		since := ago
		if i == len(rows) || rows[i].key != key {
			rows = append(rows, poseRow{})
			copy(rows[i+1:], rows[i:])
			rows[i] = poseRow{key, pose{units: poseUnits(s.octet())}}
			since = 0
		}
		diffs := s.readDiffs(head)
		rows[i].move(&diffs, head&poseMoved != 0, since)
		i++
	}
}

// readDiffs reads the differences, whose sizes are in head.
func (s *stream) readDiffs(head uint32) (diffs [poseNumbers]uint32) {
	wide := int(head / poseWide & 1)
	for sizes := head >> poseBytes; sizes != 0; {
		at := uint(bits.TrailingZeros32(sizes)) &^ 1
		size := int(sizes >> at & 3)
		sizes &^= 3 << at
		if size == 3 {
			size += wide
		}
		diffs[at/2] = unzigzag(s.little(size))
	}
	return diffs
}

// little reads a number of 1 to 4 bytes, the lowest first.
func (s *stream) little(size int) uint64 {
	d := s.data[s.pos:]
	s.pos += size
	if len(d) >= 4 {
		return uint64(binary.LittleEndian.Uint32(d)) & (1<<(8*size) - 1)
	}
	v := uint64(0)
	for i := range size {
		v |= uint64(d[i]) << (8 * i)
	}
	return v
}
