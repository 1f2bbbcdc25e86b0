package session

import (
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestNamesOfPointsOfView checks that points of view are named after their recorders, and after their demos if there is
// no recorder or he recorded several.
func TestNamesOfPointsOfView(t *testing.T) {
	var list []recording.Witness
	for _, w := range [][2]string{{"/d/a.dm_71", "Alice"}, {"/d/b1.dm_71", "Bobby"}, {"/d/b2.dm_71", "Bobby"},
		{"/d/server.mvd", ""}} {
		_, rec := recording.NewRecorder(sim.Header{Name: w[0], Recorder: w[1]})
		list = append(list, recording.Witness{Name: w[0], Recording: rec})
	}
	for i, want := range []string{"Alice", "Bobby (b1.dm_71)", "Bobby (b2.dm_71)", "server.mvd"} {
		if got := eyesName(list, i); got != want {
			t.Errorf("it is called %q, want %q", got, want)
		}
	}
}
