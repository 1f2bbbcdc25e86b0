package quake2

import "sort"

// HistoryFrames is the number of snapshots that a [History] keeps. Most clients keep 16 snapshots; KMQuake2 keeps 64.
const HistoryFrames = 64

// maxCarried limits the number of entities that a snapshot may contain without sending them, because the work per frame
// depends on their number.
const maxCarried = 1024

// PlayerView holds the state of one player in a [Snapshot].
type PlayerView struct {
	// Slot is the player's slot, from 0. The player's entity has the number Slot + 1.
	Slot  int
	State PlayerState
}

// Snapshot is the complete state of the game after a frame.
type Snapshot struct {
	// Number is the number of the server frame. In a .mvd2 it starts at 0 in each level.
	Number int32
	// Players holds the players whose views are in the demo: one in client recordings, none in server recordings, and all
	// players, sorted by slot, in a .mvd2.
	Players []PlayerView
	// Entities are sorted by number.
	Entities []EntityState
	// Approximate is set if the frame's reference is missing and another frame was used instead.
	Approximate bool

	valid bool
}

// Entity returns the state of the entity with the given number, or nil if there is none.
func (s *Snapshot) Entity(number uint16) *EntityState {
	i := sort.Search(len(s.Entities), func(i int) bool { return s.Entities[i].Number >= number })
	if i < len(s.Entities) && s.Entities[i].Number == number {
		return &s.Entities[i]
	}
	return nil
}

// Player returns the state of the player in the given slot, or nil if there is none.
func (s *Snapshot) Player(slot int) *PlayerState {
	for i := range s.Players {
		if s.Players[i].Slot == slot {
			return &s.Players[i].State
		}
	}
	return nil
}

// reference returns the state that a change for slot is relative to. If there is only a single view, it returns the
// state of that view, regardless of the slot.
func (s *Snapshot) reference(slot int, single bool) *PlayerState {
	if single && len(s.Players) > 0 {
		return &s.Players[0].State
	}
	return s.Player(slot)
}

// History is a [Handler] that turns the deltas in frames into complete states. It keeps baselines and snapshots. It
// must be passed all messages from the start of a level, and ignores those that it does not need. The zero History is
// ready to use.
type History struct {
	recording Recording
	slots     []int16
	baselines []EntityState
	frames    [HistoryFrames]Snapshot
	// last is the newest snapshot; fresh is the same if the current block brought it; work is the one being made,
	// relative to from.
	last, fresh, from *Snapshot
	work              Snapshot
	open              bool
	// client is the recipient of the next message, or -1.
	client int

	mvd *mvdHistory
}

// mvdHistory is the state of a .mvd2, where everything is relative to its last known state, even after an absence.
type mvdHistory struct {
	self     int
	entities []EntityState
	inUse    []bool
	players  [256]PlayerState
	playing  [256]bool
}

// Snapshot returns the latest snapshot in the current block, or nil if there is none. It is valid until the next block
// is read.
func (h *History) Snapshot() *Snapshot { return h.fresh }

// Last returns the latest snapshot of the level, or nil if there is none. The snapshot is valid for the next
// [HistoryFrames] frames or, in a .mvd2, only until the next frame.
func (h *History) Last() *Snapshot { return h.last }

// Handle implements [Handler].
func (h *History) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		h.fresh = nil
	case *ServerData:
		h.serverData(m)
	case *Baseline:
		h.baseline(m)
	case *Unicast:
		h.client = int(m.Client)
	case *Frame:
		h.frame(m)
	case *PlayerDelta:
		h.player(m)
	case *PacketEntities:
		h.entities(m)
	case *MVDFrame:
		h.mvdFrame(m)
	}
}

// serverData discards all state.
func (h *History) serverData(m *ServerData) {
	h.recording = m.Recording
	h.slots = append(h.slots[:0], m.Split...)
	if len(h.slots) == 0 {
		h.slots = append(h.slots, m.Player)
	}
	clear(h.baselines)
	for i := range h.frames {
		h.frames[i].valid = false
	}
	h.last, h.fresh, h.from, h.open, h.client, h.mvd = nil, nil, nil, false, -1, nil
}

func (h *History) baseline(m *Baseline) {
	var s EntityState
	m.Entity.Apply(&s)
	for len(h.baselines) <= int(s.Number) {
		h.baselines = append(h.baselines, EntityState{})
	}
	h.baselines[s.Number] = s
}

// frame starts a snapshot.
func (h *History) frame(m *Frame) {
	h.work.Number = m.Number
	h.work.Players = h.work.Players[:0]
	h.work.Entities = h.work.Entities[:0]
	h.work.Approximate = false
	h.open, h.client, h.recording = true, -1, m.Recording
	h.from = nil
	if m.Recording == RecordServer || m.Delta <= 0 {
		return
	}
	h.from = &h.frames[uint32(m.Delta)%HistoryFrames]
	if !h.from.valid || h.from.Number != m.Delta {
		h.from = h.last
		h.work.Approximate = true
	} else {
		h.work.Approximate = h.from.Approximate
	}
}

