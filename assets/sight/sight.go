// Package sight computes what is visible from a point on a map, given the current positions of doors and other movers.
// It determines whether a line of sight is clear and which floors are in sight.
//
// If the map's file is available, lines are traced through its BSP, with the same results as in the games. Otherwise,
// the plan is used: anything that is not floor counts as wall.
//
// A [Field] covers the whole map, and is fast enough to be computed every frame. It samples the floors at points 64
// units apart. Where neighbouring samples differ, it adds points between them, down to a spacing of 16 units.
package sight

import (
	"math"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
)

// Vec3 is a position in Quake units.
type Vec3 = bsp.Vec3

// EyeAboveFloor is the height of a standing player's eyes above the floor, in units. The value applies to Quake and
// Quake II; in Quake III, the eyes are 4 units higher.
const EyeAboveFloor = plan.FeetBelowOrigin + EyeAboveOrigin

// EyeAboveOrigin is the height of a standing player's eyes above his origin, in units.
const EyeAboveOrigin = 22

// Mover is a brush model at its current position.
type Mover struct {
	Model  int
	Origin Vec3
	Yaw    float32 // degrees, counter-clockwise
}

// Map traces lines of sight. It is immutable and safe for concurrent use.
type Map struct {
	plan   *plan.Plan
	opaque *bsp.Opaque // nil: only the plan
	cells  *plan.Cells
}

// New returns a Map for the plan p.
func New(p *plan.Plan) *Map {
	return &Map{plan: p, opaque: p.Opaque(), cells: p.Cells()}
}

// Exact reports whether lines are traced through the map file rather than the plan.
func (m *Map) Exact() bool { return m.opaque != nil }

// Clear reports whether the line from a to b is unobstructed, given the movers at their current positions.
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

// Reach returns the fraction of the line from a to b that lies before the first obstacle, which may be one of the
// movers. It returns 1 if there is no obstacle.
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

// into converts a point in the world to the mover's own space.
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

// overFloor returns the fraction of the line from a to b that is over floor and passes through none. A gap of one cell
// is not a wall: plans have cracks.
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

// floorAt reports whether a line that passes x, y between two heights is over floor there, and whether it goes through
// one.
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
