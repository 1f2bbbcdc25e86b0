package quake2

// This file contains the messages of all releases, each followed by its layout.

// MuzzleFlash reports that a player's weapon fired, or that a player joined, left or respawned.
type MuzzleFlash struct {
	Entity uint16
	// Flash is one of the Flash constants.
	Flash uint16
	// Silenced is set if a silencer muffled the shot.
	Silenced bool
}

func (m *MuzzleFlash) layout(c *coder) {
	const silenced = 0x80
	c.Uint16(&m.Entity)
	b := uint8(m.Flash)
	if m.Silenced {
		b |= silenced
	}
	c.Uint8(&b)
	m.Flash, m.Silenced = uint16(b&^silenced), b&silenced != 0
}

// MuzzleFlash2 reports that a monster fired. Flash is an index into the engine's table of monster muzzle flashes.
type MuzzleFlash2 struct {
	Entity, Flash uint16
}

func (m *MuzzleFlash2) layout(c *coder) {
	const entityBits = 13
	entity, flash := m.Entity, uint8(m.Flash)
	if c.p.monsterBits {
		entity |= m.Flash >> 8 << entityBits
	}
	c.Uint16(&entity)
	c.Uint8(&flash)
	m.Entity, m.Flash = entity, uint16(flash)
	if c.p.monsterBits {
		m.Entity, m.Flash = entity&(1<<entityBits-1), entity>>entityBits<<8|m.Flash
	}
}

// TempEntity describes an effect without an entity, such as an explosion, blood or a rail trail. Kind determines which
// fields are used. The other fields are zero.
type TempEntity struct {
	// Type is the number as transmitted, whose meaning depends on the protocol.
	Type uint8 `text:"always"`
	// Kind is the kind of effect that Type represents.
	Kind Effect `text:"always"`
	// Pos is the position of the effect, or its start.
	Pos [3]float32
	// End is the end of a beam, trail or wall.
	End [3]float32
	// CableOffset is the start of the grapple cable relative to its owner.
	CableOffset [3]float32
	// Dir is the direction of the effect, as an argument for [Direction].
	Dir uint8
	// Count is the number of particles. For EffectPowerSplash it is 1 for a power screen and 0 for power armour; for
	// EffectDamageDealt it is the damage dealt.
	Count uint16
	// Color is a palette index, or one of the Splash constants.
	Color uint8
	// Entity is the owner. For a steam effect it is the effect's id, or -1 for a single puff. For EffectWidowBeamOut it is
	// the stage.
	Entity int16
	// Target is the entity hit by a lightning bolt. For a steam effect it is the speed.
	Target int16
	// Wait is the duration of a steam effect, in milliseconds.
	Wait int32

	short bool // see coder.place
}

func (m *TempEntity) layout(c *coder) {
	if c.Reading() {
		*m = TempEntity{}
	}
	c.Uint8(&m.Type)
	kind := c.p.effects[m.Type]
	layout := effects[kind].layout
	if layout == "" {
		c.Fail("a temporary entity of type %d cannot be read", m.Type)
		return
	}
	m.Kind = kind
	for i := range len(layout) {
		switch layout[i] {
		case 'p':
			c.place(&m.Pos, &m.short)
		case 'e':
			c.place(&m.End, &m.short)
		case 'o':
			c.place(&m.CableOffset, &m.short)
		case 'd':
			direction(c, &m.Dir)
		case 'c':
			u8(c, &m.Count)
		case 'C':
			c.Uint16(&m.Count)
		case 'k':
			c.Uint8(&m.Color)
		case 'n':
			c.Int16(&m.Entity)
		case 't':
			c.Int16(&m.Target)
		case 'w':
			if m.Entity != -1 {
				c.Int32(&m.Wait)
			}
		}
	}
}

// Layout contains the program that draws the scoreboard or the help computer. Package layout runs it.
type Layout struct {
	Text []byte
}

func (m *Layout) layout(c *coder) { c.Chars(&m.Text) }

// Inventory holds the number of items of each kind that the player carries. The names of the items are in
// configstrings.
type Inventory struct {
	Counts [256]int16
}

func (m *Inventory) layout(c *coder) {
	for i := range m.Counts {
		c.Int16(&m.Counts[i])
	}
}

// Nop is a message without effect.
type Nop struct{}

func (*Nop) layout(*coder) {}

// Disconnect ends the connection.
type Disconnect struct{}

func (*Disconnect) layout(*coder) {}

// Reconnect asks the client to connect again.
type Reconnect struct{}

func (*Reconnect) layout(*coder) {}

// Sound starts a sound.
type Sound struct {
	Flags SoundFlags
	// Index is the index of the sound. Its file is named by configstring Config.Sounds + Index.
	Index uint16
	// Volume is in 255ths. It is 255 unless Flags has SoundVolume.
	Volume uint8
	// Attenuation is in 64ths. It is 64 unless Flags has SoundAttenuation.
	Attenuation uint8
	// TimeOffset is the delay from the start of the frame, in milliseconds.
	TimeOffset uint8
	// Entity and Channel (0 to 7) are sent only if Flags has SoundEntity.
	Entity  uint32
	Channel SoundChannel
	// Pos is sent only if Flags has SoundPosition.
	Pos [3]float32
	// Everywhere is set if the sound is audible beyond its usual range, and Reliable if it must not be lost. Both are
	// sent only in a .mvd2.
	Everywhere, Reliable bool

	short bool // see coder.place
}

