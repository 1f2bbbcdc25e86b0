package quake2

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder struct {
	data    []byte
	tail    wire.Tail
	pos     int
	started bool

	c coder
	// made are the messages passed to handlers, reused.
	made    [len(rows)]Message
	header  Header
	block   Block
	raw     Raw
	unicast Unicast
	// reported is the number of the reader's bytes that the handler has been given.
	reported int
	// mvdFrames counts the frames of a .mvd2's level.
	mvdFrames int32
	clock     wire.Clock
	interval  time.Duration // between frames
	haveFrame bool          // in this level
	// awaitsLoss is set after damage until a frame shows how much time it took.
	awaitsLoss bool
	trial      bool // it only tests whether something can be read
	damage     []damage.Damage
	search     search
}

// NewDecoder returns a Decoder for data, which must be uncompressed. If data starts with "MVD2", it is decoded as a
// .mvd2; otherwise, it is decoded as a .dm2. data must not be modified while the decoder is in use.
func NewDecoder(data []byte, o Options) *Decoder {
	d := &Decoder{data: data, tail: wire.Tail{More: o.More}}
	for d.tail.Growing() && len(d.data) < headerBytes {
		d.data = d.tail.Grow(d.data)
	}
	d.header = headerOf(d.data)
	d.c.open(&d.header)
	return d
}

// Offset returns the offset of the next block in the file.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Time returns the time from the first frame to the last frame read. The time between levels is not counted.
func (d *Decoder) Time() time.Duration { return d.clock.Now() }

// Damage returns the damage found so far, in order.
func (d *Decoder) Damage() []damage.Damage { return d.damage }

// Next reads the next block and passes the [Block] and its messages to h. After the last block, it returns [io.EOF]. It
// returns no other error. Bytes that cannot be decoded are passed as [Raw], and [Decoder.Damage] reports them.
func (d *Decoder) Next(h Handler) error {
	if !d.started {
		d.started = true
		h.Handle(&d.header)
		if d.header.Format == MVD2 {
			d.pos = len(mvdMagic)
		}
	}
	d.await()
	if d.pos >= len(d.data) {
		return io.EOF
	}
	d.readBlock(h)
	return nil
}

// Reset makes the decoder read from data, which must start at a block boundary. The decoder treats data as the
// continuation of the blocks read so far.
func (d *Decoder) Reset(data []byte) { d.data, d.pos, d.started = data, 0, true }

// read reads messages up to the end of the reader. If a message is unreadable, at is its position and err the reason;
// otherwise err is nil.
func (d *Decoder) read(h Handler) (at int, err error) {
	for d.c.Len() > 0 {
		if err := d.next(h); err != nil {
			return d.reported, err
		}
	}
	return d.c.Pos(), nil
}

// next reads one message.
func (d *Decoder) next(h Handler) error {
	d.reported = d.c.Pos()
	d.message(h)
	return d.c.Err()
}

const unicastBit = 0x80

// message reads one message, or operation of a .mvd2.
func (d *Decoder) message(h Handler) {
	c := &d.c
	var number uint8
	c.Uint8(&number)
	numbering, kind, unicast := c.p.numbering, "message", false
	c.upper = 0
	switch {
	case c.operations():
		numbering, kind = operationNumbers, "operation"
		c.upper, number = number>>operationBits, number&operationMask
	case number&unicastBit != 0 && c.recording == RecordRelay:
		unicast, number = true, number&^unicastBit
		d.unicast.layout(c)
	}
	row := rowNumbers[numbering][number]
	if c.operations() && c.p.looseMarks && c.markedSound(number) {
		row = soundRow
	}
	traits := rows[row].traits
	switch {
	case c.upper != 0 && traits&upperBits == 0:
		c.Fail("operation %d with %d in its upper bits", number, c.upper)
	case row == 0:
		c.Fail("%s %d has no known layout", kind, number)
	case c.inMulticast && traits&alone != 0:
		c.Fail("%s in a message for some clients", rows[row].name)
	case row == playerInfoRow && (c.p.playerAreas || c.p.joined), row == packetEntitiesRow && c.p.joined:
		c.Fail("%s outside a frame", rows[row].name)
	case traits&compresses != 0 && c.inCompressed:
		c.Fail("%s in compressed messages", rows[row].name)
	case traits&streamed != 0 && !c.p.streams:
		c.Fail("%s in a protocol without it", rows[row].name)
	case row == serverDataRow && c.operations():
		d.gamestate(h)
	default:
		c.variant = number - rows[row].numbers[numbering]
		d.take(h, row, unicast)
	}
}

