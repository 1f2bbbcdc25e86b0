package q2

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/sim"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares what is found in every real demo with what was found before. The
// demos' names and texts are left out: they are of real people.
func TestGolden(t *testing.T) {
	root := filepath.Join(shared(t), "demos")
	var lines []string
	for _, dir := range []string{"q2", "recorded/q2", "compressed", "broken"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			d, err := formats.Open(path)
			if err != nil || d.Format != formats.Quake2 && d.Format != formats.Quake2MultiView {
				return nil
			}
			lines = append(lines, summary(filepath.Ext(d.Name), d.Data))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
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
	if len(known)-1 != len(lines) {
		t.Errorf("%d demos, %d before", len(lines), len(known)-1)
	}
}

// summary is a line for a demo: hash of the file, kind, snapshots, time, levels, events
// by kind, effects, damages, and a hash over worlds at 20 times.
func summary(ext string, data []byte) string {
	h := fnv.New32a()
	h.Write(data)
	rec, r := sim.NewRecorder(sim.Header{})
	Record(rec, data, "")
	var kinds [sim.EventKindCount]int
	for _, e := range r.Events() {
		kinds[e.Kind]++
	}
	header := r.Header()
	line := fmt.Sprintf("%08x%s: %s %d, complete %v, %d snapshots, %v, %d players", h.Sum32(), ext, header.Kind, header.Protocol,
		header.Complete, r.Frames(), r.Duration(), len(r.Roster()))
	for _, l := range r.Levels() {
		line += fmt.Sprintf("; %s %q %08x", l.Map, l.GameType, l.Checksum)
	}
	line += ";"
	for k, n := range kinds {
		if n > 0 {
			line += fmt.Sprintf(" %s %d", sim.EventKind(k), n)
		}
	}
	_, effects, _ := r.Stats()
	sum := uint64(14695981039346656037)
	c := r.Cursor()
	for i := range 20 {
		sum = (sum ^ digest(c.At(r.Duration()*time.Duration(i)/19))) * 1099511628211
	}
	return fmt.Sprintf("%s; %d effects, %d damages, %016x", line, effects, len(r.Damage()), sum)
}
