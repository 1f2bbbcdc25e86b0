package viewer

import "testing"

func TestIcon(t *testing.T) {
	for _, size := range []int{0, 1, 16, 48, 256} {
		img := Icon(size)
		if img.Bounds().Dx() != size || img.Bounds().Dy() != size {
			t.Errorf("icon of %d is %v", size, img.Bounds())
		}
		if size < 16 {
			continue
		}
		if c := img.RGBAAt(0, 0); c.A > 60 {
			t.Errorf("the corner of %d is %v", size, c)
		}
		if c := img.RGBAAt(size*32/64, size*32/64); c.R < 200 || c.A != 255 {
			t.Errorf("the middle of %d is %v", size, c)
		}
	}
}
