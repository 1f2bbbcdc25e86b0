package quakeworld

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/wire"
)

// TestBlocks reads and writes blocks of each kind.
func TestBlocks(t *testing.T) {
	qwd := []byte{
		0, 0, 0x80, 0x3f, 0, // 1 s, command
		13, 1, 2, 3, // msec, padding
		0, 0, 0, 0, 0, 0, 0xc0, 0x3f, 0, 0, 0, 0, // angles
		0x90, 1, 0x70, 0xfe, 5, 0, // forward 400, side -400, up 5
		1, 7, // buttons, impulse
		0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, // view
		0, 0, 0xc0, 0x3f, 2, // 1.5 s, sequences
		9, 0, 0, 0, 8, 0, 0, 0,
		0, 0, 0, 0x40, 1, // 2 s, packet
		9, 0, 0, 0, // 9 bytes
		5, 0, 0, 0x80, 4, 0, 0, 0, // sequences, the first reliable
		1,                // nop
		0, 0, 0, 0x40, 1, // 2 s, packet
		6, 0, 0, 0, // 6 bytes
		0xff, 0xff, 0xff, 0xff, // out of the game
		2, 0, // disconnect
	}
	want := []Message{
		&Block{Clock: 0, Seconds: 1},
		&Command{Msec: 13, Padding: [3]byte{1, 2, 3}, Angles: Vec3{0, 1.5}, Forward: 400, Side: -400, Up: 5, Buttons: 1,
			Impulse: 7, View: Vec3{0, 1}},
		&Block{Offset: 41, Clock: time.Second / 2, Seconds: 1.5, Code: 2},
		&SequenceInfo{9, 8},
		&Block{Offset: 54, Clock: time.Second, Seconds: 2, Code: 1, Size: 9, Sequence: 0x80000005, Acknowledged: 4},
		&Nop{},
		&Block{Offset: 72, Clock: time.Second, Seconds: 2, Code: 1, Size: 6, Sequence: ConnectionlessSequence},
		&Connectionless{[]byte{2, 0}},
	}
	checkBlocks(t, qwd, false, want)

	mvd := []byte{
		10, 2, // 10 ms, sequences
		9, 0, 0, 0, 8, 0, 0, 0,
		20, 3, 5, 0, 0, 0, 1, 0, 0, 0, 1, // 20 ms, players 0 and 2, a nop
		0, 0x1c, 1, 0, 0, 0, 1, // player 3, a nop
		0, 0x25, 1, 0, 0, 0, 1, // status of player 4, a nop
		0, 6, 1, 0, 0, 0, 1, // all, a nop
		0, 3, 0, 0, 0, 0, 7, 0, 0, 0, // nobody, 7 bytes
		1, 0, 0, 0, 0x0a, 0, 30, // a hidden record
		0, 3, 0, 0, 0, 0, 3, 0, 0, 0, // nobody, 3 bytes
		0x0a, 0, 40, // a bare hidden record
	}
	want = []Message{
		&Block{Clock: 10 * time.Millisecond, Delta: 10, Code: 2},
		&SequenceInfo{9, 8},
		&Block{Offset: 10, Clock: 30 * time.Millisecond, Delta: 20, Code: 3, Players: 5, Size: 1},
		&Nop{},
		&Block{Offset: 21, Clock: 30 * time.Millisecond, Code: 0x1c, Size: 1},
		&Nop{},
		&Block{Offset: 28, Clock: 30 * time.Millisecond, Code: 0x25, Size: 1},
		&Nop{},
		&Block{Offset: 35, Clock: 30 * time.Millisecond, Code: 6, Size: 1},
		&Nop{},
		&Block{Offset: 42, Clock: 30 * time.Millisecond, Code: 3, Size: 7},
		&Hidden{Type: HiddenPausedDuration, Data: []byte{30}},
		&Block{Offset: 59, Clock: 30 * time.Millisecond, Code: 3, Size: 3},
		&Hidden{Type: HiddenPausedDuration, Bare: true, Data: []byte{40}},
	}
	checkBlocks(t, mvd, true, want)
}

// blockLog is a log that has blocks as well.
type blockLog struct{ log }

