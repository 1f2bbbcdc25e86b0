package sim

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"time"
	"unsafe"
)

// A pose is where a player is, how fast, and where he looks: nine numbers, some of which change with nearly every frame. They are
// kept as whole numbers in the unit that the game sends them in, as far as that gives back the very same float, so that a
// difference takes a byte or two:
//
//	poses: { head, forms, gap, differences }... 0
//	head:  three bytes, lowest first. 4 bits: gap from the key before, which counts from -1 at first; 0 ends the list,
//	       after its first byte; 15: more of it follows. 1 bit: wide. 1 bit: forms follow. 2 bits a number: bytes
//	       of its difference; 3 are 4 in a wide row.
//	forms: three bytes, if they changed: 2 bits a number.
//	gap:   what is above 15, as a varint.
//
// The differences are zigzag. A row that is not mentioned stays; one that is new differs from zeroes. Rows go with the chunk only.
// Where a game does not send velocities they are what leads from the place before to this one, and are not written.

const (
	poseNumbers = 9
	poseSpeeds  = 3 // first of the numbers that are a velocity
	poseAngles  = 6
	poseMaxGap  = 15
	poseWide    = 1 << 4
	poseForms   = 1 << 5
	poseBytes   = 6 // bit of the first number's bytes
	poseLongest = 3 + 3 + binary.MaxVarintLen32 + 4*poseNumbers
)

// The forms of a number.
const (
	formWhole  = iota
	formEighth // as the games before Quake III send places
	formAngle  // 65536 to the circle
	formBits   // the float's bits

	// formMoved is that of a velocity which the places of this frame and the one before tell; its number stays what it was.
	formMoved = formAngle
)

const angleUnit = 360.0 / 65536 // exact, as are its products with whole numbers

type pose struct {
	forms   uint32 // 2 bits a number, the first lowest
	numbers [poseNumbers]uint32
	moved   [3]uint32 // bits of the velocity, where its form is formMoved
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
}

// poseOf are the bits of a player's pose, which lie in a row.
func poseOf(p *FramePlayer) *[poseNumbers]uint32 {
	return (*[poseNumbers]uint32)(unsafe.Pointer(&p.Origin))
}

// place, velocity and view are what a pose tells.
func (p *pose) place() Vec3 { return Vec3{p.number(0), p.number(1), p.number(2)} }
func (p *pose) view() Angles {
	return Angles{p.number(poseAngles), p.number(poseAngles + 1), p.number(poseAngles + 2)}
}

func (p *pose) velocity() (v Vec3) {
	for i := range v {
		if v[i] = p.number(poseSpeeds + i); p.form(poseSpeeds+i) == formMoved {
			v[i] = float(p.moved[i])
		}
	}
	return v
}

func (p *pose) form(i int) uint32    { return p.forms >> (2 * i) & 3 }
func (p *pose) number(i int) float32 { return formed(p.numbers[i], p.form(i)) }

// setForm gives a number a form.
func (p *pose) setForm(i int, form uint32) { p.forms = p.forms&^(3<<(2*i)) | form<<(2*i) }

// move sets the velocities that places tell: of one who was at a place so many seconds ago.
func (p *pose) move(before Vec3, ago float32) {
	now := p.place()
	for i := range p.moved {
		if p.form(poseSpeeds+i) == formMoved {
			p.moved[i] = movedBits(before[i], now[i], ago)
		}
	}
}

// movedBits are the bits of the velocity, as [fragscope/sim/track] has it, of what went from one place to another in so many
// seconds.
func movedBits(from, to, in float32) uint32 { return word((to - from) / in) }

// seconds is a step between two frames, which is stored in milliseconds.
func seconds(step uint32) float32 {
	return float32((time.Duration(step) * time.Millisecond).Seconds())
}

// formed is the float that a number in a form stands for.
func formed(n, form uint32) float32 {
	switch form {
	case formWhole:
		return float32(int32(n))
	case formEighth:
		return float32(int32(n)) * 0.125
	case formAngle:
		return float32(int32(n)) * angleUnit
	}
	return float(n)
}

// inForm is a float's bits in a form, if that gives back the same.
func inForm(bits, form uint32) (n uint32, ok bool) {
	f := float(bits)
	switch form {
	case formWhole:
		n = uint32(int32(f))
	case formEighth:
		n = uint32(int32(f * 8))
	case formAngle:
		turn := float64(f) / angleUnit
		n = uint32(int32(turn + math.Copysign(0.5, turn)))
	default:
		return bits, true
	}
	return n, word(formed(n, form)) == bits
}

// formFor is the form for a float that does not fit in the one it had.
func formFor(bits uint32, angle bool) (n, form uint32) {
	second := uint32(formEighth)
	if angle {
		second = formAngle
	}
	for _, form := range [...]uint32{formWhole, second} {
		if n, ok := inForm(bits, form); ok {
			return n, form
		}
	}
	return bits, formBits
}

