package quake3

import "slices"

// Message is any message in a demo. It is a pointer to one of this package's message structs, such as a *[Block].
//
// A demo consists of blocks and ends with an [End]. A block consists of a [Block], any number of [Gamestate],
// [ServerCommand], [SnapshotDelta], [Nop], [Download] and [Voice] messages, and a [BlockEnd]. Between blocks, there may
// be [Skipped] messages.
type Message interface{ layout(*coder) }

// Handler handles the messages of a demo, in file order. A message and its slices are valid only during the call and
// must not be modified. [Encoder] and [History] implement Handler.
type Handler interface{ Handle(m Message) }

// HandlerFunc adapts a function to a [Handler].
type HandlerFunc func(m Message)

// Handle calls f(m).
func (f HandlerFunc) Handle(m Message) { f(m) }

// Block is the header of a block.
type Block struct {
	// Offset is the block's offset in the demo. Length is the number of bytes after its 8-byte header. The Encoder
	// ignores both.
	Offset int64 `text:"-"`
	Length int   `text:"-"`
	// Sequence is the number of the message. A step of more than one means that messages were lost before they reached
	// the recorder.
	Sequence int32
	// ReliableAcknowledge is the number of the last client command received by the server, or 0 in protocols 43 and 45.
	ReliableAcknowledge int32
}

func (m *Block) layout(c *coder) {
	switch {
	case !c.p.HasAcknowledge:
	case c.reading:
		v, n := c.acknowledge.read(c.r.Coding(), c.r.Load(), 4)
		c.r.Skip(n)
		m.ReliableAcknowledge = int32(v)
	default:
		c.int32(&m.ReliableAcknowledge)
	}
}

// Configstring is one of the strings that describe the game. There are at most 1024 of them.
type Configstring struct {
	// Index is from 0 to 1023, or to 2047 if [Protocol.MoreConfigstrings] is set. If an index occurs twice, the last entry
	// counts.
	Index int
	// Text is the text as sent. [Protocol.Text] makes it displayable.
	Text []byte
}

func (m *Configstring) layout(c *coder) {
	if number(c, &m.Index, 16); uint(m.Index) >= uint(c.p.configstrings()) {
		c.fail("configstring index %d is greater than %d", m.Index, c.p.configstrings()-1)
	}
	c.chars(&m.Text)
}

// Gamestate starts a level and resets all state.
type Gamestate struct {
	// CommandSequence is the number of the last server command already applied to Configstrings. Commands up to and
	// including that number are old.
	CommandSequence int32
	// Configstrings lists the configstrings in file order.
	Configstrings []Configstring
	// Baselines holds the bases of entities that are missing from a snapshot's base, as deltas from the zero
	// EntityState, in file order. In TV demos they may include current states; see [EntityDelta].
	Baselines []EntityDelta
	// Order is nil if all configstrings precede all baselines. Otherwise it has an element for each entry, in file
	// order, that is true for a baseline.
	Order []bool
	// ClientNum is the recorder's slot, or -1 in protocols 43 to 48.
	ClientNum int32
	// ChecksumFeed is 0 in protocols 43 to 48.
	ChecksumFeed int32
	// Foreign is set if the list ends with 8 instead of 0 although the protocol is 43 to 48.
	Foreign bool
	// Partial is set if the end of the list is missing because of damage; see [Skipped].
	Partial bool
}

func (m *Gamestate) layout(c *coder) {
	if c.reading {
		*m = Gamestate{ClientNum: -1, Partial: true, Configstrings: m.Configstrings[:0], Baselines: m.Baselines[:0]}
	}
	c.int32(&m.CommandSequence)
	order, baselines, mixed := m.order(c), 0, false
	for i := 0; c.ok(); i++ {
		code := c.p.endCode()
		switch {
		case c.reading:
		case i < len(order) && order[i]:
			code = m.baselineCode(baselines)
		case i < len(order):
			code = svcConfigstring
		case m.Foreign:
			code = svcEnd
		}
		switch c.uint8(&code); {
		case code == svcConfigstring:
			element(c, &m.Configstrings, i-baselines)
			mixed = mixed || baselines > 0
		case code == svcBaseline || code == svcCurrentState && c.p.TV():
			if element(c, &m.Baselines, baselines); c.reading && c.ok() {
				m.Baselines[baselines].Current = code == svcCurrentState
			}
			baselines++
		case code == svcEnd || code == c.p.endCode():
			if c.reading {
				m.Foreign, m.Partial = code != c.p.endCode(), false
			}
			if c.reading && mixed {
				m.Order = order
			}
			m.tail(c)
			return
		default:
			c.fail("a gamestate contains the unknown command %d", code)
		}
		if i >= maxEntries {
			c.fail("a gamestate cannot have more than %d entries", maxEntries)
		}
		if c.reading {
			order = append(order, code != svcConfigstring)
		}
	}
}

