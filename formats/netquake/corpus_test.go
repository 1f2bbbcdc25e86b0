package netquake

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// demos are the .dem files in some of the folders of real demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	return corpus.Demos(t, folders, "*.dem", "*.dem.gz")
}

// decode drives h through a demo.
func decode(t testing.TB, data []byte, h Handler) *Decoder {
	t.Helper()
	d := NewDecoder(data, Options{})
	for {
		switch err := d.Next(h); err {
		case nil:
		case io.EOF:
			return d
		default:
			t.Fatal(err)
		}
	}
}

// TestRoundTrip holds that reading and writing gives back every real demo,
// also the damaged ones, and that the intact ones have no damage.
func TestRoundTrip(t *testing.T) {
	for _, name := range demos(t, "nq", "recorded/nq", "compressed", "broken/nq", "broken/derived") {
		data := corpus.Load(t, name)
		corpus.SameBytes(t, name, rewritten(t, data), data)
		if d := decode(t, data, HandlerFunc(discard)); len(d.Damage()) > 0 && !strings.HasPrefix(name, "broken/") {
			t.Errorf("%s: %v", name, d.Damage())
		}
	}
}

// counter counts messages under the names of the truth tables, which know
// those of id.
type counter map[string]int

func (c counter) Handle(m Message) {
	k := kindOf[reflect.TypeOf(m)]
	switch m := m.(type) {
	case *Track:
		if len(m.Text) > 0 {
			c["top:track"]++
		}
	case *Block:
		c["blocks"]++
	case *TempEntity:
		c[k.name]++
	default:
		if k.in == anyFamily && !later[k.name] {
			c[strings.ReplaceAll(k.name, "_", "")]++
		}
	}
}

// later are messages of later engines with numbers that no engine uses otherwise.
var later = map[string]bool{"version": true, "show_lmp": true, "hide_lmp": true, "sky_box": true}

// TestCounts compares the number of messages of each kind with another
// program's.
func TestCounts(t *testing.T) {
	for name, want := range corpus.Counts(t, ".dem") {
		got := counter{}
		decode(t, corpus.Load(t, name), got)
		corpus.SameCounts(t, name, got, want)
	}
}
