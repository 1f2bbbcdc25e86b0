package main

import (
	"fmt"
	"math"
	"slices"
)

// room is a convex prism of air. Rooms that share a part of an edge open into
// each other there, as far as their heights overlap; everywhere else walls
// close them.
type room struct {
	poly        []pt // convex, counter-clockwise
	floor, ceil float64
	look        paint // top paints the floor, wall the walls, under the ceiling
}

// entity is a block of the map's entity text: keys and values in order.
type entity struct {
	keys  [][2]string
	model int // number of its brush model, 0 for none
}

func (e *entity) get(key string) string {
	for _, kv := range e.keys {
		if kv[0] == key {
			return kv[1]
		}
	}
	return ""
}

// chart is the map under construction: rooms, brushes, entities. Model 0 are the
// brushes of the world, the others belong to one entity each.
type chart struct {
	rooms    []room
	models   [][]*brush
	patches  []patch
	entities []*entity
}

// patch is a curved surface of 3 by 3 control points.
type patch struct {
	points [9]vec
	shader string
}

const (
	slab = 16 // thickness of floors, ceilings and walls
	step = 16 // height of a stair
)

func newChart(title string) *chart {
	return &chart{
		models:   make([][]*brush, 1),
		entities: []*entity{{keys: [][2]string{{"classname", "worldspawn"}, {"message", title}}}},
	}
}

func (c *chart) add(b *brush) *brush {
	c.models[0] = append(c.models[0], b)
	return b
}

func (c *chart) room(floor, ceil float64, look paint, poly []pt) {
	c.rooms = append(c.rooms, room{poly, floor, ceil, look})
}

// block is a solid in a room, from z0 to its top.
func (c *chart) block(poly []pt, z0, z1 float64, look paint) *brush {
	return c.add(prism(poly, z0, z1, look))
}

// deck is a floor that hangs in the air, its top at z.
func (c *chart) deck(poly []pt, z float64, look paint) { c.block(poly, z-slab, z, look) }

// ramp is a solid from z0 whose top rises evenly from the place "from" at
// height low to the place "to" at height high.
func (c *chart) ramp(poly []pt, z0 float64, from, to pt, low, high float64, look paint) {
	run := vec{to.x - from.x, to.y - from.y, 0}
	n := run.unit().mul(low - high).add(vec{0, 0, run.len()}).unit()
	d := n.dot(vec{from.x, from.y, low})
	c.add(slope(poly, z0, plane{n, d}, look))
}

// stairs are n solids from z0, each a strip of the parallelogram that starts at the
// edge a-b and goes in the direction run; the first has the height first, each
// next one rise more.
func (c *chart) stairs(a, b, run pt, n int, z0, first, rise float64, look paint) {
	for i := range n {
		s, e := float64(i)/float64(n), float64(i+1)/float64(n)
		poly := []pt{
			a.along(run, s), b.along(run, s), b.along(run, e), a.along(run, e),
		}
		if area(poly) < 0 {
			slices.Reverse(poly)
		}
		c.block(poly, z0, first+float64(float64(i)*rise), look)
	}
}

func area(poly []pt) float64 {
	sum := 0.0
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		sum += float64(a.x*b.y) - float64(b.x*a.y)
	}
	return sum / 2
}

// place adds a point entity.
func (c *chart) place(class string, x, y, z float64, keys ...string) *entity {
	e := &entity{keys: [][2]string{{"classname", class}, {"origin", fmt.Sprintf("%g %g %g", x, y, z)}}}
	for i := 0; i+1 < len(keys); i += 2 {
		e.keys = append(e.keys, [2]string{keys[i], keys[i+1]})
	}
	c.entities = append(c.entities, e)
	return e
}

// mover adds an entity that is made of a brush, and returns its model's number.
func (c *chart) mover(class string, b *brush, keys ...string) int {
	c.models = append(c.models, []*brush{b})
	e := &entity{model: len(c.models) - 1}
	e.keys = [][2]string{{"classname", class}, {"model", fmt.Sprintf("*%d", e.model)}}
	for i := 0; i+1 < len(keys); i += 2 {
		e.keys = append(e.keys, [2]string{keys[i], keys[i+1]})
	}
	c.entities = append(c.entities, e)
	return e.model
}

// close gives every room its floor, its ceiling and the walls that its
// neighbours leave.
func (c *chart) close() {
	for i := range c.rooms {
		r := &c.rooms[i]
		c.add(prism(r.poly, r.floor-slab, r.floor, paint{top: r.look.top}))
		c.add(prism(r.poly, r.ceil, r.ceil+slab, paint{under: r.look.under}))
		for k := range r.poly {
			c.wall(i, k)
		}
	}
}

