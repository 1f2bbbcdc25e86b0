package quake2

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
)

// ours are the recordings that were made for this project, by name.
func ours(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, pattern := range []string{"testdata/rerelease/*.*2.gz", "../../sim/q2/testdata/recorded/*.*2.gz"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%d recordings; %v", len(files), err)
		}
		for _, file := range files {
			all[filepath.Base(file)] = corpus.Unzipped(t, file)
		}
	}
	return all
}

// codecOf is the codec of a demo.
func codecOf(data []byte) *codec.Codec {
	if bytes.HasPrefix(data, mvdMagic) {
		return MultiViewCodec
	}
	return Codec
}

// shownState is the state after a frame, as a hash.
type shownState struct {
	time time.Duration
	hash mixer
}

// shownStates are the states of a demo from one time to another.
func shownStates(data []byte, from, to time.Duration) (list []shownState) {
	var h History
	d := NewDecoder(data, Options{})
	codec.Drive[Handler](d, &h, func(_, _ int64) {
		s := h.Snapshot()
		if s == nil || d.Time() < from || d.Time() > to {
			return
		}
		hash := mixer(14695981039346656037)
		hash.add(uint32(len(s.Players)), uint32(len(s.Entities)))
		for i := range s.Players {
			hash.addPlayer(&s.Players[i])
		}
		for i := range s.Entities {
			e := s.Entities[i]
			if e.RenderFX&RenderBeam == 0 {
				e.OldOrigin = [3]float32{} // where it was a frame ago, and so before the clip
			}
			hash.addEntity(&e)
		}
		list = append(list, shownState{d.Time() - from, hash})
	})
	return list
}

// formerGame reports whether some of a demo is coded as in an earlier protocol, which no clip is.
func formerGame(data []byte) (former bool) {
	drain(NewDecoder(data, Options{}), HandlerFunc(func(m Message) {
		switch m := m.(type) {
		case *Sound:
			former = former || m.short
		case *TempEntity:
			former = former || m.short
		}
	}))
	return former
}

// TestRecordedClips cuts three clips out of each recording, which show what the recording shows.
func TestRecordedClips(t *testing.T) {
	for name, data := range ours(t) {
		format := codecOf(data)
		moments := format.Moments(data, codec.Options{})
		for _, first := range []int{len(moments) / 4, len(moments) / 2, len(moments) * 4 / 5} {
			for moments[first].Unfit {
				first++
			}
			to := min(first+50, len(moments)-1)
			var out bytes.Buffer
			if err := format.Clip(&out, data, codec.Options{}, moments[first], moments[to].End); err != nil {
				t.Fatal(name, err)
			}
			want := shownStates(data, moments[first].Time, moments[to].Time)
			got := shownStates(out.Bytes(), 0, math.MaxInt64)
			if len(want) < 10 || !slices.Equal(got, want) {
				t.Errorf("%s from moment %d to %d: %d states, want %d\n%v\nwant\n%v", name, first, to, len(got),
					len(want), got[:min(3, len(got))], want[:min(3, len(want))])
			}
			d := NewDecoder(out.Bytes(), Options{})
			if drain(d, discard{}); len(d.Damage()) > 0 {
				t.Errorf("%s from moment %d to %d: %v", name, first, to, d.Damage())
			}
			if !bytes.HasSuffix(out.Bytes(), format.End) {
				t.Errorf("%s from moment %d to %d: has no end", name, first, to)
			}
		}
		var out bytes.Buffer
		err := format.Clip(&out, data, codec.Options{}, codec.Moment{}, math.MaxInt64)
		if err != nil || !bytes.Equal(out.Bytes(), data) && !formerGame(data) {
			t.Errorf("%s: a clip of all of it has %d bytes of %d, %v", name, out.Len(), len(data), err)
		}
		if !slices.Equal(shownStates(out.Bytes(), 0, math.MaxInt64), shownStates(data, 0, math.MaxInt64)) {
			t.Errorf("%s: a clip of all of it shows something else", name)
		}
	}
}

// TestGrowing checks that a demo that arrives in pieces, whole or damaged, is read like one that is complete.
func TestGrowing(t *testing.T) {
	for name, data := range ours(t) {
		corpus.Growing(t, name, codecOf(data), data)
	}
}

