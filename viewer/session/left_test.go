package session

import (
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestResult holds that a result calls teams what their players call them.
func TestResult(t *testing.T) {
	for _, c := range []struct{ red, blue, want string }{
		{"red", "=SF=", "Red 20, =SF= -5"},
		{"abc", "def", "abc 20, def -5"},
		{"", "", "Red 20, Blue -5"},
	} {
		b, rec := recording.NewRecorder(sim.Header{})
		b.Level(sim.Level{Map: "dm3", Teams: true})
		f := &recording.Frame{Phase: sim.PhasePlaying}
		for i := range f.TeamScore {
			f.TeamScore[i] = sim.Unknown
		}
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = 20, -5
		for i, name := range []string{c.red, c.blue} {
			p := b.Profile(sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText("x"), Team: sim.TeamRed + sim.Team(i),
				TeamName: name})
			f.Players = append(f.Players, recording.FramePlayer{Player: sim.Player{Slot: sim.SlotAt(i), Profile: p}})
		}
		b.Frame(f)
		b.Finish(nil)
		if got := result(rec); got != c.want {
			t.Errorf("%q against %q: %q, want %q", c.red, c.blue, got, c.want)
		}
	}
}
