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

// Updating reports whether the test was started with -update. If so, goldens are written rather than compared.
func Updating() bool { return *update }

// Golden compares text with the contents of a golden file. With -update, it writes text to the file instead.
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

// GoldenLines compares lines with a golden file, such as "testdata/golden.tsv". With -update, it writes them to the
// file instead. Each line starts with the label of a demo, followed by a space, a tab or a colon. The lines in the file
// are sorted and unique. If the file contains a demo that is missing from lines, the test fails. If lines contains a
// demo that is missing from the file, GoldenLines only logs the fact, because demos are added over time.
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

// byDemo returns the lines of each demo.
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

// GoldenJSON is like [GoldenLines], but the golden file is a JSON object. demos maps the labels of demos to values.
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

// objects returns the values of a JSON object as text.
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

// compareDemos compares the results for demos with those in a golden.
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

// lineDifference describes the first difference between two strings. It returns "" if there is none.
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

// FirstDifference returns the index of the first byte that differs between a and b, or -1 if they are equal. If one is
// a prefix of the other, FirstDifference returns the length of the prefix.
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

// SameBytes checks that got equals want. If they differ, it reports the first differing bytes in a message that starts
// with the text given by what, usually the name of the demo.
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

// Label returns the label that identifies a demo in goldens. The label consists of a hash of data, which is the demo's
// content, and the extension of name without .gz. It omits the rest of the file name, which could contain a player's
// name.
func Label(name string, data []byte) string {
	h := fnv.New32a()
	h.Write(data)
	return fmt.Sprintf("%08x%s", h.Sum32(), path.Ext(strings.TrimSuffix(name, ".gz")))
}