// baselineCode returns the command byte of a baseline.
func (m *Gamestate) baselineCode(i int) uint8 {
	if i < len(m.Baselines) && m.Baselines[i].Current {
		return svcCurrentState
	}
	return svcBaseline
}

// order returns which of the entries to be written are baselines.
func (m *Gamestate) order(c *coder) []bool {
	strings, baselines := len(m.Configstrings), len(m.Baselines)
	if m.Order == nil {
		return slices.Concat(make([]bool, strings), slices.Repeat([]bool{true}, baselines))
	}
	marked := 0
	for _, baseline := range m.Order {
		if baseline {
			marked++
		}
	}
	if marked != baselines || len(m.Order) != strings+baselines {
		c.fail("there are %d configstrings and %d baselines, but their order has %d entries", strings, baselines, len(m.Order))
	}
	return m.Order
}

// tail passes what follows the entries.
func (m *Gamestate) tail(c *coder) {
	if c.p.HasGamestateTail {
		c.int32(&m.ClientNum)
		c.int32(&m.ChecksumFeed)
	}
}

// ServerCommand is a command for the game module, such as `cs 544 "..."`, `print "..."` or `chat "..."`. The server
// repeats a command in later blocks until the recorder acknowledges it. A command is therefore new only if its Sequence
// is greater than the last command's.
type ServerCommand struct {
	// Sequence is the command number.
	Sequence int32
	// Text is the text as sent. [Protocol.Text] makes it displayable and [Tokenize] splits it.
	Text []byte
}

func (m *ServerCommand) layout(c *coder) {
	c.int32(&m.Sequence)
	c.chars(&m.Text)
}

// SnapshotDelta is a snapshot of the world as sent by the server. It is relative to an earlier snapshot. [History]
// turns it into a complete [Snapshot].
type SnapshotDelta struct {
	// Sequence is the number of the snapshot's block, used by later snapshots to refer to it. If blocks are renumbered
	// after damage, Sequence keeps increasing, with a gap that no reference spans. The [Block] contains the number that
	// was sent.
	Sequence int32 `text:"-"`
	// ClientCommand is the number of the last client command received by the server. It exists only in protocols 43 and
	// 45.
	ClientCommand int32
	// ServerTime is the game clock, in milliseconds.
	ServerTime int32
	// DeltaNum is the distance to the base, the snapshot numbered Sequence - DeltaNum. If it is 0, there is no base:
	// playerstate and entities are complete.
	DeltaNum uint8
	// Flags is a combination of 1 (rate delayed), 2 (not active: the client is not in the game yet) and 4 (toggles with
	// each map_restart).
	Flags uint8
	// AreaMask has a bit for each area of the map that is not visible.
	AreaMask []byte `text:"hex"`
	// Player is the change to the base's playerstate.
	Player PlayerDelta
	// Entities lists the changed, new and removed entities, sorted by number. Other entities of the base are unchanged.
	// The base of an entity that is missing from the base snapshot is its baseline.
	Entities []EntityDelta
}

// Bits of [SnapshotDelta.Flags].
const (
	SnapRateDelayed = 1 // the server held it back to keep to the client's rate
	SnapNotActive   = 2
	SnapServerCount = 4 // toggles with each map_restart
)

// maxAreaMask is the largest size of an area mask, in bytes.
const maxAreaMask = 32

func (m *SnapshotDelta) layout(c *coder) {
	if c.reading {
		m.read(c)
		return
	}
	if c.p.HasClientCommand {
		c.int32(&m.ClientCommand)
	}
	c.int32(&m.ServerTime)
	c.uint8(&m.DeltaNum)
	c.uint8(&m.Flags)
	c.bytes(&m.AreaMask, c.size(m.AreaMask, 8, maxAreaMask, "area mask"))
	m.Player.write(c)
	for i := range m.Entities {
		m.Entities[i].layout(c)
	}
	c.w.Bits(NoEntity, entityBits)
}

