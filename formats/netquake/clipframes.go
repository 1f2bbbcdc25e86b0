package netquake

import (
	"maps"
	"slices"
)

// clipFrames holds the frames of DarkPlaces that later ones may refer to, each entity as a single change from its
// default state.
type clipFrames struct {
	base clipFrame
	told []clipFrame // of DarkPlaces 1 to 4, since the base
}

// clipFrame is a frame covering the entities from first to before end.
type clipFrame struct {
	number     uint32
	first, end uint16
	entities   map[uint16]EntityChange
}

// noFrame is the number of the empty frame.
const noFrame = 1<<32 - 1

// oldDefault is the default state of an entity of DarkPlaces 1 to 4, with all fields present.
var oldDefault = EntityChange{Mask: ^uint32(oldUnknown), Alpha: 255, Scale: 16}

// add adds a frame.
func (h *clipFrames) add(m *Entities, l *frameLayout) {
	if h.base.entities == nil {
		h.base = clipFrame{number: noFrame, entities: map[uint16]EntityChange{}}
	}
	if !l.reference {
		h.base.number = m.Frame
		h.base.change(m.Changes, EntityChange{}, changeCopies)
		return
	}
	h.refer(m.Reference)
	f := clipFrame{m.Frame, 0, removedEntity, map[uint16]EntityChange{}}
	if l.ranged {
		f.first, f.end = m.First, m.End
	}
	f.take(&h.base)
	f.change(m.Changes, oldDefault, oldCopies)
	if len(h.told) >= maxFrames {
		h.told = h.told[:0]
	}
	h.told = append(h.told, f)
}

// refer makes the frame with the given number the base, as [frameHistory.refer] does.
func (h *clipFrames) refer(number uint32) {
	if number == h.base.number {
		return
	}
	i := slices.IndexFunc(h.told, func(f clipFrame) bool { return f.number == number })
	if i < 0 {
		*h = clipFrames{base: clipFrame{number: number, entities: map[uint16]EntityChange{}}}
		return
	}
	f := h.told[i]
	maps.DeleteFunc(h.base.entities, func(n uint16, _ EntityChange) bool { return n >= f.first && n < f.end })
	maps.Copy(h.base.entities, f.entities)
	h.base.number = number
	h.told = slices.DeleteFunc(h.told, func(f clipFrame) bool { return f.number <= number })
}

// take copies from another frame the entities within f's range.
func (f *clipFrame) take(from *clipFrame) {
	for n, e := range from.entities {
		if n >= f.first && n < f.end {
			f.entities[n] = e
		}
	}
}

// change applies changes to f. An entity that was absent starts from none, the state of an absent entity.
func (f *clipFrame) change(changes []EntityChange, none EntityChange, copies []changeCopy) {
	for i := range changes {
		m := &changes[i]
		if m.Removed {
			delete(f.entities, m.Entity)
			continue
		}
		e, ok := f.entities[m.Entity]
		if !ok {
			e = none
		}
		e.add(m, copies)
		f.entities[m.Entity] = e
	}
}

// all returns frames that leave the same state as those received.
func (h *clipFrames) all(l *frameLayout) (list []*Entities) {
	if l == nil || h.base.entities == nil {
		return nil
	}
	if !l.reference {
		return []*Entities{h.base.entire(nil)}
	}
	h.base.end = removedEntity
	first := h.base.entire(nil)
	if first.Reference = noFrame; h.base.number != noFrame {
		list = append(list, first)
	}
	for i := range h.told {
		m := h.told[i].entire(&h.base)
		m.Reference = h.base.number
		list = append(list, m)
	}
	return list
}

// entire returns f with all fields of all its entities. It includes removals of the entities that are only in base.
func (f *clipFrame) entire(base *clipFrame) *Entities {
	m := &Entities{Frame: f.number, First: f.first, End: f.end}
	for _, e := range f.entities {
		m.Changes = append(m.Changes, e)
	}
	if base != nil {
		for n := range base.entities {
			if _, ok := f.entities[n]; !ok && n >= f.first && n < f.end {
				m.Changes = append(m.Changes, EntityChange{Entity: n, Removed: true})
			}
		}
	}
	slices.SortStableFunc(m.Changes, func(a, b EntityChange) int { return int(a.Entity) - int(b.Entity) })
	return m
}

// add merges a later change m into e.
func (e *EntityChange) add(m *EntityChange, copies []changeCopy) {
	if m.Mask&ChangeFull != 0 && &copies[0] == &changeCopies[0] {
		*e = EntityChange{Mask: ChangeFull}
	}
	e.Entity, e.LowPrecision = m.Entity, m.LowPrecision
	for i := range copies {
		c := &copies[i]
		if m.Mask&c.bit != 0 {
			c.copy(e, m)
			e.Mask = e.Mask&^(c.bit|c.widths) | m.Mask&(c.bit|c.widths)
		}
	}
	e.Mask |= m.Mask & (changeExtend1 | changeExtend2 | changeExtend3)
}