// TestNextBlock walks through recordings by the lengths of their blocks.
func TestNextBlock(t *testing.T) {
	for name, data := range ours(t) {
		format := codecOf(data)
		var want, got []int64
		drain(NewDecoder(data, Options{}), HandlerFunc(func(m Message) {
			if b, ok := m.(*Block); ok {
				want = append(want, b.Offset)
			}
		}))
		ended := false
		for at := 0; at < len(data) && !ended; {
			got = append(got, int64(at))
			end, last := format.NextBlock(data, at)
			if end <= at {
				t.Fatalf("%s: the block at %d ends at %d", name, at, end)
			}
			at, ended = end, last
		}
		if format == MultiViewCodec {
			want[0] = 0 // with the magic
		}
		if !slices.Equal(got, want) || ended != bytes.HasSuffix(data, format.End) {
			t.Errorf("%s: %d blocks, want %d, ended %v", name, len(got), len(want), ended)
		}
		if other := map[*codec.Codec]*codec.Codec{Codec: MultiViewCodec, MultiViewCodec: Codec}[format]; format.Sniff(
			data) <= other.Sniff(data) {
			t.Errorf("%s: sniffed as the other kind", name)
		}
	}
	for _, c := range []struct {
		name string
		data []byte
		at   int
		end  int
		last bool
	}{
		{"nothing", nil, 0, 0, false},
		{"part of a length", []byte{1, 0, 0, 0, 6, 1, 0}, 5, 0, false},
		{"a block to come", []byte{9, 0, 0, 0}, 0, 13, false},
		{"a negative length", []byte{0xfe, 0xff, 0xff, 0xff}, 0, -1, false},
		{"the end", []byte{0xff, 0xff, 0xff, 0xff}, 0, 4, true},
		{"a multi-view block", []byte("MVD2\x05\x00"), 0, 11, false},
		{"the end of a multi-view demo", []byte("MVD2\x01\x00\x01\x00\x00"), 7, 9, true},
	} {
		if end, last := NextBlock(c.data, c.at); end != c.end || last != c.last {
			t.Errorf("%s: the block ends at %d, last %v, want %d, %v", c.name, end, last, c.end, c.last)
		}
	}
}

// TestTextForm has what the text form needs of blocks and of bytes that belong to none.
func TestTextForm(t *testing.T) {
	text := Codec.Text
	for _, c := range []struct{ block, want Block }{
		{Block{Size: 9}, Block{}}, // it follows
		{Block{Size: 9, Kind: BlockBroken}, Block{Size: 9, Kind: BlockBroken}},
		{Block{Size: -1, Kind: BlockEnd}, Block{Size: -1, Kind: BlockEnd}},
	} {
		if got := text.Head(&c.block).(*EndBlock); Block(*got) != c.want {
			t.Errorf("%+v has the head %+v", c.block, *got)
		}
		end := EndBlock(c.block)
		if got := text.Head(&end).(*EndBlock); Block(*got) != c.want || Block(end) != c.block {
			t.Errorf("the end of %+v has the head %+v", c.block, *got)
		}
		if got := text.Broken(&c.block); got != (c.block.Kind == BlockBroken) {
			t.Errorf("%+v is broken: %v", c.block, got)
		}
	}
	raw := &Raw{Offset: 40, Data: []byte("abcdef")}
	if n, ok := text.Loose(raw); n != 6 || !ok {
		t.Errorf("%d loose bytes, %v", n, ok)
	}
	if p := text.Piece(raw, 2, 4).(*Raw); p.Offset != 42 || string(p.Data) != "cd" || len(raw.Data) != 6 {
		t.Errorf("a piece is %+v", p)
	}
	if n, ok := text.Loose(&Nop{}); n != 0 || ok {
		t.Errorf("a nop has %d loose bytes", n)
	}
}

// TestShow holds what dump prints of values that are not just their fields.
func TestShow(t *testing.T) {
	player := &PlayerDelta{}
	player.Stats[StatHealth], player.Stats[3] = 100, -7
	inventory := &Inventory{}
	inventory.Counts[0], inventory.Counts[5] = 1, 9
	for _, c := range []struct {
		value  any
		fields codec.Object
		sparse bool
		want   string
	}{
		{player, codec.Object{{Name: "mask", Value: 1}, {Name: "stats", Value: 0}}, true,
			fmt.Sprintf("[{mask 1} {stats [{%s 100} {%s -7}]}]", StatName(StatHealth), StatName(3))},
		{&EntityDelta{}, codec.Object{{Name: "mask", Value: 1}}, true, "[{mask 1}]"},
		{inventory, nil, false, "[{counts [{0 1} {5 9}]}]"},
		{&MuzzleFlash{Entity: 3, Flash: FlashRailgun, Silenced: true}, nil, false,
			fmt.Sprintf("[{entity 3} {flash %s} {silenced true}]", FlashName(FlashRailgun))},
		{&MuzzleFlash2{Entity: 3, Flash: 210}, nil, false, "[{entity 3} {flash 210} {silenced false} {wide false}]"},
		{&MuzzleFlash3{Entity: 3, Flash: 300}, nil, false, "[{entity 3} {flash 300} {silenced false} {wide true}]"},
		{&TempEntity{Kind: EffectSplash, Color: 1}, codec.Object{{Name: "color", Value: 1}, {Name: "offset", Value: 2}},
			false, fmt.Sprintf("[{color %s} {cable_offset 2}]", SplashName(1))},
		{&TempEntity{Kind: EffectDamageDealt}, codec.Object{{Name: "color", Value: 1}}, false, "[{color 1}]"},
	} {
		got, ok := textForm.Show(c.value, func(sparse bool) codec.Object {
			if sparse != c.sparse {
				t.Errorf("%T: asks for sparse fields: %v", c.value, sparse)
			}
			return c.fields
		})
		if fmt.Sprint(got) != c.want || !ok {
			t.Errorf("%T: %v, %v, want %s", c.value, got, ok, c.want)
		}
	}
	if o, ok := textForm.Show(&Nop{}, nil); ok {
		t.Errorf("a nop is shown as %v", o)
	}
	names := map[string]bool{}
	for _, m := range textForm.Messages() {
		names[textForm.MessageName(m)] = true
	}
	for begin, end := range textForm.Ends {
		if !names[begin] || !names[end] {
			t.Errorf("there is no message %s or none %s", begin, end)
		}
	}
}
