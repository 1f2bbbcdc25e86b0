package stage

import (
	"image"
	"testing"

	"fragscope/viewer/draw"
)

func TestOverVoid(t *testing.T) {
	void := draw.Color{R: 10, G: 10, B: 10, A: 255}
	for _, c := range []struct {
		name      string
		pix       [4]uint8
		low, high uint8 // final values of red
		any       bool
	}{
		{"nothing", [4]uint8{}, 10, 10, false},
		{"floor", [4]uint8{90, 0, 0, 255}, 90, 90, true},
		{"edge of a floor", [4]uint8{45, 0, 0, 128}, 48, 51, true},
	} {
		pix := &image.RGBA{Pix: c.pix[:], Stride: 4, Rect: image.Rect(0, 0, 1, 1)}
		any := over(pix, void)
		if r := pix.Pix[0]; r < c.low || r > c.high || any != c.any || pix.Pix[3] != 255 {
			t.Errorf("%s: %v, %v", c.name, pix.Pix, any)
		}
	}
}

// TestDrawingFails checks that a part of the map whose drawing fails is blank, and that the error is reported.
func TestDrawingFails(t *testing.T) {
	s := New(draw.Dark())
	if d := s.tiles.render(job{key: tileKey{scale: 1}}); !d.blank {
		t.Error("there is a picture of no plan")
	}
	if err := s.Fault(); err == nil {
		t.Error("it is not told")
	}
	if err := s.Fault(); err != nil {
		t.Errorf("it is told again: %v", err)
	}
}