// set stores the floats' bits and returns what is to be written for the numbers: their differences. The frame before was so many
// seconds ago.
func (w *writtenPose) set(bits *[poseNumbers]uint32, ago float32) (diffs [poseNumbers]uint32) {
	before := [3]uint32(w.from[:3])
	for i, b := range bits {
		form := w.form(i)
		speed := uint(i-poseSpeeds) < 3
		if b == w.from[i] && !(speed && form == formMoved) {
			continue
		}
		w.from[i] = b
		if speed && (form == formMoved || form == formBits) && w.there && ago > 0 {
			if k := i - poseSpeeds; movedBits(float(before[k]), float(bits[k]), ago) == b {
				w.setForm(i, formMoved)
				continue
			}
		}
		n, ok := inForm(b, form)
		if !ok || speed && form == formMoved {
			n, form = formFor(b, i >= poseAngles)
			w.setForm(i, form)
		}
		diffs[i] = n - w.numbers[i]
		w.numbers[i] = n
	}
	return diffs
}

// appendPose appends what changed of the pose of a key, of which gap is the distance from the key before.
func appendPose(buf []byte, gap int32, diffs *[poseNumbers]uint32, forms uint32, newForms bool) []byte {
	at := len(buf)
	if cap(buf)-at < poseLongest {
		buf = slices.Grow(buf, poseLongest)
	}
	out := (*[poseLongest]byte)(buf[at : at+poseLongest])
	head, n := uint32(min(gap, poseMaxGap)), 3
	if newForms {
		head |= poseForms
		out[n], out[n+1], out[n+2] = byte(forms), byte(forms>>8), byte(forms>>16)
		n += 3
	}
	if gap >= poseMaxGap {
		n += binary.PutUvarint(out[n:], uint64(gap-poseMaxGap))
	}
	var zigzags [poseNumbers]uint32
	all := uint32(0)
	for i, d := range diffs {
		zigzags[i] = d<<1 ^ uint32(int32(d)>>31)
		all |= zigzags[i]
	}
	more := 0 // bytes of a size of 3 beyond that
	if all >= 1<<24 {
		head |= poseWide
		more = 1
	}
	for i, z := range &zigzags {
		size := min((bits.Len32(z)+7)/8, 3)
		binary.LittleEndian.PutUint32(out[n:], z) // what is beyond the size is written over
		head |= uint32(size) << (poseBytes + 2*i)
		n += size + size/3*more
	}
	out[0], out[1], out[2] = byte(head), byte(head>>8), byte(head>>16)
	return buf[:at+n]
}

// movedTries is how many velocities in succession are none that places tell until no others are tried: the game sends them.
const movedTries = 500

// packPoses appends the poses that changed since the frame before, which was so many seconds ago.
func (b *Recorder) packPoses(buf []byte, players []FramePlayer, ago float32) []byte {
	if b.whole {
		for i := range b.written.poses {
			b.written.poses[i] = writtenPose{}
		}
	}
	if b.written.unmoved > movedTries {
		ago = 0
	}
	last := int32(-1)
	for i := range players {
		p := &players[i]
		key := int32(p.Slot.Index())
		if key <= last {
			continue
		}
		for int(key) >= len(b.written.poses) {
			b.written.poses = append(b.written.poses, writtenPose{})
		}
		w, bits := &b.written.poses[key], poseOf(p)
		if w.there && w.from == *bits {
			continue
		}
		forms := w.forms
		diffs := w.set(bits, ago)
		buf = appendPose(buf, key-last, &diffs, w.forms, w.forms != forms)
		w.there, last = true, key
		switch w.form(poseSpeeds) {
		case formMoved:
			b.written.unmoved = 0
		case formBits:
			b.written.unmoved++
		}
	}
	return append(buf, 0)
}

// readPoses reads what packPoses wrote.
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
		var forms uint32
		if head&poseForms != 0 {
			forms = uint32(d[3]) | uint32(d[4])<<8 | uint32(d[5])<<16
			s.pos += 3
		}
		gap := int32(head & poseMaxGap)
		if gap == poseMaxGap {
			gap += int32(s.varint())
		}
		key += gap
		for i < len(rows) && rows[i].key < key {
			i++
		}
		if i == len(rows) || rows[i].key != key {
			rows = append(rows, poseRow{})
			copy(rows[i+1:], rows[i:])
			rows[i] = poseRow{key: key}
		}
		r := &rows[i]
		before := r.place()
		if head&poseForms != 0 {
			r.forms = forms
		}
		s.readNumbers(&r.numbers, head)
		r.move(before, ago)
		i++
	}
}

// readNumbers adds the differences of which head tells the bytes.
func (s *stream) readNumbers(numbers *[poseNumbers]uint32, head uint32) {
	wide := int(head / poseWide & 1)
	sizes := head >> poseBytes
	for i := 0; sizes != 0; i, sizes = i+1, sizes>>2 {
		size := int(sizes & 3)
		if size == 0 {
			continue
		}
		if size == 3 {
			size += wide
		}
		numbers[i] += unzigzag(s.little(size))
	}
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