func (h *History) player(d *PlayerDelta) {
	if !h.open {
		return
	}
	slot := h.client
	switch {
	case d.namesView:
		slot = h.view(d)
	case slot < 0:
		slot = int(h.slot(len(h.work.Players)))
	}
	h.client = -1
	h.work.Players = append(h.work.Players, PlayerView{Slot: slot})
	view := &h.work.Players[len(h.work.Players)-1]
	if h.from != nil {
		if old := h.from.reference(slot, d.namesView); old != nil {
			view.State = *old
		}
	}
	d.Apply(&view.State)
}

// view returns the slot of a player in Q2REPRO's protocol. If the slot is not sent, it is that of the reference frame
// or, without a reference frame, slot 0 (q2repro, src/client/demo.c, emit_delta_frame).
func (h *History) view(d *PlayerDelta) int {
	switch {
	case d.Fields&PlayerSlot != 0:
		return int(d.View)
	case h.from != nil && len(h.from.Players) > 0:
		return h.from.Players[0].Slot
	}
	return 0
}

func (h *History) slot(i int) int16 {
	if i < len(h.slots) {
		return h.slots[i]
	}
	return -1
}

// entities completes the snapshot.
func (h *History) entities(m *PacketEntities) {
	h.client = -1
	if !h.open {
		return
	}
	h.open = false
	old, at := h.from, 0
	if old == nil {
		old = new(Snapshot)
	}
	last := uint16(0)
	for i := range m.Entities {
		d := &m.Entities[i]
		if d.Number <= last {
			h.work.Approximate = true
			continue
		}
		last = d.Number
		at = h.carry(old, at, int(d.Number))
		var known *EntityState
		if at < len(old.Entities) && old.Entities[at].Number == d.Number {
			known = &old.Entities[at]
			at++
		}
		if !d.Remove {
			h.add(d, known)
		}
	}
	h.carry(old, at, 1<<16)
	h.keep(&h.frames[uint32(h.work.Number)%HistoryFrames])
}

// carry copies the entities of old from index at up to, but not including, the entity numbered before. It returns the
// index after the last of them.
func (h *History) carry(old *Snapshot, at, before int) int {
	for ; at < len(old.Entities) && int(old.Entities[at].Number) < before; at++ {
		if len(h.work.Entities) >= maxCarried {
			continue
		}
		h.work.Entities = append(h.work.Entities, old.Entities[at])
		if s := &h.work.Entities[len(h.work.Entities)-1]; s.shuffles() {
			s.shuffle()
		}
	}
	return at
}

// add adds an entity, given its delta and its last known state, which is nil if it has none.
func (h *History) add(d *EntityDelta, known *EntityState) {
	h.work.Entities = append(h.work.Entities, EntityState{})
	s := &h.work.Entities[len(h.work.Entities)-1]
	switch {
	case known != nil:
		*s = *known
	case h.recording != RecordServer && int(d.Number) < len(h.baselines):
		*s = h.baselines[d.Number]
	}
	d.Apply(s)
}

// keep stores the finished snapshot in at, and reuses the memory of the snapshot that was there.
func (h *History) keep(at *Snapshot) {
	h.work.valid = true
	*at, h.work = h.work, *at
	h.last, h.fresh = at, at
}

func (h *History) mvdFrame(m *MVDFrame) {
	if m.Gamestate && len(h.slots) > 0 {
		h.mvd = &mvdHistory{self: int(h.slots[0])}
	}
	if h.mvd == nil {
		return
	}
	if m.Gamestate {
		h.work.Number = -1
	} else if h.last != nil {
		h.work.Number = h.last.Number
	}
	h.work.Number++
	h.mvd.apply(m)
	h.work.Players = h.work.Players[:0]
	for slot := range h.mvd.players {
		if h.mvd.playing[slot] {
			h.work.Players = append(h.work.Players, PlayerView{slot, h.mvd.players[slot]})
		}
	}
	h.mvd.list(&h.work)
	h.keep(&h.frames[0])
}

func (v *mvdHistory) apply(m *MVDFrame) {
	for i := range m.Players {
		d := &m.Players[i]
		d.Apply(&v.players[d.Number])
		v.playing[d.Number] = !d.Remove
	}
	for i := range v.entities {
		if s := &v.entities[i]; s.shuffles() {
			s.shuffle()
		}
	}
	for i := range m.Entities {
		d := &m.Entities[i]
		for len(v.entities) <= int(d.Number) {
			v.entities = append(v.entities, EntityState{})
			v.inUse = append(v.inUse, false)
		}
		d.Apply(&v.entities[d.Number])
		v.inUse[d.Number] = !d.Remove
	}
	v.place()
}

// list sets the snapshot's entities to those in use.
func (v *mvdHistory) list(s *Snapshot) {
	s.Entities = s.Entities[:0]
	for i, used := range v.inUse {
		if used {
			s.Entities = append(s.Entities, v.entities[i])
		}
	}
}

// place moves the entities of players to the players' positions. The recorder leaves them out as long as they follow
// from the players' states.
func (v *mvdHistory) place() {
	const modelPitch = 3 // a player's model nods by a third of the view's pitch
	for slot := range v.players {
		n, ps := slot+1, &v.players[slot]
		if !v.playing[slot] || slot == v.self || ps.Type != MoveNormal || n >= len(v.entities) || !v.inUse[n] {
			continue
		}
		s := &v.entities[n]
		s.Origin, s.Angles = ps.Origin, [3]float32{ps.ViewAngles[0] / modelPitch, ps.ViewAngles[1], 0}
	}
}
