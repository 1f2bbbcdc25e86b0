package sim_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
	"fragscope/sim/simtest/script"
)

// match is the recording of the scripted match in a format.
func match(t *testing.T, name string) *recording.Recording {
	t.Helper()
	f := script.Find(name)
	r, err := load.Bytes(context.Background(), f.File(), f.Demo())
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	return r
}

// TestSentences tells the scripted match in sentences.
func TestSentences(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"netquake", "quakeworld-multiview", "quake2", "quakelive"} {
		fmt.Fprintf(&b, "%s\n", name)
		for _, e := range match(t, name).Events() {
			fmt.Fprintf(&b, "%6.1f %s\n", e.Time.Seconds(), e.String())
		}
	}
	corpus.Golden(t, "testdata/sentences.txt", []byte(b.String()))
}

// TestFramesOfMatch checks that the frames of a recording, their times, and the
// worlds at them agree.
func TestFramesOfMatch(t *testing.T) {
	r := match(t, "quakeworld")
	c := r.Cursor()
	for i := range r.Frames() {
		at := r.FrameTime(i)
		if w := c.At(at); w.Frame != i || w.Time != at || r.FrameAt(at) != i {
			t.Fatalf("frame %d at %v is %d in its world, and %d at that time", i, at, w.Frame, r.FrameAt(at))
		}
	}
}

// TestPathsOfMatch checks that the players are where their paths lead.
func TestPathsOfMatch(t *testing.T) {
	r := match(t, "quakeworld-multiview")
	c := r.Cursor()
	for _, e := range r.Roster() {
		path := r.Path(e.Profile.Slot.Index(), 0, r.Duration(), nil)
		if len(path) < 20 {
			t.Errorf("%s passed %d places", e.Profile.Name.Plain, len(path))
		}
		for i := range path {
			w := c.At(path[i].Time)
			for k := range w.Players {
				if p := &w.Players[k]; p.Slot == e.Profile.Slot && p.Visible &&
					simtest.Distance(p.Origin, path[i].Origin) > 1 {
					t.Fatalf("%s at %v is at %v, his path at %v", p.Profile.Name.Plain, path[i].Time, p.Origin,
						path[i].Origin)
				}
			}
		}
	}
}

// TestDescribed checks that a recording does not depend on whether it was read during loading.
func TestDescribed(t *testing.T) {
	f := script.Find("quake3")
	want := simtest.Describe(match(t, f.Name))
	r, err := load.Bytes(context.Background(), f.File(), f.Demo())
	if err != nil {
		t.Fatal(err)
	}
	for finished := false; !finished; time.Sleep(time.Millisecond) {
		_, finished = r.Progress()
		r.Cursor().At(r.Duration() / 2)
		r.Events()
	}
	<-r.Finished()
	if got := simtest.Describe(r); got != want {
		t.Error("a recording that was read while it was loaded is another one")
	}
}
