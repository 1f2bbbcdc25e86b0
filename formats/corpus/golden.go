package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens anew")

// Updating reports whether the test was started with -update: goldens are then
// written, not compared with.
func Updating() bool { return *update }

// Golden holds that text is the content of the file; with -update it becomes it.
func Golden(t testing.TB, file string, text []byte) {
	t.Helper()
	if *update {
		write(t, file, text)
		return
	}
	if difference := lineDifference(text, read(t, file)); difference != "" {
		t.Errorf("%s: %s", file, difference)
	}
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v; -update makes it", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// GoldenLines holds that the lines are those of the file, such as
// "testdata/golden.tsv"; with -update they become it. Each begins with the label
// of a demo, ending before a space, a tab or a colon. The file has them sorted, each
// once. A demo that the file does not know is told and is no failure: the folder
// of demos grows. One that it knows and that is not there is.
func GoldenLines(t testing.TB, file string, lines []string) {
	t.Helper()
	lines = slices.Compact(slices.Sorted(slices.Values(lines)))
	if *update {
		write(t, file, []byte(strings.Join(lines, "\n")+"\n"))
		return
	}
	want := strings.Split(strings.TrimSuffix(string(read(t, file)), "\n"), "\n")
	compareDemos(t, file, byDemo(lines), byDemo(want))
}

// byDemo are the lines of each demo.
func byDemo(lines []string) map[string]string {
	demos := map[string]string{}
	for _, line := range lines {
		label := line
		if end := strings.IndexAny(line, " \t:"); end >= 0 {
			label = line[:end]
		}
		demos[label] += line + "\n"
	}
	return demos
}

// GoldenJSON is [GoldenLines] for values, by the label of their demo, that are
// written as one JSON object.
func GoldenJSON[V any](t testing.TB, file string, demos map[string]V) {
	t.Helper()
	text, err := json.MarshalIndent(demos, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, file, append(text, '\n'))
		return
	}
	compareDemos(t, file, objects(t, text), objects(t, read(t, file)))
}

// objects are the texts of the values of a JSON object.
func objects(t testing.TB, text []byte) map[string]string {
	t.Helper()
	raw := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for label, value := range raw {
		texts[label] = string(value)
	}
	return texts
}

// compareDemos compares what demos gave with what a golden has of each.
func compareDemos(t testing.TB, file string, got, want map[string]string) {
	t.Helper()
	for _, label := range slices.Sorted(maps.Keys(got)) {
		golden, known := want[label]
		if !known {
			t.Logf("%s has no demo %s, which is not tested; -update adds it", file, label)
			continue
		}
		if difference := lineDifference([]byte(got[label]), []byte(golden)); difference != "" {
			t.Errorf("%s: %s: %s", file, label, difference)
		}
	}
	for _, label := range slices.Sorted(maps.Keys(want)) {
		if _, ok := got[label]; !ok {
			t.Errorf("%s: demo %s is not there", file, label)
		}
	}
}

// lineDifference says where two texts differ first; it is empty if they do not.
func lineDifference(got, want []byte) string {
	at := FirstDifference(got, want)
	if at < 0 {
		return ""
	}
	line := 1 + bytes.Count(want[:at], []byte("\n"))
	from := 1 + bytes.LastIndexByte(want[:at], '\n')
	return fmt.Sprintf("line %d is %q, want %q", line, firstLine(got[from:]), firstLine(want[from:]))
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line
}

// FirstDifference is the index of the first byte in which a and b differ, or
// at which one of them ends; -1 where they are equal.
func FirstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return n
	}
	return -1
}

// SameBytes holds that got is want, and shows the first bytes that differ.
// what begins the sentence: the name of the demo.
func SameBytes(t testing.TB, what string, got, want []byte) {
	t.Helper()
	at := FirstDifference(got, want)
	if at < 0 {
		return
	}
	const shown = 16
	t.Errorf("%s: %d bytes, want %d; from %d on they are % x, want % x", what, len(got), len(want), at,
		got[at:min(len(got), at+shown)], want[at:min(len(want), at+shown)])
}

// Label names a demo in a golden by a hash of its content, with the extension
// of its file but that of compression: a file's name could be a player's.
func Label(name string, data []byte) string {
	h := fnv.New32a()
	h.Write(data)
	return fmt.Sprintf("%08x%s", h.Sum32(), path.Ext(strings.TrimSuffix(name, ".gz")))
}
