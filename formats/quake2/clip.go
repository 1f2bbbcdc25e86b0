package quake2

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"fragscope/formats/wire"
)

// clipBlock bounds the messages in a block added by a clip: the oldest engines accept 1400 bytes.
const clipBlock = 1200

// Clip is a [Handler] that writes a section of a demo as a separate demo. It first writes messages that establish the
// state at the start of the section, and then the section itself. Frames that refer to frames outside the section are
// written in full; everything else is unchanged. All messages of the demo must be passed to the Clip.
type Clip struct {
	begin, end int64 // offsets of the part's first block and of the first after it

	enc     *Encoder
	header  Header
	history History
	within  bool
	after   bool
	block   Block

	level   *ServerData
	strings map[uint16][]byte // configstrings
	kept    wire.Kept[[]Message]
	shown   bool    // the level has shown something
	to      Message // recipient of the next messages, nil for all

	frames  clipFrames
	held    *Frame // waiting for its player
	altered bool   // some compressed messages differ from those sent
}

// NewClip returns a Clip that writes a section of a demo to w. The section starts with the block at offset begin, or at
// the start of the demo if begin is 0. It ends before the block at offset end.
func NewClip(w io.Writer, o Options, begin, end int64) *Clip {
	return &Clip{begin: begin, end: end, enc: NewEncoder(w, o), within: begin == 0, strings: map[uint16][]byte{}}
}

// Finish ends the clip. It returns the first write error, if any.
func (c *Clip) Finish() error {
	if c.after {
		b := Block{Kind: BlockEnd}
		if c.header.Format == DM2 {
			b.Size = -1
		}
		c.enc.Handle(&b)
		c.enc.Handle((*EndBlock)(&b))
	}
	return c.enc.Finish()
}

// Handle implements [Handler].
func (c *Clip) Handle(m Message) {
	if c.after {
		return
	}
	switch m := m.(type) {
	case *Header:
		c.header = *m
		c.enc.Handle(m)
		return
	case *Block:
		if !c.enter(m) {
			return
		}
	case *ServerData:
		c.frames = clipFrames{p: c.protocol(m)}
	}
	c.history.Handle(m)
	out := c.frames.handle(m, &c.history, c.within && c.begin > 0)
	if !c.within {
		c.note(m)
		return
	}
	c.altered = c.altered || out != m
	c.write(out)
}

// enter moves on to block b. It returns false after the last block of the clip.
func (c *Clip) enter(b *Block) bool {
	if b.Offset >= c.end {
		c.after = true
		return false
	}
	if !c.within && b.Offset >= c.begin {
		c.within = true
		c.open()
	}
	c.block = *b
	return true
}

// protocol returns a level's protocol.
func (c *Clip) protocol(m *ServerData) *protocol {
	if c.header.Format == DM2 {
		return protocols[m.Protocol]
	}
	for i := range mvdProtocols {
		if v := &mvdProtocols[i]; m.Minor >= v.from && m.Minor <= v.to && m.Flags&v.flags == v.flags {
			return v.p
		}
	}
	return nil
}

// write writes a message of the clip. A frame that contains bits of its player's mask is held back until the player
// follows.
func (c *Clip) write(m Message) {
	switch m := m.(type) {
	case *Frame:
		if c.frames.full && c.frames.p.joined {
			f := *m
			c.held = &f
			return
		}
	case *PlayerDelta:
		if c.held != nil {
			c.held.PlayerBits = uint8(m.Mask >> 16)
			c.enc.Handle(c.held)
			c.held = nil
		}
	case *Sound:
		c.enc.Handle(m.ofProtocol())
		return
	case *TempEntity:
		c.enc.Handle(m.ofProtocol())
		return
	case *Compressed:
		c.altered = false
	case *EndCompressed:
		if c.altered {
			c.enc.Handle(&EndCompressed{})
			return
		}
	}
	c.enc.Handle(m)
}

