package quakeworld

// Flags of [PlayerInfo] in a .qwd, with those of FTE in bits 16 to 23.
const (
	PlayerMsec        = 1 << 0
	PlayerCommand     = 1 << 1
	PlayerVelocity    = 1 << 2 // and the next two
	PlayerModel       = 1 << 5
	PlayerSkin        = 1 << 6
	PlayerEffects     = 1 << 7
	PlayerWeaponFrame = 1 << 8
	PlayerDead        = 1 << 9
	PlayerGib         = 1 << 10
	playerHull        = 1 << 14
	playerExtra       = 1 << 15
	PlayerScale       = 1 << 16
	PlayerAlpha       = 1 << 17
	PlayerFatness     = 1 << 18
	PlayerColorMod    = 1 << 19
)

// Flags of [PlayerInfo] in a .mvd.
const (
	ViewOrigin      = 1 << 0 // and the next two
	ViewAngles      = 1 << 3 // and the next two
	ViewEffects     = 1 << 6
	ViewSkin        = 1 << 7
	ViewDead        = 1 << 8
	ViewGib         = 1 << 9
	ViewWeaponFrame = 1 << 10
	ViewModel       = 1 << 11
)

// PlayerInfo (message 42) contains a player's state. In a .qwd, the state is complete, but the recorder's own state
// lacks the command. In a .mvd, PlayerInfo contains only the changes since the player's previous PlayerInfo.
type PlayerInfo struct {
	Player uint8 `text:"always"`
	// Flags is the set of fields sent. Its bits differ between .qwd and .mvd; see MultiView.
	Flags     uint32
	MultiView bool `text:"-"`

	Origin      Vec3
	Angles      Vec3 // .mvd: view angles
	Frame       uint8
	Msec        uint8 // age of the state in ms
	Command     UserCommand
	Velocity    Vec3
	Model       uint8
	Skin        uint8 // with a model, bit 7 adds 256 to its index (FTE)
	Effects     uint8
	WeaponFrame uint8
	Prediction  WeaponPrediction
	Scale       uint8
	Alpha       uint8
	Fatness     uint8
	Hull        uint8
	ColorMod    [3]uint8
}

// UserCommand contains the input of a player other than the recorder.
type UserCommand struct {
	Mask              uint8 // as sent
	Angles            Vec3
	Forward, Side, Up int16
	Buttons           uint8 // 1 attack, 2 jump
	Impulse           uint8
	Msec              uint8
}

// Bits of UserCommand.Mask.
const (
	commandPitch   = 1 << 0
	commandRoll    = 1 << 1
	commandForward = 1 << 2
	commandSide    = 1 << 3
	commandUp      = 1 << 4
	commandButtons = 1 << 5
	commandImpulse = 1 << 6
	commandYaw     = 1 << 7 // up to protocol 26: Msec
)

// WeaponPrediction describes the recorder's weapon. The server sends it if the client may predict the state of the
// weapon.
type WeaponPrediction struct {
	Kind                                uint8 // 0 if nothing follows
	Impulse                             uint8
	Weapon                              uint16
	ClientTime, AttackFinish, NextThink float32
	ThinkIndex, Ping, Flags             uint8
	Ammo                                [4]uint8
}

// PlayerState is the complete state of a player.
type PlayerState struct {
	Origin   Vec3
	Velocity Vec3
	// Angles holds the view angles if HasAngles is set. The recorder's view angles are in [Command].
	Angles      Vec3
	HasAngles   bool
	Frame       uint8
	Model       uint16 // 0 means the standard player model
	Skin        uint8
	Effects     uint8
	WeaponFrame uint8
	Buttons     uint8 // 1 attack, 2 jump
	Dead, Gib   bool
	// Age is the age of the state, in milliseconds, when the packet was sent.
	Age uint8
}

// Apply returns the player's state after m. In a .mvd, last must be the player's previous state, to which m is applied.
// In a .qwd, the state in m is complete, so last is ignored.
func (m *PlayerInfo) Apply(last PlayerState) PlayerState {
	m.apply(&last)
	return last
}

// apply is Apply in place.
func (m *PlayerInfo) apply(last *PlayerState) {
	if m.MultiView {
		m.applyView(last)
		return
	}
	has := func(bit uint32) bool { return m.Flags&bit != 0 }
	s := PlayerState{
		Origin: m.Origin, Velocity: m.Velocity, Frame: m.Frame, Model: uint16(m.Model), Skin: m.Skin,
		Effects: m.Effects, WeaponFrame: m.WeaponFrame, Age: m.Msec, Dead: has(PlayerDead), Gib: has(PlayerGib),
	}
	if has(PlayerCommand) {
		s.Angles, s.HasAngles, s.Buttons = m.Command.Angles, true, m.Command.Buttons
	}
	if has(PlayerModel) && has(PlayerSkin) && m.Skin&0x80 != 0 {
		s.Model, s.Skin = s.Model+256, s.Skin&^0x80
	}
	*last = s
}

func (m *PlayerInfo) applyView(s *PlayerState) {
	has := func(bit uint32) bool { return m.Flags&bit != 0 }
	for i := range 3 {
		if has(ViewOrigin << i) {
			s.Origin[i] = m.Origin[i]
		}
		if has(ViewAngles << i) {
			s.Angles[i] = m.Angles[i]
		}
	}
	s.HasAngles = true
	s.Frame, s.Dead, s.Gib = m.Frame, has(ViewDead), has(ViewGib)
	if has(ViewModel) {
		s.Model = uint16(m.Model)
	}
	if has(ViewSkin) {
		s.Skin = m.Skin
	}
	if has(ViewModel) && has(ViewSkin) && m.Skin&0x80 != 0 {
		s.Model, s.Skin = s.Model+256, s.Skin&^0x80
	}
	if has(ViewEffects) {
		s.Effects = m.Effects
	}
	if has(ViewWeaponFrame) {
		s.WeaponFrame = m.WeaponFrame
	}
}

