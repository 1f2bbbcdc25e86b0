package main

import (
	"fmt"
	"math"
)

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
func (a vec) up(z float64) vec         { return vec{a[0], a[1], a[2] + float64(z)} }
func (a vec) dot(b vec) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
func (a vec) len() float64 { return math.Sqrt(a.dot(a)) }
func (a vec) flat() vec    { return vec{a[0], a[1], 0} }

// right is a turned by 90 degrees clockwise, seen from above.
func (a vec) right() vec { return vec{a[1], -a[0], 0} }

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

func (a vec) single() [3]float32 {
	return [3]float32{float32(a[0]), float32(a[1]), float32(a[2])}
}

func double(a [3]float32) vec { return vec{float64(a[0]), float64(a[1]), float64(a[2])} }

// parseVec reads up to three numbers of a map's text; the map is our own.
func parseVec(s string) (v vec) {
	_, _ = fmt.Sscan(s, &v[0], &v[1], &v[2])
	return v
}

// sincos are the sine and cosine of an angle in degrees. Rounded, they are the same
// on machines where the standard library computes with fused products.
func sincos(deg float64) (sin, cos float64) {
	sin, cos = math.Sincos(deg * (math.Pi / 180))
	return float64(float32(sin)), float64(float32(cos))
}

// atan2 is the angle of (x, y) in degrees.
func atan2(y, x float64) float64 { return float64(float32(math.Atan2(y, x) * (180 / math.Pi))) }

// wrap brings an angle into -180 to 180 degrees.
func wrap(deg float64) float64 { return math.Remainder(deg, 360) }

// view is where someone looks: degrees, pitch positive down.
type view struct{ pitch, yaw float64 }

func (v view) forward() vec {
	sp, cp := sincos(v.pitch)
	sy, cy := sincos(v.yaw)
	return vec{float64(cp * cy), float64(cp * sy), -sp}
}

func viewAlong(d vec) view {
	return view{pitch: -atan2(d[2], d.flat().len()), yaw: atan2(d[1], d[0])}
}

func clamp(v, lo, hi float64) float64 { return math.Min(math.Max(v, lo), hi) }
