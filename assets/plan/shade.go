package plan

import (
	"image"
	"math"

	"fragscope/assets/bsp"
)

type rgb [3]float32

// The colours of a plan. ramp has those of heights, lowest first.
var (
	ramp = [...]rgb{{40, 45, 61}, {57, 63, 77}, {74, 79, 91}, {94, 97, 104}, {120, 119, 119}}

	waterColour = rgb{30, 84, 132}
	slimeColour = rgb{58, 104, 44}
	lavaColour  = rgb{186, 74, 28}
	faintColour = rgb{24, 26, 32}
	lineColour  = rgb{176, 182, 194}
)

const (
	shadowLength   = 20.0 // units
	shadowSteps    = 5
	shadowHeight   = 40.0 // units above which shadows do not get darker
	shadowStrength = 0.5
	smallestStep   = 3.0 // units: a smaller step has no line
	highDrop       = 72.0
	supposedLight  = 0.7  // brightness of floor that nobody walked on, if most is walked on
	dimBelow       = 0.48 // brightness of floors below the chosen storey
	dimAbove       = 0.3  // brightness of floors above it
	litElsewhere   = 0.88 // brightness of either a few steps away
)

// shader converts height fields to colours.
type shader struct {
	surfaces []surface
	runs     []runBox
	light    []float32 // brightness of each surface due to its slope
	slope    []float32 // largest rise per unit along an axis
	table    [1024]rgb // colours by height
	tone     [1024]float32
	low      float32 // height of table[0]
	perUnit  float32 // entries of table per unit

	storeys   []Storey
	joins     func(storey int) *joins // nil without storeys
	texturing texturing               // nil without texture images
}

// painter is a shader set up for a view.
type painter struct {
	*shader
	top       float32 // this height and above are omitted
	dim       float32 // below this is dimmed
	margin    int     // samples around a chunk needed for its shadows
	shadowGap int     // samples between the possible origins of a shadow
	edge      int     // width of a line in samples
	faint     bool
	near      *joins // places a few steps away; nil if everything is shown
	style     Style
}

// newShader prepares the colours of surfaces lifted by lift.
func newShader(surfaces []surface, t *tones, lift float64) *shader {
	sh := &shader{surfaces: surfaces, runs: runsOf(surfaces)}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range surfaces {
		low, high = math.Min(low, surfaces[i].min[2]), math.Max(high, surfaces[i].max[2])
	}
	if low > high {
		low, high = 0, 0
	}
	sh.low, sh.perUnit = float32(low), float32(float64(len(sh.table)-1)/math.Max(high-low, 1))
	for i := range sh.table {
		sh.tone[i] = float32(t.at(low + float64(i)/float64(sh.perUnit) + lift))
		tone := sh.tone[i] * float32(len(ramp)-1)
		k := min(int(tone), len(ramp)-2)
		sh.table[i] = mix(ramp[k], ramp[k+1], tone-float32(k))
	}
	sh.light, sh.slope = make([]float32, len(surfaces)), make([]float32, len(surfaces))
	for i := range surfaces {
		s := &surfaces[i]
		sh.slope[i] = float32(math.Max(math.Abs(s.a), math.Abs(s.b)))
		// The light comes from the north-west, well above the horizon.
		const lx, ly, lz = -0.46, 0.46, 0.76
		n := (-s.a*lx - s.b*ly + lz) * s.nz
		sh.light[i] = float32(math.Max(0.72, math.Min(1.22, 1+0.62*(n-lz))))
	}
	return sh
}

// flat removes the shading of slopes, and sets the brightness of supposed floor.
func (sh *shader) flat(supposed float32) {
	for i := range sh.light {
		sh.light[i] = 1
		if sh.surfaces[i].dim {
			sh.light[i] = supposed
		}
	}
}

