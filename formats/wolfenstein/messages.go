package wolfenstein

import (
	"encoding/binary"
	"reflect"
)

// Message is any message in a demo. It is a pointer to one of this package's message structs, those that [Name]
// accepts.
//
// A block consists of a [Block], any number of [Gamestate], [ServerCommand], [SnapshotDelta], [PlayerStates], [Nop] and
// [Download], and a [BlockEnd]. Between blocks there may be [Skipped]. [End] comes last, once.
type Message interface{ layout(*coder) }

// Handler handles the messages of a demo, in file order. A message and its slices are valid only during the call and
// must not be modified. A [Decoder] calls a Handler; [Encoder] and [History] are Handlers.
type Handler interface{ Handle(m Message) }

// HandlerFunc adapts a function to a [Handler].
type HandlerFunc func(m Message)

// Handle calls f.
func (f HandlerFunc) Handle(m Message) { f(m) }

// The command bytes in a message.
const (
	svcNop           = 1
	svcGamestate     = 2
	svcConfigstring  = 3 // only in a gamestate, as are the next and currentState
	svcBaseline      = 4
	svcServerCommand = 5
	svcDownload      = 6
	svcSnapshot      = 7
	svcEnd           = 8
	svcPlayers       = 9
	svcCurrentState  = 10
)

// Rows of kinds that the coder looks up; 0 is none.
const (
	kindBlock    = 1
	kindBlockEnd = 2
)

// kinds are the kinds of messages. A new one needs a struct with a layout, and a row.
var kinds = [...]struct {
	code uint8 // the command byte, or 0 if it is not a command
	name string
	make func() Message
}{
	{0, "skipped", func() Message { return new(Skipped) }},
	kindBlock:    {0, "block", func() Message { return new(Block) }},
	kindBlockEnd: {0, "block_end", func() Message { return new(BlockEnd) }},
	{0, "end", func() Message { return new(End) }},
	{svcNop, "nop", func() Message { return new(Nop) }},
	{svcGamestate, "gamestate", func() Message { return new(Gamestate) }},
	{svcServerCommand, "server_command", func() Message { return new(ServerCommand) }},
	{svcDownload, "download", func() Message { return new(Download) }},
	{svcSnapshot, "snapshot", func() Message { return new(SnapshotDelta) }},
	{svcPlayers, "players", func() Message { return new(PlayerStates) }},
}

// kindOf is the row of each message.
var kindOf = func() map[reflect.Type]kindRow {
	m := map[reflect.Type]kindRow{}
	for _, k := range kinds {
		m[reflect.TypeOf(k.make())] = kindRow{k.code, k.name}
	}
	return m
}()

type kindRow struct {
	code uint8
	name string
}

// Name returns the name of m's kind, such as "server_command".
func Name(m Message) string { return kindOf[reflect.TypeOf(m)].name }

// Messages returns a new message of each kind.
func Messages() (all []Message) {
	for i := range kinds {
		all = append(all, kinds[i].make())
	}
	return all
}

// Block is the header of a block.
type Block struct {
	// Offset is the block's offset in the demo. Length is the number of bytes after its 8-byte header. The Encoder
	// ignores both.
	Offset int64 `text:"-"`
	Length int   `text:"-"`
	// Sequence is the number of the message. A step of more than one means that messages were lost before they reached
	// the recorder, or that recording began later than the gamestate.
	Sequence int32
	// ReliableAcknowledge is the number of the last client command received by the server.
	ReliableAcknowledge int32
}

func (m *Block) layout(c *coder) { number(c, &m.ReliableAcknowledge, 32) }

// Configstring is one of the strings that describe the game.
type Configstring struct {
	// Index is 0 to 1023 or, in Return to Castle Wolfenstein, 0 to 2047. If an index occurs twice, the last entry
	// counts.
	Index int
	// Text is the text as sent. [Protocol.Text] makes it displayable.
	Text []byte
}

func (m *Configstring) layout(c *coder) {
	if number(c, &m.Index, 16); uint(m.Index) >= MaxConfigstrings {
		c.fail("configstring %d is above %d", m.Index, MaxConfigstrings-1)
	}
	c.chars(&m.Text)
}

