package q3

import (
	"fmt"
	"hash/crc32"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
)

// lastRow is what the last table of scores told of a player.
type lastRow struct {
	name          string
	score, deaths int16 // sim.Unknown where the table has none
}

// finalTable plays a demo and gives the rows, by slot, of the tables that came from the
// end of its last match on; nil where that end, or a table after it, is missing.
func finalTable(data []byte, name string) (*sim.Recording, map[int]lastRow) {
	rec, r := sim.NewRecorder(sim.Header{})
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	s := NewSimulator(rec, d.Detection())
	rows := map[int]lastRow{}
	for d.Next(quake3.HandlerFunc(func(m quake3.Message) {
		s.Handle(m)
		if s.match.phase != sim.PhaseIntermission {
			clear(rows)
		}
		if c, ok := m.(*quake3.ServerCommand); ok && s.state != nil {
			readRows(s, tokenize(c.Text, nil), rows)
		}
	})) == nil {
	}
	s.end()
	rec.Finish(nil)
	return r, rows
}

func readRows(s *Simulator, a []string, rows map[int]lastRow) {
	if len(a) == 0 {
		return
	}
	for _, t := range s.mod.tables[a[0]] {
		n, stride, ok := t.fit(a)
		if !ok {
			continue
		}
		for i := range n {
			row := a[t.rows+i*stride:]
			p := s.players.Profile(sim.SlotAt(atoi(row[0])))
			if p == nil || p.Team == sim.TeamSpectator {
				continue
			}
			last := lastRow{p.Name.Plain, sim.Unknown, sim.Unknown}
			if t.score > 0 && scoreNumber(row[t.score]) > forfeited {
				last.score = scoreNumber(row[t.score])
			}
			if t.deaths > 0 {
				last.deaths = scoreNumber(row[t.deaths])
			}
			rows[atoi(row[0])] = last
		}
		return
	}
}

// tableExceptions are the values of final tables that the roster does not have, with the
// reason; by the CRC-32 of the demo and the slot.
var tableExceptions = map[string]string{}

// TestRosterEqualsFinalTables compares the scores and deaths that a recording ends with
// with the last tables that the game sent after the end of the match.
func TestRosterEqualsFinalTables(t *testing.T) {
	values := 0
	for _, name := range demos(t) {
		data := corpus.Load(t, name)
		r, rows := finalTable(data, name)
		for _, e := range r.Roster() {
			slot := e.Profile.Slot.Index()
			row, ok := rows[slot]
			if !ok || row.name != e.Profile.Name.Plain {
				continue
			}
			for _, v := range []struct {
				what      string
				told, got int16
			}{{"score", row.score, e.Frags}, {"deaths", row.deaths, e.Deaths}} {
				if v.told == sim.Unknown {
					continue
				}
				values++
				key := fmt.Sprintf("%08x slot %d %s", crc32.ChecksumIEEE(data), slot, v.what)
				if _, excused := tableExceptions[key]; v.told != v.got && !excused {
					t.Errorf("%s: %s: the table says %d, we %d (length %v)", name, key, v.told, v.got, r.Duration())
				}
			}
		}
	}
	t.Logf("%d values", values)
}
