package wolfenstein

import (
	"math"
	"slices"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// EntityState is the complete state of an entity.
type EntityState struct {
	// Number is the entity number, 0 to 1022.
	Number int
	// F holds the fields. Floats are held as their IEEE 754 bits. Shared holds the server's own data about the entity
	// in a TV demo: the fields of a [quake3.SharedDelta].
	F      [NumEntityFields]uint32
	Shared [numSharedFields]uint32
}

// Float returns field f as a float.
func (s *EntityState) Float(f EntityField) float32 { return math.Float32frombits(s.F[f]) }

// Int returns field f as a signed integer.
func (s *EntityState) Int(f EntityField) int32 { return int32(s.F[f]) }

// Vector returns the vector whose components are the fields x, x+1 and x+2.
func (s *EntityState) Vector(x EntityField) [3]float32 {
	return [3]float32{s.Float(x), s.Float(x + 1), s.Float(x + 2)}
}

// Apply applies d to s. If the entity is in the base snapshot, s must be a copy of its state there; otherwise s must be
// a copy of its baseline.
func (s *EntityState) Apply(d *quake3.EntityDelta) {
	s.Number = int(d.Number)
	apply(s.F[:], &d.FieldDelta)
	if d.Shared != nil {
		apply(s.Shared[:], &d.Shared.FieldDelta)
	}
}

func apply(to []uint32, d *quake3.FieldDelta) {
	for _, c := range d.Changed {
		if int(c.Field) < len(to) {
			to[c.Field] = c.Value
		}
	}
}

// Delta returns the change from base to s, encoded for protocol p. If no field has changed, Unchanged is set in the
// result.
func (s *EntityState) Delta(base *EntityState, p *quake3.Protocol) quake3.EntityDelta {
	d := quake3.EntityDelta{Number: uint16(s.Number), FieldDelta: quake3.DeltaOf(p.Entity, s.F[:], base.F[:])}
	d.Unchanged = len(d.Changed) == 0
	if p.TV() {
		d.Shared = &quake3.SharedDelta{FieldDelta: quake3.DeltaOf(p.Shared, s.Shared[:], base.Shared[:])}
		d.Shared.Unchanged = len(d.Shared.Changed) == 0
	}
	return d
}

// PlayerState is the complete state of a player.
type PlayerState struct {
	// F holds the fields. Floats are held as their IEEE 754 bits.
	F [NumPlayerFields]uint32
	// Arrays holds the lists by number: [Stats], [Persistant], [Holdable] and [Powerups], then the ammunition and the
	// clips of all weapons.
	Arrays [NumArrays][quake3.ArraySize]int32
}

// Float returns field f as a float.
func (s *PlayerState) Float(f PlayerField) float32 { return math.Float32frombits(s.F[f]) }

// Int returns field f as a signed integer.
func (s *PlayerState) Int(f PlayerField) int32 { return int32(s.F[f]) }

// Vector returns the vector whose components are the fields x, x+1 and x+2.
func (s *PlayerState) Vector(x PlayerField) [3]float32 {
	return [3]float32{s.Float(x), s.Float(x + 1), s.Float(x + 2)}
}

// Array returns element i of the array that starts with the given list. An array that is too large for one list
// continues in the following lists. For example, Array([Ammo], 8) returns the ammunition of weapon 8.
func (s *PlayerState) Array(list, i int) int32 {
	return s.Arrays[list+i/quake3.ArraySize][i%quake3.ArraySize]
}

// Apply applies d to s, which must be a copy of the player's state in the base snapshot.
func (s *PlayerState) Apply(d *quake3.PlayerDelta) {
	apply(s.F[:], &d.FieldDelta)
	for i := range min(len(d.Lists), NumArrays) {
		for _, c := range d.Lists[i].Changed {
			s.Arrays[i][c.Index%quake3.ArraySize] = c.Value
		}
	}
}

// Delta returns the change from base to s, encoded for protocol p.
func (s *PlayerState) Delta(base *PlayerState, p *quake3.Protocol) quake3.PlayerDelta {
	d := quake3.PlayerDelta{FieldDelta: quake3.DeltaOf(p.Player, s.F[:], base.F[:])}
	for i := range s.Arrays {
		d.Lists = append(d.Lists, quake3.ArrayDeltaOf(&s.Arrays[i], &base.Arrays[i]))
	}
	return d
}

// Snapshot is the state of the world as sent by the server. The states that it points to are never modified. If the
// state of an entity or a player has not changed since the previous snapshot, the two snapshots usually share a pointer
// to it.
type Snapshot struct {
	// Sequence is the number of the snapshot's message.
	Sequence int32
	// Time is the time since the start of the demo. ServerTime is the game clock, in milliseconds.
	Time       time.Duration
	ServerTime int32
	// Flags are the flags of the [quake3.SnapshotDelta].
	Flags uint8
	// Approximate is set if the snapshot is based, perhaps indirectly, on a snapshot that is missing from the demo.
	Approximate bool
	// Player is the state of the recorder or of the player being followed.
	Player *PlayerState
	// Players holds the states of all players in a TV demo, by slot, with nil for players who are not in the game.
	// [quake3.PlayerStates] adds them.
	Players [quake3.MaxClients]*PlayerState
	// Entities are sorted by number.
	Entities []*EntityState

	base  *Snapshot
	valid bool
}

// History is a [quake3.Handler] that keeps the state to which deltas refer: configstrings, baselines and the last
// [quake3.SnapshotBackup] snapshots. After each call to Handle, the methods Snapshot, Command and Changed report the
// effect of the message. The zero History is ready to use.
type History struct {
	// Configstrings holds the configstrings as sent.
	Configstrings [MaxConfigstrings]string

	clock     wire.Clock
	hole      bool // bytes were skipped since the last snapshot
	baselines map[uint16]*EntityState
	ring      [quake3.SnapshotBackup]*Snapshot
	snapshot  *Snapshot
	quake3.Commands
}

// Snapshot returns the latest snapshot in the current block, or nil if there is none. It is valid until the next block
// is read.
func (h *History) Snapshot() *Snapshot { return h.snapshot }

// none is the base of what has none.
var none EntityState

// Baseline returns the baseline of the entity with the given number. If the entity has none, Baseline returns the zero
// EntityState.
func (h *History) Baseline(number int) *EntityState {
	if b := h.baselines[uint16(number)]; b != nil {
		return b
	}
	return &none
}

// Handle applies m to the state.
func (h *History) Handle(m quake3.Message) {
	h.Next()
	switch m := m.(type) {
	case *quake3.Block:
		h.snapshot = nil
	case *quake3.Gamestate:
		h.gamestate(m)
	case *quake3.ServerCommand:
		h.Joined = true
		h.Commands.Apply(m, h.Configstrings[:])
	case *quake3.SnapshotDelta:
		h.makeSnapshot(m)
	case *quake3.PlayerStates:
		h.players(m)
	case *quake3.Skipped:
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
func (h *History) gamestate(g *quake3.Gamestate) {
	h.clock.NewLevel()
	h.Begin(g.CommandSequence)
	h.snapshot = nil
	clear(h.ring[:])
	clear(h.Configstrings[:])
	for i := range g.Configstrings {
		if c := &g.Configstrings[i]; c.Index >= 0 && c.Index < len(h.Configstrings) {
			h.Configstrings[c.Index] = string(c.Text)
		}
	}
	h.baselines = map[uint16]*EntityState{}
	for i := range g.Baselines {
		if d := &g.Baselines[i]; !d.Current {
			s := new(EntityState)
			s.Apply(d)
			h.baselines[d.Number] = s
		}
	}
}

// makeSnapshot makes a complete snapshot of a delta.
func (h *History) makeSnapshot(m *quake3.SnapshotDelta) {
	longest := wire.LongestStep
	if h.hole {
		longest = wire.LongestHole
	}
	h.hole = false
	_ = h.clock.Tick(time.Duration(m.ServerTime)*time.Millisecond, longest) // the decoder reports it
	base, exact := h.baseOf(m)
	s := &Snapshot{Sequence: m.Sequence, Time: h.clock.Now(), ServerTime: m.ServerTime, Flags: m.Flags,
		Approximate: !exact, base: base, valid: true}
	var player PlayerState
	var from []*EntityState
	if base != nil {
		player, from = *base.Player, base.Entities
		s.Approximate = s.Approximate || base.Approximate
		base.base = nil // what came before is needed no more
	}
	player.Apply(&m.Player)
	s.Player = &player
	s.Entities = h.merge(from, m.Entities)
	h.ring[uint32(m.Sequence)%quake3.SnapshotBackup] = s
	h.snapshot = s
}

// merge returns the entities that result from some deltas, sorted by number.
func (h *History) merge(from []*EntityState, deltas []quake3.EntityDelta) []*EntityState {
	list := make([]*EntityState, 0, len(from)+4)
	sorted := slices.IsSortedFunc(deltas, func(a, b quake3.EntityDelta) int { return int(a.Number) - int(b.Number) })
	for i := range deltas {
		d := &deltas[i]
		for len(from) > 0 && from[0].Number < int(d.Number) {
			list, from = append(list, from[0]), from[1:]
		}
		base := h.Baseline(int(d.Number))
		if len(from) > 0 && from[0].Number == int(d.Number) {
			base, from = from[0], from[1:]
		}
		if d.Removed || !sorted && len(list) > 0 && list[len(list)-1].Number >= int(d.Number) {
			continue
		}
		shared := d.Shared != nil && len(d.Shared.Changed) > 0
		if same := d.Unchanged && !shared && base.Number == int(d.Number); !same {
			s := *base
			s.Apply(d)
			base = &s
		}
		list = append(list, base)
	}
	return append(list, from...)
}

// players adds the states of all players to the block's snapshot.
func (h *History) players(m *quake3.PlayerStates) {
	s := h.snapshot
	if s == nil {
		return
	}
	for i := range m.Players {
		p := &m.Players[i]
		if int(p.Client) >= quake3.MaxClients {
			continue
		}
		var was *PlayerState
		if s.base != nil {
			was = s.base.Players[p.Client]
		}
		if was != nil && empty(&p.PlayerDelta) {
			s.Players[p.Client] = was
			continue
		}
		var state PlayerState
		if was != nil {
			state = *was
		}
		state.Apply(&p.PlayerDelta)
		s.Players[p.Client] = &state
	}
}

// empty reports whether a delta changes nothing.
func empty(d *quake3.PlayerDelta) bool {
	for i := range d.Lists {
		if len(d.Lists[i].Changed) > 0 {
			return false
		}
	}
	return len(d.Changed) == 0
}

// baseOf returns the snapshot that m refers to, or nil if it refers to none. If that is missing, base is the nearest
// older one, and exact is false.
func (h *History) baseOf(m *quake3.SnapshotDelta) (base *Snapshot, exact bool) {
	if m.DeltaNum == 0 {
		return nil, true
	}
	want := m.Sequence - int32(m.DeltaNum)
	if b := h.ring[uint32(want)%quake3.SnapshotBackup]; b != nil && b.valid && b.Sequence == want {
		return b, true
	}
	for _, b := range h.ring {
		if b != nil && b.Sequence < want && (base == nil || b.Sequence > base.Sequence) {
			base = b
		}
	}
	return base, false
}

// Texts returns the configstrings.
func (h *History) Texts() []string { return h.Configstrings[:] }

// Moment implements [quake3.ClipHistory].
func (h *History) Moment() (at time.Duration, approximate, ok bool) {
	if h.snapshot == nil {
		return 0, false, false
	}
	return h.snapshot.Time, h.snapshot.Approximate, true
}

// Lacks implements [quake3.ClipHistory].
func (h *History) Lacks(m *quake3.SnapshotDelta, first int32) bool {
	base, exact := h.baseOf(m)
	return !exact || base != nil && base.Sequence < first
}

// Full implements [quake3.ClipHistory].
func (h *History) Full(m quake3.Message, p *quake3.Protocol) quake3.Message {
	switch m := m.(type) {
	case *quake3.SnapshotDelta:
		out := *m
		out.DeltaNum = 0
		out.Player = h.snapshot.Player.Delta(new(PlayerState), p)
		out.Entities = nil
		for _, e := range h.snapshot.Entities {
			out.Entities = append(out.Entities, e.Delta(h.Baseline(e.Number), p))
		}
		return &out
	case *quake3.PlayerStates:
		out := new(quake3.PlayerStates)
		for slot, s := range h.snapshot.Players {
			if s != nil {
				out.Players = append(out.Players,
					quake3.NumberedPlayer{Client: uint8(slot), PlayerDelta: s.Delta(new(PlayerState), p)})
			}
		}
		return out
	}
	return m
}
