package stage

import (
	"image"
	"testing"

	"fragscope/viewer/ink"
)

func TestHintOfStoreysAbove(t *testing.T) {
	px := func(r, g, b, a uint8) *image.RGBA {
		return &image.RGBA{Pix: []byte{r, g, b, a}, Stride: 4, Rect: image.Rect(0, 0, 1, 1)}
	}
	void := ink.Color{R: 10, G: 10, B: 10, A: 255}
	for _, c := range []struct {
		name      string
		pix, all  *image.RGBA
		low, high uint8 // of red in the end
		any       bool
	}{
		{"nothing", px(0, 0, 0, 0), px(0, 0, 0, 0), 10, 10, false},
		{"only above", px(0, 0, 0, 0), px(200, 0, 0, 255), 26, 32, true},
		{"floor", px(90, 0, 0, 255), px(200, 0, 0, 255), 90, 90, true},
		{"edge of a floor", px(45, 0, 0, 128), px(0, 0, 0, 0), 48, 51, true},
	} {
		under(c.pix, c.all)
		any := over(c.pix, void)
		if r := c.pix.Pix[0]; r < c.low || r > c.high || any != c.any || c.pix.Pix[3] != 255 {
			t.Errorf("%s: %v, %v", c.name, c.pix.Pix, any)
		}
	}
}
