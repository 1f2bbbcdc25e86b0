package quake2

import "slices"

// This file contains the messages of the rerelease and of other engines that the first releases lack, each followed by
// its layout.

// MuzzleFlash3 is like [MuzzleFlash2], but with a larger table of flashes.
type MuzzleFlash3 MuzzleFlash2

func (m *MuzzleFlash3) layout(c *coder) {
	c.Uint16(&m.Entity)
	c.Uint16(&m.Flash)
}

// SplitClient selects the split-screen player who receives the following messages.
type SplitClient struct {
	// Split is one more than the index into [ServerData].Split.
	Split uint8
}

func (m *SplitClient) layout(c *coder) { c.Uint8(&m.Split) }

// Blast holds compressed configstrings or baselines. It is followed by the decompressed messages, up to [EndBlast].
type Blast struct {
	// Baselines is set if the content consists of baselines rather than configstrings.
	Baselines bool
	// Size is the length of the decompressed content as stated in the message.
	Size uint16
	// Data is a zlib stream. An encoder builds it from the messages up to EndBlast unless it is damaged or already
	// holds exactly those messages.
	Data []byte `text:"hex"`
	// Damaged describes the damage to Data, or is empty if there is none.
	Damaged string
}

func (m *Blast) layout(c *coder) {
	if c.Reading() {
		*m = Blast{Baselines: c.variant == 1}
	}
	if m.Baselines {
		c.variant = 1
	}
	size := uint16(len(m.Data))
	c.Uint16(&size)
	c.Uint16(&m.Size)
	c.Bytes(&m.Data, int(size))
}

// EndBlast ends a [Blast].
type EndBlast Blast

func (*EndBlast) layout(*coder) {}

// LevelRestart restarts the level with changed configstrings.
type LevelRestart struct {
	Strings []ConfigString
}

func (m *LevelRestart) layout(c *coder) {
	end := uint16(0xffff)
	if !c.Reading() {
		for i := range m.Strings {
			m.Strings[i].layout(c)
		}
		c.Uint16(&end)
		return
	}
	m.Strings = m.Strings[:0]
	for c.Err() == nil {
		var s ConfigString
		probe := c.Stream
		if probe.Uint16(&s.Index); s.Index == end {
			c.Stream = probe
			return
		}
		s.layout(c)
		m.Strings = append(m.Strings, s)
	}
}

// DamageTaken lists the directions from which the player took damage.
type DamageTaken struct {
	Hits []Hit
}

// Hit describes one source of damage.
type Hit struct {
	// Encoded holds a third of the damage in bits 0-4, combined with HitHealth, HitArmor and HitShield, which indicate
	// what absorbed the damage.
	Encoded uint8
	// Dir is an argument for [Direction].
	Dir uint8
}

// Bits of Encoded in a [Hit] for what absorbed the damage.
const (
	HitHealth = 1 << 5
	HitArmor  = 1 << 6
	HitShield = 1 << 7
)

// Damage returns the approximate number of health and armour points lost.
func (h Hit) Damage() int { return int(h.Encoded&31) * 3 }

func (m *DamageTaken) layout(c *coder) {
	n := uint8(len(m.Hits))
	if c.Uint8(&n); c.Reading() {
		m.Hits = resized(m.Hits, int(n))
	}
	for i := range m.Hits {
		c.Uint8(&m.Hits[i].Encoded)
		direction(c, &m.Hits[i].Dir)
	}
}

// LocPrint prints a localised line. Base is either a translation key or the text itself. In the text, "{0}", "{1}" and
// so on stand for the arguments.
type LocPrint struct {
	// Flags holds a Print constant in bits 0-2, combined with PrintBroadcast and PrintNoNotify.
	Flags PrintLevel
	Base  []byte
	Args  [][]byte
}

func (m *LocPrint) layout(c *coder) {
	u8(c, &m.Flags)
	c.Chars(&m.Base)
	n := uint8(len(m.Args))
	if c.Uint8(&n); c.Reading() {
		m.Args = resized(m.Args, int(n))
	}
	for i := range m.Args {
		c.Chars(&m.Args[i])
	}
}

// Fog changes the fog. Bits selects the fields that are sent.
type Fog struct {
	Bits       FogBits
	Density    float32
	SkyFactor  uint8
	Color      [3]uint8
	Time       uint16 // milliseconds of the transition
	Falloff    float32
	HeightDens float32
	StartColor [3]uint8
	StartDist  int32
	EndColor   [3]uint8
	EndDist    int32
}

// FogBits is the set of fields sent in a [Fog].
type FogBits uint16

// The bits of [FogBits].
const (
	FogDensity = 1 << iota
	FogRed
	FogGreen
	FogBlue
	FogTime
	FogFalloff
	FogHeightDensity
	FogMoreBits
	FogStartRed
	FogStartGreen
	FogStartBlue
	FogStartDist
	FogEndRed
	FogEndGreen
	FogEndBlue
	FogEndDist
)

