package plan

import (
	"math"
	"slices"

	"fragscope/assets/bsp"
)

// Locations returns a plan that has place names but no floors. The names are taken from the map m, which may be nil,
// and from the additional marks in more.
func Locations(m *bsp.Map, more ...Mark) *Plan {
	p := &Plan{}
	if m != nil {
		p.marks = marksOf(m)
	}
	p = p.With(more...)
	if m != nil {
		p = p.Sight(m)
	}
	return p
}

// Sight returns a copy of the plan whose LocationAt method prefers places that are not hidden by the walls of the map
// m. Without Sight, LocationAt ignores walls and returns the nearest place.
func (p *Plan) Sight(m *bsp.Map) *Plan {
	if !slices.ContainsFunc(p.marks, func(k Mark) bool { return k.Kind == MarkLocation && k.Text != "" }) {
		return p // no need to keep the map
	}
	q := *p
	q.solid = m.Solid
	return &q
}

// Parameters of the search for a place.
const (
	locationTries = 8  // the number of nearest ones that are tried
	sightStep     = 8  // units between the points of a line of sight: less than the thinnest walls
	eyes          = 22 // units above a player's origin
)

// LocationAt returns the name of the place nearest to the point x, y, z. If the walls are known, places in sight take
// precedence. If no places have names, LocationAt returns "".
func (p *Plan) LocationAt(x, y, z float32) string {
	type near struct {
		mark     *Mark
		distance float64 // squared
	}
	var nearest [locationTries]near // in order
	n := 0
	for i := range p.marks {
		m := &p.marks[i]
		if m.Kind != MarkLocation || m.Text == "" {
			continue
		}
		dx, dy, dz := float64(m.Pos[0]-x), float64(m.Pos[1]-y), float64(m.Pos[2]-z)
		distance := dx*dx + dy*dy + dz*dz
		at := n
		for at > 0 && distance < nearest[at-1].distance {
			at--
		}
		if at < locationTries {
			n = min(n+1, locationTries)
			copy(nearest[at+1:n], nearest[at:])
			nearest[at] = near{m, distance}
		}
	}
	if n == 0 {
		return ""
	}
	for _, l := range nearest[:n] {
		if p.solid == nil || p.sees([3]float32{x, y, z + eyes}, l.mark.Pos) {
			return l.mark.Text
		}
	}
	return nearest[0].mark.Text
}

// LocationNames returns the names of the map's places in map order, without duplicates.
func (p *Plan) LocationNames() (list []string) {
	for i := range p.marks {
		if m := &p.marks[i]; m.Kind == MarkLocation && m.Text != "" && !slices.Contains(list, m.Text) {
			list = append(list, m.Text)
		}
	}
	return list
}

// sees reports whether no wall is between two points. Named places may be inside something solid: the end itself is
// ignored.
func (p *Plan) sees(a, b [3]float32) bool {
	d := math.Hypot(math.Hypot(float64(b[0]-a[0]), float64(b[1]-a[1])), float64(b[2]-a[2]))
	n := int(d / sightStep)
	for i := 1; i < n; i++ {
		f := float32(i) / float32(n)
		if p.solid(a[0]+(b[0]-a[0])*f, a[1]+(b[1]-a[1])*f, a[2]+(b[2]-a[2])*f) {
			return false
		}
	}
	return true
}
