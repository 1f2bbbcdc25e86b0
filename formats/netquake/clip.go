package netquake

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"fragscope/formats/wire"
)

// Clip is a [Handler] that writes a section of a demo as a separate demo. It first writes messages that establish the
// state at the start of the section, and then the section itself, unchanged. All messages of the demo must be passed to
// the Clip.
type Clip struct {
	begin, end int64 // offsets of the part's first block and of the first after it

	enc    *Encoder
	within bool
	after  bool
	shown  bool // the level has shown something
	block  Block

	protocol *Protocol // of the level; nil before the first
	kept     wire.Kept[clipMessage]
	counts   [2]int32   // of monsters and secrets
	client   ClientData // the last of the level
	frames   clipFrames
	// replaced follows FTE's replacement deltas. It is nil if there are none.
	replaced *History
	whole    bool // the next of them is to be written in full
}

// NewClip returns a Clip that writes a section of a demo to w. The section starts with the block at offset begin, or at
// the start of the demo if begin is 0. It ends before the block at offset end.
func NewClip(w io.Writer, o Options, begin, end int64) *Clip {
	return &Clip{begin: begin, end: end, enc: NewEncoder(w, o), within: begin == 0}
}

// Finish ends the clip. It returns the first write error, if any.
func (c *Clip) Finish() error {
	if c.after {
		c.enc.Handle(&Block{Angles: c.block.Angles})
		c.enc.Handle(&Disconnect{})
	}
	return c.enc.Finish()
}

// Handle implements [Handler].
func (c *Clip) Handle(m Message) {
	if b, ok := m.(*Block); ok && !c.after {
		c.enter(b)
	}
	if c.after {
		return
	}
	if e, ok := m.(*Entities); ok && c.protocol != nil && c.protocol.frames != nil {
		c.frames.add(e, c.protocol.frames)
	}
	switch m := m.(type) {
	case *Track:
		c.enc.Handle(m)
		return
	case *Variant:
		c.protocol = c.protocol.told(m)
	case *ServerInfo:
		c.protocol, c.frames = m.Layout, clipFrames{}
		if c.replaced = nil; m.Layout != nil && m.Layout.entities != nil {
			c.replaced = NewHistory()
		}
	}
	if c.replaced != nil {
		c.replaced.Handle(m)
	}
	if c.within {
		c.write(m)
		return
	}
	c.note(m)
}

// write writes a message of the clip. The first changes to entities are written in full.
func (c *Clip) write(m Message) {
	if _, ok := m.(*UpdateEntities); ok && c.whole {
		c.whole = false
		for _, all := range c.replaced.replacement.Restart(math.MaxInt) {
			m = &UpdateEntities{Entities: all}
		}
	}
	c.enc.Handle(m)
}

// enter moves on to block b.
func (c *Clip) enter(b *Block) {
	switch {
	case b.Offset >= c.end:
		c.after = true
		return
	case !c.within && b.Offset >= c.begin:
		c.within = true
		c.open(b)
	}
	c.block = *b
}

// note records the state needed by a clip that begins later.
func (c *Clip) note(m Message) {
	switch m := m.(type) {
	case *ServerInfo:
		c.kept, c.counts, c.client, c.shown = wire.Kept[clipMessage]{}, [2]int32{}, ClientData{}, false
		c.keep("", m)
	case *ClientData:
		c.client = *m
	case *UpdateEntity, *UpdateEntities, *Entities:
		c.shown = true
	case *KilledMonster:
		c.count(StatKilled)
	case *FoundSecret:
		c.count(StatFoundSecrets)
	case *UpdateStat:
		if m.Index == StatKilled || m.Index == StatFoundSecrets {
			c.counts[m.Index-StatFoundSecrets] = m.Value
		}
		c.keep(fmt.Sprint("stat ", m.Index), m)
	case *HideLMP:
		c.kept.Drop("picture " + string(m.Text))
	default:
		if key, ok := c.key(m); ok {
			c.keep(key, m)
		}
	}
}

// count counts a monster or a secret, as clients do.
func (c *Clip) count(stat uint8) {
	n := &c.counts[stat-StatFoundSecrets]
	*n++
	c.keep(fmt.Sprint("stat ", stat), &UpdateStat{Index: stat, Value: *n})
}

