package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"
	"time"
)

// record has a field of each kind.
type record struct {
	u8       uint8
	i8       int8
	u16      uint16
	i16      int16
	low      uint16
	u32      uint32
	i32      int32
	u64      uint64
	f32      float32
	raw, txt []byte
}

func (r *record) layout(s *Stream) {
	s.Uint8(&r.u8)
	s.Int8(&r.i8)
	s.Uint16(&r.u16)
	s.Int16(&r.i16)
	s.High8(&r.low)
	s.Low8(&r.low)
	s.Uint32(&r.u32)
	s.Int32(&r.i32)
	s.Uint64(&r.u64)
	s.Float32(&r.f32)
	s.Bytes(&r.raw, 2)
	s.Chars(&r.txt)
}

var recordBytes = []byte{
	1,    // u8
	0xfe, // i8 -2
	3, 0, // u16
	0xfc, 0xff, // i16 -4
	5, 6, // high and low half
	7, 0, 0, 0, // u32
	0xf8, 0xff, 0xff, 0xff, // i32 -8
	9, 0, 0, 0, 0, 0, 0, 0, // u64
	0, 0, 0xc0, 0x3f, // f32 1.5
	'a', 'b', // raw
	'c', 0, // txt
}

func TestStream(t *testing.T) {
	var s Stream
	var r record
	s.Read(recordBytes, 100)
	r.layout(&s)
	if s.Err() != nil || s.Len() != 0 || s.Offset() != int64(100+len(recordBytes)) || s.Pos() != len(recordBytes) {
		t.Fatalf("err %v, %d left, offset %d", s.Err(), s.Len(), s.Offset())
	}
	if r.u8 != 1 || r.i8 != -2 || r.u16 != 3 || r.i16 != -4 || r.low != 0x0506 || r.u32 != 7 || r.i32 != -8 ||
		r.u64 != 9 ||
		r.f32 != 1.5 || string(r.raw) != "ab" || string(r.txt) != "c" {
		t.Errorf("%+v", r)
	}
	s.Write()
	r.layout(&s)
	if !bytes.Equal(s.Data(), recordBytes) || s.Pos() != len(recordBytes) {
		t.Errorf("written as % x", s.Data())
	}
	for n := range recordBytes {
		s.Read(recordBytes[:n], 0)
		if r.layout(&s); !errors.Is(s.Err(), ErrShort) {
			t.Errorf("%d bytes: %v", n, s.Err())
		}
	}
}

// TestCoords holds that each coordinate and angle of each kind is written as
// it was read, and some values.
func TestCoords(t *testing.T) {
	for kind, size := range map[Coord]int{Coord16: 2, Coord24: 3} {
		for bits := range 1 << (8 * size) {
			if size == 3 && bits%7 != 0 && bits>>16 != 255 {
				continue
			}
			in := [3]byte{byte(bits), byte(bits >> 8), byte(bits >> 16)}
			var r, w Stream
			var v float32
			r.Read(in[:size], 0)
			r.Coord(kind, &v)
			w.Coord(kind, &v)
			if !bytes.Equal(w.Data(), in[:size]) {
				t.Fatalf("kind %d: % x is %v, written as % x", kind, in[:size], v, w.Data())
			}
		}
	}
	for kind, size := range map[Angle]int{Angle8: 1, AngleUnit: 1, Angle16: 2} {
		for bits := range 1 << (8 * size) {
			in := [2]byte{byte(bits), byte(bits >> 8)}
			var r, w Stream
			var v float32
			r.Read(in[:size], 0)
			r.Angle(kind, &v)
			w.Angle(kind, &v)
			if !bytes.Equal(w.Data(), in[:size]) {
				t.Fatalf("kind %d: % x is %v, written as % x", kind, in[:size], v, w.Data())
			}
		}
	}
	values := []struct {
		kind Coord
		in   []byte
		want float32
	}{
		{Coord16, []byte{0xff, 0xff}, -0.125},
		{Coord24, []byte{0xff, 0xff, 51}, -0.8},
		{Coord32, []byte{0xff, 0xff, 0xff, 0xff}, -0.0625},
		{CoordFloat, []byte{0, 0, 0xc0, 0x3f}, 1.5},
	}
	for _, x := range values {
		var r, w Stream
		var v [3]float32
		r.Read(bytes.Repeat(x.in, 3), 0)
		r.Coords(x.kind, &v)
		w.Coords(x.kind, &v)
		if v != [3]float32{x.want, x.want, x.want} || !bytes.Equal(w.Data(), bytes.Repeat(x.in, 3)) {
			t.Errorf("kind %d: % x is %v, written as % x", x.kind, x.in, v, w.Data())
		}
	}
}

