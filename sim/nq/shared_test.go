package nq

import (
	"os"
	"path/filepath"
	"testing"

	"fragscope/sim"
)

// findShared is the folder of demos and truth; false where it is missing.
func findShared(t testing.TB) (string, bool) {
	t.Helper()
	dir := os.Getenv("FRAGSCOPE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	_, err := os.Stat(filepath.Join(dir, "demos"))
	return dir, err == nil
}

// shared skips a test where the folder is missing.
func shared(t testing.TB) string {
	t.Helper()
	dir, ok := findShared(t)
	if !ok {
		t.Skip("no demos in ", dir)
	}
	return dir
}

// demos are the files of a pattern.
func demos(t testing.TB, pattern string) []string {
	t.Helper()
	list, _ := filepath.Glob(filepath.Join(shared(t), "demos", filepath.FromSlash(pattern)))
	return list
}

// record plays a file to its end.
func record(t testing.TB, path string) *sim.Recording {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skip(err)
	}
	rec, r := sim.NewRecorder(sim.Header{Name: filepath.Base(path)})
	Record(rec, data, path)
	return r
}

// propertyDemos are demos of several kinds.
var propertyDemos = []string{"nq/dem/p15/id1-demo1.dem", "recorded/nq/dm4_2p_p15.dem", "recorded/nq/sp_e1m1_e1m2_p15.dem",
	"nq/dem/p999/librequake-demo3.dem", "broken/derived/corrupt-64-bytes-mid.dem"}

var seedDemos = []string{"nq/dem/p15/id1-demo1.dem", "recorded/nq/dm4_2p_p15.dem", "nq/dem/p999/librequake-demo3.dem", "nq/dem/p666/librequake-swamoy.dem"}

var playPatterns = []string{"nq/dem/*/*.dem", "recorded/nq/*.dem", "broken/derived/corrupt*.dem", "broken/derived/huge*.dem", "broken/derived/trunc*.dem"}

const largestDemo = "nq/dem/p666/librequake-medsrun1.dem"

func recordLargest(rec *sim.Recorder, data []byte)          { Record(rec, data, "x.dem") }
func recordFuzz(rec *sim.Recorder, data []byte, multi bool) { Record(rec, data, "x.dem") }
