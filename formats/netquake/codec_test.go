package netquake

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
)

// shownState is the state at a time, as a hash.
type shownState struct {
	clock time.Duration
	hash  uint64
}

// shownStates are the states of a demo from one time to another.
func shownStates(data []byte, seed maphash.Seed, from, to time.Duration) (list []shownState) {
	h := NewHistory()
	codec.Drive[Handler](NewDecoder(data, Options{}), h, func(_, _ int64) {
		s := h.Snapshot()
		if s == nil || s.Time < from || s.Time > to {
			return
		}
		var w maphash.Hash
		w.SetSeed(seed)
		maphash.WriteComparable(&w, s.View)
		maphash.WriteComparable(&w, s.Angles)
		for i := range s.Entities {
			maphash.WriteComparable(&w, s.Entities[i].Number)
			maphash.WriteComparable(&w, s.Entities[i].EntityState)
		}
		list = append(list, shownState{s.Clock, w.Sum64()})
	})
	return list
}

// TestRecordedClips cuts three clips out of each recording, which show what the recording shows.
func TestRecordedClips(t *testing.T) {
	seed := maphash.MakeSeed()
	for name, data := range recorded(t) {
		moments := Codec.Moments(data, codec.Options{})
		for _, first := range []int{len(moments) / 4, len(moments) / 2, len(moments) * 4 / 5} {
			to := min(first+80, len(moments)-1)
			var out bytes.Buffer
			if err := Codec.Clip(&out, data, codec.Options{}, moments[first], moments[to].End); err != nil {
				t.Fatal(name, err)
			}
			want := shownStates(data, seed, moments[first].Time, moments[to].Time)
			got := shownStates(out.Bytes(), seed, 0, math.MaxInt64)
			if len(want) < 20 || !slices.Equal(got, want) {
				t.Errorf("%s from moment %d to %d: %d states, want %d\n%v\nwant\n%v", name, first, to, len(got),
					len(want), got[:min(3, len(got))], want[:min(3, len(want))])
			}
			if d := decode(t, out.Bytes(), HandlerFunc(discard)); len(d.Damage()) > 0 {
				t.Errorf("%s from moment %d to %d: %v", name, first, to, d.Damage())
			}
		}
		var out bytes.Buffer
		err := Codec.Clip(&out, data, codec.Options{}, codec.Moment{}, math.MaxInt64)
		if err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s: a clip of all of it has %d bytes of %d, %v", name, out.Len(), len(data), err)
		}
	}
}

