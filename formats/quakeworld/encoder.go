package quakeworld

import (
	"cmp"
	"encoding/binary"
)

// Encoder is a Handler that writes a .qwd or a .mvd file. Given to a
// [Decoder], it gives back the demo byte for byte, also a damaged one.
//
// To make a demo, call Block and its content as often as needed, and take
// Bytes at the end. Block.Size is found by itself. ServerData must come before
// messages that depend on the protocol.
type Encoder struct {
	c         codec
	multiView bool
	inside    bool // of a block with a size
	sizeAt    int
}

var _ Handler = (*Encoder)(nil)

// NewEncoder makes an Encoder for a .qwd.
func NewEncoder() *Encoder { return newEncoder(false) }

// NewMultiViewEncoder makes an Encoder for a .mvd.
func NewMultiViewEncoder() *Encoder { return newEncoder(true) }

func newEncoder(multiView bool) *Encoder {
	p, _ := newProtocol(lastProtocol, 0, 0, 0, multiView)
	return &Encoder{c: codec{p: &p}, multiView: multiView}
}

// Bytes returns the demo so far, valid until the next call of a method.
func (e *Encoder) Bytes() []byte {
	e.finish()
	return e.c.Data()
}

// finish puts the size into the head of the last block.
func (e *Encoder) finish() {
	if e.inside {
		data := e.c.Data()
		binary.LittleEndian.PutUint32(data[e.sizeAt:], uint32(len(data)-e.sizeAt-4))
	}
	e.inside = false
}

// put writes a message.
func (e *Encoder) put(id uint8, m layouter) {
	e.c.Uint8(&id)
	m.layout(&e.c)
}

// bare writes a message without content.
func (e *Encoder) bare(id uint8) { e.c.Uint8(&id) }

func (e *Encoder) Block(m *Block) {
	e.finish()
	b := *m
	b.layout(&e.c.Stream, e.multiView)
	if b.Kind() == KindCommand || b.Kind() == KindSet || b.Cut || b.WrongSize {
		return
	}
	e.inside, e.sizeAt = true, e.c.Pos()-4
	if !e.multiView {
		e.sizeAt -= 4
		if !b.Connectionless() {
			e.sizeAt -= 4
		}
	}
}

func (e *Encoder) Raw(m *Raw) {
	if m.Outside {
		e.finish()
	}
	e.c.Bytes(&m.Data, len(m.Data))
}

func (e *Encoder) Command(m *Command)               { m.layout(&e.c) }
func (e *Encoder) Set(m *Set)                       { m.layout(&e.c) }
func (e *Encoder) Connectionless(m *Connectionless) { e.c.Bytes(&m.Data, len(m.Data)) }
func (e *Encoder) Hidden(m *Hidden)                 { m.layout(&e.c) }

func (e *Encoder) ServerData(m *ServerData, p *Protocol) {
	e.put(11, m)
	if p == nil {
		if own, ok := m.protocol(e.multiView); ok {
			p = &own
		}
	}
	if p != nil {
		e.c.p = p
	}
}

func (e *Encoder) PacketEntities(m *PacketEntities) {
	id := uint8(idPacketEntities)
	if m.Delta {
		id = idDeltaPacketEntities
	}
	e.put(id, m)
}

func (e *Encoder) Nop()                                 { e.bare(1) }
func (e *Encoder) Disconnect(m *Disconnect)             { e.put(2, m) }
func (e *Encoder) UpdateStat(m *UpdateStat)             { e.put(cmp.Or(m.ID, idUpdateStatLong), m) }
func (e *Encoder) Sound(m *Sound)                       { e.put(cmp.Or(m.ID, idSound), m) }
func (e *Encoder) Time(m *Time)                         { e.put(7, m) }
func (e *Encoder) Print(m *Print)                       { e.put(8, m) }
func (e *Encoder) StuffText(m *Text)                    { e.put(9, m) }
func (e *Encoder) SetAngle(m *SetAngle)                 { e.put(10, m) }
func (e *Encoder) LightStyle(m *LightStyle)             { e.put(12, m) }
func (e *Encoder) UpdateFrags(m *UpdateFrags)           { e.put(14, m) }
func (e *Encoder) StopSound(m *StopSound)               { e.put(16, m) }
func (e *Encoder) Damage(m *Damage)                     { e.put(19, m) }
func (e *Encoder) SpawnStatic(m *SpawnStatic)           { e.put(20, m) }
func (e *Encoder) SpawnDelta(m *SpawnDelta)             { e.put(cmp.Or(m.ID, idSpawnBaseline2), m) }
func (e *Encoder) SpawnBaseline(m *SpawnBaseline)       { e.put(22, m) }
func (e *Encoder) TempEntity(m *TempEntity)             { e.put(23, m) }
func (e *Encoder) SetPause(m *SetPause)                 { e.put(24, m) }
func (e *Encoder) CenterPrint(m *Text)                  { e.put(26, m) }
func (e *Encoder) KilledMonster()                       { e.bare(27) }
func (e *Encoder) FoundSecret()                         { e.bare(28) }
func (e *Encoder) SpawnStaticSound(m *SpawnStaticSound) { e.put(29, m) }
func (e *Encoder) Intermission(m *Intermission)         { e.put(30, m) }
func (e *Encoder) Finale(m *Text)                       { e.put(31, m) }
func (e *Encoder) CDTrack(m *CDTrack)                   { e.put(32, m) }
func (e *Encoder) SellScreen()                          { e.bare(33) }
func (e *Encoder) SmallKick()                           { e.bare(34) }
func (e *Encoder) BigKick()                             { e.bare(35) }
func (e *Encoder) UpdatePing(m *UpdatePing)             { e.put(36, m) }
func (e *Encoder) UpdateEnterTime(m *UpdateEnterTime)   { e.put(37, m) }
func (e *Encoder) MuzzleFlash(m *MuzzleFlash)           { e.put(39, m) }
func (e *Encoder) UpdateUserInfo(m *UpdateUserInfo)     { e.put(40, m) }
func (e *Encoder) Download(m *Download)                 { e.put(41, m) }
func (e *Encoder) PlayerInfo(m *PlayerInfo)             { e.put(42, m) }
func (e *Encoder) Nails(m *Nails)                       { e.put(cmp.Or(m.ID, idNails), m) }
func (e *Encoder) ChokeCount(m *ChokeCount)             { e.put(44, m) }
func (e *Encoder) ModelList(m *NameList)                { e.put(cmp.Or(m.ID, idModelList), m) }
func (e *Encoder) SoundList(m *NameList)                { e.put(cmp.Or(m.ID, idSoundList), m) }
func (e *Encoder) MaxSpeed(m *MaxSpeed)                 { e.put(49, m) }
func (e *Encoder) EntGravity(m *EntGravity)             { e.put(50, m) }
func (e *Encoder) SetInfo(m *SetInfo)                   { e.put(51, m) }
func (e *Encoder) ServerInfo(m *ServerInfo)             { e.put(52, m) }
func (e *Encoder) UpdatePL(m *UpdatePL)                 { e.put(53, m) }
func (e *Encoder) Projectiles(m *Projectiles)           { e.put(cmp.Or(m.ID, idProjectiles), m) }
func (e *Encoder) Extra(m *Extra)                       { e.put(m.ID, m) }
