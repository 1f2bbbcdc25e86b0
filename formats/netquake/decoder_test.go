package netquake

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/wire"
)

// TestSetState holds that applying an update made from two states leads from
// one to the other.
func TestSetState(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	state := func(n int) EntityState {
		s := NewEntityState()
		s.Model, s.Frame, s.Colormap = uint16(random.IntN(n)), uint16(random.IntN(n)), uint8(random.IntN(n))
		s.Skin, s.Effects, s.NoLerp = uint8(random.IntN(n)), uint32(random.IntN(n)), random.IntN(2) == 0
		for i := range 3 {
			s.Origin[i] = float32(random.IntN(n)) / 8
			s.Angles[i] = float32(random.IntN(n)) * 360 / 256
		}
		return s
	}
	p, _ := newProtocol(ProtocolQuake, 0, 0, 0)
	for range 1000 {
		n := 2 + random.IntN(126)
		from, to := state(n), state(n)
		var u UpdateEntity
		u.SetState(uint16(random.IntN(600)), from, to)
		got := &log{}
		decode(t, encode(&Track{}, &Block{}, &u), got)
		read, ok := got.all[0].(*UpdateEntity)
		if !ok {
			t.Fatalf("%+v is read as %+v", u, got.all)
		}
		if s := read.Apply(from, &p); s != to {
			t.Fatalf("got %+v, want %+v", s, to)
		}
	}
}

// TestDialects holds that what protocol 15 leaves open is found out from the
// messages behind.
func TestDialects(t *testing.T) {
	status := []byte{
		100, 0, // health
		25,          // ammo
		25, 0, 0, 0, // shells, nails, rockets, cells
		1, // weapon
	}
	clientData := []byte{15, 0, 0} // clientdata, mask without items
	items := []byte{1, 0x10, 0, 0}
	end := []byte{25, 3} // signonnum
	join := func(parts ...[]byte) []byte { return bytes.Join(append([][]byte{quake}, parts...), nil) }
	tests := []struct {
		name     string
		messages []byte
		variant  Variant
		check    func(*log) bool
	}{
		{"items though the mask has none", join(clientData, items, status, end), Variant{}, func(l *log) bool {
			m, ok := l.all[1].(*ClientData)
			return ok && m.HasItems && m.Items == 0x1001 && m.Health == 100
		}},
		{"no items", join(clientData, status, end), Variant{ItemsByMask: true}, func(l *log) bool {
			m, ok := l.all[1].(*ClientData)
			return ok && !m.HasItems && m.Health == 100
		}},
		{"Nehahra", join([]byte{0x81, 0x80, 7, 0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f}, end), Variant{}, func(l *log) bool {
			m, ok := l.all[1].(*UpdateEntity)
			return ok && m.Fields == HasTransparency && m.Transparent[1] == 0.5
		}},
		{"DarkPlaces", join([]byte{0x81, 0x80, 0x02, 7, 128}, end), Variant{DarkPlaces: true}, func(l *log) bool {
			m, ok := l.all[1].(*UpdateEntity)
			return ok && m.Fields == HasAlpha && m.Alpha == 128
		}},
	}
	for _, test := range tests {
		got := &log{}
		data := demo(test.messages)
		d := decode(t, data, got)
		var variant Variant
		if v, ok := got.all[1].(*Variant); ok {
			variant = *v
			got.all = slices.Delete(got.all, 1, 2)
		}
		if len(d.Damage()) > 0 || variant != test.variant || len(got.all) != 3 || !test.check(got) {
			t.Errorf("%s: %v %+v", test.name, d.Damage(), got.all)
		}
		if !bytes.Equal(rewritten(t, data), data) {
			t.Errorf("%s is written differently", test.name)
		}
	}
}