// SoundFlags is the set of fields sent in a [Sound].
type SoundFlags uint8

// The bits of [SoundFlags].
const (
	SoundVolume      = 1 << 0
	SoundAttenuation = 1 << 1
	SoundPosition    = 1 << 2
	SoundEntity      = 1 << 3
	SoundOffset      = 1 << 4
	// SoundWideIndex is set if the index has 16 bits (Q2PRO's extended protocols only).
	SoundWideIndex = 1 << 5
	// SoundExplicitPosition is set if the position overrides the entity's position (rerelease only).
	SoundExplicitPosition = 1 << 5
	// SoundLargeEntity is set if the entity and channel occupy 32 bits (rerelease only).
	SoundLargeEntity = 1 << 6
)

func (m *Sound) layout(c *coder) {
	const defaultVolume, defaultAttenuation = 255, 64
	if c.Reading() {
		*m = Sound{Volume: defaultVolume, Attenuation: defaultAttenuation}
	}
	if c.operations() {
		m.marks(c)
	}
	u8(c, &m.Flags)
	if c.p.wideSounds || c.p.soundWideIndex && m.Flags&SoundWideIndex != 0 {
		c.Uint16(&m.Index)
	} else {
		u8(c, &m.Index)
	}
	if m.Flags&SoundVolume != 0 {
		c.Uint8(&m.Volume)
	}
	if m.Flags&SoundAttenuation != 0 {
		c.Uint8(&m.Attenuation)
	}
	if m.Flags&SoundOffset != 0 {
		c.Uint8(&m.TimeOffset)
	}
	if m.Flags&SoundEntity != 0 || c.operations() {
		m.entity(c)
	}
	if m.Flags&SoundPosition != 0 && !c.operations() {
		c.place(&m.Pos, &m.short)
	}
}

// marks passes the marks of a .mvd2 above its operation; its sounds always have an entity, and never a position.
func (m *Sound) marks(c *coder) {
	const everywhere, reliable = 1 << 0, 1 << 1
	bits := &c.upper
	if c.p.looseMarks {
		bits = &c.variant
		if c.upper != 0 {
			c.Fail("the upper bits of a sound cannot be %d", c.upper)
		}
	}
	if *bits > everywhere|reliable {
		c.Fail("the upper bits of a sound cannot be %d", *bits)
	}
	if c.Reading() {
		m.Everywhere, m.Reliable = *bits&everywhere != 0, *bits&reliable != 0
	}
	if m.Everywhere {
		*bits |= everywhere
	}
	if m.Reliable {
		*bits |= reliable
	}
}

func (m *Sound) entity(c *coder) {
	both := m.Entity<<3 | uint32(m.Channel)
	if c.p.largeEntity && m.Flags&SoundLargeEntity != 0 {
		c.Uint32(&both)
	} else {
		u16(c, &both)
	}
	m.Entity, m.Channel = both>>3, SoundChannel(both&7)
}

// Print prints a line on the console.
type Print struct {
	// Level is one of the Print constants.
	Level PrintLevel
	Text  []byte
}

func (m *Print) layout(c *coder) {
	u8(c, &m.Level)
	c.Chars(&m.Text)
}

// CenterPrint shows text in the middle of the screen.
type CenterPrint struct {
	Text []byte
}

func (m *CenterPrint) layout(c *coder) { c.Chars(&m.Text) }

// StuffText contains a console command for the client to execute. This program never executes it.
type StuffText struct {
	Text []byte
}

func (m *StuffText) layout(c *coder) { c.Chars(&m.Text) }

// ConfigString sets one of the strings that describe the level, the players and the items.
type ConfigString struct {
	Index uint16
	Text  []byte
}

func (m *ConfigString) layout(c *coder) {
	c.Uint16(&m.Index)
	if int(m.Index) >= c.p.config.End {
		c.Fail("configstring index %d is not less than %d", m.Index, c.p.config.End)
	}
	c.Chars(&m.Text)
}

// Baseline sets an entity's baseline. If an entity is not in the reference frame, its delta is relative to the
// baseline.
type Baseline struct {
	Entity EntityDelta
}

func (m *Baseline) layout(c *coder) {
	if c.Reading() {
		*m = Baseline{}
	}
	if c.entity(&m.Entity); m.Entity.Number == 0 {
		c.Fail("entity 0 cannot have a baseline")
	}
	if c.p.coarseNonSolid {
		c.solidBase.put(m.Entity.Number, m.Entity.Solid != 0)
		c.solid.put(m.Entity.Number, m.Entity.Solid != 0)
	}
}

