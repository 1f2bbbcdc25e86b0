package text

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/corpus"
)

// everything are the folders of real demos, broken and compressed ones, too.
var everything = []string{"nq", "qw", "q2", "q3", "ql", "recorded", "compressed", "broken"}

// open is the demo in a file, or nil for what is none; of an archive it is the first.
func open(t testing.TB, name string) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(corpus.Path(t, "demos/"+name))
	var several *formats.SeveralError
	var none *formats.NotDemoError
	if errors.As(err, &several) {
		demo, err = formats.OpenMember(corpus.Path(t, "demos/"+name), several.Members[0].Name)
	}
	switch {
	case errors.As(err, &none):
		return nil
	case err != nil:
		t.Fatal(err)
	}
	return demo
}

// TestRoundTrip holds that every demo, also a broken one, comes back from its text byte for byte.
func TestRoundTrip(t *testing.T) {
	var demos, size, lines int
	var writing, packing time.Duration
	for _, name := range corpus.Demos(t, everything, "*") {
		demo := open(t, name)
		if demo == nil {
			continue
		}
		if testing.Short() && len(demo.Data) > 1<<20 {
			continue
		}
		var text, packed bytes.Buffer
		start := time.Now()
		if _, err := Write(&text, demo); err != nil {
			t.Fatal(name, err)
		}
		writing += time.Since(start)
		start = time.Now()
		format, err := Pack(&packed, bytes.NewReader(text.Bytes()))
		packing += time.Since(start)
		if err != nil || format != demo.Format {
			t.Errorf("%s: %v, %v", name, format, err)
			continue
		}
		corpus.SameBytes(t, name, packed.Bytes(), demo.Data)
		demos, size, lines = demos+1, size+len(demo.Data), lines+text.Len()
	}
	t.Logf("%d demos of %.1f MB make %.1f MB of text, written at %.1f MB/s and packed at %.1f MB/s of demo", demos, mega(size), mega(lines),
		mega(size)/writing.Seconds(), mega(size)/packing.Seconds())
}

func mega(n int) float64 { return float64(n) / 1e6 }

var _ = strings.Cut
var _ = filepath.Base
var _ = io.EOF
