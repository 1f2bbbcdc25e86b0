package plan

import (
	"image"
	"math"
	"sync"

	"fragscope/assets/bsp"
)

// A picture is made of chunks; each is rasterised as two height fields (floors
// and liquids) of samples by samples a pixel, with a margin as wide as a shadow is
// long. Samples lie on one grid over the world, so that chunks fit together.
const (
	samples   = 2
	chunkSize = 256 // pixels
)

// field is the height fields of a chunk.
type field struct {
	w, h    int
	z, wet  []float32 // heights of floor and liquid
	id, wid []int32   // surface at the sample, -1 for none
	sum     []uint32  // colours of a row of pixels being summed up
}

var fields = sync.Pool{New: func() any { return new(field) }}

func (f *field) reset(w, h int) {
	f.w, f.h = w, h
	n := w * h
	if cap(f.z) < n {
		f.z, f.wet = make([]float32, n), make([]float32, n)
		f.id, f.wid = make([]int32, n), make([]int32, n)
	}
	f.z, f.wet, f.id, f.wid = f.z[:n], f.wet[:n], f.id[:n], f.wid[:n]
	for i := range f.z {
		f.z[i], f.wet[i], f.id[i], f.wid[i] = nothing, nothing, -1, -1
	}
}

// nothing is the height where there is no floor.
const nothing = float32(-1e30)

// grid places samples in the world: sample i of a row is at (x0+i+0.5)*step east.
type grid struct {
	x0, y0 float64 // of the first sample, in samples; y to the south
	step   float64 // units between samples
	top    float32 // nothing above this height is drawn
}

// snap takes a position in pixels to the pixel grid if it is meant to be on it, so that
// rounding does not shift the samples of one tile against those of the next.
func snap(v float64) float64 {
	if r := math.Round(v); math.Abs(v-r) < 1e-3 {
		return r
	}
	return v
}

// render draws surfaces into dst, chunk by chunk.
func render(dst *image.RGBA, v View, base *shader) {
	if !(v.Scale > 0) || math.IsInf(v.Scale, 0) || math.IsNaN(v.MinX+v.MaxY) {
		clear(dst.Pix)
		return
	}
	sh, surfaces := base.forView(v), base.surfaces
	left, top := snap(v.MinX*v.Scale), snap(-v.MaxY*v.Scale)
	f := fields.Get().(*field)
	defer fields.Put(f)
	b := dst.Bounds()
	for cy := b.Min.Y; cy < b.Max.Y; cy += chunkSize {
		for cx := b.Min.X; cx < b.Max.X; cx += chunkSize {
			r := image.Rect(cx, cy, min(cx+chunkSize, b.Max.X), min(cy+chunkSize, b.Max.Y))
			g := grid{x0: (left + float64(cx-b.Min.X)) * samples, y0: (top + float64(cy-b.Min.Y)) * samples, step: 1 / (v.Scale * samples), top: sh.top}
			g.x0 -= float64(sh.margin)
			g.y0 -= float64(sh.margin)
			w, h := r.Dx()*samples+2*sh.margin, r.Dy()*samples+2*sh.margin
			some := f.fill(surfaces, g, w, h)
			if sh.faint && f.fillAbove(surfaces, g, w, h, some) {
				some = true
			}
			if some {
				sh.paint(dst, r, f, g)
			} else {
				for y := r.Min.Y; y < r.Max.Y; y++ {
					o := dst.PixOffset(r.Min.X, y)
					clear(dst.Pix[o : o+4*r.Dx()])
				}
			}
		}
	}
}

// fill rasterises surfaces; it is false if none is inside.
func (f *field) fill(surfaces []surface, g grid, w, h int) bool {
	any, spares := false, false
	for i := range surfaces {
		s := &surfaces[i]
		if !g.sees(s, w, h) || float32(s.min[2]) >= g.top {
			continue
		}
		if !any {
			f.reset(w, h)
			any = true
		}
		if s.suppressed {
			spares = true
			continue
		}
		f.draw(s, int32(i), g)
	}
	if spares {
		f.fillSuppressed(surfaces, g)
	}
	return any
}

// fillSuppressed draws what is suppressed where there is nothing else: by itself, and then what is free takes it.
func (f *field) fillSuppressed(surfaces []surface, g grid) {
	under := fields.Get().(*field)
	defer fields.Put(under)
	under.reset(f.w, f.h)
	for i := range surfaces {
		if s := &surfaces[i]; s.suppressed && float32(s.min[2]) < g.top && g.sees(s, f.w, f.h) {
			under.draw(s, int32(i), g)
		}
	}
	for at, id := range f.id {
		if id < 0 && f.wid[at] < 0 {
			f.id[at], f.z[at] = under.id[at], under.z[at]
		}
	}
}