func (l *blockLog) Handle(m Message) {
	if b, ok := m.(*Block); ok {
		l.all = append(l.all, corpus.Copy(b))
	}
	l.log.Handle(m)
}

func checkBlocks(t *testing.T, data []byte, multiView bool, want []Message) {
	t.Helper()
	var got blockLog
	d := decode(t, data, multiView, &got)
	if len(d.Damage()) > 0 || len(got.all) != len(want) {
		t.Fatalf("%v, %d of %d", d.Damage(), len(got.all), len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(got.all[i], want[i]) {
			t.Errorf("%d:\n got %T %+v\nwant %T %+v", i, got.all[i], got.all[i], want[i], want[i])
		}
	}
	if wrote := rewritten(t, data, multiView); !bytes.Equal(wrote, data) {
		t.Errorf("wrote % x, want % x", wrote, data)
	}
	if Sniff(data, Options{MultiView: multiView}) > wire.Faint &&
		Sniff(data, Options{MultiView: !multiView}) > wire.Faint {
		t.Error("sniffed as the other kind")
	}
}

func TestBlockTo(t *testing.T) {
	tests := []struct {
		block Block
		to    [4]bool
	}{
		{Block{Code: uint8(KindAll)}, [4]bool{true, true, true, true}},
		{Block{Code: uint8(KindMultiple), Players: 5}, [4]bool{true, false, true, false}},
		{Block{Code: uint8(KindSingle) | 1<<3}, [4]bool{false, true, false, false}},
		{Block{Code: uint8(KindStats) | 3<<3}, [4]bool{false, false, false, true}},
	}
	for _, test := range tests {
		for player, want := range test.to {
			if got := test.block.To(player); got != want {
				t.Errorf("%+v to %d: %v", test.block, player, got)
			}
		}
	}
}

func TestHidden(t *testing.T) {
	tests := []struct {
		name string
		in   Hidden
		read func(*Hidden) (any, bool)
		want any
	}{
		{"antilag", Hidden{Type: HiddenAntilag, Data: []byte{
			3, 1, // player, one position
			9, 0, 0, 0, // sequence
			0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, // times
			0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // place of the client
			0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, // place
			4, 13, 1, // player, msec, model
		}}, func(h *Hidden) (any, bool) { v, ok := h.Antilag(); return v, ok },
			Antilag{3, 9, 1, 2, []AntilagPosition{{Vec3{1}, Vec3{2}, 4, 13, 1}}}},
		{"commentary", Hidden{Type: HiddenCommentaryText, Data: []byte{
			2,            // track
			0, 0, 32, 64, // 2.5 seconds
			'h', 'i', 0xc3, 0xa9, 0,
		}}, func(h *Hidden) (any, bool) { v, ok := h.Commentary(); return v, ok }, Commentary{2, 2.5, []byte("hié")}},
		{"command", Hidden{Type: HiddenUserCommand, Data: []byte{
			3, 0, 13, // player, dropped, msec
			0, 0, 0, 0, 0, 0, 0xc0, 0x3f, 0, 0, 0, 0, // angles
			0x90, 1, 0x70, 0xfe, 5, 0, // wishes
			1, 7, // buttons, impulse
		}}, func(h *Hidden) (any, bool) { v, ok := h.UserCommand(); return v, ok },
			HiddenCommand{3, 0, 13, Vec3{0, 1.5}, 400, -400, 5, 1, 7}},
		{"weapons", Hidden{Type: HiddenWeaponsServer, Data: []byte{
			3, 1, 0x10, 0, 0, // player, items
			25, 1, 2, 3, // ammunition
			7,       // choice
			7, 8, 0, // wishes
		}}, func(h *Hidden) (any, bool) { v, ok := h.Weapons(); return v, ok },
			WeaponChoice{3, 0x1001, 25, 1, 2, 3, 7, []byte{7, 8}, true}},
		{"damage", Hidden{Type: HiddenDamageDone, Data: []byte{
			7, 0x80, // weapon, splash
			1, 0, 2, 0, // attacker, victim
			100, 0, // damage
		}}, func(h *Hidden) (any, bool) { v, ok := h.DamageDone(); return v, ok },
			DamageDone{7, true, 1, 2, 100}},
		{"instruction", Hidden{Type: HiddenWeaponInstruction, Data: []byte{
			3, 32, // player, flags
			9, 0, 0, 0, 1, 0, 0, 0, // sequence, mode
			7, 8, 0, 0, 0, 0, 0, 0, 0, 0, // weapons
		}}, func(h *Hidden) (any, bool) { v, ok := h.WeaponInstruction(); return v, ok },
			WeaponInstruction{3, 32, 9, 1, [10]uint8{7, 8}}},
		{"pause", Hidden{Type: HiddenPausedDuration, Data: []byte{13}},
			func(h *Hidden) (any, bool) { v, ok := h.PausedDuration(); return v, ok }, uint8(13)},
		{"start", Hidden{Type: HiddenStartTimestamp, Data: []byte{0, 1, 0, 0, 0, 0, 0, 0}},
			func(h *Hidden) (any, bool) { v, ok := h.StartTimestamp(); return v, ok }, uint64(256)},
		{"start under its first number", Hidden{Type: HiddenWeaponInstruction, Data: []byte{0, 1, 0, 0, 0, 0, 0, 0}},
			func(h *Hidden) (any, bool) { v, ok := h.StartTimestamp(); return v, ok }, uint64(256)},
		{"info", Hidden{Type: HiddenDemoInfo, Data: []byte{1, 0, '{'}},
			func(h *Hidden) (any, bool) { n, b, ok := h.DemoInfo(); return []any{n, string(b)}, ok },
			[]any{int16(1), "{"}},
	}
	for _, test := range tests {
		got, ok := test.read(&test.in)
		if !ok || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v %v, want %+v", test.name, got, ok, test.want)
		}
		if test.name != "info" {
			short := test.in
			short.Data = short.Data[:len(short.Data)-1]
			if _, ok := test.read(&short); ok {
				t.Errorf("%s: ok though cut", test.name)
			}
		}
		other := test.in
		other.Range = 1
		if _, ok := test.read(&other); ok {
			t.Errorf("%s: ok in another range", test.name)
		}
	}
}

