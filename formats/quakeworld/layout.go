package quakeworld

import (
	"cmp"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// coder passes messages in either direction according to a protocol.
type coder struct {
	wire.Stream
	p  *Protocol
	id uint8 // message number
}

// ident passes the number of a message that has several; 0 stands for the first row's.
func (c *coder) ident(id *uint8) uint8 {
	if c.Reading() {
		*id = c.id
	} else {
		c.id = cmp.Or(*id, c.id)
	}
	return c.id
}

func (c *coder) coords(v *Vec3)     { c.Coords(c.p.coord, v) }
func (c *coder) angles(v *Vec3)     { c.Angles(c.p.angle, v) }
func (c *coder) angle16(v *float32) { c.Angle(wire.Angle16, v) }

// entity passes an entity's number.
func (c *coder) entity(v *uint16) {
	if c.p.entities != nil {
		fte.EntityNumber(&c.Stream, v)
		return
	}
	c.Uint16(v)
}

func (c *coder) rgb(v *[3]uint8) {
	for i := range v {
		c.Uint8(&v[i])
	}
}

// short passes an integer.
func (c *coder) short(v *float32) {
	n := int16(*v)
	c.Int16(&n)
	*v = float32(n)
}

func (m *Command) layout(c *coder) {
	c.Uint8(&m.Msec)
	for i := range m.Padding {
		c.Uint8(&m.Padding[i])
	}
	c.Angles(wire.AngleFloat, &m.Angles)
	c.Int16(&m.Forward)
	c.Int16(&m.Side)
	c.Int16(&m.Up)
	c.Uint8(&m.Buttons)
	c.Uint8(&m.Impulse)
	c.Angles(wire.AngleFloat, &m.View)
}

func (m *SequenceInfo) layout(c *coder)   { c.Uint32(&m.Outgoing); c.Uint32(&m.Incoming) }
func (m *Connectionless) layout(c *coder) { c.Bytes(&m.Data, c.Len()) }
func (m *Raw) layout(c *coder)            { c.Bytes(&m.Data, c.Len()) }

func (empty) layout(*coder) {}

func (m *StuffText) layout(c *coder)   { c.Chars(&m.Text) }
func (m *CenterPrint) layout(c *coder) { c.Chars(&m.Text) }
func (m *Finale) layout(c *coder)      { c.Chars(&m.Text) }

func (m *Disconnect) layout(c *coder) {
	if c.Reading() {
		*m = Disconnect{HasText: c.p.MultiView && c.Len() > 0}
	}
	if m.HasText {
		c.Chars(&m.Text)
	}
}

func (m *UpdateStat) layout(c *coder) {
	id := c.ident(&m.ID)
	c.Uint8(&m.Index)
	if id == idUpdateStatLong {
		c.Int32(&m.Value)
		return
	}
	c.ByteOfInt(&m.Value)
}

// Bits of Sound.Mask.
const (
	soundBits        = 0xe000 // of the short with entity and channel
	soundVolume      = 1 << 15
	soundAttenuation = 1 << 14

	extendedVolume      = 1 << 0
	extendedAttenuation = 1 << 1
	extendedMore        = 1 << 2
	extendedLargeEntity = 1 << 3
	extendedLargeSound  = 1 << 4
	extendedSpeed       = 1 << 5
	extendedDelay       = 1 << 6
	extendedPitch       = 1 << 7
)

func (m *Sound) layout(c *coder) {
	if c.Reading() {
		*m = Sound{Volume: 255, Attenuation: 64}
	}
	if c.ident(&m.ID) == idSoundExtended {
		m.extended(c)
		return
	}
	word := m.Mask&soundBits | m.Entity&1023<<3 | uint16(m.Channel&7)
	c.Uint16(&word)
	m.Mask, m.Entity, m.Channel = word&soundBits, word>>3&1023, uint8(word&7)
	if m.Mask&soundVolume != 0 {
		c.Uint8(&m.Volume)
	}
	if m.Mask&soundAttenuation != 0 {
		c.Uint8(&m.Attenuation)
	}
	c.Low8(&m.Sound)
	c.coords(&m.Origin)
}

// extended passes FTE's layout.
func (m *Sound) extended(c *coder) {
	c.Low8(&m.Mask)
	has := func(bit uint16) bool { return m.Mask&bit != 0 }
	if has(extendedMore) {
		c.Fail("flags of an extended sound: %w", ErrUnknown)
		return
	}
	if has(extendedVolume) {
		c.Uint8(&m.Volume)
	}
	if has(extendedAttenuation) {
		c.Uint8(&m.Attenuation)
	}
	if has(extendedPitch) {
		c.Uint8(&m.Pitch)
	}
	if has(extendedDelay) {
		c.Int16(&m.Delay)
	}
	if has(extendedSpeed) {
		c.Uint16(&m.Speed)
	}
	if has(extendedLargeEntity) {
		c.entity(&m.Entity)
		c.Uint8(&m.Channel)
	} else {
		c.Channel(&m.Entity, &m.Channel)
	}
	c.Number(&m.Sound, has(extendedLargeSound))
	c.coords(&m.Origin)
}

func (m *Time) layout(c *coder)  { c.Float32(&m.Seconds) }
func (m *Print) layout(c *coder) { c.Uint8(&m.Level); c.Chars(&m.Text) }

func (m *SetAngle) layout(c *coder) {
	if c.p.MultiView || c.p.teleportReason {
		c.Uint8(&m.Player)
	} else {
		m.Player = 0
	}
	c.angles(&m.Angles)
}

func (m *ServerData) layout(c *coder) {
	c.Extensions(&m.Extensions, MagicFTE, MagicFTE2, MagicMVD1)
	c.Int32(&m.Protocol)
	if c.Reading() {
		m.Layout = nil
	}
	p, known := newProtocol(m.Protocol, m.extension(MagicFTE), m.extension(MagicFTE2), m.extension(MagicMVD1),
		c.p.MultiView)
	if !known {
		c.Fail("protocol %d (extensions FTE %#x, FTE2 %#x, MVD1 %#x): %w", m.Protocol,
			m.extension(MagicFTE), m.extension(MagicFTE2), m.extension(MagicMVD1), ErrProtocol)
		return
	}
	if m.Layout == nil {
		m.Layout = &p
	}
	c.Int32(&m.ServerCount)
	c.Chars(&m.GameDir)
	m.players(c, &p)
	if p.MultiView {
		c.Float32(&m.Seconds)
	}
	c.Chars(&m.LevelName)
	if !p.moveVars {
		m.Move = MoveVars{800, 100, 320, 500, 10, 0.7, 10, 6, 1, 1}
		return
	}
	v := &m.Move
	for _, f := range [...]*float32{
		&v.Gravity, &v.StopSpeed, &v.MaxSpeed, &v.SpectatorMaxSpeed, &v.Accelerate, &v.AirAccelerate,
		&v.WaterAccelerate, &v.Friction, &v.WaterFriction, &v.EntGravity,
	} {
		c.Float32(f)
	}
}

// spectatorBit is set in the number of a recorder who is a spectator.
const spectatorBit = 128

// players passes the recorder's number and, for FTE servers, the number of slots.
func (m *ServerData) players(c *coder, p *Protocol) {
	if c.Reading() {
		m.Client, m.Slots, m.Seats = 0, 0, nil
	}
	if p.slots {
		c.Uint8(&m.Slots)
	}
	switch {
	case p.MultiView:
	case p.slots:
		count := uint8(len(m.Seats)) | m.Client&spectatorBit
		c.Uint8(&count)
		if c.Reading() {
			m.Seats = make([]uint16, count&^spectatorBit)
		}
		for i := range m.Seats {
			c.Low8(&m.Seats[i])
		}
		if m.Client = count & spectatorBit; len(m.Seats) > 0 {
			m.Client |= uint8(m.Seats[0]) &^ spectatorBit
		}
	case p.seats:
		m.seats(c)
	default:
		c.Uint8(&m.Client)
	}
}

// seats passes players up to an end mark.
func (m *ServerData) seats(c *coder) {
	mark := uint8(spectatorBit)
	for i := range m.Seats {
		c.Low8(&m.Seats[i])
	}
	if !c.Reading() {
		c.Uint8(&mark)
		return
	}
	c.Uint8(&m.Client)
	for seat := m.Client; c.Err() == nil && (len(m.Seats) == 0 || seat != mark); c.Uint8(&seat) {
		m.Seats = append(m.Seats, uint16(seat))
	}
}

func (m *ServerData) extension(magic uint32) uint32 { return wire.FlagsOf(m.Extensions, magic) }

func (m *LightStyle) layout(c *coder)  { c.Uint8(&m.Style); c.Chars(&m.Map) }
func (m *UpdateFrags) layout(c *coder) { c.Uint8(&m.Player); c.Int16(&m.Frags) }
func (m *StopSound) layout(c *coder)   { c.Channel(&m.Entity, &m.Channel) }

func (m *Damage) layout(c *coder) {
	c.Uint8(&m.Armor)
	c.Uint8(&m.Health)
	c.coords(&m.Origin)
}

func (b *Baseline) layout(c *coder) {
	c.Uint8(&b.Model)
	c.Uint8(&b.Frame)
	c.Uint8(&b.Colormap)
	c.Uint8(&b.Skin)
	c.Place(c.p.coord, c.p.angle, &b.Origin, &b.Angles)
}

func (m *SpawnBaseline) layout(c *coder) { c.entity(&m.Entity); m.Baseline.layout(c) }

// tempPart is a part of a temporary entity.
type tempPart uint8

const (
	partCount tempPart = iota
	partEntity
	partOrigin
	partEnd
	partColors
)

var (
	tempPoint  = []tempPart{partOrigin}
	tempBeam   = []tempPart{partEntity, partOrigin, partEnd}
	tempCloud  = []tempPart{partCount, partOrigin}
	tempColors = []tempPart{partOrigin, partColors}
	tempRail   = []tempPart{partOrigin, partEnd}
)

// temps are the layouts of temporary entities.
var temps = [...][]tempPart{
	TempSpike: tempPoint, TempSuperSpike: tempPoint, TempGunshot: tempCloud, TempExplosion: tempPoint,
	TempTarExplosion: tempPoint, TempLightning1: tempBeam, TempLightning2: tempBeam, TempWizSpike: tempPoint,
	TempKnightSpike: tempPoint, TempLightning3: tempBeam, TempLavaSplash: tempPoint, TempTeleport: tempPoint,
	TempBlood: tempCloud, TempLightningBlood: tempPoint, TempBullet: tempPoint,
	TempSuperBullet: tempPoint, TempRailTrail: tempRail, TempBeam: tempBeam, TempExplosion2: tempColors,
	TempQuakeExplosion: tempPoint, TempQuakeGunshot: tempPoint,
}

func (m *TempEntity) layout(c *coder) {
	t := uint8(m.Type)
	c.Uint8(&t)
	if c.Reading() {
		*m = TempEntity{Type: Temp(t)}
	}
	if int(t) >= len(temps) || temps[t] == nil {
		c.Fail("temporary entity of type %d: %w", t, ErrUnknown)
		return
	}
	for _, part := range temps[t] {
		switch part {
		case partCount:
			c.Uint8(&m.Count)
		case partEntity:
			c.entity(&m.Entity)
		case partOrigin:
			c.coords(&m.Origin)
		case partEnd:
			c.coords(&m.End)
		case partColors:
			c.Uint8(&m.Colors[0])
			c.Uint8(&m.Colors[1])
		}
	}
}

func (m *SetPause) layout(c *coder) { c.Uint8(&m.Paused) }

func (m *SpawnStaticSound) layout(c *coder) {
	c.coords(&m.Origin)
	c.Uint8(&m.Sound)
	c.Uint8(&m.Volume)
	c.Uint8(&m.Attenuation)
}

func (m *Intermission) layout(c *coder)    { c.coords(&m.Origin); c.angles(&m.Angles) }
func (m *CDTrack) layout(c *coder)         { c.Uint8(&m.Track) }
func (m *UpdatePing) layout(c *coder)      { c.Uint8(&m.Player); c.Int16(&m.Ping) }
func (m *UpdateEnterTime) layout(c *coder) { c.Uint8(&m.Player); c.Float32(&m.Seconds) }
func (m *MuzzleFlash) layout(c *coder)     { c.entity(&m.Entity) }
func (m *ChokeCount) layout(c *coder)      { c.Uint8(&m.Count) }
func (m *MaxSpeed) layout(c *coder)        { c.Float32(&m.Speed) }
func (m *EntGravity) layout(c *coder)      { c.Float32(&m.Gravity) }
func (m *ServerInfo) layout(c *coder)      { c.Chars(&m.Key); c.Chars(&m.Value) }
func (m *UpdatePL) layout(c *coder)        { c.Uint8(&m.Player); c.Uint8(&m.Loss) }

func (m *UpdateUserInfo) layout(c *coder) {
	c.Uint8(&m.Player)
	c.Int32(&m.UserID)
	c.Chars(&m.Info)
}

func (m *SetInfo) layout(c *coder) {
	c.Uint8(&m.Player)
	c.Chars(&m.Key)
	c.Chars(&m.Value)
}

// chunkSize is the size of a chunk of a download.
const chunkSize = 1024

func (m *Download) layout(c *coder) {
	if c.Reading() {
		*m = Download{}
	}
	if !c.p.chunks {
		c.Int16(&m.Size)
		c.Uint8(&m.Percent)
		c.Bytes(&m.Data, max(int(m.Size), 0))
		return
	}
	c.Int32(&m.Chunk)
	if m.Chunk >= 0 {
		c.Bytes(&m.Data, chunkSize)
		return
	}
	c.Int32(&m.Total)
	c.Chars(&m.Name)
}

func (m *Nails) layout(c *coder) {
	numbered := c.ident(&m.ID) == idNails2
	n := uint8(len(m.Nails))
	c.Uint8(&n)
	if c.Reading() {
		m.Nails = append(m.Nails[:0], make([]Nail, n)...)
	}
	for i := range m.Nails {
		if numbered {
			c.Uint8(&m.Nails[i].Number)
		}
		m.Nails[i].layout(c)
	}
}

// layout passes the six bytes of a nail: three coordinates of 12 bits, a pitch of 4, a yaw of 8.
func (n *Nail) layout(c *coder) {
	var b [6]uint8
	if !c.Reading() {
		x, y, z := nailBits(n.Origin[0]), nailBits(n.Origin[1]), nailBits(n.Origin[2])
		b = [6]uint8{
			uint8(x), uint8(x>>8) | uint8(y<<4), uint8(y >> 4),
			uint8(z), uint8(z>>8) | uint8(int8(n.Pitch/22.5))<<4, 0,
		}
	}
	for i := range 5 {
		c.Uint8(&b[i])
	}
	c.Angle(wire.Angle8, &n.Yaw)
	n.Origin = Vec3{
		nailCoord(uint16(b[0]) | uint16(b[1]&15)<<8),
		nailCoord(uint16(b[1]>>4) | uint16(b[2])<<4),
		nailCoord(uint16(b[3]) | uint16(b[4]&15)<<8),
	}
	n.Pitch = float32(int8(b[4])>>4) * 22.5
}

func nailCoord(bits uint16) float32 { return float32(int(bits)*2 - 4096) }
func nailBits(v float32) uint16     { return uint16(int(v)+4096) / 2 & 0xfff }

func (m *NameList) layout(c *coder) {
	wide := c.ident(&m.ID) >= idSoundListShort
	if c.Reading() {
		m.First, m.Next = 0, 0
	}
	switch {
	case wide:
		c.Uint16(&m.First)
	case c.p.listIndex:
		c.Low8(&m.First)
	}
	c.Names(&m.Names)
	if c.p.listIndex || wide {
		c.Uint8(&m.Next)
	}
}
