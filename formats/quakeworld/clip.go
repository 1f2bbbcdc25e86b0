package quakeworld

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"fragscope/formats/wire"
)

// clipPacket bounds the messages in a block added by a clip: the oldest engines accept 1450 bytes.
const clipPacket = 1300

// clipEntityCount is the number of entities in replacement deltas that fit into a packet.
const clipEntityCount = 16

// reliable is the bit of a packet's number for reliable data.
const reliable = 1 << 31

// Clip is a [Handler] that writes a section of a demo as a separate demo. It first writes the earlier messages that
// still apply, along with the states of players and entities. It then writes the section itself, unchanged. All
// messages of the demo must be passed to the Clip.
type Clip struct {
	begin, end int64 // offsets of the part's first block and of the first after it

	multiView bool
	enc       *Encoder
	history   *History
	within    bool
	after     bool
	block     Block

	level    *ServerData
	kept     wire.Kept[clipMessage]
	users    [MaxPlayers]int32
	joined   [MaxPlayers]clipJoin
	told     uint32 // players whose state has been written
	command  *Command
	outgoing uint32 // number of the recorder's last packet (.qwd)

	packets  [64]clipEntities // .qwd
	entities []EntityDelta    // those in sight, as changes to their baselines
	first    uint32           // the first packet of the clip that others may refer to
	shift    uint32           // added to the numbers of packets
}

// clipMessage is a kept message and its recipients.
type clipMessage struct {
	code    uint8
	players uint32
	data    []byte
}

// clipJoin is the time at which a player joined.
type clipJoin struct {
	seconds float32
	at      time.Duration
}

// clipEntities are the entities of a packet.
type clipEntities struct {
	sequence uint32
	valid    bool
	list     []EntityDelta
}

// NewClip returns a Clip that writes a section of a demo to w. The section starts with the block at offset begin, or at
// the start of the demo if begin is 0. It ends before the block at offset end.
func NewClip(w io.Writer, o Options, begin, end int64) *Clip {
	return &Clip{begin: begin, end: end, multiView: o.MultiView, enc: NewEncoder(w, o), history: NewHistory(o),
		within: begin == 0}
}

// Finish ends the clip. It returns the first write error, if any.
func (c *Clip) Finish() error {
	if c.after {
		c.finale()
	}
	return c.enc.Finish()
}

// finale writes the end of the demo, as recorders do.
func (c *Clip) finale() {
	if c.multiView {
		c.enc.Handle(&Block{Code: uint8(KindAll)})
		c.enc.Handle(&Disconnect{HasText: true, Text: []byte("EndOfDemo")})
		return
	}
	c.enc.Handle(&Block{Code: uint8(KindRead), Seconds: c.block.Seconds, Sequence: ConnectionlessSequence})
	c.enc.Handle(&Connectionless{Data: []byte("\x02EndOfDemo\x00")})
}

// Handle implements [Handler].
func (c *Clip) Handle(m Message) {
	if c.after {
		return
	}
	if b, ok := m.(*Block); ok && !c.enter(b) {
		return
	}
	c.history.Handle(m)
	p, isPacket := m.(*PacketEntities)
	known := true
	if isPacket {
		known = c.merge(p)
	}
	switch {
	case !c.within:
		c.note(m)
	case isPacket && !known:
		c.enc.Handle(&PacketEntities{Entities: c.entities})
	default:
		c.write(m)
	}
}

// enter moves on to block b. It returns false after the last block of the clip.
func (c *Clip) enter(b *Block) bool {
	if b.Offset >= c.end {
		c.after = true
		return false
	}
	if !c.within && b.Offset >= c.begin {
		c.within = true
		c.open(b)
	}
	c.block = *b
	return true
}

// merge handles a packet's entities and reports whether the clip contains the entities that they refer to.
func (c *Clip) merge(m *PacketEntities) (known bool) {
	var old []EntityDelta
	known = true
	switch {
	case !m.Delta:
	case c.multiView:
		old = c.entities
	default:
		p := &c.packets[m.From&63]
		old = p.list
		if known = p.valid && uint8(p.sequence) == m.From; !known {
			old = c.entities
		}
		known = known && (c.begin == 0 || c.first != 0 && p.sequence >= c.first)
	}
	c.entities = merged(old, m.Entities)
	if c.multiView {
		return true
	}
	n := c.block.Sequence &^ reliable
	c.packets[n&63] = clipEntities{n, !c.history.snapshot.Approximate, c.entities}
	if c.within && c.first == 0 {
		c.first = n
	}
	return known
}

