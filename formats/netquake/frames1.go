package netquake

import "fragscope/formats/wire"

// Bits of [EntityChange.Mask] up to DarkPlaces 4.
const (
	oldOrigin     = 1 << 0 // and the next two
	oldAngles     = 1 << 3 // and the next two
	oldModel1     = 1 << 6
	oldFrame1     = 1 << 8
	oldEffects1   = 1 << 9
	oldAlpha      = 1 << 10
	oldScale      = 1 << 11
	oldColormap   = 1 << 12
	oldSkin       = 1 << 13
	oldFlags      = 1 << 14
	oldFrame2     = 1 << 16
	oldModel2     = 1 << 17
	oldEffects2   = 1 << 18
	oldGlowSize   = 1 << 19
	oldGlowColor  = 1 << 20
	oldLight      = 1 << 21
	oldLightFlags = 1 << 22
	oldTag        = 1 << 27
	oldLightStyle = 1 << 28
	oldUnknown    = 0xe7000000
)

var (
	firstFlags = []changeField{{oldFlags, (*coder).changeFlags, applyFlags}}
	// lateFlags are the flags of DarkPlaces 2, where coordinates are whole whatever the flags say.
	lateFlags = []changeField{{oldFlags, func(c *coder, e *EntityChange) { c.Uint8(&e.Flags) },
		func(s *EntityState, e *EntityChange) { s.NoLerp = e.Flags&flagStep != 0 }}}
)

// oldFields returns the fields of a change of DarkPlaces 1 to 4, in order, with the flags first or last.
func oldFields(first, last []changeField) []changeField {
	fields := append([]changeField(nil), first...)
	for i := range 3 {
		fields = append(fields, changeField{oldOrigin << i,
			func(c *coder, e *EntityChange) { c.oldCoord(e, &e.Origin[i], len(first) == 0) },
			func(s *EntityState, e *EntityChange) { s.Origin[i] = e.Origin[i] }})
	}
	for i := range 3 {
		fields = append(fields, changeField{oldAngles << i,
			func(c *coder, e *EntityChange) { c.oldAngle(e, &e.Angles[i]) },
			func(s *EntityState, e *EntityChange) { s.Angles[i] = e.Angles[i] }})
	}
	fields = append(fields, oldLooks...)
	fields = append(fields, last...)
	return append(fields,
		changeField{oldTag, func(c *coder, e *EntityChange) { c.Uint16(&e.Tag.Entity); c.Uint8(&e.Tag.Index) }, nil},
		changeField{oldLight, (*coder).lightColor, nil},
		changeField{oldLightStyle, func(c *coder, e *EntityChange) { c.Uint8(&e.Light.Style) }, nil},
		changeField{oldLightFlags, func(c *coder, e *EntityChange) { c.Uint8(&e.Light.Flags) }, nil},
	)
}

// oldLooks are the fields after the angles, with separate bits for low and high bytes.
var oldLooks = []changeField{
	{oldModel1, func(c *coder, e *EntityChange) { c.Low8(&e.Model) },
		func(s *EntityState, e *EntityChange) { s.Model = s.Model&0xff00 | e.Model&0xff }},
	{oldModel2, func(c *coder, e *EntityChange) { c.High8(&e.Model) },
		func(s *EntityState, e *EntityChange) { s.Model = s.Model&0xff | e.Model&0xff00 }},
	{oldFrame1, func(c *coder, e *EntityChange) { c.Low8(&e.Frame) },
		func(s *EntityState, e *EntityChange) { s.Frame = s.Frame&0xff00 | e.Frame&0xff }},
	{oldFrame2, func(c *coder, e *EntityChange) { c.High8(&e.Frame) },
		func(s *EntityState, e *EntityChange) { s.Frame = s.Frame&0xff | e.Frame&0xff00 }},
	{oldEffects1, func(c *coder, e *EntityChange) { c.oldEffects(e, (*wire.Stream).Low8) },
		func(s *EntityState, e *EntityChange) { s.Effects = s.Effects&^0xff | e.Effects&0xff }},
	{oldEffects2, func(c *coder, e *EntityChange) { c.oldEffects(e, (*wire.Stream).High8) },
		func(s *EntityState, e *EntityChange) { s.Effects = s.Effects&^0xff00 | e.Effects&0xff00 }},
	{oldColormap, func(c *coder, e *EntityChange) { c.Uint8(&e.Colormap) },
		func(s *EntityState, e *EntityChange) { s.Colormap = e.Colormap }},
	{oldSkin, func(c *coder, e *EntityChange) { c.Uint8(&e.Skin) },
		func(s *EntityState, e *EntityChange) { s.Skin = e.Skin }},
	{oldAlpha, func(c *coder, e *EntityChange) { c.Uint8(&e.Alpha) }, applyAlpha},
	{oldScale, func(c *coder, e *EntityChange) { c.Uint8(&e.Scale) }, applyScale},
	{oldGlowSize, func(c *coder, e *EntityChange) { c.Uint8(&e.GlowSize) }, nil},
	{oldGlowColor, func(c *coder, e *EntityChange) { c.Uint8(&e.GlowColor) }, nil},
}

