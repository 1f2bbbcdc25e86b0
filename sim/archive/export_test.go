//go:build !js

package archive

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats/corpus"
)

// exportFolder is a folder with the sample, some demos of the corpus if it is there, and broken ones.
func exportFolder(t *testing.T) (files []string) {
	dir := t.TempDir()
	add := func(name string, data []byte) {
		name = filepath.Join(dir, name)
		write(t, name, data)
		files = append(files, name)
	}
	add("sample"+filepath.Ext(sample.DemoName), sample.Demo())
	add("bad.dem", []byte("=nothing"))
	if _, ok := corpus.Find(); ok && !testing.Short() {
		for i, e := range corpus.Index(t) {
			if i%90 == 0 {
				add(fmt.Sprintf("%03d-%s", i, filepath.Base(e.Name)), corpus.Load(t, e.Name))
			}
		}
	}
	return files
}

func listed(files []string) func(func(string, error) bool) {
	return func(yield func(string, error) bool) {
		for _, f := range files {
			if !yield(f, nil) {
				return
			}
		}
	}
}

func exportTo(t *testing.T, o ExportOptions) string {
	t.Helper()
	o.Dir = t.TempDir()
	if err := Export(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return o.Dir
}

// contents are the files of a folder by their paths in it.
func contents(t *testing.T, dir string) map[string][]byte {
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		out[rel], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExportIsTheSameEachTime(t *testing.T) {
	files := exportFolder(t)
	for _, form := range []string{"parquet", "csv", "jsonl"} {
		a, b := contents(t, exportTo(t, ExportOptions{Files: listed(files), Form: form})), contents(t, exportTo(t, ExportOptions{Files: listed(files), Form: form, Workers: 7}))
		if len(a) < 6 || len(a) != len(b) {
			t.Fatalf("%d and %d files", len(a), len(b))
		}
		for name := range a {
			if !bytes.Equal(a[name], b[name]) {
				t.Errorf("%s is not the same twice", name)
			}
		}
	}
}

// TestShardsAreTheWhole holds that the rows of all shards together are those of one run.
func TestShardsAreTheWhole(t *testing.T) {
	files := exportFolder(t)
	rows := func(dirs ...string) (list []string) {
		for _, dir := range dirs {
			for name, text := range contents(t, dir) {
				if strings.HasSuffix(name, ".jsonl") {
					for line := range strings.Lines(string(text)) {
						list = append(list, filepath.Dir(name)+line)
					}
				}
			}
		}
		slices.Sort(list)
		return list
	}
	whole := rows(exportTo(t, ExportOptions{Files: listed(files), Form: "jsonl"}))
	var parts []string
	for i := range 3 {
		parts = append(parts, exportTo(t, ExportOptions{Files: listed(files), Form: "jsonl", Shard: i + 1, Shards: 3}))
	}
	if !slices.Equal(whole, rows(parts...)) {
		t.Error("the shards together are not the whole")
	}
}

func TestExportReplacesNothing(t *testing.T) {
	files := exportFolder(t)[:2]
	dir := exportTo(t, ExportOptions{Files: listed(files), Form: "csv", Tables: []string{"events"}})
	before := contents(t, dir)
	err := Export(t.Context(), ExportOptions{Files: listed(files), Form: "csv", Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "is not replaced") {
		t.Errorf("a second export into the folder: %v", err)
	}
	for name := range contents(t, dir) {
		if before[name] == nil {
			t.Errorf("%s is left of an export that failed", name)
		}
	}
	if len(before) != 3 || before[filepath.Join("errors", "part-00001-000.csv")] == nil {
		t.Errorf("one table was wanted: %v", sortedKeys(before))
	}
}

func TestPartitionsAreNames(t *testing.T) {
	for s, want := range map[string]string{"DM6": "dm6", "": "unknown", "../x": "%2E.%2Fx", "a b": "a%20b", "ztndm3.v2": "ztndm3.v2", "é": "%C3%A9"} {
		if got := partition(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// TestDuckDBSumsAreOurs compares what DuckDB counts in the Parquet with the lines of JSON. It needs Node.js with
// @duckdb/node-api (NODE_PATH).
func TestDuckDBSumsAreOurs(t *testing.T) {
	const script = `
const {DuckDBInstance} = require('@duckdb/node-api');
(async () => {
  const db = await (await DuckDBInstance.create()).connect();
  const q = "SELECT game || ' ' || map || ' ' || kind AS k, count(*)::INT, sum(coalesce(value, 0) + time_ms)::BIGINT, round(sum(coalesce(x, 0) + coalesce(y, 0)))::BIGINT, count(DISTINCT attacker_name)::INT FROM ";
  const src = process.argv[2] == 'parquet' ? "read_parquet('" + process.argv[1] + "/events/*/*/*.parquet', hive_partitioning=true)" :
    "read_json('" + process.argv[1] + "/events/*/*/*.jsonl', hive_partitioning=true, format='newline_delimited', columns={time_ms: 'BIGINT', value: 'BIGINT', x: 'DOUBLE', y: 'DOUBLE', kind: 'VARCHAR', attacker_name: 'VARCHAR'})";
  const r = await db.runAndReadAll(q + src + " GROUP BY 1 ORDER BY 1");
  for (const row of r.getRows()) console.log(row.join(' '));
})().catch(e => { console.error(e.message); process.exit(1) });`
	if exec.Command("node", "-e", "require('@duckdb/node-api')").Run() != nil {
		t.Skip("no DuckDB for Node.js")
	}
	files := exportFolder(t)
	sums := map[string]string{}
	for _, form := range []string{"parquet", "jsonl"} {
		dir := exportTo(t, ExportOptions{Files: listed(files), Form: form})
		text, err := exec.Command("node", "-e", script, dir, form).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		sums[form] = string(text)
	}
	if sums["parquet"] != sums["jsonl"] || !strings.Contains(sums["parquet"], "obituary") {
		t.Errorf("DuckDB counts in Parquet\n%s\nin JSON\n%s", sums["parquet"], sums["jsonl"])
	}
}
