package draw

import "math"

// vec is a point in device pixels.
type vec struct{ x, y float32 }

// Point is a position in points.
type Point struct{ X, Y float32 }

func sincos(a float32) (s, c float32) {
	ds, dc := math.Sincos(float64(a))
	return float32(ds), float32(dc)
}

// Fill fills r. The edges of r are rounded to whole device pixels.
func (c *Canvas) Fill(r Rect, col Color) {
	x0, y0 := float32(c.round(r.X)), float32(c.round(r.Y))
	x1, y1 := float32(c.round(r.X+r.W)), float32(c.round(r.Y+r.H))
	if x1 <= x0 || y1 <= y0 || col.A == 0 {
		return
	}
	c.quad(c.vertex(x0, y0, col), c.vertex(x1, y0, col), c.vertex(x1, y1, col), c.vertex(x0, y1, col))
}

// RoundRect fills r, rounding its corners with the given radius. The edges of r are rounded to whole device pixels.
func (c *Canvas) RoundRect(r Rect, radius float32, col Color) {
	if col.A == 0 || !c.roundPath(r, radius, 0) {
		return
	}
	c.fillFan(0, col)
}

// RoundFrame draws an outline of the given width just inside r, rounding its corners with the given radius.
func (c *Canvas) RoundFrame(r Rect, radius, width float32, col Color) {
	w := max(width*c.scale, 1)
	if col.A == 0 || !c.roundPath(r, radius-width/2, w/2) {
		return
	}
	c.strokePath(w, col, col, true)
}

// roundPath makes the path of a rounded rectangle, inset device pixels inside r.
func (c *Canvas) roundPath(r Rect, radius, inset float32) bool {
	x0, y0 := float32(c.round(r.X))+inset, float32(c.round(r.Y))+inset
	x1, y1 := float32(c.round(r.X+r.W))-inset, float32(c.round(r.Y+r.H))-inset
	if x1 <= x0 || y1 <= y0 {
		return false
	}
	rad := min(max(radius*c.scale, 0), (x1-x0)/2, (y1-y0)/2)
	c.path.points = c.path.points[:0]
	if rad < 0.5 {
		c.path.points = append(c.path.points, vec{x0, y0}, vec{x1, y0}, vec{x1, y1}, vec{x0, y1})
		return true
	}
	c.path.arc(x0+rad, y0+rad, rad, math.Pi, 1.5*math.Pi)
	c.path.arc(x1-rad, y0+rad, rad, 1.5*math.Pi, 2*math.Pi)
	c.path.arc(x1-rad, y1-rad, rad, 0, 0.5*math.Pi)
	c.path.arc(x0+rad, y1-rad, rad, 0.5*math.Pi, math.Pi)
	return true
}

// Circle fills a circle of radius r centred at x, y.
func (c *Canvas) Circle(x, y, r float32, col Color) {
	if r <= 0 || col.A == 0 {
		return
	}
	c.path.points = c.path.points[:0]
	c.path.arc(x*c.scale, y*c.scale, r*c.scale, 0, 2*math.Pi)
	c.path.points = c.path.points[:len(c.path.points)-1]
	c.path.fillConvex(c, x*c.scale, y*c.scale, col)
}

// Ring draws the outline of a circle of radius r centred at x, y. The outline extends half its width to either side of
// the circle.
func (c *Canvas) Ring(x, y, r, width float32, col Color) {
	if r <= 0 || col.A == 0 {
		return
	}
	c.path.points = c.path.points[:0]
	c.path.arc(x*c.scale, y*c.scale, r*c.scale, 0, 2*math.Pi)
	c.path.points = c.path.points[:len(c.path.points)-1]
	c.strokePath(width*c.scale, col, col, true)
}

// Arc draws an arc of the circle of radius r centred at x, y. from and to are the angles at which the arc starts and
// ends; width is the width of the line.
func (c *Canvas) Arc(x, y, r, width, from, to float32, col Color) {
	if r <= 0 || col.A == 0 || from == to {
		return
	}
	c.path.points = c.path.points[:0]
	c.path.arc(x*c.scale, y*c.scale, r*c.scale, from, to)
	c.strokePath(width*c.scale, col, col, false)
}

