package quakeworld

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"fragscope/formats/codec"
)

// pieces returns a function for Options.More that delivers data in pieces of different sizes.
func pieces(data []byte) func(have int) ([]byte, bool) {
	step := 0
	return func(have int) ([]byte, bool) {
		step = step*5%997 + 1
		n := min(have+step, len(data))
		return data[:n:n], n == len(data)
	}
}

// TestGrowing holds that a demo that comes in pieces, whole or damaged, is read as one that is there in full.
func TestGrowing(t *testing.T) {
	demos := map[string][]byte{"x.qwd": scripted(Options{}), "x.mvd": scripted(Options{MultiView: true})}
	for name, data := range recordings(t) {
		demos[name] = data[:min(len(data), 40000)]
		damaged := slices.Delete(bytes.Clone(demos[name]), 20000, 20200)
		damaged[30000] ^= 0xff
		demos["damaged "+name] = damaged
	}
	for name, data := range demos {
		format := codecOf(name)
		read := func(o codec.Options, data []byte) (names []string, out []byte, damage string) {
			d := format.NewDecoder(data, o)
			var b bytes.Buffer
			e := format.NewEncoder(&b, d.Options())
			for d.Next(func(m any) {
				names = append(names, fmt.Sprint(format.Text.MessageName(m), d.Offset()))
				e.Handle(m)
			}) != io.EOF {
			}
			if err := e.Finish(); err != nil {
				t.Error(name, err)
			}
			return names, b.Bytes(), fmt.Sprint(d.Damage())
		}
		names, out, damage := read(codec.Options{}, data)
		growing, grown, found := read(codec.Options{More: pieces(data)}, nil)
		if !slices.Equal(names, growing) || damage != found {
			t.Errorf("%s: %d messages and %s, whole %d and %s", name, len(growing), found, len(names), damage)
		}
		if !bytes.Equal(out, data) || !bytes.Equal(grown, data) {
			t.Errorf("%s: %d bytes are written as %d, grown as %d", name, len(data), len(out), len(grown))
		}
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
