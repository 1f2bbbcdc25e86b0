package plan

import (
	"image"
	"iter"
	"math"
	"sync"

	"fragscope/assets/bsp"
)

// An image is made of chunks; each is rasterised as two height fields (floors and liquids) with samples by samples per
// pixel and a margin as wide as a shadow is long. Samples are on one grid over the world, so that chunks fit together.
const (
	samples   = 2
	chunkSize = 256 // pixels to the east
	chunkRows = 64  // and to the south; the fields take 28 bytes a pixel
)

// field is the height fields of a chunk.
type field struct {
	w, h    int
	z, wet  []float32 // heights of floor and liquid
	id, wid []int32   // surface at the sample, -1 for none
	liquid  bool      // there are liquids; otherwise wet and wid are not set
	even    even
}

var fields = sync.Pool{New: func() any { return new(field) }}

func (f *field) reset(w, h int) {
	f.w, f.h = w, h
	n := w * h
	f.z, f.id, f.liquid = emptied(f.z, n, nothing), emptied(f.id, n, -1), false
}

// flood makes room for liquids.
func (f *field) flood() {
	f.wet, f.wid, f.liquid = emptied(f.wet, len(f.z), nothing), emptied(f.wid, len(f.z), -1), true
}

// emptied returns row resized to n samples of none.
func emptied[T float32 | int32](row []T, n int, none T) []T {
	if cap(row) < n {
		row = make([]T, n)
	}
	row = row[:n]
	for i := range row {
		row[i] = none
	}
	return row
}

// free reports whether there is neither floor nor liquid at a sample.
func (f *field) free(at int) bool { return f.id[at] < 0 && !f.floods(at) }

// floods reports whether there is liquid at a sample.
func (f *field) floods(at int) bool { return f.liquid && f.wid[at] >= 0 }

// nothing is the height where there is no floor.
const nothing = float32(-1e30)

// grid maps samples to the world: sample i of a row is at (x0+i+0.5)*step east.
type grid struct {
	x0, y0 float64 // of the first sample, in samples; y points south
	step   float64 // units between samples
	top    float32 // nothing above this height is drawn
}

// snap moves a position in pixels to the pixel grid if it is meant to be on it, so that rounding does not shift the
// samples of one tile against those of the next.
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
	sh := base.forView(v)
	left, top := snap(v.MinX*v.Scale), snap(-v.MaxY*v.Scale)
	f := fields.Get().(*field)
	defer fields.Put(f)
	b := dst.Bounds()
	for cy := b.Min.Y; cy < b.Max.Y; cy += chunkRows {
		for cx := b.Min.X; cx < b.Max.X; cx += chunkSize {
			r := image.Rect(cx, cy, min(cx+chunkSize, b.Max.X), min(cy+chunkRows, b.Max.Y))
			g := grid{x0: (left + float64(cx-b.Min.X)) * samples, y0: (top + float64(cy-b.Min.Y)) * samples,
				step: 1 / (v.Scale * samples), top: sh.top}
			g.x0 -= float64(sh.margin)
			g.y0 -= float64(sh.margin)
			w, h := r.Dx()*samples+2*sh.margin, r.Dy()*samples+2*sh.margin
			some := f.fill(base, g, w, h)
			if sh.faint && f.fillAbove(base, g, w, h, some) {
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

// fill rasterises surfaces; it returns false if none is inside.
func (f *field) fill(sh *shader, g grid, w, h int) bool {
	any, spares := false, false
	for i, s := range sh.seen(&g, w, h) {
		if float32(s.min[2]) >= g.top {
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
		f.draw(s, i, g)
	}
	if spares {
		f.fillSuppressed(sh, g)
	}
	return any
}

// fillSuppressed draws suppressed surfaces where there is nothing else: on their own first, then copied to free
// samples.
func (f *field) fillSuppressed(sh *shader, g grid) {
	under := fields.Get().(*field)
	defer fields.Put(under)
	under.reset(f.w, f.h)
	for i, s := range sh.seen(&g, f.w, f.h) {
		if s.suppressed && float32(s.min[2]) < g.top {
			under.draw(s, i, g)
		}
	}
	for at := range f.id {
		if f.free(at) {
			f.id[at], f.z[at] = under.id[at], under.z[at]
		}
	}
}

// seen yields the surfaces in the chunk and their numbers, in increasing order.
func (sh *shader) seen(g *grid, w, h int) iter.Seq2[int32, *surface] {
	x0, x1 := g.x0*g.step, (g.x0+float64(w))*g.step
	y0, y1 := -(g.y0+float64(h))*g.step, -g.y0*g.step
	return func(yield func(int32, *surface) bool) {
		for k := range sh.runs {
			if r := &sh.runs[k]; r.x1 < x0 || r.x0 > x1 || r.y1 < y0 || r.y0 > y1 {
				continue
			}
			for i := k * runLength; i < min((k+1)*runLength, len(sh.surfaces)); i++ {
				s := &sh.surfaces[i]
				if s.max[0] >= x0 && s.min[0] <= x1 && s.max[1] >= y0 && s.min[1] <= y1 && !yield(int32(i), s) {
					return
				}
			}
		}
	}
}

// runLength is the number of consecutive surfaces that share a box, so that most can be skipped: neighbours in the list
// are near each other on the map.
const runLength = 32

// runBox is the box around a run of surfaces on the ground.
type runBox struct{ x0, y0, x1, y1 float64 }

func runsOf(surfaces []surface) []runBox {
	runs := make([]runBox, (len(surfaces)+runLength-1)/runLength)
	for i := range surfaces {
		r, s := &runs[i/runLength], &surfaces[i]
		if i%runLength == 0 {
			*r = runBox{s.min[0], s.min[1], s.max[0], s.max[1]}
		}
		r.x0, r.y0 = min(r.x0, s.min[0]), min(r.y0, s.min[1])
		r.x1, r.y1 = max(r.x1, s.max[0]), max(r.y1, s.max[1])
	}
	return runs
}

// fillAbove draws the lowest floor above the chosen storey wherever there is no other floor. some reports whether the
// field contains anything yet. Until all of these floors are drawn, they have numbers below that of nothing, in the
// form ^number-1.
func (f *field) fillAbove(sh *shader, g grid, w, h int, some bool) bool {
	any := false
	for i, s := range sh.seen(&g, w, h) {
		if s.kind != bsp.KindSolid || s.suppressed || float32(s.max[2]) < g.top {
			continue
		}
		if !any && !some {
			f.reset(w, h)
		}
		any = true
		f.rows(s, g, func(r, c0, c1 int, y float64) {
			for c := c0; c <= c1; c++ {
				at := r*w + c
				if !f.free(at) {
					continue
				}
				z := min(max(float32(s.a*(g.x0+float64(c)+0.5)*g.step+s.b*y+s.c), float32(s.min[2])), float32(s.max[2]))
				if z >= g.top && (f.id[at] == -1 || z < f.z[at]) {
					f.id[at], f.z[at] = ^i-1, z
				}
			}
		})
	}
	if any {
		for at, id := range f.id {
			if id < -1 {
				f.id[at] = ^(id + 1)
			}
		}
	}
	return any
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

// draw rasterises a convex polygon, row by row, keeping the highest.
func (f *field) draw(s *surface, id int32, g grid) {
	zs, ids := f.z, f.id
	if s.kind != bsp.KindSolid {
		if !f.liquid {
			f.flood()
		}
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

// span returns the two points at which the line at y crosses the polygon.
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
