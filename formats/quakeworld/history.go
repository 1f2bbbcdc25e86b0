package quakeworld

import (
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// MaxPlayers is the number of player slots on a server.
const MaxPlayers = 32

// Snapshot is the state of a level according to the packets read so far.
type Snapshot struct {
	// Time is the time since the first block that contained a player or an entity. Clock is the clock of the server (.mvd)
	// or the recorder (.qwd).
	Time, Clock time.Duration
	// Players holds the last known state of each player, by number. Told has a bit for each player updated by the
	// current block.
	Players [MaxPlayers]PlayerState
	Told    uint32
	// Entities lists the visible entities other than players, sorted by number. NewEntities is set if the current
	// block updated them.
	Entities    []EntityState
	NewEntities bool
	// Approximate is set if deltas were applied to the last known entities because the entities to which they refer are
	// missing from the demo.
	Approximate bool
}

// packet is the entities of a packet, for later ones to refer to.
type packet struct {
	sequence uint32
	valid    bool
	entities []EntityState
}

// History is a [Handler] that turns deltas into complete states. In a .qwd, the state of an entity is relative to one
// of the last 64 packets; the state of a player is complete. In a .mvd, the state of an entity is relative to the last
// packet; the state of a player is relative to his previous state.
//
// If the packet to which a delta refers is missing, History applies the delta to the last known entities. In the same
// situation, id's client (cl_ents.c, CL_ParsePacketEntities and FlushEntityPacket) shows no entities and requests a
// full update from the server. Later deltas refer to that update, so they never refer to entities that History got
// wrong.
type History struct {
	multiView bool
	block     Block
	start     time.Duration // of the first block that showed something
	started   bool
	offset    time.Duration // from the block's clock to the server's (.mvd)
	begun     bool          // the level has shown something

	slots       uint16       // of players, if sent
	replacement *fte.History // follows replacement deltas, or nil if there are none

	recorder  uint8 // the player who recorded (.qwd)
	view      Vec3  // the recorder's view angles
	hasView   bool
	baselines map[uint16]EntityState
	packets   [64]packet
	spare     []EntityState
	snapshot  Snapshot
	users     [MaxPlayers]int32 // user numbers by slot, or 0 for an empty slot
}

// NewHistory returns a History positioned at the start of a demo.
func NewHistory(o Options) *History {
	return &History{multiView: o.MultiView, baselines: map[uint16]EntityState{}}
}

// Handle applies m to the state.
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

// user forgets the state of a player who left or was replaced by another, as the server does (mvdsv sv_demo.c,
// MVD_PlayerReset).
func (h *History) user(m *UpdateUserInfo) {
	was := &h.users[m.Player]
	if *was != 0 && *was != m.UserID {
		h.snapshot.Players[m.Player] = PlayerState{}
	}
	*was = m.UserID
}

func (h *History) newLevel(m *ServerData) {
	*h = History{multiView: h.multiView, block: h.block, start: h.start, started: h.started,
		baselines: map[uint16]EntityState{}}
	h.slots = uint16(m.Slots)
	if m.Layout != nil && m.Layout.entities != nil {
		h.replacement = fte.NewHistory(m.Layout.entities)
	}
	h.recorder = m.Client & 127
	h.offset = wire.Seconds(m.Seconds) - h.block.Clock
}

// begin records that the current block contains a player or an entity.
func (h *History) begin() {
	h.begun = true
	if !h.started {
		h.start, h.started = h.block.Clock, true
	}
}

// player applies a player's update. Packets do not include the view of a .qwd's recorder: it is in the last command.
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

// Baseline returns the baseline of the entity with the given number.
func (h *History) Baseline(entity uint16) EntityState { return h.baselines[entity] }

// Start returns the time of the first block that contains a player or an entity, measured from the start of the demo.
func (h *History) Start() time.Duration { return h.start }

// Snapshot returns the state at the current block. In a .qwd, it returns nil if the block contains no player or entity.
// In a .mvd, it returns nil until a block of the level contains a player or an entity. The result is valid until the
// next message is handled.
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