// merged returns old with changes applied.
func merged(old, changes []EntityDelta) []EntityDelta {
	list := make([]EntityDelta, 0, len(old)+len(changes))
	for i := range changes {
		e := &changes[i]
		for len(old) > 0 && old[0].Number < e.Number {
			list = append(list, old[0])
			old = old[1:]
		}
		var base EntityDelta
		if len(old) > 0 && old[0].Number == e.Number {
			base, old = old[0], old[1:]
		}
		if !e.Removed() {
			list = append(list, base.with(e))
		}
	}
	return append(list, old...)
}

// with merges e with a later change m.
func (e EntityDelta) with(m *EntityDelta) EntityDelta {
	s := m.Apply(e.looks())
	const model = EntityModel | entityBigModel
	if m.Mask&model != 0 {
		e.Mask &^= model
	}
	e.Mask |= m.Mask
	e.Number, e.Model, e.Frame, e.Colormap, e.Skin, e.Effects = m.Number, s.Model, uint8(s.Frame), s.Colormap,
		s.Skin, s.Effects
	e.Origin, e.Angles, e.Alpha = s.Origin, s.Angles, s.Alpha
	for _, f := range []struct {
		bit      uint32
		to, from *uint8
	}{
		{EntityScale, &e.Scale, &m.Scale}, {EntityFatness, &e.Fatness, &m.Fatness},
		{EntityDrawFlags, &e.DrawFlags, &m.DrawFlags},
		{EntityAbsLight, &e.AbsLight, &m.AbsLight}, {EntityFlags, &e.Flags, &m.Flags},
	} {
		if m.Mask&f.bit != 0 {
			*f.to = *f.from
		}
	}
	if m.Mask&EntityColorMod != 0 {
		e.ColorMod = m.ColorMod
	}
	if m.Mask&EntityTag != 0 {
		e.Tag = m.Tag
	}
	if m.Mask&EntityLight != 0 {
		e.Light, e.LightKind = m.Light, m.LightKind
	}
	return e
}

// looks returns the fields as a state.
func (e *EntityDelta) looks() EntityState {
	return EntityState{Number: e.Number, Model: e.Model, Frame: uint16(e.Frame), Colormap: e.Colormap, Skin: e.Skin,
		Effects: e.Effects, Origin: e.Origin, Angles: e.Angles, Alpha: e.Alpha}
}

// note records the state needed by a clip that begins later.
func (c *Clip) note(m Message) {
	switch m := m.(type) {
	case *ServerData:
		c.newLevel(m)
	case *Command:
		last := *m
		c.command = &last
		c.outgoing++
	case *SequenceInfo:
		c.outgoing = m.Outgoing
	case *PlayerInfo:
		if m.Player < MaxPlayers {
			c.told |= 1 << m.Player
		}
	case *UpdateUserInfo:
		c.user(m)
	case *UpdateStat:
		c.stat(m)
	case *UpdateEnterTime:
		if m.Player < MaxPlayers {
			c.joined[m.Player] = clipJoin{m.Seconds, c.block.Clock}
		}
	case *StuffText:
		c.stuffText(m)
	default:
		if key, ok := c.key(m); ok {
			c.keep(key, m)
		}
	}
}

func (c *Clip) newLevel(m *ServerData) {
	level := *m
	level.Extensions = slices.Clone(m.Extensions)
	c.level = &level
	c.kept, c.told, c.entities = wire.Kept[clipMessage]{}, 0, nil
	c.packets, c.joined, c.users = [64]clipEntities{}, [MaxPlayers]clipJoin{}, [MaxPlayers]int32{}
}

