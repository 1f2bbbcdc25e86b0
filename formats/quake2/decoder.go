package quake2

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"fragscope/formats/damage"
)

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder struct {
	data    []byte
	pos     int
	format  Format
	started bool

	s stream
	x session
	m messages
	// reported is how much of the reader's data the handler knows of.
	reported int
	// unicast says that the message at hand has a client of its own; inCast that it is one
	// of those in a cast.
	unicast, inCast bool
	// mvdFrames counts the frames of the level in a .mvd2.
	mvdFrames int32
	clock     clock
	damage    []damage.Damage
	search    search
}

// messages are the structs that handlers get pointers to, used again and again.
type messages struct {
	header       Header
	block        Block
	raw          Raw
	unicast      Unicast
	muzzle       MuzzleFlash
	effect       TempEntity
	layout       Layout
	inventory    Inventory
	sound        Sound
	print        Print
	stuffText    StuffText
	serverData   ServerData
	configString ConfigString
	baseline     Baseline
	centerPrint  CenterPrint
	download     Download
	player       PlayerDelta
	entities     PacketEntities
	frame        Frame
	split        SplitClient
	blast        Blast
	restart      LevelRestart
	damage       DamageTaken
	locPrint     LocPrint
	fog          Fog
	simpleFog    SimpleFog
	waiting      WaitingForPlayers
	botChat      BotChat
	poi          POI
	helpPath     HelpPath
	achievement  Achievement
	cast         Cast
	mvdFrame     MVDFrame
}

const mvdMagic = "MVD2"

// NewDecoder makes a decoder of a .dm2 or, if it starts with "MVD2", a .mvd2. The data must
// be decompressed and must not change while the decoder is in use.
func NewDecoder(data []byte) *Decoder {
	d := &Decoder{data: data}
	d.x.start(&protocol34)
	if bytes.HasPrefix(data, []byte(mvdMagic)) {
		d.format = MVD2
		d.x.start(&protocolMVD)
	} else if isTestRelease(data) {
		d.x.start(&protocol25)
	}
	return d
}

// isTestRelease says that the first message is the serverdata of protocol 25, in
// which all messages have other numbers.
func isTestRelease(data []byte) bool {
	const head = 4
	return len(data) >= head+5 && protocol25.op(data[head]) == opServerData &&
		binary.LittleEndian.Uint32(data[head+1:]) == 25
}

// Format is the kind of file.
func (d *Decoder) Format() Format { return d.format }

// Offset is the place of the next block in the file.
func (d *Decoder) Offset() int64 { return int64(d.pos) }

// Time is the time of the last frame, from the first one. Levels of one recording
// follow each other without a gap.
func (d *Decoder) Time() time.Duration { return d.clock.now }

// Damage is what was found to be damaged so far, in order.
func (d *Decoder) Damage() []damage.Damage { return d.damage }

// Next reads the next block and calls h for it and for each message in it. It
// returns [io.EOF] after the last, and no other error: what cannot be read goes to
// [Handler.Raw] and [Decoder.Damage].
func (d *Decoder) Next(h Handler) error {
	if !d.started {
		d.started = true
		d.m.header = Header{Format: d.format, TestRelease: d.x.p == &protocol25}
		h.Header(&d.m.header)
		if d.format == MVD2 {
			d.pos = len(mvdMagic)
		}
	}
	if d.pos >= len(d.data) {
		return io.EOF
	}
	d.block(h)
	return nil
}

// read reads messages up to the end of the reader, and returns the place where the first
// unreadable one starts and why, or nil.
func (d *Decoder) read(h Handler) (at int, err error) {
	for d.s.r.Len() > 0 {
		if err := d.next(h); err != nil {
			return d.reported, err
		}
	}
	return d.s.r.Pos(), nil
}

// next reads one message.
func (d *Decoder) next(h Handler) error {
	d.reported = d.s.r.Pos()
	if d.format == MVD2 {
		d.mvdMessage(h)
	} else {
		d.message(h)
	}
	return d.s.r.Err()
}

// ok says that a message was read to its end, and reports whom it was for.
func (d *Decoder) ok(h Handler) bool {
	if d.s.r.Err() != nil {
		return false
	}
	d.reported = d.s.r.Pos()
	if d.unicast {
		h.Unicast(&d.m.unicast)
	}
	return true
}

const unicastBit = 0x80

