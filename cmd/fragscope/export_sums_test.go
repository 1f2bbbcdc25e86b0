package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats/corpus"
)

// eventSums is what DuckDB counts in tables: how many deaths and lines of chat a demo has, and the sum of their times.
const eventSums = `
const {DuckDBInstance} = require('@duckdb/node-api');
(async () => {
  const db = await (await DuckDBInstance.create()).connect();
  const table = name => "read_parquet('" + process.argv[1] + "/" + name + "/*.parquet') JOIN read_parquet('" + process.argv[1] + "/demos/*.parquet') USING (demo_id)";
  for (const q of [
    "SELECT path, 'obituary', count(*)::INT, sum(time_ms)::BIGINT FROM " + table('kills') + " GROUP BY ALL",
    "SELECT path, kind, count(*)::INT, sum(time_ms)::BIGINT FROM " + table('chat') + " GROUP BY ALL",
    "SELECT path, 'frags', count(*)::INT, sum(frags)::BIGINT FROM " + table('players') + " WHERE frags IS NOT NULL GROUP BY ALL",
    "SELECT path, 'report ' || killer, count(*)::INT, 0 FROM " + table('kills') + " WHERE path = '" + process.argv[2] +
      "' AND kind = 'frag' AND time_ms BETWEEN " + process.argv[3] + " GROUP BY ALL",
  ]) for (const row of (await db.runAndReadAll(q)).getRows()) console.log(row.join(' '));
})().catch(e => { console.error(e.message); process.exit(1); });`

// TestDuckDBCountsWhatTheVerbsList compares what DuckDB counts in the Parquet of a folder with what events and info
// list of each of its demos, and report of the first. It needs Node.js with @duckdb/node-api (NODE_PATH).
func TestDuckDBCountsWhatTheVerbsList(t *testing.T) {
	if exec.Command("node", "-e", "require('@duckdb/node-api')").Run() != nil {
		t.Skip("no DuckDB for Node.js")
	}
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "tables")
	names := []string{filepath.Join(dir, "sample"+filepath.Ext(sample.DemoName))}
	if err := os.WriteFile(names[0], sample.Demo(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ok := corpus.Find(); ok {
		for i, e := range corpus.Index(t) {
			if data := corpus.Load(t, e.Name); i%20 == 0 && len(data) < 400_000 {
				name := filepath.Join(dir, fmt.Sprintf("%03d-%s", i, filepath.Base(e.Name)))
				if err := os.WriteFile(name, data, 0o644); err != nil {
					t.Fatal(err)
				}
				names = append(names, name)
			}
		}
	}
	answer(t, 0, "export", dir, "-o", out, "--parquet", "--tables", "demos,kills,chat,players")
	match, frags := reported(t, names[0])
	text, err := exec.Command("node", "-e", eventSums, out, names[0], match).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	got, want := strings.Split(strings.TrimSpace(string(text)), "\n"), append(verbSums(t, names), frags...)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("DuckDB counts\n%s\nthe verbs list\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	t.Logf("%d sums of %d demos", len(want), len(names))
}

// verbSums are the same sums of what events and info list.
func verbSums(t *testing.T, names []string) (lines []string) {
	t.Helper()
	type sum struct{ count, total int64 }
	sums := map[string]sum{}
	add := func(key string, n int64) { sums[key] = sum{sums[key].count + 1, sums[key].total + n} }
	for _, name := range names {
		events, _ := answer(t, 0, "events", name, "--json")
		for line := range strings.Lines(events) {
			var e struct {
				Kind   string
				TimeMS int64 `json:"time_ms"`
			}
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if e.Kind == "obituary" || e.Kind == "chat" || e.Kind == "team_chat" {
				add(name+" "+e.Kind, e.TimeMS)
			}
		}
		info, _ := answer(t, 0, "info", name, "--json")
		var i struct{ Players []struct{ Frags *int64 } }
		if err := json.Unmarshal([]byte(info), &i); err != nil {
			t.Fatal(err)
		}
		for _, p := range i.Players {
			if p.Frags != nil {
				add(name+" frags", *p.Frags)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(sums)) {
		lines = append(lines, fmt.Sprintf("%s %d %d", key, sums[key].count, sums[key].total))
	}
	return lines
}

// reported are the frags of the players as report counts them, and from when to when the match is.
func reported(t *testing.T, name string) (match string, lines []string) {
	t.Helper()
	text, _ := answer(t, 0, "report", name, "--json")
	var r struct {
		Start   int64 `json:"start_ms"`
		End     int64 `json:"end_ms"`
		Players []struct {
			Name    string
			Numbers struct{ Frags struct{ Value int64 } }
		}
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Players {
		if n := p.Numbers.Frags.Value; n > 0 {
			lines = append(lines, fmt.Sprintf("%s report %s %d 0", name, p.Name, n))
		}
	}
	if len(lines) == 0 {
		t.Fatal("report counts no frags")
	}
	return fmt.Sprintf("%d AND %d", r.Start, r.End), lines
}