// key returns the key under which a message is kept. ok is false if the message need not be kept.
func (c *Clip) key(m Message) (key string, ok bool) {
	switch m := m.(type) {
	case *SoundList:
		return fmt.Sprint("sounds ", m.First), true
	case *ModelList:
		return fmt.Sprint("models ", m.First), true
	case *SpawnBaseline, *SpawnDelta, *SpawnStatic, *SpawnStaticSound:
		return "", true
	case *LightStyle:
		return fmt.Sprint("style ", m.Style), true
	case *UpdateFrags:
		return fmt.Sprint("player ", m.Player, " frags"), true
	case *UpdatePing:
		return fmt.Sprint("player ", m.Player, " ping"), true
	case *UpdatePL:
		return fmt.Sprint("player ", m.Player, " loss"), true
	case *SetInfo:
		return fmt.Sprint("player ", m.Player, " info ", string(m.Key)), true
	case *ServerInfo:
		return "server " + string(m.Key), true
	case *CDTrack, *SetPause, *Intermission, *Finale, *MaxSpeed, *EntGravity:
		return fmt.Sprint(Name(m), c.block.Code, c.block.Players), true
	}
	return "", false
}

// keep keeps a message for the recipients of its block.
func (c *Clip) keep(key string, m Message) {
	c.kept.Set(key, clipMessage{c.block.Code, c.block.Players, c.encoded(m)})
}

// encoded returns m in bytes.
func (c *Clip) encoded(m Message) []byte {
	var e Encoder
	if e.c.p = c.enc.c.p; c.level != nil {
		e.c.p = c.level.Layout
	}
	e.put(m)
	return bytes.Clone(e.c.Data())
}

// user records a player's identity, and forgets a player who left.
func (c *Clip) user(m *UpdateUserInfo) {
	if m.Player >= MaxPlayers {
		return
	}
	key, was := fmt.Sprint("player ", m.Player), &c.users[m.Player]
	if len(m.Info) == 0 || *was != 0 && *was != m.UserID {
		c.told &^= 1 << m.Player
		c.joined[m.Player] = clipJoin{}
		c.kept.Drop(key)
	}
	*was = m.UserID
	c.kept.Drop(key + " info")
	c.keep(key+" user", m)
}

// stat keeps a number of the status bar for each player who received it.
func (c *Clip) stat(m *UpdateStat) {
	data := c.encoded(m)
	if !c.multiView {
		c.kept.Set(fmt.Sprint("stat ", m.Index), clipMessage{c.block.Code, c.block.Players, data})
		return
	}
	for n := range MaxPlayers {
		if c.block.To(n) {
			c.kept.Set(fmt.Sprint("player ", n, " stat ", m.Index),
				clipMessage{uint8(KindStats) | uint8(n)<<3, 0, data})
		}
	}
}

// stuffText keeps the server's commands that begin the level, and its info.
func (c *Clip) stuffText(m *StuffText) {
	switch {
	case bytes.HasPrefix(m.Text, []byte("fullserverinfo ")):
		c.kept.Drop("server")
		c.keep("server", m)
	case !c.history.begun:
		c.keep("", m)
	}
}

// open writes the state at b, the clip's first block.
func (c *Clip) open(b *Block) {
	if c.level == nil {
		return
	}
	level := *c.level
	snapshot := &c.history.snapshot
	level.Seconds = float32((c.block.Clock + c.history.offset).Seconds())
	list := slices.Concat([]clipMessage{}, c.kept.All(), c.enterTimes(b))
	size := clipPacket
	packets := 0
	start := func(m clipMessage) {
		packets++
		c.enc.Handle(&Block{Code: m.code, Players: m.players, Seconds: b.Seconds, Sequence: uint32(packets)})
		size = 0
	}
	c.numbers(b, list)
	start(clipMessage{code: c.allCode()})
	c.enc.Handle(&level)
	c.enc.Handle(&StuffText{Text: []byte(wire.ClipMark + "\n")})
	last := clipMessage{code: c.allCode()}
	for _, m := range list {
		if size+len(m.data) > clipPacket || m.code != last.code || m.players != last.players {
			start(m)
			last = m
		}
		size += len(m.data)
		c.enc.Handle(&Raw{Data: m.data})
	}
	if !c.multiView {
		c.openClient(b)
		return
	}
	start(clipMessage{code: uint8(KindAll)})
	for n := range MaxPlayers {
		if c.told>>n&1 != 0 {
			c.enc.Handle(snapshot.Players[n].info(uint8(n)))
		}
	}
	if c.history.replacement == nil {
		c.enc.Handle(&PacketEntities{Entities: c.entities})
	}
	for _, m := range c.history.replacement.Restart(clipEntityCount) {
		start(clipMessage{code: uint8(KindAll)})
		c.enc.Handle(&UpdateEntities{m})
	}
}

