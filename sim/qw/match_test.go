package qw_test

import (
	"testing"

	"fragscope/sim/qw"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match.
func TestMatch(t *testing.T) { simtest.Simulator(qw.Record).Match(t, "quakeworld") }

// TestMultiViewMatch plays it as all players saw it.
func TestMultiViewMatch(t *testing.T) {
	simtest.Simulator(qw.RecordMultiView).Match(t, "quakeworld-multiview")
}

func TestMatchPositions(t *testing.T) {
	simtest.Positions(qw.Positions).AgreeWith(t, qw.Record, "quakeworld", 0)
	simtest.Positions(qw.PositionsMultiView).AgreeWith(t, qw.RecordMultiView, "quakeworld-multiview", 0)
}
