package fte

import "fragscope/formats/wire"

// field describes a field of a change: how it is read or written, and what it sets in the entity's state, if anything.
type field struct {
	bit  uint32
	pass func(*wire.Stream, *Layout, *Delta)
	set  func(to, from *State)
}

// fields lists the fields of a change in transmission order.
var fields = [...]field{
	{Frame, func(s *wire.Stream, l *Layout, d *Delta) { l.number(s, d, &d.Frame) },
		func(to, from *State) { to.Frame = from.Frame }},
	{OriginXY, func(s *wire.Stream, l *Layout, d *Delta) {
		s.Coord(l.coord, &d.Origin[0])
		s.Coord(l.coord, &d.Origin[1])
	},
		func(to, from *State) { to.Origin[0], to.Origin[1] = from.Origin[0], from.Origin[1] }},
	{OriginZ, func(s *wire.Stream, l *Layout, d *Delta) { s.Coord(l.coord, &d.Origin[2]) },
		func(to, from *State) { to.Origin[2] = from.Origin[2] }},
	{AnglesXZ, func(s *wire.Stream, l *Layout, d *Delta) { l.turned(s, d, 0); l.turned(s, d, 2) },
		func(to, from *State) { to.Angles[0], to.Angles[2] = from.Angles[0], from.Angles[2] }},
	{AnglesY, func(s *wire.Stream, l *Layout, d *Delta) { l.turned(s, d, 1) },
		func(to, from *State) { to.Angles[1] = from.Angles[1] }},
	{wide, passLerpTime, nil},
	{Effects | effects16, passEffects, func(to, from *State) { to.Effects = from.Effects }},
	{Predicted, passMotion, nil},
	{Model, func(s *wire.Stream, l *Layout, d *Delta) { l.number(s, d, &d.Model) },
		func(to, from *State) { to.Model = from.Model }},
	{Skin, passSkin, func(to, from *State) { to.Skin = from.Skin }},
	{Colormap, func(s *wire.Stream, l *Layout, d *Delta) { l.small(s, &d.Colormap) },
		func(to, from *State) { to.Colormap = from.Colormap }},
	{Solid, passSolid, func(to, from *State) { to.SolidKind, to.Solid = from.SolidKind, from.Solid }},
	{Flags, func(s *wire.Stream, l *Layout, d *Delta) { l.small(s, &d.Flags) },
		func(to, from *State) { to.Flags = from.Flags }},
	{Alpha, func(s *wire.Stream, _ *Layout, d *Delta) { s.Uint8(&d.Alpha) },
		func(to, from *State) { to.Alpha = from.Alpha }},
	{Scale, func(s *wire.Stream, _ *Layout, d *Delta) { s.Uint8(&d.Scale) },
		func(to, from *State) { to.Scale = from.Scale }},
	{BoneData, passBones, nil},
	{DrawFlags, passDrawFlags, func(to, from *State) {
		to.Look.DrawFlags, to.Look.AbsLight = from.Look.DrawFlags,
			from.Look.AbsLight
	}},
	{TagInfo, passTag, func(to, from *State) { to.Tag = from.Tag }},
	{LightInfo, passLight, func(to, from *State) {
		to.Look.Light, to.Look.LightStyle, to.Look.LightFlags = from.Look.Light, from.Look.LightStyle,
			from.Look.LightFlags
	}},
	{Trail, passTrail, func(to, from *State) { to.Look.Trail, to.Look.Emit = from.Look.Trail, from.Look.Emit }},
	{ColorMod, func(s *wire.Stream, _ *Layout, d *Delta) { passBytes(s, d.Look.ColorMod[:]) },
		func(to, from *State) { to.Look.ColorMod = from.Look.ColorMod }},
	{Glow, func(s *wire.Stream, _ *Layout, d *Delta) { passBytes(s, d.Look.Glow[:]) },
		func(to, from *State) { to.Look.Glow = from.Look.Glow }},
	{Fatness, func(s *wire.Stream, _ *Layout, d *Delta) { s.Uint8(&d.Look.Fatness) },
		func(to, from *State) { to.Look.Fatness = from.Look.Fatness }},
	{Model2, func(s *wire.Stream, l *Layout, d *Delta) { l.number(s, d, &d.Model2) },
		func(to, from *State) { to.Model2 = from.Model2 }},
	{GravityDir, func(s *wire.Stream, _ *Layout, d *Delta) { passBytes(s, d.Look.GravityDir[:]) },
		func(to, from *State) { to.Look.GravityDir = from.Look.GravityDir }},
}

