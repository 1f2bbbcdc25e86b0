package q1

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
)

// TestClientAgreesWithMultiView compares matches that a client and the server
// recorded both: who both know is at the same place. The clocks are aligned
// anew for every two seconds, as those of the demos jump apart where the
// server was held up (a .mvd counts at most 255 ms between two blocks), and
// within that for each packet, whose time is that of its arrival.
func TestClientAgreesWithMultiView(t *testing.T) {
	const window = 2 * time.Second
	for _, name := range []string{"dm3_ffa_2clients", "dm4_dm6_mapchange", "dm6_ffa_pext"} {
		p := pair{newView(demos.Play(t, "recorded/qw/"+name+".qwd")),
			newView(demos.Play(t, "recorded/qw/"+name+".mvd"))}
		end := min(p.client.Levels()[0].End, p.server.Duration()-time.Second)
		shift, _ := p.align(0, end, 0, 2*time.Second, 25*time.Millisecond, 48)
		near, all, windows, jumps := 0, 0, 0, 0
		for from := time.Duration(0); from < end; from += window {
			best, off := p.align(from, from+window, shift, 60*time.Millisecond, 5*time.Millisecond, 4)
			if off > 4 {
				best, off = p.align(from, from+window, shift, 700*time.Millisecond, 10*time.Millisecond, 4)
			}
			windows++
			if off > 4 { // the clocks jump within this one
				jumps++
				continue
			}
			shift = best
			for i := p.client.FrameAt(from) + 1; i < p.client.Frames() && p.client.FrameTime(i) < min(from+window,
				end); i += 3 {
				at := p.client.FrameTime(i)
				packet, _ := p.align(at-1, at+1, shift, 45*time.Millisecond, 5*time.Millisecond, 1)
				p.compare(at-1, at+1, packet, 1, func(d float64) {
					all++
					if d <= 8 {
						near++
					}
				})
			}
		}
		t.Logf("%s: %d of %d places agree, %d of %d stretches jump", name, near, all, jumps, windows)
		if all < 400 || float64(near) < 0.985*float64(all) || jumps > windows/6+1 {
			t.Errorf("%s: %d of %d places agree, %d of %d stretches jump", name, near, all, jumps, windows)
		}
	}
}

// pair is a match recorded twice.
type pair struct{ client, server *view }

// view is a recording with a cursor.
type view struct {
	*recording.Recording
	*recording.Cursor
}

func newView(r *recording.Recording) *view { return &view{r, r.Cursor()} }

// compare calls each with the distance between the two positions of every player who is alive in both recordings.
func (p pair) compare(from, to, shift time.Duration, step int, each func(float64)) {
	for i := p.client.FrameAt(from) + 1; i < p.client.Frames(); i += step {
		at := p.client.FrameTime(i)
		if at >= to {
			return
		}
		if at+shift < 0 || at+shift > p.server.Duration() {
			continue
		}
		p.distances(at, shift, func(_ sim.Slot, d float64) { each(d) })
	}
}

// distances calls each for the players who are alive in both recordings at a time of the client's recording.
func (p pair) distances(at, shift time.Duration, each func(sim.Slot, float64)) {
	w, v := p.client.At(at), p.server.At(at+shift)
	for k := range w.Players {
		for j := range v.Players {
			x, y := &w.Players[k], &v.Players[j]
			if x.Slot == y.Slot && x.Visible && y.Visible && x.Life == sim.Alive && y.Life == sim.Alive {
				each(x.Slot, simtest.Distance(x.Origin, y.Origin))
			}
		}
	}
}

// align finds the shift of the clocks, within a range around a guess, at which
// the places agree best, and their mean distance then.
func (p pair) align(from, to, guess, within, step time.Duration, sample int) (best time.Duration, off float64) {
	best, off = guess, 0
	found := false
	for shift := guess - within; shift <= guess+within; shift += step {
		sum, n := 0.0, 0
		p.compare(from, to, shift, sample, func(d float64) { sum, n = sum+min(d, 50), n+1 })
		if n > 0 && (!found || sum/float64(n) < off) {
			best, off, found = shift, sum/float64(n), true
		}
	}
	return best, off
}
