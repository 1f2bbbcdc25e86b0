package nq_test

import (
	"testing"

	"fragscope/sim/nq"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match.
func TestMatch(t *testing.T) { simtest.Simulator(nq.Record).Match(t, "netquake") }

func TestMatchPositions(t *testing.T) {
	simtest.Positions(nq.Positions).AgreeWith(t, nq.Record, "netquake", 1)
}
