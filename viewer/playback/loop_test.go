package playback

import (
	"math/rand"
	"testing"
	"time"
)

// TestLoopStartsOverAtItsEnd does what a user does: sets the start, moves on, sets the end, plays.
func TestLoopStartsOverAtItsEnd(t *testing.T) {
	for _, playing := range []bool{false, true} {
		p := player(time.Minute)
		p.Seek(10 * time.Second)
		p.LoopFromHere()
		p.Seek(14 * time.Second)
		if playing {
			p.Play(false)
		}
		p.LoopToHere()
		if !playing {
			p.Toggle()
		}
		p.Advance(epoch.Add(500 * time.Millisecond))
		want(t, p, 10500*time.Millisecond, true)
	}
}

// TestLoopBeforeTheDemoIsRead checks that a loop set before anything was read ends with the demo at the latest.
func TestLoopBeforeTheDemoIsRead(t *testing.T) {
	p := new(Player)
	p.SetEnd(time.Second, true)
	p.SetLoop(0, 1<<62)
	p.SetEnd(4*time.Second, false)
	if from, to, ok := p.Loop(); !ok || from != 0 || to != 4*time.Second {
		t.Error(from, to, ok)
	}
	p.SetLoop(5*time.Second, 9*time.Second)
	p.SetEnd(4*time.Second, false)
	if _, _, ok := p.Loop(); ok {
		t.Error("there is a loop behind the end")
	}
}

// TestLoopOfTheWholeDemo checks that a loop of the whole demo also repeats.
func TestLoopOfTheWholeDemo(t *testing.T) {
	p := player(4 * time.Second)
	p.LoopFromHere()
	p.Seek(4 * time.Second)
	p.LoopToHere()
	p.Toggle()
	p.Advance(epoch.Add(time.Second))
	want(t, p, time.Second, true)
	p.Seek(0)
	p.Play(true)
	p.Advance(epoch.Add(2 * time.Second))
	want(t, p, 3*time.Second, true)
	p.Pause()
	p.Seek(0)
	p.Toggle()
	if !p.Backward() {
		t.Error("play at the start of a loop that begins there forgets its direction")
	}
}

// TestLoopWaitsForWhatIsStillRead checks that a loop does not start over before its end has been read.
func TestLoopWaitsForWhatIsStillRead(t *testing.T) {
	p := player(5 * time.Second)
	p.Seek(5 * time.Second)
	p.LoopToHere()
	p.SetEnd(3*time.Second, true)
	p.Seek(2500 * time.Millisecond)
	p.Play(false)
	p.Advance(epoch.Add(time.Second))
	want(t, p, 3*time.Second, true)
	p.SetEnd(4*time.Second, false) // there was less than expected
	p.Seek(3900 * time.Millisecond)
	p.Advance(epoch.Add(1200 * time.Millisecond))
	want(t, p, 100*time.Millisecond, true)
}

// phase returns a position in a loop of the given length.
func phase(at, length time.Duration) time.Duration { return ((at % length) + length) % length }

// TestLoopAtAllSpeeds plays loops from any position in them, in both directions, at all speeds and with uneven frames,
// and checks that the clock never leaves them, never stops, and advances by exactly the time that passes.
func TestLoopAtAllSpeeds(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range 2000 {
		end := time.Duration(1 + r.Int63n(int64(time.Hour)))
		from := time.Duration(r.Int63n(int64(end)))
		to := from + 1 + time.Duration(r.Int63n(int64(end-from)))
		p, now := player(end), epoch
		p.Seek(from)
		p.LoopFromHere()
		p.Seek(to)
		p.LoopToHere()
		start := []time.Duration{from, to, from + time.Duration(r.Int63n(int64(to-from)))}[r.Intn(3)]
		p.Seek(start)
		backward, speed := r.Intn(2) == 0, 1/16.0
		for range r.Intn(11) {
			speed *= 2
		}
		p.SetSpeed(speed)
		p.Play(backward)
		sign, gone := 1.0, 0.0
		if backward {
			sign = -1
		}
		for range 40 {
			step := time.Duration(r.Int63n(int64(maxStep)))
			now, gone = now.Add(step), gone+sign*float64(step)*speed
			p.Advance(now)
			if p.Position() < from || p.Position() > to || !p.Playing() {
				t.Fatalf("loop %v to %v of %v from %v at %v×: at %v, playing %v", from, to, end, start, sign*speed,
					p.Position(), p.Playing())
			}
			off := phase(p.Position()-start-time.Duration(gone), to-from)
			if off > time.Microsecond && to-from-off > time.Microsecond {
				t.Fatalf("loop %v to %v from %v at %v×: at %v after %v", from, to, start, sign*speed, p.Position(),
					time.Duration(gone))
			}
		}
	}
}

// TestLoopIsEnteredFromOutside checks that a clock outside the loop runs until it enters the loop, and never turns
// round when it runs away from it.
func TestLoopIsEnteredFromOutside(t *testing.T) {
	for _, c := range []struct {
		at       time.Duration
		backward bool
		want     time.Duration
	}{
		{19500 * time.Millisecond, false, 20500 * time.Millisecond},
		{30500 * time.Millisecond, true, 29500 * time.Millisecond},
		{30500 * time.Millisecond, false, 31500 * time.Millisecond},
		{19500 * time.Millisecond, true, 18500 * time.Millisecond},
	} {
		p := player(time.Minute)
		p.Seek(20 * time.Second)
		p.LoopFromHere()
		p.Seek(30 * time.Second)
		p.LoopToHere()
		p.Seek(c.at)
		p.Play(c.backward)
		p.Advance(epoch.Add(time.Second))
		want(t, p, c.want, true)
	}
}
