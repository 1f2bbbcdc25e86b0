package q1

import (
	"path"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
)

// demos is the adapter as its tests call it, for a demo of any kind.
var demos simtest.Simulator = func(rec *recording.Recorder, data []byte, name string) {
	switch path.Ext(name) {
	case ".mvd":
		RecordMultiView(rec, data, name)
	case ".qwd":
		RecordQuakeWorld(rec, data, name)
	default:
		RecordNetQuake(rec, data, name)
	}
}

const (
	longNetQuake   = "nq/dem/p666/librequake-medsrun1.dem"
	longQuakeWorld = "qw/mvd/p28-ext/wipeout_red_vs_blue*20240406-2028.mvd"
	single         = "recorded/nq/sp_e1m1_e1m2_p15.dem"
)

// kinds are demos of several kinds.
var kinds = []string{"nq/dem/p15/id1-demo1.dem", "recorded/nq/dm4_2p_p15.dem", single,
	"nq/dem/p999/librequake-demo3.dem", "broken/derived/corrupt-64-bytes-mid.dem", "recorded/qw/dm3_ffa_2clients.qwd",
	"recorded/qw/dm4_dm6_mapchange.mvd", "recorded/qw/dm4_dm6_mapchange.qwd", "qw/qwd/p28-ext/rl_to_ratop.qwd",
	"qw/mvd/p28/2on2_sf_vs_red*220104-0915.mvd",
	"broken/derived/corrupt-64-bytes-mid.mvd"}

// all are the names of all demos that can be read.
func all(t *testing.T) []string {
	t.Helper()
	names := corpus.Demos(t, []string{"nq", "recorded/nq"}, "*.dem")
	names = append(names, corpus.Demos(t, []string{"qw", "recorded/qw"}, "*.qwd", "*.mvd")...)
	return append(names, corpus.Demos(t, []string{"broken/derived"}, "corrupt*.dem", "huge*.dem", "trunc*.dem",
		"corrupt*.qwd", "trunc*.qwd", "corrupt*.mvd", "trunc*.mvd")...)
}

func TestSeekEqualsPlay(t *testing.T)  { demos.SeekEqualsPlay(t, kinds...) }
func TestMovesSmoothly(t *testing.T)   { demos.MovesSmoothly(t, kinds...) }
func TestAllDemos(t *testing.T)        { demos.CheckDemos(t, all(t)) }
func TestGolden(t *testing.T)          { demos.Golden(t, all(t)) }
func TestCancel(t *testing.T)          { demos.Cancels(t, longNetQuake); demos.Cancels(t, longQuakeWorld) }
func BenchmarkNetQuake(b *testing.B)   { demos.BenchmarkLoad(b, longNetQuake) }
func BenchmarkQuakeWorld(b *testing.B) { demos.BenchmarkLoad(b, longQuakeWorld) }

// TestPositionsNetQuake compares the places of all entities, and where the point of
// view looks, which the truth calls the camera.
func TestPositionsNetQuake(t *testing.T) {
	simtest.Positions(PositionsNetQuake).CompareWithLMPC(t, ".dem", map[string]string{"es": "es", "ps": "cam"})
}

// TestPositionsQuakeWorld compares the places of the players, and where they look
// but for the recorder, of whom the truth does not know it.
func TestPositionsQuakeWorld(t *testing.T) {
	simtest.Positions(PositionsQuakeWorld).CompareWithLMPC(t, ".qwd", map[string]string{"ps": "ps"})
}

// FuzzRecord plays arbitrary data. No input may make the adapter panic or hang.
func FuzzRecord(f *testing.F) {
	for _, extension := range []string{".dem", ".qwd", ".mvd"} {
		f.Add([]byte{0, 1, 2, 3}, extension)
	}
	for name, data := range simtest.Seeds(f, 24<<10, []string{"netquake", "quakeworld", "quakeworld-multiview"},
		"nq/dem/p15/id1-demo1.dem", "recorded/nq/dm4_2p_p15.dem", "nq/dem/p999/librequake-demo3.dem",
		"nq/dem/p666/librequake-swamoy.dem", "qw/qwd/p28/dm2_floating.qwd", "qw/qwd/p28-ext/bps.qwd",
		"qw/mvd/p28/accel-1.mvd",
		"qw/mvd/p28-ext/gate1_ev_1.mvd") {
		f.Add(data, path.Ext(name))
	}
	f.Fuzz(func(t *testing.T, data []byte, extension string) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		simtest.Survives(t, demos.Bytes(data, "x"+extension))
	})
}
