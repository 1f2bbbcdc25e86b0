package plan

import "iter"

// cellMap is a map keyed by cell for the inner loops of growing. It is flat in memory, and a lookup takes a quarter of
// the time that a Go map needs. The zero cellMap is empty and ready to use.
type cellMap[V any] struct {
	slots []cellSlot[V] // their number is a power of two; at most half are taken
	count int
}

type cellSlot[V any] struct {
	key   uint64 // the cell's number plus 1; or 0 if the slot is free
	value V
}

// slot returns the slot of a key or, if the key is missing, the slot in which to store it.
func (m *cellMap[V]) slot(key uint64) *cellSlot[V] {
	mask := uint64(len(m.slots) - 1)
	for i := key * 0x9e3779b97f4a7c15 >> 32; ; i++ {
		if s := &m.slots[i&mask]; s.key == key || s.key == 0 {
			return s
		}
	}
}

// at returns the value of a cell, adding it if missing. It is valid until the next call.
func (m *cellMap[V]) at(c cell) *V {
	if 2*m.count >= len(m.slots) {
		m.grow()
	}
	key := c.number() + 1
	s := m.slot(key)
	if s.key == 0 {
		s.key = key
		m.count++
	}
	return &s.value
}

// get returns the value of a cell, or the zero value.
func (m *cellMap[V]) get(c cell) (v V) {
	if m.count == 0 {
		return v
	}
	return m.slot(c.number() + 1).value
}

func (m *cellMap[V]) grow() {
	const least = 1 << 10
	old := m.slots
	m.slots = make([]cellSlot[V], max(2*len(old), least))
	for i := range old {
		if s := &old[i]; s.key != 0 {
			*m.slot(s.key) = *s
		}
	}
}

// all yields the cells and their values, in no order.
func (m *cellMap[V]) all() iter.Seq2[cell, V] {
	return func(yield func(cell, V) bool) {
		for i := range m.slots {
			if s := &m.slots[i]; s.key != 0 && !yield(cellAt(s.key-1), s.value) {
				return
			}
		}
	}
}
