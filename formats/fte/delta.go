package fte

import "fragscope/formats/wire"

// Bits of PEXT2, FTE's second set of extensions, that affect how entities are encoded.
const (
	ReplacementDeltas = 0x00000008
	predictionInfo    = 0x00000020
	newSizeEncoding   = 0x00000040
	lerpTime          = 0x00000400
)

// Layout describes how the entities of a level are encoded.
type Layout struct {
	coord wire.Coord
	angle wire.Angle
	// predicts is set if view angles have separate fields and weapon frames have none.
	predicts bool
	sizes    bool // a byte tells how a box is sent
	varints  bool // numbers have as many bytes as necessary, and frames the time until the next
	input    bool // the message starts with an input's number
}

// NewLayout returns the layout for the given PEXT2 flags and the given coordinate and angle encodings.
func NewLayout(flags uint32, coord wire.Coord, angle wire.Angle) *Layout {
	return &Layout{coord: coord, angle: angle, predicts: flags&predictionInfo != 0, sizes: flags&newSizeEncoding != 0,
		varints: flags&lerpTime != 0}
}

// WithInput returns the variant of l used for Quake clients. In this variant, a message may start with an input number.
func (l Layout) WithInput() *Layout {
	l.input = l.predicts
	return &l
}

// Bits of [Delta.Mask].
const (
	Frame      = 1 << 0
	OriginXY   = 1 << 1
	OriginZ    = 1 << 2
	AnglesXZ   = 1 << 3
	AnglesY    = 1 << 4
	Effects    = 1 << 5
	Predicted  = 1 << 6
	extend1    = 1 << 7
	Reset      = 1 << 8 // no data
	wide       = 1 << 9 // numbers of 16 bits; with LERPTIME the time until the next frame
	Model      = 1 << 10
	Skin       = 1 << 11
	Colormap   = 1 << 12
	Solid      = 1 << 13
	Flags      = 1 << 14
	extend2    = 1 << 15
	Alpha      = 1 << 16
	Scale      = 1 << 17
	BoneData   = 1 << 18
	DrawFlags  = 1 << 19
	TagInfo    = 1 << 20
	LightInfo  = 1 << 21
	Trail      = 1 << 22
	extend3    = 1 << 23
	ColorMod   = 1 << 24
	Glow       = 1 << 25
	Fatness    = 1 << 26
	Model2     = 1 << 27
	GravityDir = 1 << 28
	effects16  = 1 << 29 // 32 bits if Effects is also set, otherwise 16
	unknown    = 1<<30 | 1<<31
)

// Bits of [Delta.Predict].
const (
	Forward     = 1 << 0
	Side        = 1 << 1
	Up          = 1 << 2
	MoveType    = 1 << 3
	VelocityXY  = 1 << 4
	VelocityZ   = 1 << 5
	Msec        = 1 << 6
	ViewAngle   = 1 << 7 // with PEXT2_PREDINFO, for the axes of the mask
	weaponFrame = 1 << 7 // otherwise
)

// Vec3 is a position, or three angles in degrees.
type Vec3 = [3]float32

// State is the complete state of an entity.
type State struct {
	Origin, Angles Vec3
	Effects        uint32
	Frame          uint32
	Model, Model2  uint32 // indices into the level's models
	Skin           int32
	Colormap       uint32
	Flags          uint32
	SolidKind      uint8  // how Solid is sent, with PEXT2_NEWSIZEENCODING
	Solid          uint32 // the box, as sent
	Alpha          uint8  // 255 is solid
	Scale          uint8  // in 16ths
	Tag            Tag
	Motion         Motion
	Look           Look
}

// Tag attaches an entity to a tag of another entity's model.
type Tag struct {
	Entity uint16
	Index  uint32
}

// Motion holds the values that a client uses to predict a player's movement.
type Motion struct {
	Move        [3]int16 // input: forward, right, up
	Type        uint8
	Velocity    [3]int16 // in 8ths
	Msec        uint8    // age of the state
	View        Vec3     // view angles
	WeaponFrame uint16
}

// Look holds properties that modify an entity's appearance.
type Look struct {
	DrawFlags, AbsLight uint8
	Light               [4]uint16 // red, green, blue, radius
	LightStyle          uint32
	LightFlags          uint8
	Trail, Emit         uint32 // effects that it emits
	ColorMod            [3]uint8
	Glow                [5]uint8 // size, palette index, and red, green, blue
	Fatness             uint8
	GravityDir          [2]uint8
}

// nothing is the default state of an entity, to which baselines are relative.
var nothing = State{Alpha: 255, Scale: 16, Look: Look{ColorMod: [3]uint8{32, 32, 32},
	Glow: [5]uint8{2: 32, 3: 32, 4: 32}}}

// Baseline returns the state described by a baseline in the game's own protocol.
func Baseline(model, frame, colormap, skin uint32, origin, angles Vec3) State {
	s := nothing
	s.Model, s.Frame, s.Colormap, s.Skin = model, frame, colormap, int32(skin)
	s.Origin, s.Angles = origin, angles
	return s
}

// Delta describes a change to one entity.
type Delta struct {
	Number  uint16
	Removed bool
	Mask    uint32
	// Predict is a mask of the fields of Motion that were sent.
	Predict uint8
	// LerpTime is the time until the next frame, in milliseconds.
	LerpTime uint32
	Bones    Bones
	State
}

// Bones describes the pose of an entity's skeleton.
type Bones struct {
	Kind       uint8
	Data       []byte `text:"hex"`
	Base, Pose uint32
}

// Entity describes a visible entity.
type Entity struct {
	Number uint16
	State
}

// After returns the result of applying d to base. If d's Reset bit is set, base must be the entity's baseline;
// otherwise it must be the entity's last state.
func (l *Layout) After(d *Delta, base State) State {
	s := base
	s.Motion.Move, s.Motion.Velocity, s.Motion.Msec = [3]int16{}, [3]int16{}, 0
	for i := range fields {
		f := &fields[i]
		if d.Mask&f.bit != 0 && f.set != nil {
			f.set(&s, &d.State)
		}
	}
	if d.Mask&Predicted != 0 {
		l.predict(&s, d)
	}
	l.turn(&s, d)
	return s
}

func (l *Layout) predict(s *State, d *Delta) {
	to, from := &s.Motion, &d.Motion
	to.Move, to.Velocity, to.Msec = from.Move, from.Velocity, from.Msec
	if d.Predict&MoveType != 0 {
		to.Type = from.Type
	}
	if !l.predicts && d.Predict&weaponFrame != 0 {
		to.WeaponFrame = from.WeaponFrame
	}
}

// turn sets a player's view angles to the angles sent or, if there are none, derives them from the model's angles. The
// model's pitch is a third of the view's.
func (l *Layout) turn(s *State, d *Delta) {
	v := d.Angles
	switch {
	case d.Mask&Predicted == 0:
		v[0] = 0 - v[0]
	case l.predicts && d.Predict&ViewAngle != 0:
		v = d.Motion.View
	default:
		v[0] = 0 - 3*v[0]
	}
	if d.Mask&AnglesXZ != 0 {
		s.Motion.View[0], s.Motion.View[2] = v[0], v[2]
	}
	if d.Mask&AnglesY != 0 {
		s.Motion.View[1] = v[1]
	}
}
