package quake3

import (
	"bytes"
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// intact are the folders of demos without damage.
var intact = []string{"q3", "ql", "recorded/q3"}

// demos are the plain demos of this family in some of the folders of real
// demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	return corpus.Demos(t, folders, "*.dm3", "*.dm_??")
}

// roundTrip decodes and encodes, and says where the first difference is.
func roundTrip(t testing.TB, data []byte, name string) (d *Decoder, same bool) {
	t.Helper()
	d = NewDecoder(data, Options{Name: name})
	var out bytes.Buffer
	out.Grow(len(data))
	e := NewEncoder(&out, Options{Protocol: d.Protocol()})
	differs := false
	for !differs {
		from, start := out.Len(), d.Offset()
		if d.Next(e) == io.EOF {
			break
		}
		if e.c.err != nil {
			t.Errorf("offset %d: %v", start, e.c.err)
			return d, false
		}
		got := out.Bytes()[from:]
		want := data[min(from, len(data)):min(len(data), from+len(got))]
		if differs = !bytes.Equal(got, want); differs {
			i := 0
			for i < len(want) && got[i] == want[i] {
				i++
			}
			t.Errorf("block at %d of %d bytes differs at %d: %x, want %x", start, len(got), i,
				got[i:min(i+16, len(got))], want[min(i, len(want)):min(i+16, len(want))])
		}
	}
	return d, bytes.Equal(out.Bytes(), data)
}

// TestRoundTrip holds that no byte of a demo is misread or skipped: encoding
// what was decoded gives the same bytes.
func TestRoundTrip(t *testing.T) {
	for _, rel := range demos(t, intact...) {
		t.Run(rel, func(t *testing.T) {
			t.Parallel()
			d, same := roundTrip(t, corpus.Load(t, rel), rel)
			if !same || len(d.Damage()) > 0 {
				t.Errorf("same %v, damage %v, protocol %+v", same, d.Damage(), d.Detection().Number)
			}
		})
	}
}
