package recording

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// A frame is stored as rows of 32-bit words, one row per player, pose, inventory, entity or mover. Only the words
// that differ from the previous frame's row are written, so one loop stores and restores everything, whatever the
// words mean.
//
//	table: { key gap (varint, the first gap counts from -1), change }... 0
//	change: 0: the row is gone; else the mask of the words that differ, shifted by one and its lowest bit set (varint).
//	        Then the folded difference of the word of each set bit, lowest first (varint).
//
// A row that is not mentioned stays; a new row differs from zeroes.

type words interface {
	headRow | pose | [playerWords]uint32 | [inventoryWords]uint32 | [entityWords]uint32 | [moverWords]uint32
}

type row[W words] struct {
	key   int32
	words W
}

type table[W words] []row[W]

// fold reverses the differing bits of two words, moving a float's sign and exponent to the top. Floats close to
// each other differ only in some of the upper bits of the mantissa, as games send few digits, so their folded
// difference is small.
func fold(d uint32) uint64   { return uint64(bits.RotateLeft32(bits.Reverse32(d), -signAndExponent)) }
func unfold(z uint64) uint32 { return bits.Reverse32(bits.RotateLeft32(uint32(z), signAndExponent)) }

const signAndExponent = 9

func zigzag(d uint32) uint64   { return uint64(d<<1 ^ uint32(int32(d)>>31)) }
func unzigzag(z uint64) uint32 { return uint32(z)>>1 ^ -(uint32(z) & 1) }

// appendUvarint is [binary.AppendUvarint], short enough to be inlined, as most values take a single byte.
func appendUvarint(buf []byte, v uint64) []byte {
	if v < 0x80 {
		return append(buf, byte(v))
	}
	return appendLonger(buf, v)
}

// appendLonger is [binary.AppendUvarint] for values that mostly take two to four bytes. It writes them at once,
// since the end of a loop would be mispredicted, and may write up to seven bytes past what it appends.
func appendLonger(buf []byte, v uint64) []byte {
	if v >= 1<<35 {
		return binary.AppendUvarint(buf, v)
	}
	n := (bits.Len64(v) + 6) / 7
	spread := v&0x7f | v<<1&(0x7f<<8) | v<<2&(0x7f<<16) | v<<3&(0x7f<<24) | v<<4&(0x7f<<32)
	goesOn := uint64(0x8080808080) >> (8 * (6 - n))
	return binary.LittleEndian.AppendUint64(buf, spread|goesOn)[:len(buf)+n]
}

// changeOf returns the mask of the words in which two states of a row differ.
func changeOf[W words](from, to *W) (mask uint64) {
	for i := range len(*to) {
		if (*to)[i] != (*from)[i] {
			mask |= 1 << i
		}
	}
	return mask
}

// appendChange appends the differences between two states of a row.
func appendChange[W words](buf []byte, from, to *W) []byte {
	mask := changeOf(from, to)
	buf = appendUvarint(buf, mask<<1|1)
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		buf = appendUvarint(buf, fold((*from)[i]^(*to)[i]))
	}
	return buf
}

// stored is a table as last written. Each row keeps the F that it was packed from, so that an unchanged row is not
// packed again. A frame is written in ascending order of keys: find, then keep, change or put, and end after the
// last one.
type stored[W words, F any] struct {
	rows []storedRow[W, F]
	free []int32
	// order holds this frame's rows so far, and before those of the previous frame, ascending by key; next is the
	// first of before not yet reached.
	order, before []storedKey
	next          int
	last          int32 // the key last written
	whole         bool  // the frame begins a chunk: all rows are written
}

type storedKey struct{ key, at int32 }

type storedRow[W words, F any] struct {
	words W
	from  F
}

// begin begins a frame.
func (t *stored[W, F]) begin(whole bool) {
	t.order, t.before = t.before[:0], t.order
	t.next, t.last, t.whole = 0, -1, whole
}

func (t *stored[W, F]) gap(buf []byte, key int32) []byte {
	buf = appendUvarint(buf, uint64(key-t.last))
	t.last = key
	return buf
}

// find returns the row with the given key, or nil if there is none. Rows skipped on the way there are written as
// gone.
func (t *stored[W, F]) find(buf []byte, key int32) ([]byte, *storedRow[W, F]) {
	for ; t.next < len(t.before); t.next++ {
		k := t.before[t.next]
		if k.key == key {
			return buf, &t.rows[k.at]
		}
		if k.key > key {
			break
		}
		t.free = append(t.free, k.at)
		if !t.whole {
			buf = append(t.gap(buf, k.key), 0)
		}
	}
	return buf, nil
}

// keep keeps the row just found as it is.
func (t *stored[W, F]) keep(buf []byte) []byte {
	k := t.before[t.next]
	t.next++
	t.order = append(t.order, k)
	if !t.whole {
		return buf
	}
	return t.begins(buf, k.key, &t.rows[k.at])
}

