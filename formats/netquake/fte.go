package netquake

import (
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// UpdateEntities (message 86) contains the level's time and the changes to all entities. It is sent on levels that use
// FTE's replacement deltas.
type UpdateEntities struct {
	fte.Entities
	// Elapsed is like [Time].Elapsed.
	Elapsed time.Duration `json:"-"`
}

// SpawnDelta adds a static entity (FTE message 21) or sets a baseline (FTE message 66). The state is sent as a change
// from the default state.
type SpawnDelta struct {
	ID uint8
	fte.Delta
}

// UpdateStatText (FTE message 78) sets a string in the status bar.
type UpdateStatText struct {
	Index uint8
	Text  []byte
}

// UpdateStatFloat (FTE message 79) sets a fractional or large status bar value, which [UpdateStat] cannot hold.
type UpdateStatFloat struct {
	Index uint8
	Value float32
}

// Voice (FTE message 84) contains a player's voice chat. The sound is not decoded.
type Voice struct {
	Player, Generation, Sequence uint8
	Data                         []byte `text:"hex"`
}

// Turn (FTE message 85) turns the view.
type Turn struct{ Angles Vec3 }

// ProgramPacket (FTE messages 90 and 91) contains data for the client's program. The data is not decoded. Message 91
// describes a temporary entity.
type ProgramPacket struct {
	ID   uint8
	Data []byte `text:"hex"`
}

// SetAngleBase (FTE message 93) sets the angles to which the view angles are relative.
type SetAngleBase struct {
	Mask   uint8 // the axes sent
	Angles Vec3
}

// entity passes an entity's number.
func (c *coder) entity(v *uint16) {
	if c.p.entities != nil {
		fte.EntityNumber(&c.Stream, v)
		return
	}
	c.Uint16(v)
}

func (m *UpdateEntities) layout(c *coder) {
	if c.p.entities == nil {
		c.Fail("replacement deltas on a level without them")
		return
	}
	m.Entities.Layout(&c.Stream, c.p.entities)
}

func (m *SpawnDelta) layout(c *coder) {
	id := c.ident(&m.ID)
	if c.p.entities == nil {
		c.Fail("replacement deltas on a level without them")
		return
	}
	if c.Reading() {
		m.Delta = fte.Delta{}
	}
	if id == idSpawnDelta {
		fte.EntityNumber(&c.Stream, &m.Number)
	}
	m.Pass(&c.Stream, c.p.entities)
}

func (m *UpdateStatText) layout(c *coder)  { c.Uint8(&m.Index); c.Chars(&m.Text) }
func (m *UpdateStatFloat) layout(c *coder) { c.Uint8(&m.Index); c.Float32(&m.Value) }
func (m *Turn) layout(c *coder)            { c.Angles(wire.Angle16, &m.Angles) }

// sized passes bytes preceded by their count.
func (c *coder) sized(v *[]byte) {
	n := uint16(len(*v))
	c.Uint16(&n)
	c.Bytes(v, int(n))
}

func (m *Voice) layout(c *coder) {
	for _, v := range [...]*uint8{&m.Player, &m.Generation, &m.Sequence} {
		c.Uint8(v)
	}
	c.sized(&m.Data)
}

func (m *ProgramPacket) layout(c *coder) {
	c.ident(&m.ID)
	c.sized(&m.Data)
}

func (m *SetAngleBase) layout(c *coder) {
	if c.Reading() {
		*m = SetAngleBase{}
	}
	c.Uint8(&m.Mask)
	for i := range m.Angles {
		if m.Mask>>i&1 != 0 {
			c.Angle(wire.Angle16, &m.Angles[i])
		}
	}
}

// update applies replacement deltas, which start a snapshot.
func (h *History) update(m *UpdateEntities) {
	if h.replacement == nil {
		return
	}
	h.timed, h.told = true, 0
	h.snapshot.Time, h.snapshot.Clock = m.Elapsed, wire.Seconds(m.Seconds)
	h.replacement.Update(&m.Entities)
	h.snapshot.Entities = h.snapshot.Entities[:0]
	for _, e := range h.replacement.Entities() {
		h.snapshot.Entities = append(h.snapshot.Entities,
			Entity{Number: e.Number, EntityState: h.replaced(e.Number, &e.State)})
	}
	h.told = len(h.snapshot.Entities)
}

// replaced returns a state of replacement deltas as one of this package; players take their view angles.
func (h *History) replaced(number uint16, from *fte.State) EntityState {
	s := EntityState{
		Model: uint16(from.Model), Frame: uint16(from.Frame), Colormap: uint8(from.Colormap), Skin: uint8(from.Skin),
		Effects: from.Effects, Origin: from.Origin, Angles: from.Angles, Opacity: float32(from.Alpha) / 255,
		Scale: float32(from.Scale) / 16,
	}
	if int(number) <= int(h.players) {
		v := from.Motion.View
		s.Angles = Vec3{0 - v[0]/3, v[1], v[2]}
	}
	return s
}

// spawn stores the baseline sent in m.
func (h *History) spawn(m Message) {
	switch m := m.(type) {
	case *SpawnBaseline:
		h.baselines.set(m.Entity, m.State(h.protocol))
		if h.replacement != nil {
			h.replacement.SetBaseline(m.Entity, fte.Baseline(uint32(m.Model), uint32(m.Frame), uint32(m.Colormap),
				uint32(m.Skin), m.Origin, m.Angles))
		}
	case *SpawnDelta:
		if m.ID == idSpawnDelta && h.replacement != nil {
			s := h.replacement.Spawn(&m.Delta)
			h.baselines.set(m.Number, h.replaced(m.Number, &s))
		}
	}
}
