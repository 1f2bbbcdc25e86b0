package quake2

import "slices"

// clipFrames holds the frames that later frames may be relative to. Each player and entity in them is stored as a
// single change since the start of the level.
type clipFrames struct {
	p    *protocol
	ring [HistoryFrames]clipFrame
	last *clipFrame
	work clipFrame
	from *clipFrame // reference of the current frame
	full bool       // the current frame is to be written in full

	// portals, players and entities are those of a .mvd2, including those absent.
	portals  []byte
	players  [256]*PlayerDelta
	entities []*EntityDelta
	states   *mvdHistory
}

// clipFrame is a frame.
type clipFrame struct {
	number        int32
	valid, within bool // within the clip
	players       []PlayerDelta
	slots         []int
	entities      []EntityDelta
}

// player returns the change that produces the state of a player, which is found as by [Snapshot.reference].
func (f *clipFrame) player(slot int, single bool) (none PlayerDelta) {
	if f == nil {
		return none
	}
	if single && len(f.players) > 0 {
		return f.players[0]
	}
	if i := slices.Index(f.slots, slot); i >= 0 {
		return f.players[i]
	}
	return none
}

// handle handles a message after the history has handled it, and returns the message that a clip should write instead.
func (h *clipFrames) handle(m Message, history *History, within bool) Message {
	if h.p == nil {
		return m
	}
	switch m := m.(type) {
	case *Frame:
		return h.frame(m, within)
	case *PlayerDelta:
		if n := len(history.work.Players); history.open && n > 0 {
			return h.player(m, &history.work.Players[n-1])
		}
	case *PacketEntities:
		if history.fresh != nil && history.fresh.Number == h.work.number {
			return h.packetEntities(m, history.fresh, within)
		}
	case *MVDFrame:
		h.mvdFrame(m, history)
	}
	return m
}

func (h *clipFrames) frame(m *Frame, within bool) Message {
	h.work = clipFrame{number: m.Number}
	h.from, h.full = nil, false
	if m.Recording == RecordServer || m.Delta <= 0 {
		return m
	}
	h.from = &h.ring[uint32(m.Delta)%HistoryFrames]
	known := h.from.valid && h.from.number == m.Delta
	if !known {
		h.from = h.last
	}
	if !within || known && h.from.within {
		return m
	}
	h.full = true
	whole := *m
	whole.Delta = -1
	return &whole
}

func (h *clipFrames) player(m *PlayerDelta, view *PlayerView) Message {
	d := h.from.player(view.Slot, m.namesView)
	d.then(m)
	d.PlayerState = view.State
	d.View = int16(view.Slot)
	h.work.players, h.work.slots = append(h.work.players, d), append(h.work.slots, view.Slot)
	if h.full {
		return &d
	}
	return m
}

func (h *clipFrames) packetEntities(m *PacketEntities, s *Snapshot, within bool) Message {
	var old []EntityDelta
	if h.from != nil {
		old = h.from.entities
	}
	changes := m.Entities
	for i := range s.Entities {
		state := &s.Entities[i]
		var d EntityDelta
		for len(old) > 0 && old[0].Number < state.Number {
			old = old[1:]
		}
		if len(old) > 0 && old[0].Number == state.Number {
			d = old[0]
		}
		d.quiet(h.p)
		for len(changes) > 0 && changes[0].Number < state.Number {
			changes = changes[1:]
		}
		if len(changes) > 0 && changes[0].Number == state.Number {
			d.then(&changes[0], h.p)
		}
		d.EntityState = *state
		h.work.entities = append(h.work.entities, d)
	}
	h.work.valid, h.work.within = true, within
	at := &h.ring[uint32(h.work.number)%HistoryFrames]
	*at, h.last = h.work, at
	if h.full {
		return &PacketEntities{Entities: at.entities, End: m.End}
	}
	return m
}

// quiet removes the event, which belongs to a single frame.
func (d *EntityDelta) quiet(p *protocol) {
	d.Fields &^= FieldEvent
	for i := range p.entity.fields {
		if f := &p.entity.fields[i]; f.fields == FieldEvent {
			d.Mask &^= f.mask
		}
	}
}

