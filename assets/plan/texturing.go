package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fragscope/assets/bsp"
	"fragscope/assets/texture"
)

// Style specifies how floors are coloured.
type Style uint8

// The styles. Surfaces without a texture image are always coloured by height.
const (
	ByHeight  Style = iota // a dark ramp
	ByColour               // the average colour of the texture, darker at lower heights
	ByTexture              // the texture itself, likewise
	StyleCount
)

var styleNames = [StyleCount]string{ByHeight: "height", ByColour: "colours", ByTexture: "textures"}

// String returns the name of the style, as used in the settings.
func (s Style) String() string { return styleNames[min(s, StyleCount-1)] }

// UnmarshalText parses the name of a style.
func (s *Style) UnmarshalText(text []byte) error {
	i := slices.Index(styleNames[:], strings.ToLower(string(text)))
	if i < 0 {
		return fmt.Errorf("%q is not one of %s", text, strings.Join(styleNames[:], ", "))
	}
	*s = Style(i)
	return nil
}

// Textures returns the map's textures, in the order that [Plan.WithTextures] expects. A texture that the plan does not
// show has an empty name.
func (p *Plan) Textures() []bsp.Texture { return p.textures }

// Format returns the format of the map, or 0 if the plan was not made from a map.
func (p *Plan) Format() bsp.Format { return p.format }

// Textured reports whether the plan has texture images, which some styles require.
func (p *Plan) Textured() bool { return p.shader.texturing != nil }

// WithTextures returns a copy of the plan that shows texture images. pictures[i] is the image of Textures()[i], or nil
// if there is no image.
//
// pictures may have one additional element: the image of the map's command map (see [Plan.CommandMap]). The plan then
// shows the command map on floors instead of the textures.
func (p *Plan) WithTextures(pictures []*texture.Picture) *Plan {
	if n := len(p.textures); p.command != nil && len(pictures) == n+1 && pictures[n] != nil {
		m := pictures[n].Mean
		bright := curve(float64(brightness(rgb{float32(m[0]), float32(m[1]), float32(m[2])})))
		c := p.command.mapping(newFloorTexture(pictures[n], newCalm(gainFor(bright))))
		return p.mapped(func(*surface) mapping { return c })
	}
	textures := floorTexturesOf(p.shader.surfaces, pictures)
	if textures == nil {
		return p
	}
	return p.mapped(func(s *surface) mapping {
		if s.texture < 0 || int(s.texture) >= len(textures) || textures[s.texture] == nil {
			return mapping{}
		}
		return cut(s, textures[s.texture])
	})
}

// mapped returns the plan with the mappings of its surfaces.
func (p *Plan) mapped(of func(*surface) mapping) *Plan {
	q := *p
	q.shader = p.shader.with(of)
	q.models = make([]*Model, len(p.models))
	for i, m := range p.models {
		if m != nil {
			n := *m
			n.shader = m.shader.with(of)
			q.models[i] = &n
		}
	}
	return &q
}

// commandMap is the area shown by the command map, the game's own image of the map.
type commandMap struct{ x0, y0, x1, y1 float64 } // of the upper left and lower right corner

// commandMapOf reads it from the keys mapcoordsmins and mapcoordsmaxs of the worldspawn. It returns nil if they are
// missing.
func commandMapOf(m *bsp.Map) *commandMap {
	if len(m.Entities) == 0 {
		return nil
	}
	var c commandMap
	world := m.Entities[0]
	if n, err := fmt.Sscan(world["mapcoordsmins"], &c.x0, &c.y0); n != 2 || err != nil {
		return nil
	}
	if n, err := fmt.Sscan(world["mapcoordsmaxs"], &c.x1, &c.y1); n != 2 || err != nil {
		return nil
	}
	if w, h := c.x1-c.x0, c.y1-c.y0; !(math.Abs(w) > 1 && math.Abs(w) < 1<<20 && math.Abs(h) > 1 &&
		math.Abs(h) < 1<<20) {
		return nil
	}
	return &c
}

// CommandMap reports whether the map specifies the area covered by its command map. The command map is an image of the
// whole map, which the game stores as levelshots/NAME_cc.tga. It can be passed to [Plan.WithTextures] after the texture
// images.
func (p *Plan) CommandMap() bool { return p.command != nil }