func (m *PlayerInfo) layout(c *coder) {
	if c.Reading() {
		*m = PlayerInfo{MultiView: c.p.MultiView}
	}
	c.Uint8(&m.Player)
	if m.MultiView {
		m.view(c)
		return
	}
	flags := uint16(m.Flags)
	c.Uint16(&flags)
	if c.Reading() {
		m.Flags = uint32(flags)
	}
	if m.Flags&playerExtra != 0 && c.p.extraPlayerFlags {
		more := uint8(m.Flags >> 16)
		c.Uint8(&more)
		m.Flags = m.Flags&0xffff | uint32(more)<<16
	}
	c.Coords(c.p.entityCoord, &m.Origin)
	c.Uint8(&m.Frame)
	if m.Flags&PlayerMsec != 0 {
		c.Uint8(&m.Msec)
	}
	if m.Flags&PlayerCommand != 0 {
		m.Command.layout(c)
	}
	for i := range 3 {
		if m.Flags&(PlayerVelocity<<i) != 0 {
			c.short(&m.Velocity[i])
		}
	}
	m.looks(c)
	if c.p.FTE != 0 {
		m.extensions(c)
	}
}

// looks reads or writes the model and the fields that modify it.
func (m *PlayerInfo) looks(c *coder) {
	has := func(bit uint32) bool { return m.Flags&bit != 0 }
	if has(PlayerModel) {
		c.Uint8(&m.Model)
	}
	if has(PlayerSkin) {
		c.Uint8(&m.Skin)
	}
	if has(PlayerEffects) {
		c.Uint8(&m.Effects)
	}
	if !has(PlayerWeaponFrame) {
		return
	}
	c.Uint8(&m.WeaponFrame)
	if c.p.predictWeapons {
		m.Prediction.layout(c)
	}
}

// extensions passes the fields that FTE adds.
func (m *PlayerInfo) extensions(c *coder) {
	field := func(bit, extension uint32) bool { return m.Flags&bit != 0 && c.p.FTE&extension != 0 }
	if field(PlayerScale, fteScale) {
		c.Uint8(&m.Scale)
	}
	if field(PlayerAlpha, fteTrans) {
		c.Uint8(&m.Alpha)
	}
	if field(PlayerFatness, fteFatness) {
		c.Uint8(&m.Fatness)
	}
	if field(playerHull, fteHullSize) {
		c.Uint8(&m.Hull)
	}
	if field(PlayerColorMod, fteColorMod) {
		c.rgb(&m.ColorMod)
	}
}

// view passes the layout of a .mvd.
func (m *PlayerInfo) view(c *coder) {
	flags := uint16(m.Flags)
	c.Uint16(&flags)
	m.Flags = uint32(flags)
	c.Uint8(&m.Frame)
	has := func(bit uint32) bool { return m.Flags&bit != 0 }
	for i := range 3 {
		if has(ViewOrigin << i) {
			c.Coord(c.p.entityCoord, &m.Origin[i])
		}
	}
	for i := range 3 {
		if has(ViewAngles << i) {
			c.angle16(&m.Angles[i])
		}
	}
	if has(ViewModel) {
		c.Uint8(&m.Model)
	}
	if has(ViewSkin) {
		c.Uint8(&m.Skin)
	}
	if has(ViewEffects) {
		c.Uint8(&m.Effects)
	}
	if has(ViewWeaponFrame) {
		c.Uint8(&m.WeaponFrame)
	}
}

func (u *UserCommand) layout(c *coder) {
	c.Uint8(&u.Mask)
	has := func(bit uint8) bool { return u.Mask&bit != 0 }
	old := c.p.oldCommands
	if has(commandPitch) {
		c.angle16(&u.Angles[0])
	}
	if has(commandYaw) || old {
		c.angle16(&u.Angles[1])
	}
	if has(commandRoll) {
		c.angle16(&u.Angles[2])
	}
	for i, v := range [...]*int16{&u.Forward, &u.Side, &u.Up} {
		if has(commandForward << i) {
			c.wish(v, old)
		}
	}
	if has(commandButtons) {
		c.Uint8(&u.Buttons)
	}
	if has(commandImpulse) {
		c.Uint8(&u.Impulse)
	}
	if !old || has(commandYaw) {
		c.Uint8(&u.Msec)
	}
}

// wish passes a desired speed: a short, or up to protocol 26 an int8 * 8.
func (c *coder) wish(v *int16, old bool) {
	if !old {
		c.Int16(v)
		return
	}
	b := int8(*v / 8)
	c.Int8(&b)
	*v = int16(b) * 8
}

func (w *WeaponPrediction) layout(c *coder) {
	c.Uint8(&w.Kind)
	if w.Kind == 0 {
		return
	}
	c.Uint8(&w.Impulse)
	c.Uint16(&w.Weapon)
	c.Float32(&w.ClientTime)
	c.Float32(&w.AttackFinish)
	c.Float32(&w.NextThink)
	c.Uint8(&w.ThinkIndex)
	c.Uint8(&w.Ping)
	c.Uint8(&w.Flags)
	for i := range w.Ammo {
		c.Uint8(&w.Ammo[i])
	}
}
