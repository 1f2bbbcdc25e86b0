package quakeworld

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// TestRecorded holds that the recordings of this folder are read to their end, and written as they were.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/recorded/*.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, name := range files {
		if strings.Contains(name, ".log.") {
			continue
		}
		data := corpus.Unzipped(t, name)
		raw := 0
		d := decode(t, data, multiView(name), HandlerFunc(func(m Message) {
			if r, ok := m.(*Raw); ok {
				raw += len(r.Data)
			}
		}))
		if raw > 0 || len(d.Damage()) > 0 {
			t.Errorf("%s: %d raw bytes, %v", name, raw, d.Damage())
		}
		corpus.SameBytes(t, name, rewritten(t, data, multiView(name)), data)
	}
}

// TestRecordedPlaces holds that players are where the server had them (fte.log: clock in milliseconds, entity, place in
// 8ths of a unit), in what its client and it itself recorded. Who was carried off behind the log, by a teleporter or to
// a new life, is elsewhere: few are. The client's clock is its own, so that its places are those of any time.
func TestRecordedPlaces(t *testing.T) {
	anytime, timed := map[string]bool{}, map[string]bool{}
	for in := bufio.NewScanner(bytes.NewReader(corpus.Unzipped(t, "testdata/recorded/fte.log.gz"))); in.Scan(); {
		var clock int64
		var entity, x, y, z int
		if _, err := fmt.Sscan(in.Text(), &clock, &entity, &x, &y, &z); err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprint(entity, [3]float32{float32(x) / 8, float32(y) / 8, float32(z) / 8})
		anytime[at], timed[fmt.Sprint(clock, at)] = true, true
	}
	for _, name := range []string{"fte.qwd", "fte.mvd"} {
		h := NewHistory(Options{MultiView: multiView(name)})
		seen, off := 0, 0
		decode(t, corpus.Unzipped(t, "testdata/recorded/"+name+".gz"), multiView(name), HandlerFunc(func(m Message) {
			h.Handle(m)
			u, ok := m.(*UpdateEntities)
			if !ok {
				return
			}
			for n, p := range h.Snapshot().Players {
				if h.Snapshot().Told>>n&1 == 0 {
					continue
				}
				at := fmt.Sprint(n+1, p.Origin)
				ms := int64(float64(u.Seconds)*1000 + 0.5)
				if seen++; !anytime[at] || !timed[fmt.Sprint(ms, at)] {
					off++
				}
			}
		}))
		if t.Logf("%s: %d of %d places differ", name, off, seen); seen < 600 || off*100 > seen {
			t.Errorf("%s: %d of %d places differ from the server's", name, off, seen)
		}
	}
}