// mapping returns the mapping of the command map's image, which is the same for all surfaces.
func (m *commandMap) mapping(picture *floorTexture) mapping {
	c := mapping{texture: picture}
	w, h := m.x1-m.x0, m.y1-m.y0
	c.u, c.v = [3]float64{1 / w, 0, -m.x0 / w}, [3]float64{0, 1 / h, -m.y0 / h}
	top := &picture.levels[0]
	c.fine = math.Max(float64(top.w)/math.Abs(w), float64(top.h)/math.Abs(h))
	return c
}

// keepTextures notes the textures of what is drawn.
func (p *Plan) keepTextures(all []bsp.Texture) {
	p.textures = make([]bsp.Texture, len(all))
	keep := func(surfaces []surface) {
		for i := range surfaces {
			if s := &surfaces[i]; s.kind == bsp.KindSolid && s.texture >= 0 && int(s.texture) < len(all) {
				p.textures[s.texture] = all[s.texture]
			}
		}
	}
	keep(p.shader.surfaces)
	for _, m := range p.models {
		if m != nil {
			keep(m.shader.surfaces)
		}
	}
}

// floorTexture is a texture as drawn in a plan: dark and muted, so that players and items are the brightest things. It
// has smaller versions for smaller scales.
type floorTexture struct {
	width, height float64 // in units of the mapping
	mean          rgb
	levels        []level
}

// level is one size of a floor texture; its sides are powers of two.
type level struct {
	w, h int
	pix  []rgb
}

// The colours of floor textures.
const (
	lookBright = 86.0  // brightness of the average floor, 0 to 255
	lookKnee   = 140.0 // brightness above which contrast is reduced
	lookChroma = 0.75  // fraction of a texture's colour that is kept
	lookGrain  = 0.85  // fraction of its contrast that is kept
	lookTint   = 36.0  // largest difference between a channel and the brightness
	lookMost   = 170.0 // largest value of a channel
	// Floors have lookLow of their brightness at the bottom, and lookRise more at the top.
	lookLow, lookRise = 0.62, 0.72
)

func brightness(c rgb) float32 { return 0.299*c[0] + 0.587*c[1] + 0.114*c[2] }

// floorTexturesOf makes floor textures of images. It returns nil if there are none. The average floor always has the
// same brightness.
func floorTexturesOf(surfaces []surface, pictures []*texture.Picture) []*floorTexture {
	sum, area := 0.0, 0.0
	for i := range surfaces {
		s := &surfaces[i]
		if s.kind != bsp.KindSolid || s.mapping == nil || s.texture < 0 || int(s.texture) >= len(pictures) ||
			pictures[s.texture] == nil {
			continue
		}
		m := pictures[s.texture].Mean
		a := s.area()
		sum += a * curve(float64(brightness(rgb{float32(m[0]), float32(m[1]), float32(m[2])})))
		area += a
	}
	if area == 0 {
		return nil
	}
	calm := newCalm(gainFor(sum / area))
	textures := make([]*floorTexture, len(pictures))
	for i, p := range pictures {
		if p != nil {
			textures[i] = newFloorTexture(p, calm)
		}
	}
	return textures
}

// gainFor returns the factor to lighten images by, given their average brightness.
func gainFor(bright float64) float64 {
	return math.Max(0.5, math.Min(3, lookBright/math.Max(bright, 1)))
}

// curve lightens dark values.
func curve(y float64) float64 { return 100 * math.Pow(y/255, 0.75) }

// newFloorTexture prepares an image.
func newFloorTexture(p *texture.Picture, calm *calm) *floorTexture {
	mean := rgb{float32(p.Mean[0]), float32(p.Mean[1]), float32(p.Mean[2])}
	l := &floorTexture{width: float64(p.Width), height: float64(p.Height), mean: calm.colour(mean)}
	b := p.Pix.Bounds()
	top := level{w: b.Dx(), h: b.Dy(), pix: make([]rgb, b.Dx()*b.Dy())}
	for i := range top.pix {
		c := p.Pix.Pix[4*i:]
		top.pix[i] = calm.colour(mix(mean, rgb{float32(c[0]), float32(c[1]), float32(c[2])}, lookGrain))
	}
	l.levels = append(l.levels, top)
	for top.w > 1 || top.h > 1 {
		top = top.half()
		l.levels = append(l.levels, top)
	}
	return l
}

