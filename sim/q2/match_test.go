package q2_test

import (
	"testing"

	"fragscope/sim/q2"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match as each kind of recording.
func TestMatch(t *testing.T) {
	for _, name := range []string{"quake2", "quake2-server", "quake2-multiview"} {
		t.Run(name, func(t *testing.T) {
			simtest.Simulator(q2.Record).Match(t, name)
			simtest.Positions(q2.Positions).AgreeWith(t, q2.Record, name, 1)
		})
	}
}
