package plan

// Most of a plan is level floor with nothing higher or lower nearby: no shadow falls there, no edge is drawn, and all
// has one colour. Squares of samples for which this is certain are found first, to save looking at each sample.

// evenSide is the side of a square in samples: some whole pixels.
const evenSide = 4 * samples

// even is the squares of a field.
type even struct {
	cols, rows int
	squares    []square
}

// square summarises a square of samples.
type square struct {
	low, high float32 // of all floor; low is nothing if there is a hole
	rise      float32 // how much higher floor may seem at a line's width, due to its slope
	light     float32 // of the floor
	mixed     bool    // there is also floor of other light
	wet       bool    // there is liquid
	lit       bool    // no shadow falls here
	plain     bool    // no line is drawn here
	uniform   bool    // all has one colour
	colour    [3]uint8
}

// empty reports whether nothing is visible in the square.
func (q *square) empty() bool { return q.high <= nothing && !q.wet }

// slack is the largest error that rounding causes in the difference between two heights.
const slack = 1.0 / 64

// find finds the even squares of a field.
func (e *even) find(sh *painter, f *field, g *grid) {
	e.cols, e.rows = (f.w+evenSide-1)/evenSide, (f.h+evenSide-1)/evenSide
	if n := e.cols * e.rows; cap(e.squares) < n {
		e.squares = make([]square, n)
	} else {
		e.squares = e.squares[:n]
	}
	for i := range e.squares {
		e.squares[i] = square{low: -nothing, high: nothing, light: -1}
	}
	e.measure(sh, f, float32(g.step)*float32(sh.edge))
	shadow, edge := (shadowSteps*sh.shadowGap+evenSide-1)/evenSide, (sh.edge+evenSide-1)/evenSide
	for r := range e.rows {
		for c := range e.cols {
			q := &e.squares[r*e.cols+c]
			if q.low <= nothing || q.high <= nothing {
				continue
			}
			q.lit = e.highest(c-shadow, r-shadow, c, r)-q.low <= smallestStep-slack
			q.plain = q.high+q.rise-e.lowest(c-edge, r-edge, c+edge, r+edge) <= smallestStep-slack
			q.uniform = q.lit && q.plain && q.low == q.high && !q.mixed && !q.wet && sh.style == ByHeight &&
				q.low >= sh.dim && q.low < sh.top
			if q.uniform {
				c := sh.shade(q.light, q.low)
				q.colour = [3]uint8{uint8(c[0] + 0.5), uint8(c[1] + 0.5), uint8(c[2] + 0.5)}
			}
		}
	}
}

// measure summarises the contents of each square. reach is the width of a line in units.
func (e *even) measure(sh *painter, f *field, reach float32) {
	for r := range f.h {
		squares := e.squares[r/evenSide*e.cols:][:e.cols]
		for c := range squares {
			q, from := &squares[c], r*f.w+c*evenSide
			to := min(from+evenSide, (r+1)*f.w)
			ids, zs := f.id[from:to], f.z[from:to]
			id, z := int32(-2), float32(0)
			for k, i := range ids {
				if i == id && zs[k] == z {
					continue
				}
				id, z = i, zs[k]
				q.low, q.high = min(q.low, z), max(q.high, z)
				if id >= 0 {
					q.rise = max(q.rise, sh.slope[id]*reach)
					q.mixed = q.mixed || q.light >= 0 && q.light != sh.light[id]
					q.light = sh.light[id]
				}
			}
			if f.liquid {
				for at := from; at < to && !q.wet; at++ {
					q.wet = f.wid[at] >= 0
				}
			}
		}
	}
}

// highest returns the greatest height in a range of squares, ends included.
func (e *even) highest(c0, r0, c1, r1 int) float32 {
	z := nothing
	for r := max(r0, 0); r <= r1; r++ {
		row := e.squares[r*e.cols:][:e.cols]
		for c := max(c0, 0); c <= c1; c++ {
			z = max(z, row[c].high)
		}
	}
	return z
}

// lowest returns the least height in a range of squares, ends included.
func (e *even) lowest(c0, r0, c1, r1 int) float32 {
	z := -nothing
	for r := max(r0, 0); r <= min(r1, e.rows-1); r++ {
		row := e.squares[r*e.cols:][:e.cols]
		for c := max(c0, 0); c <= min(c1, e.cols-1); c++ {
			z = min(z, row[c].low)
		}
	}
	return z
}
