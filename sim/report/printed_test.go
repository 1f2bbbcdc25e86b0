package report

import (
	"errors"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
)

// printedTables reads the rows that OSP and CPMA print at the end of matches, by words alone.
type printedTables struct {
	d     *quake3.Decoder
	heads []string
	rows  []printedRow
}

type printedRow struct {
	at   time.Duration
	name string
	// values are by head; a row has the heads of the last line of heads before it.
	values map[string]int
}

var colorCode = regexp.MustCompile(`\^(?:x[0-9a-fA-F]{6}|.)`)

func (x *printedTables) Handle(m quake3.Message) {
	c, ok := m.(*quake3.ServerCommand)
	text, isPrint := "", false
	if ok {
		text, isPrint = strings.CutPrefix(string(c.Text), "print \"")
	}
	if !isPrint {
		return
	}
	text = colorCode.ReplaceAllString(strings.TrimRight(text, "\"\n\x00"), "")
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if at := strings.Index(line, "Player "); at >= 0 && strings.Contains(line, " Kll ") {
			x.heads = strings.Fields(line[at:])[1:]
			continue
		}
		n := len(f) - len(x.heads)
		if len(x.heads) == 0 || n < 1 || len(line) < 20 {
			continue
		}
		row := printedRow{at: x.d.Time(), values: map[string]int{}}
		for i, head := range x.heads {
			v, err := strconv.Atoi(f[n+i])
			if err != nil {
				n = 0
				break
			}
			row.values[head] = v
		}
		row.name = strings.Join(f[:max(n, 0)], " ")
		if n > 0 && !strings.HasSuffix(row.name, "Totals") {
			x.rows = append(x.rows, row)
		}
	}
}

// printedReasons are the deaths by enemies that are not in the tables, by demo and name, with the reason.
var printedReasons = map[string]string{
	"CTFS-myT-ojfc-09-2014_11_25-22_19_39.dm_68 [HGF]$ab0o": "one in the moment of the capture that ended the round",
}

// TestPrintedTables compares what OSP and CPMA print of all players at the end of a match with the report: what it
// tells, and of the deaths, of which these tables have those by enemies, what it counts.
func TestPrintedTables(t *testing.T) {
	told, counted, matches := 0, 0, 0
	for _, name := range corpus.Demos(t, []string{"q3"}, "*.dm3", "*.dm_*") {
		x := &printedTables{d: quake3.NewDecoder(corpus.Load(t, name), quake3.Options{Name: name})}
		for {
			if err := x.d.Next(x); errors.Is(err, io.EOF) {
				break
			}
		}
		if len(x.rows) == 0 {
			continue
		}
		rec, reports := wholeReports(t, name)
		apart := rec.Header().Mod == "cpma" // which counts telefrags apart
		for _, r := range reports {
			had := false
			for i := range r.Players {
				p := &r.Players[i]
				for _, row := range x.rows {
					of := strings.TrimPrefix(strings.TrimPrefix(row.name, "RED "), "BLUE ")
					if own := strings.Join(strings.Fields(p.Profile.Name.Plain), " "); row.at < r.Match.End ||
						row.at > r.Match.until || own != of && (len(of) < 15 || !strings.HasPrefix(own, of)) {
						continue
					}
					had = true
					for head, f := range map[string]Field{"Kll": Frags, "TK": TeamKills, "FC": Captures,
						"DG": DamageGiven, "DR": DamageTaken, "TD": DamageTeam} {
						want, ok := row.values[head]
						if !ok {
							continue
						}
						if told++; p.Numbers[f].told != float64(want) {
							t.Errorf("%s: %s has %s %v, printed %d", name, of, f.Info().Key, p.Numbers[f].told, want)
						}
					}
					if want := row.values["Dth"]; r.Match.Whole {
						key := path.Base(name) + " " + of
						if counted++; r.byEnemies(i, apart) != want && printedReasons[key] == "" {
							t.Errorf("%s: %s was killed %d times by enemies, printed %d", name, of,
								r.byEnemies(i, apart), want)
						}
					}
				}
			}
			if had {
				matches++
			}
		}
	}
	t.Logf("%d numbers told, %d deaths by enemies equal, in %d matches", told, counted, matches)
	if told < 200 || counted < 40 {
		t.Error("few were compared")
	}
}

// byEnemies is how often a player was killed by enemies, telefrags not counted with apart set.
func (r *Report) byEnemies(i int, apart bool) (n int) {
	for _, k := range r.Kills {
		if k.Victim != i || k.Killer < 0 || apart && k.Weapon == sim.CauseTelefrag ||
			r.Match.Teams && r.Players[k.Killer].Profile.Team == r.Players[i].Profile.Team {
			continue
		}
		n += k.Count
	}
	return n
}
