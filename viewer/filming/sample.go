package filming

import (
	"image"
	"image/color"

	"fragscope/viewer/draw"
)

// sample is the first picture of the film that would be saved, shown while it is chosen.
type sample struct {
	of      Options
	film    Film // nil once it is drawn
	picture *draw.Bitmap
}

// sampleWide is the width, in pixels, to which a sample is shrunk.
const sampleWide = 640

// show draws the first picture of a film, if it is not the one that is shown.
func (f *filming) show(o Options) {
	if _, backward := f.host.Clock.Playing(); backward {
		o.From = o.To
	}
	o.To, o.Loop = o.From, false
	if s := &f.sample; s.of != o {
		f.endSample()
		*s = sample{of: o, film: f.host.NewFilm(o)}
	}
}

// drawSample draws more of the sample. It reports whether there is more to draw.
func (f *filming) drawSample() bool {
	s := &f.sample
	if s.film == nil {
		return false
	}
	img, err := s.film.Next()
	if img != nil {
		s.picture = draw.NewBitmap(shrunk(img, sampleWide))
		f.host.Relayout()
	}
	if img != nil || err != nil { // without it there is no picture
		f.endSample()
	}
	return s.film != nil
}

// endSample releases the film that draws the sample.
func (f *filming) endSample() {
	if s := &f.sample; s.film != nil {
		s.film.Close()
		s.film = nil
	}
}

// shrunk returns a picture at most wide pixels wide, in which each pixel is the mean of a square.
func shrunk(img *image.RGBA, wide int) *image.RGBA {
	b := img.Bounds()
	k := (b.Dx() + wide - 1) / wide
	if k <= 1 {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, b.Dx()/k, b.Dy()/k))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var sum [3]int
			for j := range k {
				row := img.Pix[img.PixOffset(b.Min.X+x*k, b.Min.Y+y*k+j):]
				for i := range k {
					for c := range sum {
						sum[c] += int(row[4*i+c])
					}
				}
			}
			out.SetRGBA(x, y, color.RGBA{uint8(sum[0] / (k * k)), uint8(sum[1] / (k * k)), uint8(sum[2] / (k * k)), 255})
		}
	}
	return out
}
