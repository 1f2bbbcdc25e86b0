package draw

import "math"

// path is the outline of a shape, in device pixels.
type path struct {
	points  []vec
	normals []vec // of the points, set by edgeNormals
}

// arc appends an arc, with enough points that its corners do not show.
func (p *path) arc(x, y, r, from, to float32) {
	n := int(math.Ceil(math.Abs(float64(to-from)) * math.Sqrt(float64(max(r, 1))) * 0.8))
	n = min(max(n, 2), 96)
	for i := range n + 1 {
		s, co := sincos(from + (to-from)*float32(i)/float32(n))
		p.points = append(p.points, vec{x + co*r, y + s*r})
	}
}

func (p *path) load(pts []Point, scale float32) {
	p.points = p.points[:0]
	for _, at := range pts {
		v := vec{at.X * scale, at.Y * scale}
		if n := len(p.points); n > 0 && near(p.points[n-1], v) {
			continue
		}
		p.points = append(p.points, v)
	}
}

func near(a, b vec) bool {
	dx, dy := a.x-b.x, a.y-b.y
	return dx*dx+dy*dy < 0.01
}

// edgeNormals computes, for each point of the path, the outward vector (for paths that run clockwise on the screen)
// that moves both edges there by one pixel.
func (p *path) edgeNormals(closed bool) {
	at := p.points
	n := len(at)
	p.normals = p.normals[:0]
	dir := func(a, b vec) vec {
		dx, dy := b.x-a.x, b.y-a.y
		l := float32(math.Sqrt(float64(dx*dx + dy*dy)))
		if l == 0 {
			return vec{}
		}
		return vec{dy / l, -dx / l}
	}
	for i := range at {
		var a, b vec
		switch {
		case closed || i > 0 && i < n-1:
			a, b = dir(at[(i+n-1)%n], at[i]), dir(at[i], at[(i+1)%n])
		case i == 0:
			a = dir(at[0], at[1])
			b = a
		default:
			a = dir(at[n-2], at[n-1])
			b = a
		}
		m := vec{(a.x + b.x) / 2, (a.y + b.y) / 2}
		d := m.x*m.x + m.y*m.y
		// Sharp corners would reach far out, so their tip is cut at four times the width.
		d = max(d, 0.0625)
		m.x, m.y = m.x/d, m.y/d
		p.normals = append(p.normals, m)
	}
}

func (p *path) clockwise() bool {
	var area float32
	n := len(p.points)
	for i, a := range p.points {
		b := p.points[(i+1)%n]
		area += a.x*b.y - b.x*a.y
	}
	return area >= 0
}

// fillConvex fills the path, which must be convex around x, y, with a smooth edge: a triangle for each side, whose
// inner corner is as far from the edge on the ramp as on the screen.
func (p *path) fillConvex(c *Canvas, x, y float32, col Color) {
	n := len(p.points)
	if n < 3 || col.A == 0 {
		return
	}
	p.edgeNormals(true)
	side := float32(0.5)
	if !p.clockwise() {
		side = -0.5
	}
	most := float32(0)
	for _, at := range p.points {
		most = max(most, (at.x-x)*(at.x-x)+(at.y-y)*(at.y-y))
	}
	rim, perPixel, v := c.ramps.edge(c, float32(math.Sqrt(float64(most)))+1)
	base := uint32(len(c.vertices))
	for i, at := range p.points {
		m := p.normals[i]
		c.vertexAt(at.x+m.x*side, at.y+m.y*side, rim, v, col)
	}
	for i := range n {
		a, b := base+uint32(i), base+uint32((i+1)%n)
		from, to := c.vertices[a], c.vertices[b]
		dx, dy := to.DstX-from.DstX, to.DstY-from.DstY
		length := float32(math.Sqrt(float64(dx*dx + dy*dy)))
		if length == 0 {
			continue
		}
		depth := float32(math.Abs(float64((x-from.DstX)*dy-(y-from.DstY)*dx))) / length
		c.indices = append(c.indices, c.vertexAt(x, y, rim+depth*perPixel, v, col), a, b)
	}
}
