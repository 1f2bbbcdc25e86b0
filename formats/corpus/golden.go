package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens anew")

// Updating says that the test was started with -update: goldens are to be
// written, not compared with.
func Updating() bool { return *update }

// Golden holds that got is the content of the file, such as
// "testdata/demos.json"; with -update it becomes that.
func Golden(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		write(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v; -update makes it", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if difference := lineDifference(got, want); difference != "" {
		t.Errorf("%s: %s", file, difference)
	}
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

// GoldenLines is [Golden] for lines in any order, each at most once; the file
// has them sorted.
func GoldenLines(t testing.TB, file string, lines []string) {
	t.Helper()
	lines = slices.Compact(slices.Sorted(slices.Values(lines)))
	Golden(t, file, []byte(strings.Join(lines, "\n")+"\n"))
}

// GoldenJSON is [Golden] for a value that is written as JSON.
func GoldenJSON(t testing.TB, file string, v any) {
	t.Helper()
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	Golden(t, file, append(text, '\n'))
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
