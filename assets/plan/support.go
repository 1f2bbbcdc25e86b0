package plan

import "slices"

// backers holds the demos that agree on something, up to a maximum: the lowest of their tags, in increasing order,
// followed by zeros. Merging such sets is commutative, associative and idempotent, and a set takes the same space for
// any number of demos.
type backers [3]uint16

// tag returns a demo's tag in a set of backers, never 0. Things in one demo that count separately differ in nth.
func tag(demo uint64, nth int) uint16 {
	if h := scattered(demo + uint64(nth)*0x632be59bd9b4e019); uint16(h) != 0 {
		return uint16(h)
	}
	return 1
}

// with returns the union of two sets.
func (b backers) with(o backers) (out backers) {
	for n := range out {
		switch {
		case b[0] == 0 || o[0] != 0 && o[0] < b[0]:
			out[n], o = o[0], backers{o[1], o[2]}
		case b[0] == o[0]:
			out[n], b, o = b[0], backers{b[1], b[2]}, backers{o[1], o[2]}
		default:
			out[n], b = b[0], backers{b[1], b[2]}
		}
	}
	return out
}

// count returns the number of backers, or the most that are counted if there are more.
func (b backers) count() int {
	if n := slices.Index(b[:], 0); n >= 0 {
		return n
	}
	return len(b)
}

// told is the evidence that a cell is ground: the demos that show it, and whether any of them is certain.
type told struct {
	known bool
	by    backers
}

func (t told) with(o told) told { return told{t.known || o.known, t.by.with(o.by)} }

// support weighs demos' evidence of a map's ground. The mistakes of one demo (a landing taken for one in the air, the
// way of a lift that stood elsewhere) are few, but those of many would add up: on maps whose files exist, up to 7 in
// 100 of the cells found by one of several demos are wrong, 1 of those found by two, none of those found by three; of
// guesses up to 70, 30 and none.
type support struct {
	near  cellMap[backers] // by cells of nearCells and nearLevels
	areas cellMap[backers] // by squares of areaCells
	demos int
}

const (
	nearCells, nearLevels = 2, 2
	areaCells             = 16
	// manyDemos is the number of demos at which the evidence of a single demo is no longer enough.
	manyDemos = 20
	// conflictLow and conflictHigh are heights, in cells: nobody can stand that far above another place to stand.
	conflictLow, conflictHigh = 6, 18
)

func nearAt(c cell) cell { return cell{c[0] >> 1, c[1] >> 1, c[2] >> 1} }

func areaAt(c cell) cell { return cell{c[0] >> 4, c[1] >> 4} }

func newSupport(l *Learned) *support {
	s := &support{demos: len(l.demos)}
	if s.demos < 2 {
		return s // nothing to weigh
	}
	var own cellMap[backers]
	for c, t := range l.ground {
		k, a := own.at(nearAt(c)), s.areas.at(areaAt(c))
		*k, *a = k.with(t.by), a.with(t.by)
	}
	for k := range own.all() {
		var sum backers
		for dx := int16(-1); dx <= 1; dx++ {
			for dy := int16(-1); dy <= 1; dy++ {
				for dz := int16(-1); dz <= 1; dz++ {
					if by := own.get(cell{k[0] + dx, k[1] + dy, k[2] + dz}); by != (backers{}) {
						sum = sum.with(by)
					}
				}
			}
		}
		*s.near.at(k) = sum
	}
	return s
}

// holds reports whether enough demos agree on a cell, or on its neighbours, for it to be ground.
func (s *support) holds(c cell, t told) bool {
	if s.demos < 2 {
		return true
	}
	have, there := s.near.get(nearAt(c)).count(), s.areas.get(areaAt(c)).count()
	switch {
	case !t.known:
		return have >= there
	case have > 1 || there < 2:
		return true
	case there == len(backers{}) && s.demos >= manyDemos:
		return false
	}
	return !s.conflicts(c)
}

// conflicts reports whether more demos have ground so close above or below the cell that both cannot be right.
func (s *support) conflicts(c cell) bool {
	for dz := int16(conflictLow); dz <= conflictHigh; dz += nearLevels {
		for _, to := range [...]cell{{c[0], c[1], c[2] + dz}, {c[0], c[1], c[2] - dz}} {
			if s.near.get(nearAt(to)).count() > 1 {
				return true
			}
		}
	}
	return false
}