func (m *Fog) layout(c *coder) {
	if c.Reading() {
		*m = Fog{}
	}
	low, high := uint8(m.Bits), uint8(m.Bits>>8)
	if c.Uint8(&low); low&FogMoreBits != 0 {
		c.Uint8(&high)
	}
	m.Bits = FogBits(high)<<8 | FogBits(low)
	if m.Bits&FogDensity != 0 {
		c.Float32(&m.Density)
		c.Uint8(&m.SkyFactor)
	}
	m.color(c, FogRed, &m.Color)
	if m.Bits&FogTime != 0 {
		c.Uint16(&m.Time)
	}
	if m.Bits&FogFalloff != 0 {
		c.Float32(&m.Falloff)
	}
	if m.Bits&FogHeightDensity != 0 {
		c.Float32(&m.HeightDens)
	}
	m.color(c, FogStartRed, &m.StartColor)
	if m.Bits&FogStartDist != 0 {
		c.Int32(&m.StartDist)
	}
	m.color(c, FogEndRed, &m.EndColor)
	if m.Bits&FogEndDist != 0 {
		c.Int32(&m.EndDist)
	}
}

func (m *Fog) color(c *coder, red FogBits, color *[3]uint8) {
	for i := range color {
		if m.Bits&(red<<i) != 0 {
			c.Uint8(&color[i])
		}
	}
}

// WaitingForPlayers contains the number of players who have not joined yet.
type WaitingForPlayers struct {
	Count uint8
}

func (m *WaitingForPlayers) layout(c *coder) { c.Uint8(&m.Count) }

// BotChat is a chat line from a bot.
type BotChat struct {
	Name []byte
	// Client is the slot of the player who receives the line, or 256 if it is for no particular player.
	Client int16
	Text   []byte
}

func (m *BotChat) layout(c *coder) {
	c.Chars(&m.Name)
	c.Int16(&m.Client)
	c.Chars(&m.Text)
}

// POI shows a point of interest. If Time is 0xffff, it removes the point of interest instead.
type POI struct {
	// Key identifies the point of interest, or is 0 if it has no key.
	Key uint16
	// Time is the display time in milliseconds, or 0 for no limit.
	Time  uint16
	Pos   [3]float32
	Image uint16
	// Color is a palette index.
	Color uint8
	// Flags has bit 0 set if the marker is hidden while the player aims at it.
	Flags uint8
}

func (m *POI) layout(c *coder) {
	c.Uint16(&m.Key)
	c.Uint16(&m.Time)
	vec(c, &m.Pos, coordFloat)
	c.Uint16(&m.Image)
	c.Uint8(&m.Color)
	c.Uint8(&m.Flags)
}

// HelpPath describes a step of the path shown by the compass.
type HelpPath struct {
	// Start is nonzero for the first step.
	Start uint8
	Pos   [3]float32
	// Dir is an argument for [Direction].
	Dir uint8
}

func (m *HelpPath) layout(c *coder) {
	c.Uint8(&m.Start)
	vec(c, &m.Pos, coordFloat)
	direction(c, &m.Dir)
}

// Achievement reports that the player earned an achievement.
type Achievement struct {
	ID []byte
}

func (m *Achievement) layout(c *coder) { c.Chars(&m.ID) }

// SimpleFog sets the fog in KMQuake2.
type SimpleFog struct {
	On, Model, Density uint8
	Near, Far          int16
	Color              [3]uint8
}

func (m *SimpleFog) layout(c *coder) {
	c.Uint8(&m.On)
	c.Uint8(&m.Model)
	c.Uint8(&m.Density)
	c.Int16(&m.Near)
	c.Int16(&m.Far)
	eachByte(c, m.Color[:])
}

// Stream starts a sequence of configstrings, baselines or both that are sent without message numbers (Q2REPRO only).
// [EndStream] ends the sequence.
type Stream struct {
	Strings, Baselines bool
}

// streamKinds are the streams by number; that of a setting, found in no demo, is between them.
var streamKinds = [...]Stream{{true, true}, {}, {true, false}, {false, true}}

func (m *Stream) layout(c *coder) {
	if !c.Reading() {
		c.variant = uint8(slices.Index(streamKinds[:], *m))
		return
	}
	if *m = streamKinds[c.variant]; *m == (Stream{}) {
		c.Fail("a setting in a demo")
	}
}

// EndStream ends a [Stream].
type EndStream Stream

// layout passes the end mark of the baselines.
func (m *EndStream) layout(c *coder) {
	if m.Baselines {
		end := uint16(0)
		c.Uint16(&end)
	}
}

// Compressed holds compressed messages (Q2REPRO only). It is followed by the decompressed messages, up to
// [EndCompressed].
type Compressed struct {
	// Size is the length of the decompressed content as stated in the message.
	Size uint16
	// Data is a deflate stream. An encoder builds it from the messages up to EndCompressed unless it is damaged or
	// already holds exactly those messages.
	Data []byte `text:"hex"`
	// Damaged describes the damage to Data, or is empty if there is none. Only EndCompressed sets it.
	Damaged string
}

func (m *Compressed) layout(c *coder) {
	if c.Reading() {
		*m = Compressed{}
	}
	size := uint16(len(m.Data))
	c.Uint16(&size)
	c.Uint16(&m.Size)
	c.Bytes(&m.Data, int(size))
}

// EndCompressed ends a [Compressed].
type EndCompressed Compressed

func (*EndCompressed) layout(*coder) {}
