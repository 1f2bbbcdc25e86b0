package netquake

import (
	"cmp"

	"fragscope/formats/wire"
)

// coder passes messages in either direction according to a protocol.
type coder struct {
	wire.Stream
	p *Protocol
	// frames holds the frames that frames of entities refer to. It is nil for writing.
	frames *frameHistory
	// ordered is set if entities of a frame must be in order of their numbers, because what is read is a guess.
	ordered bool
	id      uint8 // message number
	// asked is the question left open by the protocol that a message ran into, unless settled.
	asked   question
	settled bool
}

// ask records that reading on needs the answer to q.
func (c *coder) ask(q question) {
	if c.p.asks&q != 0 && c.asked == 0 && !c.settled && c.Reading() {
		c.asked = q
	}
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

func (c *coder) model(v *uint16) { c.Number(v, c.p.wideModels) }
func (c *coder) coords(v *Vec3)  { c.Coords(c.p.coord, v) }
func (c *coder) angles(v *Vec3)  { c.Angles(c.p.angle, v) }
func (c *coder) rest(v *[]byte)  { c.Bytes(v, c.Len()) }

func (b *Block) layout(c *coder) {
	c.Int32(&b.Size)
	c.Angles(wire.AngleFloat, &b.Angles)
}

func (m *Track) layout(c *coder) { c.Bytes(&m.Text, len(m.Text)) }
func (m *Raw) layout(c *coder)   { c.Bytes(&m.Data, len(m.Data)) }

func (*Variant) layout(*coder) {}

func (empty) layout(*coder) {}

func (m *Disconnect) layout(c *coder) {
	if c.p.reasons {
		c.Chars(&m.Reason)
	}
}

func (m *Print) layout(c *coder)       { c.Chars(&m.Text) }
func (m *StuffText) layout(c *coder)   { c.Chars(&m.Text) }
func (m *CenterPrint) layout(c *coder) { c.Chars(&m.Text) }
func (m *Finale) layout(c *coder)      { c.Chars(&m.Text) }
func (m *CutScene) layout(c *coder)    { c.Chars(&m.Text) }
func (m *HideLMP) layout(c *coder)     { c.Chars(&m.Text) }
func (m *SkyBox) layout(c *coder)      { c.Chars(&m.Text) }
func (m *Achievement) layout(c *coder) { c.Chars(&m.Text) }

func (m *UpdateStat) layout(c *coder) {
	id := c.ident(&m.ID)
	c.Uint8(&m.Index)
	if id == idUpdateStat {
		c.Int32(&m.Value)
		return
	}
	c.ByteOfInt(&m.Value)
}

func (m *Version) layout(c *coder) { c.Int32(&m.Protocol) }
func (m *SetView) layout(c *coder) { c.entity(&m.Entity) }

// Bits of Sound.Mask.
const (
	soundVolume      = 1 << 0
	soundAttenuation = 1 << 1
	soundLargeEntity = 1 << 3
	soundLargeSound  = 1 << 4
	soundSpeed       = 1 << 5
)

func (m *Sound) layout(c *coder) {
	if c.Reading() {
		*m = Sound{Volume: 255, Attenuation: 64}
	}
	id := c.ident(&m.ID)
	c.Uint8(&m.Mask)
	if m.Mask&soundVolume != 0 {
		c.Uint8(&m.Volume)
	}
	if m.Mask&soundAttenuation != 0 {
		c.Uint8(&m.Attenuation)
	}
	if m.Mask&soundSpeed != 0 && c.p.ids&anyDarkPlaces != 0 {
		c.Uint16(&m.Speed)
	}
	if m.Mask&soundLargeEntity != 0 {
		c.entity(&m.Entity)
		c.Uint8(&m.Channel)
	} else {
		c.Channel(&m.Entity, &m.Channel)
	}
	if c.p.wideSounds {
		c.ask(askSounds)
	}
	c.Number(&m.Sound, c.p.wideSounds || id == idSound2 || m.Mask&soundLargeSound != 0)
	c.coords(&m.Origin)
}

func (m *Time) layout(c *coder) {
	c.Float32(&m.Seconds)
	if c.p.timeAcks {
		c.Uint16(&m.Acked)
	}
}

func (m *SetAngle) layout(c *coder) { c.angles(&m.Angles) }

func (m *ServerInfo) layout(c *coder) {
	c.Extensions(&m.Extensions, MagicFTE, MagicFTE2)
	c.Int32(&m.Protocol)
	if protocols[m.Protocol].flagged {
		c.Uint32(&m.Flags)
	} else {
		m.Flags = 0
	}
	p, known := newProtocol(m.Protocol, m.Flags, m.extension(MagicFTE), m.extension(MagicFTE2))
	if c.Reading() {
		m.Layout = nil
	}
	if !known {
		c.Fail("protocol %d (flags %#x, extensions %#x %#x): %w", m.Protocol, m.Flags,
			m.extension(MagicFTE), m.extension(MagicFTE2), ErrProtocol)
		return
	}
	if m.Layout == nil {
		m.Layout = &p
	}
	if p.timeAcks {
		c.Chars(&m.GameDir)
	}
	c.Uint8(&m.MaxClients)
	c.Uint8(&m.GameType)
	c.Chars(&m.LevelName)
	c.Names(&m.Models)
	c.Names(&m.Sounds)
}

func (m *ServerInfo) extension(magic uint32) uint32 { return wire.FlagsOf(m.Extensions, magic) }

func (m *LightStyle) layout(c *coder)   { c.Uint8(&m.Style); c.Chars(&m.Map) }
func (m *UpdateName) layout(c *coder)   { c.Uint8(&m.Player); c.Chars(&m.Name) }
func (m *UpdateFrags) layout(c *coder)  { c.Uint8(&m.Player); c.Int16(&m.Frags) }
func (m *StopSound) layout(c *coder)    { c.Channel(&m.Entity, &m.Channel) }
func (m *UpdateColors) layout(c *coder) { c.Uint8(&m.Player); c.Uint8(&m.Colors) }

func (m *Particle) layout(c *coder) {
	c.coords(&m.Origin)
	for i := range m.Velocity {
		c.Speed(1./16, &m.Velocity[i])
	}
	c.Uint8(&m.Count)
	c.Uint8(&m.Color)
}

func (m *Damage) layout(c *coder) {
	c.Uint8(&m.Armor)
	c.Uint8(&m.Health)
	c.coords(&m.Origin)
}

// Bits of [Baseline.Mask].
const (
	baselineLargeModel = 1 << iota
	baselineLargeFrame
	baselineAlpha
	baselineScale
)

func (b *Baseline) layout(c *coder, id uint8) {
	wideModel, wideFrame := c.p.wideModels, false
	if c.Reading() {
		*b = Baseline{}
	}
	switch id {
	case idSpawnBaseline2, idSpawnStatic2:
		c.Uint8(&b.Mask)
		wideModel, wideFrame = b.Mask&baselineLargeModel != 0, b.Mask&baselineLargeFrame != 0
	case idSpawnBaselineWide, idSpawnStaticWide:
		wideModel, wideFrame = true, true
	}
	c.Number(&b.Model, wideModel)
	c.Number(&b.Frame, wideFrame)
	c.Uint8(&b.Colormap)
	c.Uint8(&b.Skin)
	c.Place(c.p.coord, c.p.angle, &b.Origin, &b.Angles)
	if b.Mask&baselineAlpha != 0 {
		c.Uint8(&b.Alpha)
	}
	if b.Mask&baselineScale != 0 {
		c.Uint8(&b.Scale)
	}
}

func (m *SpawnStatic) layout(c *coder) {
	m.Baseline.layout(c, c.ident(&m.ID))
}

func (m *SpawnBaseline) layout(c *coder) {
	c.entity(&m.Entity)
	m.Baseline.layout(c, c.ident(&m.ID))
}

func (m *SetPause) layout(c *coder)  { c.Uint8(&m.Paused) }
func (m *SignonNum) layout(c *coder) { c.Uint8(&m.Stage) }

func (m *SpawnStaticSound) layout(c *coder) {
	id := c.ident(&m.ID)
	c.coords(&m.Origin)
	if id == idSpawnStaticSound && !c.p.wideSounds {
		c.ask(askSounds)
	}
	c.Number(&m.Sound, id != idSpawnStaticSound || c.p.wideSounds || c.p.wideStaticSounds)
	c.Uint8(&m.Volume)
	c.Uint8(&m.Attenuation)
}

func (m *CDTrack) layout(c *coder) { c.Uint8(&m.Track); c.Uint8(&m.Loop) }

func (m *ShowLMP) layout(c *coder) {
	c.Chars(&m.Slot)
	c.Chars(&m.File)
	if c.p.ids == nehahraMessages {
		x, y := uint8(m.X), uint8(m.Y)
		c.Uint8(&x)
		c.Uint8(&y)
		m.X, m.Y = int16(x), int16(y)
		return
	}
	c.Int16(&m.X)
	c.Int16(&m.Y)
}

func (m *Fog) layout(c *coder) {
	c.Uint8(&m.Density)
	c.Uint8(&m.Red)
	c.Uint8(&m.Green)
	c.Uint8(&m.Blue)
	c.Uint16(&m.Time)
}

func (m *NehahraFog) layout(c *coder) {
	if c.Reading() {
		*m = NehahraFog{}
	}
	c.Uint8(&m.Enabled)
	if m.Enabled == 0 {
		return
	}
	c.Float32(&m.Density)
	c.Uint8(&m.Red)
	c.Uint8(&m.Green)
	c.Uint8(&m.Blue)
}

func (m *SkyboxSize) layout(c *coder) { c.Coord(c.p.coord, &m.Size) }

func (m *LocalSound) layout(c *coder) {
	c.Uint8(&m.Mask)
	c.Number(&m.Sound, m.Mask&soundLargeSound != 0)
}

func (m *Download) layout(c *coder) {
	c.Uint32(&m.Start)
	n := uint16(len(m.Data))
	c.Uint16(&n)
	c.Bytes(&m.Data, int(n))
}

func (m *Effect) layout(c *coder) {
	wide := c.ident(&m.ID) == idEffect2
	c.coords(&m.Origin)
	c.Number(&m.Model, wide)
	c.Number(&m.StartFrame, wide)
	c.Uint8(&m.Frames)
	c.Uint8(&m.Rate)
}

func (m *Precache) layout(c *coder) { c.Uint16(&m.Index); c.Chars(&m.File) }

func (m *CSQCEntities) layout(c *coder) { c.rest(&m.Data) }

func (m *TrailParticles) layout(c *coder) {
	c.entity(&m.Entity)
	c.Uint16(&m.Effect)
	c.coords(&m.Start)
	c.coords(&m.End)
}

func (m *PointParticles) layout(c *coder) {
	short := c.ident(&m.ID) == idPointParticles1
	c.Uint16(&m.Effect)
	c.coords(&m.Origin)
	if short {
		m.Velocity, m.Count = Vec3{}, 1
		return
	}
	c.coords(&m.Velocity)
	c.Uint16(&m.Count)
}