// numbers makes room, before the number of the clip's first packet, for the packets that open writes.
func (c *Clip) numbers(b *Block, list []clipMessage) {
	most := uint32(2 + len(c.history.replacement.Restart(clipEntityCount))) // more than open writes
	for _, m := range list {
		most += 1 + uint32(len(m.data))/clipPacket
	}
	if sequence := b.Sequence &^ reliable; !c.multiView && sequence <= most {
		c.shift = most + 1 - sequence
	}
}

// openClient writes the current packet numbers and the recorder's view, and all entities if the server sends
// replacement deltas: in the packets right before the clip's first, as FTE takes changes to refer to one of the last 63
// packets (client/cl_ents.c, CLFTE_ParseEntities).
func (c *Clip) openClient(b *Block) {
	whole := c.history.replacement.Restart(clipEntityCount)
	next := b.Sequence&^reliable + c.shift - uint32(len(whole))
	c.enc.Handle(&Block{Code: uint8(KindSequence), Seconds: b.Seconds})
	c.enc.Handle(&SequenceInfo{Outgoing: c.outgoing, Incoming: next - 1})
	if c.command != nil {
		c.enc.Handle(&Block{Code: uint8(KindCommand), Seconds: b.Seconds})
		c.enc.Handle(c.command)
	}
	for i, m := range whole {
		c.enc.Handle(&Block{Code: c.allCode(), Seconds: b.Seconds, Sequence: next + uint32(i)})
		c.enc.Handle(&UpdateEntities{m})
	}
}

// enterTimes returns the messages with the times since players joined, as of the clip's first block.
func (c *Clip) enterTimes(b *Block) (list []clipMessage) {
	for n, j := range c.joined {
		if j.at > 0 || j.seconds != 0 {
			m := UpdateEnterTime{Player: uint8(n), Seconds: j.seconds + float32((b.Clock - j.at).Seconds())}
			list = append(list, clipMessage{code: c.allCode(), data: c.encoded(&m)})
		}
	}
	return list
}

// allCode returns the code of blocks for everybody.
func (c *Clip) allCode() uint8 {
	if c.multiView {
		return uint8(KindAll)
	}
	return uint8(KindRead)
}

// info returns the message with the whole state of a player in a .mvd.
func (s *PlayerState) info(n uint8) *PlayerInfo {
	m := &PlayerInfo{
		Player: n, MultiView: true, Origin: s.Origin, Angles: s.Angles, Frame: s.Frame, Model: uint8(s.Model),
		Skin: s.Skin, Effects: s.Effects, WeaponFrame: s.WeaponFrame,
		Flags: 7*ViewOrigin | 7*ViewAngles | ViewEffects | ViewSkin | ViewWeaponFrame | ViewModel,
	}
	if s.Model > 255 {
		m.Skin |= 0x80
	}
	if s.Dead {
		m.Flags |= ViewDead
	}
	if s.Gib {
		m.Flags |= ViewGib
	}
	return m
}

// write writes a message of the clip. Its packet numbers continue those of the earlier packets.
func (c *Clip) write(m Message) {
	if c.shift != 0 {
		switch n := m.(type) {
		case *Block:
			b := *n
			if b.Kind() == KindRead && !b.Connectionless() {
				b.Sequence += c.shift
			}
			m = &b
		case *SequenceInfo:
			m = &SequenceInfo{n.Outgoing, n.Incoming + c.shift}
		case *PacketEntities:
			m = &PacketEntities{n.Delta, n.From + uint8(c.shift), n.Entities}
		}
	}
	c.enc.Handle(m)
}