func (d *Decoder) instance(row uint8) Message {
	if d.made[row] == nil {
		d.made[row] = rows[row].make()
	}
	return d.made[row]
}

// take reads a message and, on success, passes it on.
func (d *Decoder) take(h Handler, row uint8, unicast bool) {
	m := d.instance(row)
	if m.layout(&d.c); d.c.Err() != nil {
		return
	}
	d.reported = d.c.Pos()
	if unicast {
		h.Handle(&d.unicast)
	}
	switch m := m.(type) {
	case *ServerData:
		d.level(m.Interval)
		d.resolveGame(m)
	case *Frame:
		d.frame(h, m)
		return
	case *MVDFrame:
		d.frameTime(d.mvdFrames)
		d.mvdFrames++
	case *Blast:
		d.blast(h, m)
		return
	case *Stream:
		d.stream(h, m)
		return
	case *Compressed:
		d.compressed(h, m)
		return
	case *Multicast:
		d.multicast(h, m)
		return
	}
	h.Handle(m)
}

// frame reads the players and entities that are part of m, if any.
func (d *Decoder) frame(h Handler, m *Frame) {
	d.frameTime(m.Number)
	h.Handle(m)
	if !d.c.p.playerAreas && !d.c.p.joined || m.Recording == RecordServer {
		return
	}
	for i := 0; i < d.c.players && d.c.Err() == nil; i++ {
		d.take(h, playerInfoRow, false)
	}
	if d.c.p.joined && d.c.Err() == nil {
		d.take(h, packetEntitiesRow, false)
	}
}

// gamestate reads the serverdata of a .mvd2, configstrings up to an index that does not exist, and a first frame. It
// passes them on only if it can read all of them.
func (d *Decoder) gamestate(h Handler) {
	begin, before := d.reported, d.c.session
	m := d.instance(serverDataRow).(*ServerData)
	m.layout(&d.c)
	start := d.c
	d.configStrings(discard{})
	if d.c.Err() == nil {
		d.instance(mvdFrameRow).layout(&d.c)
	}
	if d.c.Err() != nil {
		d.reported, d.c.session = begin, before
		return
	}
	d.c = start
	d.level(m.Interval)
	d.mvdFrames = 0
	h.Handle(m)
	d.configStrings(h)
	d.take(h, mvdFrameRow, false)
}

// configStrings reads a gamestate's configstrings.
func (d *Decoder) configStrings(h Handler) {
	for d.c.Err() == nil {
		var index uint16
		probe := d.c.Stream
		if probe.Uint16(&index); int(index) == d.c.p.config.End {
			d.c.Stream = probe
			return
		}
		d.take(h, configStringRow, false)
	}
}

// multicast reads messages to some of the clients. Games may send messages that the engine does not know. In that case
// the rest of the multicast is passed on as [Raw], and what follows it is unaffected.
func (d *Decoder) multicast(h Handler, m *Multicast) {
	c := &d.c
	outer, payload := c.Stream, c.payload
	offset := c.Offset() - int64(len(payload))
	h.Handle(m)
	c.inMulticast = true
	c.Read(payload, offset)
	for c.Len() > 0 {
		at := c.Pos()
		if d.message(h); c.Err() != nil {
			d.raw = Raw{Offset: offset + int64(at), Data: payload[at:], What: reason(c.Err())}
			d.report(d.raw.Offset, "message for some clients: "+d.raw.What, int64(len(payload)-at))
			h.Handle(&d.raw)
		}
	}
	c.Stream, c.inMulticast = outer, false
	h.Handle((*EndMulticast)(m))
}

// blast reads compressed configstrings or baselines and passes them on one by one. The size of the content has 16 bits,
// which limits the decompression.
func (d *Decoder) blast(h Handler, m *Blast) {
	contents, err := inflate(m.Data, int(m.Size))
	row := configStringRow
	if m.Baselines {
		row = baselineRow
	}
	if err == nil {
		err = d.contents(contents, discard{}, row)
	}
	if err != nil {
		m.Damaged = err.Error()
		d.report(d.c.Offset(), fmt.Sprintf("compressed message: %v", err), 0)
	}
	h.Handle(m)
	d.contents(contents, h, row)
	h.Handle((*EndBlast)(m))
}

