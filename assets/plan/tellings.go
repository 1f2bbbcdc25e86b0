package plan

import "iter"

// tellings records how a grower learned of places, by cell. The cells of a square of four by four are stored
// together, as paths go from one to the next.
type tellings struct {
	squares cellMap[uint64] // four bits for each cell of a square
	count   int
}

func tellingAt(c cell) (square cell, shift int) {
	return cell{c[0] >> 2, c[1] >> 2, c[2]}, 4 * (int(c[0]&3) | int(c[1]&3)<<2)
}

// add records a way in which a cell became known, and returns the ways in which it was known before, or 0 if it was
// not.
func (t *tellings) add(c cell, how telling) (before telling) {
	at, shift := tellingAt(c)
	square := t.squares.at(at)
	if before = telling(*square >> shift & 0xf); before == 0 {
		t.count++
	}
	*square |= uint64(how) << shift
	return before
}

// all yields the known cells, in no order.
func (t *tellings) all() iter.Seq2[cell, telling] {
	return func(yield func(cell, telling) bool) {
		for at, square := range t.squares.all() {
			for k := range int16(16) {
				how := telling(square >> (4 * k) & 0xf)
				if how != 0 && !yield(cell{at[0]<<2 | k&3, at[1]<<2 | k>>2, at[2]}, how) {
					return
				}
			}
		}
	}
}