func TestTrack(t *testing.T) {
	block := demo([]byte{1})[3:]
	for _, track := range []string{"-1\n", "4\n", "", "0\r\n", "-1 \n", "7\n\n\n", "-1 ", "12"} {
		data := append([]byte(track), block...)
		text, nops := "", 0
		d := decode(t, data, HandlerFunc(func(m Message) {
			switch m := m.(type) {
			case *Track:
				text = string(m.Text)
			case *Nop:
				nops++
			}
		}))
		if text != track || nops != 1 || len(d.Damage()) > 0 {
			t.Errorf("%q is read as %q, %d messages, %v", track, text, nops, d.Damage())
		}
		if c := Sniff(data); c == wire.NotThis {
			t.Errorf("%q is not sniffed", track)
		}
	}
}

func TestSniff(t *testing.T) {
	whole := timed(10)
	for _, test := range []struct {
		name string
		data []byte
		want wire.Confidence
	}{
		{"a demo", whole, wire.Likely},
		{"one without a track", whole[3:], wire.Likely},
		{"two blocks and a half", whole[:3+5*(len(whole)-3)/20], wire.Likely},
		{"a block", demo([]byte{1}), wire.Faint},
		{"a track", []byte("-1\n"), wire.Faint},
		{"a track and junk", []byte("-1\n" + strings.Repeat("\xff", 64)), wire.Faint},
		{"nothing", nil, wire.NotThis},
		{"a pointer", []byte("version https://git-lfs.github.com/spec/v1\noid"), wire.NotThis},
		{"a model", []byte("IDP2 and what models have"), wire.NotThis},
		{"junk", bytes.Repeat([]byte{0xff}, 64), wire.NotThis},
	} {
		if got := Sniff(test.data); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// timed makes a demo of a number of blocks with a time and a text each.
func timed(blocks int) []byte {
	messages := []Message{&Track{[]byte("-1\n")}}
	for i := range blocks {
		messages = append(messages, &Block{Angles: Vec3{0, float32(i), 0}}, &Time{Seconds: 1 + float32(i)},
			&Print{[]byte("text")})
	}
	return encode(messages...)
}

// TestDamage breaks a demo in several ways and holds what is still read.
func TestDamage(t *testing.T) {
	const blocks = 10
	size := (len(timed(blocks)) - 3) / blocks
	fifth := 3 + 4*size
	tests := []struct {
		name    string
		spoil   func([]byte) []byte
		times   int
		what    string
		skipped int64
		at      time.Duration
	}{
		{"cut in a message", func(b []byte) []byte { return b[:fifth+size-3] }, 5, "is cut off after", 0, 3 * time.Second},
		{"cut in a header", func(b []byte) []byte { return b[:fifth+10] }, 4, "cut off after 10", 10, 3 * time.Second},
		{"huge length", func(b []byte) []byte { b[fifth+3] = 0x7f; return b }, 10, "has a length field of", 4,
			3 * time.Second},
		{"negative length", func(b []byte) []byte { copy(b[fifth:], "\xff\xff\xff\xff"); return b }, 10,
			"has a length field of", 4, 3 * time.Second},
		{"length too long", func(b []byte) []byte { b[fifth] += 50; return b }, 10, "has a length field of", 4,
			3 * time.Second},
		{"length too short", func(b []byte) []byte { b[fifth] -= 3; return b }, 10, "has a length field of", 4,
			3 * time.Second},
		{"spoiled header and message", func(b []byte) []byte { b[fifth+3], b[fifth+headerSize] = 0x7f, 127; return b },
			9, "cannot have", int64(size), 3 * time.Second},
		{"unknown message", func(b []byte) []byte { b[fifth+headerSize+5] = 127; return b }, 10, "message 127", 6,
			4 * time.Second},
		{"junk between blocks", func(b []byte) []byte {
			return append(append(bytes.Clone(b[:fifth]), bytes.Repeat([]byte{0xee}, 50)...), b[fifth:]...)
		}, 10, "cannot have", 50, 3 * time.Second},
	}
	for _, test := range tests {
		data := test.spoil(timed(blocks))
		got := counter{}
		d := decode(t, data, got)
		if !bytes.Equal(rewritten(t, data), data) {
			t.Errorf("%s: written differently", test.name)
		}
		if got["time"] != test.times || len(d.Damage()) != 1 {
			t.Errorf("%s: %d times, %v", test.name, got["time"], d.Damage())
			continue
		}
		if dmg := d.Damage()[0]; !strings.Contains(dmg.What, test.what) || dmg.Skipped != test.skipped ||
			dmg.Time != test.at ||
			strings.HasPrefix(test.name, "spoiled") && dmg.Lost != 2*time.Second {
			t.Errorf("%s: %+v", test.name, dmg)
		}
	}
}

// TestUnknownProtocol holds that a level that cannot be read is said to be so,
// once.
func TestUnknownProtocol(t *testing.T) {
	data := append(demo(level(77, 0)), timed(3)[3:]...)
	got := counter{}
	d := decode(t, data, got)
	if len(d.Damage()) != 1 || !strings.Contains(d.Damage()[0].What, "protocol 77") || got["time"] != 0 {
		t.Errorf("%v, %v", d.Damage(), got)
	}
}

// brokenPipe is a writer that takes nothing.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestEncoderFails holds that the first error stays.
func TestEncoderFails(t *testing.T) {
	e := NewEncoder(brokenPipe{}, Options{})
	for range 3 {
		e.Handle(&Block{})
		e.Handle(&Nop{})
	}
	if err := e.Finish(); err != io.ErrClosedPipe {
		t.Errorf("finished with %v", err)
	}
	for _, m := range []Message{&TempEntity{Type: 200}, &ServerInfo{Protocol: 77}} {
		e = NewEncoder(io.Discard, Options{})
		e.Handle(&Block{})
		e.Handle(m)
		e.Handle(&Block{})
		if err := e.Finish(); !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrProtocol) {
			t.Errorf("%s: finished with %v", Name(m), err)
		}
	}
}

// TestTimeAndOffset holds that the decoder's time goes on over levels.
func TestTimeAndOffset(t *testing.T) {
	data := append(timed(3), timed(3)[3:]...) // from 1 to 3 s, twice
	level := encode(&Block{}, &ServerInfo{Protocol: ProtocolQuake, MaxClients: 1})
	data = append(data, append(level, timed(2)[3:]...)...)
	d := NewDecoder(data, Options{})
	var got []time.Duration
	for d.Next(HandlerFunc(discard)) != io.EOF {
		got = append(got, d.Time()/time.Second)
	}
	// The second time the clock goes back, and the new level's starts where it was.
	if want := []time.Duration{0, 1, 2, 2, 3, 4, 4, 4, 5}; !slices.Equal(got, want) || d.Offset() != int64(len(data)) {
		t.Errorf("times %v at %d, want %v at %d", got, d.Offset(), want, len(data))
	}
}

// TestNoAllocations holds that decoding allocates per demo, not per message.
func TestNoAllocations(t *testing.T) {
	few, many := timed(10), timed(1000)
	allocations := func(data []byte) float64 {
		return testing.AllocsPerRun(5, func() { decode(t, data, HandlerFunc(discard)) })
	}
	if a, b := allocations(few), allocations(many); b > a {
		t.Errorf("%v allocations for 10 blocks, %v for 1000", a, b)
	}
}

// FuzzDecoder holds that decoding ends, without a panic, and that nothing is
// lost: what is written is what was read.
func FuzzDecoder(f *testing.F) {
	f.Add(timed(3))
	for _, x := range fixtures {
		f.Add(demo(append(bytes.Clone(x.level), x.bytes...)))
	}
	f.Add([]byte("-1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var b bytes.Buffer
		e := NewEncoder(&b, Options{})
		rounded, h := false, NewHistory()
		d := NewDecoder(data, Options{})
		for range len(data) + 2 {
			err := d.Next(HandlerFunc(func(m Message) {
				if s, ok := m.(*ServerInfo); ok && s.Flags&RMQInt32Coord != 0 {
					rounded = true
				}
				e.Handle(m)
				h.Handle(m)
			}))
			h.Snapshot()
			if err == io.EOF {
				if err := e.Finish(); err != nil {
					t.Fatal(err)
				}
				if got := b.Bytes(); !rounded && !bytes.Equal(got, data) {
					t.Fatalf("% x\nis written as\n% x", data, got)
				}
				return
			}
		}
		t.Fatal("no end")
	})
}
