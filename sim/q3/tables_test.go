package q3

import (
	"fmt"
	"hash/crc32"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// lastRow is what the last table of scores told of a player.
type lastRow struct {
	name                string
	score, deaths, team int16 // sim.Unknown where the table has none
}

// teamRows are the rows of the commands that tell of each player's team: in front his slot, then his
// team (wolfcamql, cg_servercmds.c).
var teamRows = map[string]struct{ at, stride int }{
	"tdmscores": {17, 5}, "tdmscores2": {29, 6}, "ctfscores": {35, 3}, "cascores": {1, 5},
}

// teamTables are the score tables whose rows have the team after the slot.
var teamTables = map[string]bool{"scores_tdm": true, "scores_ctf": true, "scores_ft": true, "scores_ca": true}

// teams returns the teams of players in a command, by slot.
func teams(s *Simulator, a []string) map[int]int16 {
	out := map[int]int16{}
	if len(a) == 0 {
		return out
	}
	if teamTables[a[0]] {
		for _, row := range rowsOf(s, a) {
			out[atoi(row[0])] = scoreNumber(row[1])
		}
	}
	form := teamRows[a[0]]
	for at := form.at; form.stride > 0 && at+form.stride <= len(a); at += form.stride {
		out[atoi(a[at])] = scoreNumber(a[at+1])
	}
	return out
}

// outOfRound is that Attack and Defend lists who is dead until the next round as a spectator.
const outOfRound = "out until the next round"

// teamExceptions are the teams in tables of scores that are not those of the players, with the
// reason; by the CRC-32 of the demo, the slot and the team that the table tells.
var teamExceptions = map[string]string{
	"0f17011a slot 0 team 3": outOfRound,
	"0f17011a slot 2 team 3": outOfRound,
	"0f17011a slot 3 team 3": outOfRound,
	"0f17011a slot 4 team 3": outOfRound,
	"0f17011a slot 9 team 3": outOfRound,
	"be3fc468 slot 0 team 2": "a table as he joins the spectators, which his configstring told before it",
}

// TestTeamsEqualTables compares the teams of players with those that each table of scores tells.
func TestTeamsEqualTables(t *testing.T) {
	ours := map[sim.Team]int16{sim.TeamFree: 0, sim.TeamRed: 1, sim.TeamBlue: 2, sim.TeamSpectator: 3}
	values := 0
	for _, name := range corpus.Demos(t, []string{"ql"}, "*.dm_*") {
		rec, _ := recording.NewRecorder(sim.Header{})
		data := corpus.Load(t, name)
		crc := crc32.ChecksumIEEE(data)
		d := quake3.NewDecoder(data, quake3.Options{Name: name})
		s := NewSimulator(rec, d.Detection())
		for d.Next(quake3.HandlerFunc(func(m quake3.Message) {
			s.Handle(m)
			c, ok := m.(*quake3.ServerCommand)
			if !ok || s.level.strings == nil {
				return
			}
			for slot, told := range teams(s, quake3.Tokenize(nil, string(c.Text))) {
				values++
				p := s.level.player(slot)
				key := fmt.Sprintf("%08x slot %d team %d", crc, slot, told)
				if _, excused := teamExceptions[key]; !excused && (p == nil || ours[p.Team] != told) {
					t.Errorf("%s: %s at %v, we say %+v", name, key, s.tracker.Now(), p)
				}
			}
		})) == nil {
		}
	}
	t.Logf("%d values", values)
	if values < 1000 {
		t.Error("few were compared")
	}
}

// finalTable plays a demo and gives the rows, by slot, of the tables that came from the
// end of its last match on; nil where that end, or a table after it, is missing.
func finalTable(data []byte, name string) (*recording.Recording, map[int]lastRow) {
	rec, r := recording.NewRecorder(sim.Header{})
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	s := NewSimulator(rec, d.Detection())
	rows := map[int]lastRow{}
	for d.Next(quake3.HandlerFunc(func(m quake3.Message) {
		s.Handle(m)
		if s.tracker.Phase() != sim.PhaseIntermission {
			clear(rows)
		}
		if c, ok := m.(*quake3.ServerCommand); ok && s.level.strings != nil {
			words := quake3.Tokenize(nil, string(c.Text))
			readRows(s, words, rows)
			for slot, team := range teams(s, words) {
				if row, ok := rows[slot]; ok {
					row.team = team
					rows[slot] = row
				}
			}
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
	for _, t := range s.level.mod.tables[a[0]] {
		if _, _, ok := t.fit(a); !ok {
			continue
		}
		for _, row := range rowsOf(s, a) {
			p := s.level.player(atoi(row[0]))
			if p == nil || p.Team == sim.TeamSpectator {
				continue
			}
			last := lastRow{p.Name.Plain, sim.Unknown, sim.Unknown, sim.Unknown}
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

// TestRosterEqualsFinalTables compares the scores, deaths and teams that a recording ends with
// with the last tables that the game sent after the end of the match.
func TestRosterEqualsFinalTables(t *testing.T) {
	values := map[string]int{}
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
			}{{"score", row.score, e.Frags}, {"deaths", row.deaths, e.Deaths},
				{"team", row.team, int16(e.Profile.Team)}} {
				if v.told == sim.Unknown {
					continue
				}
				values[v.what]++
				key := fmt.Sprintf("%08x slot %d %s", crc32.ChecksumIEEE(data), slot, v.what)
				if _, excused := tableExceptions[key]; v.told != v.got && !excused {
					t.Errorf("%s: %s: the table says %d, we %d (length %v)", name, key, v.told, v.got, r.Duration())
				}
			}
		}
	}
	t.Logf("values: %v", values)
}