// changeFlags passes the flags, which may switch to low precision.
func (c *coder) changeFlags(e *EntityChange) {
	c.Uint8(&e.Flags)
	if c.Reading() {
		e.LowPrecision = e.Flags&flagLowPrecision != 0
	}
}

func (c *coder) oldCoord(e *EntityChange, v *float32, whole bool) {
	if whole || e.LowPrecision {
		c.Coord(wire.CoordWhole, v)
	} else {
		c.Float32(v)
	}
}

func (c *coder) oldAngle(e *EntityChange, v *float32) {
	if e.LowPrecision {
		c.Angle(wire.Angle8, v)
		return
	}
	c.ask(askAngles)
	c.Angle(c.p.exact, v)
}

func (c *coder) oldEffects(e *EntityChange, pass func(*wire.Stream, *uint16)) {
	effects := uint16(e.Effects)
	pass(&c.Stream, &effects)
	e.Effects = uint32(effects)
}

// toldFrame is a frame after its changes.
type toldFrame struct {
	number     uint32
	first, end uint16 // the entities that it covers
	states     map[uint16]EntityState
}

// maxFrames is the number of frames that are kept for later ones to refer to (DarkPlaces protocol.h,
// MAX_ENTITY_HISTORY).
const maxFrames = 64

// frameHistory holds the frames that later frames of DarkPlaces 1 to 4 may refer to.
type frameHistory struct {
	base toldFrame   // all entities as of the last reference
	told []toldFrame // since then
}

func newFrameHistory() *frameHistory {
	return &frameHistory{base: toldFrame{number: 1<<32 - 1, states: map[uint16]EntityState{}}}
}

// find returns the frame with the given number, or nil.
func (h *frameHistory) find(number uint32) *toldFrame {
	if h == nil || number == h.base.number {
		return nil
	}
	for i := range h.told {
		if h.told[i].number == number {
			return &h.told[i]
		}
	}
	return nil
}

// state returns an entity's state in a frame that find returned.
func (h *frameHistory) state(f *toldFrame, entity uint16) (EntityState, bool) {
	switch {
	case h == nil:
		return defaultState, false
	case f == nil || entity < f.first || entity >= f.end:
		f = &h.base
	}
	s, ok := f.states[entity]
	if !ok {
		s = defaultState
	}
	return s, ok
}

// refer makes the frame with the given number the base.
func (h *frameHistory) refer(number uint32) {
	if number == h.base.number {
		return
	}
	f := h.find(number)
	if f == nil {
		*h = *newFrameHistory()
		h.base.number = number
		return
	}
	for n := range h.base.states {
		if n >= f.first && n < f.end {
			delete(h.base.states, n)
		}
	}
	for n, s := range f.states {
		h.base.states[n] = s
	}
	h.base.number = number
	later := h.told[:0]
	for _, t := range h.told {
		if t.number > number {
			later = append(later, t)
		}
	}
	h.told = later
}

// add adds a frame and returns it with its changes applied.
func (h *frameHistory) add(m *Entities, l *frameLayout) *toldFrame {
	h.refer(m.Reference)
	f := toldFrame{number: m.Frame, end: removedEntity, states: map[uint16]EntityState{}}
	if l.ranged {
		f.first, f.end = m.First, m.End
	}
	for n, s := range h.base.states {
		if n >= f.first && n < f.end {
			f.states[n] = s
		}
	}
	for i := range m.Changes {
		c := &m.Changes[i]
		if c.Removed {
			delete(f.states, c.Entity)
			continue
		}
		s, _ := h.state(nil, c.Entity)
		c.apply(&s, l.fields)
		f.states[c.Entity] = s
	}
	if len(h.told) >= maxFrames {
		h.told = h.told[:0]
	}
	h.told = append(h.told, f)
	return &h.told[len(h.told)-1]
}
