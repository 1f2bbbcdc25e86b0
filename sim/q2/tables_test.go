package q2

import (
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// told is what the last table of scores told of a player; sim.Unknown where it does not.
type told struct {
	at            time.Duration
	score, deaths int
	team          int // 0 where it is not told
}

// tableLines are the rows of the tables that mods draw as text: name, then score and deaths by the numbers of
// their groups, 0 for none. They are read by their places, not by the names.
var tableLines = []struct {
	head, row   *regexp.Regexp
	name, score int
	deaths      int
	team        int
}{
	// OpenTDM, g_tdm_core.c, TDM_ScoreBoardString.
	{regexp.MustCompile(`Name +Frags Dths Net Ping`), regexp.MustCompile(`^(.{15}) +(-?\d+) +(\d+) +-?\d+ +\d+$`),
		1, 2, 3, 0},
	// Action Quake 2, a_team.c, A_ScoreboardMessage: by player, and at the end of a match.
	{regexp.MustCompile(`Team Player +Time Ping Kills Deaths`),
		regexp.MustCompile(`^ (\d)   (.{15}) +\d+ +\d+ +(-?\d+) +(\d+) `), 2, 3, 4, 1},
	{regexp.MustCompile(`^Frags Player +Shots`), regexp.MustCompile(`^ *(-?\d+) (.{15}) +\d+ `), 2, 1, 0, 0},
}

// What OpenTDM prints at the end of a match, and to each player of his own (g_tdm_core.c, TDM_EndMatch; g_tdm_stats.c).
var (
	winnerLine = regexp.MustCompile(`^(.+) wins, (-?\d+) to -?\d+\.`)
	totalLine  = regexp.MustCompile(`Player \| +(\d+) +(\d+) +(\d+) +(\d+) `)
)

// readPrint reads what is printed at the end of a match.
func readPrint(text, self string, at time.Duration, table map[string]told) {
	if g := winnerLine.FindStringSubmatch(text); g != nil {
		row, ok := table[g[1]]
		if !ok {
			row.deaths = sim.Unknown
		}
		row.at, row.score = at, atoi(g[2])
		table[g[1]] = row
	}
	if g := totalLine.FindStringSubmatch(text); g != nil {
		table[self] = told{at: at, score: atoi(g[1]) - atoi(g[3]) - atoi(g[4]), deaths: atoi(g[2])}
	}
}

// readTable reads a table of scores by the names of players.
func readTable(items []layout.Item, nameOf func(int) string, at time.Duration, table map[string]told) {
	for _, s := range layout.Scores(items) {
		table[nameOf(s.Client)] = told{at: at, score: s.Score, deaths: sim.Unknown}
	}
	lines := layout.Lines(items)
	for _, form := range tableLines {
		headed := false
		for _, line := range lines {
			line = plain([]byte(line))
			headed = headed || form.head.MatchString(line)
			g := form.row.FindStringSubmatch(line)
			if !headed || g == nil {
				continue
			}
			row := told{at: at, score: atoi(g[form.score]), deaths: sim.Unknown}
			if form.team > 0 {
				row.team = atoi(g[form.team])
			}
			name := strings.TrimSpace(g[form.name])
			if form.deaths > 0 {
				row.deaths = atoi(g[form.deaths])
			} else if was, ok := table[name]; ok {
				row.deaths = was.deaths
			}
			table[name] = row
		}
	}
}

// lastTable plays a demo and returns what the last table reported about each player in it.
func lastTable(data []byte, name string) (*recording.Recording, map[string]told) {
	table := map[string]told{}
	var names [maxPlayers]string
	d := quake2.NewDecoder(data, quake2.Options{})
	config, nested, self := &assumed, false, 0
	for d.Next(quake2.HandlerFunc(func(m quake2.Message) {
		switch m := m.(type) {
		case *quake2.ServerData:
			config, nested, self = m.Config, m.Config.Length > 64, int(m.Player)
			clear(table)
		case *quake2.ConfigString:
			if i := int(m.Index) - config.PlayerSkins; i >= 0 && i < len(names) {
				name, _, _ := strings.Cut(string(m.Text), `\`)
				names[i] = strings.TrimSpace(plain([]byte(name)))
			}
		case *quake2.Print:
			if self >= 0 && self < len(names) {
				readPrint(plain(m.Text), names[self], d.Time(), table)
			}
		case *quake2.Layout:
			items := layout.Run(string(m.Text), screen{level: &level{config: config}}, layout.Options{Nested: nested})
			readTable(items, func(i int) string { return names[i] }, d.Time(), table)
		}
	})) == nil {
	}
	return game.Bytes(data, name), table
}

// tableExceptions are the values of last tables that the roster does not have, with the reason; by the CRC-32 of
// the demo and the slot.
var tableExceptions = map[string]string{}

// TestRosterEqualsLastTables compares the scores and deaths that a recording ends with with the last table of
// those about whom nothing happened after it.
func TestRosterEqualsLastTables(t *testing.T) {
	values, teams := 0, 0
	for _, name := range demos(t) {
		data := corpus.Load(t, name)
		r, table := lastTable(data, name)
		ours := map[int]sim.Team{} // the teams by their numbers in the table
		for _, e := range r.Roster() {
			row, ok := table[e.Profile.Name.Plain]
			if !ok || changedAfter(r, e.Profile.Slot, row.at) {
				continue
			}
			if row.team > 0 {
				teams++
				if was, ok := ours[row.team]; ok && was != e.Profile.Team {
					t.Errorf("%s: slot %d is of team %v, the table says %d, which is %v", name, e.Profile.Slot.Index(),
						e.Profile.Team, row.team, was)
				}
				ours[row.team] = e.Profile.Team
			}
			for _, v := range []struct {
				what string
				told int
				got  int16
			}{{"score", row.score, e.Frags}, {"deaths", row.deaths, e.Deaths}} {
				if v.told == sim.Unknown {
					continue
				}
				values++
				key := fmt.Sprintf("%08x slot %d %s", crc32.ChecksumIEEE(data), e.Profile.Slot.Index(), v.what)
				if _, excused := tableExceptions[key]; v.told != int(v.got) && !excused {
					t.Errorf("%s: %s: the table at %v says %d, we %d", name, key, row.at, v.told, v.got)
				}
			}
		}
	}
	t.Logf("%d values, %d teams", values, teams)
	if values < 80 {
		t.Errorf("only %d values could be compared", values)
	}
}

// changedAfter reports whether somebody died or killed after a time.
func changedAfter(r *recording.Recording, slot sim.Slot, at time.Duration) bool {
	for _, e := range r.Events() {
		if e.Kind == sim.EventObituary && e.Time > at && (e.Slot == slot || e.Attacker == slot) {
			return true
		}
	}
	return false
}

// statistics are the items that OpenTDM says, after a match, that a player took (g_tdm_stats.c, TDM_ItemGrabbed):
// those of the map, not what others dropped.
var statistics = regexp.MustCompile(
	`\n *(Combat Armor|Jacket Armor|Body Armor|Adrenaline|MegaHealth|Quad Damage|Invulnerability) \|[^\n]* (\d+) +\d+(?:\n|$)`)

// statisticsNames are the items by what these statistics call them.
var statisticsNames = map[string]string{"Combat Armor": "Yellow Armor", "Jacket Armor": "Green Armor",
	"Body Armor": "Red Armor", "Adrenaline": "Adrenaline", "MegaHealth": "Mega Health", "Quad Damage": "Quad Damage",
	"Invulnerability": "Protection"}

// TestPickupsEqualStatistics compares what the recorder was seen to take with what the game counted.
func TestPickupsEqualStatistics(t *testing.T) {
	values := 0
	for _, name := range []string{duel, "q2/dm2/p34/myr.dm2"} {
		data := corpus.Load(t, name)
		r := game.Bytes(data, name)
		text := ""
		d := quake2.NewDecoder(data, quake2.Options{})
		for d.Next(quake2.HandlerFunc(func(m quake2.Message) {
			if p, ok := m.(*quake2.Print); ok && strings.HasPrefix(string(p.Text), "Stats for ") {
				text = plain(p.Text)
			}
		})) == nil {
		}
		got := map[string]int{}
		for _, e := range r.Events() {
			switch {
			case e.Kind == sim.EventMatchStart:
				clear(got)
			case e.Kind == sim.EventPickup && e.Profile.Name.Plain == r.Header().Recorder:
				what := e.Item.String()
				if e.Item == sim.ItemOther {
					what = e.Text.Plain
				}
				got[what]++
			}
		}
		for _, g := range statistics.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", "\n\n"), -1) {
			values++
			if n := got[statisticsNames[g[1]]]; n != atoi(g[2]) {
				t.Errorf("%s: %d of %s, the game counted %s", name, n, g[1], g[2])
			}
		}
	}
	if values != 6 {
		t.Errorf("%d values", values)
	}
}
