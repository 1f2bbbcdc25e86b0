package qw

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
	if filepath.Ext(path) == ".mvd" {
		RecordMultiView(rec, data, path)
	} else {
		Record(rec, data, path)
	}
	return r
}

// propertyDemos are demos of several kinds.
var propertyDemos = []string{"recorded/qw/dm3_ffa_2clients.qwd", "recorded/qw/dm4_dm6_mapchange.mvd", "recorded/qw/dm4_dm6_mapchange.qwd",
	"qw/qwd/p28-ext/rl_to_ratop.qwd", "qw/mvd/p28/2on2_sf_vs_red[frobodm2]220104-0915.mvd", "broken/derived/corrupt-64-bytes-mid.mvd"}

var seedDemos = []string{"qw/qwd/p28/dm2_floating.qwd", "qw/qwd/p28-ext/bps.qwd", "qw/mvd/p28/accel-1.mvd", "qw/mvd/p28-ext/gate1_ev_1.mvd"}

var playPatterns = []string{"qw/qwd/*/*.qwd", "qw/mvd/*/*.mvd", "recorded/qw/*", "broken/derived/corrupt*.qwd", "broken/derived/trunc*.qwd",
	"broken/derived/corrupt*.mvd", "broken/derived/trunc*.mvd"}

const largestDemo = "qw/mvd/p28-ext/wipeout_red_vs_blue[q3dm6qw]20240406-2028.mvd"

func recordLargest(rec *sim.Recorder, data []byte) { RecordMultiView(rec, data, "x.mvd") }

func recordFuzz(rec *sim.Recorder, data []byte, multi bool) {
	if multi {
		RecordMultiView(rec, data, "x.mvd")
	} else {
		Record(rec, data, "x.qwd")
	}
}
