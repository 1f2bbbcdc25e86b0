package plan

import (
	"testing"
)

// TestPatches checks that level ground is a few rectangles, which lie beside each other and leave nothing out.
func TestPatches(t *testing.T) {
	g := new(Grower)
	for i := range 21 { // a hall with a step in its middle, and a ramp that leads up from it
		at := float32(i) * 30
		walkTo(g, 1, ContactGround, [3]float32{0, at, 0}, [3]float32{300, at, 0})
		walkTo(g, 1, ContactGround, [3]float32{310, at, 12}, [3]float32{600, at, 12})
	}
	walkTo(g, 2, ContactGround, [3]float32{600, 300, 12}, [3]float32{1000, 300, 212})
	l := g.heightGrid(nil)
	l.close()
	l.smooth()
	l.smooth()
	squares := 0
	for at := range l.points {
		for k := range l.points[at] {
			if l.points[at][k].dist < edgeDistance {
				squares++
			}
		}
	}
	list := l.surfaces()
	if len(list) > squares*2/5 {
		t.Errorf("%d surfaces for %d squares", len(list), squares)
	}
	for r := range l.rows - 1 {
		for c := range l.cols - 1 {
			at, inside := r*l.cols+c, true
			for _, k := range []int{at, at + 1, at + l.cols, at + l.cols + 1} {
				inside = inside && len(l.points[k]) == 1 && l.points[k][0].dist < edgeDistance
			}
			x, y := l.place(c, r)
			n := 0
			for i := range list {
				// Neither in the middle nor on a diagonal, where triangles meet.
				if s := &list[i]; s.holds(float64(x)+7, float64(y)+5) {
					if n++; abs32(float32(s.height(float64(x)+7, float64(y)+5))-l.points[at][0].z) > 16 {
						t.Fatalf("at %v %v the floor is at %v, not near %v", x, y, s.height(float64(x)+7, float64(y)+5),
							l.points[at][0].z)
					}
				}
			}
			if n > 1 || inside && n != 1 {
				t.Fatalf("%d surfaces at %v %v", n, x, y)
			}
		}
	}
}
