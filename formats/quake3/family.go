package quake3

import (
	"io"
	"slices"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// Family describes a family of games with the same engine. It specifies how the family's demos differ from those of
// other families, so that [Decoder], [Encoder], [Clip] and the text form can support all families.
type Family struct {
	// Protocols lists all protocols, most common first.
	Protocols []*Protocol
	// Extensions maps file name extensions other than .dm_ and a protocol number to their protocols.
	Extensions map[string]int
	// Entity, Player and Shared describe the fields of states, by field number.
	Entity, Player, Shared []FieldInfo
	// Scores reports whether a server command of the given name sets scores that are shown until the next command of
	// that name.
	Scores func(name []byte) bool
	// History returns a new history.
	History func() ClipHistory
}

// FieldInfo describes a field of a state.
type FieldInfo struct {
	// Name is the field's name in the engine's sources.
	Name string
	// Float is set if the field holds the bits of a float.
	Float bool
}

// ClipHistory is a [Handler] that keeps the state to which deltas refer, for use by [Clip].
type ClipHistory interface {
	Handler
	// Texts returns the configstrings. Applied returns the [Commands] that changed them.
	Texts() []string
	Applied() *Commands
	// Lacks reports whether snapshot m refers to a snapshot that is missing or that precedes sequence number first.
	Lacks(m *SnapshotDelta, first int32) bool
	// Full returns m, a message in the latest snapshot's block, in a form that does not refer to earlier snapshots.
	Full(m Message, p *Protocol) Message
	// Moment returns the time of the current block's snapshot and whether the snapshot is approximate. ok is false if the
	// block contains no snapshot.
	Moment() (at time.Duration, approximate, ok bool)
}

// NewFamily returns a pointer to a copy of f whose protocols are ready for decoding.
func NewFamily(f Family) *Family {
	for _, p := range f.Protocols {
		p.entityCodes, p.playerCodes = compile(p.Entity, true), compile(p.Player, false)
		p.sharedCodes = compile(p.Shared, true)
		p.kinds, p.family = kindsOf(p), &f
	}
	return &f
}

// family is Quake III with Quake Live.
var family = NewFamily(Family{Protocols: protocols, Extensions: map[string]int{".dm3": 43},
	Entity: infoOf(EntityField(NumEntityFields)), Player: infoOf(PlayerField(NumPlayerFields)), Scores: isScores,
	History: func() ClipHistory { return new(History) }})

// ProtocolOf returns the family's protocol with the given number, or nil if there is none.
func (f *Family) ProtocolOf(number int) *Protocol {
	for _, p := range f.Protocols {
		if slices.Contains(p.Numbers, number) {
			return p
		}
	}
	return nil
}

// candidates returns all protocols, starting with the one that has the hinted number.
func (f *Family) candidates(hint int) []*Protocol {
	i := max(slices.Index(f.Protocols, f.ProtocolOf(hint)), 0)
	return slices.Concat(f.Protocols[i:i+1], f.Protocols[:i], f.Protocols[i+1:])
}

// messages returns new messages, at least one of every kind.
func (f *Family) messages() (all []Message) {
	tv := slices.ContainsFunc(f.Protocols, (*Protocol).TV)
	for i := range kinds {
		if has(f.Protocols[0].Game, tv, i) {
			all = append(all, kinds[i].make(1)...)
		}
	}
	return all
}

// Codec returns a copy of c in which the fields that depend on the family are set. The other fields, which specify how
// demos are named and recognised, must be set in c.
func (f *Family) Codec(c codec.Codec) *codec.Codec {
	c.ServerVersion = ServerVersion
	c.NextBlock, c.End, c.Tail = NextBlock, endMark, endMark
	c.NewDecoder = func(data []byte, o codec.Options) codec.Decoder {
		d := NewDecoder(data, Options{Name: o.Name, Protocol: f.ProtocolOf(o.Protocol), Family: f, More: o.More})
		return codec.DecoderOf(d, func(f func(any)) Handler {
			return HandlerFunc(func(m Message) { f(m) })
		}, codec.Options{Protocol: d.Protocol().Number})
	}
	c.NewEncoder = func(w io.Writer, o codec.Options) codec.Encoder {
		return codec.EncoderOf[Message](NewEncoder(w, Options{Protocol: f.ProtocolOf(o.Protocol), Family: f}))
	}
	c.Moments, c.Clip, c.Text = f.clipMoments, f.writeClip, f.textForm()
	return &c
}

// endMark is the end block that recorders write when they stop.
var endMark = []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}

// clipMoments returns the blocks at which the game is in view.
func (f *Family) clipMoments(data []byte, o codec.Options) (list []codec.Moment) {
	h, level := f.History(), 0
	codec.Drive[Handler](NewDecoder(data, Options{Name: o.Name, Family: f}), HandlerFunc(func(m Message) {
		h.Handle(m)
		if _, ok := m.(*Gamestate); ok {
			level++
		}
	}), func(begin, end int64) {
		if at, approximate, ok := h.Moment(); ok {
			list = append(list, codec.Moment{Begin: begin, End: end, Time: at, Level: level, Unfit: approximate})
		}
	})
	return list
}

// writeClip writes a section of a demo; see [codec.Codec.Clip].
func (f *Family) writeClip(w io.Writer, data []byte, o codec.Options, first codec.Moment, end int64) error {
	d := NewDecoder(data, Options{Name: o.Name, Family: f})
	c := NewClip(w, d.Protocol(), first.Begin, end)
	codec.Drive[Handler](d, c, nil)
	return c.Finish()
}

// ServerInfo returns the serverinfo in the first block of a demo, or nil if there is none. It supports all games that
// use the engine, because all their gamestates start in the same way.
func ServerInfo(data []byte) Info {
	h, ok := headerAt(data, 0)
	if !ok || h.length <= 0 || h.length > MaxBlock {
		return nil
	}
	block := data[blockHeader:min(len(data), blockHeader+int(h.length))]
	for _, p := range protocols {
		var r wire.BitReader
		r.Reset(block, 0, p.coding())
		if p.HasAcknowledge {
			r.Int32()
		}
		gamestate := r.Uint8() == svcGamestate
		r.Int32() // sequence of the last command
		if !gamestate || r.Uint8() != svcConfigstring || r.Int16() != 0 {
			continue
		}
		if text := r.AppendChars(nil, maxText); r.Ok() && len(text) > 0 {
			return text
		}
	}
	return nil
}

// ServerVersion returns the value of "version" in the first serverinfo of a demo, or "" if there is none. Like
// [ServerInfo], it supports all games that use the engine.
func ServerVersion(data []byte) string {
	v, _ := ServerInfo(data).Value("version")
	return string(v)
}
