package main

import "math"

// Contents of a brush, with the values of Quake III.
const (
	contentsSolid      = 1
	contentsWater      = 32
	contentsPlayerClip = 0x10000
	contentsTrigger    = 0x40000000
)

// plane is the set of points p with p·n = d; a brush lies behind its planes.
type plane struct {
	n vec
	d float64
}

// side is one plane of a brush and what is painted on it; an empty shader is
// never seen.
type side struct {
	plane
	shader string
}

// brush is a convex piece of the map. The first six sides are those of its
// bounding box, in the order -x +x -y +y -z +z: Quake III takes the box from
// there, and a moving box cannot be stopped early at a slanted corner.
type brush struct {
	sides    []side
	contents int
	min, max vec
}

// paint names the shaders of a brush: its top, its walls and its underside.
type paint struct{ top, wall, under string }

// prism is the brush over a convex counter-clockwise polygon from z0 to z1.
func prism(poly []pt, z0, z1 float64, p paint) *brush {
	return slope(poly, z0, plane{vec{0, 0, 1}, z1}, p)
}

// slope is a prism whose top is the given plane.
func slope(poly []pt, z0 float64, top plane, p paint) *brush {
	b := &brush{contents: contentsSolid}
	b.min, b.max = vec{poly[0].x, poly[0].y, z0}, vec{poly[0].x, poly[0].y, z0}
	for _, c := range poly {
		z := (top.d - float64(top.n[0]*c.x) - float64(top.n[1]*c.y)) / top.n[2]
		for i, v := range [3]float64{c.x, c.y, z} {
			b.min[i], b.max[i] = math.Min(b.min[i], v), math.Max(b.max[i], v)
		}
	}
	for axis := range 3 {
		var n vec
		n[axis] = -1
		b.sides = append(b.sides, side{plane: plane{n, -b.min[axis]}})
		n[axis] = 1
		b.sides = append(b.sides, side{plane: plane{n, b.max[axis]}})
	}
	b.sides[4].shader = p.under
	for i, a := range poly {
		c := poly[(i+1)%len(poly)]
		n := vec{c.y - a.y, a.x - c.x, 0}.unit()
		b.put(plane{n, float64(n[0]*a.x) + float64(n[1]*a.y)}, p.wall)
	}
	b.put(top, p.top)
	return b
}

// put paints the side on a plane, adding it where the box has none there.
func (b *brush) put(p plane, shader string) {
	for i := range b.sides {
		s := &b.sides[i]
		if s.n.sub(p.n).len() < 1e-6 && math.Abs(s.d-p.d) < 1e-3 {
			s.shader = shader
			return
		}
	}
	b.sides = append(b.sides, side{p, shader})
}

// face is the polygon of side i, counter-clockwise seen from outside; nil where the
// side only bounds the brush.
func (b *brush) face(i int) []vec {
	p := b.sides[i].plane
	up := vec{0, 0, 1}
	if math.Abs(p.n[2]) > 0.9 {
		up = vec{1, 0, 0}
	}
	u := up.cross(p.n).unit()
	v := p.n.cross(u)
	const far = 16384
	o := p.n.mul(p.d)
	w := []vec{
		o.mad(-far, u).mad(-far, v), o.mad(far, u).mad(-far, v),
		o.mad(far, u).mad(far, v), o.mad(-far, u).mad(far, v),
	}
	for j := range b.sides {
		if j != i {
			w = cut(w, b.sides[j].plane)
		}
	}
	if len(w) < 3 {
		return nil
	}
	for j := range w {
		for k := range w[j] {
			w[j][k] = math.Round(w[j][k]*64) / 64
		}
	}
	return w
}

// cut is what of a polygon lies behind a plane.
func cut(w []vec, p plane) []vec {
	const eps = 0.01
	var out []vec
	for i, a := range w {
		b := w[(i+1)%len(w)]
		da, db := a.dot(p.n)-p.d, b.dot(p.n)-p.d
		if da <= eps {
			out = append(out, a)
		}
		if (da > eps && db < -eps) || (da < -eps && db > eps) {
			out = append(out, a.mad(da/(da-db), b.sub(a)))
		}
	}
	if len(out) < 3 {
		return nil
	}
	return out
}

// inside reports whether a point is in the brush.
func (b *brush) inside(p vec) bool {
	for i := range b.sides {
		if p.dot(b.sides[i].n)-b.sides[i].d > 0 {
			return false
		}
	}
	return true
}
