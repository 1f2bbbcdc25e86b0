package quake2

import "time"

// This file has the layout of each message, for reading and writing alike.

// coder is a message: code moves it between its fields and the stream.
type coder interface {
	code(s *stream, x *session)
}

// fresh clears a message that is about to be read, since what is not sent is zero.
func fresh[M any](s *stream, m *M) {
	if !s.writing {
		var zero M
		*m = zero
	}
}

func (m *MuzzleFlash) codePlayer(s *stream) {
	const silenced = 0x80
	u16(s, &m.Entity)
	b := uint8(m.Flash)
	if m.Silenced {
		b |= silenced
	}
	u8(s, &b)
	m.Flash, m.Silenced = uint16(b&^silenced), b&silenced != 0
}

func (m *MuzzleFlash) codeMonster(s *stream, x *session) {
	const entityBits = 13
	switch {
	case m.Wide:
		u16(s, &m.Entity)
		u16(s, &m.Flash)
	case x.p.monsterBits:
		word := m.Entity | m.Flash>>8<<entityBits
		u16(s, &word)
		b := uint8(m.Flash)
		u8(s, &b)
		m.Entity, m.Flash = word&(1<<entityBits-1), word>>entityBits<<8|uint16(b)
	default:
		u16(s, &m.Entity)
		u8(s, &m.Flash)
	}
}

func (m *Layout) code(s *stream, _ *session)      { chars(s, &m.Text) }
func (m *StuffText) code(s *stream, _ *session)   { chars(s, &m.Text) }
func (m *CenterPrint) code(s *stream, _ *session) { chars(s, &m.Text) }
func (m *Achievement) code(s *stream, _ *session) { chars(s, &m.ID) }

func (m *Inventory) code(s *stream, _ *session) {
	for i := range m.Counts {
		u16(s, &m.Counts[i])
	}
}

func (m *Print) code(s *stream, _ *session) {
	u8(s, &m.Level)
	chars(s, &m.Text)
}

func (m *ConfigString) code(s *stream, x *session) {
	u16(s, &m.Index)
	if int(m.Index) >= x.p.config.End {
		s.fail("configstring %d of %d", m.Index, x.p.config.End)
	}
	chars(s, &m.Text)
}

// SoundFlags say which fields of a [Sound] are there.
type SoundFlags uint8

// The bits of [SoundFlags].
const (
	SoundVolume      = 1 << 0
	SoundAttenuation = 1 << 1
	SoundPosition    = 1 << 2
	SoundEntity      = 1 << 3
	SoundOffset      = 1 << 4
	// SoundWideIndex (Q2PRO's extended protocols) says that the index has 16 bits.
	SoundWideIndex = 1 << 5
	// SoundExplicitPosition (the rerelease) says that the position counts, wherever the entity is.
	SoundExplicitPosition = 1 << 5
	// SoundLargeEntity (the rerelease) says that entity and channel have 32 bits.
	SoundLargeEntity = 1 << 6
)

const (
	defaultVolume      = 255
	defaultAttenuation = 64
)

func soundIndex8(s *stream, m *Sound)  { u8(s, &m.Index) }
func soundIndex16(s *stream, m *Sound) { u16(s, &m.Index) }

func soundIndexFlag(s *stream, m *Sound) {
	if m.Flags&SoundWideIndex != 0 {
		u16(s, &m.Index)
	} else {
		u8(s, &m.Index)
	}
}

func (m *Sound) code(s *stream, x *session) {
	fresh(s, m)
	m.codeStart(s, x)
	if m.Flags&SoundEntity != 0 {
		m.codeEntity(s, x.p.largeEntity && m.Flags&SoundLargeEntity != 0)
	}
	if m.Flags&SoundPosition != 0 {
		vec(s, &m.Pos, x.p.coord)
	}
}

func (m *Sound) codeStart(s *stream, x *session) {
	if !s.writing {
		*m = Sound{Volume: defaultVolume, Attenuation: defaultAttenuation, Everywhere: m.Everywhere, Reliable: m.Reliable}
	}
	u8(s, &m.Flags)
	x.p.soundIndex(s, m)
	if m.Flags&SoundVolume != 0 {
		u8(s, &m.Volume)
	}
	if m.Flags&SoundAttenuation != 0 {
		u8(s, &m.Attenuation)
	}
	if m.Flags&SoundOffset != 0 {
		u8(s, &m.TimeOffset)
	}
}

func (m *Sound) codeEntity(s *stream, large bool) {
	both := m.Entity<<3 | uint32(m.Channel)
	if large {
		u32(s, &both)
	} else {
		u16(s, &both)
	}
	m.Entity, m.Channel = both>>3, SoundChannel(both&7)
}

