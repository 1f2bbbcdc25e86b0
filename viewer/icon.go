package viewer

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// Icon is the program's icon at a size in pixels: a marker in a sight.
func Icon(size int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	if size <= 0 {
		return img
	}
	d := drawing{img: img, k: float32(size) / 64}
	d.fill(color.RGBA{0x17, 0x1a, 0x21, 255}, func() { d.roundSquare(2, 2, 62, 62, 14) })
	accent := color.RGBA{0x5a, 0x9c, 0xff, 255}
	d.fill(accent, func() { d.circle(32, 32, 22, false); d.circle(32, 32, 17.5, true) })
	for _, r := range [][4]float32{{30, 5, 34, 14}, {30, 50, 34, 59}, {5, 30, 14, 34}, {50, 30, 59, 34}} {
		d.fill(accent, func() { d.polygon(r[0], r[1], r[2], r[1], r[2], r[3], r[0], r[3]) })
	}
	d.fill(color.RGBA{0xff, 0xff, 0xff, 255}, func() { d.polygon(43, 21, 33.5, 45, 30.5, 33.5, 19, 30.5) })
	return img
}

// drawing draws shapes on a grid of 64 by 64.
type drawing struct {
	img *image.RGBA
	k   float32
	r   *vector.Rasterizer
}

func (d *drawing) fill(c color.RGBA, shape func()) {
	b := d.img.Bounds()
	d.r = vector.NewRasterizer(b.Dx(), b.Dy())
	shape()
	d.r.Draw(d.img, b, image.NewUniform(c), image.Point{})
}

func (d *drawing) polygon(xy ...float32) {
	d.r.MoveTo(xy[0]*d.k, xy[1]*d.k)
	for i := 2; i+1 < len(xy); i += 2 {
		d.r.LineTo(xy[i]*d.k, xy[i+1]*d.k)
	}
	d.r.ClosePath()
}

// circle adds a circle; one that runs the other way round cuts a hole.
func (d *drawing) circle(x, y, r float32, hole bool) {
	const n = 96
	pts := make([]float32, 0, 2*n)
	for i := range n {
		a := 2 * math.Pi * float64(i) / n
		if hole {
			a = -a
		}
		pts = append(pts, x+r*float32(math.Cos(a)), y+r*float32(math.Sin(a)))
	}
	d.polygon(pts...)
}

func (d *drawing) roundSquare(x0, y0, x1, y1, r float32) {
	k := d.k
	d.r.MoveTo((x0+r)*k, y0*k)
	d.r.LineTo((x1-r)*k, y0*k)
	d.r.QuadTo(x1*k, y0*k, x1*k, (y0+r)*k)
	d.r.LineTo(x1*k, (y1-r)*k)
	d.r.QuadTo(x1*k, y1*k, (x1-r)*k, y1*k)
	d.r.LineTo((x0+r)*k, y1*k)
	d.r.QuadTo(x0*k, y1*k, x0*k, (y1-r)*k)
	d.r.LineTo(x0*k, (y0+r)*k)
	d.r.QuadTo(x0*k, y0*k, (x0+r)*k, y0*k)
	d.r.ClosePath()
}