// opening is a stretch of an edge behind which there is another room's air.
type opening struct {
	from, to, floor, ceil float64
	// along the other room's edges that start at both ends, outward from this room
	fromEdge, toEdge pt
}

// wall closes edge k of room i where no other room opens into it.
func (c *chart) wall(i, k int) {
	r := &c.rooms[i]
	a, b := r.poly[k], r.poly[(k+1)%len(r.poly)]
	length := b.along(a, -1).len()
	dir := pt{(b.x - a.x) / length, (b.y - a.y) / length}
	n := len(r.poly)
	prev, next := r.poly[(k+n-1)%n], r.poly[(k+2)%n]
	before, after := pt{a.x - prev.x, a.y - prev.y}, pt{b.x - next.x, b.y - next.y}
	open := c.openings(i, a, dir, length)
	marks := []float64{0, length}
	for _, o := range open {
		marks = append(marks, o.from, o.to)
	}
	slices.Sort(marks)
	for m := 0; m+1 < len(marks); m++ {
		from, to := marks[m], marks[m+1]
		if to-from < 0.5 {
			continue
		}
		for _, z := range closed(open, (from+to)/2, r.floor, r.ceil) {
			p, q := a.along(dir, from), a.along(dir, to)
			po, qo := outer(p, dir, before), outer(q, dir, after)
			for _, o := range open {
				if math.Abs(o.to-from) < 0.1 {
					po = outer(p, dir, o.toEdge)
				}
				if math.Abs(o.from-to) < 0.1 {
					qo = outer(q, dir, o.fromEdge)
				}
			}
			w := prism([]pt{p, po, qo, q}, z[0], z[1], paint{})
			n := vec{-dir.y, dir.x, 0}
			w.put(plane{n, float64(n[0]*a.x) + float64(n[1]*a.y)}, r.look.wall)
			c.add(w)
		}
	}
}

// outer is the outer corner of a wall's end at p, the wall's inner face going along
// dir. The end follows the neighbouring edge, so that it stands neither in this
// room nor in the next.
func outer(p, dir, edge pt) pt {
	l := edge.len()
	e := pt{edge.x / l, edge.y / l}
	depth := float64(e.x*dir.y) - float64(e.y*dir.x)
	if depth < 0.3 {
		return p.along(pt{dir.y, -dir.x}, slab)
	}
	return p.along(e, slab/depth)
}

// openings are the stretches of the edge from a along dir that other rooms share.
func (c *chart) openings(i int, a, dir pt, length float64) []opening {
	var out []opening
	along := func(p pt) float64 { return float64((p.x-a.x)*dir.x) + float64((p.y-a.y)*dir.y) }
	off := func(p pt) float64 { return math.Abs(float64((p.x-a.x)*dir.y) - float64((p.y-a.y)*dir.x)) }
	for j := range c.rooms {
		s := &c.rooms[j]
		if j == i || s.ceil <= c.rooms[i].floor || s.floor >= c.rooms[i].ceil {
			continue
		}
		for k, p := range s.poly {
			q := s.poly[(k+1)%len(s.poly)]
			from, to := along(q), along(p)
			if off(p) > 0.1 || off(q) > 0.1 || to-from < 0.5 {
				continue
			}
			m := len(s.poly)
			after, before := s.poly[(k+2)%m], s.poly[(k+m-1)%m]
			from, to = math.Max(from, 0), math.Min(to, length)
			if to-from > 0.5 {
				out = append(out, opening{from, to, s.floor, s.ceil,
					pt{after.x - q.x, after.y - q.y}, pt{before.x - p.x, before.y - p.y}})
			}
		}
	}
	return out
}

// closed are the height ranges of low..high that no opening at a place of the edge frees.
func closed(open []opening, at, low, high float64) [][2]float64 {
	ranges := [][2]float64{{low, high}}
	for _, o := range open {
		if at < o.from || at > o.to {
			continue
		}
		var rest [][2]float64
		for _, r := range ranges {
			if lo := math.Min(r[1], o.floor); lo > r[0] {
				rest = append(rest, [2]float64{r[0], lo})
			}
			if hi := math.Max(r[0], o.ceil); hi < r[1] {
				rest = append(rest, [2]float64{hi, r[1]})
			}
		}
		ranges = rest
	}
	return ranges
}
