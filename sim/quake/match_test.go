package quake_test

import (
	"testing"

	"fragscope/sim/nq"
	"fragscope/sim/qw"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match in both games that the package serves.
func TestMatch(t *testing.T) {
	for name, play := range map[string]simtest.Simulator{"netquake": nq.Record, "quakeworld": qw.Record, "quakeworld-multiview": qw.RecordMultiView} {
		t.Run(name, func(t *testing.T) { play.Match(t, name) })
	}
}
