package qw

import (
	"path"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/simtest"
)

// game is the simulator as its tests call it, for a demo of either kind.
var game simtest.Simulator = func(rec *sim.Recorder, data []byte, name string) {
	if path.Ext(name) == ".mvd" {
		RecordMultiView(rec, data, name)
	} else {
		Record(rec, data, name)
	}
}

const long = "qw/mvd/p28-ext/wipeout_red_vs_blue*20240406-2028.mvd"

// kinds are demos of several kinds.
var kinds = []string{"recorded/qw/dm3_ffa_2clients.qwd", "recorded/qw/dm4_dm6_mapchange.mvd", "recorded/qw/dm4_dm6_mapchange.qwd",
	"qw/qwd/p28-ext/rl_to_ratop.qwd", "qw/mvd/p28/2on2_sf_vs_red*220104-0915.mvd", "broken/derived/corrupt-64-bytes-mid.mvd"}

// demos are the names of all demos that can be read.
func demos(t *testing.T) []string {
	t.Helper()
	names := corpus.Demos(t, []string{"qw", "recorded/qw"}, "*.qwd", "*.mvd")
	return append(names, corpus.Demos(t, []string{"broken/derived"}, "corrupt*.qwd", "trunc*.qwd", "corrupt*.mvd", "trunc*.mvd")...)
}

func TestSeekEqualsPlay(t *testing.T) { game.SeekEqualsPlay(t, kinds...) }
func TestMovesSmoothly(t *testing.T)  { game.MovesSmoothly(t, kinds...) }
func TestAllDemos(t *testing.T)       { game.AreSound(t, demos(t)) }
func TestGolden(t *testing.T)         { game.Golden(t, demos(t)) }
func TestCancel(t *testing.T)         { game.Cancels(t, long) }
func BenchmarkLoad(b *testing.B)      { game.BenchmarkLoad(b, long) }

// TestPositions compares the places of the players, and where they look but
// for the recorder, of whom the truth does not know it.
func TestPositions(t *testing.T) {
	simtest.Positions(Positions).AreTheTruth(t, ".qwd", map[string]string{"ps": "ps"})
}

// FuzzRecord plays anything: no input may make the simulator panic or hang.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3}, ".qwd")
	for name, data := range simtest.Seeds(f, 24<<10, []string{"quakeworld", "quakeworld-multiview"}, "qw/qwd/p28/dm2_floating.qwd", "qw/qwd/p28-ext/bps.qwd", "qw/mvd/p28/accel-1.mvd",
		"qw/mvd/p28-ext/gate1_ev_1.mvd") {
		f.Add(data, path.Ext(name))
	}
	f.Fuzz(func(t *testing.T, data []byte, extension string) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		simtest.Survives(t, game.Bytes(data, "x"+extension))
	})
}
