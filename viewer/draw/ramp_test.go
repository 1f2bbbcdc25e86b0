package draw

import (
	"math"
	"testing"
)

// TestStripsHaveTheCoverageOfEdges checks that, across a line of any width and from the edge of a shape inwards, a
// strip has the coverage of pixels at that distance: none where the smooth edge begins, half on the edge itself, and
// all of it a pixel further in.
func TestStripsHaveTheCoverageOfEdges(t *testing.T) {
	near := func(what string, at float64, got uint8, want float64) {
		if math.Abs(float64(got)-255*min(max(want, 0), 1)) > 9 {
			t.Errorf("%s, %.2f pixels from the rim: %d, want %.0f", what, at, got, 255*min(max(want, 0), 1))
		}
	}
	for _, w := range []float64{1, 1.3, 2, 5.5, 14, 25} {
		list := ramp{rampStroke, int16(w * strokeSteps)}.coverage()
		for i := range 100 {
			at := (w + 1) * (float64(i) + 0.5) / 100
			near("line", at, list[int(at/(w+1)*float64(len(list)))], min(at, w+1-at))
		}
	}
	for _, texels := range []int16{rampFine, rampFine / 2} {
		list := ramp{rampEdge, texels}.coverage()
		for i := range list {
			at := (float64(i) + 0.5) / float64(texels)
			near("shape", at, list[i], at)
		}
	}
	glow := ramp{kind: rampGlow}.coverage()
	for i, want := range map[int]float64{0: 0, glowTexels / 2: 0.36, glowTexels * 3 / 4: 0.78, glowTexels - 1: 1} {
		near("glow", float64(i), glow[i], want)
	}
	c := New()
	c.atlas.start()
	for _, depth := range []float32{1, 20, 29, 31, 100, 5000} {
		if u, perPixel, _ := c.ramps.edge(c, depth); depth*perPixel > rampMost && perPixel > 1 || u < 0 ||
			u+rampMost > atlasStart {
			t.Errorf("a shape %v deep: %v texels a pixel from %v on", depth, perPixel, u)
		}
	}
}
