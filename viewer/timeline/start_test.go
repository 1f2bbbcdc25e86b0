package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// growing is a demo that is still being read; of the rest of a demo the time line asks nothing here.
type growing struct {
	part.Demo
	rec *recording.Recording
}

func (d growing) Recording() *recording.Recording { return d.rec }
func (d growing) Stream() *load.Stream            { return nil }

// A demo goes on being read between the moment when the clock is told how much there is and the one when it goes to the time to start at.
func TestStartsAtTheTimeThatWasJustRead(t *testing.T) {
	b, rec := recording.NewRecorder(sim.Header{})
	b.Frame(&recording.Frame{Time: time.Second})
	line := New(Host{Demo: growing{rec: rec}, Settings: &settings.Settings{}})
	line.StartAt(5 * time.Second)
	line.Grow(time.Unix(0, 0))
	if line.Start(); !line.Waiting() {
		t.Fatal("it did not wait for what is not read yet")
	}
	b.Frame(&recording.Frame{Time: 10 * time.Second})
	line.Start()
	if at := line.Play.Position(); at != 5*time.Second || line.Waiting() {
		t.Errorf("it starts at %v, waiting %v", at, line.Waiting())
	}
}
