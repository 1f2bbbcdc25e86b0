package draw

import (
	"image"
	"math"
	"slices"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"fragscope/assets/fonts"
	"fragscope/formats/base/outlet"
)

// Weight is a font weight.
type Weight uint8

const (
	Regular Weight = iota
	Medium
	SemiBold
	weightCount
)

// Face describes a font by its size, in points, and its weight. If Tabular is set, all digits have the same width, so
// that numbers do not jump when they change.
type Face struct {
	Size    float32
	Weight  Weight
	Tabular bool
}

// Bold returns f in the heaviest weight.
func (f Face) Bold() Face { f.Weight = SemiBold; return f }

// Heights of Inter, in ems.
const (
	capHeight = 0.727
	ascent    = 0.97
	descent   = 0.24
)

// CapHeight returns the height of capital letters and digits, in points.
func (f Face) CapHeight() float32 { return f.Size * capHeight }

const subpixels = 4

// box replaces characters without a glyph.
const box = '\u25a1'

type glyphKey struct {
	ppem   int16 // in eighths of a pixel
	gid    sfnt.GlyphIndex
	system *systemGlyph // nil for the built-in font
	weight Weight
	sub    uint8
	halo   bool
}

type layoutKey struct {
	s    string
	face Face
}

// layout is a text with the positions of its glyphs, in pixels.
type layout struct {
	glyphs []placed
	width  float32
}

type placed struct {
	gid    sfnt.GlyphIndex
	system *systemGlyph // nil for the built-in font
	at     int32        // byte offset of the rune in the text
	x, y   float32
	adv    float32
	sub    uint8
	ink    *sprite
	halo   *sprite
}

type fontSet struct {
	fonts    [weightCount]*sfnt.Font
	buf      sfnt.Buffer
	glyphs   map[glyphKey]*sprite
	layouts  map[layoutKey]*layout
	scale    float32
	system   *systemFonts // nil: boxes for characters that the built-in font lacks
	changes  uint32       // of the system's fonts, up to which the layouts are current
	awaited  uint32       // the same for AwaitFonts
	contrast [256]uint8

	// text is the text being laid out; offsets maps its runes to bytes of the string.
	text    []rune
	offsets []int32
}

func (s *fontSet) init() {
	for i, data := range [weightCount][]byte{fonts.Regular, fonts.Medium, fonts.SemiBold} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic("draw: embedded font: " + err.Error())
		}
		s.fonts[i] = f
	}
	s.glyphs = map[glyphKey]*sprite{}
	s.layouts = map[layoutKey]*layout{}
	// Light letters on dark, blended in sRGB, look too thin, so their edges are lifted a little.
	for i := range s.contrast {
		s.contrast[i] = uint8(math.Pow(float64(i)/255, 0.82)*255 + 0.5)
	}
}

// layoutsKept bounds the cache of layouts, which is emptied when full.
const layoutsKept = 4096

func (c *Canvas) layout(f Face, s string) *layout {
	set := &c.fonts
	changes := uint32(0)
	if set.system != nil {
		changes = set.system.changes()
	}
	if set.scale != c.scale || set.changes != changes {
		clear(set.layouts)
		set.scale, set.changes = c.scale, changes
	}
	key := layoutKey{s, f}
	if l := set.layouts[key]; l != nil {
		return l
	}
	if len(set.layouts) >= layoutsKept {
		clear(set.layouts)
	}
	l := set.shape(f, s, c.scale)
	set.layouts[key] = l
	return l
}

// ppem returns the size of f in eighths of a device pixel.
func ppem(f Face, scale float32) int16 {
	return int16(min(max(f.Size*scale*8+0.5, 8), 4000))
}

