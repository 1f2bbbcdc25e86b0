package netquake

import (
	"cmp"
	"encoding/binary"
)

// Encoder is a Handler that writes a .dem file. Given to a [Decoder], it gives
// back the demo byte for byte, also a damaged one. (The exception: coordinates
// of protocol 999 as 32-bit integers are exact within 2^20 units only.)
//
// To make a demo, call Track, then Block and messages as often as needed, and
// take Bytes at the end. ServerInfo must come before messages that depend on
// the protocol.
type Encoder struct {
	c      codec
	inside bool
	block  Block
	start  int // of the block's header
}

var _ Handler = (*Encoder)(nil)

// NewEncoder makes an Encoder for a demo that starts with protocol 15.
func NewEncoder() *Encoder {
	p := initialProtocol()
	return &Encoder{c: codec{p: &p}}
}

// Bytes returns the demo so far, valid until the next call of a method.
func (e *Encoder) Bytes() []byte {
	e.finish()
	return e.c.Data()
}

// finish puts the size into the header of the last block.
func (e *Encoder) finish() {
	if e.inside && !e.block.Cut && !e.block.WrongSize {
		data := e.c.Data()
		binary.LittleEndian.PutUint32(data[e.start:], uint32(len(data)-e.start-headerSize))
	}
}

// put writes a message.
func (e *Encoder) put(id uint8, m layouter) {
	e.c.Uint8(&id)
	m.layout(&e.c)
}

// bare writes a message without content.
func (e *Encoder) bare(id uint8) { e.c.Uint8(&id) }

func (e *Encoder) Track(m *Track) { e.c.Bytes(&m.Text, len(m.Text)) }

func (e *Encoder) Block(m *Block) {
	e.finish()
	e.inside, e.block, e.start = true, *m, e.c.Pos()
	e.block.layout(&e.c)
}

func (e *Encoder) Raw(m *Raw) {
	if m.Outside {
		e.finish()
		e.inside = false
	}
	e.c.Bytes(&m.Data, len(m.Data))
}

func (e *Encoder) ServerInfo(m *ServerInfo, p *Protocol) {
	e.put(11, m)
	if p == nil {
		if own, ok := newProtocol(m.Protocol, m.Flags, m.extension(MagicFTE), m.extension(MagicFTE2)); ok {
			p = &own
		}
	}
	if p != nil {
		e.c.p = p
	}
}

func (e *Encoder) UpdateEntity(m *UpdateEntity) { e.put(maskSignal|uint8(m.Mask), m) }

func (e *Encoder) Nop()                                 { e.bare(1) }
func (e *Encoder) Disconnect()                          { e.bare(2) }
func (e *Encoder) UpdateStat(m *UpdateStat)             { e.put(cmp.Or(m.ID, 3), m) }
func (e *Encoder) Version(m *Version)                   { e.put(4, m) }
func (e *Encoder) SetView(m *SetView)                   { e.put(5, m) }
func (e *Encoder) Sound(m *Sound)                       { e.put(6, m) }
func (e *Encoder) Time(m *Time)                         { e.put(7, m) }
func (e *Encoder) Print(m *Text)                        { e.put(8, m) }
func (e *Encoder) StuffText(m *Text)                    { e.put(9, m) }
func (e *Encoder) SetAngle(m *SetAngle)                 { e.put(10, m) }
func (e *Encoder) LightStyle(m *LightStyle)             { e.put(12, m) }
func (e *Encoder) UpdateName(m *UpdateName)             { e.put(13, m) }
func (e *Encoder) UpdateFrags(m *UpdateFrags)           { e.put(14, m) }
func (e *Encoder) ClientData(m *ClientData)             { e.put(15, m) }
func (e *Encoder) StopSound(m *StopSound)               { e.put(16, m) }
func (e *Encoder) UpdateColors(m *UpdateColors)         { e.put(17, m) }
func (e *Encoder) Particle(m *Particle)                 { e.put(18, m) }
func (e *Encoder) Damage(m *Damage)                     { e.put(19, m) }
func (e *Encoder) SpawnStatic(m *SpawnStatic)           { e.put(cmp.Or(m.ID, 20), m) }
func (e *Encoder) SpawnBaseline(m *SpawnBaseline)       { e.put(cmp.Or(m.ID, 22), m) }
func (e *Encoder) TempEntity(m *TempEntity)             { e.put(23, m) }
func (e *Encoder) SetPause(m *SetPause)                 { e.put(24, m) }
func (e *Encoder) SignonNum(m *SignonNum)               { e.put(25, m) }
func (e *Encoder) CenterPrint(m *Text)                  { e.put(26, m) }
func (e *Encoder) KilledMonster()                       { e.bare(27) }
func (e *Encoder) FoundSecret()                         { e.bare(28) }
func (e *Encoder) SpawnStaticSound(m *SpawnStaticSound) { e.put(cmp.Or(m.ID, 29), m) }
func (e *Encoder) Intermission()                        { e.bare(30) }
func (e *Encoder) Finale(m *Text)                       { e.put(31, m) }
func (e *Encoder) CDTrack(m *CDTrack)                   { e.put(32, m) }
func (e *Encoder) SellScreen()                          { e.bare(33) }
func (e *Encoder) CutScene(m *Text)                     { e.put(34, m) }
func (e *Encoder) ShowLMP(m *ShowLMP)                   { e.put(35, m) }
func (e *Encoder) HideLMP(m *Text)                      { e.put(36, m) }
func (e *Encoder) SkyBox(m *Text)                       { e.put(37, m) }
func (e *Encoder) BonusFlash()                          { e.bare(40) }
func (e *Encoder) Fog(m *Fog)                           { e.put(41, m) }
func (e *Encoder) SkyboxSize(m *SkyboxSize)             { e.put(50, m) }
func (e *Encoder) NehahraFog(m *NehahraFog)             { e.put(51, m) }
func (e *Encoder) Achievement(m *Text)                  { e.put(52, m) }
func (e *Encoder) LocalSound(m *LocalSound)             { e.put(56, m) }
func (e *Encoder) Download(m *Download)                 { e.put(50, m) }
func (e *Encoder) Effect(m *Effect)                     { e.put(cmp.Or(m.ID, 52), m) }
func (e *Encoder) Precache(m *Precache)                 { e.put(54, m) }
func (e *Encoder) Entities(m *Entities)                 { e.put(57, m) }
func (e *Encoder) CSQCEntities(m *CSQCEntities)         { e.put(58, m) }
func (e *Encoder) TrailParticles(m *TrailParticles)     { e.put(60, m) }
func (e *Encoder) PointParticles(m *PointParticles)     { e.put(cmp.Or(m.ID, 61), m) }
