package stage

import (
	"math"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Camera converts between world units and points on the screen. All such conversions should use a Camera, because the y
// axis points north in the world but down on the screen. The camera moves with the wall-clock time passed to Advance,
// not with ticks.
type Camera struct {
	view     draw.Rect
	rooms    [2]draw.Rect // of view, for a fitted map; empty if it may have all of it
	lo, hi   [2]float64   // bounds of the map; empty unless hi is above lo
	min, max [2]float64   // the same, turned, like all positions below
	turn     Turn

	now, from, to viewpoint
	travel        time.Duration // since the start of the movement from from to to
	moving        bool
	fitted        bool // shows the whole map, and continues to when the window changes
	following     bool
}

// viewpoint is a view of the world: the point in the middle, and the scale in points per unit.
type viewpoint struct{ x, y, k float64 }

const (
	glide      = 200 * time.Millisecond // a movement of the camera
	followLag  = 110 * time.Millisecond // time constant of following
	mapMargin  = 28                     // points around the map when fitted
	closest    = 6                      // maximum scale, points per unit
	farthest   = 0.5                    // minimum zoom, as a fraction of the fitting one
	noMapScale = 0.4                    // points per unit without a map
)

// SetView sets the area of the window in which the map is shown. If keep is set, everything on the map initially stays
// where it is on the screen. If the camera is fitted to the map, it then glides to the new fit.
func (c *Camera) SetView(r draw.Rect, keep bool) {
	if r == c.view {
		return
	}
	first := c.view.W <= 0 || c.now.k == 0
	x, y := c.view.Center()
	c.view = r
	if first || c.fitted && !keep {
		c.Fit(false)
	}
	if first || !keep {
		return
	}
	cx, cy := r.Center()
	for _, v := range []*viewpoint{&c.now, &c.from, &c.to} {
		if v.k > 0 {
			v.x += float64(cx-x) / v.k
			v.y -= float64(cy-y) / v.k
		}
	}
	if c.fitted {
		c.Fit(true)
	}
}

// ShowAs makes c show everything that o shows, even if their views have different aspect ratios. If o is fitted to the
// map or follows a position, c does the same.
func (c *Camera) ShowAs(o *Camera) {
	c.SetTurn(o.turn)
	if o.fitted || o.now.k == 0 || o.view.W <= 0 || o.view.H <= 0 {
		c.Fit(false)
		return
	}
	to := o.target()
	to.k *= math.Min(float64(c.view.W/o.view.W), float64(c.view.H/o.view.H))
	c.moveTo(to, false)
	c.fitted, c.following = false, o.following
}

// View returns the area of the window in which the map is shown.
func (c *Camera) View() draw.Rect { return c.view }

// SetBounds sets the extent of the map. If the camera is fitted to the map, it is fitted to the new extent.
func (c *Camera) SetBounds(min, max [3]float32) {
	lo, hi := [2]float64{float64(min[0]), float64(min[1])}, [2]float64{float64(max[0]), float64(max[1])}
	if lo == c.lo && hi == c.hi {
		return
	}
	grows := c.max[0] > c.min[0]
	c.lo, c.hi = lo, hi
	c.min, c.max = c.turn.box(lo, hi)
	if c.fitted || c.now.k == 0 {
		c.Fit(grows)
	}
}

// Fit makes the camera show the whole map, and keep showing all of it when the map or the view changes. If smooth is
// set, the movement is animated.
func (c *Camera) Fit(smooth bool) {
	c.fitted, c.following = true, false
	c.moveTo(c.fitting(), smooth)
}

// Fitted reports whether the camera is fitted to the map. See [Camera.Fit].
func (c *Camera) Fitted() bool { return c.fitted }

// SetRooms sets two areas of the view. A camera fitted to the map uses the area in which the map can be shown larger.
// If both areas are empty, the map is fitted to the whole view. If smooth is set, the movement is animated.
func (c *Camera) SetRooms(rooms [2]draw.Rect, smooth bool) {
	if rooms == c.rooms {
		return
	}
	c.rooms = rooms
	if c.fitted {
		c.Fit(smooth)
	}
}

func (c *Camera) fitting() viewpoint {
	if c.rooms == [2]draw.Rect{} {
		return c.fitIn(c.view)
	}
	var best viewpoint
	for _, r := range c.rooms {
		if v := c.fitIn(r); v.k > best.k {
			best = v
		}
	}
	return best
}

// fitIn returns the viewpoint that shows the whole map in r, part of the view.
func (c *Camera) fitIn(r draw.Rect) viewpoint {
	at := viewpoint{(c.min[0] + c.max[0]) / 2, (c.min[1] + c.max[1]) / 2, noMapScale}
	if w, h := c.max[0]-c.min[0], c.max[1]-c.min[1]; w > 0 && h > 0 {
		margin := math.Min(mapMargin, 0.06*math.Min(float64(r.W), float64(r.H)))
		k := math.Min((float64(r.W)-2*margin)/w, (float64(r.H)-2*margin)/h)
		at.k = math.Min(math.Max(k, 1e-4), closest)
	}
	x, y := r.Center()
	cx, cy := c.view.Center()
	at.x -= float64(x-cx) / at.k
	at.y += float64(y-cy) / at.k
	return at
}

// Pan moves the map by dx, dy points.
func (c *Camera) Pan(dx, dy float32) {
	c.fitted, c.following, c.moving = false, false, false
	c.now.x -= float64(dx) / c.now.k
	c.now.y += float64(dy) / c.now.k
	c.now = c.keepNear(c.now)
	c.to = c.now
}

// ZoomAt zooms by factor. The point x, y of the screen stays fixed. If the camera is following a position, the centre
// of the view stays fixed instead.
func (c *Camera) ZoomAt(x, y float32, factor float64) {
	if !(factor > 0) || c.now.k == 0 {
		return
	}
	to := c.target()
	if c.following {
		x, y = c.view.Center()
	}
	cx, cy := c.view.Center()
	dx, dy := float64(x-cx), float64(y-cy)
	wx, wy := to.x+dx/to.k, to.y-dy/to.k
	next := to
	next.k *= factor
	next = c.clampZoom(next)
	next.x, next.y = wx-dx/next.k, wy+dy/next.k
	c.fitted = false
	follow := c.following
	c.moveTo(c.keepNear(next), true)
	c.following = follow
}

// Follow keeps the world position p in view. It must be called before each call to Advance.
func (c *Camera) Follow(p sim.Vec3) {
	to := c.target()
	to.x, to.y = c.turn.of(float64(p[0]), float64(p[1]))
	to = c.keepInside(to)
	far := math.Hypot(to.x-c.now.x, to.y-c.now.y)*c.now.k > 0.5*float64(max(c.view.W, c.view.H))
	switch {
	case c.moving:
		c.to = to
	case !c.following || far:
		c.moveTo(to, true)
	default:
		c.to = to
	}
	c.following = true
}

// Unfollow stops following and leaves the camera where it is.
func (c *Camera) Unfollow() { c.following = false }

// Advance advances the camera by dt of wall-clock time and reports whether it moved.
func (c *Camera) Advance(dt time.Duration) bool {
	switch {
	case c.moving:
		c.travel += dt
		t := math.Min(float64(c.travel)/float64(glide), 1)
		c.now = between(c.from, c.to, 1-math.Pow(1-t, 3))
		if t >= 1 {
			c.now, c.moving = c.to, false
		}
		return true
	case c.following && c.now != c.to:
		t := 1 - math.Exp(-float64(dt)/float64(followLag))
		c.now.x += (c.to.x - c.now.x) * t
		c.now.y += (c.to.y - c.now.y) * t
		c.now.k = c.to.k
		if math.Hypot(c.to.x-c.now.x, c.to.y-c.now.y)*c.now.k < 0.25 {
			c.now = c.to
		}
		return true
	}
	return false
}

// Settle completes any movement of the camera immediately. It is for still images.
func (c *Camera) Settle() { c.now, c.moving = c.target(), false }

// Scale returns the number of points per world unit.
func (c *Camera) Scale() float64 { return c.now.k }

// Screen converts the world position p to screen coordinates, in points.
func (c *Camera) Screen(p sim.Vec3) (x, y float32) {
	cx, cy := c.view.Center()
	wx, wy := c.turn.of(float64(p[0]), float64(p[1]))
	return cx + float32((wx-c.now.x)*c.now.k), cy - float32((wy-c.now.y)*c.now.k)
}

// World returns the world position at x, y on the screen.
func (c *Camera) World(x, y float32) (wx, wy float64) {
	cx, cy := c.view.Center()
	return c.turn.back(c.now.x+float64(x-cx)/c.now.k, c.now.y-float64(y-cy)/c.now.k)
}

// Heading converts yaw, in degrees, to an angle on the screen, in radians clockwise from the right.
func (l *Transform) Heading(yaw float32) float32 { return (90*float32(l.turn) - yaw) * math.Pi / 180 }

// target returns the viewpoint when all movement has ended.
func (c *Camera) target() viewpoint {
	if c.moving || c.following {
		return c.to
	}
	return c.now
}

func (c *Camera) moveTo(to viewpoint, smooth bool) {
	if !smooth || c.now.k == 0 {
		c.now, c.to, c.moving = to, to, false
		return
	}
	c.from, c.to, c.travel, c.moving = c.now, to, 0, true
}

// between returns a viewpoint between a and b. The middle moves with the reciprocal of the zoom, so that the one place
// that is at the same point on the screen in a and b stays there.
func between(a, b viewpoint, t float64) viewpoint {
	k := a.k * math.Pow(b.k/a.k, t)
	w := t
	if d := 1/b.k - 1/a.k; math.Abs(d) > 1e-9*(1/a.k) {
		w = (1/k - 1/a.k) / d
	}
	return viewpoint{a.x + (b.x-a.x)*w, a.y + (b.y-a.y)*w, k}
}

func (c *Camera) clampZoom(a viewpoint) viewpoint {
	a.k = math.Min(math.Max(a.k, c.fitting().k*farthest), closest)
	return a
}

// keepNear keeps the middle of the view on the map.
func (c *Camera) keepNear(a viewpoint) viewpoint {
	if c.max[0] > c.min[0] && c.max[1] > c.min[1] {
		a.x = math.Min(math.Max(a.x, c.min[0]), c.max[0])
		a.y = math.Min(math.Max(a.y, c.min[1]), c.max[1])
	}
	return a
}

// keepInside keeps the view within the map's margin if it is smaller than the map, and otherwise centres the map:
// following someone must not show the void.
func (c *Camera) keepInside(a viewpoint) viewpoint {
	axis := func(at, lo, hi, half float64) float64 {
		if !(hi > lo) {
			return at
		}
		half -= mapMargin / a.k
		if hi-lo <= 2*half+1 {
			return (lo + hi) / 2
		}
		return math.Min(math.Max(at, lo+half), hi-half)
	}
	a.x = axis(a.x, c.min[0], c.max[0], float64(c.view.W)/2/a.k)
	a.y = axis(a.y, c.min[1], c.max[1], float64(c.view.H)/2/a.k)
	return a
}
