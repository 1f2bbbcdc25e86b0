package main

import (
	"fmt"
	"math"
	"slices"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
)

// room is a convex prism of air. Rooms that share a part of an edge open into
// each other there, as far as their heights overlap; everywhere else walls
// close them.
type room struct {
	poly        []pt // convex, counter-clockwise
	floor, ceil float64
	look        paint // top paints the floor, wall the walls, under the ceiling
}

// chart is the map under construction. Brushes of model 0 are the world's, those
// of the others belong to one entity each.
type chart struct {
	rooms []room
	bsptest.Map
}

const (
	contentsWater   = 32
	contentsTrigger = 0x40000000
	trigger         = "textures/common/trigger"
)

// surfaceFlags are those that the compiler would have found in the shaders' scripts.
var surfaceFlags = map[string]int{trigger: 0x80 | 0x4000, water.Top: 0x4000, stone.Under: 0x4 | 0x10}

// paint names the shaders of a brush.
type paint struct{ Top, Wall, Under string }

type pt = bsptest.Pt

// prism is the brush over a convex polygon from z0 to z1.
func prism(poly []pt, z0, z1 float64, p paint) bsptest.Brush {
	return bsptest.Prism(poly, z0, z1, bsptest.Paint(p))
}

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

const (
	slab = 16 // thickness of floors, ceilings and walls
	step = 16 // height of a stair
)

func newChart(title string) *chart {
	return &chart{Map: bsptest.Map{
		Format: bsp.Quake3, Brushes: make([][]bsptest.Brush, 1), SurfaceFlags: surfaceFlags,
		Entities: []bsp.Entity{{"classname": "worldspawn", "message": title}},
	}}
}

func (c *chart) add(b bsptest.Brush) *bsptest.Brush {
	c.Brushes[0] = append(c.Brushes[0], b)
	return &c.Brushes[0][len(c.Brushes[0])-1]
}

func (c *chart) room(floor, ceil float64, look paint, poly []pt) {
	c.rooms = append(c.rooms, room{poly, floor, ceil, look})
}

// block is a solid in a room, from z0 to its top.
func (c *chart) block(poly []pt, z0, z1 float64, look paint) {
	c.add(prism(poly, z0, z1, look))
}

// deck is a floor that hangs in the air, its top at z.
func (c *chart) deck(poly []pt, z float64, look paint) { c.block(poly, z-slab, z, look) }

// ramp is a solid from z0 whose top rises evenly from the place "from" at
// height low to the place "to" at height high.
func (c *chart) ramp(poly []pt, z0 float64, from, to pt, low, high float64, look paint) {
	run := vec{to[0] - from[0], to[1] - from[1], 0}
	n := run.unit().mul(low - high).up(run.len()).unit()
	c.add(bsptest.Slope(poly, z0, n, n.dot(vec{from[0], from[1], low}), bsptest.Paint(look)))
}

// stairs are n solids from z0, each a strip of the parallelogram that starts at the
// edge a-b and goes in the direction run; the first has the height first, each
// next one rise more.
func (c *chart) stairs(a, b, run pt, n int, z0, first, rise float64, look paint) {
	for i := range n {
		s, e := float64(i)/float64(n), float64(i+1)/float64(n)
		poly := []pt{a.Along(run, s), b.Along(run, s), b.Along(run, e), a.Along(run, e)}
		c.block(poly, z0, first+float64(float64(i)*rise), look)
	}
}

// entity adds an entity; keys and values follow each other.
func (c *chart) entity(keys ...string) {
	e := bsp.Entity{}
	for i := 0; i < len(keys); i += 2 {
		e[keys[i]] = keys[i+1]
	}
	c.Entities = append(c.Entities, e)
}

// place adds a point entity.
func (c *chart) place(class string, x, y, z float64, keys ...string) {
	c.entity(append(keys, "classname", class, "origin", fmt.Sprint(x, y, z))...)
}

// mover adds an entity that is made of a brush.
func (c *chart) mover(class string, b bsptest.Brush, keys ...string) {
	c.entity(append(keys, "classname", class, "model", fmt.Sprintf("*%d", len(c.Brushes)))...)
	c.Brushes = append(c.Brushes, []bsptest.Brush{b})
}

// area adds an entity that is a trigger.
func (c *chart) area(class string, poly []pt, z0, z1 float64, keys ...string) {
	b := prism(poly, z0, z1, paint{})
	b.Contents, b.Texture = contentsTrigger, trigger
	c.mover(class, b, keys...)
}

// close gives every room its floor, its ceiling and the walls that its
// neighbours leave.
func (c *chart) close() {
	for i := range c.rooms {
		r := &c.rooms[i]
		c.add(prism(r.poly, r.floor-slab, r.floor, paint{Top: r.look.Top}))
		c.add(prism(r.poly, r.ceil, r.ceil+slab, paint{Under: r.look.Under}))
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
	length := a.To(b).Len()
	dir := pt{a.To(b)[0] / length, a.To(b)[1] / length}
	n := len(r.poly)
	before, after := r.poly[(k+n-1)%n].To(a), r.poly[(k+2)%n].To(b)
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
			p, q := a.Along(dir, from), a.Along(dir, to)
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
			in := vec{-dir[1], dir[0], 0}
			w.Paint(in, in.dot(vec{a[0], a[1], 0}), r.look.Wall)
			c.add(w)
		}
	}
}

// outer is the outer corner of a wall's end at p, the wall's inner face going along
// dir. The end follows the neighbouring edge, so that it stands neither in this
// room nor in the next.
func outer(p, dir, edge pt) pt {
	l := edge.Len()
	e := pt{edge[0] / l, edge[1] / l}
	depth := e.Cross(dir)
	if depth < 0.3 {
		return p.Along(pt{dir[1], -dir[0]}, slab)
	}
	return p.Along(e, slab/depth)
}

// openings are the stretches of the edge from a along dir that other rooms share.
func (c *chart) openings(i int, a, dir pt, length float64) []opening {
	var out []opening
	along := func(p pt) float64 { return float64((p[0]-a[0])*dir[0]) + float64((p[1]-a[1])*dir[1]) }
	off := func(p pt) float64 { return math.Abs(a.To(p).Cross(dir)) }
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
				out = append(out, opening{from, to, s.floor, s.ceil, q.To(after), p.To(before)})
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
