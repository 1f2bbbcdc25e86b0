package quakeworld

import (
	"path/filepath"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// TestRecorded holds that the recordings of this folder are read to their end, and written as they were. The one with FTE's
// replacement deltas is passed over, byte for byte, and said to be.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/recorded/*.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, name := range files {
		data := corpus.Unzipped(t, name)
		raw := 0
		d := decode(t, data, multiView(name), HandlerFunc(func(m Message) {
			if r, ok := m.(*Raw); ok {
				raw += len(r.Data)
			}
		}))
		if strings.Contains(name, "fte") != (raw > 0 && len(d.Damage()) > 0) {
			t.Errorf("%s: %d raw bytes, %v", name, raw, d.Damage())
		}
		corpus.SameBytes(t, name, rewritten(t, data, multiView(name)), data)
	}
}
