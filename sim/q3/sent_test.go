package q3

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
)

var updateManual = flag.Bool("update-manual", false, "write the manual's list of tables")

// sentTable is a server command with numbers of players or teams: of which games, how many words, and what is read of
// them.
type sentTable struct{ command, game, words, read string }

// statWords are what the numbers of a player are called in the manual.
func (p *toldPlaces) statWords() (list []string) {
	for _, x := range []struct {
		at   int
		name string
	}{{p.kills, "kills"}, {p.teamKills, "team kills"}, {p.accuracy, "accuracy"}, {p.given, "damage given"},
		{p.taken, "damage taken"},
		{p.captures, "captures"}, {p.defends, "defends"}, {p.assists, "assists"}, {p.thaws, "thaws"},
		{p.items, "items taken"},
		{p.stride / 2, "how late each"}, {p.weapons, "hits, shots, accuracy, damage, kills of each weapon"},
		{p.rates, "accuracy and kills of each weapon"}} {
		if x.at > 0 {
			list = append(list, x.name)
		}
	}
	return list
}

// describe returns the number of words in a table and a description of those that are read.
func (t *scoreTable) describe() (words, read string) {
	var list []string
	if t.red > 0 {
		list = append(list, "scores of the teams")
	}
	if t.teams != nil {
		list = append(list, fmt.Sprintf("%d items of each team, %d times", len(t.teams.taken), len(t.teams.times)))
	}
	for _, x := range []struct {
		at   int
		name string
	}{{t.score, "score"}, {t.ping, "ping"}, {t.deaths, "deaths"}} {
		if x.at > 0 {
			list = append(list, x.name)
		}
	}
	switch words = fmt.Sprintf("%d, then %d a player", t.rows, t.stride); {
	case t.rows == 0:
		words = "23"
	case t.stride == 0:
		words = fmt.Sprintf("%d, then as many for each player", t.rows)
	}
	return words, strings.Join(append(list, t.told.statWords()...), ", ")
}

// otherTables are the commands that are no tables of scores.
var otherTables = []sentTable{
	{"acc", "Quake Live", "15 or 16", "accuracy of each weapon of the player in view"},
	{"cascores", "Quake Live", "1, then 5 a player", "damage given, accuracy"},
	{"castats", "Quake Live", "32 or 34", strings.Join(toldCA.statWords(), ", ")},
	{"ctfscores", "Quake Live", "35, then 3 a player", "11 items of each team, 6 times"},
	{"ctfstats", "Quake Live", "14", strings.Join(toldCTF.statWords(), ", ")},
	{"dmscores", "CPMA", "4 to 10", "who leads, who follows"},
	{"dscores", "Quake Live", "1, then 83 for each of two, or 88", strings.Join(toldDuel.statWords(), ", ")},
	{"mstats, xstats2", "CPMA", "3, 6 a weapon, then 24 or more",
		"hits, shots, kills, taken, lost of each weapon; damage given, taken and to team mates; mega healths and armours; powerups and flags, and for how long; score, kills, deaths, team kills"},
	{"print", "OSP, CPMA", "a line of heads, then a line a player",
		"kills, team kills, captures, efficiency, damage given, taken and to team mates; of OSP hits, shots, kills of each weapon"},
	{"statsinfo", "OSP", "23, then 4 a weapon",
		"kills, damage, mega healths and armours; hits, shots, kills, taken, lost of each weapon"},
	{"tdmscores", "Quake Live", "17, then 5 a player", "6 items of each team, 2 times; team kills, damage given"},
	{"tdmscores2", "Quake Live", "29, then 6 a player", "9 items of each team, 5 times; team kills, damage given"},
	{"tdmstats", "Quake Live", "13, with weapons 83", strings.Join(toldTDM.statWords(), ", ")},
	{"tinfo", "all", "2, then 6 a team mate", "health, armour, weapon"},
	{"xstats1", "OSP", "3, 4 a weapon, then 8",
		"damage, mega healths and armours; hits, shots, kills, taken, lost of each weapon"},
}