// read is layout for reading. It takes several numbers from the bits already loaded before it moves on in the stream,
// as waiting for the position is slow.
func (m *SnapshotDelta) read(c *coder) {
	r := &c.r
	m.Sequence = c.sequence + c.shift
	if c.p.HasClientCommand {
		m.ClientCommand = r.Int32()
	}
	coding, pos := r.Coding(), r.Pos()
	w := r.At(pos)
	time, n := coding.Uint16(w)
	minute, k := c.minute.read(coding, w>>n, 2)
	base := coding.Next(w >> n >> k)
	m.ServerTime, m.DeltaNum = int32(time|minute<<16), uint8(base.Byte())
	w, pos = m.readArea(c, pos+n+k+base.Len())
	if w, pos = m.Player.read(c, w, pos); m.Player.ArraysSent || c.p.Lists != nil {
		m.Player.readArrays(c)
		w, pos = r.Load(), r.Pos()
	}
	if c.p.TV() {
		m.Entities = c.sharedEntities()
		return
	}
	m.Entities = c.entities(w, pos)
}

// readArea reads the flags and the area mask, starting at pos; most maps have areas for one byte, which is usually the
// same as in the last snapshot. It returns the bits after them, at least those of a code, and their position.
func (m *SnapshotDelta) readArea(c *coder, pos uint) (rest uint64, end uint) {
	r, coding := &c.r, c.r.Coding()
	w := r.At(pos)
	if v, n := c.area.read(coding, w, 3); v>>8&0xff == 1 {
		start := len(c.t.bytes)
		c.t.bytes = append(c.t.bytes, byte(v>>16))
		m.Flags, m.AreaMask = uint8(v), c.t.bytes[start:len(c.t.bytes):len(c.t.bytes)]
		return w >> n, pos + n
	}
	flags := coding.Next(w)
	w >>= flags.Len()
	size := coding.Next(w)
	pos += flags.Len() + size.Len()
	m.Flags = uint8(flags.Byte())
	if size.Byte() > maxAreaMask {
		r.Seek(pos)
		c.fail("an area mask cannot have %d bytes", size.Byte())
		return 0, pos
	}
	m.AreaMask, rest, end = c.areaMask(size.Byte(), w>>size.Len(), pos)
	return rest, end
}

// areaMask reads n bytes starting at pos, with at least 35 bits in w. It returns the bits after them, at least those of
// a code, and their position.
func (c *coder) areaMask(n uint32, w uint64, pos uint) (mask []byte, rest uint64, end uint) {
	r, t := &c.r, c.t
	start, left := len(t.bytes), 35
	for ; n > 0; n-- {
		if left < 2*11 {
			w, left = r.At(pos), 57
		}
		b := r.Coding().Next(w)
		w, pos, left = w>>b.Len(), pos+b.Len(), left-11
		t.bytes = append(t.bytes, byte(b.Byte()))
	}
	return t.bytes[start:len(t.bytes):len(t.bytes)], w, pos
}

// entities reads the entities of a snapshot and their end mark, from the reader's position pos on, with at least 13
// bits in w.
func (c *coder) entities(w uint64, pos uint) []EntityDelta {
	t, r := c.t, &c.r
	first, coding := len(t.entities), r.Coding()
	for r.Ok() {
		high, all := coding.Next(w>>2), r.At(pos) // w has fewer bits, but earlier
		n := uint16(w&3) | uint16(high.Byte())<<2
		size := 2 + high.Len()
		pos += size
		if n == NoEntity {
			r.Seek(pos)
			break
		}
		if len(t.entities)-first >= maxEntries {
			r.Seek(pos)
			c.fail("a snapshot cannot have more than %d entities", maxEntries)
			break
		}
		e := next(&t.entities)
		e.Number = n
		w, pos = e.read(c, all>>size, pos)
		r.Seek(pos)
	}
	return t.entities[first:len(t.entities):len(t.entities)]
}

// Nop is a message without effect.
type Nop struct{}

func (*Nop) layout(*coder) {}

// Download contains a chunk of a file offered by the server, or the address of a file. The file is never saved to disk.
type Download struct {
	// Block is the number of the chunk, from 0. 65535 may mark an address; see
	// [Protocol.DownloadAddress].
	Block uint16
	// FileSize is the size of the whole file. It is sent only with block 0 or an address. A negative size means that Text
	// describes an error and there is no Data.
	FileSize int32
	// Text is an error or an address. Flags are the flags of an address.
	Text  []byte
	Flags int32
	// Data is the next chunk of the file; an empty chunk ends the download.
	Data []byte `text:"hex"`
}