// TestExtensions holds that pairs are read up to a number that is no magic,
// also where the data end behind a magic.
func TestExtensions(t *testing.T) {
	const a, b = 0x41414141, 0x42424242
	data := []byte{
		0x42, 0x42, 0x42, 0x42, 1, 0, 0, 0, // b, 1
		0x41, 0x41, 0x41, 0x41, 2, 0, 0, 0, // a, 2
		0x1c, 0, 0, 0, // a protocol number
		0, 0, 0, 0,
	}
	var s Stream
	var list []Extension
	s.Read(data, 0)
	s.Extensions(&list, a, b)
	if s.Pos() != 16 || s.Err() != nil || FlagsOf(list, a) != 2 || FlagsOf(list, b) != 1 || FlagsOf(list, 7) != 0 {
		t.Errorf("%d bytes, %v, %v", s.Pos(), s.Err(), list)
	}
	s.Write()
	s.Extensions(&list)
	if !bytes.Equal(s.Data(), data[:16]) {
		t.Errorf("written as % x", s.Data())
	}
	s.Read(data[:6], 0)
	if s.Extensions(&list, a, b); s.Pos() != 0 || s.Err() != nil || len(list) != 0 {
		t.Errorf("a cut pair: %d bytes, %v, %v", s.Pos(), s.Err(), list)
	}
	s.Read(bytes.Repeat(data[:8], 20), 0)
	if s.Extensions(&list, b); len(list) != maxExtensions {
		t.Errorf("%d extensions, want %d", len(list), maxExtensions)
	}
}

// TestNumbers passes numbers of several widths.
func TestNumbers(t *testing.T) {
	data := []byte{
		7,    // narrow
		1, 2, // wide: 0x0201
		0xfe,       // byte of an int
		8, 0, 0x40, // place: x 1, pitch 90
		16, 0, 0x80, // y 2, yaw -180
		24, 0, 0, // z 3, roll 0
	}
	narrow, wide, of := uint16(0xffff), uint16(0), int32(0)
	var origin, angles [3]float32
	layout := func(s *Stream) {
		s.Number(&narrow, false)
		s.Number(&wide, true)
		s.ByteOfInt(&of)
		s.Place(Coord16, Angle8, &origin, &angles)
	}
	var s Stream
	s.Read(data, 0)
	layout(&s)
	if narrow != 7 || wide != 0x0201 || of != 0xfe || origin != [3]float32{1, 2, 3} ||
		angles != [3]float32{90, -180, 0} {
		t.Error(narrow, wide, of, origin, angles)
	}
	s.Write()
	layout(&s)
	if !bytes.Equal(s.Data(), data) {
		t.Errorf("written as % x", s.Data())
	}
}