// discard is a handler that does nothing.
type discard struct{}

func (discard) Handle(Message) {}

// contents reads the content of a blast and returns a description of any damage.
func (d *Decoder) contents(data []byte, h Handler, row uint8) error {
	outer := d.c.Stream
	defer func() { d.c.Stream = outer }()
	d.c.Read(data, 0)
	for d.c.Len() > 0 {
		d.take(h, row, false)
	}
	return d.c.Err()
}

// stream reads configstrings and baselines without message numbers.
func (d *Decoder) stream(h Handler, m *Stream) {
	c := &d.c
	h.Handle(m)
	for m.Strings && c.Err() == nil {
		probe := c.Stream
		var index uint16
		if probe.Uint16(&index); int(index) == c.p.config.End {
			c.Stream = probe
			break
		}
		d.take(h, configStringRow, false)
	}
	for m.Baselines && c.Err() == nil {
		probe := c.Stream
		var end uint16
		if probe.Uint16(&end); end == 0 {
			c.Stream = probe
			break
		}
		d.take(h, baselineRow, false)
	}
	if c.Err() == nil {
		d.reported = c.Pos()
		h.Handle((*EndStream)(m))
	}
}

// compressed reads messages that are compressed together. Their size has 16 bits, which limits the decompression.
func (d *Decoder) compressed(h Handler, m *Compressed) {
	c := &d.c
	contents, err := inflateFrom(flate.NewReader(bytes.NewReader(m.Data)), int(m.Size))
	at := d.reported
	outer, offset := c.Stream, c.Offset()
	h.Handle(m)
	c.Read(contents, 0)
	c.inCompressed = true
	for c.Len() > 0 && c.Err() == nil {
		d.reported = c.Pos()
		d.message(h)
	}
	if err == nil && c.Err() != nil {
		err = errors.New(reason(c.Err()))
	}
	c.Stream, c.inCompressed, d.reported = outer, false, at
	if err != nil {
		m.Damaged = err.Error()
		d.report(offset, fmt.Sprintf("compressed messages: %v", err), 0)
	}
	h.Handle((*EndCompressed)(m))
}

func inflate(data []byte, size int) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return inflateFrom(z, size)
}

func inflateFrom(z io.Reader, size int) ([]byte, error) {
	out := make([]byte, size)
	n, err := io.ReadFull(z, out)
	if err != nil {
		return out[:n], fmt.Errorf("only %d of %d bytes could be unpacked: %w", n, size, err)
	}
	var more [1]byte
	if n, _ := z.Read(more[:]); n > 0 {
		return out, fmt.Errorf("it unpacks to more than the expected %d bytes", size)
	}
	return out, nil
}

// frameTime advances the clock to a frame.
func (d *Decoder) frameTime(number int32) {
	before, longest := d.clock.Now(), wire.LongestStep
	if d.awaitsLoss {
		longest = wire.LongestHole
	}
	err := d.clock.Tick(time.Duration(number)*d.interval, longest)
	d.haveFrame = true
	if d.awaitsLoss {
		d.awaitsLoss = false
		// A trial inherits the clock but not the damage.
		if lost := d.clock.Now() - before - d.interval; lost > 0 && before > 0 && len(d.damage) > 0 {
			d.damage[len(d.damage)-1].Lost = lost
		}
	}
	if err != nil && !d.trial {
		d.report(d.block.Offset, err.Error(), 0)
		d.awaitsLoss = false
	}
}

// level starts a level with the given time between frames.
func (d *Decoder) level(interval time.Duration) {
	d.interval, d.haveFrame = interval, false
	d.clock.NewLevel()
}

func (d *Decoder) report(offset int64, what string, skipped int64) {
	t := d.clock.Now()
	if !d.haveFrame {
		t = -1
	}
	d.damage = damage.Append(d.damage, damage.Damage{Offset: offset, Time: t, What: what, Skipped: skipped})
	d.awaitsLoss = true
}
