package sim

import "encoding/binary"

// A frame is stored as rows of 32-bit words, one row a player, entity or
// mover, and the rows as differences to those of the frame before. So one
// loop stores and restores everything, whatever a word means.
//
//	table: { key gap (varint, the first gap counts from -1), change }... 0
//	change: mask of the words that differ (varint); 0: the row is gone.
//	        Then for each set bit, lowest first, the difference as zigzag varint.
//
// A row that is not mentioned stays; a new row differs from zeroes. The mask
// is shifted by one and its lowest bit set, so that a new row of zeroes does
// not read as one that is gone.

type words interface {
	[headWords]uint32 | [playerWords]uint32 | [inventoryWords]uint32 | [entityWords]uint32 | [moverWords]uint32
}

type row[W words] struct {
	key   int32
	words W
}

type table[W words] []row[W]

func zigzag(d uint32) uint64   { return uint64(d<<1 ^ uint32(int32(d)>>31)) }
func unzigzag(z uint64) uint32 { return uint32(z)>>1 ^ -(uint32(z) & 1) }

func appendRow[W words](buf []byte, from, to *W) []byte {
	var mask uint64
	for i := 0; i < len(*to); i++ {
		if (*to)[i] != (*from)[i] {
			mask |= 1 << i
		}
	}
	buf = binary.AppendUvarint(buf, mask<<1|1)
	for i := 0; mask != 0; i, mask = i+1, mask>>1 {
		if mask&1 != 0 {
			buf = binary.AppendUvarint(buf, zigzag((*to)[i]-(*from)[i]))
		}
	}
	return buf
}

func appendTable[W words](buf []byte, from, to table[W]) []byte {
	last := int32(-1)
	var zero W
	gap := func(key int32) {
		buf = binary.AppendUvarint(buf, uint64(key-last))
		last = key
	}
	i := 0
	for j := range to {
		t := &to[j]
		for i < len(from) && from[i].key < t.key {
			gap(from[i].key)
			buf = append(buf, 0)
			i++
		}
		switch {
		case i == len(from) || from[i].key != t.key:
			gap(t.key)
			buf = appendRow(buf, &zero, &t.words)
		case from[i].words != t.words:
			gap(t.key)
			buf = appendRow(buf, &from[i].words, &t.words)
			i++
		default:
			i++
		}
	}
	for ; i < len(from); i++ {
		gap(from[i].key)
		buf = append(buf, 0)
	}
	return append(buf, 0)
}

// stream reads back what the append functions wrote; it trusts its data,
// which never came from outside.
type stream struct {
	data []byte
	pos  int
}

func (s *stream) varint() uint64 {
	if b := s.data[s.pos]; b < 0x80 {
		s.pos++
		return uint64(b)
	}
	v, n := binary.Uvarint(s.data[s.pos:])
	s.pos += n
	return v
}

func readRow[W words](s *stream, mask uint64, w *W) {
	mask >>= 1
	for i := 0; mask != 0; i, mask = i+1, mask>>1 {
		if mask&1 != 0 {
			(*w)[i] += unzigzag(s.varint())
		}
	}
}

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
		mask := s.varint()
		there := i < len(t) && t[i].key == key
		switch {
		case mask == 0 && there:
			t = append(t[:i], t[i+1:]...)
			continue
		case mask == 0:
			continue
		case !there:
			t = append(t, row[W]{})
			copy(t[i+1:], t[i:])
			t[i] = row[W]{key: key}
		}
		readRow(s, mask, &t[i].words)
		i++
	}
}
