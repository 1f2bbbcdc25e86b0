package bsptest

import (
	"math"
	"slices"

	"fragscope/assets/bsp"
)

// Brush is a convex solid of a Quake III map.
type Brush struct {
	// Sides begins with the sides of the bounding box, in the order -x +x -y +y -z +z: Quake III takes the box from
	// them, and they keep a moving box from being stopped early at a slanted corner.
	Sides    []Side
	Contents int    // in Quake III's encoding
	Texture  string // of the brush itself; "" means Quake III's invisible one
}

// Side is one side of a brush. Its normal points outwards. A side without a texture is invisible.
type Side struct {
	Normal  [3]float64
	Dist    float64
	Texture string
}

// Paint names the textures used for the top, the walls and the underside of a brush.
type Paint struct{ Top, Wall, Under string }

// Pt is a point x, y in a floor plan.
type Pt [2]float64

// Along returns p + s*d.
func (p Pt) Along(d Pt, s float64) Pt { return Pt{p[0] + float64(d[0]*s), p[1] + float64(d[1]*s)} }

// To returns the vector from p to q.
func (p Pt) To(q Pt) Pt { return Pt{q[0] - p[0], q[1] - p[1]} }

// Cross returns the cross product of p and q. It is positive if q is to the left of p.
func (p Pt) Cross(q Pt) float64 { return float64(p[0]*q[1]) - float64(p[1]*q[0]) }

// Len returns the length of p.
func (p Pt) Len() float64 { return math.Sqrt(float64(p[0]*p[0]) + float64(p[1]*p[1])) }

// Prism returns a solid prism with the convex polygon poly as its base. It extends from height z0 to height z1.
func Prism(poly []Pt, z0, z1 float64, p Paint) Brush {
	return Slope(poly, z0, [3]float64{0, 0, 1}, z1, p)
}

// Slope is like Prism, but the top of the brush lies in the plane with normal n at distance d from the origin.
func Slope(poly []Pt, z0 float64, n [3]float64, d float64, p Paint) Brush {
	if poly[0].To(poly[1]).Cross(poly[1].To(poly[2])) < 0 {
		poly = slices.Clone(poly)
		slices.Reverse(poly)
	}
	lo := [3]float64{poly[0][0], poly[0][1], z0}
	hi := lo
	for _, c := range poly {
		z := (d - dot(n, [3]float64{c[0], c[1], 0})) / n[2]
		for i, v := range [3]float64{c[0], c[1], z} {
			lo[i], hi[i] = math.Min(lo[i], v), math.Max(hi[i], v)
		}
	}
	b := Brush{Contents: brushContents[bsp.Solid]}
	for axis := range 3 {
		var out [3]float64
		out[axis] = -1
		b.Sides = append(b.Sides, Side{Normal: out, Dist: -lo[axis]})
		out[axis] = 1
		b.Sides = append(b.Sides, Side{Normal: out, Dist: hi[axis]})
	}
	b.Paint([3]float64{0, 0, -1}, -z0, p.Under)
	for i, a := range poly {
		wall := a.To(poly[(i+1)%len(poly)])
		out := [3]float64{wall[1] / wall.Len(), -wall[0] / wall.Len(), 0}
		b.Paint(out, dot(out, [3]float64{a[0], a[1], 0}), p.Wall)
	}
	b.Paint(n, d, p.Top)
	return b
}

// Paint sets the texture of the side of b that lies in the plane with normal n at distance d from the origin. If b has
// no such side, Paint adds one.
func (b *Brush) Paint(n [3]float64, d float64, texture string) {
	i := slices.IndexFunc(b.Sides, func(s Side) bool { return dot(s.Normal, n) > 1-1e-9 && math.Abs(s.Dist-d) < 1e-3 })
	if i < 0 {
		i = len(b.Sides)
		b.Sides = append(b.Sides, Side{Normal: n, Dist: d})
	}
	b.Sides[i].Texture = texture
	if b.Texture == "" {
		b.Texture = texture
	}
}

func (x *Box) brush() Brush {
	seen := x.texture()
	if x.contents() == bsp.Clip {
		seen = ""
	}
	lo, hi := x.Min, x.Max
	at := func(x, y float32) Pt { return Pt{float64(x), float64(y)} }
	b := Prism([]Pt{at(lo[0], lo[1]), at(hi[0], lo[1]), at(hi[0], hi[1]), at(lo[0], hi[1])}, float64(lo[2]),
		float64(hi[2]), Paint{seen, seen, seen})
	b.Contents, b.Texture = brushContents[x.contents()], x.texture()
	return b
}

// dot rounds each product. Otherwise compilers could fuse x*y+z on machines that support it, and the bytes of the map
// would differ there.
func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// face returns the polygon of side i, counter-clockwise seen from outside, or nil if the side only bounds the brush. It
// is a large square cut by the other sides.
func (b *Brush) face(i int) [][3]float64 {
	n, axis := b.Sides[i].Normal, 0
	for a := range n {
		if math.Abs(n[a]) > math.Abs(n[axis]) {
			axis = a
		}
	}
	const far = 8192
	var w [][3]float64
	for _, c := range [4][2]float64{{-far, -far}, {far, -far}, {far, far}, {-far, far}} {
		var p [3]float64
		p[(axis+1)%3], p[(axis+2)%3] = math.Copysign(c[0], n[axis]*c[0]), c[1]
		p[axis] = (b.Sides[i].Dist - dot(n, p)) / n[axis]
		w = append(w, p)
	}
	for j := range b.Sides {
		if j != i {
			w = b.Sides[j].cut(w)
		}
	}
	if len(w) < 3 {
		return nil
	}
	for j := range w {
		for k := range 3 {
			w[j][k] = math.Round(w[j][k]*64) / 64
		}
	}
	return w
}

// cut returns the part of a polygon behind the side.
func (s *Side) cut(w [][3]float64) (out [][3]float64) {
	const eps = 0.01
	for i, a := range w {
		b := w[(i+1)%len(w)]
		da, db := dot(a, s.Normal)-s.Dist, dot(b, s.Normal)-s.Dist
		if da <= eps {
			out = append(out, a)
		}
		if (da > eps && db < -eps) || (da < -eps && db > eps) {
			for k := range a {
				a[k] += float64(da / (da - db) * (b[k] - a[k]))
			}
			out = append(out, a)
		}
	}
	return out
}
