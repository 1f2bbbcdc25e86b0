package session

import (
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Points of view are called by who recorded them, and with their demos where that is nobody, or the same twice.
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