func passBytes(s *wire.Stream, v []uint8) {
	for i := range v {
		s.Uint8(&v[i])
	}
}

// number reads or writes a one- or two-byte number.
func (l *Layout) number(s *wire.Stream, d *Delta, v *uint32) {
	if l.varints {
		s.Varint(v)
		return
	}
	n := uint16(*v)
	s.Number(&n, d.Mask&wide != 0)
	*v = uint32(n)
}

// small reads or writes a one-byte number.
func (l *Layout) small(s *wire.Stream, v *uint32) {
	if l.varints {
		s.Varint(v)
		return
	}
	n := uint8(*v)
	s.Uint8(&n)
	*v = uint32(n)
}

// turned passes an angle, exactly for players whose view angles have no separate fields.
func (l *Layout) turned(s *wire.Stream, d *Delta, axis int) {
	kind := l.angle
	if d.Mask&Predicted != 0 && !l.predicts {
		kind = wire.Angle16
	}
	s.Angle(kind, &d.Angles[axis])
}

func passLerpTime(s *wire.Stream, l *Layout, d *Delta) {
	if l.varints {
		s.Varint(&d.LerpTime)
	}
}

func passEffects(s *wire.Stream, l *Layout, d *Delta) {
	switch long := d.Mask&effects16 != 0; {
	case l.varints && long:
		s.Fail("bits %#x of an entity have no known meaning", d.Mask)
	case l.varints:
		s.Varint(&d.Effects)
	case long && d.Mask&Effects != 0:
		s.Uint32(&d.Effects)
	default:
		n := uint16(d.Effects)
		s.Number(&n, long)
		d.Effects = uint32(n)
	}
}

func passMotion(s *wire.Stream, l *Layout, d *Delta) {
	s.Uint8(&d.Predict)
	m, has := &d.Motion, func(bit uint8) bool { return d.Predict&bit != 0 }
	for i := range m.Move {
		if has(Forward << i) {
			s.Int16(&m.Move[i])
		}
	}
	if has(MoveType) {
		s.Uint8(&m.Type)
	}
	if has(VelocityXY) {
		s.Int16(&m.Velocity[0])
		s.Int16(&m.Velocity[1])
	}
	if has(VelocityZ) {
		s.Int16(&m.Velocity[2])
	}
	if has(Msec) {
		s.Uint8(&m.Msec)
	}
	if has(ViewAngle) {
		passView(s, l, d)
	}
}

// passView passes a player's view angles or, from older servers, the weapon's frame.
func passView(s *wire.Stream, l *Layout, d *Delta) {
	if !l.predicts {
		passWeaponFrame(s, &d.Motion.WeaponFrame)
		return
	}
	if d.Mask&AnglesXZ != 0 {
		s.Angle(wire.Angle16, &d.Motion.View[0])
		s.Angle(wire.Angle16, &d.Motion.View[2])
	}
	if d.Mask&AnglesY != 0 {
		s.Angle(wire.Angle16, &d.Motion.View[1])
	}
}

// passWeaponFrame passes the low 7 bits of a frame and, if the eighth is set, 8 more.
func passWeaponFrame(s *wire.Stream, v *uint16) {
	low, high := uint8(*v&127), uint8(*v>>7)
	if high != 0 {
		low |= 128
	}
	s.Uint8(&low)
	if low&128 != 0 {
		if s.Uint8(&high); high == 0 && s.Reading() {
			s.Fail("a weapon's frame has a byte that it does not need")
		}
	}
	if s.Reading() {
		*v = uint16(low&127) | uint16(high)<<7
	}
}

