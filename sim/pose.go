package sim

import (
	"encoding/binary"
	"math"
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

const (
	poseNumbers = 9
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
)

const angleUnit = 360.0 / 65536 // exact, as are its products with whole numbers

type pose struct {
	forms   uint32 // 2 bits a number, the first lowest
	numbers [poseNumbers]uint32
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
func (p *pose) place() Vec3    { return Vec3{p.number(0), p.number(1), p.number(2)} }
func (p *pose) velocity() Vec3 { return Vec3{p.number(3), p.number(4), p.number(5)} }
func (p *pose) view() Angles   { return Angles{p.number(6), p.number(7), p.number(8)} }

func (p *pose) number(i int) float32 { return formed(p.numbers[i], p.forms>>(2*i)&3) }

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
		n = uint32(int32(math.Round(float64(f) / angleUnit)))
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

// set stores the floats' bits and returns what is to be written for the numbers: their differences.
func (w *writtenPose) set(bits *[poseNumbers]uint32) (diffs [poseNumbers]uint32) {
	for i, b := range bits {
		if b == w.from[i] {
			continue
		}
		w.from[i] = b
		form := w.forms >> (2 * i) & 3
		n, ok := inForm(b, form)
		if !ok {
			n, form = formFor(b, i >= poseNumbers-3)
			w.forms = w.forms&^(3<<(2*i)) | form<<(2*i)
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
		buf = append(buf, make([]byte, poseLongest)...)
	}
	out := buf[at : at+poseLongest]
	head, n := uint32(min(gap, poseMaxGap)), 3
	if newForms {
		head |= poseForms
		out[n], out[n+1], out[n+2] = byte(forms), byte(forms>>8), byte(forms>>16)
		n += 3
	}
	if gap >= poseMaxGap {
		n += binary.PutUvarint(out[n:], uint64(gap-poseMaxGap))
	}
	wide, all := 3, uint32(0)
	var zigzags [poseNumbers]uint32
	for i, d := range diffs {
		zigzags[i] = d<<1 ^ uint32(int32(d)>>31)
		all |= zigzags[i]
	}
	if all >= 1<<24 {
		head |= poseWide
		wide = 4
	}
	for i, z := range zigzags {
		if z == 0 {
			continue
		}
		size := 1
		if z >= 1<<16 {
			size = 3
		} else if z >= 1<<8 {
			size = 2
		}
		head |= uint32(size) << (poseBytes + 2*i)
		binary.LittleEndian.PutUint32(out[n:], z)
		if size == 3 {
			size = wide
		}
		n += size
	}
	out[0], out[1], out[2] = byte(head), byte(head>>8), byte(head>>16)
	return buf[:at+n]
}

// packPoses appends the poses that changed.
func (b *Recorder) packPoses(buf []byte, players []FramePlayer) []byte {
	if b.whole {
		for i := range b.written.poses {
			b.written.poses[i] = writtenPose{}
		}
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
		diffs := w.set(bits)
		buf = appendPose(buf, key-last, &diffs, w.forms, w.forms != forms)
		w.there, last = true, key
	}
	return append(buf, 0)
}

// readPoses reads what packPoses wrote.
func readPoses(s *stream, rows []poseRow) []poseRow {
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
		if head&poseForms != 0 {
			rows[i].forms = forms
		}
		s.readNumbers(&rows[i].numbers, head)
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
