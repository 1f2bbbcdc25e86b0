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
//	change: four bytes, 0 if the row was removed; otherwise the mask of the words that differ, shifted by one and its
//	lowest bit set, eight bytes for rows of more than 31 words. Then these words, lowest first.
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

func zigzag(d uint32) uint64   { return uint64(d<<1 ^ uint32(int32(d)>>31)) }
func unzigzag(z uint64) uint32 { return uint32(z)>>1 ^ -(uint32(z) & 1) }

// shortMask is the number of words whose mask takes four bytes.
const shortMask = 31

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
	buf = binary.LittleEndian.AppendUint32(buf, uint32(mask)<<1|1)
	if len(*to) > shortMask {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(mask>>shortMask))
	}
	for ; mask != 0; mask &= mask - 1 {
		buf = binary.LittleEndian.AppendUint32(buf, (*to)[bits.TrailingZeros64(mask)])
	}
	return buf
}

// stored is a table in the state last written. A frame is written in the order of keys: set for each row, and end after
// the last one. Between whole frames, single rows may be changed; see place.
type stored[W words] struct {
	rows []W
	free []int32
	// order holds this frame's rows so far, and before those of the previous frame, sorted by key. next is the first of
	// before not yet reached.
	order, before []storedKey
	next          int
	last          int32 // the key last written
	whole         bool  // the frame begins a chunk: all rows are written
}

type storedKey struct{ key, at int32 }

// begin begins a frame.
func (t *stored[W]) begin(whole bool) {
	t.order, t.before = t.before[:0], t.order
	t.next, t.last, t.whole = 0, -1, whole
}

func (t *stored[W]) gap(buf []byte, key int32) []byte {
	buf = binary.AppendUvarint(buf, uint64(key-t.last))
	t.last = key
	return buf
}

// gone records that a row was removed.
func (t *stored[W]) gone(buf []byte, k storedKey) []byte {
	t.free = append(t.free, k.at)
	return append(t.gap(buf, k.key), 0, 0, 0, 0)
}

// find returns the row with the given key, or nil if there is none. Rows that it skips were removed.
func (t *stored[W]) find(buf []byte, key int32) ([]byte, *W) {
	for ; t.next < len(t.before); t.next++ {
		k := t.before[t.next]
		if k.key == key {
			return buf, &t.rows[k.at]
		}
		if k.key > key {
			break
		}
		if t.whole {
			t.free = append(t.free, k.at)
		} else {
			buf = t.gone(buf, k)
		}
	}
	return buf, nil
}

// set sets the words of a key, whose row is r if find found one.
func (t *stored[W]) set(buf []byte, key int32, r, w *W) []byte {
	t.order = append(t.order, storedKey{})
	if r == nil {
		return t.fill(buf, len(t.order)-1, key, w)
	}
	t.order[len(t.order)-1] = t.before[t.next]
	t.next++
	if !t.whole {
		return t.rewrite(buf, r, key, w)
	}
	*r = *w
	return t.begins(buf, key, w)
}

// begins writes a complete row.
func (t *stored[W]) begins(buf []byte, key int32, w *W) []byte {
	var zero W
	return appendChange(t.gap(buf, key), &zero, w)
}

// rewrite appends the row's change to new words, if they differ.
func (t *stored[W]) rewrite(buf []byte, r *W, key int32, w *W) []byte {
	if *r == *w {
		return buf
	}
	buf = appendChange(t.gap(buf, key), r, w)
	*r = *w
	return buf
}

// fill puts a new row at index i.
func (t *stored[W]) fill(buf []byte, i int, key int32, w *W) []byte {
	if len(t.free) == 0 {
		t.free = append(t.free, int32(len(t.rows)))
		t.rows = append(t.rows, *w)
	}
	at := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	t.order[i], t.rows[at] = storedKey{key, at}, *w
	return t.begins(buf, key, w)
}

// place, remove, insert and rewrite change single rows of the previous frame without iterating over all of them. place
// returns the row with the given key, or nil if there is none, and the index at which it is or belongs. Here, too, keys
// must increase.
func (t *stored[W]) place(key int32) (i int, r *W) {
	end := len(t.order)
	for i < end {
		if half := int(uint(i+end) / 2); t.order[half].key < key {
			i = half + 1
		} else {
			end = half
		}
	}
	if i < len(t.order) && t.order[i].key == key {
		r = &t.rows[t.order[i].at]
	}
	return i, r
}

func (t *stored[W]) remove(buf []byte, i int) []byte {
	k := t.order[i]
	t.order = slices.Delete(t.order, i, i+1)
	return t.gone(buf, k)
}

func (t *stored[W]) insert(buf []byte, i int, key int32, w *W) []byte {
	t.order = slices.Insert(t.order, i, storedKey{})
	return t.fill(buf, i, key, w)
}

// end ends the frame's table.
func (t *stored[W]) end(buf []byte) []byte {
	buf, _ = t.find(buf, math.MaxInt32)
	return append(buf, 0)
}

// stream reads the output of the append functions. It does not check the data, which never comes from outside.
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

func (s *stream) uint32() uint32 {
	w := binary.LittleEndian.Uint32(s.data[s.pos:])
	s.pos += 4
	return w
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

// readChange applies the output of appendChange to w. change is its first four bytes.
func readChange[W words](s *stream, change uint32, w *W) {
	mask := uint64(change) >> 1
	if len(*w) > shortMask {
		mask |= uint64(s.uint32()) << shortMask
	}
	for ; mask != 0; mask &= mask - 1 {
		(*w)[bits.TrailingZeros64(mask)] = s.uint32()
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
		change := s.uint32()
		if change == 0 {
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
		readChange(s, change, &t[i].words)
		i++
	}
}
