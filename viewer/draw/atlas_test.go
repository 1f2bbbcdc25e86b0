package draw

import (
	"image"
	"testing"
)

func TestAtlasGrows(t *testing.T) {
	var a atlas
	a.start()
	for _, want := range [...]image.Point{{1024, 1024}, {2048, 1024}, {2048, 2048}, {4096, 2048}, {4096, 4096},
		{4096, 4096}} {
		before := a.gen
		if a.grow(); a.w != want.X || a.h != want.Y || a.img.Bounds().Size() != want {
			t.Fatalf("grown to %dx%d with a texture of %v, want %v", a.w, a.h, a.img.Bounds().Size(), want)
		}
		if a.gen == before {
			t.Errorf("sprites of before %v are taken for those of now", want)
		}
	}
}
