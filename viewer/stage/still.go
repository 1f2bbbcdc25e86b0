package stage

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/viewer/draw"
)

// still records where the last picture shows the bare map and where something is drawn over it. Without a graphics
// card the cost of drawing is in the pixels, and most of the map does not change while the camera rests.
type still struct {
	shown stillKey
	// before is what was drawn over the map in that picture, now what is being drawn.
	before, now draw.Touched
	tracks      bool
	vertices    []ebiten.Vertex
	indices     []uint32
}

// stillKey is everything that the bare map depends on.
type stillKey struct {
	dst     *ebiten.Image
	at      Transform
	void    draw.Color
	layer   layer
	gen     int
	epoch   int
	version int
}

// begin draws the map, or the part of it that is hidden, and starts recording what is drawn over it.
func (s *still) begin(c *draw.Canvas, t *tiles, l *Transform, sc *Scene) {
	if s.tracks = sc.Kept; !s.tracks {
		if c.Whole() == s.shown.dst { // what is drawn over it now is not recorded
			s.shown = stillKey{}
		}
		t.draw(c, l)
		return
	}
	key := stillKey{dst: c.Whole(), at: *l, void: t.void, layer: t.cur, gen: t.gen, epoch: t.epoch, version: t.version}
	exact := t.plan != nil && t.missing == 0 && l.k == t.cur.scale && l.turn == 0
	if exact && key == s.shown {
		for _, r := range sc.Covered {
			s.before.Mark(r.X*l.scale-1, r.Y*l.scale-1, r.Right()*l.scale+1, r.Bottom()*l.scale+1)
		}
		s.restore(c, t, l)
	} else {
		t.draw(c, l)
	}
	if s.shown = key; !exact {
		s.shown = stillKey{}
	}
	s.now.Reset(c.Pixels(draw.Rect{X: l.x0 / l.scale, Y: l.y0 / l.scale, W: (l.x1 - l.x0) / l.scale,
		H: (l.y1 - l.y0) / l.scale}))
	c.Track(&s.now)
}

// mark records that an image is drawn.
func (s *still) mark(at *ebiten.GeoM, b image.Rectangle) {
	if !s.tracks {
		return
	}
	x0, y0 := at.Apply(0, 0)
	x1, y1 := x0, y0
	for _, p := range [...]image.Point{{X: b.Dx()}, {Y: b.Dy()}, {X: b.Dx(), Y: b.Dy()}} {
		x, y := at.Apply(float64(p.X), float64(p.Y))
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	s.now.Mark(float32(x0)-1, float32(y0)-1, float32(x1)+1, float32(y1)+1)
}

// end ends the picture.
func (s *still) end(c *draw.Canvas) {
	if s.tracks {
		c.Track(nil)
		s.before, s.now = s.now, s.before
	}
}

// restore redraws the map, which is not turned, where something was drawn over it.
func (s *still) restore(c *draw.Canvas, t *tiles, l *Transform) {
	c.Flush()
	dst := c.Target()
	b := dst.Bounds()
	at := func(v, origin int) int { return int(math.Floor(float64(v-origin) / tileSide)) }
	ox, oy := int(l.ox), int(l.oy)
	op := ebiten.DrawTrianglesOptions{Filter: ebiten.FilterNearest, Blend: ebiten.BlendCopy}
	for j := at(b.Min.Y, oy); j <= at(b.Max.Y-1, oy); j++ {
		for i := at(b.Min.X, ox); i <= at(b.Max.X-1, ox); i++ {
			place := image.Rect(0, 0, tileSide, tileSide).Add(image.Pt(ox+i*tileSide, oy+j*tileSide))
			v := t.have[t.cur.key(i, j)]
			if v == nil || v.blank || v.img == nil {
				s.before.Each(func(r image.Rectangle) {
					if r = r.Intersect(place); !r.Empty() {
						c.FillPixels(r, t.void)
					}
				})
				continue
			}
			v.used = t.frame
			s.vertices, s.indices = s.vertices[:0], s.indices[:0]
			s.before.Each(func(r image.Rectangle) { s.part(r.Intersect(place), place.Min) })
			if len(s.indices) > 0 {
				dst.DrawTriangles32(s.vertices, s.indices, v.img, &op)
				t.calls++
			}
		}
	}
}

// part adds a part of a tile that begins at a pixel.
func (s *still) part(r image.Rectangle, at image.Point) {
	if r.Empty() {
		return
	}
	n := uint32(len(s.vertices))
	for _, p := range [...]image.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}} {
		src := p.Sub(at)
		s.vertices = append(s.vertices, ebiten.Vertex{DstX: float32(p.X), DstY: float32(p.Y),
			SrcX: float32(src.X + tileMargin), SrcY: float32(src.Y + tileMargin), ColorR: 1, ColorG: 1, ColorB: 1,
			ColorA: 1})
	}
	s.indices = append(s.indices, n, n+1, n+2, n, n+2, n+3)
}
