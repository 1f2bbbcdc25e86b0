package session

import (
	"context"
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// onMap is a source whose demos are all on the map that is their name.
type onMap struct{ Source }

func (onMap) Open(_ context.Context, path string) (*recording.Recording, error) {
	b, rec := recording.NewRecorder(sim.Header{GameKey: "quake2"})
	if path != "empty" {
		b.Level(sim.Level{Map: path})
	}
	b.Finish(nil)
	return rec, nil
}

// TestMatcher checks that demos on other maps are not of the match, and that nothing is reported once the demo that was
// open is closed.
func TestMatcher(t *testing.T) {
	posted := make(chan context.Context, 1)
	m := matcher{source: onMap{}, post: func(ctx context.Context, f func()) {
		f()
		posted <- ctx
	}}
	for _, open := range []string{"q2dm1", "empty"} {
		var got []string
		m.find(nil, open, []string{"q2dm2", "empty", "q2dm3"}, func(paths []string) { got = paths })
		if <-posted; !slices.Equal(got, []string{open}) {
			t.Errorf("of the match of %s: %v", open, got)
		}
	}
	d := &Demo{}
	d.ctx, d.cancel = context.WithCancel(t.Context())
	d.cancel()
	m.find(d, "q2dm1", []string{"q2dm1"}, func([]string) {})
	select {
	case ctx := <-posted:
		if ctx.Err() == nil {
			t.Error("the result of a closed demo is not discarded")
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was posted")
	}
}

// TestOpenedTogether checks that files opened together are merged only with the file that is open.
func TestOpenedTogether(t *testing.T) {
	m := matcher{together: []string{"a", "b"}}
	if got := m.with("b"); !slices.Equal(got, m.together) {
		t.Errorf("with b: %v", got)
	}
	if got := m.with("c"); got != nil {
		t.Errorf("with c: %v", got)
	}
}

// TestNearest checks which demos of a folder are tried.
func TestNearest(t *testing.T) {
	list := []string{"a", "b", "c", "d", "e", "f"}
	for _, c := range []struct {
		at   int
		want string
	}{{0, "bc"}, {3, "ce"}, {5, "e"}} {
		got := ""
		for _, s := range nearest(list, c.at, 2) {
			got += s
		}
		if got != c.want {
			t.Errorf("around %d: %s, want %s", c.at, got, c.want)
		}
	}
}
