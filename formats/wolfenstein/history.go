package wolfenstein

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// EntityState is the full state of an entity.
type EntityState struct {
	// Number is the entity number, 0 to 1022.
	Number int
	// F holds the fields. Floats are held as their IEEE 754 bits. Shared holds the fields of [SharedDelta].
	F      [NumEntityFields]uint32
	Shared [NumSharedFields]uint32
}

// Float returns field f as a float.
func (s *EntityState) Float(f EntityField) float32 { return math.Float32frombits(s.F[f]) }

// Int returns field f as a signed integer.
func (s *EntityState) Int(f EntityField) int32 { return int32(s.F[f]) }

// Vector returns the vector of floats whose first field is x.
func (s *EntityState) Vector(x EntityField) [3]float32 {
	return [3]float32{s.Float(x), s.Float(x + 1), s.Float(x + 2)}
}

// Apply applies d to s, a copy of the base.
func (s *EntityState) Apply(d *EntityDelta) {
	s.Number = int(d.Number)
	d.apply(s.F[:])
	d.Shared.apply(s.Shared[:])
}

// Delta returns the change from base to s in protocol p. Unchanged is set if no field changes.
func (s *EntityState) Delta(base *EntityState, p *Protocol) EntityDelta {
	d := EntityDelta{Number: uint16(s.Number), StateDelta: stateDelta(p.Entity, s.F[:], base.F[:])}
	if p.TV {
		d.Shared = SharedDelta{stateDelta(sharedFields, s.Shared[:], base.Shared[:])}
	}
	return d
}

func stateDelta(table []Field, f, base []uint32) StateDelta {
	d := StateDelta{FieldDelta: fieldDelta(table, f, base)}
	d.Unchanged = len(d.Changed) == 0
	return d
}

// PlayerState is the full state of a player.
type PlayerState struct {
	// F holds the fields. Floats are held as their IEEE 754 bits.
	F [NumPlayerFields]uint32
	// Arrays holds the lists by number: [Stats], [Persistant], [Holdable] and [Powerups], then the ammunition and the
	// clips of all weapons.
	Arrays [NumArrays * ArraySize]int32
}

// Float returns field f as a float.
func (s *PlayerState) Float(f PlayerField) float32 { return math.Float32frombits(s.F[f]) }

// Int returns field f as a signed integer.
func (s *PlayerState) Int(f PlayerField) int32 { return int32(s.F[f]) }

// Vector returns the vector of floats whose first field is x.
func (s *PlayerState) Vector(x PlayerField) [3]float32 {
	return [3]float32{s.Float(x), s.Float(x + 1), s.Float(x + 2)}
}

// Array returns element i of the array that starts with the given list: Array([Ammo], 8) is the ammunition of weapon 8.
func (s *PlayerState) Array(list, i int) int32 { return s.Arrays[list*ArraySize+i] }

// list returns one of the lists.
func (s *PlayerState) list(i int) []int32 { return s.Arrays[i*ArraySize : (i+1)*ArraySize] }

// Apply applies d to s, a copy of the base.
func (s *PlayerState) Apply(d *PlayerDelta) {
	d.apply(s.F[:])
	for i := range d.Arrays {
		for _, c := range d.Arrays[i].Changed {
			s.Arrays[i*ArraySize+int(c.Index%ArraySize)] = c.Value
		}
	}
}

// Delta returns the change from base to s in protocol p.
func (s *PlayerState) Delta(base *PlayerState, p *Protocol) PlayerDelta {
	d := PlayerDelta{FieldDelta: fieldDelta(p.Player, s.F[:], base.F[:])}
	for i := range d.Arrays {
		d.Arrays[i] = arrayDelta(s.list(i), base.list(i))
	}
	return d
}

// Snapshot is the state of the world as sent by the server. The states that it points to never change; one that equals
// its predecessor in the previous snapshot usually has the same address.
type Snapshot struct {
	// Sequence is the number of the snapshot's message.
	Sequence int32
	// Time is the time since the start of the demo. ServerTime is the game clock, in milliseconds.
	Time       time.Duration
	ServerTime int32
	// Flags are the flags of the [SnapshotDelta].
	Flags uint8
	// Approximate is set if the snapshot is based, perhaps indirectly, on one that is missing from the demo.
	Approximate bool
	// Player is the state of the recorder or of the player being followed.
	Player *PlayerState
	// Players holds the states of all players in a TV demo, by slot. They are nil for slots not in the game.
	// [PlayerStates] adds them.
	Players [MaxClients]*PlayerState
	// Entities lists the entities, sorted by Number.
	Entities []*EntityState

	base  *Snapshot
	valid bool
}

// History is a [Handler] that keeps the state that the deltas of a demo refer to: configstrings, baselines and the last
// [SnapshotBackup] snapshots. After a call to Handle, Snapshot, Command and Changed return the effect of the message.
// The zero History is ready to use.
type History struct {
	// Configstrings holds the configstrings as sent.
	Configstrings [MaxConfigstrings]string

	clock       wire.Clock
	hole        bool // bytes were skipped since the last snapshot
	baselines   map[uint16]*EntityState
	ring        [SnapshotBackup]*Snapshot
	lastCommand int32
	big         struct { // parts of a configstring that is too long for a command
		index int
		text  []byte
		open  bool
	}

	snapshot *Snapshot
	command  []byte
	changed  int // index plus 1
	old      string
}

// Snapshot returns the latest snapshot of the current block, or nil if there is none. It is valid until the next block.
func (h *History) Snapshot() *Snapshot { return h.snapshot }

// Command returns the text of the last message if it was a server command. It returns nil for any other message, for a
// repeated command and for one that changes configstrings.
func (h *History) Command() []byte { return h.command }

