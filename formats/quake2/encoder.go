package quake2

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
)

// Encoder is a [Handler] that writes the bytes of the messages that it is given. Given
// everything that a [Decoder] reports, it writes the file that was read. Given messages made by
// hand, it wants a Header first and each message between Block and EndBlock; the masks
// in deltas must agree with the fields. It is not safe for concurrent use.
type Encoder struct {
	s      stream
	x      session
	format Format

	// unicast says that the next message is for client alone.
	unicast bool
	client  uint8
	// block is where the block's contents start, cast where the cast's do, blast where
	// the compressed contents do.
	block, cast, blast int
	inside             container
	// gamestate says that configstrings belong to a .mvd2's serverdata.
	gamestate bool
}

// container is what messages are being put into.
type container uint8

const (
	inBlock container = iota
	inCast
	inBlast
	// inCopiedBlast: the compressed contents were written already.
	inCopiedBlast
)

// NewEncoder makes an encoder.
func NewEncoder() *Encoder {
	e := &Encoder{}
	e.s.writing = true
	e.x.start(&protocol34)
	return e
}

// Data is what was written so far. It is valid until the next message.
func (e *Encoder) Data() []byte { return e.s.w.Data() }

// begin writes the number of a message; false says that the message is not to be written.
func (e *Encoder) begin(o op) bool {
	switch {
	case e.inside == inCopiedBlast:
		return false
	case e.inside == inBlast:
		return o == opConfigString || o == opBaseline
	}
	id := e.x.p.number(o)
	if e.unicast {
		e.unicast = false
		e.s.w.Uint8(id | unicastBit)
		e.s.w.Uint8(e.client)
		return true
	}
	e.s.w.Uint8(id)
	return true
}

// put writes a message.
func (e *Encoder) put(o op, m coder) {
	if e.begin(o) {
		m.code(&e.s, &e.x)
	}
}

// mvd says that operations of a .mvd2 are to be written, not messages of the game.
func (e *Encoder) mvd() bool { return e.format == MVD2 && e.inside == inBlock }

// Header implements [Handler].
func (e *Encoder) Header(m *Header) {
	e.format = m.Format
	if m.Format == MVD2 {
		e.s.w.Bytes([]byte(mvdMagic))
		e.x.start(&protocolMVD)
	} else if m.TestRelease {
		e.x.start(&protocol25)
	}
}

// Block implements [Handler].
func (e *Encoder) Block(m *Block) {
	if e.format == MVD2 {
		e.s.w.Uint16(uint16(m.Size))
	} else {
		e.s.w.Uint32(uint32(m.Size))
	}
	e.block = e.s.w.Len()
}

// EndBlock implements [Handler]: it corrects the length that Block wrote, unless
// the block's length is not that of its contents.
func (e *Encoder) EndBlock(m *Block) {
	if m.Kind != BlockWhole {
		return
	}
	n := e.s.w.Len() - e.block
	if e.format == MVD2 {
		binary.LittleEndian.PutUint16(e.s.w.Data()[e.block-2:], uint16(n))
	} else {
		binary.LittleEndian.PutUint32(e.s.w.Data()[e.block-4:], uint32(n))
	}
}

// Raw implements [Handler].
func (e *Encoder) Raw(m *Raw) { e.s.w.Bytes(m.Data) }

// Unicast implements [Handler].
func (e *Encoder) Unicast(m *Unicast) { e.unicast, e.client = true, m.Client }

// MuzzleFlash implements [Handler].
func (e *Encoder) MuzzleFlash(m *MuzzleFlash) {
	if e.begin(opMuzzleFlash) {
		m.codePlayer(&e.s)
	}
}

// MuzzleFlash2 implements [Handler].
func (e *Encoder) MuzzleFlash2(m *MuzzleFlash) {
	o := opMuzzleFlash2
	if m.Wide {
		o = opMuzzleFlash3
	}
	if e.begin(o) {
		m.codeMonster(&e.s, &e.x)
	}
}

// TempEntity implements [Handler].
func (e *Encoder) TempEntity(m *TempEntity) { e.put(opTempEntity, m) }

// Layout implements [Handler].
func (e *Encoder) Layout(m *Layout) { e.put(opLayout, m) }

// Inventory implements [Handler].
func (e *Encoder) Inventory(m *Inventory) { e.put(opInventory, m) }

// Nop implements [Handler].
func (e *Encoder) Nop() {
	if e.mvd() {
		e.s.w.Uint8(mvdNop)
		return
	}
	e.begin(opNop)
}

// Disconnect implements [Handler].
func (e *Encoder) Disconnect() { e.begin(opDisconnect) }

// Reconnect implements [Handler].
func (e *Encoder) Reconnect() { e.begin(opReconnect) }

// Sound implements [Handler].
func (e *Encoder) Sound(m *Sound) {
	if e.mvd() {
		id := uint8(mvdSound)
		if m.Everywhere {
			id |= mvdSoundEverywhere << mvdOpBits
		}
		if m.Reliable {
			id |= mvdSoundReliable << mvdOpBits
		}
		e.s.w.Uint8(id)
		m.codeMVD(&e.s, &e.x)
		return
	}
	e.put(opSound, m)
}

// Print implements [Handler].
func (e *Encoder) Print(m *Print) {
	if e.mvd() {
		e.s.w.Uint8(mvdPrint)
		m.code(&e.s, &e.x)
		return
	}
	e.put(opPrint, m)
}

// StuffText implements [Handler].
func (e *Encoder) StuffText(m *StuffText) { e.put(opStuffText, m) }