// TestClipKeeps holds which messages before a clip it begins with: the last of each kind, and the sums of what is
// counted.
func TestClipKeeps(t *testing.T) {
	first := []Message{
		&UpdateStat{Index: StatKilled, Value: 3}, &KilledMonster{}, &FoundSecret{}, &FoundSecret{}, &KilledMonster{},
		&UpdateName{Player: 1, Name: []byte("a")}, &UpdateName{Player: 1, Name: []byte("b")},
		&UpdateFrags{Player: 1, Frags: 4}, &UpdateColors{Player: 1, Colors: 9}, &LightStyle{Style: 2, Map: []byte("az")},
		&SpawnBaseline{Entity: 5}, &SpawnStatic{}, &SpawnStatic{}, &SpawnStaticSound{}, &SetView{Entity: 1},
		&CDTrack{Track: 3}, &SetPause{Paused: 1}, &SetPause{}, &StuffText{Text: []byte("first\n")},
		&ShowLMP{Slot: []byte("x"), File: []byte("p")}, &ShowLMP{Slot: []byte("y"), File: []byte("q")},
		&HideLMP{Text: []byte("x")}, &Intermission{}, &CutScene{Text: []byte("c")}, &Print{Text: []byte("gone")},
	}
	messages := []Message{&Track{Text: []byte("-1\n")}, &Block{}, &ServerInfo{Protocol: ProtocolNehahra, MaxClients: 2,
		Models: [][]byte{[]byte("maps/a.bsp")}, Sounds: [][]byte{[]byte("a.wav")}}, &Block{}, &SignonNum{3}, &Block{}}
	messages = append(messages, first...)
	for i := range 3 {
		messages = append(messages, &Block{}, &Time{Seconds: float32(i)}, &UpdateEntity{Entity: 1},
			&StuffText{Text: []byte("late\n")})
	}
	data := encode(messages...)
	moments := Codec.Moments(data, codec.Options{})
	if len(moments) != 3 {
		t.Fatalf("%d moments", len(moments))
	}
	var out bytes.Buffer
	if err := Codec.Clip(&out, data, codec.Options{}, moments[1], math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	count, got := map[string]int{}, map[string]string{}
	begun := false
	decode(t, out.Bytes(), HandlerFunc(func(m Message) {
		if _, ok := m.(*Time); ok {
			begun = true
		}
		if begun {
			return
		}
		name := Name(m)
		if s, ok := m.(*UpdateStat); ok {
			name += fmt.Sprint(" ", s.Index)
		}
		count[name]++
		got[name] = fmt.Sprintf("%+v", m)
	}))
	for name, want := range map[string]int{Name(&UpdateName{}): 1, Name(&UpdateFrags{}): 1, Name(&UpdateColors{}): 1,
		Name(&LightStyle{}): 1, Name(&SpawnBaseline{}): 1, Name(&SpawnStatic{}): 2, Name(&SpawnStaticSound{}): 1,
		Name(&SetView{}): 1, Name(&CDTrack{}): 1, Name(&SetPause{}): 1, Name(&ShowLMP{}): 1, Name(&HideLMP{}): 0,
		Name(&Intermission{}): 0, Name(&CutScene{}): 1, Name(&Print{}): 0, Name(&KilledMonster{}): 0,
		Name(&StuffText{}): 2, Name(&SignonNum{}): 1, Name(&ServerInfo{}): 1} {
		if count[name] != want {
			t.Errorf("%d of %s, want %d: %s", count[name], name, want, got[name])
		}
	}
	stat := Name(&UpdateStat{})
	for name, want := range map[string]string{
		fmt.Sprint(stat, " ", StatKilled):       fmt.Sprintf("%+v", &UpdateStat{ID: 3, Index: StatKilled, Value: 5}),
		fmt.Sprint(stat, " ", StatFoundSecrets): fmt.Sprintf("%+v", &UpdateStat{ID: 3, Index: StatFoundSecrets, Value: 2}),
		Name(&UpdateName{}):                     fmt.Sprintf("%+v", &UpdateName{Player: 1, Name: []byte("b")}),
		Name(&SetPause{}):                       fmt.Sprintf("%+v", &SetPause{}),
	} {
		if got[name] != want {
			t.Errorf("%s is %s, want %s", name, got[name], want)
		}
	}
}

// TestChangesMerge holds that one change of DarkPlaces takes the place of two, field by field.
func TestChangesMerge(t *testing.T) {
	all := EntityChange{Entity: 7, Flags: 1, Origin: Vec3{2}, Angles: Vec3{3}, Model: 0x405, Frame: 0x607, Skin: 8,
		Effects: 0x90a, Alpha: 11, Scale: 12, Colormap: 13, Tag: Tag{14, 15}, Light: Light{[4]uint16{16}, 17, 18},
		GlowSize: 19, GlowColor: 20, ColorMod: [3]uint8{21}, GlowMod: [3]uint8{22}, Animation: []byte{23}, Trail: 24}
	for _, c := range []struct {
		copies []changeCopy
		mask   uint32
		want   EntityChange
	}{
		{changeCopies, ChangeFlags, EntityChange{Flags: 1}}, {changeCopies, ChangeOrigin, EntityChange{Origin: Vec3{2}}},
		{changeCopies, ChangeAngles | changeAngles16, EntityChange{Angles: Vec3{3}}},
		{changeCopies, ChangeModel | changeModel16, EntityChange{Model: 0x405}},
		{changeCopies, ChangeFrame, EntityChange{Frame: 0x607}}, {changeCopies, ChangeSkin, EntityChange{Skin: 8}},
		{changeCopies, ChangeEffects, EntityChange{Effects: 0x90a}}, {changeCopies, ChangeAlpha, EntityChange{Alpha: 11}},
		{changeCopies, ChangeScale, EntityChange{Scale: 12}}, {changeCopies, ChangeColormap, EntityChange{Colormap: 13}},
		{changeCopies, ChangeTag, EntityChange{Tag: Tag{14, 15}}},
		{changeCopies, ChangeLight, EntityChange{Light: Light{[4]uint16{16}, 17, 18}}},
		{changeCopies, ChangeGlow, EntityChange{GlowSize: 19, GlowColor: 20}},
		{changeCopies, ChangeColorMod, EntityChange{ColorMod: [3]uint8{21}}},
		{changeCopies, ChangeGlowMod, EntityChange{GlowMod: [3]uint8{22}}},
		{changeCopies, ChangeAnimation, EntityChange{Animation: []byte{23}}},
		{changeCopies, ChangeTrail, EntityChange{Trail: 24}},
		{oldCopies, oldModel1, EntityChange{Model: 5}}, {oldCopies, oldModel2, EntityChange{Model: 0x400}},
		{oldCopies, oldFrame1, EntityChange{Frame: 7}}, {oldCopies, oldFrame2, EntityChange{Frame: 0x600}},
		{oldCopies, oldEffects1, EntityChange{Effects: 10}}, {oldCopies, oldEffects2, EntityChange{Effects: 0x900}},
		{oldCopies, oldFlags, EntityChange{Flags: 1}}, {oldCopies, oldAlpha, EntityChange{Alpha: 11}},
		{oldCopies, oldScale, EntityChange{Scale: 12}}, {oldCopies, oldColormap, EntityChange{Colormap: 13}},
		{oldCopies, oldSkin, EntityChange{Skin: 8}}, {oldCopies, oldGlowSize, EntityChange{GlowSize: 19}},
		{oldCopies, oldGlowColor, EntityChange{GlowColor: 20}}, {oldCopies, oldTag, EntityChange{Tag: Tag{14, 15}}},
		{oldCopies, oldLight, EntityChange{Light: Light{Color: [4]uint16{16}}}},
		{oldCopies, oldLightStyle, EntityChange{Light: Light{Style: 17}}},
		{oldCopies, oldLightFlags, EntityChange{Light: Light{Flags: 18}}},
		{oldCopies, oldOrigin, EntityChange{Origin: Vec3{2}}}, {oldCopies, oldAngles, EntityChange{Angles: Vec3{3}}},
	} {
		m := all
		m.Mask, c.want.Entity, c.want.Mask = c.mask, 7, c.mask
		var got EntityChange
		if got.add(&m, c.copies); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
			t.Errorf("mask %#x: %+v, want %+v", c.mask, got, c.want)
		}
	}
	e := all
	e.Mask = ChangeSkin | ChangeAlpha
	e.add(&EntityChange{Entity: 7, Mask: ChangeFull | ChangeSkin, Skin: 99}, changeCopies)
	if e.Skin != 99 || e.Alpha != 0 || e.Mask != ChangeFull|ChangeSkin {
		t.Errorf("a change from nothing leaves %+v", e)
	}
}

