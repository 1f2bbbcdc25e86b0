package track

import (
	"slices"
	"sort"
	"time"

	"fragscope/sim"
)

// maxNumber bounds the numbers of entities.
const maxNumber = 1<<16 - 2

// Entities are the rows of the frame's entities and movers, ascending by number,
// and when each entity was last seen, whether it has a row or not.
type Entities struct {
	t      *Track
	rows   []sim.FrameEntity
	movers []sim.FrameMover
	seen   []Sighting // by number
}

// Sighting is when and where a demo last showed an entity.
type Sighting struct {
	Snapshot uint32 // number of the snapshot; 0 for never
	Origin   sim.Vec3
	Time     time.Duration // the demo's
}

// NewEntities returns the entities of a track.
func NewEntities(t *Track) *Entities {
	e := &Entities{t: t}
	t.entities = e
	return e
}

func (e *Entities) reset() {
	clear(e.rows)
	clear(e.seen)
	e.rows, e.movers = e.rows[:0], e.movers[:0]
}

func (e *Entities) begin() {
	for i := range e.rows {
		e.rows[i].NoLerp = e.t.noLerp
	}
	for i := range e.movers {
		e.movers[i].NoLerp = e.t.noLerp
	}
}

// Rows are those of all entities. They may be changed in place until one is
// added or removed.
func (e *Entities) Rows() []sim.FrameEntity { return e.rows }

// find is the place of an entity among the rows, and whether it is there.
func (e *Entities) find(number int) (int, bool) {
	i := sort.Search(len(e.rows), func(i int) bool { return e.rows[i].Number >= number })
	return i, i < len(e.rows) && e.rows[i].Number == number
}

// Row is the row of an entity, or nil.
func (e *Entities) Row(number int) *sim.FrameEntity {
	if i, ok := e.find(number); ok {
		return &e.rows[i]
	}
	return nil
}

// Add returns the row of an entity, which is inserted where it is not there; nil
// where there are too many.
func (e *Entities) Add(number int) (row *sim.FrameEntity, isNew bool) {
	i, ok := e.find(number)
	if !ok {
		if len(e.rows) >= maxRows {
			return nil, false
		}
		e.rows = slices.Insert(e.rows, i, sim.FrameEntity{Entity: sim.Entity{Number: number}})
	}
	return &e.rows[i], !ok
}

// Remove takes the row of an entity away, if it has one.
func (e *Entities) Remove(number int) {
	if i, ok := e.find(number); ok {
		e.rows = slices.Delete(e.rows, i, i+1)
	}
}

// Keep asks of every row that this snapshot does not show whether it stays, and
// takes the others away.
func (e *Entities) Keep(stays func(*sim.FrameEntity) bool) {
	kept := e.rows[:0]
	for i := range e.rows {
		if r := &e.rows[i]; e.Seen(r.Number) || stays(r) {
			kept = append(kept, *r)
		}
	}
	clear(e.rows[len(kept):])
	e.rows = kept
}

// See notes that this snapshot shows an entity, and returns when it was last
// shown before. appeared reports whether the snapshot before did not show it.
func (e *Entities) See(number int, origin sim.Vec3) (last Sighting, appeared bool) {
	if number < 0 || number > maxNumber {
		return Sighting{}, true
	}
	if number >= len(e.seen) {
		e.seen = append(e.seen, make([]Sighting, number+1-len(e.seen))...)
	}
	v := &e.seen[number]
	last = *v
	*v = Sighting{e.t.snapshot, origin, e.t.now}
	return last, last.Snapshot == 0 || last.Snapshot != e.t.snapshot-1
}

// Sighting is when an entity was last shown.
func (e *Entities) Sighting(number int) Sighting {
	if number < 0 || number >= len(e.seen) {
		return Sighting{}
	}
	return e.seen[number]
}

// Seen reports whether this snapshot shows an entity.
func (e *Entities) Seen(number int) bool {
	return number >= 0 && number < len(e.seen) && e.seen[number].Snapshot == e.t.snapshot
}

// Mover returns the row of a mover, which is inserted where it is not there; nil
// where there are too many.
func (e *Entities) Mover(number int) (row *sim.FrameMover, isNew bool) {
	i := sort.Search(len(e.movers), func(i int) bool { return e.movers[i].Number >= number })
	if isNew = i == len(e.movers) || e.movers[i].Number != number; isNew {
		if len(e.movers) >= maxRows {
			return nil, false
		}
		e.movers = slices.Insert(e.movers, i, sim.FrameMover{Mover: sim.Mover{Number: number}})
	}
	return &e.movers[i], isNew
}

// Movers are the rows of all movers.
func (e *Entities) Movers() []sim.FrameMover { return e.movers }

// LoseMovers marks the movers that this snapshot does not show.
func (e *Entities) LoseMovers() {
	for i := range e.movers {
		if m := &e.movers[i]; !e.Seen(m.Number) {
			m.Visible = false
		}
	}
}
