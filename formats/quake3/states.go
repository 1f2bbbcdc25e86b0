package quake3

import "math/bits"

// Entity is the state of an entity in a [Snapshot].
type Entity struct {
	EntityState
	// version identifies a state: two entities of equal version have the same number and equal fields.
	version uint32
}

// stateRef refers to the state of an entity: the entity's number above the place in a statePool, so that lists of
// references can be searched and compared without looking at the states.
type stateRef uint32

// noState refers to no state.
const noState = ^stateRef(0)

// placeBits allows more states than the snapshots of a [History] can have.
const placeBits = 32 - entityBits

func refOf(number uint16, place uint32) stateRef {
	return stateRef(number)<<placeBits | stateRef(place)
}

func (r stateRef) number() uint16 { return uint16(r >> placeBits) }
func (r stateRef) place() uint32  { return uint32(r & (1<<placeBits - 1)) }

// statePool holds the states that snapshots refer to. Snapshots share those that did not change, so a new snapshot
// costs what changed in it. Unreferenced states are found when no free ones are left, which is cheaper than reference
// counts: most states are in all snapshots.
type statePool struct {
	states  []Entity
	free    []uint32 // places
	used    []uint64 // a bit for each place that snapshots referred to when free ones were last looked for
	version uint32
	// latest is the last state made for each entity, and marked the last version when free ones were last looked for: a
	// state neither in used nor newer may be free.
	latest [MaxEntities]stateRef
	marked uint32
}

const minStates = 256

// reserve makes room for n states besides those that snapshots refer to.
func (p *statePool) reserve(n int, snapshots []*Snapshot) {
	if len(p.free) >= n {
		return
	}
	p.mark(snapshots)
	size := max(minStates, len(p.states))
	for live := len(p.states) - p.unused(); size < max(4*live, live+n); {
		size *= 2
	}
	p.states = append(p.states, make([]Entity, size-len(p.states))...)
	p.used = append(p.used, make([]uint64, size/64-len(p.used))...)
	p.free = p.free[:0]
	for i, w := range p.used {
		for w = ^w; w != 0; w &= w - 1 {
			p.free = append(p.free, uint32(64*i+bits.TrailingZeros64(w)))
		}
	}
}

// mark marks the states that snapshots refer to.
func (p *statePool) mark(snapshots []*Snapshot) {
	clear(p.used)
	p.marked = p.version
	for _, s := range snapshots {
		if s == nil {
			continue
		}
		for _, r := range s.entities {
			p.used[r.place()/64] |= 1 << (r.place() % 64)
		}
	}
}

// unused returns the number of unmarked states.
func (p *statePool) unused() int {
	n := len(p.states)
	for _, w := range p.used {
		n -= bits.OnesCount64(w)
	}
	return n
}

// take returns a state for an entity for the caller to fill in. One must be reserved.
func (p *statePool) take(number uint16) (stateRef, *Entity) {
	place := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.version++
	e := &p.states[place]
	e.version = p.version
	return refOf(number, place), e
}

// change returns the state after applying d to was, or to the entity's baseline if that is noState. A server repeats
// changes until they are acknowledged, mostly two to four times, so usually the state exists already. One must be
// reserved. It is a separate function, as merge is faster with its loop in registers.
//
//go:noinline
func (p *statePool) change(was stateRef, d *EntityDelta, starts *baselines) stateRef {
	base := starts.of(d.Number)
	if was != noState {
		base = &p.states[was.place()].EntityState
	}
	latest := p.latest[d.Number]
	made := &p.states[latest.place()]
	again := &made.EntityState != base && d.makes(&made.F) && p.lives(latest, made)
	ref, e := p.take(d.Number)
	e.EntityState = *base
	e.Apply(d)
	if again && e.EntityState == made.EntityState {
		p.free = append(p.free, ref.place())
		p.version--
		return latest
	}
	p.latest[d.Number] = ref
	return ref
}

// lives reports whether e is still the state that ref referred to, and not free.
func (p *statePool) lives(ref stateRef, e *Entity) bool {
	marked := p.used[ref.place()/64]>>(ref.place()%64)&1 != 0
	return e.Number == int(ref.number()) && (marked || e.version > p.marked)
}

// merge sets the entities of snap, which has none yet, to those of its base with changes applied, and notes what
// differs from the base.
func (p *statePool) merge(snap *Snapshot, from []stateRef, changes []EntityDelta, starts *baselines) {
	if most := len(from) + len(changes); cap(snap.entities) < most {
		snap.entities = make([]stateRef, 0, max(2*most, 64))
	}
	list := snap.entities[:len(from)+len(changes)]
	last, n, at := -1, 0, 0
	for i := range changes {
		d := &changes[i]
		if int(d.Number) <= last || d.Number >= NoEntity {
			continue
		}
		last = int(d.Number)
		for first := refOf(d.Number, 0); at < len(from) && from[at] < first; at++ {
			list[n] = from[at]
			n++
		}
		was := noState
		if at < len(from) && from[at].number() == d.Number {
			was = from[at]
			at++
		}
		if d.Removed {
			if was != noState {
				snap.gone = append(snap.gone, d.Number)
			}
			continue
		}
		if was == noState || !d.Unchanged {
			snap.changed = append(snap.changed, uint16(n))
			was = p.change(was, d, starts)
		}
		list[n] = was
		n++
	}
	n += copy(list[n:], from[at:])
	snap.entities = list[:n]
}

// baselines are the bases of entities that are not in the base snapshot.
type baselines struct {
	places [MaxEntities]uint16 // index into states, plus 1, or 0 if there is none
	states []EntityState
	none   EntityState
}

// of returns the baseline of an entity, or the zero state.
func (b *baselines) of(number uint16) *EntityState {
	if place := b.places[number]; place > 0 {
		return &b.states[place-1]
	}
	return &b.none
}

// add returns the baseline of an entity for the caller to fill in.
func (b *baselines) add(number uint16) *EntityState {
	if b.places[number] == 0 {
		b.states = append(b.states, EntityState{})
		b.places[number] = uint16(len(b.states))
	}
	return &b.states[b.places[number]-1]
}

func (b *baselines) clear() {
	clear(b.places[:])
	b.states = b.states[:0]
}

// compare finds what differs from the previous snapshot if that is not the base.
func (s *Snapshot) compare() {
	if s.compared {
		return
	}
	s.compared = true
	s.changed, s.gone = s.changed[:0], s.gone[:0]
	before, at := s.before, 0
	for i, r := range s.entities {
		if at < len(before) && before[at] == r {
			at++
			continue
		}
		for ; at < len(before) && before[at].number() < r.number(); at++ {
			s.gone = append(s.gone, before[at].number())
		}
		if at == len(before) || before[at] != r {
			s.changed = append(s.changed, uint16(i))
		}
		if at < len(before) && before[at].number() == r.number() {
			at++
		}
	}
	for _, r := range before[at:] {
		s.gone = append(s.gone, r.number())
	}
}
