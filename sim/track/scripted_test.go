package track_test

import (
	"context"
	"testing"

	"fragscope/sim/load"
	"fragscope/sim/simtest"
	"fragscope/sim/simtest/script"
)

// TestMatch plays the scripted match in every game that the tracker serves.
func TestMatch(t *testing.T) {
	for _, f := range script.Formats() {
		r, err := load.Bytes(context.Background(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		r.Wait()
		simtest.Described(t, "../simtest/script/testdata/"+f.Name+".txt", r)
	}
}
