package quakeworld

import "fragscope/formats/fte"

// spawn stores the baseline sent in m.
func (h *History) spawn(m Message) {
	switch m := m.(type) {
	case *SpawnBaseline:
		h.baselines[m.Entity] = m.State(m.Entity)
		if h.replacement != nil {
			h.replacement.SetBaseline(m.Entity, fte.Baseline(uint32(m.Model), uint32(m.Frame), uint32(m.Colormap),
				uint32(m.Skin), m.Origin, m.Angles))
		}
	case *SpawnDelta:
		switch d := &m.Replacement; {
		case m.ID == idSpawnStatic2:
		case h.replacement != nil:
			s := h.replacement.Spawn(d)
			h.baselines[d.Number] = replacementState(d.Number, &s)
		default:
			h.baselines[m.Number] = m.Apply(EntityState{})
		}
	}
}

// update applies replacement deltas. The first entities are the players.
func (h *History) update(m *UpdateEntities) {
	if h.replacement == nil {
		return
	}
	h.begin()
	h.replacement.Update(&m.Entities)
	s := &h.snapshot
	s.NewEntities, s.Told, s.Entities = true, 0, s.Entities[:0]
	for _, e := range h.replacement.Entities() {
		switch {
		case e.Number >= 1 && e.Number <= MaxPlayers:
			h.replacePlayer(e.Number-1, &e.State)
		case e.Number > h.slots:
			s.Entities = append(s.Entities, replacementState(e.Number, &e.State))
		}
	}
}

func (h *History) replacePlayer(n uint16, from *fte.State) {
	p := &h.snapshot.Players[n]
	m := &from.Motion
	*p = PlayerState{
		Origin: from.Origin, Angles: m.View, HasAngles: true, Frame: uint8(from.Frame), Model: uint16(from.Model),
		Skin: uint8(from.Skin), Effects: uint8(from.Effects), WeaponFrame: uint8(m.WeaponFrame), Age: m.Msec,
	}
	for i, v := range m.Velocity {
		p.Velocity[i] = float32(v) / 8
	}
	if !h.multiView && uint8(n) == h.recorder && h.hasView {
		p.Angles = h.view
	}
	h.snapshot.Told |= 1 << n
}

func replacementState(number uint16, s *fte.State) EntityState {
	e := EntityState{
		Number: number, Model: uint16(s.Model), Frame: uint16(s.Frame), Colormap: uint8(s.Colormap),
		Skin: uint8(s.Skin), Effects: uint16(s.Effects), Origin: s.Origin, Angles: s.Angles,
	}
	if s.Alpha != 255 {
		e.Alpha = s.Alpha
	}
	return e
}