// forView sets sh up for v.
func (sh *shader) forView(v View) painter {
	c := painter{shader: sh}
	if sh.texturing != nil {
		c.style = v.Style
	}
	c.top, c.dim = float32(math.Inf(1)), float32(math.Inf(-1))
	if v.Storey >= 0 && v.Storey < len(sh.storeys) {
		if v.Storey < len(sh.storeys)-1 {
			c.top, c.faint = sh.storeys[v.Storey].High, v.Faint
		}
		if v.Storey > 0 {
			c.dim = sh.storeys[v.Storey].Low
		}
		if sh.joins != nil && v.Faint {
			c.near = sh.joins(v.Storey)
		}
	}
	length := math.Max(3, math.Min(14, shadowLength*v.Scale)) * samples
	c.shadowGap = max(1, int(length/shadowSteps/math.Sqrt2+0.5))
	c.edge = samples
	if v.LineWidth > 0 {
		c.edge = max(1, min(4*samples, int(v.LineWidth*samples+0.5)))
	}
	c.margin = (max(shadowSteps*c.shadowGap, c.edge) + 2 + samples - 1) / samples * samples
	return c
}

func mix(a, b rgb, t float32) rgb {
	return rgb{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t}
}

// paint colours the chunk r of dst from its field.
func (sh *painter) paint(dst *image.RGBA, r image.Rectangle, f *field, g grid) {
	f.even.find(sh, f, &g)
	for py := range r.Dy() {
		o := dst.PixOffset(r.Min.X, r.Min.Y+py)
		sh.paintRow(dst.Pix[o:o+4*r.Dx()], f, sh.margin+py*samples, &g)
	}
}

// paintRow colours a row of pixels, given its first row of samples.
func (sh *painter) paintRow(pix []uint8, f *field, row int, g *grid) {
	squares := f.even.squares[row/evenSide*f.even.cols:][:f.even.cols]
	for px, width := 0, len(pix)/4; px < width; {
		c := (sh.margin + px*samples) / evenSide
		end := min(((c+1)*evenSide-sh.margin)/samples, width)
		switch q, part := &squares[c], pix[4*px:4*end]; {
		case q.empty():
			clear(part)
		case q.uniform:
			for i := 0; i+3 < len(part); i += 4 {
				part[i], part[i+1], part[i+2], part[i+3] = q.colour[0], q.colour[1], q.colour[2], 255
			}
		default:
			sh.paintSamples(part, f, row*f.w+sh.margin+px*samples, q, g)
		}
		px = end
	}
}

// paintSamples colours the pixels of a square with the average of their samples, the first being at at.
func (sh *painter) paintSamples(pix []uint8, f *field, at int, q *square, g *grid) {
	for i := 0; i+3 < len(pix); i, at = i+4, at+samples {
		var sum [4]uint32
		for sy := range samples {
			for sx := range samples {
				k := at + sy*f.w + sx
				if f.free(k) {
					continue
				}
				c := sh.sample(f, k, q, g)
				sum[0] += uint32(c[0] + 0.5)
				sum[1] += uint32(c[1] + 0.5)
				sum[2] += uint32(c[2] + 0.5)
				sum[3] += 255
			}
		}
		for k, v := range sum {
			pix[i+k] = uint8((v + samples*samples/2) / (samples * samples))
		}
	}
}

// sample returns the colour of a sample.
func (sh *painter) sample(f *field, at int, q *square, g *grid) rgb {
	z, id := f.z[at], f.id[at]
	wet := f.floods(at) && f.wet[at] > z
	var c rgb
	if id >= 0 {
		if sh.style == ByHeight {
			c = sh.floor(id, z)
		} else {
			c = sh.dressed(id, z, f, at, g)
		}
		if !q.lit {
			if s := sh.shadow(f, at, z); s > 0 {
				s = 1 - s
				c = rgb{c[0] * s, c[1] * s, c[2] * s}
			}
		}
		if !q.plain {
			if l := sh.line(f, at, id, z, float32(g.step)); l > 0 {
				c = mix(c, lineColour, l)
			}
		}
	}
	if wet {
		c = sh.liquid(c, f, at, id >= 0)
		z = f.wet[at]
	}
	switch {
	case z < sh.dim:
		c = mix(rgb{}, c, sh.elsewhere(dimBelow, f, at, z, g))
	case z >= sh.top:
		c = mix(faintColour, c, sh.elsewhere(dimAbove, f, at, z, g))
	}
	return c
}