// changeCopy copies the field announced by bit; widths are the bits for how wide it is.
type changeCopy struct {
	bit, widths uint32
	copy        func(to, from *EntityChange)
}

var changeCopies = []changeCopy{
	{ChangeFlags, 0, func(to, from *EntityChange) { to.Flags = from.Flags }},
	{ChangeOrigin, changeOrigin32, func(to, from *EntityChange) { to.Origin = from.Origin }},
	{ChangeAngles, changeAngles16, func(to, from *EntityChange) { to.Angles = from.Angles }},
	{ChangeModel, changeModel16, func(to, from *EntityChange) { to.Model = from.Model }},
	{ChangeFrame, changeFrame16, func(to, from *EntityChange) { to.Frame = from.Frame }},
	{ChangeSkin, 0, func(to, from *EntityChange) { to.Skin = from.Skin }},
	{ChangeEffects, changeEffects16 | changeEffects32, func(to, from *EntityChange) { to.Effects = from.Effects }},
	{ChangeAlpha, 0, func(to, from *EntityChange) { to.Alpha = from.Alpha }},
	{ChangeScale, 0, func(to, from *EntityChange) { to.Scale = from.Scale }},
	{ChangeColormap, 0, func(to, from *EntityChange) { to.Colormap = from.Colormap }},
	{ChangeTag, 0, func(to, from *EntityChange) { to.Tag = from.Tag }},
	{ChangeLight, 0, func(to, from *EntityChange) { to.Light = from.Light }},
	{ChangeGlow, 0, func(to, from *EntityChange) { to.GlowSize, to.GlowColor = from.GlowSize, from.GlowColor }},
	{ChangeColorMod, 0, func(to, from *EntityChange) { to.ColorMod = from.ColorMod }},
	{ChangeGlowMod, 0, func(to, from *EntityChange) { to.GlowMod = from.GlowMod }},
	{ChangeAnimation, 0, func(to, from *EntityChange) { to.Animation = from.Animation }},
	{ChangeTrail, 0, func(to, from *EntityChange) { to.Trail = from.Trail }},
}

// oldCopies are the copies for DarkPlaces 1 to 4.
var oldCopies = func() []changeCopy {
	list := []changeCopy{
		{oldModel1, 0, func(to, from *EntityChange) { to.Model = to.Model&0xff00 | from.Model&0xff }},
		{oldModel2, 0, func(to, from *EntityChange) { to.Model = to.Model&0xff | from.Model&0xff00 }},
		{oldFrame1, 0, func(to, from *EntityChange) { to.Frame = to.Frame&0xff00 | from.Frame&0xff }},
		{oldFrame2, 0, func(to, from *EntityChange) { to.Frame = to.Frame&0xff | from.Frame&0xff00 }},
		{oldEffects1, 0, func(to, from *EntityChange) { to.Effects = to.Effects&^0xff | from.Effects&0xff }},
		{oldEffects2, 0, func(to, from *EntityChange) { to.Effects = to.Effects&^0xff00 | from.Effects&0xff00 }},
		{oldFlags, 0, func(to, from *EntityChange) { to.Flags = from.Flags }},
		{oldAlpha, 0, func(to, from *EntityChange) { to.Alpha = from.Alpha }},
		{oldScale, 0, func(to, from *EntityChange) { to.Scale = from.Scale }},
		{oldColormap, 0, func(to, from *EntityChange) { to.Colormap = from.Colormap }},
		{oldSkin, 0, func(to, from *EntityChange) { to.Skin = from.Skin }},
		{oldGlowSize, 0, func(to, from *EntityChange) { to.GlowSize = from.GlowSize }},
		{oldGlowColor, 0, func(to, from *EntityChange) { to.GlowColor = from.GlowColor }},
		{oldTag, 0, func(to, from *EntityChange) { to.Tag = from.Tag }},
		{oldLight, 0, func(to, from *EntityChange) { to.Light.Color = from.Light.Color }},
		{oldLightStyle, 0, func(to, from *EntityChange) { to.Light.Style = from.Light.Style }},
		{oldLightFlags, 0, func(to, from *EntityChange) { to.Light.Flags = from.Light.Flags }},
	}
	for i := range 3 {
		list = append(list, changeCopy{oldOrigin << i, 0,
			func(to, from *EntityChange) { to.Origin[i] = from.Origin[i] }},
			changeCopy{oldAngles << i, 0, func(to, from *EntityChange) { to.Angles[i] = from.Angles[i] }})
	}
	return list
}()