// Gamestate starts a level and resets all state.
type Gamestate struct {
	// CommandSequence is the number of the last server command already applied to Configstrings.
	CommandSequence int32
	// Configstrings lists the configstrings in file order.
	Configstrings []Configstring
	// Baselines holds the bases of entities that are missing from a snapshot's base, as deltas from the zero
	// EntityState.
	Baselines []EntityDelta
	// Current holds the states of entities when recording began, relative to their baselines. Only TV demos have it.
	Current []EntityDelta
	// Order is nil if the entries are configstrings, then baselines, then current states. Otherwise it holds the
	// command byte of each entry, in file order.
	Order []uint8
	// ClientNum is the recorder's slot.
	ClientNum    int32
	ChecksumFeed int32
	// Partial is set if the end of the list is missing because of damage; see [Skipped].
	Partial bool
}

func (m *Gamestate) layout(c *coder) {
	if c.reading {
		*m = Gamestate{Partial: true, Configstrings: m.Configstrings[:0], Baselines: m.Baselines[:0],
			Current: m.Current[:0]}
	}
	number(c, &m.CommandSequence, 32)
	if c.reading {
		m.read(c)
	} else {
		m.write(c)
	}
	if c.ok() {
		number(c, &m.ClientNum, 32)
		number(c, &m.ChecksumFeed, 32)
	}
}

// usualOrder returns the command bytes of the entries in the usual order.
func (m *Gamestate) usualOrder() (order []uint8) {
	for _, part := range []struct {
		n    int
		code uint8
	}{{len(m.Configstrings), svcConfigstring}, {len(m.Baselines), svcBaseline}, {len(m.Current), svcCurrentState}} {
		for range part.n {
			order = append(order, part.code)
		}
	}
	return order
}

func (m *Gamestate) read(c *coder) {
	var order []uint8
	for c.ok() {
		code := c.r.Uint8()
		switch {
		case code == svcConfigstring:
			next(&m.Configstrings).layout(c)
		case code == svcBaseline:
			next(&m.Baselines).layout(c)
		case code == svcCurrentState && c.p.TV:
			next(&m.Current).layout(c)
		case code == svcEnd:
			m.Partial = false
			if string(order) != string(m.usualOrder()) {
				m.Order = order
			}
			return
		default:
			c.fail("command %d is unknown in a gamestate", code)
			return
		}
		if !c.ok() {
			m.dropLast(code)
			return
		}
		if order = append(order, code); len(order) > maxEntries {
			c.fail("gamestate of more than %d entries", maxEntries)
		}
	}
}

// dropLast removes the last entry, of a kind, which could not be read to its end.
func (m *Gamestate) dropLast(code uint8) {
	switch code {
	case svcConfigstring:
		m.Configstrings = m.Configstrings[:len(m.Configstrings)-1]
	case svcBaseline:
		m.Baselines = m.Baselines[:len(m.Baselines)-1]
	case svcCurrentState:
		m.Current = m.Current[:len(m.Current)-1]
	}
}

func (m *Gamestate) write(c *coder) {
	usual := m.usualOrder()
	order := m.Order
	if len(order) == 0 {
		order = usual
	}
	if len(order) != len(usual) {
		c.fail("order of %d entries has %d", len(usual), len(order))
		return
	}
	var at [svcCurrentState + 1]int
	for _, code := range order {
		c.w.Uint8(code)
		i := at[code%uint8(len(at))]
		at[code%uint8(len(at))]++
		switch {
		case code == svcConfigstring && i < len(m.Configstrings):
			m.Configstrings[i].layout(c)
		case code == svcBaseline && i < len(m.Baselines):
			m.Baselines[i].layout(c)
		case code == svcCurrentState && i < len(m.Current):
			m.Current[i].layout(c)
		default:
			c.fail("order of a gamestate's entries does not fit them")
		}
	}
	c.w.Uint8(svcEnd)
}

// ServerCommand is a line for the game module, such as `cs 544 "..."`, `print "..."` or `chat "..."`. It is repeated in
// later blocks until the recorder acknowledges it: a command is old if its Sequence does not exceed that of the last
// one.
type ServerCommand struct {
	// Sequence is the command number.
	Sequence int32
	// Text is the text as sent.
	Text []byte
}

func (m *ServerCommand) layout(c *coder) {
	number(c, &m.Sequence, 32)
	c.chars(&m.Text)
}

