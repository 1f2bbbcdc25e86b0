package wire

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestTextIsBounded reads texts as long as may be, and longer.
func TestTextIsBounded(t *testing.T) {
	for _, coding := range []*Coding{Plain(), Huffman()} {
		for n, ok := range map[int]bool{20: true, 200: false} {
			var w BitWriter
			w.Reset(coding)
			w.Chars(bytes.Repeat([]byte("a"), n))
			var r BitReader
			r.Reset(w.Data(), 0, coding)
			got := r.AppendChars(nil, 20)
			if ok != (r.Err() == nil) || ok && len(got) != n ||
				!ok && !strings.Contains(r.Err().Error(), "more than 20 bytes") {
				t.Errorf("%d characters of at most 20: %d, %v", n, len(got), r.Err())
			}
		}
	}
	var r Reader
	r.Reset([]byte{1, 'a', 'b', 'c'}, 0)
	if r.Uint8(); r.Chars() != nil || r.Err() == nil || !strings.Contains(r.Err().Error(), "text of 3 bytes") {
		t.Error(r.Err())
	}
}

// TestRestOfPartOfWindow reads what is left where other data follows: none of that shows.
func TestRestOfPartOfWindow(t *testing.T) {
	var r BitReader
	r.ResetInPlace(bytes.Repeat([]byte{0xff}, 32), 2, 0, Plain())
	r.Skip(3)
	if rest, n := r.AppendRest(nil); n != 13 || !bytes.Equal(rest, []byte{0xff, 0x1f}) {
		t.Errorf("%d bits %08b", n, rest)
	}
	r.Reset([]byte{0xff}, 0, Plain())
	r.Skip(1)
	if got := r.AppendBytes(nil, 10); len(got) != 5 || r.Err() == nil {
		t.Errorf("%d bytes of one, %v", len(got), r.Err())
	}
}

// TestZeroRestFinds each bit, from each place.
func TestZeroRestFinds(t *testing.T) {
	const size = 20
	var r BitReader
	for bit := range uint(size * 8) {
		data := make([]byte, size)
		data[bit/8] = 1 << (bit % 8)
		r.Reset(data, 0, Plain())
		for from := range uint(size * 8) {
			if r.Seek(from); r.ZeroRest() != (from > bit) {
				t.Fatalf("from bit %d: %v, bit %d is set", from, r.ZeroRest(), bit)
			}
		}
	}
}

// TestVarint passes numbers in as few bytes as they need, and refuses more.
func TestVarint(t *testing.T) {
	var s Stream
	for n, want := range map[uint32]string{0: "\x00", 1: "\x01", 127: "\x7f", 128: "\x80\x01", 129: "\x81\x01",
		16383: "\xff\x7f", 16384: "\x80\x80\x01", 1<<32 - 1: "\xff\xff\xff\xff\x0f"} {
		s.Write()
		v := n
		if s.Varint(&v); string(s.Data()) != want {
			t.Errorf("%d is written as % x", n, s.Data())
		}
		s.Read([]byte(want), 0)
		v = 7
		if s.Varint(&v); v != n || s.Err() != nil {
			t.Errorf("% x is read as %d, %v", want, v, s.Err())
		}
	}
	for _, bad := range []string{"\x80\x00", "\x81\x80\x00", "\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\x7f",
		"\xff\xff\xff\xff\x10", "\x80", ""} {
		v := uint32(7)
		s.Read([]byte(bad), 0)
		if s.Varint(&v); s.Err() == nil || v != 0 {
			t.Errorf("% x is read as %d", bad, v)
		}
	}
}

// TestAheadLooksAgain holds that what was too short is looked at once more when it is twice as long, and after damage
// that was passed as at the first.
func TestAheadLooksAgain(t *testing.T) {
	var tail Tail
	looked := 0
	look := func(rest int, found bool) bool { return tail.Ahead(rest, func() bool { looked++; return found }) }
	for _, step := range []struct {
		rest          int
		found, passed bool
		looked        int
	}{
		{minAhead - 1, true, false, 0}, {minAhead, false, false, 1}, {2*minAhead - 1, true, false, 1},
		{2 * minAhead, true, true, 2}, {minAhead, true, true, 3},
	} {
		if got := look(step.rest, step.found); got != step.passed || looked != step.looked {
			t.Errorf("%d bytes: passed %v, looked %d times", step.rest, got, looked)
		}
	}
}

// TestUsualStepAfterAJump takes a step of a second after a jump for a usual one: time that goes back then is a restart
// and no mistake.
func TestUsualStepAfterAJump(t *testing.T) {
	var c Clock
	for i, told := range []time.Duration{0, 10 * time.Second, 11 * time.Second, 10500 * time.Millisecond} {
		if err := c.Tick(told, time.Minute); err != nil {
			t.Errorf("step %d, to %v: %v", i, told, err)
		}
	}
}

// TestLoadOfLastBytes holds that the last eight bytes of data that is not copied are read, and zeroes where fewer are
// left.
func TestLoadOfLastBytes(t *testing.T) {
	data := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}
	var r BitReader
	r.ResetInPlace(data, len(data), 0, Plain())
	for pos, want := range map[uint]uint64{0: 0x0807060504030201, 8: 0x0908070605040302, 12: 0x0090807060504030,
		16: 0} {
		if got := r.At(pos); got != want {
			t.Errorf("at bit %d: %#x, want %#x", pos, got, want)
		}
	}
}