// note records the state needed by a clip that begins later.
func (c *Clip) note(m Message) {
	switch m := m.(type) {
	case *ServerData:
		level := *m
		level.Split = slices.Clone(m.Split)
		c.level, c.strings, c.kept, c.shown, c.to = &level, map[uint16][]byte{}, wire.Kept[[]Message]{}, false, nil
	case *Multicast:
		to := *m
		c.to = &to
	case *Unicast:
		to := *m
		c.to = &to
		return // it concerns the next message
	case *EndMulticast:
		c.to = nil
	case *ConfigString:
		c.setString(m)
	case *LevelRestart:
		for i := range m.Strings {
			c.setString(&m.Strings[i])
		}
	case *Frame, *MVDFrame:
		c.shown = true
	default:
		c.keep(m)
	}
	if _, ok := c.to.(*Unicast); ok {
		c.to = nil
	}
}

func (c *Clip) setString(m *ConfigString) {
	if c.to != nil {
		c.keep(m)
		return
	}
	c.strings[m.Index] = bytes.Clone(m.Text)
}

// keep keeps a message that remains in effect until the next one of its kind, or for the whole level.
func (c *Clip) keep(m Message) {
	key := Name(m)
	var kept Message
	switch m := m.(type) {
	case *Baseline:
		last := *m
		key, kept = fmt.Sprint(key, m.Entity.Number), &last
	case *ConfigString:
		key, kept = fmt.Sprint(key, m.Index), &ConfigString{m.Index, bytes.Clone(m.Text)}
	case *Layout:
		kept = &Layout{bytes.Clone(m.Text)}
	case *Inventory:
		last := *m
		kept = &last
	case *SimpleFog:
		last := *m
		kept = &last
	case *Fog:
		last := *m
		key, kept = "", &last // each changes only a part
	case *StuffText:
		if c.shown {
			return
		}
		key, kept = "", &StuffText{bytes.Clone(m.Text)}
	default:
		return
	}
	list := []Message{kept}
	switch to := c.to.(type) {
	case *Unicast:
		key += fmt.Sprint(" of ", to.Client)
		list = []Message{to, kept}
	case *Multicast:
		if to.To != MulticastClient {
			return
		}
		key += fmt.Sprint(" of ", to.Client)
		list = []Message{to, kept, (*EndMulticast)(to)}
	}
	c.kept.Set(key, list)
}

// open writes the state at the clip's first block.
func (c *Clip) open() {
	if c.level == nil {
		return
	}
	b := Block{}
	c.enc.Handle(&b)
	c.enc.Handle(c.level)
	size := 0
	put := func(n int, list ...Message) {
		if c.header.Format == DM2 && size+n > clipBlock {
			c.enc.Handle((*EndBlock)(&b))
			c.enc.Handle(&b)
			size = 0
		}
		size += n
		for _, m := range list {
			c.enc.Handle(m)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(c.strings)) {
		if text := c.strings[i]; len(text) > 0 {
			put(len(text)+4, &ConfigString{i, text})
		}
	}
	if m := c.frames.gamestate(); m != nil {
		put(0, m)
	}
	mark := &StuffText{[]byte(wire.ClipMark + "\n")}
	switch c.header.Format {
	case DM2:
		put(messageSize(mark), mark)
	case MVD2:
		to := &Multicast{To: MulticastClient}
		put(0, to, mark, (*EndMulticast)(to))
	}
	for _, list := range c.kept.All() {
		put(messageSize(list[len(list)/2]), list...)
	}
	c.enc.Handle((*EndBlock)(&b))
}

// messageSize returns the largest possible size of a kept message, in bytes.
func messageSize(m Message) int {
	switch m := m.(type) {
	case *Layout:
		return len(m.Text) + 2
	case *StuffText:
		return len(m.Text) + 2
	case *ConfigString:
		return len(m.Text) + 4
	case *Inventory:
		return 2*len(m.Counts) + 1
	}
	return 100
}