// Wedge fills a sector of the circle of radius r centred at x, y. from and to are the angles at which the sector starts
// and ends. The sector's colour changes gradually from inner at the centre to outer at the rim.
func (c *Canvas) Wedge(x, y, r, from, to float32, inner, outer Color) {
	if r <= 0 {
		return
	}
	c.path.points = c.path.points[:0]
	c.path.arc(x*c.scale, y*c.scale, r*c.scale, from, to)
	mid := c.vertex(x*c.scale, y*c.scale, inner)
	last := mid
	for i, p := range c.path.points {
		v := c.vertex(p.x, p.y, outer)
		if i > 0 {
			c.indices = append(c.indices, mid, last, v)
		}
		last = v
	}
}

// Fan fills the area between the point x, y and the polyline through the points in rim. The colour changes gradually
// from inner at x, y to outer[i] at rim[i].
func (c *Canvas) Fan(x, y float32, inner Color, rim []Point, outer []Color) {
	mid := c.vertex(x*c.scale, y*c.scale, inner)
	last := mid
	for i, p := range rim {
		v := c.vertex(p.X*c.scale, p.Y*c.scale, outer[i])
		if i > 0 {
			c.indices = append(c.indices, mid, last, v)
		}
		last = v
	}
}

// Line draws a straight line with flat ends from x0, y0 to x1, y1.
func (c *Canvas) Line(x0, y0, x1, y1, width float32, col Color) {
	c.LineFade(x0, y0, x1, y1, width, col, col)
}

// LineFade draws a straight line from x0, y0 to x1, y1. The colour of the line changes gradually from the first of the
// given colours to the second.
func (c *Canvas) LineFade(x0, y0, x1, y1, width float32, from, to Color) {
	s := c.scale
	c.path.points = append(c.path.points[:0], vec{x0 * s, y0 * s}, vec{x1 * s, y1 * s})
	c.strokePath(width*s, from, to, false)
}

// Path draws a line through pts. The colour of the line changes gradually from the first of the given colours to the
// second.
func (c *Canvas) Path(pts []Point, width float32, from, to Color) {
	c.path.load(pts, c.scale)
	c.strokePath(width*c.scale, from, to, false)
}

// Dashed draws a dashed line from x0, y0 to x1, y1. The lengths of the dashes and of the gaps are given by on and off.
func (c *Canvas) Dashed(x0, y0, x1, y1, width, on, off float32, col Color) {
	dx, dy := x1-x0, y1-y0
	l := float32(math.Hypot(float64(dx), float64(dy)))
	if l <= 0 || on <= 0 || on+off <= 0 || l/(on+off) > 4096 {
		return
	}
	dx, dy = dx/l, dy/l
	for d := float32(0); d < l; d += on + off {
		e := min(d+on, l)
		c.Line(x0+dx*d, y0+dy*d, x0+dx*e, y0+dy*e, width, col)
	}
}

// DashedRing draws a circle of radius r, made up of n dashes, centred at x, y.
func (c *Canvas) DashedRing(x, y, r, width float32, n int, col Color) {
	step := 2 * math.Pi / float32(max(n, 1))
	for i := range n {
		a := float32(i) * step
		c.Arc(x, y, r, width, a, a+step*0.55, col)
	}
}

// Glow draws a soft spot centred at x, y that fades to nothing at radius r.
func (c *Canvas) Glow(x, y, r float32, col Color) {
	if r <= 0 || col.A == 0 {
		return
	}
	// A fan along a strip with the fall-off is smooth at any size, and does not waste the corners of a square
	// sprite.
	const n = 20
	s := c.ramps.of(c, ramp{kind: rampGlow})
	rim, middle, v := float32(s.x), float32(s.x+s.w)-0.5, float32(s.y)+0.5
	px, py, pr := x*c.scale, y*c.scale, r*c.scale
	mid := c.vertexAt(px, py, middle, v, col)
	for i := range uint32(n) {
		sn, co := sincos(2 * math.Pi * float32(i) / n)
		c.vertexAt(px+co*pr, py+sn*pr, rim, v, col)
		c.indices = append(c.indices, mid, mid+1+i, mid+1+(i+1)%n)
	}
}

