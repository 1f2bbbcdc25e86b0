package quake3

import (
	"strings"
	"time"

	"fragscope/formats/wire"
)

// Snapshot is the state of the world as sent by the server. It contains what the recorder can see.
type Snapshot struct {
	// Sequence is the number of the snapshot's message.
	Sequence int32
	// Time is the time since the start of the demo. ServerTime is the game clock, in milliseconds.
	Time       time.Duration
	ServerTime int32
	// Flags are the flags of the [SnapshotDelta].
	Flags uint8
	// Approximate is set if the snapshot is based, perhaps indirectly, on a snapshot that is missing from the demo and was
	// replaced by an older one.
	Approximate bool
	// Repeated is set if the message has the same number as the previous one.
	Repeated bool
	Player   PlayerState
	// Arrays identifies the contents of the playerstate's arrays: if it is the same in two snapshots of a [History], their
	// arrays are equal.
	Arrays uint32

	entities      []stateRef
	before        []stateRef // the entities of the previous snapshot
	changed, gone []uint16   // since the previous snapshot once compared, until then since the base
	compared      bool
	valid         bool
	pool          *statePool
}

// Len returns the number of entities.
func (s *Snapshot) Len() int { return len(s.entities) }

// Entity returns the i'th entity. Entities are sorted by number.
func (s *Snapshot) Entity(i int) *Entity { return &s.pool.states[s.entities[i].place()] }

// Changed returns the indices, in increasing order, of the entities that are new or have changed since the previous
// snapshot in the [History]. In the first snapshot of a level, all entities are new.
func (s *Snapshot) Changed() []uint16 {
	s.compare()
	return s.changed
}

// Gone returns the numbers, in increasing order, of the entities that were in the previous snapshot but are no longer
// in s. In the first snapshot of a level, no entities are gone.
func (s *Snapshot) Gone() []uint16 {
	s.compare()
	return s.gone
}

// History is a [Handler] that keeps the state to which deltas refer: configstrings, baselines and the last
// [SnapshotBackup] snapshots. After each call to Handle, the methods Snapshot, Command and Changed report the effect of
// the message. The zero History is ready to use.
type History struct {
	// Configstrings holds the configstrings as sent.
	Configstrings [MaxConfigstrings]string

	clock     wire.Clock
	hole      bool // bytes were skipped since the last snapshot
	baselines baselines
	ring      [SnapshotBackup]*Snapshot
	spare     *Snapshot
	before    *Snapshot // the level's last one
	pool      statePool
	sequence  int32  // of the last snapshot
	arrays    uint32 // the last [Snapshot.Arrays] given out
	snapshot  *Snapshot
	Commands
}

// Snapshot returns the latest snapshot in the current block, or nil if there is none. It is valid until the next block
// is read.
func (h *History) Snapshot() *Snapshot { return h.snapshot }

// Baseline returns the baseline of the entity with the given number. If the entity has no baseline, the Number field of
// the returned state is 0.
func (h *History) Baseline(number int) *EntityState { return h.baselines.of(uint16(number)) }

// Handle applies m to the state.
func (h *History) Handle(m Message) {
	h.Next()
	switch m := m.(type) {
	case *Block:
		h.snapshot = nil
	case *Gamestate:
		h.gamestate(m)
	case *ServerCommand:
		h.Apply(m, h.Configstrings[:])
	case *SnapshotDelta:
		h.snapshot = h.makeSnapshot(m)
	case *Skipped:
		h.snapshot, h.hole = nil, true
		if m.Gamestate != nil {
			h.gamestate(m.Gamestate)
		}
		if m.Renumbered {
			h.Renumber()
		}
	}
}

// gamestate starts a level.
func (h *History) gamestate(g *Gamestate) {
	h.clock.NewLevel()
	h.Begin(g.CommandSequence)
	h.snapshot, h.before = nil, nil
	for _, snap := range h.ring {
		if snap != nil {
			snap.entities, snap.valid = snap.entities[:0], false
		}
	}
	clear(h.Configstrings[:])
	size := 0
	for i := range g.Configstrings {
		size += len(g.Configstrings[i].Text)
	}
	var all strings.Builder // making one string and slicing it is faster than making each
	all.Grow(size)
	for i := range g.Configstrings {
		c := &g.Configstrings[i]
		start := all.Len()
		all.Write(c.Text)
		if c.Index >= 0 && c.Index < len(h.Configstrings) {
			h.Configstrings[c.Index] = all.String()[start:]
		}
	}
	h.baselines.clear()
	for i := range g.Baselines {
		if d := &g.Baselines[i]; int(d.Number) < MaxEntities && !d.Current {
			h.baselines.add(d.Number).Apply(d)
		}
	}
}

