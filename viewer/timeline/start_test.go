package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// growing is a demo that is still being read; the timeline uses nothing else of a demo here.
type growing struct {
	part.Demo
	rec *recording.Recording
}

func (d growing) Recording() *recording.Recording { return d.rec }
func (d growing) Stream() *load.Stream            { return nil }

// TestStartsAtTheTimeThatWasJustRead checks a demo that grows between the moment at which the clock learns how much has
// been read and the seek to the start time.
func TestStartsAtTheTimeThatWasJustRead(t *testing.T) {
	b, rec := recording.NewRecorder(sim.Header{})
	b.Frame(&recording.Frame{Time: time.Second})
	line := New(Host{Demo: growing{rec: rec}, Settings: &settings.Settings{}})
	at := moment.At(5 * time.Second)
	line.StartAt(&at)
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

// TestStartsAtTheMomentOfAMatch checks that a moment of a match is waited for until its match is known, and that a
// round that does not exist is reported once everything has been read.
func TestStartsAtTheMomentOfAMatch(t *testing.T) {
	for text, want := range map[string]time.Duration{"0:05": 35 * time.Second, "-0:05": 25 * time.Second, "R2/0:01": 0,
		"5": 5 * time.Second} {
		m, err := moment.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b, rec := recording.NewRecorder(sim.Header{})
		said := new(sayings)
		line := New(Host{Demo: growing{rec: rec}, Settings: &settings.Settings{}, Notices: said})
		b.Level(sim.Level{})
		line.StartAt(&m)
		for at := time.Duration(0); at <= time.Minute; at += time.Second {
			b.Frame(&recording.Frame{Time: at, MatchKnown: at >= 30*time.Second, Match: max(at-30*time.Second, 0),
				Phase: sim.PhasePlaying})
			line.Grow(time.Unix(0, 0))
			line.Start()
			if !line.Waiting() && at < 30*time.Second && !m.Own {
				t.Errorf("%s does not wait for the match at %v", text, at)
			}
		}
		b.Finish(nil)
		line.Start()
		if at := line.Play.Position(); at != want || line.Waiting() || (len(*said) > 0) != (text == "R2/0:01") {
			t.Errorf("%s starts at %v, waiting %v, said %q", text, at, line.Waiting(), *said)
		}
	}
}

// sayings records messages.
type sayings []string

func (s *sayings) Say(text string)  { *s = append(*s, text) }
func (s *sayings) Warn(text string) { s.Say(text) }

func (s *sayings) Failed(_, text string) { s.Say(text) }
func (s *sayings) Done(_, text string)   { s.Say(text) }
