package netquake

import (
	"slices"
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// Snapshot is the state of a level at one moment, as sent to the recording client.
type Snapshot struct {
	// Time is the time since the start of the demo. Clock is the level's own time.
	Time, Clock time.Duration
	// View is the number of the entity to which the recorder's camera is attached. Angles holds the recorder's view
	// angles.
	View   uint16
	Angles Vec3
	// Entities are the visible entities, in the order sent. In DarkPlaces they are sorted by number.
	Entities []Entity
}

// Entity describes a visible entity.
type Entity struct {
	Number uint16
	// Version is the same in two snapshots if the entity has not changed between them. It is 0 if it is unknown.
	Version uint32
	EntityState
}

// History is a [Handler] that turns updates into complete states. An update is relative to the entity's baseline. A
// change in DarkPlaces' [Entities] is relative to the entity's last state.
type History struct {
	protocol  *Protocol // nil before the first level
	baselines baselines
	states    map[uint16]EntityState // of DarkPlaces
	changing  EntityState            // scratch for the entity being changed
	frames    *frameHistory          // that later ones refer to
	numbers   []uint16               // of states, sorted
	snapshot  Snapshot
	// replacement follows FTE's replacement deltas. It is nil if there are none.
	replacement *fte.History
	players     uint8
	told        int  // entities of the snapshot that are not from states
	timed       bool // the snapshot has begun
}

// NewHistory returns a History positioned at the start of a demo.
func NewHistory() *History {
	h := new(History)
	h.newLevel(nil)
	return h
}

func (h *History) newLevel(p *Protocol) {
	h.protocol, h.timed, h.told = p, false, 0
	h.baselines.newLevel()
	h.states = map[uint16]EntityState{}
	h.frames = newFrameHistory()
	h.snapshot.View = 1 // the first player
	if h.replacement = nil; p != nil && p.entities != nil {
		h.replacement = fte.NewHistory(p.entities)
	}
}

// Handle applies m to the state.
func (h *History) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		h.timed = false
		h.snapshot.Angles = m.Angles
	case *ServerInfo:
		h.newLevel(m.Layout)
		h.players = m.MaxClients
	case *Variant:
		h.protocol = h.protocol.told(m)
	case *SetView:
		h.snapshot.View = m.Entity
	case *Time:
		h.timed, h.told = true, 0
		h.snapshot.Time, h.snapshot.Clock = m.Elapsed, wire.Seconds(m.Seconds)
	case *SpawnBaseline, *SpawnDelta:
		if h.protocol != nil {
			h.spawn(m)
		}
	case *UpdateEntities:
		h.update(m)
	case *UpdateEntity:
		if h.protocol != nil && h.timed {
			h.updateEntity(m)
		}
	case *Entities:
		if h.protocol != nil && h.protocol.frames != nil {
			h.change(m, h.protocol.frames)
		}
	}
}

// updateEntity adds an entity to the snapshot. It does so in place because there are many entities.
func (h *History) updateEntity(m *UpdateEntity) {
	list := h.snapshot.Entities[:h.told]
	if cap(list) == h.told {
		list = append(list, Entity{})
	}
	list = list[:h.told+1]
	// otherwise it is still there from an earlier snapshot
	if e := &list[h.told]; m.Version == 0 || e.Version != m.Version || e.Number != m.Entity {
		e.Number, e.Version, e.EntityState = m.Entity, m.Version, *h.baselines.at(m.Entity)
		m.apply(&e.EntityState, h.protocol)
	}
	h.snapshot.Entities = list
	h.told++
}

// change applies a frame of DarkPlaces.
func (h *History) change(m *Entities, l *frameLayout) {
	if l.reference {
		h.replace(h.frames.add(m, l))
		return
	}
	for i := range m.Changes {
		c := &m.Changes[i]
		if c.Removed {
			delete(h.states, c.Entity)
			continue
		}
		var ok bool
		if h.changing, ok = h.states[c.Entity]; !ok {
			h.changing = h.Baseline(c.Entity)
		}
		c.apply(&h.changing, l.fields)
		h.states[c.Entity] = h.changing
	}
}

// replace makes a frame the current state of the entities that it covers.
func (h *History) replace(f *toldFrame) {
	for n := range h.states {
		if n >= f.first && n < f.end {
			delete(h.states, n)
		}
	}
	for n, s := range f.states {
		h.states[n] = s
	}
}

// Baseline returns the baseline of the entity with the given number.
func (h *History) Baseline(entity uint16) EntityState { return *h.baselines.at(entity) }

// Snapshot returns the state at the current block. If the block contains no [Time], Snapshot returns nil. The result is
// valid until the next message is handled.
func (h *History) Snapshot() *Snapshot {
	if !h.timed {
		return nil
	}
	s := &h.snapshot
	s.Entities = s.Entities[:h.told]
	h.numbers = h.numbers[:0]
	for n := range h.states {
		h.numbers = append(h.numbers, n)
	}
	slices.Sort(h.numbers)
	for _, n := range h.numbers {
		s.Entities = append(s.Entities, Entity{Number: n, EntityState: h.states[n]})
	}
	return s
}