// ServerData implements [Handler].
func (e *Encoder) ServerData(m *ServerData) {
	if e.mvd() {
		extra := uint8(0)
		if m.Minor < mvdExtended2 {
			extra = uint8(m.Flags)
		}
		e.s.w.Uint8(mvdServerData | extra<<mvdOpBits)
		m.codeMVD(&e.s, &e.x, &extra)
		e.gamestate = true
		return
	}
	if p := protocols[m.Protocol]; p != nil {
		e.x.p = p
	}
	e.put(opServerData, m)
}

// ConfigString implements [Handler].
func (e *Encoder) ConfigString(m *ConfigString) {
	switch {
	case e.mvd() && e.gamestate:
		m.code(&e.s, &e.x)
	case e.mvd():
		e.s.w.Uint8(mvdConfigString)
		m.code(&e.s, &e.x)
	default:
		e.put(opConfigString, m)
	}
}

// Baseline implements [Handler].
func (e *Encoder) Baseline(m *Baseline) { e.put(opBaseline, m) }

// CenterPrint implements [Handler].
func (e *Encoder) CenterPrint(m *CenterPrint) { e.put(opCenterPrint, m) }

// Download implements [Handler].
func (e *Encoder) Download(m *Download) { e.put(opDownload, m) }

// PlayerInfo implements [Handler].
func (e *Encoder) PlayerInfo(m *PlayerDelta) {
	if e.x.p.playerAreas {
		e.x.framePlayer(&e.s, m)
		return
	}
	if e.begin(opPlayerInfo) {
		e.x.player(&e.s, m)
	}
}

// PacketEntities implements [Handler].
func (e *Encoder) PacketEntities(m *PacketEntities) { e.put(opPacketEntities, m) }

// Frame implements [Handler].
func (e *Encoder) Frame(m *Frame) { e.put(opFrame, m) }

// SplitClient implements [Handler].
func (e *Encoder) SplitClient(m *SplitClient) { e.put(opSplitClient, m) }

// Blast implements [Handler]. Without Data the messages up to EndBlast are compressed.
func (e *Encoder) Blast(m *Blast) {
	o := opConfigBlast
	if m.Baselines {
		o = opBaselineBlast
	}
	e.begin(o)
	if m.Data != nil {
		m.code(&e.s, &e.x)
		e.inside = inCopiedBlast
		return
	}
	e.inside, e.blast = inBlast, e.s.w.Len()
}

// EndBlast implements [Handler].
func (e *Encoder) EndBlast(m *Blast) {
	was := e.inside
	if e.inside = inBlock; was != inBlast {
		return
	}
	contents := bytes.Clone(e.s.w.Data()[e.blast:])
	head := bytes.Clone(e.s.w.Data()[:e.blast])
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(contents)
	z.Close()
	e.s.w.Reset()
	e.s.w.Bytes(head)
	made := Blast{Size: uint16(min(len(contents), math.MaxUint16)), Data: packed.Bytes()}
	made.code(&e.s, &e.x)
}

// LevelRestart implements [Handler].
func (e *Encoder) LevelRestart(m *LevelRestart) { e.put(opLevelRestart, m) }

// DamageTaken implements [Handler].
func (e *Encoder) DamageTaken(m *DamageTaken) { e.put(opDamage, m) }

// LocPrint implements [Handler].
func (e *Encoder) LocPrint(m *LocPrint) { e.put(opLocPrint, m) }

// Fog implements [Handler].
func (e *Encoder) Fog(m *Fog) { e.put(opFog, m) }

// SimpleFog implements [Handler].
func (e *Encoder) SimpleFog(m *SimpleFog) { e.put(opSimpleFog, m) }

// WaitingForPlayers implements [Handler].
func (e *Encoder) WaitingForPlayers(m *WaitingForPlayers) { e.put(opWaitingForPlayers, m) }

// BotChat implements [Handler].
func (e *Encoder) BotChat(m *BotChat) { e.put(opBotChat, m) }

// POI implements [Handler].
func (e *Encoder) POI(m *POI) { e.put(opPOI, m) }

// HelpPath implements [Handler].
func (e *Encoder) HelpPath(m *HelpPath) { e.put(opHelpPath, m) }

// Achievement implements [Handler].
func (e *Encoder) Achievement(m *Achievement) { e.put(opAchievement, m) }

// Cast implements [Handler].
func (e *Encoder) Cast(m *Cast) {
	o := uint8(mvdUnicast)
	switch {
	case m.To == CastClient && m.Reliable:
		o = mvdUnicastR
	case m.To != CastClient:
		o = mvdMulticast + uint8(m.To-CastAll)
		if m.Reliable {
			o += mvdMulticastR - mvdMulticast
		}
	}
	e.s.w.Uint8(o)
	e.s.w.Uint8(0)
	switch m.To {
	case CastClient:
		e.s.w.Uint8(m.Client)
	case CastPHS, CastPVS:
		e.s.w.Uint16(m.Leaf)
	}
	e.inside, e.cast = inCast, e.s.w.Len()
}

// castHead is the number of bytes from a cast's operation to its contents.
func castHead(to CastTo) int {
	switch to {
	case CastClient:
		return 3
	case CastAll:
		return 2
	}
	return 4
}

// EndCast implements [Handler]: it writes the length, whose upper bits are beside the operation.
func (e *Encoder) EndCast(m *Cast) {
	n := e.s.w.Len() - e.cast
	head := e.s.w.Data()[e.cast-castHead(m.To):]
	head[0] |= uint8(n>>8) << mvdOpBits
	head[1] = uint8(n)
	e.inside = inBlock
}

// MVDFrame implements [Handler].
func (e *Encoder) MVDFrame(m *MVDFrame) {
	if e.gamestate {
		e.gamestate = false
		e.s.w.Uint16(uint16(e.x.p.config.End))
	} else {
		e.s.w.Uint8(mvdFrame)
	}
	m.code(&e.s, &e.x)
}
