package nq

import (
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim/simtest"
)

// game is the simulator as its tests call it.
var game = simtest.Simulator(Record)

const (
	long   = "nq/dem/p666/librequake-medsrun1.dem"
	single = "recorded/nq/sp_e1m1_e1m2_p15.dem"
)

// kinds are demos of several kinds.
var kinds = []string{"nq/dem/p15/id1-demo1.dem", "recorded/nq/dm4_2p_p15.dem", single, "nq/dem/p999/librequake-demo3.dem",
	"broken/derived/corrupt-64-bytes-mid.dem"}

// demos are the names of all demos that can be read.
func demos(t *testing.T) []string {
	t.Helper()
	names := corpus.Demos(t, []string{"nq", "recorded/nq"}, "*.dem")
	return append(names, corpus.Demos(t, []string{"broken/derived"}, "corrupt*.dem", "huge*.dem", "trunc*.dem")...)
}

func TestSeekEqualsPlay(t *testing.T) { game.SeekEqualsPlay(t, kinds...) }
func TestMovesSmoothly(t *testing.T)  { game.MovesSmoothly(t, kinds...) }
func TestAllDemos(t *testing.T)       { game.AreSound(t, demos(t)) }
func TestGolden(t *testing.T)         { game.Golden(t, demos(t)) }
func TestCancel(t *testing.T)         { game.Cancels(t, long) }
func BenchmarkLoad(b *testing.B)      { game.BenchmarkLoad(b, long) }

// TestPositions compares the places of all entities, and where the point of
// view looks, which the truth calls the camera.
func TestPositions(t *testing.T) {
	simtest.Positions(Positions).AreTheTruth(t, ".dem", map[string]string{"es": "es", "ps": "cam"})
}

// FuzzRecord plays anything: no input may make the simulator panic or hang.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3})
	for _, data := range simtest.Seeds(f, 24<<10, []string{"netquake"}, "nq/dem/p15/id1-demo1.dem", "recorded/nq/dm4_2p_p15.dem", "nq/dem/p999/librequake-demo3.dem",
		"nq/dem/p666/librequake-swamoy.dem") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		simtest.Survives(t, game.Bytes(data, "x.dem"))
	})
}
