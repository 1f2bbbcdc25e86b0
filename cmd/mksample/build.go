package main

import (
	"fmt"
	"math"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
)

// chart is the map under construction. The brushes of model 0 are the world's; the brushes of every other model belong
// to an entity.
type chart struct {
	rooms []bsptest.Room
	bsptest.Map
}

const (
	contentsWater   = 32
	contentsTrigger = 0x40000000
	trigger         = "textures/common/trigger"
)

// surfaceFlags are the flags that the compiler would have found in the shaders' scripts.
var surfaceFlags = map[string]int{trigger: 0x80 | 0x4000, water.Top: 0x4000, stone.Under: 0x4 | 0x10}

// paint names the shaders of a brush.
type paint struct{ Top, Wall, Under string }

type pt = bsptest.Pt

// prism returns the brush over a convex polygon from z0 to z1.
func prism(poly []pt, z0, z1 float64, p paint) bsptest.Brush {
	return bsptest.Prism(poly, z0, z1, bsptest.Paint(p))
}

func rect(x0, y0, x1, y1 float64) []pt {
	return []pt{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// octagon returns an upright octagon around a place. half is half its width, side half the length of its axial sides.
func octagon(cx, cy, half, side float64) []pt {
	// rounds products: no machine may fuse them
	cx, cy, half, side = float64(cx), float64(cy), float64(half), float64(side)
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
	c.rooms = append(c.rooms, bsptest.Room{Poly: poly, Floor: floor, Ceil: ceil, Look: bsptest.Paint(look)})
}

// block adds a solid in a room, from z0 to its top.
func (c *chart) block(poly []pt, z0, z1 float64, look paint) {
	c.add(prism(poly, z0, z1, look))
}

// deck adds a floor that hangs in the air, with its top at z.
func (c *chart) deck(poly []pt, z float64, look paint) { c.block(poly, z-slab, z, look) }

// ramp adds a solid from z0 whose top rises evenly from the place from, at height low, to the place to, at height high.
func (c *chart) ramp(poly []pt, z0 float64, from, to pt, low, high float64, look paint) {
	run := from.To(to)
	fall, length := low-high, run.Len()
	slope := math.Sqrt(float64(fall*fall) + float64(length*length))
	n := [3]float64{run[0] / length * fall / slope, run[1] / length * fall / slope, length / slope}
	d := float64(n[0]*from[0]) + float64(n[1]*from[1]) + float64(n[2]*low)
	c.add(bsptest.Slope(poly, z0, n, d, bsptest.Paint(look)))
}

// stairs adds n solids from z0, each a strip of the parallelogram that starts at the edge a-b and extends in the
// direction run. The first has the height first, and each next one is higher by rise.
func (c *chart) stairs(a, b, run pt, n int, z0, first, rise float64, look paint) {
	for i := range n {
		s, e := float64(i)/float64(n), float64(i+1)/float64(n)
		poly := []pt{a.Along(run, s), b.Along(run, s), b.Along(run, e), a.Along(run, e)}
		c.block(poly, z0, first+float64(float64(i)*rise), look)
	}
}

// entity adds an entity with alternating keys and values.
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

// close adds the floor and ceiling of every room, and its walls where no other room adjoins.
func (c *chart) close() { c.Brushes[0] = append(c.Brushes[0], bsptest.Enclose(c.rooms)...) }