// TestGrowing checks that a demo that arrives in pieces, whole or damaged, is read like one that is complete.
func TestGrowing(t *testing.T) {
	corpus.Growing(t, "of an unknown protocol", Codec, append(demo(level(77, 0)), timed(3)...))
	for name, data := range recorded(t) {
		corpus.Growing(t, name, Codec, data)
	}
}

// TestNextBlock walks through recordings by the lengths of their blocks.
func TestNextBlock(t *testing.T) {
	walked := 0
	for name, data := range recorded(t) {
		var want, got []int64
		decode(t, data, HandlerFunc(func(m Message) {
			if b, ok := m.(*Block); ok {
				want = append(want, b.Offset)
			}
		}))
		ended, at := false, 0
		for at < len(data) {
			got = append(got, int64(at))
			end, last := Codec.NextBlock(data, at)
			if _, plausible := header(data[at:]); end < 0 && !plausible {
				break // the first blocks of some engines have angles that no view has
			}
			if end <= at {
				t.Fatalf("%s: the block at %d ends at %d", name, at, end)
			}
			at, ended = end, last
		}
		if at < len(data) {
			continue
		}
		walked++
		want[0] = 0 // where the track begins
		if !slices.Equal(got, want) || ended != (data[len(data)-1] == 2 && data[len(data)-17] == 1) {
			t.Errorf("%s: %d blocks, want %d, ended %v", name, len(got), len(want), ended)
		}
	}
	if walked < 8 {
		t.Errorf("%d recordings have blocks up to their ends", walked)
	}
	for _, c := range []struct {
		name string
		data []byte
		at   int
		end  int
	}{
		{"nothing", nil, 0, 0},
		{"part of a track", []byte("-1\n"), 0, 0},
		{"part of a header", make([]byte, headerSize-1), 0, 0},
		{"an impossible length", bytes.Repeat([]byte{0xff}, headerSize+maxTrack), 1, -1},
	} {
		if end, last := NextBlock(c.data, c.at); end != c.end || last {
			t.Errorf("%s: the block ends at %d, last %v, want %d", c.name, end, last, c.end)
		}
	}
}