// message reads one message of a .dm2, or of a cast of a .mvd2.
func (d *Decoder) message(h Handler) {
	id := d.s.r.Uint8()
	d.unicast = id&unicastBit != 0 && d.x.recording == RecordRelay
	if d.unicast {
		id &^= unicastBit
		d.m.unicast.Client = d.s.r.Uint8()
	}
	o := d.x.p.op(id)
	if o == opBad || o == opDeltaPacketEntities {
		d.s.r.Fail("message %d has no known layout", id)
		return
	}
	if d.inCast && (o == opServerData || o == opFrame || o == opPlayerInfo || o == opPacketEntities) {
		d.s.r.Fail("%v in a message for some clients", o)
		return
	}
	if o < opSplitClient {
		d.classic(h, o)
	} else {
		d.modern(h, o)
	}
}

// pass reads a message and, if that succeeded, gives it away.
func pass[M coder](d *Decoder, h Handler, m M, give func(Handler, M)) {
	if m.code(&d.s, &d.x); d.ok(h) {
		give(h, m)
	}
}

// bare gives a message without content away.
func (d *Decoder) bare(h Handler, give func(Handler)) {
	if d.ok(h) {
		give(h)
	}
}

// classic reads the messages that all releases have.
func (d *Decoder) classic(h Handler, o op) {
	m := &d.m
	switch o {
	case opMuzzleFlash, opMuzzleFlash2:
		d.muzzleFlash(h, o)
	case opTempEntity:
		pass(d, h, &m.effect, Handler.TempEntity)
	case opLayout:
		pass(d, h, &m.layout, Handler.Layout)
	case opInventory:
		pass(d, h, &m.inventory, Handler.Inventory)
	case opNop:
		d.bare(h, Handler.Nop)
	case opDisconnect:
		d.bare(h, Handler.Disconnect)
	case opReconnect:
		d.bare(h, Handler.Reconnect)
	case opSound:
		pass(d, h, &m.sound, Handler.Sound)
	case opPrint:
		pass(d, h, &m.print, Handler.Print)
	case opStuffText:
		pass(d, h, &m.stuffText, Handler.StuffText)
	case opServerData:
		d.serverData(h)
	case opConfigString:
		pass(d, h, &m.configString, Handler.ConfigString)
	case opBaseline:
		pass(d, h, &m.baseline, Handler.Baseline)
	case opCenterPrint:
		pass(d, h, &m.centerPrint, Handler.CenterPrint)
	case opDownload:
		pass(d, h, &m.download, Handler.Download)
	case opPlayerInfo:
		d.playerInfo(h)
	case opPacketEntities:
		pass(d, h, &m.entities, Handler.PacketEntities)
	case opFrame:
		d.frame(h)
	}
}

// modern reads the messages that the first releases did not have.
func (d *Decoder) modern(h Handler, o op) {
	m := &d.m
	switch o {
	case opSplitClient:
		pass(d, h, &m.split, Handler.SplitClient)
	case opConfigBlast, opBaselineBlast:
		d.blast(h, o == opBaselineBlast)
	case opLevelRestart:
		pass(d, h, &m.restart, Handler.LevelRestart)
	case opDamage:
		pass(d, h, &m.damage, Handler.DamageTaken)
	case opLocPrint:
		pass(d, h, &m.locPrint, Handler.LocPrint)
	case opFog:
		pass(d, h, &m.fog, Handler.Fog)
	case opSimpleFog:
		pass(d, h, &m.simpleFog, Handler.SimpleFog)
	case opWaitingForPlayers:
		pass(d, h, &m.waiting, Handler.WaitingForPlayers)
	case opBotChat:
		pass(d, h, &m.botChat, Handler.BotChat)
	case opPOI:
		pass(d, h, &m.poi, Handler.POI)
	case opHelpPath:
		pass(d, h, &m.helpPath, Handler.HelpPath)
	case opMuzzleFlash3:
		d.muzzleFlash(h, o)
	case opAchievement:
		pass(d, h, &m.achievement, Handler.Achievement)
	}
}

func (d *Decoder) muzzleFlash(h Handler, o op) {
	m := &d.m.muzzle
	*m = MuzzleFlash{Wide: o == opMuzzleFlash3}
	give := Handler.MuzzleFlash2
	if o == opMuzzleFlash {
		m.codePlayer(&d.s)
		give = Handler.MuzzleFlash
	} else {
		m.codeMonster(&d.s, &d.x)
	}
	if d.ok(h) {
		give(h, m)
	}
}