// Download contains a chunk of a file sent by the server. The file is never saved to disk.
type Download struct {
	// Size is the size of the chunk in bytes, or -1 if the file does not exist.
	Size int16
	// Percent is the percentage of the file that has been sent, including this chunk.
	Percent uint8
	Data    []byte `text:"hex"`
}

func (m *Download) layout(c *coder) {
	c.Int16(&m.Size)
	c.Uint8(&m.Percent)
	switch {
	case m.Size == -1 || c.p.emptyDownload:
		m.Data = nil
	case m.Size < 0:
		c.Fail("a download cannot have %d bytes", m.Size)
	default:
		c.Bytes(&m.Data, int(m.Size))
	}
}

// Frame starts a snapshot. It is followed by the snapshot's [PlayerDelta] and [PacketEntities].
type Frame struct {
	// Number is the number of the server frame.
	Number int32
	// Delta is the number of the reference frame. It is 0 or less if there is none, as in server recordings.
	Delta int32
	// Suppressed is the number of packets held back because of the client's rate limit. In Q2REPRO's protocol it holds
	// the frame's flags.
	Suppressed uint8
	// PlayerBits holds bits 16 to 23 of the mask of the following player. It exists only in Q2REPRO's protocol.
	PlayerBits uint8
	// Areas has a bit for each visible area of the map.
	Areas []byte `text:"hex"`
	// Connected lists the slots in use. It exists only in Relay recordings.
	Connected []byte `text:"hex"`
	// keepsSolid is set if the same entities are solid as before although the frame has no reference (protocol 2022).
	keepsSolid bool
	// Recording is the kind of recording that determines the frame's layout. It is found by trial and error, since server
	// recordings of 3.15 and 3.16 claim to be client recordings.
	Recording Recording
}

func (m *Frame) layout(c *coder) {
	if c.Reading() {
		*m = Frame{Recording: c.frameKind()}
	}
	if c.p.joined {
		m.joined(c)
		return
	}
	c.Int32(&m.Number)
	if m.Recording == RecordServer {
		return
	}
	if !c.p.noDelta {
		c.Int32(&m.Delta)
	}
	if !c.p.noSuppressed {
		c.Uint8(&m.Suppressed)
	}
	if !c.p.playerAreas {
		counted(c, &m.Areas)
	}
	if m.Recording == RecordRelay {
		counted(c, &m.Connected)
	}
	if c.Reading() {
		m.keepsSolid = c.keepSolid && m.Delta <= 0
	}
	if m.Delta <= 0 && !m.keepsSolid {
		c.solid = c.solidBase
	}
}

// joined passes a frame in Q2REPRO's form, in which the bits above the lowest 27 of the number are the distance to the
// reference frame.
func (m *Frame) joined(c *coder) {
	const numberBits, noReference = 27, 31
	distance := m.Number - m.Delta
	if m.Delta < 0 {
		distance = noReference
	}
	word := uint32(distance)<<numberBits | uint32(m.Number)&(1<<numberBits-1)
	c.Uint32(&word)
	m.Number, distance = int32(word&(1<<numberBits-1)), int32(word>>numberBits)
	switch m.Delta = m.Number - distance; {
	case distance == noReference:
		m.Delta = -1
	case m.Delta < 0:
		c.Fail("frame %d refers back by %d to a frame that does not exist", m.Number, distance)
	}
	c.Uint8(&m.Suppressed)
	c.Uint8(&m.PlayerBits)
	counted(c, &m.Areas)
	c.frameBits = m.PlayerBits
}

// frameKind returns the kind of recording that determines the layout of the current frame. serverdata is right about
// server and Relay recordings, but server recordings of 3.15 and 3.16 claim to be client recordings. Only the data
// after the frame reveals them.
func (c *coder) frameKind() Recording {
	if c.recording == RecordServer || c.recording == RecordRelay || c.p.playerAreas || c.p.joined || c.p.noDelta {
		return c.recording
	}
	const number, delta, suppressed = 4, 4, 1
	head := number + delta
	if !c.p.noSuppressed {
		head += suppressed
	}
	if !c.follows(playerInfoRow, head, true) && c.follows(packetEntitiesRow, number, false) {
		return RecordServer
	}
	return c.recording
}

// follows reports whether a message of the given row follows after skip bytes and, if list is set, a list preceded by
// its length.
func (c *coder) follows(row uint8, skip int, list bool) bool {
	probe := c.Stream
	var skipped []byte
	probe.Bytes(&skipped, skip)
	var b uint8
	if list {
		probe.Uint8(&b)
		probe.Bytes(&skipped, int(b))
	}
	probe.Uint8(&b)
	return c.p.row(b) == row && probe.Err() == nil
}

// PacketEntities holds the changes to entities in a frame.
type PacketEntities struct {
	Entities []EntityDelta
	// End is the mask of the entry that ends the list, whose number is 0. It is nearly always 0.
	End uint64
}

func (m *PacketEntities) layout(c *coder) { c.entities(&m.Entities, &m.End) }