// shape lays out a text: rune by rune where the built-in font has them, the rest in runs shaped with the system's
// fonts, and boxes for characters that those also lack.
func (set *fontSet) shape(f Face, s string, scale float32) *layout {
	font26 := set.fonts[min(f.Weight, weightCount-1)]
	em := fixed.Int26_6(ppem(f, scale)) * 8
	var tab float32
	if f.Tabular {
		for r := '0'; r <= '9'; r++ {
			g, _ := font26.GlyphIndex(&set.buf, r)
			tab = max(tab, set.advance(font26, g, em))
		}
	}
	l := &layout{}
	var prev sfnt.GlyphIndex
	set.text, set.offsets = set.text[:0], set.offsets[:0]
	for at, r := range outlet.Shown(s) {
		set.text, set.offsets = append(set.text, r), append(set.offsets, int32(at))
	}
	for i := 0; i < len(set.text); i++ {
		r := set.text[i]
		g, err := font26.GlyphIndex(&set.buf, r)
		if err != nil || g == 0 {
			if n := set.foreign(l, font26, i, em); n > 0 {
				i, prev = i+n-1, 0
				continue
			}
			g, _ = font26.GlyphIndex(&set.buf, box)
		}
		adv := set.advance(font26, g, em)
		digit := f.Tabular && r >= '0' && r <= '9'
		shift := float32(0)
		if digit {
			shift = (tab - adv) / 2
			adv = tab
		} else if prev != 0 {
			if k, err := font26.Kern(&set.buf, prev, g, em, font.HintingNone); err == nil {
				l.width += float32(k) / 64
			}
		}
		prev = g
		if digit {
			prev = 0
		}
		l.glyphs = append(l.glyphs, placed{gid: g, at: set.offsets[i], x: l.width + shift, adv: adv})
		l.width += adv
	}
	return l
}

// foreign is a positioned glyph of a system font. Lengths are in ems.
type foreign struct {
	glyph       *systemGlyph // nil for a space or a glyph without outline
	at          int          // offset in the text, in runes
	dx, dy, adv float32
}

// foreign lays out the run at rune begin that needs system fonts. It returns the number of runes laid out, or 0 if the
// fonts lack them or are not loaded yet.
func (set *fontSet) foreign(l *layout, own *sfnt.Font, begin int, em fixed.Int26_6) int {
	if set.system == nil {
		return 0
	}
	length := 0 // of the runes to shape; spaces count only if more follows
	for i, r := range set.text[begin:] {
		g, err := own.GlyphIndex(&set.buf, r)
		lacking := err != nil || g == 0
		ignored := unicode.In(r, unicode.Cf, unicode.Variation_Selector)
		if !unicode.IsSpace(r) && !ignored && (!lacking || !set.system.has(r)) {
			break
		}
		if lacking || ignored {
			length = i + 1
		}
	}
	if length == 0 || unicode.IsSpace(set.text[begin]) {
		return 0
	}
	px := float32(em) / 64
	space, _ := own.GlyphIndex(&set.buf, ' ')
	// Callers that lay out text in the background keep it.
	glyphs := set.system.shape(slices.Clone(set.text[begin : begin+length]))
	if len(glyphs) == 0 { // boxes until it is laid out, or if a font is broken
		space, _ = own.GlyphIndex(&set.buf, box)
		adv := set.advance(own, space, em) / px
		for i := range length {
			glyphs = append(glyphs, foreign{at: i, adv: adv})
		}
	}
	for _, g := range glyphs {
		at := begin + min(max(g.at, 0), length-1)
		p := placed{system: g.glyph, at: set.offsets[at], x: l.width + g.dx*px, y: g.dy * px, adv: g.adv * px}
		if g.glyph == nil {
			p.gid = space
		}
		l.glyphs = append(l.glyphs, p)
		l.width += p.adv
	}
	return length
}

func (set *fontSet) advance(f *sfnt.Font, g sfnt.GlyphIndex, em fixed.Int26_6) float32 {
	a, err := f.GlyphAdvance(&set.buf, g, em, font.HintingNone)
	if err != nil {
		return 0
	}
	return float32(a) / 64
}

