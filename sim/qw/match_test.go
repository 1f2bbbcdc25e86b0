package qw_test

import (
	"testing"

	"fragscope/sim/qw"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match.
func TestMatch(t *testing.T) { simtest.Simulator(qw.Record).Match(t, "quakeworld") }

// TestMultiViewMatch plays it as all players saw it.
func TestMultiViewMatch(t *testing.T) { simtest.Simulator(qw.RecordMultiView).Match(t, "quakeworld-multiview") }