// then merges the mask of m, a later change, into that of d. It does not change the values.
func (d *EntityDelta) then(m *EntityDelta, p *protocol) {
	if p.entityHead == nil {
		for i := range p.entity.fields {
			if f := &p.entity.fields[i]; m.Mask&f.mask != 0 {
				for j := range p.entity.fields {
					if g := &p.entity.fields[j]; g.fields == f.fields && g.i == f.i {
						d.Mask &^= g.mask // its bits tell the size, too
					}
				}
			}
		}
	}
	d.Mask |= m.Mask
	d.Fields |= m.Fields
	d.Wide, d.Frame8 = d.Wide || m.Wide, m.Frame8
}

// then merges m, a later change, into d. It does not change the values of the state.
func (d *PlayerDelta) then(m *PlayerDelta) {
	d.Mask |= m.Mask
	d.Fields |= m.Fields
	d.StatMask |= m.StatMask
	d.Number, d.Areas, d.namesView, d.NoHeight = m.Number, m.Areas, m.namesView, m.NoHeight
	d.GunBits |= m.GunBits
	d.BlendBits |= m.BlendBits
	d.Relative = 0
	d.Fog.then(&m.Fog)
	if m.Extras == nil {
		return
	}
	var extras [256]int16
	if d.Extras != nil {
		extras = *d.Extras
	}
	for i, v := range m.Extras {
		if i < MaxStats && m.Mask>>i&1 != 0 || i >= MaxStats && m.StatMask>>(i%32)&1 != 0 {
			extras[i] = v
		}
	}
	d.Extras = &extras
}

func (d *PlayerFogDelta) then(m *PlayerFogDelta) {
	d.Bits |= m.Bits
	steps := [...]func(){
		func() { d.Color = m.Color },
		func() { d.Density, d.SkyFactor = m.Density, m.SkyFactor },
		func() { d.HeightDensity = m.HeightDensity },
		func() { d.Falloff = m.Falloff },
		func() { d.StartColor = m.StartColor },
		func() { d.EndColor = m.EndColor },
		func() { d.StartDist = m.StartDist },
		func() { d.EndDist = m.EndDist },
	}
	for i, step := range steps {
		if m.Bits&(1<<i) != 0 {
			step()
		}
	}
}

func (h *clipFrames) mvdFrame(m *MVDFrame, history *History) {
	h.states = history.mvd
	h.portals = append(h.portals[:0], m.Portals...)
	for i := range m.Players {
		d := &m.Players[i]
		at := &h.players[d.Number]
		if *at == nil {
			*at = new(PlayerDelta)
		}
		(*at).then(d)
	}
	for _, d := range h.entities {
		if d != nil {
			d.quiet(h.p)
		}
	}
	for i := range m.Entities {
		d := &m.Entities[i]
		for len(h.entities) <= int(d.Number) {
			h.entities = append(h.entities, nil)
		}
		at := &h.entities[d.Number]
		if *at == nil {
			*at = new(EntityDelta)
		}
		(*at).then(d, h.p)
	}
}

// gamestate returns the first frame of a .mvd2 that preserves the states of all players and entities. This includes
// those that are absent, because later frames may be relative to their last state. gamestate returns nil if there are
// no states.
func (h *clipFrames) gamestate() *MVDFrame {
	if h.states == nil || h.p == nil {
		return nil
	}
	m := &MVDFrame{Gamestate: true, Portals: h.portals}
	for slot, d := range h.players {
		if d == nil {
			continue
		}
		d := *d
		d.PlayerState, d.Number = h.states.players[slot], uint8(slot)
		if d.Mask &^= h.p.removed; !h.states.playing[slot] {
			d.Mask |= h.p.removed
		}
		m.Players = append(m.Players, d)
	}
	for n, d := range h.entities {
		if d == nil {
			continue
		}
		d := *d
		d.EntityState = h.states.entities[n]
		d.Number = uint16(n)
		if d.Mask &^= uRemove; !h.states.inUse[n] {
			d.Mask |= uRemove
		}
		if n <= maxClients {
			d.place(h.p)
		}
		m.Entities = append(m.Entities, d)
	}
	return m
}

// place adds the entity's position, even if it was previously derived from a player's state.
func (d *EntityDelta) place(p *protocol) {
	const place = FieldOriginX | FieldOriginY | FieldOriginZ | FieldPitch | FieldYaw | FieldRoll
	for i := range p.entity.fields {
		if f := &p.entity.fields[i]; f.fields&place != 0 {
			d.Mask |= f.mask
			d.Fields |= f.fields
		}
	}
	for shift := 0; shift < 32; shift += 8 {
		if bit := uint64(0x80) << shift; p.entityMore&bit != 0 && d.Mask>>(shift+8) != 0 {
			d.Mask |= bit
		}
	}
}