// key returns the key under which a message is kept. ok is false if the message need not be kept.
func (c *Clip) key(m Message) (key string, ok bool) {
	switch m := m.(type) {
	case *SpawnStatic, *SpawnStaticSound:
		return "", true
	case *SpawnBaseline:
		return fmt.Sprint("baseline ", m.Entity), true
	case *SpawnDelta:
		if m.ID == idSpawnDelta {
			return fmt.Sprint("baseline ", m.Number), true
		}
		return "", true
	case *UpdateStatFloat:
		return fmt.Sprint("stat ", m.Index), true
	case *UpdateStatText:
		return fmt.Sprint("text ", m.Index), true
	case *Precache:
		return fmt.Sprint("precache ", m.Index), true
	case *LightStyle:
		return fmt.Sprint("style ", m.Style), true
	case *SignonNum:
		return fmt.Sprint("signon ", m.Stage), true
	case *UpdateName:
		return fmt.Sprint("name ", m.Player), true
	case *UpdateFrags:
		return fmt.Sprint("frags ", m.Player), true
	case *UpdateColors:
		return fmt.Sprint("colors ", m.Player), true
	case *ShowLMP:
		return "picture " + string(m.Slot), true
	case *Intermission, *Finale, *CutScene:
		return "intermission", true
	case *SetView, *CDTrack, *SetPause, *SkyBox, *Fog, *SkyboxSize, *NehahraFog:
		return Name(m), true
	case *StuffText:
		return "", !c.shown
	}
	return "", false
}

// clipMessage is a kept message and the offset of its block.
type clipMessage struct {
	block int64
	data  []byte
}

func (c *Clip) keep(key string, m Message) {
	c.kept.Set(key, clipMessage{c.block.Offset, c.encoded(m)})
}

// encoded returns m in bytes.
func (c *Clip) encoded(m Message) []byte {
	var e Encoder
	e.c.p = c.protocol
	if e.c.p == nil {
		e.c.p = c.enc.c.p
	}
	e.put(m)
	return bytes.Clone(e.c.Data())
}

// open writes the state at b, the clip's first block.
func (c *Clip) open(b *Block) {
	if c.protocol == nil {
		return
	}
	view := b.Angles
	for _, a := range view {
		if !(a > -360 && a < 360) {
			view = Vec3{} // a demo cannot begin with angles like these
		}
	}
	// Keep messages of different blocks apart: what a protocol's number leaves open is settled by reading blocks to
	// their ends.
	last := int64(-1)
	for i, m := range c.kept.All() {
		if m.block != last {
			c.enc.Handle(&Block{Angles: view})
			last = m.block
		}
		if c.enc.Handle(&Raw{Data: m.data}); i == 0 {
			c.enc.Handle(&Raw{Data: c.encoded(&StuffText{Text: []byte(wire.ClipMark + "\n")})})
			c.tellVariant(view)
			last = -1
		}
	}
	c.enc.flush()
	c.enc.c.p = c.protocol
	for _, e := range c.frames.all(c.protocol.frames) {
		c.enc.Handle(&Block{Angles: view})
		c.enc.Handle(e)
	}
	c.whole = c.replaced != nil
}

// tellVariant writes blocks that only the variant found in the demo can read to their ends. They follow the level's
// [ServerInfo], and are needed because the blocks that revealed the variant may precede the clip. Engines ignore their
// content.
func (c *Clip) tellVariant(view Vec3) {
	v := c.protocol.variant
	for _, tell := range []struct {
		needed  bool
		message Message
	}{
		{v.DarkPlaces, &PointParticles{ID: idPointParticles1}},
		{v.Nehahra, &NehahraFog{}},
		{v.NarrowSounds && protocols[c.protocol.Number].wideSounds, &Sound{Mask: soundVolume}},
		{v.ItemsByMask, c.client.withoutItems()},
	} {
		if tell.needed {
			c.enc.Handle(&Block{Angles: view})
			c.enc.Handle(&Raw{Data: c.encoded(tell.message)})
		}
	}
}

// withoutItems returns the message as Quake 0.91 to 1.06 send it when the items have not changed.
func (m ClientData) withoutItems() *ClientData {
	m.Mask, m.HasItems = m.Mask&^ClientItems, false
	return &m
}
