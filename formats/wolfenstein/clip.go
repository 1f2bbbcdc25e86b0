package wolfenstein

import (
	"bytes"
	"io"
	"math"
	"slices"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// clip is a [Handler] that writes part of a demo as a separate demo: first a gamestate as of the part's first block and
// that block's snapshot in full, then the rest of the part, unchanged. It must be given all messages of the demo.
type clip struct {
	begin, end int64 // offsets of the part's first block and of the first after it
	within     bool
	after      bool

	enc     *Encoder
	p       *Protocol
	history History

	gamestate Gamestate // the last one; its lists are copies
	scores    []command // the last of each kind in the level

	block       Block
	acknowledge int32
	sequence    int32 // of the last block written
	shift       int32 // added to block numbers
	first       int32 // the first snapshot of the clip that others may refer to
	altered     bool  // the current block differs from the one sent
	complete    bool  // the current block's snapshot is relative to none, other than sent
}

// command is a kept server command.
type command struct{ name, text string }

func newClip(w io.Writer, p *Protocol, begin, end int64) *clip {
	return &clip{begin: begin, end: end, within: begin == 0, p: p, first: math.MinInt32,
		enc: NewEncoder(w, Options{Protocol: p})}
}

// Handle implements [Handler].
func (c *clip) Handle(m Message) {
	snap, _ := m.(*SnapshotDelta)
	missing := false
	if snap != nil {
		base, exact := c.history.baseOf(snap)
		missing = !exact || base != nil && base.Sequence < c.first
	}
	c.history.Handle(m)
	if b, ok := m.(*Block); ok {
		c.enter(b)
	}
	switch players, _ := m.(*PlayerStates); {
	case c.after:
	case !c.within:
		c.remember(m)
	case missing:
		c.full(snap)
	case players != nil && c.complete:
		c.fullPlayers()
	default:
		c.write(m)
	}
}

// enter notes that block b begins.
func (c *clip) enter(b *Block) {
	c.block, c.altered, c.complete = *b, false, false
	switch {
	case b.Offset >= c.end:
		c.after = true
	case !c.within && b.Offset >= c.begin:
		c.within = true
		c.first = math.MaxInt32
		c.open()
	case !c.within:
		c.acknowledge = b.ReliableAcknowledge
	}
}

// remember keeps the state that the gamestate of a clip beginning later will need.
func (c *clip) remember(m Message) {
	switch m := m.(type) {
	case *Gamestate:
		c.newLevel(m)
	case *Skipped:
		if m.Gamestate != nil {
			c.newLevel(m.Gamestate)
		}
	case *ServerCommand:
		name, _, _ := bytes.Cut(m.Text, []byte(" "))
		if c.history.Command() != nil && isScores(name) {
			c.scores = slices.DeleteFunc(c.scores, func(k command) bool { return k.name == string(name) })
			c.scores = append(c.scores, command{string(name), string(m.Text)})
		}
	}
}

func (c *clip) newLevel(m *Gamestate) {
	c.scores = nil
	c.gamestate = *m
	c.gamestate.Configstrings, c.gamestate.Order = nil, nil
	c.gamestate.Baselines, c.gamestate.Current = cloneDeltas(m.Baselines), cloneDeltas(m.Current)
}

// cloneDeltas returns a copy of deltas that stays as it is.
func cloneDeltas(list []EntityDelta) []EntityDelta {
	list = slices.Clone(list)
	for i := range list {
		list[i].Changed = slices.Clone(list[i].Changed)
		list[i].Shared.Changed = slices.Clone(list[i].Shared.Changed)
	}
	return list
}

// open writes the gamestate as of the clip's first block. Commands sent again get the numbers of the last ones.
func (c *clip) open() {
	again := append([]command{{text: wire.ClipMark}}, c.scores...)
	g := c.gamestate
	g.CommandSequence = max(c.history.lastCommand, 0) - int32(len(again))
	for i, text := range c.history.Configstrings {
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
func (c *clip) start(b Block) {
	if b.Sequence+c.shift < c.sequence {
		c.shift = c.sequence + 1 - b.Sequence
	}
	b.Sequence += c.shift
	c.sequence = b.Sequence
	c.enc.Handle(&b)
}

// write writes a message of the clip.
func (c *clip) write(m Message) {
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

// full writes a snapshot that is relative to none.
func (c *clip) full(m *SnapshotDelta) {
	s := c.history.Snapshot()
	out := *m
	out.DeltaNum = 0
	out.Player = s.Player.Delta(new(PlayerState), c.p)
	out.Entities = nil
	for _, e := range s.Entities {
		out.Entities = append(out.Entities, e.Delta(c.history.Baseline(e.Number), c.p))
	}
	c.altered, c.complete = true, true
	c.first = min(c.first, m.Sequence)
	c.enc.Handle(&out)
}

// fullPlayers writes the states of all players, relative to nothing.
func (c *clip) fullPlayers() {
	var out PlayerStates
	for slot, p := range c.history.Snapshot().Players {
		if p != nil {
			out.Players = append(out.Players, NumberedPlayer{uint8(slot), p.Delta(new(PlayerState), c.p)})
		}
	}
	c.enc.Handle(&out)
}

// clipMoments returns the blocks in which the game is in view.
func clipMoments(data []byte, o codec.Options) (list []codec.Moment) {
	var h History
	level := 0
	codec.Drive[Handler](NewDecoder(data, Options{Name: o.Name}), HandlerFunc(func(m Message) {
		h.Handle(m)
		if _, ok := m.(*Gamestate); ok {
			level++
		}
	}), func(begin, end int64) {
		if s := h.Snapshot(); s != nil {
			list = append(list, codec.Moment{Begin: begin, End: end, Time: s.Time, Level: level, Unfit: s.Approximate})
		}
	})
	return list
}

// writeClip writes part of a demo; see [codec.Codec.Clip].
func writeClip(w io.Writer, data []byte, o codec.Options, first codec.Moment, end int64) error {
	d := NewDecoder(data, Options{Name: o.Name})
	p, _ := d.Protocol()
	c := newClip(w, p, first.Begin, end)
	codec.Drive[Handler](d, c, nil)
	return c.enc.Finish()
}