func (d *Decoder) serverData(h Handler) {
	m := &d.m.serverData
	if m.code(&d.s, &d.x); d.ok(h) {
		d.clock.level(m.Interval)
		h.ServerData(m)
	}
}

func (d *Decoder) playerInfo(h Handler) {
	m := &d.m.player
	*m = PlayerDelta{}
	if d.x.p.playerAreas {
		d.s.r.Fail("player state outside a frame")
		return
	}
	if d.x.player(&d.s, m); d.ok(h) {
		h.PlayerInfo(m)
	}
}

func (d *Decoder) frame(h Handler) {
	m := &d.m.frame
	if m.code(&d.s, &d.x); !d.ok(h) {
		return
	}
	d.frameTime(m.Number)
	h.Frame(m)
	if d.x.p.playerAreas && m.Recording != RecordServer {
		d.framePlayers(h)
	}
}

// framePlayers reads the players of a frame of the rerelease.
func (d *Decoder) framePlayers(h Handler) {
	d.unicast = false
	for range d.x.players {
		d.m.player = PlayerDelta{}
		if d.x.framePlayer(&d.s, &d.m.player); !d.ok(h) {
			return
		}
		h.PlayerInfo(&d.m.player)
	}
}

// blast reads compressed configstrings or baselines and reports them one by one. The
// size of the contents has 16 bits, which bounds what decompression may give.
func (d *Decoder) blast(h Handler, baselines bool) {
	m := &d.m.blast
	*m = Blast{Baselines: baselines}
	if m.code(&d.s, &d.x); !d.ok(h) {
		return
	}
	d.unicast = false
	contents, err := inflate(m.Data, int(m.Size))
	if err == nil {
		err = d.contents(contents, Ignore{}, baselines)
	}
	if err != nil {
		m.Damaged = err.Error()
		d.report(d.s.r.Offset(), fmt.Sprintf("compressed message: %v", err), 0)
	}
	h.Blast(m)
	d.contents(contents, h, baselines)
	h.EndBlast(m)
}

func inflate(data []byte, size int) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	n, err := io.ReadFull(z, out)
	if err != nil {
		return out[:n], fmt.Errorf("%d of %d bytes: %w", n, size, err)
	}
	var more [1]byte
	if n, _ := z.Read(more[:]); n > 0 {
		return out, fmt.Errorf("more than the %d bytes that were announced", size)
	}
	return out, nil
}

// contents reads what a blast held and returns what is wrong with it.
func (d *Decoder) contents(data []byte, h Handler, baselines bool) error {
	outer := d.s.r
	defer func() { d.s.r = outer }()
	d.s.r.Reset(data, 0)
	o := opConfigString
	if baselines {
		o = opBaseline
	}
	for d.s.r.Len() > 0 {
		d.classic(h, o)
	}
	return d.s.r.Err()
}

// clock turns frame numbers into time.
type clock struct {
	interval   time.Duration
	base, now  time.Duration
	first      int32
	haveFirst  bool
	awaitsLoss bool
}

func (c *clock) level(interval time.Duration) {
	*c = clock{interval: interval, base: c.now, now: c.now, awaitsLoss: c.awaitsLoss}
}

// longestGap is the greatest step between frame numbers that is believed.
const longestGap = 24 * time.Hour

func (c *clock) frame(number int32) {
	if !c.haveFirst {
		c.haveFirst, c.first = true, number
	}
	t := c.base + time.Duration(int64(number)-int64(c.first))*c.interval
	if t >= c.now && t-c.now < longestGap {
		c.now = t
	}
}

func (d *Decoder) frameTime(number int32) {
	before := d.clock.now
	d.clock.frame(number)
	if d.clock.awaitsLoss {
		d.clock.awaitsLoss = false
		// A trial reading inherits the clock but not the damage.
		if lost := d.clock.now - before - d.clock.interval; lost > 0 && before > 0 && len(d.damage) > 0 {
			d.damage[len(d.damage)-1].Lost = lost
		}
	}
}

// maxDamage bounds how many places are kept of a demo that is nothing but damage.
const maxDamage = 1000

func (d *Decoder) report(offset int64, what string, skipped int64) {
	if len(d.damage) >= maxDamage {
		return
	}
	t := d.clock.now
	if !d.clock.haveFirst {
		t = -1
	}
	d.damage = append(d.damage, damage.Damage{Offset: offset, Time: t, What: what, Skipped: skipped})
	d.clock.awaitsLoss = true
}