// sees reports whether a surface is in the chunk.
func (g *grid) sees(s *surface, w, h int) bool {
	return s.max[0] >= g.x0*g.step && s.min[0] <= (g.x0+float64(w))*g.step &&
		s.max[1] >= -(g.y0+float64(h))*g.step && s.min[1] <= -g.y0*g.step
}

// fillAbove takes the lowest floor above the chosen storey where there is no other; some says whether the field has anything yet.
func (f *field) fillAbove(surfaces []surface, g grid, w, h int, some bool) bool {
	var above *field
	for i := range surfaces {
		s := &surfaces[i]
		if s.kind != bsp.KindSolid || s.suppressed || float32(s.max[2]) < g.top || !g.sees(s, w, h) {
			continue
		}
		if above == nil {
			above = fields.Get().(*field)
			defer fields.Put(above)
			above.reset(w, h)
		}
		above.rows(s, g, func(r, c0, c1 int, y float64) {
			for c := c0; c <= c1; c++ {
				at := r*w + c
				z := min(max(float32(s.a*(g.x0+float64(c)+0.5)*g.step+s.b*y+s.c), float32(s.min[2])), float32(s.max[2]))
				if z >= g.top && (above.id[at] < 0 || z < above.z[at]) {
					above.id[at], above.z[at] = int32(i), z
				}
			}
		})
	}
	if above == nil {
		return false
	}
	if !some {
		f.reset(w, h)
	}
	for at, id := range above.id {
		if id >= 0 && f.id[at] < 0 && f.wid[at] < 0 {
			f.id[at], f.z[at] = id, above.z[at]
		}
	}
	return true
}

// rows calls do for each row of samples that crosses the polygon, with the columns inside.
func (f *field) rows(s *surface, g grid, do func(r, c0, c1 int, y float64)) {
	inv := 1 / g.step
	r0 := max(0, int(math.Ceil(-s.max[1]*inv-g.y0-0.5)))
	r1 := min(f.h-1, int(math.Floor(-s.min[1]*inv-g.y0-0.5)))
	for r := r0; r <= r1; r++ {
		y := -(g.y0 + float64(r) + 0.5) * g.step
		xl, xr, ok := s.span(y)
		if !ok {
			continue
		}
		c0 := max(0, int(math.Ceil(xl*inv-g.x0-0.5)))
		c1 := min(f.w-1, int(math.Floor(xr*inv-g.x0-0.5)))
		if c0 <= c1 {
			do(r, c0, c1, y)
		}
	}
}

// draw rasterises one convex polygon, row by row, keeping the highest.
func (f *field) draw(s *surface, id int32, g grid) {
	zs, ids := f.z, f.id
	if s.kind != bsp.KindSolid {
		zs, ids = f.wet, f.wid
	}
	lo, hi := float32(s.min[2]), float32(s.max[2])
	f.rows(s, g, func(r, c0, c1 int, y float64) {
		row := r * f.w
		zrow, irow := zs[row+c0:row+c1+1], ids[row+c0:row+c1+1]
		base := s.b*y + s.c
		if s.a == 0 {
			z := min(max(float32(base), lo), hi)
			if z >= g.top {
				return
			}
			for k := range zrow {
				if z > zrow[k] {
					zrow[k], irow[k] = z, id
				}
			}
			return
		}
		for k := range zrow {
			x := (g.x0 + float64(c0+k) + 0.5) * g.step
			z := min(max(float32(s.a*x+base), lo), hi)
			if z > zrow[k] && z < g.top {
				zrow[k], irow[k] = z, id
			}
		}
	})
}

// span is where the line at y crosses the polygon.
func (s *surface) span(y float64) (xl, xr float64, ok bool) {
	xl, xr = math.Inf(1), math.Inf(-1)
	n := len(s.x)
	for i, j := 0, n-1; i < n; j, i = i, i+1 {
		ya, yb := s.y[j], s.y[i]
		if (ya > y) == (yb > y) {
			continue
		}
		x := s.x[j] + (y-ya)/(yb-ya)*(s.x[i]-s.x[j])
		xl, xr = min(xl, x), max(xr, x)
	}
	return xl, xr, xl <= xr
}
