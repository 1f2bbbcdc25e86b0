// Package sight is what can be seen from a place of a map: whether a line is clear, with the doors as they stand, and which part of the floors
// is in sight.
//
// With a map's file lines are followed through its BSP, whose traces say what the games themselves would say. Without one the plan has to
// do: one looks over floor, and what has no floor is taken for wall.
//
// A [Field] answers for the whole map at once, fast enough for each frame: it looks at places on the floors 64 units apart, then between those
// of which one is in sight and another is not, down to 16 units.
package sight

import (
	"math"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
)

// Vec3 is a place in Quake units.
type Vec3 = bsp.Vec3

// EyeAboveFloor is how far a standing player's eyes are above the floor: 22 above his origin (Quake and Quake II; 26 in Quake III).
const EyeAboveFloor = plan.FeetBelowOrigin + EyeAboveOrigin

// EyeAboveOrigin is how far a standing player's eyes are above his origin.
const EyeAboveOrigin = 22

// Mover is a brush model where it stands.
type Mover struct {
	Model  int
	Origin Vec3
	Yaw    float32 // degrees, counter-clockwise
}

// Map answers what is in the way of lines. It does not change and is safe for concurrent use.
type Map struct {
	plan   *plan.Plan
	opaque *bsp.Opaque // nil: the plan has to do
	cells  *plan.Cells
}

// New prepares a plan for questions of sight.
func New(p *plan.Plan) *Map {
	return &Map{plan: p, opaque: p.Opaque(), cells: p.Cells()}
}

// Exact reports whether the map's own file is asked, not the plan.
func (m *Map) Exact() bool { return m.opaque != nil }

// Clear reports whether nothing is in the way from a to b.
func (m *Map) Clear(a, b Vec3, movers []Mover) bool {
	hint := int32(-1)
	return m.clear(a, b, movers, &hint)
}

func (m *Map) clear(a, b Vec3, movers []Mover, hint *int32) bool {
	if m.opaque == nil {
		return m.overFloor(a, b) >= 1
	}
	if !m.opaque.Clear(a, b, hint) {
		return false
	}
	for i := range movers {
		if _, hit := m.opaque.Trace(movers[i].Model, movers[i].into(a), movers[i].into(b)); hit {
			return false
		}
	}
	return true
}

// Reach is which share of the way from a to b is clear.
func (m *Map) Reach(a, b Vec3, movers []Mover) float32 {
	if m.opaque == nil {
		return m.overFloor(a, b)
	}
	share, _ := m.opaque.Trace(0, a, b)
	for i := range movers {
		if s, hit := m.opaque.Trace(movers[i].Model, movers[i].into(a), movers[i].into(b)); hit {
			share = min(share, s)
		}
	}
	return share
}

// into is a place of the world in the mover's own space.
func (v *Mover) into(p Vec3) Vec3 {
	for i := range p {
		p[i] -= v.Origin[i]
	}
	if v.Yaw != 0 {
		s, c := math.Sincos(float64(-v.Yaw) * math.Pi / 180)
		p[0], p[1] = p[0]*float32(c)-p[1]*float32(s), p[0]*float32(s)+p[1]*float32(c)
	}
	return p
}

// overFloor is which share of the way from a to b leads over floor and through none. A gap of one cell is no wall: plans have cracks.
func (m *Map) overFloor(a, b Vec3) float32 {
	n := int(math.Hypot(float64(b[0]-a[0]), float64(b[1]-a[1]))/float64(m.cells.Size)) + 1
	gap, before := 0, a[2]
	for k := 1; k <= n; k++ {
		t := float32(k) / float32(n)
		z := a[2] + (b[2]-a[2])*t
		over, through := floorAt(m.cells, a[0]+(b[0]-a[0])*t, a[1]+(b[1]-a[1])*t, before, z)
		if over {
			gap = 0
		} else {
			gap++
		}
		if through || gap > 1 {
			return max(t-float32(gap)/float32(n), 0)
		}
		before = z
	}
	return 1
}

// floorAt reports whether a line that comes from one height to another is over floor at x, y, and whether it goes through one.
func floorAt(c *plan.Cells, x, y, from, to float32) (over, through bool) {
	i := c.At(x, y)
	if i < 0 {
		return false, false
	}
	for _, z := range c.Heights[c.Start[i]:c.Start[i+1]] {
		through = through || (from > z) != (to > z)
		over = over || to > z
	}
	return over, through
}
