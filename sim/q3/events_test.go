package q3

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// truthDemos are patterns of the files in truth/events and truth/positions and
// of the demos that they are about.
var truthDemos = []struct{ truth, demo string }{
	{"baseq3_1_map_2_matches", "q3/dm_68/baseq3_1_map_2_matches.dm_68"},
	{"demo_pack_1--CTFS-*-ojfc-09-*", "q3/dm_68/CTFS-*-ojfc-09-*_19_39.dm_68"},
	{"dm3--duel", "q3/dm3/duel.dm3"},
	{"dm3--tdm", "q3/dm3/tdm.dm3"},
	{"dm_48--duel", "q3/dm_48/duel.dm_48"},
	{"dm_48--tdm", "q3/dm_48/tdm.dm_48"},
	{"dm_66_67--2002_-_Duel_1_*", cologne},
	{"dm_68_cpma--3_matches_2_gamestates", "q3/dm_68/3_matches_2_gamestates.dm_68"},
	{"dm_68_osp--duel_2", "q3/dm_68/duel_2.dm_68"},
	{"dm_68_osp--team_chat", "q3/dm_68/team_chat-86783c.dm_68"},
	{"excellent_impressive", "q3/dm_68/excellent_impressive.dm_68"},
	{"truncated", "broken/q3/truncated.dm_68"},
	{"invalid_entity_state_field_count", "broken/q3/invalid_entity_state_field_count.dm_68"},
	{"players_dm3_duel", "q3/dm3/duel.dm3"},
	{"players_dm48_tdm", "q3/dm_48/tdm.dm_48"},
	{"players_dm67_cpl_cologne", cologne},
	{"players_dm68_3matches_2gs", "q3/dm_68/3_matches_2_gamestates.dm_68"},
	{"players_dm68_ctfs_ojfc09", "q3/dm_68/CTFS-*-ojfc-09-*_19_39.dm_68"},
	{"players_dm68_osp_duel2", "q3/dm_68/duel_2.dm_68"},
	{"full_dm3_duel", "q3/dm3/duel.dm3"},
	{"full_dm68_truncated", "broken/q3/truncated.dm_68"},
	{"full_dm68_invalid_efc", "broken/q3/invalid_entity_state_field_count.dm_68"},
}

// causeWords are the truth's words for the means of death.
var causeWords = map[string]string{
	"MOD_SHOTGUN": "shotgun", "MOD_GAUNTLET": "gauntlet", "MOD_MACHINEGUN": "machine gun", "MOD_GRENADE": "grenade",
	"MOD_GRENADE_SPLASH": "grenade splash", "MOD_ROCKET": "rocket", "MOD_ROCKET_SPLASH": "rocket splash",
	"MOD_PLASMA": "plasma", "MOD_PLASMA_SPLASH": "plasma splash", "MOD_RAILGUN": "railgun",
	"MOD_LIGHTNING": "lightning", "MOD_BFG": "BFG", "MOD_BFG_SPLASH": "BFG splash", "MOD_WATER": "water",
	"MOD_SLIME": "slime", "MOD_LAVA": "lava", "MOD_CRUSH": "crush", "MOD_TELEFRAG": "telefrag", "MOD_FALLING": "fall",
	"MOD_SUICIDE":      "suicide",
	"MOD_TRIGGER_HURT": "trigger hurt",
}

type truthEvents struct {
	Chat []struct {
		ServerTime      int
		TeamChat        bool
		CleanPlayerName string
		CleanMessage    string
		GameStateNumber int
	}
	Obituaries []struct {
		ServerTime                               int
		AttackerClientNumber, TargetClientNumber *int
		CauseOfDeath                             string
	}
	Captures []struct {
		CaptureTime int
		PlayerIndex int
	}
	GameStates []struct {
		Matches []struct{ StartTime, EndTime int }
	}
}

// truthFiles are the files of a folder of the truth, by their names without
// ending.
func truthFiles(t *testing.T, folder, ending string) map[string][]byte {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(corpus.Path(t, "truth/"+folder), "*"+ending+".gz"))
	if err != nil || len(list) == 0 {
		t.Skipf("no %s in truth/%s", ending, folder)
	}
	files := map[string][]byte{}
	for _, file := range list {
		files[strings.TrimSuffix(filepath.Base(file), ending+".gz")] = corpus.Unzipped(t, file)
	}
	return files
}

// truthDemo is the demo that a file of the truth is about.
func truthDemo(t testing.TB, file string) string {
	t.Helper()
	for _, d := range truthDemos {
		if ok, _ := path.Match(d.truth, file); ok {
			return corpus.Match(t, d.demo)
		}
	}
	t.Skip("no demo is named for it")
	return ""
}

func TestEventsAreTheTruth(t *testing.T) {
	for name, text := range truthFiles(t, "events", ".json") {
		t.Run(name, func(t *testing.T) {
			var truth truthEvents
			if err := json.Unmarshal(text, &truth); err != nil {
				t.Fatal(err)
			}
			r := simulator.Play(t, truthDemo(t, name))
			limit := time.Duration(-1) // where that parser gave up
			if d := r.Damage(); len(d) > 0 {
				limit = d[0].Time
			}
			compareObituaries(t, r, &truth, limit)
			compareChat(t, r, &truth, limit)
			if limit < 0 {
				compareMatches(t, r, &truth)
			}
		})
	}
}