// Marker draws a player's marker: the shape s, of radius r, centred at x, y and rotated by angle. The marker is filled
// with the colour fill. Its outline has the colour edge and the given width.
func (c *Canvas) Marker(s Shape, x, y, r, angle float32, fill, edge Color, width float32) {
	pts := &markerShapes[min(s, ShapeCount-1)]
	sn, co := sincos(angle)
	k := r * c.scale
	px, py := x*c.scale, y*c.scale
	c.path.points = c.path.points[:0]
	for _, p := range pts.points {
		c.path.points = append(c.path.points, vec{px + (p.X*co-p.Y*sn)*k, py + (p.X*sn+p.Y*co)*k})
	}
	if edge.A > 0 && width > 0 {
		c.strokePath(2*width*c.scale, edge, edge, true)
		c.path.points = c.path.points[:0]
		for _, p := range pts.points {
			c.path.points = append(c.path.points, vec{px + (p.X*co-p.Y*sn)*k, py + (p.X*sn+p.Y*co)*k})
		}
	}
	if fill.A == 0 {
		return
	}
	if pts.notch == 0 {
		c.path.fillConvex(c, px, py, fill)
		return
	}
	// A notched shape consists of two convex halves. Only their outer edges may fade out.
	c.fillFan(pts.notch, fill)
}

type markerShape struct {
	points []Point
	notch  int // index of the one point where the outline turns inwards; 0 for convex shapes
}

var markerShapes = [ShapeCount]markerShape{
	ShapeDart:  {[]Point{{1.2, 0}, {-0.85, 0.82}, {-0.4, 0}, {-0.85, -0.82}}, 2},
	ShapeDrop:  {dropShape(), 0},
	ShapeKite:  {[]Point{{1.35, 0}, {-0.3, 0.8}, {-0.85, 0}, {-0.3, -0.8}}, 0},
	ShapeHouse: {[]Point{{1.3, 0}, {0.05, 0.76}, {-0.75, 0.76}, {-0.75, -0.76}, {0.05, -0.76}}, 0},
	ShapeWedge: {[]Point{{1.2, 0}, {-0.72, 0.8}, {-0.72, -0.8}}, 0},
	ShapeFork:  {[]Point{{1.25, 0}, {-0.95, 0.9}, {0.1, 0}, {-0.95, -0.9}}, 2},
}

// dropShape returns a circle with tangents that meet in a point in front of it.
func dropShape() []Point {
	const radius, middle, tip, steps = 0.74, -0.12, 1.35, 26
	open := math.Acos(radius / (tip - middle)) // half of the arc that faces the point
	pts := []Point{{tip, 0}}
	for i := range steps + 1 {
		s, c := math.Sincos(open + (2*math.Pi-2*open)*float64(i)/steps)
		pts = append(pts, Point{float32(middle + radius*c), float32(radius * s)})
	}
	return pts
}

// fillFan fills the path as a fan around one of its points, with a smooth edge.
func (c *Canvas) fillFan(hub int, col Color) {
	n := len(c.path.points)
	if n < 3 || col.A == 0 {
		return
	}
	c.path.edgeNormals(true)
	side := float32(0.5)
	if !c.path.clockwise() {
		side = -0.5
	}
	out := col
	out.A = 0
	base := uint32(len(c.vertices))
	for i, p := range c.path.points {
		m := c.path.normals[i]
		c.vertex(p.x-m.x*side, p.y-m.y*side, col)
		c.vertex(p.x+m.x*side, p.y+m.y*side, out)
	}
	for i := 1; i < n-1; i++ {
		a, b := (hub+i)%n, (hub+i+1)%n
		c.indices = append(c.indices, base+2*uint32(hub), base+2*uint32(a), base+2*uint32(b))
	}
	for i := range n {
		a, b := base+2*uint32(i), base+2*uint32((i+1)%n)
		c.quad(a, b, b+1, a+1)
	}
}

// strokePath draws the path as a line of width w, in device pixels, with smooth edges. A line thinner than a pixel
// is drawn one pixel wide and fainter.
func (c *Canvas) strokePath(w float32, from, to Color, closed bool) {
	n := len(c.path.points)
	if n < 2 || (from.A == 0 && to.A == 0) {
		return
	}
	if w < 1 {
		from, to = from.Fade(w), to.Fade(w)
		w = 1
	}
	closed = closed && n > 2
	c.path.edgeNormals(closed)
	edge := (w + 1) / 2
	u0, u1, v := c.ramps.stroke(c, w)
	base := uint32(len(c.vertices))
	for i, p := range c.path.points {
		col := from
		if from != to {
			col = from.Mix(to, float32(i)/float32(n-1))
		}
		m := c.path.normals[i]
		c.vertexAt(p.x+m.x*edge, p.y+m.y*edge, u0, v, col)
		c.vertexAt(p.x-m.x*edge, p.y-m.y*edge, u1, v, col)
	}
	segments := n - 1
	if closed {
		segments = n
	}
	for i := range segments {
		a, b := base+2*uint32(i), base+2*uint32((i+1)%n)
		c.quad(a, b, b+1, a+1)
	}
}
