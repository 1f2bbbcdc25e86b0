package quakeworld

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
)

// TestGrowing checks that a demo that arrives in pieces, whole or damaged, is read like one that is complete.
func TestGrowing(t *testing.T) {
	corpus.Growing(t, "a scripted .qwd", Codec, scripted(Options{}))
	corpus.Growing(t, "a scripted .mvd", MultiViewCodec, scripted(Options{MultiView: true}))
	for name, data := range recordings(t) {
		corpus.Growing(t, name, codecOf(name), data)
	}
}

// TestNextBlock walks through demos by the lengths of their blocks.
func TestNextBlock(t *testing.T) {
	for name, data := range recordings(t) {
		o, format := Options{MultiView: multiView(name)}, codecOf(name)
		var want, got []int64
		decode(t, data, o.MultiView, HandlerFunc(func(m Message) {
			if b, ok := m.(*Block); ok {
				want = append(want, b.Offset)
			}
		}))
		ended := false
		for at := 0; at < len(data); {
			got = append(got, int64(at))
			end, last := format.NextBlock(data, at)
			if end <= at {
				t.Fatalf("%s: the block at %d ends at %d", name, at, end)
			}
			at, ended = end, last
		}
		if !slices.Equal(got, want) || ended != bytes.HasSuffix(data, format.Tail) {
			t.Errorf("%s: %d blocks, want %d, ended %v", name, len(got), len(want), ended)
		}
	}
	for _, c := range []struct {
		name      string
		multiView bool
		data      []byte
		end       int
	}{
		{"nothing", false, nil, 0},
		{"part of a head", false, []byte{0, 0, 0x80, 0x3f, 1, 9, 0}, 0},
		{"a packet to come", false, []byte{0, 0, 0x80, 0x3f, 1, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, 18},
		{"an unknown kind", false, append([]byte{0, 0, 0x80, 0x3f, 7}, make([]byte, maxHead)...), -1},
		{"a negative time", false, append([]byte{0, 0, 0x80, 0xbf, 1}, make([]byte, maxHead)...), -1},
		{"too short a packet", false, append([]byte{0, 0, 0x80, 0x3f, 1, 7, 0, 0, 0, 1}, make([]byte, maxHead)...), -1},
		{"a command", false, []byte{0, 0, 0x80, 0x3f, 0}, 5 + commandSize},
		{"messages to all", true, []byte{0, 6, 3, 0, 0, 0}, 9},
		{"too long a block", true, append([]byte{0, 6, 1, 0, 1, 0}, make([]byte, maxHead)...), -1},
	} {
		if end, last := NextBlock(c.data, 0, Options{MultiView: c.multiView}); end != c.end || last {
			t.Errorf("%s: the block ends at %d, last %v, want %d", c.name, end, last, c.end)
		}
	}
}

// TestTape holds that messages on a tape stay as they are until it is cleared.
func TestTape(t *testing.T) {
	data := scripted(Options{MultiView: true})
	var want, got []string
	shown := func(m Message) string {
		if s, ok := m.(*ServerData); ok {
			level := *s
			level.Layout = nil
			m = &level
		}
		return fmt.Sprintf("%s %+v", Name(m), m)
	}
	decode(t, data, true, HandlerFunc(func(m Message) { want = append(want, shown(m)) }))
	d, tape := NewDecoder(data, Options{MultiView: true}), NewTape()
	take := func() {
		for _, m := range tape.Messages() {
			got = append(got, shown(m))
		}
		tape.Clear()
	}
	for n := 1; d.Record(tape) != io.EOF; n++ {
		if n%10 == 0 {
			take()
		}
	}
	if take(); !slices.Equal(got, want) {
		t.Errorf("%d messages, want %d", len(got), len(want))
	}
}

// TestTextForm has what the text form needs of blocks and of bytes that belong to none.
func TestTextForm(t *testing.T) {
	text := MultiViewCodec.Text
	for _, c := range []struct{ block, want Block }{
		{Block{Code: 6, Size: 9}, Block{Code: 6}},                                            // it follows
		{Block{Code: 6, Size: 9, Cut: true}, Block{Code: 6, Size: 9, Cut: true}},             //
		{Block{Code: 6, Size: 9, WrongSize: true}, Block{Code: 6, Size: 9, WrongSize: true}}, //
	} {
		before := c.block
		if got := text.Head(&c.block).(*Block); *got != c.want || c.block != before {
			t.Errorf("%+v has the head %+v", c.block, *got)
		}
	}
	raw := &Raw{Offset: 40, Data: []byte("abcdef"), Outside: true}
	if n, ok := text.Loose(raw); n != 6 || !ok {
		t.Errorf("%d bytes outside of blocks, %v", n, ok)
	}
	if p := text.Piece(raw, 2, 4).(*Raw); p.Offset != 42 || string(p.Data) != "cd" || !p.Outside || len(raw.Data) != 6 {
		t.Errorf("a piece is %+v", p)
	}
	for _, m := range []any{&Raw{Data: []byte("abc")}, &Nop{}} {
		if n, ok := text.Loose(m); n != 0 || ok {
			t.Errorf("%T has %d bytes outside of blocks", m, n)
		}
	}
	asked := false
	fields := func(sparse bool) codec.Object {
		asked = sparse
		return codec.Object{{Name: "number", Value: 7}}
	}
	if o, ok := text.Show(&EntityDelta{}, fields); !ok || !asked || len(o) != 1 {
		t.Errorf("a delta is shown as %v, %v", o, ok)
	}
	if o, ok := text.Show(&Nop{}, fields); ok {
		t.Errorf("a nop is shown as %v", o)
	}
	known := map[string]bool{}
	for _, m := range text.Messages() {
		known[text.MessageName(m)] = true
	}
	if !known["block"] || !known["player_info"] || len(known) < 50 {
		t.Errorf("messages %v", known)
	}
}

// TestNamesOfValues has names of values, and values without one.
func TestNamesOfValues(t *testing.T) {
	for temp, want := range map[Temp]string{TempSpike: "spike", TempBlood: "blood", TempQuakeGunshot: "quake_gunshot",
		16: "16", 22: "22"} {
		if got := temp.String(); got != want {
			t.Errorf("effect %d is %s", temp, got)
		}
	}
	for bit, want := range map[int]string{0: "bright_field", 7: "red", 8: "8", -1: "-1"} {
		if got := EffectName(bit); got != want {
			t.Errorf("bit %d is %s", bit, got)
		}
	}
	for want, c := range map[uint8]*Connectionless{0: {}, 'n': {[]byte("nhi")}} {
		if got := c.ID(); got != want {
			t.Errorf("%q has the number %d", c.Data, got)
		}
	}
}
