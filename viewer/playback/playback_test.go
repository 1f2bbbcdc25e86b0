package playback

import (
	"math/rand"
	"testing"
	"time"
)

var epoch = time.Unix(1000, 0)

func player(end time.Duration) *Player {
	p := &Player{}
	p.SetEnd(end, false)
	p.Advance(epoch)
	return p
}

func want(t *testing.T, p *Player, pos time.Duration, playing bool) {
	t.Helper()
	if p.Position() != pos || p.Playing() != playing {
		t.Errorf("at %v, playing %v; want %v, %v", p.Position(), p.Playing(), pos, playing)
	}
}

func TestRunsWithTheWallClock(t *testing.T) {
	p := player(time.Minute)
	p.Play(false)
	now := epoch
	for range 100 { // an uneven frame rate
		now = now.Add(7 * time.Millisecond)
		p.Advance(now)
		now = now.Add(43 * time.Millisecond)
		p.Advance(now)
	}
	want(t, p, 5*time.Second, true)
	p.SetSpeed(0.5)
	for range 4 {
		now = now.Add(500 * time.Millisecond)
		p.Advance(now)
	}
	want(t, p, 6*time.Second, true)
	p.Play(true)
	p.SetSpeed(4)
	now = now.Add(500 * time.Millisecond)
	p.Advance(now)
	want(t, p, 4*time.Second, true)
}

func TestTimeWhilePausedDoesNotCount(t *testing.T) {
	p := player(time.Minute)
	if p.Advance(epoch.Add(time.Hour)) {
		t.Error("moved while paused")
	}
	p.Play(false)
	p.Advance(epoch.Add(time.Hour + 10*time.Millisecond))
	want(t, p, 10*time.Millisecond, true)
}

func TestASleepingComputerSkipsNothing(t *testing.T) {
	p := player(time.Hour)
	p.Play(false)
	p.Advance(epoch.Add(30 * time.Minute))
	want(t, p, time.Second, true)
}

func TestStopsAtBothEnds(t *testing.T) {
	p := player(time.Second)
	p.Play(false)
	p.Seek(900 * time.Millisecond)
	p.Advance(epoch.Add(500 * time.Millisecond))
	want(t, p, time.Second, false)
	if !p.AtEnd() {
		t.Error("not at the end")
	}
	p.Toggle()
	want(t, p, 0, true)
	p.Seek(100 * time.Millisecond)
	p.Play(true)
	p.Advance(epoch.Add(time.Second))
	want(t, p, 0, false)
	p.Toggle()
	if p.Backward() {
		t.Error("play at the start goes backwards")
	}
}

func TestWaitsForWhatIsStillRead(t *testing.T) {
	p := &Player{}
	p.SetEnd(time.Second, true)
	p.Advance(epoch)
	p.Play(false)
	p.Seek(time.Second)
	p.Advance(epoch.Add(100 * time.Millisecond))
	want(t, p, time.Second, true)
	p.SetEnd(2*time.Second, true)
	p.Advance(epoch.Add(200 * time.Millisecond))
	want(t, p, 1100*time.Millisecond, true)
}

func TestLoop(t *testing.T) {
	p := player(10 * time.Second)
	p.Seek(2 * time.Second)
	p.LoopFromHere()
	if _, _, ok := p.Loop(); ok {
		t.Error("a loop without an end")
	}
	p.Seek(3 * time.Second)
	p.LoopToHere()
	p.Seek(2900 * time.Millisecond)
	p.Play(false)
	p.Advance(epoch.Add(300 * time.Millisecond))
	want(t, p, 2200*time.Millisecond, true)
	p.Play(true)
	p.Advance(epoch.Add(700 * time.Millisecond))
	want(t, p, 2800*time.Millisecond, true)
	p.Play(false)
	p.Seek(5 * time.Second) // outside: continues to play
	p.Advance(epoch.Add(1200 * time.Millisecond))
	want(t, p, 5500*time.Millisecond, true)
	p.LoopFromHere() // after the loop's end
	if _, _, ok := p.Loop(); ok {
		t.Error("a loop that ends before it starts")
	}
	p.ClearLoop()
	if _, _, from, to := p.LoopMarks(); from || to {
		t.Error("marks left")
	}
}

func TestLoopToTheVeryEnd(t *testing.T) {
	p := player(time.Second)
	p.Seek(time.Second)
	p.LoopToHere()
	p.Seek(900 * time.Millisecond)
	p.Play(false)
	p.Advance(epoch.Add(150 * time.Millisecond))
	want(t, p, 50*time.Millisecond, true)
}

func TestSpeedLimits(t *testing.T) {
	p := player(time.Minute)
	for range 20 {
		p.Faster()
	}
	if p.Speed() != MaxSpeed {
		t.Errorf("speed %v", p.Speed())
	}
	for range 20 {
		p.Slower()
	}
	if p.Speed() != MinSpeed {
		t.Errorf("speed %v", p.Speed())
	}
}

func TestPositionStaysWithinTheDemo(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	p := player(5 * time.Second)
	now := epoch
	for range 20000 {
		switch r.Intn(9) {
		case 0:
			p.Toggle()
		case 1:
			p.Play(r.Intn(2) == 0)
		case 2:
			p.Seek(p.Position() + time.Duration(r.Intn(20)-10)*time.Second)
		case 3:
			p.Faster()
		case 4:
			p.Slower()
		case 5:
			p.LoopFromHere()
		case 6:
			p.LoopToHere()
		case 7:
			p.SetEnd(time.Duration(r.Intn(10))*time.Second, false)
		}
		now = now.Add(time.Duration(r.Intn(100)) * time.Millisecond)
		p.Advance(now)
		if p.Position() < 0 || p.Position() > max(p.End(), p.loopTo) {
			t.Fatalf("at %v of %v", p.Position(), p.End())
		}
	}
}

func TestAwait(t *testing.T) {
	p := player(time.Minute)
	p.Play(false)
	now := epoch.Add(700 * time.Millisecond)
	p.Await(now)
	p.Advance(now)
	want(t, p, 0, true)
	p.Advance(now.Add(time.Millisecond))
	want(t, p, time.Millisecond, true)
}