// sentTables are all commands that are read, by command and game.
func sentTables() (list []sentTable) {
	named := func(game string) mod { return *modOf(quake3.ProtocolOf(68), info(`\gamename\`+game), nil) }
	seen := map[sentTable]int{}
	for _, g := range []struct {
		name string
		mod  mod
	}{{"Quake III and mods", named("baseq3")}, {"OpenArena", named("baseoa")}, {"CPMA", named("cpma")},
		{"Quake Live to 90", quakeLive90}, {"Quake Live 91", quakeLive91}} {
		for _, command := range slices.Sorted(maps.Keys(g.mod.tables)) {
			for i := range g.mod.tables[command] {
				t := sentTable{command: command, game: g.name}
				t.words, t.read = g.mod.tables[command][i].describe()
				key := sentTable{command, "", t.words, t.read}
				if at, ok := seen[key]; ok {
					if strings.HasPrefix(g.name, "Quake Live") {
						list[at].game = "Quake Live"
					}
					continue
				}
				seen[key] = len(list)
				list = append(list, t)
			}
		}
	}
	list = append(list, otherTables...)
	slices.SortStableFunc(list, func(a, b sentTable) int { return strings.Compare(a.command, b.command) })
	return list
}

const (
	sentHead = "| command | of | words | read |\n|---|---|---|---|\n"
	sentPage = "../../assets/manual/formats.md"
)

// TestManualListsTables checks that the manual's list of game tables describes what is read from each of them.
func TestManualListsTables(t *testing.T) {
	text := sentHead
	for _, s := range sentTables() {
		text += fmt.Sprintf("| `%s` | %s | %s | %s |\n", s.command, s.game, s.words, s.read)
	}
	page, err := os.ReadFile(sentPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), sentHead)
	if !ok {
		t.Fatal("the manual has no such list")
	}
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	want := before + text + rest
	if *updateManual {
		if err := os.WriteFile(sentPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("the manual's list is not what is read; -update-manual writes it:\n%s", text)
	}
}

// numbersSent gathers the commands of a demo that have numbers alone, by command and number of words.
type numbersSent struct {
	sent map[string]map[int][]string
}

func (x *numbersSent) Handle(m quake3.Message) {
	c, ok := m.(*quake3.ServerCommand)
	if !ok {
		return
	}
	a := strings.Fields(string(c.Text))
	if len(a) < 4 || strings.Contains(a[0], "chat") || strings.Contains(a[0], "tell") ||
		strings.HasPrefix(a[0], "bcs") {
		return
	}
	numbers := 0
	for _, word := range a[1:] {
		if strings.Trim(word, "0123456789-.") == "" {
			numbers++
		}
	}
	if numbers < 3*len(a)/4 {
		return
	}
	if x.sent[a[0]] == nil {
		x.sent[a[0]] = map[int][]string{}
	}
	x.sent[a[0]][len(a)] = a
}

// TestEveryTableIsRead checks that each command of numbers that any demo has is one of those that are read, and that
// the rows of tables of scores are as long as the tables say.
func TestEveryTableIsRead(t *testing.T) {
	known := map[string]bool{}
	for _, s := range sentTables() {
		for _, command := range strings.Split(s.command, ", ") {
			known[command] = true
		}
	}
	times, used := 0, map[string]int{}
	for _, name := range corpus.Demos(t, []string{"q3", "ql", "recorded/q3"}, "*.dm3", "*.dm_*") {
		data := corpus.Load(t, name)
		d := quake3.NewDecoder(data, quake3.Options{Name: name})
		x := &numbersSent{sent: map[string]map[int][]string{}}
		for {
			if err := d.Next(x); errors.Is(err, io.EOF) {
				break
			}
		}
		protocol := d.Detection().Number
		for command, all := range x.sent {
			if !known[command] {
				t.Errorf("%s: nothing is read of %s", name, command)
			}
			for words, a := range all {
				times++
				used[fmt.Sprintf("%s %d", command, protocol)]++
				tables, ok := tablesOf(protocol, command)
				if ok && !slices.ContainsFunc(tables, func(t scoreTable) bool { _, _, ok := t.fit(a); return ok }) {
					t.Errorf("%s: %s of %d words fits no table", name, command, words)
				}
			}
		}
	}
	t.Logf("%d lengths of %d commands by protocol", times, len(used))
	if times < 100 {
		t.Error("few were looked at")
	}
}

// tablesOf are the tables of scores of a command in any game of a protocol.
func tablesOf(protocol int, command string) (tables []scoreTable, ok bool) {
	list := []scoreTables{tables68, tablesOpenArena, tablesCPMA}
	switch {
	case protocol >= 91:
		list = []scoreTables{tables91}
	case protocol >= 73:
		list = []scoreTables{tables90}
	}
	for _, t := range list {
		tables = append(tables, t[command]...)
	}
	return tables, len(tables) > 0
}