// codeMVD is the sound of a .mvd2: always with an entity and never with a position.
func (m *Sound) codeMVD(s *stream, x *session) {
	m.codeStart(s, x)
	m.codeEntity(s, false)
}

func (m *Baseline) code(s *stream, x *session) {
	fresh(s, m)
	x.entity(s, &m.Entity)
	if m.Entity.Number == 0 && !s.writing {
		s.fail("baseline of entity 0")
	}
	if x.p.coarseNonSolid {
		x.solidBase.put(m.Entity.Number, m.Entity.Solid != 0)
		x.solid.put(m.Entity.Number, m.Entity.Solid != 0)
	}
}

func (m *Download) code(s *stream, x *session) {
	u16(s, &m.Size)
	u8(s, &m.Percent)
	switch {
	case m.Size == -1 || x.p.emptyDownload:
		m.Data = nil
	case m.Size < 0:
		s.fail("download of %d bytes", m.Size)
	default:
		raw(s, &m.Data, int(m.Size))
	}
}

func (m *PacketEntities) code(s *stream, x *session) { x.entities(s, &m.Entities, &m.End) }

func (m *SplitClient) code(s *stream, _ *session)       { u8(s, &m.Split) }
func (m *WaitingForPlayers) code(s *stream, _ *session) { u8(s, &m.Count) }

func (m *Blast) code(s *stream, _ *session) {
	size := uint16(len(m.Data))
	u16(s, &size)
	u16(s, &m.Size)
	raw(s, &m.Data, int(size))
}

// endOfStrings is the id that ends a level_restart.
const endOfStrings = 0xffff

func (m *LevelRestart) code(s *stream, x *session) {
	if s.writing {
		for i := range m.Strings {
			m.Strings[i].code(s, x)
		}
		s.w.Uint16(endOfStrings)
		return
	}
	m.Strings = m.Strings[:0]
	for s.r.Err() == nil {
		var c ConfigString
		c.Index = s.r.Uint16()
		if c.Index == endOfStrings {
			return
		}
		if int(c.Index) >= x.p.config.End {
			s.fail("configstring %d of %d", c.Index, x.p.config.End)
		}
		chars(s, &c.Text)
		m.Strings = append(m.Strings, c)
	}
}

func (m *DamageTaken) code(s *stream, _ *session) {
	n := uint8(len(m.Hits))
	u8(s, &n)
	if !s.writing {
		m.Hits = resized(m.Hits, int(n))
	}
	for i := range m.Hits {
		u8(s, &m.Hits[i].Encoded)
		direction(s, &m.Hits[i].Dir)
	}
}

func (m *LocPrint) code(s *stream, _ *session) {
	u8(s, &m.Flags)
	chars(s, &m.Base)
	n := uint8(len(m.Args))
	u8(s, &n)
	if !s.writing {
		m.Args = resized(m.Args, int(n))
	}
	for i := range m.Args {
		chars(s, &m.Args[i])
	}
}

// resized is v with n elements of any value; n comes from a byte.
func resized[T any](v []T, n int) []T {
	if n > cap(v) {
		return make([]T, n)
	}
	return v[:n]
}

func (m *Fog) code(s *stream, _ *session) {
	fresh(s, m)
	low, high := uint8(m.Bits), uint8(m.Bits>>8)
	u8(s, &low)
	if low&FogMoreBits != 0 {
		u8(s, &high)
	}
	m.Bits = FogBits(high)<<8 | FogBits(low)
	has := func(bit FogBits) bool { return m.Bits&bit != 0 }
	if has(FogDensity) {
		f32(s, &m.Density)
		u8(s, &m.SkyFactor)
	}
	m.codeColor(s, FogRed, &m.Color)
	if has(FogTime) {
		u16(s, &m.Time)
	}
	if has(FogFalloff) {
		f32(s, &m.Falloff)
	}
	if has(FogHeightDensity) {
		f32(s, &m.HeightDens)
	}
	m.codeColor(s, FogStartRed, &m.StartColor)
	if has(FogStartDist) {
		u32(s, &m.StartDist)
	}
	m.codeColor(s, FogEndRed, &m.EndColor)
	if has(FogEndDist) {
		u32(s, &m.EndDist)
	}
}

func (m *Fog) codeColor(s *stream, red FogBits, c *[3]uint8) {
	for i := range c {
		if m.Bits&(red<<i) != 0 {
			u8(s, &c[i])
		}
	}
}

func (m *SimpleFog) code(s *stream, _ *session) {
	u8(s, &m.On)
	u8(s, &m.Model)
	u8(s, &m.Density)
	u16(s, &m.Near)
	u16(s, &m.Far)
	color3(s, &m.Color)
}