func (m *Download) layout(c *coder) {
	if c.reading {
		*m = Download{}
	}
	if number(c, &m.Block, 16); m.Block == downloadAddress && c.p.DownloadAddress {
		c.chars(&m.Text)
		c.int32(&m.FileSize)
		c.int32(&m.Flags)
		return
	}
	if m.Block == 0 {
		c.int32(&m.FileSize)
	}
	if m.FileSize < 0 {
		c.chars(&m.Text)
		return
	}
	c.bytes(&m.Data, c.size(m.Data, 16, maxData, "data"))
}

// downloadAddress is the Block of an address.
const downloadAddress = 0xffff

// maxData is the most bytes that a message can carry.
const maxData = 1<<16 - 1

// Voice is a voice chat packet sent by ioquake3.
type Voice struct {
	// Code is the command byte: 9 for Speex, 10 for Opus.
	Code uint8
	// Sender is the speaker's slot.
	Sender int16
	// Generation and Sequence determine the order of the packets.
	Generation uint8
	Sequence   int32
	// Frames is the number of audio frames in Data.
	Frames uint8
	// Flags is a combination of 1 (spatial) and 2 (direct).
	Flags uint8
	Data  []byte `text:"hex"`
}

func (m *Voice) layout(c *coder) {
	if c.reading {
		m.Code = c.code
	}
	number(c, &m.Sender, 16)
	c.uint8(&m.Generation)
	c.int32(&m.Sequence)
	c.uint8(&m.Frames)
	size := c.size(m.Data, 16, maxData, "data")
	number(c, &m.Flags, 2)
	c.bytes(&m.Data, size)
}

// EndKind describes how a block ends.
type EndKind uint8

// The kinds of block ends.
const (
	EndMarker  EndKind = iota // the end command of the protocol: 8, in protocols 43 to 48 0
	EndForeign                // the end command 8 in protocols 43 to 48
	EndData                   // the data ends without a command, as in all known demos of protocols 43 to 48
)

// BlockEnd ends a block. In new demos, use the zero BlockEnd.
type BlockEnd struct {
	// Kind describes how the block ends.
	Kind EndKind
	// Overrun is the number of zero bits assumed after the block's last byte, because old servers cut messages slightly
	// short.
	Overrun int
	// Exact is set if the block is not padded with zero bits to the usual length. Its end is then followed by exactly
	// RestBits bits of Rest, starting with the lowest bit of Rest[0].
	Exact    bool
	Rest     []byte `text:"hex"`
	RestBits int
}

func (m *BlockEnd) layout(c *coder) {
	if c.reading {
		m.read(c)
		return
	}
	w := &c.w
	switch m.Kind {
	case EndMarker:
		w.Uint8(c.p.endCode())
	case EndForeign:
		w.Uint8(svcEnd)
	}
	size := c.p.usualSize(m.Kind, w.Len())
	switch {
	case m.Overrun != 0:
		if m.Overrun < 0 || m.Overrun > w.Len() || (w.Len()-m.Overrun)%8 != 0 {
			c.fail("block %d: the overrun must leave a whole number of bytes", c.sequence)
		}
	case m.Exact:
		w.RawBits(m.Rest, m.RestBits)
	case w.Len() < size:
		w.Raw(0, uint(size-w.Len()))
	}
}

// read reads the bits after the last command.
func (m *BlockEnd) read(c *coder) {
	r, t := &c.r, c.t
	*m = BlockEnd{Kind: m.Kind}
	if r.Pos() > r.Size() {
		m.Overrun = int(r.Pos() - r.Size())
	} else if !r.ZeroRest() || c.p.usualSize(m.Kind, int(r.Pos())) != int(r.Size()) {
		start := len(t.bytes)
		m.Exact = true
		t.bytes, m.RestBits = r.AppendRest(t.bytes)
		m.Rest = t.bytes[start:len(t.bytes):len(t.bytes)]
	}
}

// Skipped holds a run of bytes that could not be decoded.
type Skipped struct {
	// Offset is the offset of Data in the demo.
	Offset int64 `text:"-"`
	// Data holds the bytes that could not be decoded.
	Data []byte `text:"hex"`
	// Gamestate is the readable part of a gamestate at the start of Data, or nil if there is none. The [Encoder]
	// ignores it.
	Gamestate *Gamestate `text:"-"`
	// Renumbered is set if numbering starts again after the gap: the following server commands are new, regardless of
	// their Sequence.
	Renumbered bool `text:"-"`
}

func (m *Skipped) layout(c *coder) { c.raw(m.Data) }

// End marks the end of the demo.
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
		c.raw(header{m.Sequence, m.Length}.append(nil))
	}
	c.raw(m.Rest)
}