// TestQuakeValues passes what the messages of Quake are made of, both ways.
func TestQuakeValues(t *testing.T) {
	data := []byte{
		64, 0, 0xc0, // angles 90, 0, -90
		2,                 // 2 * 16
		0x81,              // the low byte of a mask, which announces
		0x05,              // the byte of its bits 8 to 15
		'a', 0, 'b', 0, 0, // two names
		0x0a, 0x80, // entity 4097, channel 2
		0x42, 0x42, // word
	}
	var angles [3]float32
	var speed float32
	var mask, unannounced uint32
	var low uint8
	var names [][]byte
	var entity, word uint16
	var channel uint8
	layout := func(s *Stream) {
		s.Angles(Angle8, &angles)
		s.Speed(16, &speed)
		s.Uint8(&low)
		if s.Reading() {
			mask = uint32(low)
		}
		s.Mask8(&mask, 0x80, 8)
		s.Mask8(&unannounced, 0x80, 8)
		s.Names(&names)
		s.Channel(&entity, &channel)
		s.Uint16(&word)
	}
	var s Stream
	s.Read(data, 0)
	if s.Peek() != 64 {
		t.Errorf("peeked at %d", s.Peek())
	}
	layout(&s)
	if angles != [3]float32{90, 0, -90} || speed != 32 || mask != 0x0581 || unannounced != 0 || len(names) != 2 ||
		entity != 4097 || channel != 2 || word != 0x4242 {
		t.Error(angles, speed, mask, unannounced, names, entity, channel, word)
	}
	if s.Peek() != -1 || s.Len() != 0 {
		t.Errorf("%d bytes are left, the next is %d", s.Len(), s.Peek())
	}
	s.Fail("a %s", "complaint")
	if want := "offset 15: a complaint"; s.Err() == nil || s.Err().Error() != want {
		t.Errorf("failed with %v, want %s", s.Err(), want)
	}
	if s.Uint16(&word); word != 0 || s.Len() != 0 || s.Peek() != -1 {
		t.Error("reading goes on behind an error")
	}
	angles, names = [3]float32{90, 0, -90}, [][]byte{[]byte("a"), []byte("b")}
	word = 0x4242
	s.Write()
	if layout(&s); !bytes.Equal(s.Data(), data) {
		t.Errorf("written as % x", s.Data())
	}
}

func TestReaderAndWriter(t *testing.T) {
	var w Writer
	w.String("ab")
	w.Chars([]byte("c"))
	if w.Len() != 5 {
		t.Errorf("wrote % x", w.Data())
	}
	var r Reader
	r.Reset(w.Data(), 0)
	text := r.String()
	if r.Skip(1); text != "ab" || r.Pos() != 4 || r.Peek() != 0 {
		t.Errorf("read %q, then at %d", text, r.Pos())
	}
	r.Skip(2)
	if !errors.Is(r.Err(), ErrShort) {
		t.Errorf("skipped behind the end: %v", r.Err())
	}
}

func TestSeconds(t *testing.T) {
	for in, want := range map[float32]time.Duration{
		0: 0, 1.5: 1500 * time.Millisecond, 0.0004: 0, 0.0006: time.Millisecond, 2e6: 0, float32(math.Inf(-1)): 0,
		float32(math.NaN()): 0,
	} {
		if got := Seconds(in); got != want {
			t.Errorf("%v: %v, want %v", in, got, want)
		}
	}
}

// TestSniffBlocks sniffs blocks that are a size and as many bytes.
func TestSniffBlocks(t *testing.T) {
	for _, test := range []struct {
		name string
		data []byte
		want Confidence
	}{
		{"nothing", nil, NotThis},
		{"no block", []byte{0, 1, 2}, NotThis},
		{"one", []byte{2, 9}, Faint},
		{"one, cut", []byte{5, 9}, Faint},
		{"one and junk", []byte{2, 9, 0}, Faint},
		{"two", []byte{2, 9, 2, 9}, Likely},
		{"two, cut", []byte{2, 9, 5, 9}, Likely},
		{"four and junk", []byte{1, 1, 1, 1, 0}, Likely},
	} {
		size := func(b []byte) int {
			if len(b) == 0 {
				return 0
			}
			return int(b[0])
		}
		if got := SniffBlocks(test.data, size); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}
