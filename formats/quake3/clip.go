package quake3

import (
	"bytes"
	"io"
	"math"
	"slices"

	"fragscope/formats/wire"
)

// Clip is a [Handler] that writes a section of a demo as a separate demo. It first writes a gamestate with the state at
// the start of the section, and then the section itself. Snapshots that refer to snapshots outside the section are
// written in full; everything else is unchanged. All messages of the demo must be passed to the Clip.
type Clip struct {
	begin, end int64 // offsets of the part's first block and of the first after it

	enc      *Encoder
	protocol *Protocol
	history  ClipHistory
	phase    phase

	gamestate Gamestate // the last one; its texts and lists are copies
	scores    []command // the last of each kind in the level
	opening   []command // parts of an incomplete configstring

	block       Block
	acknowledge int32
	sequence    int32 // of the last block written
	shift       int32 // added to block numbers
	first       int32 // the first snapshot of the clip that others may refer to
	altered     bool  // the current block differs from the one sent
	complete    bool  // the current block's snapshot refers to none, other than sent
}

// phase is the position of a [Clip] in its demo.
type phase uint8

const (
	phaseBefore phase = iota
	phaseWithin
	phaseAfter
)

// command is a kept server command.
type command struct {
	name, text string
}

// NewClip returns a Clip that writes a section of a demo to w. The section starts with the block at offset begin and
// ends before the block at offset end. If begin is 0, the section starts at the start of the demo, and everything
// before the first snapshot is written too.
func NewClip(w io.Writer, p *Protocol, begin, end int64) *Clip {
	c := &Clip{begin: begin, end: end, enc: NewEncoder(w, Options{Protocol: p}), protocol: p,
		history: p.family.History(), first: math.MinInt32}
	if begin == 0 {
		c.phase = phaseWithin
	}
	return c
}

// Finish ends the clip. It returns the first write error, if any.
func (c *Clip) Finish() error { return c.enc.Finish() }

// Handle implements [Handler].
func (c *Clip) Handle(m Message) {
	snap, _ := m.(*SnapshotDelta)
	missing := snap != nil && c.history.Lacks(snap, c.first)
	c.history.Handle(m)
	if b, ok := m.(*Block); ok {
		c.enter(b)
	}
	switch c.phase {
	case phaseBefore:
		c.remember(m)
	case phaseWithin:
		if _, players := m.(*PlayerStates); players {
			missing = c.complete
		}
		if missing {
			c.altered, c.complete = true, true
			m = c.history.Full(m, c.protocol)
		}
		c.write(m)
	}
}

// enter moves on to the phase of block b.
func (c *Clip) enter(b *Block) {
	c.block, c.altered, c.complete = *b, false, false
	switch {
	case b.Offset >= c.end:
		c.phase = phaseAfter
	case c.phase == phaseBefore && b.Offset >= c.begin:
		c.phase = phaseWithin
		c.first = math.MaxInt32
		c.open()
	}
	if c.phase == phaseBefore {
		c.acknowledge = b.ReliableAcknowledge
	}
}

// remember records the state needed by the gamestate of a clip that begins later.
func (c *Clip) remember(m Message) {
	switch m := m.(type) {
	case *Gamestate:
		c.newLevel(m)
	case *ServerCommand:
		c.note(m)
	case *Skipped:
		if m.Gamestate != nil {
			c.newLevel(m.Gamestate)
		}
	}
}

func (c *Clip) newLevel(m *Gamestate) {
	c.scores, c.opening = nil, nil
	c.gamestate = *m
	c.gamestate.Configstrings, c.gamestate.Order = nil, nil
	c.gamestate.Baselines = slices.Clone(m.Baselines)
	for i := range c.gamestate.Baselines {
		d := &c.gamestate.Baselines[i]
		d.Changed = slices.Clone(d.Changed)
		if d.Shared != nil {
			shared := *d.Shared
			shared.Changed = slices.Clone(shared.Changed)
			d.Shared = &shared
		}
	}
}

// note keeps parts of a configstring, and commands with scores, which clients show until the next one.
func (c *Clip) note(m *ServerCommand) {
	name, _, _ := bytes.Cut(m.Text, []byte(" "))
	applied := c.history.Applied()
	switch {
	case c.protocol.family.Scores(name):
		if applied.Command() == nil {
			return
		}
		c.scores = slices.DeleteFunc(c.scores, func(k command) bool { return k.name == string(name) })
		c.scores = append(c.scores, command{string(name), string(m.Text)})
	case !applied.big.open:
		c.opening = nil
	case bytes.HasPrefix(name, []byte("bcs")) && (len(c.opening) == 0 ||
		c.opening[len(c.opening)-1].text != string(m.Text)):
		c.opening = append(c.opening, command{string(name), string(m.Text)})
	}
}

// open writes the gamestate as of the clip's first block. Commands sent again get the numbers of the last ones.
func (c *Clip) open() {
	again := slices.Concat([]command{{text: wire.ClipMark}}, c.scores, c.opening)
	g := c.gamestate
	g.CommandSequence = max(c.history.Applied().last, 0) - int32(len(again))
	for i, text := range c.history.Texts() {
		if text != "" {
			g.Configstrings = append(g.Configstrings, Configstring{Index: i, Text: []byte(text)})
		}
	}
	c.start(Block{Sequence: c.block.Sequence - 1, ReliableAcknowledge: c.acknowledge})
	c.enc.Handle(&g)
	c.enc.Handle(&BlockEnd{})
	c.start(c.block)
	c.altered = true
	for i, k := range again {
		c.enc.Handle(&ServerCommand{Sequence: g.CommandSequence + 1 + int32(i), Text: []byte(k.text)})
	}
}

// start starts a block, with the number after the last one's.
func (c *Clip) start(b Block) {
	if b.Sequence+c.shift < c.sequence {
		c.shift = c.sequence + 1 - b.Sequence
	}
	b.Sequence += c.shift
	c.sequence = b.Sequence
	c.enc.Handle(&b)
}

// write writes a message of the clip.
func (c *Clip) write(m Message) {
	switch m := m.(type) {
	case *Block:
		if c.first != math.MaxInt32 || m.Offset != c.begin {
			c.start(*m)
		}
		return
	case *Skipped:
		c.first = math.MaxInt32
		if m.Renumbered {
			c.shift = 0
		}
		if m.Gamestate != nil {
			c.start(Block{Sequence: c.sequence + 1 - c.shift, ReliableAcknowledge: c.block.ReliableAcknowledge})
			c.enc.Handle(m.Gamestate)
			c.enc.Handle(&BlockEnd{})
		}
		return
	case *BlockEnd:
		if c.altered {
			c.enc.Handle(&BlockEnd{})
			return
		}
	case *SnapshotDelta:
		if m.DeltaNum == 0 {
			c.first = min(c.first, m.Sequence)
		}
	case *End:
		c.enc.Handle(&End{Marker: true, Sequence: -1, Length: -1})
		return
	}
	c.enc.Handle(m)
}

// isScores reports whether clients show a command's scores until the next one.
func isScores(name []byte) bool {
	return bytes.Contains(name, []byte("scores")) || string(name) == "tinfo"
}