// skinBias is added to skins sent with as many bytes as necessary.
const skinBias = 64

func passSkin(s *wire.Stream, l *Layout, d *Delta) {
	switch {
	case l.varints:
		n := uint32(d.Skin + skinBias)
		s.Varint(&n)
		d.Skin = int32(n) - skinBias
	case d.Mask&wide != 0:
		n := int16(d.Skin)
		s.Int16(&n)
		d.Skin = int32(n)
	default:
		s.ByteOfInt(&d.Skin)
	}
}

// How a box is sent; the values below these are fixed boxes without data.
const (
	solidShort = 16
	solidLong  = 32
	solidNames = 4
)

func passSolid(s *wire.Stream, l *Layout, d *Delta) {
	kind := uint8(solidShort)
	if l.sizes {
		s.Uint8(&d.SolidKind)
		kind = d.SolidKind
	}
	switch {
	case kind == solidShort:
		n := uint16(d.Solid)
		s.Uint16(&n)
		d.Solid = uint32(n)
	case kind == solidLong:
		s.Uint32(&d.Solid)
	case kind >= solidNames:
		s.Fail("the size of an entity is sent in the unknown way %d", kind)
	}
}

// Bits of Bones.Kind.
const (
	bonesOwn  = 1 << 7
	bonesBase = 1 << 6
	boneSize  = 14
)

func passBones(s *wire.Stream, l *Layout, d *Delta) {
	b := &d.Bones
	if s.Uint8(&b.Kind); b.Kind&^(bonesOwn|bonesBase) != 0 {
		s.Fail("bits %#x of an entity's bones have no known meaning", b.Kind)
		return
	}
	if b.Kind&bonesOwn != 0 {
		n := uint8(len(b.Data) / boneSize)
		s.Uint8(&n)
		s.Bytes(&b.Data, int(n)*boneSize)
	}
	if b.Kind&bonesBase == 0 {
		return
	}
	l.small(s, &b.Base)
	if l.varints {
		s.Varint(&b.Pose)
		return
	}
	n := uint16(b.Pose)
	s.Uint16(&n)
	b.Pose = uint32(n)
}

// The bits of DrawFlags that select a light, and the first kind of light that has a byte (Hexen II's MLS_ABSLIGHT).
const (
	lightMask  = 7
	lightBytes = 6
)

func passDrawFlags(s *wire.Stream, _ *Layout, d *Delta) {
	s.Uint8(&d.Look.DrawFlags)
	if d.Look.DrawFlags&lightMask >= lightBytes {
		s.Uint8(&d.Look.AbsLight)
	}
}

func passTag(s *wire.Stream, l *Layout, d *Delta) {
	EntityNumber(s, &d.Tag.Entity)
	l.small(s, &d.Tag.Index)
}

func passLight(s *wire.Stream, l *Layout, d *Delta) {
	for i := range d.Look.Light {
		s.Uint16(&d.Look.Light[i])
	}
	l.small(s, &d.Look.LightStyle)
	s.Uint8(&d.Look.LightFlags)
}

// Bits of a trail's number.
const (
	trailNumber = 0x3fff
	trailEmits  = 0x8000
)

func passTrail(s *wire.Stream, l *Layout, d *Delta) {
	if l.varints {
		s.Varint(&d.Look.Trail)
		s.Varint(&d.Look.Emit)
		return
	}
	trail, emit := uint16(d.Look.Trail), uint16(d.Look.Emit)
	if emit != 0 {
		trail |= trailEmits
	}
	s.Uint16(&trail)
	if trail&trailEmits != 0 {
		s.Uint16(&emit)
	}
	if s.Reading() && (trail&^(trailNumber|trailEmits) != 0 || (emit != 0) != (trail&trailEmits != 0)) {
		s.Fail("an entity's trail %#x cannot be", trail)
	}
	d.Look.Trail, d.Look.Emit = uint32(trail&trailNumber), uint32(emit)
}