// TestPacketEntities holds how a delta is applied to a frame.
func TestPacketEntities(t *testing.T) {
	baseline := func(n uint16) EntityState { return EntityState{Number: n, Model: 100 + n} }
	old := []EntityState{{Number: 2, Model: 2}, {Number: 4, Model: 4}, {Number: 6, Model: 6}, {Number: 9, Model: 9}}
	m := PacketEntities{Delta: true, Entities: []EntityDelta{
		{Number: 1, Mask: EntityFrame, Frame: 7},                // new
		{Number: 4, Mask: EntityRemove},                         // leaves
		{Number: 5, Mask: EntityRemove},                         // was not there
		{Number: 6, Mask: EntityOriginX, Origin: Vec3{1, 2, 3}}, // changes
	}}
	got := m.Apply(nil, old, baseline)
	want := []EntityState{{Number: 1, Model: 101, Frame: 7}, {Number: 2, Model: 2},
		{Number: 6, Model: 6, Origin: Vec3{1}}, {Number: 9, Model: 9}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	m = PacketEntities{Entities: []EntityDelta{{Number: 2}, {Number: 3, Mask: EntityModel, Model: 5}}}
	want = []EntityState{{Number: 2, Model: 102}, {Number: 3, Model: 5}}
	if got := m.Apply(nil, nil, baseline); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestPlayerState holds that a .qwd's player is absolute and a .mvd's is not.
func TestPlayerState(t *testing.T) {
	last := PlayerState{Origin: Vec3{1, 2, 3}, Angles: Vec3{4, 5, 6}, Model: 7, Skin: 1, Effects: 2, WeaponFrame: 3}
	m := PlayerInfo{MultiView: true, Flags: ViewOrigin<<1 | ViewAngles<<1 | ViewDead, Origin: Vec3{0, 20, 0},
		Angles: Vec3{0, 50, 0}, Frame: 9}
	want := PlayerState{Origin: Vec3{1, 20, 3}, Angles: Vec3{4, 50, 6}, HasAngles: true, Model: 7, Skin: 1, Effects: 2,
		WeaponFrame: 3, Frame: 9, Dead: true}
	if got := m.Apply(last); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	m = PlayerInfo{Flags: PlayerModel | PlayerSkin | PlayerCommand, Model: 4, Skin: 0x81, Origin: Vec3{1},
		Command: UserCommand{Angles: Vec3{0, 90}, Buttons: 1}}
	want = PlayerState{Origin: Vec3{1}, Model: 260, Skin: 1, Angles: Vec3{0, 90}, HasAngles: true, Buttons: 1}
	if got := m.Apply(last); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// timed makes a demo of a number of blocks with a text each.
func timed(multiView bool, blocks int) []byte {
	var messages []Message
	for i := range blocks {
		b := Block{Code: uint8(KindRead), Seconds: 2 + float32(i), Delta: 100, Sequence: uint32(i),
			Acknowledged: uint32(i)}
		if multiView {
			b.Code = uint8(KindAll)
		}
		messages = append(messages, &b, &Print{PrintHigh, []byte("some text")})
	}
	return encode(Options{MultiView: multiView}, messages...)
}

// TestDamage breaks a demo in several ways and holds what is still read.
func TestDamage(t *testing.T) {
	const blocks = 20
	for _, multiView := range []bool{false, true} {
		size := len(timed(multiView, blocks)) / blocks
		fifth := 4 * size
		text := fifth + size - 12
		sizeAt := fifth + 2
		if !multiView {
			sizeAt = fifth + 5
		}
		tests := []struct {
			name    string
			spoil   func([]byte) []byte
			prints  int
			what    string
			skipped int64
		}{
			{"cut in a message", func(b []byte) []byte { return b[:fifth+size-3] }, 4, "is cut off after", 0},
			{"cut in a head", func(b []byte) []byte { return b[:fifth+4] }, 4, "cut off after 4", 4},
			{"huge length", func(b []byte) []byte { b[sizeAt+3] = 0x7f; return b }, 20, "has a length field of", 4},
			{"length too long", func(b []byte) []byte { b[sizeAt] += 40; return b }, 20, "has a length field of", 4},
			{"length too short", func(b []byte) []byte { b[sizeAt] -= 3; return b }, 20, "has a length field of", 4},
			{"huge length and unknown message", func(b []byte) []byte { b[sizeAt+3], b[text] = 0x7f, 127; return b },
				19, "", int64(size)},
			{"unknown message", func(b []byte) []byte { b[text] = 127; return b }, 19, "message 127", 12},
			{"unknown kind", func(b []byte) []byte { b[fifth+1], b[fifth+4] = 7, 7; return b }, 19, "no block has",
				int64(size)},
			{"junk between blocks", func(b []byte) []byte {
				return append(append(bytes.Clone(b[:fifth]), bytes.Repeat([]byte{0xff}, 50)...), b[fifth:]...)
			}, 20, "no block has", 50},
		}
		for _, test := range tests {
			data := test.spoil(timed(multiView, blocks))
			got := counter{}
			d := decode(t, data, multiView, got)
			if !bytes.Equal(rewritten(t, data, multiView), data) {
				t.Errorf("%s: written differently", test.name)
			}
			if got["print"] != test.prints || len(d.Damage()) != 1 {
				t.Errorf("multi view %v, %s: %d prints, %v", multiView, test.name, got["print"], d.Damage())
				continue
			}
			if dmg := d.Damage()[0]; !strings.Contains(dmg.What, test.what) || dmg.Skipped != test.skipped ||
				test.name == "unknown kind" && !multiView && dmg.Lost != 2*time.Second {
				t.Errorf("multi view %v, %s: %+v", multiView, test.name, dmg)
			}
		}
	}
}

// TestUnknownProtocol holds that a level that cannot be read is said to be so,
// once.
func TestUnknownProtocol(t *testing.T) {
	data := append(demo(false, head{protocol: 77}.bytes()), timed(false, 3)...)
	got := counter{}
	d := decode(t, data, false, got)
	if len(d.Damage()) != 1 || !strings.Contains(d.Damage()[0].What, "protocol 77") || got["print"] != 0 {
		t.Errorf("%v, %v", d.Damage(), got)
	}
}

func TestSniff(t *testing.T) {
	for _, multiView := range []bool{false, true} {
		o, other := Options{MultiView: multiView}, Options{MultiView: !multiView}
		data := timed(multiView, 10)
		if multiView {
			data[0] = 0 // the time of the first block
		}
		if c, d := Sniff(data, o), Sniff(data, other); c != wire.Likely || d > wire.Faint {
			t.Errorf("multi view %v: %d, as the other kind %d", multiView, c, d)
		}
		data[len(data)/10+4], data[len(data)/10+1] = 7, 7 // the code of the second block
		if c := Sniff(data, o); c != wire.Faint {
			t.Errorf("multi view %v, damaged: %d", multiView, c)
		}
		for _, not := range []string{"", "-1\n", "version https://git-lfs.github.com/spec/v1\noid",
			strings.Repeat("\xff", 64)} {
			if c := Sniff([]byte(not), o); c > wire.Faint || c > wire.NotThis && len(not) > 16 {
				t.Errorf("%q: %d", not, c)
			}
		}
	}
}

// brokenPipe is a writer that takes nothing.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestEncoderFails holds that the first error stays.
func TestEncoderFails(t *testing.T) {
	e := NewEncoder(brokenPipe{}, Options{})
	for range 3 {
		e.Handle(&Block{Code: uint8(KindRead)})
		e.Handle(&Nop{})
	}
	if err := e.Finish(); err != io.ErrClosedPipe {
		t.Errorf("finished with %v", err)
	}
	for _, m := range []Message{&TempEntity{Type: 200}, &ServerData{Protocol: 77}} {
		e = NewEncoder(io.Discard, Options{MultiView: true})
		e.Handle(&Block{Code: uint8(KindAll)})
		e.Handle(m)
		if err := e.Finish(); !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrProtocol) {
			t.Errorf("%s: finished with %v", Name(m), err)
		}
	}
}

func TestTimeAndOffset(t *testing.T) {
	for multiView, want := range map[bool]time.Duration{false: 2 * time.Second, true: 300 * time.Millisecond} {
		data := timed(multiView, 3)
		if d := decode(t, data, multiView, HandlerFunc(discard)); d.Time() != want || d.Offset() != int64(len(data)) {
			t.Errorf("multi view %v: %v at %d, want %v at %d", multiView, d.Time(), d.Offset(), want, len(data))
		}
	}
}

// TestNoAllocations holds that decoding allocates per demo, not per message.
func TestNoAllocations(t *testing.T) {
	for _, multiView := range []bool{false, true} {
		allocations := func(data []byte) float64 {
			return testing.AllocsPerRun(5, func() { decode(t, data, multiView, HandlerFunc(discard)) })
		}
		if a, b := allocations(timed(multiView, 10)), allocations(timed(multiView, 1000)); b > a+10 {
			t.Errorf("%v allocations for 10 blocks, %v for 1000", a, b)
		}
	}
}

func FuzzDecoder(f *testing.F)          { fuzz(f, false) }
func FuzzMultiViewDecoder(f *testing.F) { fuzz(f, true) }

// fuzz holds that decoding ends, without a panic, and that nothing is lost:
// what is written is what was read.
func fuzz(f *testing.F, multiView bool) {
	f.Add(timed(multiView, 3))
	for _, x := range fixtures {
		if x.name != "chunk" {
			x.head.multiView = multiView
			f.Add(demo(multiView, append(x.head.bytes(), x.bytes...)))
		}
	}
	f.Add([]byte{20, 3, 0, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0x0a, 0, 30})
	f.Fuzz(func(t *testing.T, data []byte) {
		var b bytes.Buffer
		o := Options{MultiView: multiView}
		d, e, h := NewDecoder(data, o), NewEncoder(&b, o), NewHistory(o)
		for range len(data) + 2 {
			err := d.Next(HandlerFunc(func(m Message) {
				e.Handle(m)
				h.Handle(m)
			}))
			h.Snapshot()
			if err == io.EOF {
				if err := e.Finish(); err != nil {
					t.Fatal(err)
				}
				if got := b.Bytes(); !bytes.Equal(got, data) {
					t.Fatalf("% x\nis written as\n% x", data, got)
				}
				return
			}
		}
		t.Fatal("no end")
	})
}
