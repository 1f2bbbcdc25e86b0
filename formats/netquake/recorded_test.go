package netquake

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// recorded are the recordings of this folder: DarkPlaces' of 2018 in each of its protocols, QuakeSpasm's of the mission
// packs.
func recorded(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/recorded/*.dem.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		all[strings.TrimSuffix(filepath.Base(f), ".dem.gz")] = corpus.Unzipped(t, f)
	}
	return all
}

// TestRecorded holds that recordings are read to their end, and written as they were.
func TestRecorded(t *testing.T) {
	for name, data := range recorded(t) {
		d := decode(t, data, HandlerFunc(func(m Message) {
			if r, ok := m.(*Raw); ok {
				t.Errorf("%s: %d raw bytes at %d", name, len(r.Data), r.Offset)
			}
		}))
		if len(d.Damage()) > 0 {
			t.Errorf("%s: %v", name, d.Damage())
		}
		corpus.SameBytes(t, name, rewritten(t, data), data)
	}
}

// serverLog is where the server had the players: in 8ths of a unit, by clock in milliseconds and entity.
func serverLog(t *testing.T, name string) map[string][3]float64 {
	t.Helper()
	at := map[string][3]float64{}
	for in := bufio.NewScanner(bytes.NewReader(corpus.Unzipped(t, "testdata/recorded/"+name+".log.gz"))); in.Scan(); {
		var clock, entity int
		var p [3]float64
		if _, err := fmt.Sscan(in.Text(), &clock, &entity, &p[0], &p[1], &p[2]); err != nil {
			t.Fatal(name, err)
		}
		at[fmt.Sprint(clock, entity)] = p
	}
	return at
}

// TestRecordedPlaces holds that players are where the server had them, to what the protocol tells of a place. A player
// who was carried off behind the log, by a teleporter or to a new life, is elsewhere: few are.
func TestRecordedPlaces(t *testing.T) {
	whole := map[string]bool{"dp2": true, "dp3": true} // whole units
	for name, data := range recorded(t) {
		logged, h := serverLog(t, name), NewHistory()
		exact := 1. / 8
		if whole[name] {
			exact = 0.5 + 1./16
		}
		seen, off, players := 0, 0, 0
		check := func() {
			s := h.Snapshot()
			if s == nil {
				return
			}
			for i := range s.Entities {
				e := &s.Entities[i]
				want, ok := logged[fmt.Sprint(s.Clock.Milliseconds(), e.Number)]
				if !ok || int(e.Number) > players {
					continue
				}
				seen++
				for j, w := range want {
					if math.Abs(float64(e.Origin[j])-w/8) > exact {
						off++
						break
					}
				}
			}
		}
		decode(t, data, HandlerFunc(func(m Message) {
			switch m := m.(type) {
			case *Block, *ServerInfo:
				check()
				if m, ok := m.(*ServerInfo); ok {
					players = int(m.MaxClients)
				}
			}
			h.Handle(m)
		}))
		check()
		if seen < 600 || off*100 > seen {
			t.Errorf("%s: %d of %d places differ from the server's", name, off, seen)
		}
	}
}