// glyph returns the sprite of a placed glyph, drawing it into the atlas if necessary.
func (c *Canvas) glyph(f Face, p *placed, sub uint8, halo bool) *sprite {
	slot := &p.ink
	if halo {
		slot = &p.halo
	}
	if *slot != nil && p.sub == sub && (*slot).gen == c.atlas.gen {
		return *slot
	}
	if p.sub != sub {
		p.ink, p.halo, p.sub = nil, nil, sub
	}
	key := glyphKey{ppem(f, c.scale), p.gid, p.system, f.Weight, sub, halo}
	s := c.fonts.glyphs[key]
	if s == nil || s.gen != c.atlas.gen {
		mask, ox, oy := c.fonts.raster(key, c.scale)
		v := c.store(mask, ox, oy)
		s = &v
		c.fonts.glyphs[key] = s
	}
	*slot = s
	return s
}

// raster draws a glyph; ox, oy is the offset of the mask's corner from the pen.
func (set *fontSet) raster(k glyphKey, scale float32) (mask *image.Alpha, ox, oy int) {
	var segs sfnt.Segments
	if em := fixed.Int26_6(k.ppem) * 8; k.system != nil {
		segs = k.system.segments(em)
	} else {
		segs, _ = set.fonts[min(k.weight, weightCount-1)].LoadGlyph(&set.buf, k.gid, em, nil)
	}
	if len(segs) == 0 {
		return image.NewAlpha(image.Rectangle{}), 0, 0
	}
	b := segs.Bounds()
	dx := float32(k.sub) / subpixels
	ox, oy = b.Min.X.Floor()-1, b.Min.Y.Floor()-1
	w, h := b.Max.X.Ceil()+2-ox, b.Max.Y.Ceil()+1-oy
	r := vector.NewRasterizer(w, h)
	px := func(p fixed.Point26_6) (float32, float32) {
		return float32(p.X)/64 - float32(ox) + dx, float32(p.Y)/64 - float32(oy)
	}
	for _, s := range segs {
		x0, y0 := px(s.Args[0])
		x1, y1 := px(s.Args[1])
		x2, y2 := px(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(x0, y0)
		case sfnt.SegmentOpLineTo:
			r.LineTo(x0, y0)
		case sfnt.SegmentOpQuadTo:
			r.QuadTo(x0, y0, x1, y1)
		case sfnt.SegmentOpCubeTo:
			r.CubeTo(x0, y0, x1, y1, x2, y2)
		}
	}
	r.ClosePath()
	mask = image.NewAlpha(image.Rect(0, 0, w, h))
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	if k.halo {
		mask = spread(mask, 1.6*scale)
		grow := (mask.Rect.Dx() - w) / 2
		return mask, ox - grow, oy - grow
	}
	for i, v := range mask.Pix {
		mask.Pix[i] = set.contrast[v]
	}
	return mask, ox, oy
}

// spread widens a mask by r pixels in all directions, fading out at the end.
func spread(m *image.Alpha, r float32) *image.Alpha {
	n := int(math.Ceil(float64(r))) + 1
	w, h := m.Rect.Dx(), m.Rect.Dy()
	out := image.NewAlpha(image.Rect(0, 0, w+2*n, h+2*n))
	for dy := -n; dy <= n; dy++ {
		for dx := -n; dx <= n; dx++ {
			d := float32(math.Hypot(float64(dx), float64(dy)))
			weight := min(max((r+0.7-d)/1.4, 0), 1)
			if weight == 0 {
				continue
			}
			for y := range h {
				row := out.Pix[(y+n+dy)*out.Stride+n+dx:]
				for x, v := range m.Pix[y*m.Stride : y*m.Stride+w] {
					if v == 0 {
						continue
					}
					if t := uint8(float32(v) * weight); t > row[x] {
						row[x] = t
					}
				}
			}
		}
	}
	return out
}
