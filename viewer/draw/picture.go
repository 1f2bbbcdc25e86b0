package draw

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// partSide is the side of the pieces that large pictures are drawn in, as texture sizes and memory are limited.
const partSide = 2048

// Picture renders an image of w by h device pixels, which may be larger than any window. It renders the image in tiles
// and calls draw for each of them. Each call must draw the whole picture, in exactly the same way. Picture must be
// called on the game loop's goroutine.
func (c *Canvas) Picture(w, h int, scale float32, draw func(*Canvas)) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := 0; y < h; y += partSide {
		for x := 0; x < w; x += partSide {
			c.part(out, image.Rect(x, y, min(x+partSide, w), min(y+partSide, h)), scale, draw)
		}
	}
	return out
}

func (c *Canvas) part(out *image.RGBA, r image.Rectangle, scale float32, draw func(*Canvas)) {
	img := c.target(r)
	if !c.KeepPictures {
		defer c.freeTarget()
	}
	c.Begin(img, scale)
	c.w, c.h = out.Rect.Dx(), out.Rect.Dy()
	draw(c)
	c.End()
	if r == out.Rect {
		img.ReadPixels(out.Pix)
		return
	}
	pix := make([]byte, 4*r.Dx()*r.Dy())
	img.ReadPixels(pix)
	for y := range r.Dy() {
		copy(out.Pix[out.PixOffset(r.Min.X, r.Min.Y+y):], pix[4*y*r.Dx():4*(y+1)*r.Dx()])
	}
}

// target returns an image with the given bounds to draw on.
func (c *Canvas) target(r image.Rectangle) *ebiten.Image {
	if c.Piece == nil || c.Piece.Bounds() != r {
		c.freeTarget()
		c.Piece = ebiten.NewImageWithOptions(r, &ebiten.NewImageOptions{Unmanaged: true})
	}
	return c.Piece
}

func (c *Canvas) freeTarget() {
	if c.Piece != nil {
		c.Piece.Deallocate()
		c.Piece = nil
	}
}

// Prepare compiles the shaders in advance, so the first frame need not wait for them. It returns an image to store in
// [Canvas.Piece] before rendering pictures of w by h pixels.
func Prepare(w, h int) *ebiten.Image {
	const side = 16
	r := image.Rect(0, 0, side, side)
	from := ebiten.NewImage(side, side)
	defer from.Deallocate()
	to := ebiten.NewImageWithOptions(image.Rect(0, 0, min(w, partSide), min(h, partSide)),
		&ebiten.NewImageOptions{Unmanaged: true})
	from.WritePixels(make([]byte, 4*side*side))
	vertices := []ebiten.Vertex{{ColorA: 1}, {DstX: side, SrcX: 1, ColorA: 1}, {DstY: side, SrcY: 1, ColorA: 1}}
	for _, blend := range [...]ebiten.Blend{ebiten.BlendSourceOver, ebiten.BlendCopy} {
		op := ebiten.DrawTrianglesOptions{Blend: blend, ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha}
		to.DrawTriangles32(vertices, []uint32{0, 1, 2}, from, &op)
	}
	to.SubImage(r).(*ebiten.Image).ReadPixels(make([]byte, 4*side*side))
	return to
}