// place returns the ring's place for the snapshot with a sequence.
func (h *History) place(sequence int32) **Snapshot {
	return &h.ring[uint32(sequence)%uint32(len(h.ring))]
}

// makeSnapshot makes a complete snapshot of a delta.
func (h *History) makeSnapshot(m *SnapshotDelta) *Snapshot {
	snap := h.spare
	if snap == nil {
		snap = &Snapshot{pool: &h.pool}
	}
	longest := wire.LongestStep
	if h.hole {
		longest = wire.LongestHole
	}
	h.hole = false
	_ = h.clock.Tick(serverTime(m), longest) // the decoder reports it
	base, exact := h.base(m)
	snap.Sequence, snap.Time, snap.ServerTime, snap.Flags = m.Sequence, h.clock.Now(), m.ServerTime, m.Flags
	snap.Approximate, snap.Repeated = !exact, m.Sequence == h.sequence
	snap.entities, snap.changed, snap.gone, snap.valid = snap.entities[:0], snap.changed[:0], snap.gone[:0], true
	var from []stateRef
	if base == nil {
		snap.Player = PlayerState{}
	} else {
		snap.Player, snap.Arrays = base.Player, base.Arrays
		snap.Approximate = snap.Approximate || base.Approximate
		from = base.entities
	}
	m.Player.FieldDelta.apply(&snap.Player.F)
	if base == nil || m.Player.arraysChange() {
		h.arrays++
		snap.Arrays = h.arrays
		snap.Player.apply(&m.Player)
	}
	h.pool.reserve(len(m.Entities), h.ring[:])
	h.pool.merge(snap, from, m.Entities, &h.baselines)
	if snap.compared = h.before == base || h.before == nil; !snap.compared {
		snap.before = h.before.entities
	}
	slot := h.place(m.Sequence)
	if h.spare = *slot; h.spare != nil {
		h.spare.entities = h.spare.entities[:0]
	}
	h.before, *slot = snap, snap
	h.sequence = m.Sequence
	return snap
}

// base returns the snapshot that m refers to, or nil if it refers to none. If that is missing, base is the nearest
// older one, and exact is false.
func (h *History) base(m *SnapshotDelta) (base *Snapshot, exact bool) {
	if m.DeltaNum == 0 {
		return nil, true
	}
	want := m.Sequence - int32(m.DeltaNum)
	if b := *h.place(want); b != nil && b.valid && b.Sequence == want {
		return b, true
	}
	for _, b := range h.ring {
		if b != nil && b.valid && b.Sequence < want && (base == nil || b.Sequence > base.Sequence) {
			base = b
		}
	}
	return base, false
}

// Texts returns the configstrings.
func (h *History) Texts() []string { return h.Configstrings[:] }

// Moment implements [ClipHistory].
func (h *History) Moment() (at time.Duration, approximate, ok bool) {
	if h.snapshot == nil {
		return 0, false, false
	}
	return h.snapshot.Time, h.snapshot.Approximate, true
}

// Lacks implements [ClipHistory].
func (h *History) Lacks(m *SnapshotDelta, first int32) bool {
	base, exact := h.base(m)
	return !exact || base != nil && base.Sequence < first
}

// Full implements [ClipHistory].
func (h *History) Full(m Message, p *Protocol) Message {
	snap, ok := m.(*SnapshotDelta)
	if !ok {
		return m
	}
	s, out := h.snapshot, *snap
	out.DeltaNum = 0
	player := s.Player
	out.Player = player.Delta(&PlayerState{}, p)
	out.Entities = nil
	for i := range s.Len() {
		e := s.Entity(i)
		out.Entities = append(out.Entities, e.Delta(h.Baseline(e.Number), p))
	}
	return &out
}
