package quakeworld

import (
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// MaxPlayers is the number of players of every server.
const MaxPlayers = 32

// Snapshot is the state of the level as the packets up to now show it.
type Snapshot struct {
	// Time is the time since the first block that showed a player or an entity,
	// Clock the server's (.mvd) or the recorder's (.qwd).
	Time, Clock time.Duration
	// Players are the states of the players by number, as far as ever told;
	// Told has the bit of each that the present block told.
	Players [MaxPlayers]PlayerState
	Told    uint32
	// Entities are those in sight that are no players, by rising number.
	// NewEntities is set if the present block told them.
	Entities    []EntityState
	NewEntities bool
	// Approximate is set if the entities are changes of ones that are not those
	// that the server meant, as these are not in the demo.
	Approximate bool
}

// packet is the entities of a packet, to which later ones refer.
type packet struct {
	sequence uint32
	valid    bool
	entities []EntityState
}

// History is a Handler that turns deltas into whole states. The entities of a
// .qwd are changes of those of an earlier packet, of which the last 64 are kept;
// those of a .mvd are changes of the last. A player's state is whole in a .qwd
// and a change of the last in a .mvd.
//
// Where the packet that a delta refers to is missing, the delta is applied to
// the last entities known. id's client (cl_ents.c, CL_ParsePacketEntities and
// FlushEntityPacket) shows no entities then and asks the server for whole ones,
// to which later packets refer; nor does a later delta find a base in such a
// packet here.
type History struct {
	multiView bool
	block     Block
	start     time.Duration // of the first block that showed something
	started   bool
	offset    time.Duration // turns the block's clock into the server's (.mvd)
	begun     bool          // the level showed something

	slots       uint16       // of players, where that is told
	replacement *fte.History // of replacement deltas; nil where there are none

	recorder  uint8 // the player who recorded (.qwd)
	view      Vec3  // where the recorder looks
	hasView   bool
	baselines map[uint16]EntityState
	packets   [64]packet
	spare     []EntityState
	snapshot  Snapshot
	users     [MaxPlayers]int32 // user numbers by slot; 0 for an empty slot
}

// NewHistory is the history at the start of a demo.
func NewHistory(o Options) *History {
	return &History{multiView: o.MultiView, baselines: map[uint16]EntityState{}}
}

// Handle takes a message.
func (h *History) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		h.block = *m
		h.snapshot.Told, h.snapshot.NewEntities = 0, false
	case *ServerData:
		h.newLevel(m)
	case *Command:
		h.view, h.hasView = m.View, true
	case *SpawnBaseline, *SpawnDelta:
		h.spawn(m)
	case *PlayerInfo:
		if m.Player < MaxPlayers {
			h.player(m)
		}
	case *PacketEntities:
		h.entities(m)
	case *UpdateEntities:
		h.update(m)
	case *UpdateUserInfo:
		if m.Player < MaxPlayers {
			h.user(m)
		}
	}
}

// user forgets the state of a player who left, or whose place another took, as
// the server does (mvdsv sv_demo.c, MVD_PlayerReset).
func (h *History) user(m *UpdateUserInfo) {
	was := &h.users[m.Player]
	if *was != 0 && *was != m.UserID {
		h.snapshot.Players[m.Player] = PlayerState{}
	}
	*was = m.UserID
}

func (h *History) newLevel(m *ServerData) {
	*h = History{multiView: h.multiView, block: h.block, start: h.start, started: h.started, baselines: map[uint16]EntityState{}}
	h.slots = uint16(m.Slots)
	if m.Layout != nil && m.Layout.entities != nil {
		h.replacement = fte.NewHistory(m.Layout.entities)
	}
	h.recorder = m.Client & 127
	h.offset = wire.Seconds(m.Seconds) - h.block.Clock
}

// begin notes that the present block shows something.
func (h *History) begin() {
	h.begun = true
	if !h.started {
		h.start, h.started = h.block.Clock, true
	}
}

// player applies a player's update. The recorder of a .qwd, of whom packets have
// no view, looks where his last command says.
func (h *History) player(m *PlayerInfo) {
	h.begin()
	s := &h.snapshot.Players[m.Player]
	m.apply(s)
	if !h.multiView && m.Player == h.recorder && h.hasView {
		s.Angles, s.HasAngles = h.view, true
	}
	h.snapshot.Told |= 1 << m.Player
}

func (h *History) entities(m *PacketEntities) {
	h.begin()
	s := &h.snapshot
	s.NewEntities, s.Approximate = true, false
	if h.multiView && m.Delta && m.change(s.Entities) {
		return
	}
	old := s.Entities
	switch {
	case !m.Delta:
		old = nil
	case !h.multiView:
		if p := &h.packets[m.From&63]; p.valid && uint8(p.sequence) == m.From {
			old = p.entities
		} else {
			s.Approximate = true
		}
	}
	next := m.Apply(h.spare[:0], old, h.Baseline)
	if h.multiView {
		h.spare, s.Entities = s.Entities, next
		return
	}
	p := &h.packets[h.block.Sequence&63]
	p.sequence, p.valid = h.block.Sequence, !s.Approximate
	h.spare, p.entities, s.Entities = p.entities, next, next
}

// Baseline is how an entity looks while nothing else is said.
func (h *History) Baseline(entity uint16) EntityState { return h.baselines[entity] }

// Start is the time of the first block that showed something, by the demo's time.
func (h *History) Start() time.Duration { return h.start }

// Snapshot is the state at the present block; nil where it shows nothing. A .mvd
// goes on where nothing is told: each block of a level has a state from the
// first on that shows something. It is valid until the next message.
func (h *History) Snapshot() *Snapshot {
	if !h.begun || !h.multiView && h.snapshot.Told == 0 && !h.snapshot.NewEntities {
		return nil
	}
	s := &h.snapshot
	s.Time = max(h.block.Clock-h.start, 0)
	if s.Clock = h.block.Clock + h.offset; !h.multiView {
		s.Clock = wire.Seconds(h.block.Seconds)
	}
	return s
}
