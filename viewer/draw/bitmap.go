package draw

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// Bitmap is an image backed by pixels in memory. It can be created on any goroutine.
type Bitmap struct {
	pixels *image.RGBA
	image  *ebiten.Image // once drawn
}

// NewBitmap returns a bitmap backed by pixels. The caller must not modify pixels afterwards.
func NewBitmap(pixels *image.RGBA) *Bitmap { return &Bitmap{pixels: pixels} }

// Draw draws b on c, scaled to fit r.
func (b *Bitmap) Draw(c *Canvas, r Rect) {
	if b.image == nil {
		b.image, b.pixels = ebiten.NewImageFromImage(b.pixels), nil
	}
	c.Image(b.image, r, 1, true)
}
