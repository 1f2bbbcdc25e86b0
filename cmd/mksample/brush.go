package main

import (
	"math"
	"slices"

	"fragscope/assets/bsp/bsptest"
)

// Contents of a brush, with the values of Quake III.
const (
	contentsSolid   = 1
	contentsWater   = 32
	contentsTrigger = 0x40000000
)

const (
	nodraw  = "textures/common/caulk"
	trigger = "textures/common/trigger"
)

// surfaceFlags are those that the compiler would have found in the shaders' scripts.
var surfaceFlags = map[string]int{nodraw: 0x80, trigger: 0x80 | 0x4000, water.top: 0x4000, stone.under: 0x4 | 0x10}

// paint names the shaders of a brush: its top, its walls and its underside.
type paint struct{ top, wall, under string }

// pt is a corner of a floor plan.
type pt struct{ x, y float64 }

// along is p moved s times d.
func (p pt) along(d pt, s float64) pt { return pt{p.x + float64(d.x*s), p.y + float64(d.y*s)} }

func (p pt) to(q pt) pt { return pt{q.x - p.x, q.y - p.y} }

func (p pt) len() float64 { return vec{p.x, p.y, 0}.len() }

func (p pt) cross(q pt) float64 { return float64(p.x*q.y) - float64(p.y*q.x) }

func rect(x0, y0, x1, y1 float64) []pt {
	return []pt{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// octagon is an upright octagon around a place; half is half its width and
// side half the length of its axial sides.
func octagon(cx, cy, half, side float64) []pt {
	return []pt{
		{cx - side, cy - half}, {cx + side, cy - half}, {cx + half, cy - side}, {cx + half, cy + side},
		{cx + side, cy + half}, {cx - side, cy + half}, {cx - half, cy + side}, {cx - half, cy - side},
	}
}

// prism is the brush over a convex polygon from z0 to z1.
func prism(poly []pt, z0, z1 float64, p paint) bsptest.Brush {
	return slope(poly, z0, vec{0, 0, 1}, z1, p)
}

// slope is a prism whose top is the plane of points p with p·n = d.
func slope(poly []pt, z0 float64, n vec, d float64, p paint) bsptest.Brush {
	if poly[0].to(poly[1]).cross(poly[1].to(poly[2])) < 0 {
		poly = slices.Clone(poly)
		slices.Reverse(poly)
	}
	lo, hi := vec{poly[0].x, poly[0].y, z0}, vec{poly[0].x, poly[0].y, z0}
	for _, c := range poly {
		z := (d - float64(n[0]*c.x) - float64(n[1]*c.y)) / n[2]
		for i, v := range [3]float64{c.x, c.y, z} {
			lo[i], hi[i] = math.Min(lo[i], v), math.Max(hi[i], v)
		}
	}
	b := bsptest.Brush{Contents: contentsSolid, Texture: nodraw}
	for axis := range 3 {
		var out vec
		out[axis] = -1
		b.Sides = append(b.Sides, bsptest.Side{Normal: out, Dist: -lo[axis]})
		out[axis] = 1
		b.Sides = append(b.Sides, bsptest.Side{Normal: out, Dist: hi[axis]})
	}
	paintSide(&b, vec{0, 0, -1}, -z0, p.under)
	for i, a := range poly {
		wall := a.to(poly[(i+1)%len(poly)])
		out := vec{wall.y, -wall.x, 0}.unit()
		paintSide(&b, out, out.dot(vec{a.x, a.y, 0}), p.wall)
	}
	paintSide(&b, n, d, p.top)
	return b
}

// paintSide paints the side on a plane, adding it where the brush has none there.
func paintSide(b *bsptest.Brush, n vec, d float64, shader string) {
	i := slices.IndexFunc(b.Sides, func(s bsptest.Side) bool {
		return vec(s.Normal).sub(n).len() < 1e-6 && math.Abs(s.Dist-d) < 1e-3
	})
	if i < 0 {
		i = len(b.Sides)
		b.Sides = append(b.Sides, bsptest.Side{Normal: n, Dist: d})
	}
	b.Sides[i].Texture = shader
	if b.Texture == nodraw && shader != "" {
		b.Texture = shader
	}
}