func compareObituaries(t *testing.T, r *recording.Recording, truth *truthEvents, limit time.Duration) {
	var got, want []string
	for _, e := range r.Events() {
		if e.Kind == sim.EventObituary && (limit < 0 || e.Time < limit) {
			got = append(got, fmt.Sprintf("%d: %d by %d, %s", e.Clock.Milliseconds(), e.Slot.Index(),
				e.Attacker.Index(), causeWords[e.Cause]))
		}
	}
	for _, o := range truth.Obituaries {
		attacker := -1
		if o.AttackerClientNumber != nil {
			attacker = *o.AttackerClientNumber
		}
		want = append(want, fmt.Sprintf("%d: %d by %d, %s", o.ServerTime, *o.TargetClientNumber, attacker,
			o.CauseOfDeath))
	}
	compareLists(t, "obituary", got, want)
}

// compareLists compares without showing more than places: the texts are those
// of real people.
func compareLists(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("%d of %d %s events are missing", len(want)-i, len(want), what)
			return
		case i >= len(want):
			t.Errorf("%d %s events are too many", len(got)-i, what)
			return
		case got[i] != want[i]:
			t.Errorf("%s event %d is %q, want %q", what, i, got[i], want[i])
			return
		}
	}
}

// compareChat compares who said what; the truth's times are those of the
// snapshot before.
func compareChat(t *testing.T, r *recording.Recording, truth *truthEvents, limit time.Duration) {
	var got, want []string
	for _, e := range r.Events() {
		if e.Kind != sim.EventChat && e.Kind != sim.EventTeamChat || limit >= 0 && e.Time >= limit {
			continue
		}
		if i := len(got); i < len(truth.Chat) {
			if late := int(e.Clock.Milliseconds()) - truth.Chat[i].ServerTime; late < 0 || late > 300 {
				t.Errorf("chat event %d is %d ms late", i, late)
			}
		}
		got = append(got, fmt.Sprintf("%t %s: %s", e.Kind == sim.EventTeamChat, e.Profile.Name.Plain, e.Text.Plain))
	}
	for _, e := range truth.Chat {
		want = append(want, fmt.Sprintf("%t %s: %s", e.TeamChat, e.CleanPlayerName, e.CleanMessage))
	}
	compareLists(t, "chat", got, want)
}

// compareMatches compares the ends of matches and the captures.
func compareMatches(t *testing.T, r *recording.Recording, truth *truthEvents) {
	var ends, captures []int
	for _, e := range r.Events() {
		switch e.Kind {
		case sim.EventMatchEnd:
			ends = append(ends, int(e.Clock.Milliseconds()))
		case sim.EventCapture:
			captures = append(captures, int(e.Clock.Milliseconds()))
		}
	}
	near := func(list []int, want int) bool {
		for _, n := range list {
			if n >= want-200 && n <= want+200 {
				return true
			}
		}
		return false
	}
	for i, g := range truth.GameStates {
		last := int(r.Cursor().At(r.Levels()[i].End - 1).Clock.Milliseconds())
		for _, m := range g.Matches {
			if m.EndTime < last-200 && !near(ends, m.EndTime) {
				t.Errorf("no match ends at %d; ends are %v", m.EndTime, ends)
			}
		}
	}
	for _, c := range truth.Captures {
		if !near(captures, c.CaptureTime) {
			t.Errorf("no capture at %d; captures are %v", c.CaptureTime, captures)
		}
	}
}

func TestPositionsAreTheTruth(t *testing.T) {
	for name, table := range truthFiles(t, "positions", ".csv") {
		t.Run(name, func(t *testing.T) {
			comparePositions(t, truthDemo(t, name), bytes.NewReader(table), strings.HasPrefix(name, "full"))
		})
	}
}

func comparePositions(t *testing.T, demo string, truth io.Reader, all bool) {
	rows := csv.NewReader(truth)
	rows.ReuseRecord = true
	if _, err := rows.Read(); err != nil {
		t.Fatal(err)
	}
	done := errors.New("done")
	compared := 0
	var fail error
	Positions(corpus.Load(t, demo), path.Base(demo), all, func(p *sim.Position) {
		if fail != nil {
			return
		}
		row, err := nextRow(rows, all)
		if err == io.EOF {
			fail = done
			return
		}
		compared++
		got := fmt.Sprintf("%d %s %d %v %v %v", p.Clock.Milliseconds(), p.Kind, p.Entity, p.Origin, p.View.Pitch,
			p.View.Yaw)
		want := fmt.Sprintf("%s %s %s %v %v %v", row[1], row[2], row[3], [3]float32{float(row[4]), float(row[5]),
			float(row[6])}, float(row[17]), float(row[18]))
		if got != want {
			fail = fmt.Errorf("row %d is %s, want %s", compared, got, want)
		}
	})
	if fail != nil && fail != done {
		t.Error(fail)
	}
	if _, err := nextRow(rows, all); err != io.EOF {
		t.Error("rows are missing")
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// nextRow is the next row that is not a corpse, or with all the next row.
func nextRow(rows *csv.Reader, all bool) ([]string, error) {
	for {
		row, err := rows.Read()
		if err != nil {
			return nil, io.EOF
		}
		if n, _ := strconv.Atoi(row[3]); all || n < 64 {
			return row, nil
		}
	}
}

func float(s string) float32 {
	f, _ := strconv.ParseFloat(s, 32)
	return float32(f)
}
