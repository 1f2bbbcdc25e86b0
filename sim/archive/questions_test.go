//go:build !js && !nolibrary

package archive

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fragscope/assets/manual"
	"fragscope/formats/corpus"
	"fragscope/sim/load"
)

// questions returns the questions on the manual's page on tables: each heading with the SQL that follows it.
func questions(t *testing.T) (list [][2]string) {
	page, ok := manual.Open("tables")
	if !ok {
		t.Fatal("the manual has no page on tables")
	}
	heading := ""
	for _, b := range page.Blocks {
		words := manual.Words(b.Text)
		switch {
		case b.Kind == manual.Heading:
			heading = words
		case b.Kind == manual.Code && regexp.MustCompile(`^(SELECT|WITH)\b`).MatchString(words):
			list = append(list, [2]string{heading, words})
		}
	}
	return list
}

const duckScript = `
const {DuckDBInstance} = require('@duckdb/node-api');
const fs = require('fs');
(async () => {
  process.chdir(process.argv[1]);
  const db = await (await DuckDBInstance.create()).connect();
  await db.run(fs.readFileSync('views.sql', 'utf8'));
  const out = [];
  for (const q of JSON.parse(fs.readFileSync(0, 'utf8'))) out.push((await db.runAndReadAll(q)).getRowsJson());
  console.log(JSON.stringify(out));
})().catch(e => { console.error(e.message); process.exit(1); });`

// plainValue is a value as both databases write it.
func plainValue(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []byte:
		return plainValue(string(v))
	case float64:
		return fmt.Sprint(math.Round(v*100) / 100)
	case string:
		var n float64
		if _, err := fmt.Sscanf(v, "%g", &n); err == nil &&
			regexp.MustCompile(`^-?[0-9.]+(e[-+]?\d+)?$`).MatchString(v) {
			return plainValue(n)
		}
		return v
	case bool:
		if v {
			return "1"
		}
		return "0"
	}
	return fmt.Sprint(v)
}

// answers asks a library, one line a row.
func answers(t *testing.T, l *Library, question string) (lines []string) {
	t.Helper()
	rows, err := l.db.Query(question)
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, v := range values {
			cells = append(cells, plainValue(v))
		}
		lines = append(lines, strings.Join(cells, " | "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// duckAnswers asks DuckDB over the Parquet in a folder.
func duckAnswers(t *testing.T, dir string, list []string) (all [][]string) {
	t.Helper()
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", "-e", duckScript, dir)
	c.Stdin = strings.NewReader(string(text))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("DuckDB: %v", err)
	}
	var rows [][][]any
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatal(err)
	}
	for _, answer := range rows {
		var lines []string
		for _, row := range answer {
			var cells []string
			for _, v := range row {
				cells = append(cells, plainValue(v))
			}
			lines = append(lines, strings.Join(cells, " | "))
		}
		all = append(all, lines)
	}
	return all
}

// TestQuestions asks the questions of the manual of a library of the corpus and, where Node.js has @duckdb/node-api
// (NODE_PATH), of DuckDB over an export of the same files. The answers are compared with each other and, as hashes, as
// they hold names, with those written down.
func TestQuestions(t *testing.T) {
	list := questions(t)
	if len(list) != 10 {
		t.Errorf("the manual has %d questions, not ten", len(list))
	}
	if _, ok := corpus.Find(); !ok {
		t.Skip("there is no corpus")
	}
	dir := t.TempDir()
	for _, e := range corpus.Sample(t) {
		write(t, filepath.Join(dir, strings.ReplaceAll(filepath.ToSlash(e.Name), "/", "-")), corpus.Load(t, e.Name))
	}
	if other := os.Getenv("FRAGSCOPE_QUESTIONS"); other != "" {
		dir = other
	}
	l, _ := library(t)
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	scanned(t, l)
	var asked []string
	for _, q := range list {
		asked = append(asked, q[1])
	}
	var duck [][]string
	if exec.Command("node", "-e", "require('@duckdb/node-api')").Run() == nil {
		duck = duckAnswers(t, exported(t, ExportOptions{Files: demosBelow(t, dir), Form: "parquet"}), asked)
	}
	for i, q := range list {
		got := answers(t, l, q[1])
		t.Logf("%s: %d rows", q[0], len(got))
		if os.Getenv("FRAGSCOPE_QUESTIONS") != "" {
			t.Logf("\n%s", strings.Join(got, "\n"))
		}
		if len(got) == 0 && os.Getenv("FRAGSCOPE_QUESTIONS") != "" {
			t.Errorf("%s has no answer", q[0])
		}
		if duck != nil && strings.Join(duck[i], "\n") != strings.Join(got, "\n") {
			t.Errorf("%s: SQLite says\n%s\nDuckDB says\n%s", q[0], strings.Join(got, "\n"), strings.Join(duck[i], "\n"))
		}
	}
	if duck == nil {
		t.Log("DuckDB was not asked: there is no @duckdb/node-api for Node.js in NODE_PATH")
	}
}

// demosBelow lists the files that a scan reads.
func demosBelow(t *testing.T, dir string) func(func(string, error) bool) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && load.Named(path) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return listed(files)
}