// calm maps the brightness of a texture to that shown, 0 to 255.
type calm [256]float32

func newCalm(gain float64) *calm {
	c := new(calm)
	for y := range c {
		bright := curve(float64(y)) * gain
		c[y] = float32(bright * (lookBright + lookKnee) / (bright + lookKnee))
	}
	return c
}

// colour returns a texture's colour as shown in a plan.
func (m *calm) colour(c rgb) rgb {
	y := brightness(c)
	bright := m[int(min(max(y+0.5, 0), 255))]
	chroma := lookChroma * min(bright/max(y, 1), 1.2)
	for _, v := range c {
		if tint := abs32(v-y) * chroma; tint > lookTint {
			chroma *= lookTint / tint
		}
	}
	for k, v := range c {
		c[k] = min(max(bright+(v-y)*chroma, 0), lookMost)
	}
	return c
}

// half returns the level at half the size.
func (l *level) half() level {
	out := level{w: max(l.w/2, 1), h: max(l.h/2, 1)}
	out.pix = make([]rgb, out.w*out.h)
	fx, fy := l.w/out.w, l.h/out.h
	for y := range out.h {
		for x := range out.w {
			var sum rgb
			for dy := range fy {
				for dx := range fx {
					c := l.pix[(y*fy+dy)*l.w+x*fx+dx]
					sum = rgb{sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]}
				}
			}
			n := 1 / float32(fx*fy)
			out.pix[y*out.w+x] = rgb{sum[0] * n, sum[1] * n, sum[2] * n}
		}
	}
	return out
}

// at returns the colour at a position in widths and heights of the image, interpolated between texels.
func (l *level) at(u, v float64) rgb {
	x, y := u*float64(l.w)-0.5, v*float64(l.h)-0.5
	fx, fy := math.Floor(x), math.Floor(y)
	x0, y0 := int(fx)&(l.w-1), int(fy)&(l.h-1)
	x1, y1 := (x0+1)&(l.w-1), (y0+1)&(l.h-1)
	tx, ty := float32(x-fx), float32(y-fy)
	return mix(mix(l.pix[y0*l.w+x0], l.pix[y0*l.w+x1], tx), mix(l.pix[y1*l.w+x0], l.pix[y1*l.w+x1], tx), ty)
}

// texturing is the mapping of each surface's texture.
type texturing []mapping

// mapping is the texture of a surface (nil if unknown) and its position on the ground: the point x, y is at u[0]*x +
// u[1]*y + u[2] widths from the left.
type mapping struct {
	texture *floorTexture
	u, v    [3]float64
	fine    float64 // texels per unit, at most
	flat    bool    // the map has no mapping
}

// with returns the shader with the mappings of its floors.
func (sh *shader) with(of func(*surface) mapping) *shader {
	q := *sh
	q.texturing = make(texturing, len(sh.surfaces))
	for i := range sh.surfaces {
		if s := &sh.surfaces[i]; s.kind == bsp.KindSolid {
			q.texturing[i] = of(s)
		}
	}
	return &q
}

// cut returns the mapping of a floor texture on a surface.
func cut(s *surface, l *floorTexture) mapping {
	c := mapping{texture: l}
	for k := range 3 {
		c.u[k], c.v[k] = s.mapping.s[k]/l.width, s.mapping.t[k]/l.height
	}
	top := &l.levels[0]
	c.fine = math.Max(math.Hypot(c.u[0], c.u[1])*float64(top.w), math.Hypot(c.v[0], c.v[1])*float64(top.h))
	c.flat = !(c.fine > 0)
	return c
}

// texel returns the colour of a surface at a point, for samples step units apart.
func (c *mapping) texel(x, y, step float64) rgb {
	if c.flat {
		return c.texture.mean
	}
	k := 0
	if n := c.fine * step; n > 1 {
		k = min(int(math.Log2(n)+0.5), len(c.texture.levels)-1)
	}
	return c.texture.levels[k].at(c.u[0]*x+c.u[1]*y+c.u[2], c.v[0]*x+c.v[1]*y+c.v[2])
}
