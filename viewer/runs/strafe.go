package runs

import (
	"fmt"
	"time"

	"fragscope/sim/strafe"
)

// shareSpan is the time over which a share is measured.
const shareSpan = 250 * time.Millisecond

// findShares computes, at each point of a path, the runner's recent gain in speed as a fraction of the possible gain.
// There is none on the ground.
func findShares(path []point, s strafe.Acceleration) {
	for i := range path {
		k := i
		for k > 0 && !path[k].broken && path[i].Time-path[k].Time < shareSpan {
			k--
		}
		during := path[i].Time - path[k].Time
		if k == i || during <= 0 || !airborne(path[k:i+1]) {
			continue
		}
		from := path[k].speed
		path[i].share, path[i].shared = s.Share(from, path[i].speed, during), true
		path[i].possible = s.Best(from, during) - from
	}
}

// airborne reports whether the runner was in the air all along a piece of path: he rises or falls from point to point,
// and nothing shows that he stands.
func airborne(path []point) bool {
	const still = 10 // units per second
	for i := range path {
		if path[i].Ground {
			return false
		}
		if i > 0 {
			if v := rise(path, i); v < still && v > -still {
				return false
			}
		}
	}
	return true
}

// toggleStrafe colours the path by the fraction of the possible gain in speed, or by speed.
func (r *runs) toggleStrafe() {
	r.strafe = !r.strafe
	r.on = r.on || r.strafe
	r.key = key{} // again
	if _, ok := r.strafing(); r.strafe && !ok {
		r.host.Notices.Say(msgNoStrafe)
	}
	r.host.Redraw()
}

// strafing returns the rules for acceleration in the air of the demo's game.
func (r *runs) strafing() (s strafe.Acceleration, ok bool) {
	rec := r.host.Demo.Recording()
	if rec == nil || r.host.Demo.World() == nil {
		return s, false
	}
	h, l := rec.Header(), r.host.Demo.Level()
	return strafe.Of(&h, &l)
}

// gauge describes the share at a time, and the mean until then.
func (r *runs) gauge(now time.Duration) string {
	share, ok := meanShare(r.path, now)
	if !ok {
		return "not in the air yet"
	}
	mean := fmt.Sprintf("%.0f %% in the mean", 100*share)
	if i := r.at(now); i >= 0 && r.path[i].shared {
		return fmt.Sprintf("%.0f %% of the gain that was possible, %s", 100*r.path[i].share, mean)
	}
	return mean
}

// meanShare returns the runner's total gain in speed until a time as a fraction of the possible gain. ok is false if
// there is none.
func meanShare(path []point, until time.Duration) (share float32, ok bool) {
	var gained, possible float32
	for i := range path {
		if p := &path[i]; p.shared && p.Time <= until {
			gained += p.share * p.possible
			possible += p.possible
		}
	}
	return gained / max(possible, 1e-6), possible > 0
}

// shareOf returns the share of a point as a part of the scale of colours and of the curve, from 0 to 1.
func shareOf(p *point) float32 {
	if !p.shared {
		return 0.5
	}
	return 0.5 + p.share/2
}
