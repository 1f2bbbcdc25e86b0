package q3_test

import (
	"testing"

	"fragscope/sim/q3"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match in three protocols.
func TestMatch(t *testing.T) {
	for _, name := range []string{"quake3", "quake3-old", "quakelive"} {
		t.Run(name, func(t *testing.T) {
			simtest.Simulator(q3.Record).Match(t, name)
			simtest.Positions(q3.Positions).AgreeWith(t, q3.Record, name, 0)
		})
	}
}
