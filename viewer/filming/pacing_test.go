package filming

import (
	"testing"
	"time"
)

// played simulates a window whose frames take a certain time, longer with a picture, but no less than the screen's
// refresh interval; the frame before took first. It returns the fraction of frames lost to the film, and the number of
// pictures drawn per second.
func played(first, frame, picture, refresh time.Duration) (lost, pictures float64) {
	const long = time.Minute
	var p pacing
	start := time.Unix(1000, 0)
	now, frames, drawn := start, 0, 0
	p.frame(now.Add(-first))
	for now.Sub(start) < long {
		p.frame(now)
		took := frame
		if p.due() {
			p.picture()
			took += picture
			drawn++
		}
		now = now.Add(max(took, refresh))
		frames++
	}
	return 1 - float64(frames)/(long.Seconds()/max(frame, refresh).Seconds()), float64(drawn) / long.Seconds()
}

func TestPlayingComesBeforeTheFilm(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		what                           string
		first, frame, picture, refresh time.Duration
		mostLost, leastPictures        float64
	}{
		{"what fits into a frame is drawn in nearly each", 16 * ms, 4 * ms, 8 * ms, 16 * ms, 0.001, 50},
		{"a little too much", 16 * ms, 12 * ms, 8 * ms, 16 * ms, 0.07, 10},
		{"drawing in software", 45 * ms, 45 * ms, 70 * ms, 16 * ms, 0.07, 0.8},
		{"large pictures in software", 45 * ms, 45 * ms, 190 * ms, 16 * ms, 0.07, 0.3},
		{"a first frame that waited for something", 500 * ms, 45 * ms, 70 * ms, 16 * ms, 0.08, 0.8},
		{"a first frame at once", ms, 45 * ms, 70 * ms, 16 * ms, 0.08, 0.8},
	} {
		lost, pictures := played(c.first, c.frame, c.picture, c.refresh)
		if lost > c.mostLost || pictures < c.leastPictures {
			t.Errorf("%s: %.1f %% of the frames are lost, %.2f pictures a second", c.what, 100*lost, pictures)
		}
	}
}

func TestOneSlowFrameDoesNotStopTheFilm(t *testing.T) {
	var p pacing
	now := time.Unix(1000, 0)
	for _, gap := range []time.Duration{16 * time.Millisecond, 16 * time.Millisecond, 20 * time.Second} {
		p.frame(now)
		p.picture()
		now = now.Add(gap)
	}
	p.frame(now)
	if p.frame(now.Add(longestRest)); !p.due() {
		t.Error("the film rests for longer than it may")
	}
}
