package plan

import (
	"math"

	"fragscope/assets/bsp"
)

// surface is a convex polygon facing up, seen from above: its corners on the ground and the plane of its height.
type surface struct {
	x, y       []float64 // corners, counter-clockwise seen from above
	a, b, c    float64   // height is a*x + b*y + c
	min        [3]float64
	max        [3]float64
	nz         float64 // z of the unit normal
	kind       bsp.Kind
	dim        bool           // supposed floor
	suppressed bool           // drawn only where nothing else is
	texture    int32          // index of the map's textures, -1 for none
	mapping    *groundMapping // nil without texture: a grown plan has many surfaces
}

// groundMapping maps a texture to a surface: the point x, y has the texture coordinate s[0]*x + s[1]*y + s[2] to the
// right, and likewise down, in units of bsp.Mapping.
type groundMapping struct{ s, t [3]float64 }

// Steeper faces than these are walls, and not walkable floor.
const (
	minWallNormal = 0.25
	minWalkNormal = 0.7
)

// newSurface returns a surface with corners in either direction; ok is false if it has no area from above.
func newSurface(x, y []float64, a, b, c float64, kind bsp.Kind) (s surface, ok bool) {
	area := 0.0
	for i := range x {
		j := (i + 1) % len(x)
		area += x[i]*y[j] - x[j]*y[i]
	}
	if math.Abs(area) < 0.5 {
		return s, false
	}
	if area < 0 {
		for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
			x[i], x[j] = x[j], x[i]
			y[i], y[j] = y[j], y[i]
		}
	}
	s = surface{x: x, y: y, a: a, b: b, c: c, kind: kind, texture: -1}
	s.nz = 1 / math.Sqrt(1+a*a+b*b)
	s.measure()
	return s, true
}

func (s *surface) measure() {
	inf := math.Inf(1)
	s.min, s.max = [3]float64{inf, inf, inf}, [3]float64{-inf, -inf, -inf}
	for i := range s.x {
		for axis, v := range [3]float64{s.x[i], s.y[i], s.height(s.x[i], s.y[i])} {
			s.min[axis], s.max[axis] = math.Min(s.min[axis], v), math.Max(s.max[axis], v)
		}
	}
}

func (s *surface) height(x, y float64) float64 { return s.a*x + s.b*y + s.c }

func (s *surface) area() float64 {
	area := 0.0
	for i := range s.x {
		j := (i + 1) % len(s.x)
		area += s.x[i]*s.y[j] - s.x[j]*s.y[i]
	}
	return area / 2
}

func (s *surface) walkable() bool { return s.kind == bsp.KindSolid && s.nz >= minWalkNormal }

// surfacesOf returns the faces of a model that face up, moved by offset.
func surfacesOf(m *bsp.Map, model int, offset [3]float64) []surface {
	mod := &m.Models[model]
	var out []surface
	for i := mod.FirstFace; i < mod.FirstFace+mod.FaceCount; i++ {
		f := &m.Faces[i]
		if f.Normal[2] < minWallNormal || f.Kind == bsp.KindSky || f.Kind == bsp.KindHidden ||
			f.Kind == bsp.KindGhost || f.Kind == bsp.KindTeleport {
			continue
		}
		n := int(f.Count)
		buf := make([]float64, 2*n)
		x, y := buf[:n:n], buf[n:]
		for k := range n {
			v := m.Verts[int(f.First)+k]
			x[k], y[k] = float64(v[0])+offset[0], float64(v[1])+offset[1]
		}
		v := m.Verts[f.First]
		nx, ny, nz := float64(f.Normal[0]), float64(f.Normal[1]), float64(f.Normal[2])
		a, b := -nx/nz, -ny/nz
		c := float64(v[2]) + offset[2] - a*x[0] - b*y[0]
		if s, ok := newSurface(x, y, a, b, c, f.Kind); ok {
			s.texture = f.Texture
			s.mapping = &groundMapping{onGround(f.Mapping.S, &s, offset), onGround(f.Mapping.T, &s, offset)}
			out = append(out, s)
		}
	}
	return out
}

// onGround returns a vector of a mapping in terms of x and y on the surface, which was moved by offset.
func onGround(m [4]float32, s *surface, offset [3]float64) [3]float64 {
	x, y, z := float64(m[0]), float64(m[1]), float64(m[2])
	return [3]float64{x + z*s.a, y + z*s.b, float64(m[3]) - x*offset[0] - y*offset[1] + z*(s.c-offset[2])}
}

// grow moves the sides outwards by d, so that neighbours overlap and no crack shows where a corner of one lies on the
// side of another.
func (s *surface) grow(d float64, room *coords) {
	n := len(s.x)
	x, y := room.pair(n)
	for i := range n {
		p, q := (i+n-1)%n, (i+1)%n
		ux, uy := direction(s.x[i]-s.x[p], s.y[i]-s.y[p])
		vx, vy := direction(s.x[q]-s.x[i], s.y[q]-s.y[i])
		// Outwards is to the right of a counter-clockwise side.
		mx, my := uy+vy, -ux-vx
		l := mx*mx + my*my
		k := d
		if l > 0.25 {
			k = 2 * d / l
		}
		x[i], y[i] = s.x[i]+mx*k, s.y[i]+my*k
	}
	s.x, s.y = x, y
	for i := range n {
		s.min[0], s.max[0] = math.Min(s.min[0], x[i]), math.Max(s.max[0], x[i])
		s.min[1], s.max[1] = math.Min(s.min[1], y[i]), math.Max(s.max[1], y[i])
	}
}

func direction(x, y float64) (float64, float64) {
	l := math.Hypot(x, y)
	if l == 0 {
		return 0, 0
	}
	return x / l, y / l
}

// coords provides space for the corners of surfaces, of which there are many with few numbers each.
type coords []float64

// pair returns space for the coordinates of n corners.
func (c *coords) pair(n int) (x, y []float64) {
	const some = 4096
	if len(*c) < 2*n {
		*c = make([]float64, max(some, 2*n))
	}
	x, y, *c = (*c)[:n:n], (*c)[n:2*n:2*n], (*c)[2*n:]
	return x, y
}
