package quakeworld

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/wire"
)

// recordings are the recordings of this folder, by name.
func recordings(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/recorded/*.gz")
	all := map[string][]byte{}
	for _, name := range files {
		if !strings.Contains(name, ".log.") {
			all[filepath.Base(name)] = corpus.Unzipped(t, name)
		}
	}
	if err != nil || len(all) == 0 {
		t.Fatal("no recordings", err)
	}
	return all
}

// codecOf is the codec of a recording.
func codecOf(name string) *codec.Codec {
	if multiView(name) {
		return MultiViewCodec
	}
	return Codec
}

// shownState is the state at a time, as a hash.
type shownState struct {
	time time.Duration
	hash uint64
}

// shownStates are the states of a demo from one time to another; several blocks of one time are one.
func shownStates(data []byte, o Options, seed maphash.Seed, from, to time.Duration) (list []shownState) {
	h := NewHistory(o)
	codec.Drive[Handler](NewDecoder(data, o), h, func(_, _ int64) {
		s := h.Snapshot()
		if s == nil || s.Time < from || s.Time > to {
			return
		}
		var w maphash.Hash
		w.SetSeed(seed)
		for i := range s.Entities {
			maphash.WriteComparable(&w, s.Entities[i])
		}
		for n, p := range s.Players {
			if o.MultiView || s.Told>>n&1 != 0 {
				maphash.WriteComparable(&w, p)
			}
		}
		if n := len(list); n == 0 || list[n-1].time != s.Time-from {
			list = append(list, shownState{time: s.Time - from})
		}
		list[len(list)-1].hash = w.Sum64()
	})
	return list
}

// TestRecordedClips cuts three clips out of each recording, which show what the recording shows.
func TestRecordedClips(t *testing.T) {
	seed := maphash.MakeSeed()
	const rounding = 2 * time.Millisecond
	for name, data := range recordings(t) {
		o, format := Options{MultiView: multiView(name)}, codecOf(name)
		moments := format.Moments(data, codec.Options{})
		for _, first := range []int{len(moments) / 4, len(moments) / 2, len(moments) * 4 / 5} {
			for moments[first].Unfit {
				first++
			}
			to := min(first+80, len(moments)-1)
			var out bytes.Buffer
			if err := format.Clip(&out, data, codec.Options{}, moments[first], moments[to].End); err != nil {
				t.Fatal(name, err)
			}
			want := shownStates(data, o, seed, moments[first].Time, moments[to].Time)
			got := shownStates(out.Bytes(), o, seed, 0, math.MaxInt64)
			same := func(a, b shownState) bool { return a.hash == b.hash && (a.time-b.time).Abs() <= rounding }
			if len(want) < 20 || !slices.EqualFunc(got, want, same) {
				t.Errorf("%s from moment %d to %d: %d states, want %d\n%v\nwant\n%v", name, first, to, len(got), len(want),
					got[:min(3, len(got))], want[:min(3, len(want))])
			}
			if d := decode(t, out.Bytes(), o.MultiView, HandlerFunc(discard)); len(d.Damage()) > 0 {
				t.Errorf("%s from moment %d to %d: %v", name, first, to, d.Damage())
			}
			if !bytes.HasSuffix(out.Bytes(), format.Tail) {
				t.Errorf("%s from moment %d to %d: ends in % x", name, first, to, out.Bytes()[out.Len()-16:])
			}
		}
		var out bytes.Buffer
		err := format.Clip(&out, data, codec.Options{}, codec.Moment{}, math.MaxInt64)
		if err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s: a clip of all of it has %d bytes of %d, %v", name, out.Len(), len(data), err)
		}
	}
}

// facts are what holds until another message of its kind, and the recipients of the current block.
type facts struct {
	o      Options
	block  Block
	values map[string]string
}

func (f *facts) Handle(m Message) {
	set := func(key string, v any) { f.values[key] = fmt.Sprintf("%+v", v) }
	switch m := m.(type) {
	case *Block:
		f.block = *m
	case *ServerData:
		clear(f.values)
		set("level", []any{m.Protocol, m.ServerCount, string(m.GameDir), m.Client, string(m.LevelName), m.Move})
	case *ModelList, *SoundList:
		set(Name(m), m)
	case *SpawnBaseline:
		set(fmt.Sprint("baseline ", m.Entity), m)
	case *SpawnStatic, *SpawnStaticSound:
		set(fmt.Sprintf("%s %+v", Name(m), m), true)
	case *LightStyle:
		set(fmt.Sprint("style ", m.Style), string(m.Map))
	case *CDTrack, *MaxSpeed, *EntGravity, *SetPause, *Command:
		set(Name(m), m)
	case *ServerInfo:
		set("server "+string(m.Key), string(m.Value))
	case *StuffText:
		if bytes.HasPrefix(m.Text, []byte("fullserverinfo")) {
			f.forget("server ")
		}
		if string(m.Text) != wire.ClipMark+"\n" {
			set("command "+strings.Fields(string(m.Text))[0], string(m.Text))
		}
	case *UpdateStat:
		for n := range 4 {
			if f.block.To(n) {
				set(fmt.Sprint("player ", n, " stat ", m.Index), m.Value)
			}
		}
	case *UpdateUserInfo:
		if f.forget(fmt.Sprint("player ", m.Player, " info")); len(m.Info) == 0 {
			for _, what := range []string{" frags", " ping", " loss"} {
				f.forget(fmt.Sprint("player ", m.Player, what))
			}
		}
		set(fmt.Sprint("player ", m.Player, " user"), string(m.Info))
	case *SetInfo:
		set(fmt.Sprint("player ", m.Player, " info ", string(m.Key)), string(m.Value))
	case *UpdateFrags:
		set(fmt.Sprint("player ", m.Player, " frags"), m.Frags)
	case *UpdatePing:
		set(fmt.Sprint("player ", m.Player, " ping"), m.Ping)
	case *UpdatePL:
		set(fmt.Sprint("player ", m.Player, " loss"), m.Loss)
	}
}

// forget forgets what begins so.
func (f *facts) forget(prefix string) {
	maps.DeleteFunc(f.values, func(key, _ string) bool { return strings.HasPrefix(key, prefix) })
}

// scripted is a demo of a level, whose messages set all that lasts, some of it more than once.
func scripted(o Options) []byte {
	var list []Message
	sequence, code := uint32(0), uint8(KindRead)
	if o.MultiView {
		code = uint8(KindAll)
	}
	block := func(code uint8, messages ...Message) {
		if Kind(code&7) == KindRead {
			sequence++
		}
		list = append(append(list, &Block{Code: code, Seconds: 2 + float32(len(list))/64, Delta: 13, Sequence: sequence}),
			messages...)
	}
	names := func(s ...string) (list NameList) {
		for _, name := range s {
			list.Names = append(list.Names, []byte(name))
		}
		return list
	}
	block(code, &ServerData{Protocol: 28, ServerCount: 3, GameDir: []byte("qw"), Client: 1,
		LevelName: []byte("The Level"), Move: MoveVars{Gravity: 800, MaxSpeed: 320}},
		&StuffText{[]byte("fullserverinfo \"\\map\\a\"\n")},
		&SoundList{names("a.wav")}, &ModelList{names("maps/a.bsp", "progs/b.mdl")})
	block(code, &SpawnBaseline{Entity: 40, Baseline: Baseline{Model: 2, Origin: Vec3{8}}},
		&SpawnStatic{Baseline{Model: 2}},
		&SpawnStaticSound{Sound: 1, Volume: 9}, &LightStyle{1, []byte("az")}, &StuffText{[]byte("skins\n")},
		&UpdateUserInfo{Player: 1, UserID: 5, Info: []byte(`\name\a`)},
		&UpdateUserInfo{Player: 2, UserID: 6, Info: []byte(`\name\b`)},
		&UpdateEnterTime{Player: 1, Seconds: 30}, &UpdateFrags{1, 3}, &UpdatePing{1, 50}, &UpdatePL{2, 7}, &CDTrack{4})
	if !o.MultiView {
		block(uint8(KindSequence), &SequenceInfo{Outgoing: 7, Incoming: 2})
	}
	for i := range 40 {
		e := EntityDelta{Number: uint16(40 + i%3), Mask: EntityOriginX, Origin: Vec3{float32(8 * i)}}
		if i%7 == 6 {
			e.Mask = EntityRemove
		}
		var more []Message
		switch i {
		case 5:
			more = []Message{&UpdateFrags{1, 4}, &SetInfo{1, []byte("team"), []byte("red")}, &LightStyle{1, []byte("m")},
				&ServerInfo{[]byte("status"), []byte("Standby")}, &StuffText{[]byte("bf\n")}}
		case 9:
			more = []Message{&UpdateUserInfo{Player: 2}, &MaxSpeed{400}, &EntGravity{0.5}, &SetPause{1}}
		case 20:
			more = []Message{&UpdateUserInfo{Player: 1, UserID: 5, Info: []byte(`\name\c`)}, &SetPause{}, &CDTrack{5},
				&StuffText{[]byte("fullserverinfo \"\\map\\b\"\n")}}
		}
		player := &PlayerInfo{Player: 1, Origin: Vec3{float32(i)}, MultiView: o.MultiView}
		if o.MultiView {
			player.Flags = ViewOrigin
			block(uint8(KindStats)|1<<3, &UpdateStat{Index: StatHealth, Value: int32(100 - i)})
			if i == 12 {
				*list[len(list)-2].(*Block) = Block{Code: uint8(KindMultiple), Players: 0b110, Delta: 13}
			}
		} else {
			block(uint8(KindCommand), &Command{Msec: 13, View: Vec3{0, float32(i)}})
			more = append(more, &UpdateStat{Index: StatHealth, Value: int32(100 - i)})
		}
		entities := &PacketEntities{Delta: i > 0, From: uint8(sequence), Entities: []EntityDelta{e}}
		block(code, append(more, player, entities)...)
	}
	return encode(o, list...)
}

// TestClipBegins holds that at the first moment of a clip all holds that holds in the demo, for each moment. The
// numbers of the demo's first packets leave no room for those that a clip begins with.
func TestClipBegins(t *testing.T) {
	seed := maphash.MakeSeed()
	for _, multiView := range []bool{false, true} {
		o, format := Options{MultiView: multiView}, codecOf(map[bool]string{true: "x.mvd"}[multiView])
		data := scripted(o)
		moments := format.Moments(data, codec.Options{})
		if len(moments) < 40 {
			t.Fatalf("%d moments", len(moments))
		}
		at := func(data []byte, begin int64) map[string]string {
			f, h := &facts{o: o, values: map[string]string{}}, NewHistory(o)
			d := NewDecoder(data, o)
			for d.Offset() <= begin || h.Snapshot() == nil {
				if d.Next(HandlerFunc(func(m Message) { f.Handle(m); h.Handle(m) })) == io.EOF {
					break
				}
			}
			return f.values
		}
		for first := 1; first < len(moments)-2; first++ {
			var out bytes.Buffer
			err := format.Clip(&out, data, codec.Options{}, moments[first], moments[len(moments)-1].Begin)
			if err != nil {
				t.Fatal(err)
			}
			begin := moments[first].Begin
			if multiView {
				begin = moments[first].End - 1
			}
			want, got := at(data, begin), at(out.Bytes(), 0)
			delete(want, "command bf") // which only concerned the moment
			delete(got, "command bf")
			if !maps.Equal(got, want) {
				t.Fatalf("multi view %v from %d on:\n%v\nwant\n%v", multiView, first, got, want)
			}
			shown := shownStates(out.Bytes(), o, seed, 0, math.MaxInt64)
			all := shownStates(data, o, seed, moments[first].Time, moments[len(moments)-2].Time)
			if !slices.EqualFunc(shown, all, func(a, b shownState) bool { return a.hash == b.hash }) {
				t.Fatalf("multi view %v from %d on: %d states, want %d", multiView, first, len(shown), len(all))
			}
		}
	}
}

// TestMergedDeltas holds that one delta takes the place of two, field by field.
func TestMergedDeltas(t *testing.T) {
	all := EntityDelta{Number: 5, Model: 1, Frame: 2, Colormap: 3, Skin: 4, Effects: 0x105, Origin: Vec3{6, 7, 8},
		Angles: Vec3{9, 10, 11}, Scale: 12, Alpha: 13, Fatness: 14, DrawFlags: 15, AbsLight: 16,
		ColorMod: [3]uint8{17, 18, 19}, Flags: 20, Tag: [2]uint16{21, 22},
		Light: [4]uint16{23}, LightKind: [2]uint8{24, 25}}
	for _, c := range []struct {
		mask uint32
		want EntityDelta // what differs from nothing
	}{
		{EntityModel, EntityDelta{Model: 1}}, {EntityFrame, EntityDelta{Frame: 2}},
		{EntityColormap, EntityDelta{Colormap: 3}}, {EntitySkin, EntityDelta{Skin: 4}},
		{EntityEffects, EntityDelta{Effects: 5}},
		{EntityEffects16, EntityDelta{Effects: 0x100}}, {EntityOriginY, EntityDelta{Origin: Vec3{0, 7}}},
		{EntityYaw, EntityDelta{Angles: Vec3{0, 10}}}, {EntityScale, EntityDelta{Scale: 12}},
		{EntityAlpha, EntityDelta{Alpha: 13}}, {EntityFatness, EntityDelta{Fatness: 14}},
		{EntityDrawFlags, EntityDelta{DrawFlags: 15}}, {EntityAbsLight, EntityDelta{AbsLight: 16}},
		{EntityColorMod, EntityDelta{ColorMod: [3]uint8{17, 18, 19}}}, {EntityFlags, EntityDelta{Flags: 20}},
		{EntityTag, EntityDelta{Tag: [2]uint16{21, 22}}},
		{EntityLight, EntityDelta{Light: [4]uint16{23}, LightKind: [2]uint8{24, 25}}},
	} {
		change := all
		change.Mask, c.want.Number, c.want.Mask = c.mask, 5, c.mask|EntitySolid
		got := merged([]EntityDelta{{Number: 5, Mask: EntitySolid}}, []EntityDelta{change})
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("mask %#x: %+v, want %+v", c.mask, got, c.want)
		}
	}
	big := EntityDelta{Number: 5, Mask: EntityModel | entityBigModel, Model: 300}
	if got := big.with(&EntityDelta{Number: 5, Mask: EntityModel, Model: 3}); got.Mask != EntityModel || got.Model != 3 {
		t.Errorf("a narrow model after a wide one: %+v", got)
	}
	list := merged([]EntityDelta{{Number: 2}, {Number: 4}, {Number: 9}},
		[]EntityDelta{{Number: 1}, {Number: 4, Mask: EntityRemove}, {Number: 5}})
	var numbers []uint16
	for _, e := range list {
		numbers = append(numbers, e.Number)
	}
	if !slices.Equal(numbers, []uint16{1, 2, 5, 9}) {
		t.Errorf("merged to %v", numbers)
	}
}
