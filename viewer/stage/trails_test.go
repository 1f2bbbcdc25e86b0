package stage

import (
	"math"
	"testing"

	"fragscope/viewer/draw"
)

// TestTrailsKeepToThePath checks that the points omitted from a trail are not noticeable: its lines keep to the path,
// with few points where that is straight.
func TestTrailsKeepToThePath(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func(s float64) (x, y float64) // s points along the path
		most int                            // points of the trail for 300 points of the path
	}{
		{"straight", func(s float64) (x, y float64) { return s * 0.8, s * 0.6 }, 8},
		{"wide curve", func(s float64) (x, y float64) { return 200 * math.Cos(s/200), 200 * math.Sin(s/200) }, 40},
		{"narrow curve", func(s float64) (x, y float64) { return 15 * math.Cos(s/15), 15 * math.Sin(s/15) }, 160},
		{"corner", func(s float64) (x, y float64) { return min(s, 150), max(s-150, 0) }, 20},
	} {
		var path []draw.Point
		for s := 0.0; s <= 300; s += 7.5 {
			x, y := c.at(s)
			path = append(path, draw.Point{X: float32(x), Y: float32(y)})
		}
		trail := smooth(thin(append([]draw.Point(nil), path...)), nil)
		if trail[0] != path[0] || trail[len(trail)-1] != path[len(path)-1] {
			t.Errorf("%s: the trail ends elsewhere", c.name)
		}
		if len(trail) > c.most {
			t.Errorf("%s: %d points", c.name, len(trail))
		}
		worst := 0.0
		for s := 0.0; s <= 300; s++ {
			x, y := c.at(s)
			worst = max(worst, distance(trail, x, y))
		}
		if worst > 0.9 {
			t.Errorf("%s: the trail comes no nearer to a place of the path than %.2f points", c.name, worst)
		}
	}
}

// distance returns the distance of a point from a polyline.
func distance(line []draw.Point, x, y float64) float64 {
	best := math.MaxFloat64
	for i := range len(line) - 1 {
		ax, ay := float64(line[i].X), float64(line[i].Y)
		dx, dy := float64(line[i+1].X)-ax, float64(line[i+1].Y)-ay
		k := 0.0
		if l := dx*dx + dy*dy; l > 0 {
			k = min(max(((x-ax)*dx+(y-ay)*dy)/l, 0), 1)
		}
		best = min(best, math.Hypot(x-ax-k*dx, y-ay-k*dy))
	}
	return best
}
