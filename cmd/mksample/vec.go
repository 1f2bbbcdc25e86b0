package main

import "math"

// vec is a place or a direction in Quake units: x east, y north, z up.
//
// All products here are rounded by an explicit conversion before they are
// added: the language allows compilers to fuse x*y+z on machines that can, and
// then the same seed would give another match on another machine.
type vec [3]float64

func (a vec) add(b vec) vec { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) sub(b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) mul(s float64) vec {
	return vec{float64(a[0] * s), float64(a[1] * s), float64(a[2] * s)}
}
func (a vec) mad(s float64, b vec) vec { return a.add(b.mul(s)) }
func (a vec) dot(b vec) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
func (a vec) cross(b vec) vec {
	return vec{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}
func (a vec) len() float64 { return math.Sqrt(a.dot(a)) }
func (a vec) flat() vec    { return vec{a[0], a[1], 0} }

// unit is a scaled to length 1, or zero where a is.
func (a vec) unit() vec {
	if l := a.len(); l > 0 {
		return a.mul(1 / l)
	}
	return vec{}
}

// round is a with whole coordinates, as servers send the places of others.
func (a vec) round() vec {
	return vec{math.Round(a[0]), math.Round(a[1]), math.Round(a[2])}
}

// pt is a corner of a floor plan.
type pt struct{ x, y float64 }

// along is p moved s times d.
func (p pt) along(d pt, s float64) pt { return pt{p.x + float64(d.x*s), p.y + float64(d.y*s)} }

func (p pt) len() float64 { return vec{p.x, p.y, 0}.len() }

func rect(x0, y0, x1, y1 float64) []pt {
	return []pt{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// octagon is an upright octagon around a place; half is half its width and
// side half the length of its axial sides.
func octagon(cx, cy, half, side float64) []pt {
	half, side = float64(half), float64(side)
	return []pt{
		{cx - side, cy - half}, {cx + side, cy - half}, {cx + half, cy - side}, {cx + half, cy + side},
		{cx + side, cy + half}, {cx - side, cy + half}, {cx - half, cy + side}, {cx - half, cy - side},
	}
}

// sincos are the sine and cosine of an angle in degrees, by their series: those of
// the standard library may be fused on some machines.
func sincos(deg float64) (sin, cos float64) {
	deg = wrap(deg)
	flip := 1.0
	if deg > 90 {
		deg, flip = 180-deg, -1
	} else if deg < -90 {
		deg, flip = -180-deg, -1
	}
	r := float64(deg * (math.Pi / 180))
	x2 := float64(r * r)
	sin, cos = r, 1
	term, even := r, 1.0
	for n := 1; n <= 11; n++ {
		even = -float64(even*x2) / float64((2*n-1)*(2*n))
		term = -float64(term*x2) / float64((2*n)*(2*n+1))
		cos += even
		sin += term
	}
	return sin, float64(cos * flip)
}

// atan2deg is the angle of (x, y) in degrees, found by halving.
func atan2deg(y, x float64) float64 {
	if x == 0 && y == 0 {
		return 0
	}
	lo, hi := 0.0, 180.0
	ay := math.Abs(y)
	for i := 0; i < 40; i++ {
		mid := (lo + hi) / 2
		s, c := sincos(mid)
		// the cross product tells on which side of mid the direction lies
		if float64(c*ay)-float64(s*x) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	if y < 0 {
		return -lo
	}
	return lo
}

// wrap brings an angle into -180 to 180 degrees.
func wrap(deg float64) float64 {
	deg = math.Mod(deg, 360)
	if deg > 180 {
		return deg - 360
	}
	if deg < -180 {
		return deg + 360
	}
	return deg
}

// view is where someone looks: degrees, pitch positive down.
type view struct{ pitch, yaw float64 }

func (v view) forward() vec {
	sp, cp := sincos(v.pitch)
	sy, cy := sincos(v.yaw)
	return vec{float64(cp * cy), float64(cp * sy), -sp}
}

func viewAlong(d vec) view {
	return view{pitch: -atan2deg(d[2], d.flat().len()), yaw: atan2deg(d[1], d[0])}
}

func clamp(v, lo, hi float64) float64 { return math.Min(math.Max(v, lo), hi) }