// elsewhere returns the brightness of a floor on another storey: dim, or lit if it is a few steps away.
func (sh *painter) elsewhere(dim float32, f *field, at int, z float32, g *grid) float32 {
	x, y := (g.x0+float64(at%f.w)+0.5)*g.step, -(g.y0+float64(at/f.w)+0.5)*g.step
	return dim + (litElsewhere-dim)*sh.near.share(float32(x), float32(y), z)
}

func (sh *shader) floor(id int32, z float32) rgb { return sh.shade(sh.light[id], z) }

// shade returns the colour of floor with a brightness and height.
func (sh *shader) shade(l, z float32) rgb {
	c := &sh.table[sh.tint(z)]
	return rgb{c[0] * l, c[1] * l, c[2] * l}
}

// tint returns the index in table for a height.
func (sh *shader) tint(z float32) int {
	return int(min(max((z-sh.low)*sh.perUnit, 0), float32(len(sh.table)-1)))
}

// dressed returns the colour of floor in a style with textures.
func (sh *painter) dressed(id int32, z float32, f *field, at int, g *grid) rgb {
	cl := &sh.texturing[id]
	if cl.texture == nil {
		return sh.floor(id, z)
	}
	c := cl.texture.mean
	if sh.style == ByTexture {
		c = cl.texel((g.x0+float64(at%f.w)+0.5)*g.step, -(g.y0+float64(at/f.w)+0.5)*g.step, g.step)
	}
	l := sh.light[id] * (lookLow + lookRise*sh.tone[sh.tint(z)])
	return rgb{c[0] * l, c[1] * l, c[2] * l}
}

// shadow returns the darkness, 0 to 1, of the shadow that higher ground in the north-west casts on a floor.
func (sh *painter) shadow(f *field, at int, z float32) float32 {
	step := sh.shadowGap * (f.w + 1)
	total := float32(0)
	for k := 1; k <= shadowSteps; k++ {
		d := f.z[at-k*step] - z
		if d > smallestStep {
			total += min(d, shadowHeight) * float32(shadowSteps+1-k)
		}
	}
	return total * (shadowStrength / shadowHeight / (shadowSteps * (shadowSteps + 1) / 2))
}

// line returns the brightness of a floor's edge: high where the floor ends, lower at a drop.
func (sh *painter) line(f *field, at int, id int32, z, step float32) float32 {
	e, w, n, s := at+sh.edge, at-sh.edge, at-sh.edge*f.w, at+sh.edge*f.w
	if f.id[e] == id && f.id[w] == id && f.id[n] == id && f.id[s] == id {
		return 0
	}
	sf := &sh.surfaces[id]
	step *= float32(sh.edge)
	dx, dy := float32(sf.a)*step, float32(sf.b)*step
	best := float32(0)
	for _, nb := range [4]struct {
		at int
		z  float32
	}{{e, z + dx}, {w, z - dx}, {n, z + dy}, {s, z - dy}} {
		if f.id[nb.at] == id {
			continue
		}
		if f.id[nb.at] < 0 {
			return 0.5
		}
		if drop := nb.z - f.z[nb.at]; drop > smallestStep {
			best = max(best, 0.08+0.28*min(1, drop/highDrop))
		}
	}
	return best
}

func (sh *shader) liquid(under rgb, f *field, at int, floor bool) rgb {
	var c rgb
	switch sh.surfaces[f.wid[at]].kind {
	case bsp.KindLava:
		c = lavaColour
	case bsp.KindSlime:
		c = slimeColour
	default:
		c = waterColour
	}
	if !floor {
		return mix(c, rgb{}, 0.25)
	}
	// The deeper the liquid, the less of the floor shows.
	depth := min(1, (f.wet[at]-f.z[at])/160)
	return mix(under, mix(c, rgb{}, 0.25*depth), 0.62+0.28*depth)
}