// SnapshotDelta is a snapshot of the world as the server sent it, relative to an earlier one. [History] turns it into a
// [Snapshot].
type SnapshotDelta struct {
	// Sequence is the number of the snapshot's block, used by later snapshots to refer to it. If blocks are renumbered
	// after damage, Sequence still keeps rising, with a gap that no reference spans.
	Sequence int32 `text:"-"`
	// ServerTime is the game clock, in milliseconds.
	ServerTime int32
	// DeltaNum is the distance to the base, the snapshot numbered Sequence - DeltaNum. If it is 0, there is no base.
	DeltaNum uint8
	// Flags is a combination of 1 (rate delayed), 2 (not active) and 4 (toggles with each map_restart).
	Flags uint8
	// AreaMask has a bit for each area of the map that is not visible.
	AreaMask []byte `text:"hex"`
	// Player is the change to the base's playerstate.
	Player PlayerDelta
	// Entities lists the changed, new and removed entities, sorted by number.
	Entities []EntityDelta
}

// Bits of [SnapshotDelta.Flags].
const (
	SnapRateDelayed = 1
	SnapNotActive   = 2
	SnapServerCount = 4
)

// maxAreaMask is the largest size of an area mask, in bytes.
const maxAreaMask = 32

func (m *SnapshotDelta) layout(c *coder) {
	if c.reading {
		m.Sequence = c.sequence + c.shift
	}
	number(c, &m.ServerTime, 32)
	number(c, &m.DeltaNum, 8)
	number(c, &m.Flags, 8)
	c.data(&m.AreaMask, 8, maxAreaMask)
	m.Player.layout(c)
	if !c.reading {
		for i := range m.Entities {
			m.Entities[i].layout(c)
		}
		c.w.Bits(NoEntity, entityBits)
		return
	}
	m.Entities = m.Entities[:0]
	for c.ok() {
		n := uint16(c.r.Bits(entityBits))
		if n == NoEntity {
			break
		}
		if len(m.Entities) >= maxEntries {
			c.fail("snapshot of more than %d entities", maxEntries)
			break
		}
		e := next(&m.Entities)
		e.Number = n
		e.change(c)
	}
}

// PlayerStates holds the states of all players in the game. Only TV demos have it. It follows the snapshot that it
// belongs to. A player missing from it has left the game or has not joined yet.
type PlayerStates struct {
	// Players lists the players, usually sorted by number.
	Players []NumberedPlayer
}

// NumberedPlayer is the change to a player's state. Its base is the player's state in the base snapshot, or the zero
// state if that lacks the player.
type NumberedPlayer struct {
	// Client is the player's slot.
	Client uint8
	PlayerDelta
}

// noClient ends the list of players.
const noClient = 255

func (m *PlayerStates) layout(c *coder) {
	if !c.p.TV {
		c.fail("protocol %d has no states of all players", c.p.Number)
		return
	}
	if !c.reading {
		for i := range m.Players {
			c.w.Uint8(m.Players[i].Client)
			m.Players[i].PlayerDelta.layout(c)
		}
		c.w.Uint8(noClient)
		return
	}
	m.Players = m.Players[:0]
	for c.ok() {
		n := c.r.Uint8()
		switch {
		case n == noClient:
			return
		case n >= MaxClients:
			c.fail("player %d", n)
		case len(m.Players) >= MaxClients:
			c.fail("states of more than %d players", MaxClients)
		default:
			p := next(&m.Players)
			p.Client = n
			p.PlayerDelta.layout(c)
		}
	}
}

// Nop does nothing.
type Nop struct{}

func (*Nop) layout(*coder) {}

// Download is a chunk of a file offered by the server, or the address of a file. It must never be written to disk.
type Download struct {
	// Block is the number of the chunk, from 0. 65535 marks an address.
	Block uint16
	// FileSize is the size of the whole file, sent with the first chunk or an address. A negative size means that Text
	// describes an error and there is no Data.
	FileSize int32
	// Text is an error or an address. Flags are the flags of an address.
	Text  []byte
	Flags int32
	// Data is the next chunk of the file. An empty chunk ends the download.
	Data []byte `text:"hex"`
}

// downloadAddress is the Block of an address.
const downloadAddress = 0xffff

func (m *Download) layout(c *coder) {
	if c.reading {
		*m = Download{}
	}
	if number(c, &m.Block, 16); m.Block == downloadAddress && c.p.Game == "et" {
		c.chars(&m.Text)
		number(c, &m.FileSize, 32)
		number(c, &m.Flags, 32)
		return
	}
	if m.Block == 0 {
		number(c, &m.FileSize, 32)
	}
	if m.FileSize < 0 {
		c.chars(&m.Text)
		return
	}
	c.data(&m.Data, 16, maxData)
}

