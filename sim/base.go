package sim

// base is what most rows of items are beside zeroes: their flags and their place. It is noted when such a row first begins a chunk, as it
// will most likely begin others, as it is or nearly so. In a frame that begins a chunk, entities are differences to their bases:
//
//	table: { head, base, change }... 0
//	head:  the key's gap, shifted by two bits, and one of the constants below, as a varint.
//
// The bases of a level come one after the other, as its items do.
type base [4]uint32

const (
	baseNone  = iota // the row differs from zeroes
	baseSame         // the row is the base behind that of the row with a base before; no change follows
	baseNext         // it differs from that base
	baseOther        // it differs from another one, whose index follows
)

func baseOf[W words](w *W) base {
	return base{(*w)[0], (*w)[entityPlace], (*w)[entityPlace+1], (*w)[entityPlace+2]}
}

// setBase gives words that are zeroes those of a base.
func setBase[W words](w *W, b *base) {
	(*w)[0], (*w)[entityPlace], (*w)[entityPlace+1], (*w)[entityPlace+2] = b[0], b[1], b[2], b[3]
}

// fromBase writes a row that begins a chunk.
func (t *stored[W, F]) fromBase(buf []byte, key int32, r *storedRow[W, F]) []byte {
	if r.base == 0 && EntityKind(r.words[0]&15) == EntityItem {
		r.base = uint32(len(*t.bases))
		*t.bases = append(*t.bases, baseOf(&r.words))
	}
	var from W
	setBase(&from, &(*t.bases)[r.base])
	mask := changeOf(&from, &r.words)
	how := uint64(baseOther)
	switch {
	case r.base == 0:
		how = baseNone
	case r.base == t.base+1 && mask == 0:
		how = baseSame
	case r.base == t.base+1:
		how = baseNext
	}
	if how != baseNone {
		t.base = r.base
	}
	buf = appendUvarint(buf, uint64(key-t.last)<<2|how)
	t.last = key
	if how == baseSame {
		return buf
	}
	if how == baseOther {
		buf = appendUvarint(buf, uint64(r.base))
	}
	return appendChange(buf, mask, &from, &r.words)
}

// readFromBases reads a table that fromBase wrote.
func readFromBases[W words](s *stream, t table[W], bases []base) table[W] {
	key, base := int32(-1), uint64(0)
	for {
		head := s.varint()
		if head == 0 {
			return t
		}
		key += int32(head >> 2)
		t = append(t, row[W]{key: key})
		w := &t[len(t)-1].words
		how := head & 3
		if how == baseOther {
			base = s.varint()
		} else if how != baseNone {
			base++
		}
		if how != baseNone {
			setBase(w, &bases[base])
		}
		if how != baseSame {
			readRow(s, s.varint(), w)
		}
	}
}
