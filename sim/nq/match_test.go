package nq_test

import (
	"testing"

	"fragscope/sim/nq"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match.
func TestMatch(t *testing.T) { simtest.Simulator(nq.Record).Match(t, "netquake") }