// Changed returns the index and the old text of the configstring changed by the last message. index is -1 unless the
// message was a server command that changed one.
func (h *History) Changed() (index int, old string) { return h.changed - 1, h.old }

// none is the base of what has none.
var none EntityState

// Baseline returns the base used for an entity that is not in the base snapshot.
func (h *History) Baseline(number int) *EntityState {
	if b := h.baselines[uint16(number)]; b != nil {
		return b
	}
	return &none
}

// Handle handles a message.
func (h *History) Handle(m Message) {
	h.command, h.changed, h.old = nil, 0, ""
	switch m := m.(type) {
	case *Block:
		h.snapshot = nil
	case *Gamestate:
		h.gamestate(m)
	case *ServerCommand:
		h.serverCommand(m)
	case *SnapshotDelta:
		h.makeSnapshot(m)
	case *PlayerStates:
		h.players(m)
	case *Skipped:
		h.snapshot, h.hole = nil, true
		if m.Gamestate != nil {
			h.gamestate(m.Gamestate)
		}
		if m.Renumbered {
			h.lastCommand = math.MinInt32
		}
	}
}

// gamestate starts a level.
func (h *History) gamestate(g *Gamestate) {
	h.clock.NewLevel()
	h.lastCommand = g.CommandSequence
	h.big.open = false
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
		s := new(EntityState)
		s.Apply(&g.Baselines[i])
		h.baselines[g.Baselines[i].Number] = s
	}
}

func (h *History) serverCommand(c *ServerCommand) {
	if c.Sequence <= h.lastCommand {
		return
	}
	h.lastCommand = c.Sequence
	if !h.configstring(string(c.Text)) {
		h.command = c.Text
	}
}

// maxBig bounds a configstring sent in parts; the games' bound is 8192.
const maxBig = 64 << 10

// configstring handles `cs N text`, where everything after the number is the text unless it is in quotes, and the parts
// `bcs0`, `bcs1` and `bcs2` of one that is too long for a command. It reports whether the command is one of them.
func (h *History) configstring(text string) bool {
	if !strings.HasPrefix(text, "cs ") && !strings.HasPrefix(text, "bcs") {
		return false
	}
	words := quake3.Tokenize(nil, text)
	if len(words) < 2 {
		return false
	}
	value := ""
	if len(words) > 2 {
		value = strings.Join(words[2:], " ")
	}
	index, err := strconv.Atoi(words[1])
	ok := err == nil && index >= 0 && index < len(h.Configstrings)
	big := &h.big
	switch words[0] {
	default:
		return false
	case "cs":
		if ok {
			h.setConfigstring(index, value)
		}
	case "bcs0":
		big.index, big.text, big.open = index, append(big.text[:0], value...), ok
	case "bcs1", "bcs2":
		if !ok || !big.open || index != big.index || len(big.text)+len(value) > maxBig {
			break
		}
		if big.text = append(big.text, value...); words[0] == "bcs2" {
			h.setConfigstring(index, string(big.text))
			big.open = false
		}
	}
	return true
}

func (h *History) setConfigstring(index int, text string) {
	if old := h.Configstrings[index]; old != text {
		h.Configstrings[index] = strings.Clone(text)
		h.changed, h.old = index+1, old
	}
}

// makeSnapshot makes a complete snapshot of a delta.
func (h *History) makeSnapshot(m *SnapshotDelta) {
	_ = h.clock.Tick(serverTime(m), longestStep(&h.hole)) // the decoder reports it
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
	h.ring[uint32(m.Sequence)%SnapshotBackup] = s
	h.snapshot = s
}

// merge returns the entities after some deltas, in order of number.
func (h *History) merge(from []*EntityState, deltas []EntityDelta) []*EntityState {
	list := make([]*EntityState, 0, len(from)+4)
	sorted := slices.IsSortedFunc(deltas, func(a, b EntityDelta) int { return int(a.Number) - int(b.Number) })
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
		if same := d.Unchanged && len(d.Shared.Changed) == 0 && base.Number == int(d.Number); !same {
			s := *base
			s.Apply(d)
			base = &s
		}
		list = append(list, base)
	}
	return append(list, from...)
}

// players adds the states of all players to the block's snapshot.
func (h *History) players(m *PlayerStates) {
	s := h.snapshot
	if s == nil {
		return
	}
	for i := range m.Players {
		p := &m.Players[i]
		if int(p.Client) >= MaxClients {
			continue
		}
		var was *PlayerState
		if s.base != nil {
			was = s.base.Players[p.Client]
		}
		if was != nil && p.empty() {
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
func (d *PlayerDelta) empty() bool {
	for i := range d.Arrays {
		if len(d.Arrays[i].Changed) > 0 {
			return false
		}
	}
	return len(d.Changed) == 0
}

// baseOf returns the snapshot that m refers to, or nil if it refers to none. If that is missing, base is the nearest
// older one, and exact is false.
func (h *History) baseOf(m *SnapshotDelta) (base *Snapshot, exact bool) {
	if m.DeltaNum == 0 {
		return nil, true
	}
	want := m.Sequence - int32(m.DeltaNum)
	if b := h.ring[uint32(want)%SnapshotBackup]; b != nil && b.valid && b.Sequence == want {
		return b, true
	}
	for _, b := range h.ring {
		if b != nil && b.Sequence < want && (base == nil || b.Sequence > base.Sequence) {
			base = b
		}
	}
	return base, false
}

// isScores reports whether a command has scores, which clients show until the next one of its kind.
func isScores(name []byte) bool {
	return bytes.HasPrefix(name, []byte("sc")) || string(name) == "tinfo"
}
