package runs

import (
	"fmt"
	"time"

	"fragscope/sim/strafe"
)

// findShares computes at each point of a path how much the runner gained of what was possible. On the ground there is
// no share.
func findShares(path []point, s strafe.Acceleration) {
	list := make([]strafe.Point, len(path))
	for i := range path {
		p := &path[i]
		list[i] = strafe.Point{Time: p.Time, Height: p.Origin[2], Speed: p.speed, Ground: p.Ground, Broken: p.broken}
	}
	for i, g := range s.Gains(list) {
		path[i].share, path[i].possible, path[i].shared = g.Share, g.Possible, g.Known
	}
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
	mean := fmt.Sprintf("%.0f %% on average", 100*share)
	if i := r.at(now); i >= 0 && r.path[i].shared {
		return fmt.Sprintf("%.0f %% of the possible gain, %s", 100*r.path[i].share, mean)
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
