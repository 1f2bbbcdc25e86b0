package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/playback"
)

// TestEdge plays data that arrives in real time at 60 frames per second and checks that playback is even and never far
// behind.
func TestEdge(t *testing.T) {
	const picture = time.Second / 60
	for _, gap := range []time.Duration{13 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond,
		3 * time.Second} {
		b, rec := recording.NewRecorder(sim.Header{})
		var e edge
		var p playback.Player
		e.sought = true
		p.Play(false)
		start := time.Unix(0, 0)
		sent := time.Duration(0)
		var behind, most time.Duration
		stood, pictures := 0, 0
		for now := time.Duration(0); now < 30*time.Second; now += picture {
			for ; sent <= now; sent += gap { // data sent in one piece arrives when the piece is complete
				for at := sent; at < sent+min(gap, 3*time.Second) && gap >= time.Second; at += 50 * time.Millisecond {
					if at <= now {
						b.Frame(&recording.Frame{Time: at})
					}
				}
				b.Frame(&recording.Frame{Time: sent})
			}
			before := p.Position()
			p.SetEnd(rec.Duration(), true)
			e.grow(&p, rec, true, start.Add(now))
			p.Advance(start.Add(now))
			if now < 10*time.Second {
				continue
			}
			pictures++
			behind += rec.Duration() - p.Position()
			most = max(most, now-p.Position())
			if p.Position() == before {
				stood++
			}
		}
		if e.sought {
			t.Error("the end is sought for ever")
		}
		t.Logf(
			"snapshots each %v: %.1f pictures behind the newest, at most %v behind what happens; %d of %d pictures stand",
			gap, float64(behind)/float64(pictures)/float64(picture), most, stood, pictures)
		if limit := max(3*gap, 100*time.Millisecond); most > limit || gap < time.Second && stood > pictures/20 {
			t.Errorf("snapshots each %v: up to %v behind, %d pictures stand", gap, most, stood)
		}
	}
}

// TestEdgeIsSought reads a past of a minute in half a second and checks that the clock is moved to its end.
func TestEdgeIsSought(t *testing.T) {
	b, rec := recording.NewRecorder(sim.Header{})
	e := edge{sought: true}
	var p playback.Player
	p.Play(false)
	start := time.Unix(0, 0)
	at := time.Duration(0)
	for now := time.Duration(0); now < 3*time.Second; now += 16 * time.Millisecond {
		until := min(now*120, 59*time.Second+now)
		for ; at <= until; at += 50 * time.Millisecond {
			b.Frame(&recording.Frame{Time: at})
		}
		p.SetEnd(rec.Duration(), true)
		e.grow(&p, rec, true, start.Add(now))
		p.Advance(start.Add(now))
	}
	if behind := rec.Duration() - p.Position(); behind > 500*time.Millisecond || e.sought {
		t.Errorf("it is %v behind", behind)
	}
}
