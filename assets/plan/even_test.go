package plan

import (
	"bytes"
	"image"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
)

// TestEvenSquares checks that what is taken for even is painted as if each sample were looked at.
func TestEvenSquares(t *testing.T) {
	plans := map[string]*Plan{"house": planOf(t, house(bsp.Quake3)), "house with textures": dressed(t, bsp.Quake29),
		"steps": planOf(t, slopes())}
	for _, name := range []string{"recorded/q1/dm3", "q2/opentdm/q2dm1", "q3/q3demo/q3dm7"} {
		if p := realPlan(t, name); p != nil {
			plans[name] = p
		}
	}
	uniform := 0
	for name, p := range plans {
		lo, hi := p.Bounds()
		for _, scale := range []float64{0.11, 0.37, 1, 2.5} {
			for storey := AllStoreys; storey < len(p.Storeys()); storey++ {
				for style := range StyleCount {
					if style > 0 && !p.Textured() {
						continue
					}
					const side = chunkSize
					v := View{Scale: scale, Storey: storey, Faint: true, Style: style, LineWidth: 1 + float64(style)}
					x, y := snap(float64(lo[0]+hi[0])/2*scale)-side/2, snap(-float64(lo[1]+hi[1])/2*scale)-side/2
					sh := p.shader.forView(v)
					g := grid{x0: x*samples - float64(sh.margin), y0: y*samples - float64(sh.margin),
						step: 1 / (scale * samples), top: sh.top}
					f, w := new(field), side*samples+2*sh.margin
					some := f.fill(p.shader, g, w, w)
					if sh.faint && f.fillAbove(p.shader, g, w, w, some) {
						some = true
					}
					if !some {
						continue
					}
					got, want := image.NewRGBA(image.Rect(0, 0, side, side)),
						image.NewRGBA(image.Rect(0, 0, side, side))
					sh.paint(got, got.Rect, f, g)
					for row := range side {
						sh.paintSamples(want.Pix[row*want.Stride:][:4*side], f, (sh.margin+row*samples)*w+sh.margin,
							&square{}, &g)
					}
					if !bytes.Equal(got.Pix, want.Pix) {
						t.Errorf("%s at scale %v, storey %d, %v differs", name, scale, storey, style)
					}
					for i := range f.even.squares {
						if f.even.squares[i].uniform {
							uniform++
						}
					}
				}
			}
		}
	}
	if uniform < 10000 {
		t.Errorf("only %d squares are of one colour", uniform)
	}
}

// slopes is a map of steps about as high as the least that has a line, or a little less or more.
func slopes() *bsptest.Map {
	m := &bsptest.Map{Format: bsp.Quake3, Entities: []bsp.Entity{{"classname": "worldspawn"}}}
	z := float32(0)
	for i := range 24 {
		z += smallestStep - 0.25 + 0.125*float32(i%5)
		m.Boxes = append(m.Boxes, box(float32(40*i), 0, 0, float32(40*i+40), 200, z))
	}
	return m
}
