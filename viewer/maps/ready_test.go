package maps

import (
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// early is a demo at a time before its first level. Its world is nil while it is being opened.
type early struct {
	part.Demo
	world *sim.World
}

func (d early) World() *sim.World { return d.world }

// TestReadyBeforeTheFirstLevel checks that nothing is waited for while there is no level, as at the start of a demo
// whose beginning is lost.
func TestReadyBeforeTheFirstLevel(t *testing.T) {
	s := stage.New(draw.Dark())
	defer s.Close()
	for want, d := range map[bool]early{false: {}, true: {world: &sim.World{Level: -1}}} {
		m := New(Host{Demo: d}, nil, nil, s)
		if m.show(); m.ready() != want {
			t.Errorf("ready: %v, want %v", m.ready(), want)
		}
	}
}
