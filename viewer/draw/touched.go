package draw

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// touchedCell is the side, in pixels, of the cells for which painting is recorded.
const touchedCell = 16

// Touched records which areas of an image have been painted, in cells of 16 by 16 pixels.
type Touched struct {
	area  image.Rectangle // in pixels
	cols  int
	cells []bool
}

// Reset clears t and sets the area of the image to be recorded, in pixels.
func (t *Touched) Reset(area image.Rectangle) {
	t.area = area
	t.cols = (area.Dx() + touchedCell - 1) / touchedCell
	n := t.cols * ((area.Dy() + touchedCell - 1) / touchedCell)
	if cap(t.cells) < n {
		t.cells = make([]bool, n)
	}
	t.cells = t.cells[:n]
	clear(t.cells)
}

// Mark records that a rectangle has been painted. x0, y0 and x1, y1 are the corners of the rectangle, in pixels.
func (t *Touched) Mark(x0, y0, x1, y1 float32) {
	w, h := float32(t.area.Dx()), float32(t.area.Dy())
	x0, y0 = x0-float32(t.area.Min.X), y0-float32(t.area.Min.Y)
	x1, y1 = x1-float32(t.area.Min.X), y1-float32(t.area.Min.Y)
	if !(x0 < w && y0 < h && x1 > 0 && y1 > 0) {
		return
	}
	c0, r0 := int(max(x0, 0))/touchedCell, int(max(y0, 0))/touchedCell
	c1, r1 := int(min(x1, w-1))/touchedCell, int(min(y1, h-1))/touchedCell
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			t.cells[r*t.cols+c] = true
		}
	}
}

// Each divides the painted cells into rectangles that do not overlap, and calls f for each rectangle. The rectangles
// are in pixels.
func (t *Touched) Each(f func(image.Rectangle)) {
	for i := 0; i < len(t.cells); i++ {
		if !t.cells[i] {
			continue
		}
		first, row := i, i/t.cols
		for i+1 < len(t.cells) && (i+1)/t.cols == row && t.cells[i+1] {
			i++
		}
		r := image.Rect((first-row*t.cols)*touchedCell, row*touchedCell, (i+1-row*t.cols)*touchedCell,
			(row+1)*touchedCell)
		f(r.Add(t.area.Min).Intersect(t.area))
	}
}

// Track starts recording in t what is painted on the canvas. Recording lasts until the next call to Track, which may
// pass nil. Shapes collected before the call are drawn first and are not recorded.
func (c *Canvas) Track(t *Touched) {
	c.Flush()
	c.touched = t
}

// triangles marks the cells that triangles paint.
func (t *Touched) triangles(vertices []ebiten.Vertex, indices []uint32) {
	for i := 0; i+2 < len(indices); i += 3 {
		p, q, r := &vertices[indices[i]], &vertices[indices[i+1]], &vertices[indices[i+2]]
		t.Mark(min(p.DstX, q.DstX, r.DstX)-1, min(p.DstY, q.DstY, r.DstY)-1, max(p.DstX, q.DstX, r.DstX)+1,
			max(p.DstY, q.DstY, r.DstY)+1)
	}
}

// FillPixels fills r, which is in device pixels.
func (c *Canvas) FillPixels(r image.Rectangle, col Color) {
	x0, y0, x1, y1 := float32(r.Min.X), float32(r.Min.Y), float32(r.Max.X), float32(r.Max.Y)
	c.quad(c.vertex(x0, y0, col), c.vertex(x1, y0, col), c.vertex(x1, y1, col), c.vertex(x0, y1, col))
}

// Pixels converts r to device pixels.
func (c *Canvas) Pixels(r Rect) image.Rectangle {
	return image.Rect(c.round(r.X), c.round(r.Y), c.round(r.Right()), c.round(r.Bottom()))
}