// TestTape holds that messages on a tape stay as they are until it is cleared.
func TestTape(t *testing.T) {
	data := framed(ProtocolDarkPlaces7)
	shown := func(m Message) string {
		if s, ok := m.(*ServerInfo); ok {
			level := *s
			level.Layout = nil
			m = &level
		}
		return fmt.Sprintf("%s %+v", Name(m), m)
	}
	var want, got []string
	decode(t, data, HandlerFunc(func(m Message) { want = append(want, shown(m)) }))
	d, tape := NewDecoder(data, Options{}), NewTape()
	take := func() {
		for _, m := range tape.Messages() {
			got = append(got, shown(m))
		}
		tape.Clear()
	}
	for n := 1; d.Record(tape) != io.EOF; n++ {
		if n%7 == 0 {
			take()
		}
	}
	if take(); !slices.Equal(got, want) || len(want) < 40 {
		t.Errorf("%d messages, want %d", len(got), len(want))
	}
}

// TestTextForm has what the text form needs of blocks and of bytes that belong to none.
func TestTextForm(t *testing.T) {
	text := Codec.Text
	for _, c := range []struct{ block, want Block }{
		{Block{Size: 9, Angles: Vec3{1}}, Block{Angles: Vec3{1}}}, // it follows
		{Block{Size: 9, Cut: true}, Block{Size: 9, Cut: true}},
		{Block{Size: 9, WrongSize: true}, Block{Size: 9, WrongSize: true}},
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
		return codec.Object{{Name: "entity", Value: 7}}
	}
	if o, ok := text.Show(&UpdateEntity{}, fields); !ok || !asked || len(o) != 1 {
		t.Errorf("an update is shown as %v, %v", o, ok)
	}
	if o, ok := text.Show(&Nop{}, fields); ok {
		t.Errorf("a nop is shown as %v", o)
	}
}

// TestNamesOfValues has names of values, and values without one.
func TestNamesOfValues(t *testing.T) {
	for temp, want := range map[Temp]string{TempSpike: "spike", TempPlasmaHit: "plasma_hit", 14: "14", 200: "200"} {
		if got := temp.String(); got != want {
			t.Errorf("effect %d is %s", temp, got)
		}
	}
	for bit, want := range map[int]string{0: "bright_field", 31: "tracer3_trail", 18: "18", 32: "32", -1: "-1"} {
		if got := EffectName(bit); got != want {
			t.Errorf("bit %d is %s", bit, got)
		}
	}
}

// TestOpacity has how solid a byte of alpha is.
func TestOpacity(t *testing.T) {
	for _, c := range []struct {
		protocol int32
		alpha    uint8
		want     float32
		colors   bool
	}{
		{ProtocolDarkPlaces7, 255, 1, true}, {ProtocolDarkPlaces7, 0, 0, true}, {ProtocolFitzQuake, 0, 1, false},
		{ProtocolFitzQuake, 1, 0, false}, {ProtocolFitzQuake, 255, 1, false},
	} {
		p, ok := newProtocol(c.protocol, 0, 0, 0)
		if got := p.Opacity(c.alpha); !ok || got != c.want || p.ColorCodes() != c.colors {
			t.Errorf("protocol %d: alpha %d is %v, colours %v", c.protocol, c.alpha, got, p.ColorCodes())
		}
	}
}
