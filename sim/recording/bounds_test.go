package recording

import (
	"fmt"
	"fragscope/sim"
	"testing"
	"time"
)

// A forged demo has no end of levels, chapters, names and events: what is kept is bounded, and what is left out is
// told.
func TestBounds(t *testing.T) {
	const size = 1 << 20 // bytes of the demo
	for what, forge := range map[string]func(b *Recorder, i int){
		"levels":   func(b *Recorder, i int) { b.Level(sim.Level{Map: fmt.Sprint(i)}) },
		"chapters": func(b *Recorder, i int) { b.Chapter(fmt.Sprint(i), sim.EventMatchStart, time.Duration(i)) },
		"names": func(b *Recorder, i int) {
			b.Profile(sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText(fmt.Sprint(i))})
		},
		"events": func(b *Recorder, i int) { b.Event(sim.Event{Kind: sim.EventChat, Text: sim.PlainText("x")}) },
	} {
		t.Run(what, func(t *testing.T) {
			b, r := NewRecorder(sim.Header{})
			b.Limit(size)
			start := time.Now()
			for i := range 50_000 {
				forge(b, i)
				if i%2 == 0 || what == "levels" {
					b.Frame(&Frame{Time: time.Duration(i) * time.Millisecond})
				}
			}
			b.Finish(nil)
			if n := len(r.Damage()); n != 1 {
				t.Errorf("told %d times", n)
			}
			if len(r.Levels()) > maxLevels || len(r.Events()) > size/40+1<<12 || b.profiles.count > size/200+1<<12 {
				t.Errorf("%d levels, %d events, %d profiles", len(r.Levels()), len(r.Events()), b.profiles.count)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
