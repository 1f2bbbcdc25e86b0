package q3

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares what is found in every real demo with what was found
// before. The demos' names and texts are left out: they are of real people.
func TestGolden(t *testing.T) {
	dir := filepath.Join(shared(t), "demos")
	var lines []string
	for _, pattern := range []string{"q3/*/*", "ql/*/*", "broken/q3/*", "recorded/q3/*.dm_*"} {
		files, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, summary(data, file))
		}
	}
	slices.Sort(lines)
	got := []byte(strings.Join(lines, "\n") + "\n")
	golden := filepath.Join("testdata", "golden.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	known := strings.Split(string(want), "\n")
	for _, line := range lines {
		if !slices.Contains(known, line) {
			t.Errorf("new: %s", line)
		}
	}
}

// summary is a line for a demo: folder and hash of the file, snapshots, time,
// levels, events by kind, effects, damages, and a hash over worlds at 64 times.
func summary(data []byte, file string) string {
	h := fnv.New32a()
	h.Write(data)
	rec, r := sim.NewRecorder(sim.Header{})
	Record(rec, data, "x"+filepath.Ext(file))
	var kinds [sim.EventKindCount]int
	for _, e := range r.Events() {
		kinds[e.Kind]++
	}
	line := fmt.Sprintf("%s/%08x: %d snapshots, %v, %d levels;", filepath.Base(filepath.Dir(file)), h.Sum32(), r.Frames(), r.Duration(), len(r.Levels()))
	for k, n := range kinds {
		if n > 0 {
			line += fmt.Sprintf(" %s %d", sim.EventKind(k), n)
		}
	}
	_, effects, _ := r.Stats()
	sum := uint64(14695981039346656037)
	c := r.Cursor()
	for i := range 64 {
		sum = (sum ^ digest(c.At(r.Duration()*time.Duration(i)/63))) * 1099511628211
	}
	return fmt.Sprintf("%s; %d effects, %d damages, %016x", line, effects, len(r.Damage()), sum)
}