// BlockEnd ends a block. The zero BlockEnd is right for new demos.
type BlockEnd struct {
	// Open is set if the data ends without the end command.
	Open bool
	// Overrun is the number of zero bits assumed after the block's last byte.
	Overrun int
	// Exact is set if the block is not padded with zero bits to the usual length. Its end is then followed by exactly
	// RestBits bits of Rest, starting with the lowest bit of Rest[0]. They are old content of the server's buffer.
	Exact    bool
	Rest     []byte `text:"hex"`
	RestBits int
}

// usualSize returns the size in bits of a block whose last command ends at bit n: engines count the begun byte, and one
// more if none is begun.
func usualSize(n int) int { return n&^7 + 8 }

func (m *BlockEnd) layout(c *coder) {
	if c.reading {
		m.read(c)
		return
	}
	w := &c.w
	if !m.Open {
		w.Uint8(svcEnd)
	}
	size := usualSize(w.Len())
	switch {
	case m.Overrun != 0:
		if m.Overrun < 0 || m.Overrun > w.Len() || (w.Len()-m.Overrun)%8 != 0 {
			c.fail("block %d: the overrun of a block is not what was written too much", c.sequence)
		}
	case m.Exact:
		w.RawBits(m.Rest, m.RestBits)
	default:
		w.Raw(0, uint(size-w.Len()))
	}
}

// read reads the bits after the last command.
func (m *BlockEnd) read(c *coder) {
	r := &c.r
	*m = BlockEnd{Open: m.Open}
	if r.Pos() > r.Size() {
		m.Overrun = int(r.Pos() - r.Size())
	} else if !r.ZeroRest() || usualSize(int(r.Pos())) != int(r.Size()) {
		start := len(c.bytes)
		m.Exact = true
		c.bytes, m.RestBits = r.AppendRest(c.bytes)
		m.Rest = c.bytes[start:len(c.bytes):len(c.bytes)]
	}
}

// maxRest is the number of bits that may follow the end of an ordinary block.
const maxRest = 24

// odd reports whether a block ends differently from those of recorders.
func (m *BlockEnd) odd() bool { return m.Overrun > 0 || m.RestBits > maxRest || m.Open }

// Skipped is a run of bytes that could not be decoded.
type Skipped struct {
	// Offset is the offset of Data in the demo.
	Offset int64 `text:"-"`
	// Data holds the bytes that could not be decoded.
	Data []byte `text:"hex"`
	// Gamestate is the readable part of a gamestate at the start of Data, or nil if there is none. The [Encoder]
	// ignores it.
	Gamestate *Gamestate `text:"-"`
	// Renumbered is set if numbering starts again after the gap: the following server commands are new, whatever their
	// Sequence.
	Renumbered bool `text:"-"`
}

func (m *Skipped) layout(c *coder) { c.w.RawBits(m.Data, 8*len(m.Data)) }

// End is the end of the demo.
type End struct {
	// Offset is the offset of the end of the demo.
	Offset int64 `text:"-"`
	// Marker is set if the demo ends with an end block, as written when recording stops. Sequence and Length are the
	// content of that block; normally both are -1.
	Marker           bool
	Sequence, Length int32
	// Rest holds the bytes in the file after the end of the demo.
	Rest []byte `text:"hex"`
}

func (m *End) layout(c *coder) {
	if m.Marker {
		c.w.RawBits(header{m.Sequence, m.Length}.append(nil), 8*blockHeader)
	}
	c.w.RawBits(m.Rest, 8*len(m.Rest))
}

// blockHeader is the size of a block's header in bytes.
const blockHeader = 8

// header is a block's header.
type header struct{ sequence, length int32 }

// append appends the header as in a file.
func (h header) append(to []byte) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(to, uint32(h.sequence)), uint32(h.length))
}

// ends reports whether the header is the end block's.
func (h header) ends() bool { return h.sequence == -1 && h.length == -1 }

// headerAt reads the header at pos; ok is false if there are fewer than 8 bytes.
func headerAt(data []byte, pos int) (h header, ok bool) {
	if pos < 0 || pos+blockHeader > len(data) {
		return header{}, false
	}
	return header{int32(binary.LittleEndian.Uint32(data[pos:])), int32(binary.LittleEndian.Uint32(data[pos+4:]))}, true
}