func (m *BotChat) code(s *stream, _ *session) {
	chars(s, &m.Name)
	u16(s, &m.Client)
	chars(s, &m.Text)
}

func (m *POI) code(s *stream, _ *session) {
	u16(s, &m.Key)
	u16(s, &m.Time)
	vec(s, &m.Pos, f32)
	u16(s, &m.Image)
	u8(s, &m.Color)
	u8(s, &m.Flags)
}

func (m *HelpPath) code(s *stream, _ *session) {
	u8(s, &m.Start)
	vec(s, &m.Pos, f32)
	direction(s, &m.Dir)
}

// code moves all but the id byte of a .dm2's serverdata, and starts the session.
func (m *ServerData) code(s *stream, x *session) {
	fresh(s, m)
	u32(s, &m.Protocol)
	p := protocols[m.Protocol]
	if p == nil {
		s.fail("protocol %d is not known", m.Protocol)
		return
	}
	if p.number(opServerData) != x.p.number(opServerData) {
		s.fail("protocol %d in a demo whose messages have other numbers", m.Protocol)
		return
	}
	u32(s, &m.ServerCount)
	u8(s, &m.Recording)
	if p.tickRate {
		u8(s, &m.TickRate)
	}
	chars(s, &m.GameDir)
	if p.split {
		m.codeSplit(s)
	} else {
		u16(s, &m.Player)
	}
	chars(s, &m.Level)
	if s.r.Err() != nil {
		return
	}
	x.start(p)
	x.recording = m.Recording
	if n := len(m.Split); n > 0 {
		x.players = n
	}
	m.describe(p)
}

func (m *ServerData) describe(p *protocol) {
	m.Config, m.Solid, m.Interval = p.config, p.solid, frame10Hz
	if m.TickRate > 0 {
		m.Interval = frame10Hz * 10 / time.Duration(m.TickRate)
	}
}

// splitMark in place of the player says that a number of players follows.
const splitMark = -2

func (m *ServerData) codeSplit(s *stream) {
	first := m.Player
	if m.Split != nil {
		first = splitMark
	}
	u16(s, &first)
	if first != splitMark {
		m.Player = first
		return
	}
	n := int16(len(m.Split))
	u16(s, &n)
	if n < 1 || n > maxSplit {
		s.fail("split screen of %d players", n)
		return
	}
	if !s.writing {
		m.Split = make([]int16, n)
	}
	for i := range m.Split {
		u16(s, &m.Split[i])
	}
	m.Player = m.Split[0]
}

// codeMVD moves a .mvd2's serverdata; extra is the three bits beside the operation.
func (m *ServerData) codeMVD(s *stream, x *session, extra *uint8) {
	u32(s, &m.Protocol)
	if m.Protocol != protocolMVD2 {
		s.fail("protocol %d in a .mvd2", m.Protocol)
		return
	}
	u16(s, &m.Minor)
	if m.Minor >= mvdExtended2 {
		u16(s, &m.Flags)
		if *extra != 0 {
			s.fail("flags %d where none belong", *extra)
		}
	} else if !s.writing {
		m.Flags = uint16(*extra)
	}
	p := mvdProtocol(m.Minor, m.Flags)
	if p == nil {
		s.fail("version %d of the .mvd2 protocol is not known", m.Minor)
		return
	}
	u32(s, &m.ServerCount)
	chars(s, &m.GameDir)
	u16(s, &m.Player)
	if s.r.Err() != nil {
		return
	}
	x.start(p)
	m.Recording = RecordServer
	x.recording = m.Recording
	m.describe(p)
}

func (m *MVDFrame) code(s *stream, x *session) {
	portals(s, &m.Portals)
	if s.writing {
		for i := range m.Players {
			x.mvdPlayer(s, &m.Players[i])
		}
		s.w.Uint8(mvdNobody)
	} else {
		m.readPlayers(s, x)
	}
	x.entities(s, &m.Entities, &m.End)
}

func (m *MVDFrame) readPlayers(s *stream, x *session) {
	m.Players = m.Players[:0]
	for s.r.Err() == nil {
		if len(m.Players) < cap(m.Players) {
			m.Players = m.Players[:len(m.Players)+1]
			m.Players[len(m.Players)-1] = PlayerDelta{}
		} else {
			m.Players = append(m.Players, PlayerDelta{})
		}
		d := &m.Players[len(m.Players)-1]
		x.mvdPlayer(s, d)
		if d.Number == mvdNobody {
			m.Players = m.Players[:len(m.Players)-1]
			return
		}
	}
}

// portals and areas are a byte of length and that many bytes.
func portals(s *stream, v *[]byte) {
	n := uint8(len(*v))
	u8(s, &n)
	raw(s, v, int(n))
}