// begins writes a whole row.
func (t *stored[W, F]) begins(buf []byte, key int32, r *storedRow[W, F]) []byte {
	var zero W
	return appendChange(t.gap(buf, key), &zero, &r.words)
}

// change replaces the words of the row just found.
func (t *stored[W, F]) change(buf []byte, w *W) []byte {
	k := t.before[t.next]
	r := &t.rows[k.at]
	if t.whole {
		r.words = *w
		return t.keep(buf)
	}
	t.next++
	t.order = append(t.order, k)
	return t.rewrite(buf, r, k.key, w)
}

// rewrite appends the row's change to new words, if they differ.
func (t *stored[W, F]) rewrite(buf []byte, r *storedRow[W, F], key int32, w *W) []byte {
	if r.words == *w {
		return buf
	}
	buf = appendChange(t.gap(buf, key), &r.words, w)
	r.words = *w
	return buf
}

// set sets the words of a key, which may or may not have a row.
func (t *stored[W, F]) set(buf []byte, key int32, w *W) []byte {
	buf, r := t.find(buf, key)
	if r == nil {
		buf, _ = t.put(buf, key, w)
		return buf
	}
	return t.change(buf, w)
}

// put adds a row for a key that find did not find.
func (t *stored[W, F]) put(buf []byte, key int32, w *W) ([]byte, *storedRow[W, F]) {
	t.order = append(t.order, storedKey{})
	return t.fill(buf, len(t.order)-1, key, w)
}

// fill puts a new row at index i.
func (t *stored[W, F]) fill(buf []byte, i int, key int32, w *W) ([]byte, *storedRow[W, F]) {
	if len(t.free) == 0 {
		t.free = append(t.free, int32(len(t.rows)))
		t.rows = append(t.rows, storedRow[W, F]{})
	}
	at := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	t.order[i] = storedKey{key, at}
	r := &t.rows[at]
	r.words = *w
	return t.begins(buf, key, r), r
}

// place, remove and insert change single rows of the previous frame without going through all of them. place
// returns where the key's row is or belongs. Keys must ascend here, too.
func (t *stored[W, F]) place(key int32) (i int, found bool) {
	end := len(t.order)
	for i < end {
		if half := int(uint(i+end) / 2); t.order[half].key < key {
			i = half + 1
		} else {
			end = half
		}
	}
	return i, i < len(t.order) && t.order[i].key == key
}

func (t *stored[W, F]) remove(buf []byte, i int) []byte {
	k := t.order[i]
	t.free = append(t.free, k.at)
	t.order = slices.Delete(t.order, i, i+1)
	return append(t.gap(buf, k.key), 0)
}

func (t *stored[W, F]) insert(buf []byte, i int, key int32, w *W) ([]byte, *storedRow[W, F]) {
	t.whole = false
	t.order = slices.Insert(t.order, i, storedKey{})
	return t.fill(buf, i, key, w)
}

// end ends the frame's table.
func (t *stored[W, F]) end(buf []byte) []byte {
	buf, _ = t.find(buf, math.MaxInt32)
	return append(buf, 0)
}

// stream reads what the append functions wrote. It trusts its data, which never comes from outside.
type stream struct {
	data []byte
	pos  int
}

func (s *stream) octet() byte {
	b := s.data[s.pos]
	s.pos++
	return b
}

func (s *stream) varint() uint64 {
	if b := s.data[s.pos]; b < 0x80 {
		s.pos++
		return uint64(b)
	}
	return s.longVarint()
}

func (s *stream) longVarint() uint64 {
	v, n := binary.Uvarint(s.data[s.pos:])
	s.pos += n
	return v
}

// word reads a word of n bytes, at most four.
func (s *stream) word(n int) (w uint32) {
	if s.pos+4 <= len(s.data) {
		w = binary.LittleEndian.Uint32(s.data[s.pos:]) & uint32(1<<(8*n)-1)
	} else {
		for i := range n {
			w |= uint32(s.data[s.pos+i]) << (8 * i)
		}
	}
	s.pos += n
	return w
}

// readChange applies to w what appendChange wrote.
func readChange[W words](s *stream, w *W) {
	for mask := s.varint() >> 1; mask != 0; mask &= mask - 1 {
		(*w)[bits.TrailingZeros64(mask)] ^= unfold(s.varint())
	}
}

// readTable reads a table and applies it to t.
func readTable[W words](s *stream, t table[W]) table[W] {
	key, i := int32(-1), 0
	for {
		gap := s.varint()
		if gap == 0 {
			return t
		}
		key += int32(gap)
		for i < len(t) && t[i].key < key {
			i++
		}
		there := i < len(t) && t[i].key == key
		if s.data[s.pos] == 0 {
			s.pos++
			if there {
				t = append(t[:i], t[i+1:]...)
			}
			continue
		}
		if !there {
			t = append(t, row[W]{})
			copy(t[i+1:], t[i:])
			t[i] = row[W]{key: key}
		}
		readChange(s, &t[i].words)
		i++
	}
}
