package quake2

import "slices"

// HistoryFrames is how many snapshots a [History] keeps. Clients keep 16, KMQuake2's 64.
const HistoryFrames = 64

// maxCarried bounds how many entities a snapshot may have without sending them
// itself, which is what the work per frame depends on.
const maxCarried = 1024

// PlayerView is the state of one player in a [Snapshot].
type PlayerView struct {
	// Slot from 0. The player's entity has the number Slot + 1.
	Slot  int
	State PlayerState
}

// Snapshot is a frame with everything that was left out of it filled in.
type Snapshot struct {
	// Number counts server frames; in a .mvd2 from 0 in each level.
	Number int32
	// Players are those whose view the demo has: one in client recordings, none in server recordings, all in
	// a .mvd2. They are ascending in a .mvd2.
	Players []PlayerView
	// Entities ascend by number.
	Entities []EntityState
	// Approximate is set if the frame it builds on was lost, and another was used instead.
	Approximate bool

	valid bool
}

// Entity is the state of an entity, or nil.
func (s *Snapshot) Entity(number uint16) *EntityState {
	i, ok := slices.BinarySearchFunc(s.Entities, number, func(e EntityState, n uint16) int { return int(e.Number) - int(n) })
	if ok {
		return &s.Entities[i]
	}
	return nil
}

// Player is the state of the player in a slot, or nil.
func (s *Snapshot) Player(slot int) *PlayerState {
	for i := range s.Players {
		if s.Players[i].Slot == slot {
			return &s.Players[i].State
		}
	}
	return nil
}

// reference is the state that one of a slot is a change of; where there is one view, it is that, whoever's.
func (s *Snapshot) reference(slot int, single bool) *PlayerState {
	if single && len(s.Players) > 0 {
		return &s.Players[0].State
	}
	return s.Player(slot)
}

// History is a [Handler] that keeps baselines and snapshots and turns the deltas of
// frames into states. It wants the messages of a demo from a level's start on; those that
// it has no use for do no harm. The zero History is ready for use.
type History struct {
	recording Recording
	slots     []int16
	baselines []EntityState
	frames    [HistoryFrames]Snapshot
	// last is the newest snapshot, fresh the same if the block brought it, work the one being
	// made, from the reference from.
	last, fresh, from *Snapshot
	work              Snapshot
	open              bool
	// client is whom the next message is for, or -1.
	client int

	mvd *mvdHistory
}

// mvdHistory is the state of a .mvd2, where everything is a change of what
// was last known, even if it was away in between.
type mvdHistory struct {
	self     int
	entities []EntityState
	inUse    []bool
	players  [256]PlayerState
	playing  [256]bool
}

// Snapshot is the newest of the block, nil where it brought none. It is valid until the next block.
func (h *History) Snapshot() *Snapshot { return h.fresh }

// Last is the newest snapshot of the level, nil before the first. It is valid until as many frames
// came as are kept; in a .mvd2, where none builds on another, until the next.
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

// serverData forgets everything.
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

// view is whose state it is in Q2REPRO's protocol: the one of the reference unless it is said, and of nothing
// the first (q2repro, src/client/demo.c, emit_delta_frame).
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

// carry takes what is known of the entities before a number over from the place at of a snapshot on, and returns the place behind them.
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

// add records an entity by its delta and by what was known of it, nil for nothing.
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

// keep puts the finished snapshot in a place among the others and takes the memory of the one that was there.
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

// list makes the entities of a snapshot those in use.
func (v *mvdHistory) list(s *Snapshot) {
	s.Entities = s.Entities[:0]
	for i, used := range v.inUse {
		if used {
			s.Entities = append(s.Entities, v.entities[i])
		}
	}
}

// place moves the entities of players to where the players are. The recorder leaves
// their places out as long as they can be had from the player's state.
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
