package draw

import (
	"image"
	"math"
	"strconv"

	"golang.org/x/image/vector"

	"fragscope/sim"
)

type iconKey struct {
	icon Icon
	px   int16
	halo bool
}

// Icon draws i centred at x, y, aligned to whole device pixels.
func (c *Canvas) Icon(i Icon, x, y, size float32, col Color) { c.icon(i, x, y, size, col, false) }

// IconHalo draws i with a soft outline in the colour halo. The outline keeps the icon legible on the map.
func (c *Canvas) IconHalo(i Icon, x, y, size float32, col, halo Color) {
	c.icon(i, x, y, size, halo, true)
	c.icon(i, x, y, size, col, false)
}

func (c *Canvas) icon(i Icon, x, y, size float32, col Color, halo bool) {
	px := c.round(size)
	if i == IconNone || i >= iconCount || px < 1 || px > 512 || col.A == 0 {
		return
	}
	key := iconKey{i, int16(px), halo}
	s := c.icons[key]
	if s == nil || s.gen != c.atlas.gen {
		mask := rasterIcon(i, px)
		off := 0
		if halo {
			mask = spread(mask, 1.4*c.scale)
			off = (mask.Rect.Dx() - px) / 2
		}
		v := c.store(mask, -off, -off)
		s = &v
		c.icons[key] = s
	}
	half := float32(px) / 2
	c.sprite(s, floor(x*c.scale-half+0.5), floor(y*c.scale-half+0.5), col)
}

// IconIn draws i centred in r.
func (c *Canvas) IconIn(r Rect, i Icon, size float32, col Color) {
	x, y := r.Center()
	c.Icon(i, x, y, size, col)
}

// WeaponIcon returns the icon of w, which may also be a cause of death other than a weapon.
func WeaponIcon(w sim.Weapon) Icon {
	if w >= sim.WeaponCount {
		return IconOther
	}
	return weaponIcons[w]
}

// ItemIcon returns the icon of i or, if i is a weapon, the icon of w.
func ItemIcon(i sim.Item, w sim.Weapon) Icon {
	if i == sim.ItemWeapon {
		return WeaponIcon(w)
	}
	if i >= sim.ItemCount {
		return IconOther
	}
	return itemIcons[i]
}

// PowerupIcon returns the icon of p.
func PowerupIcon(p sim.Powerup) Icon {
	if p >= sim.PowerupCount {
		return IconOther
	}
	return powerupIcons[p]
}

// iconGrid is the side of the square on which icons are described.
const iconGrid = 24

// rasterIcon draws an icon px pixels large. Its description is a list of steps, separated by semicolons: "f PATH"
// fills a path (opposite directions leave holes), "s W PATH" strokes one with a round pen of width W, "o X Y R" is
// a disc; a "-" before a step erases. Paths are SVG paths without arcs.
func rasterIcon(i Icon, px int) *image.Alpha {
	out := image.NewAlpha(image.Rect(0, 0, px, px))
	step := image.NewAlpha(out.Rect)
	d := iconPen{scale: float32(px) / iconGrid, mask: step, ras: newRaster(px)}
	for src := iconPaths[i]; src != ""; {
		var s string
		s, src = cutStep(src)
		erase := false
		if s != "" && s[0] == '-' {
			erase, s = true, s[1:]
		}
		clear(step.Pix)
		d.step(s)
		for j, v := range step.Pix {
			if erase {
				out.Pix[j] = uint8(int(out.Pix[j]) * (255 - int(v)) / 255)
			} else {
				out.Pix[j] = max(out.Pix[j], v)
			}
		}
	}
	return out
}

func cutStep(s string) (first, rest string) {
	from := 0
	for from < len(s) && (s[from] == ' ' || s[from] == ';') {
		from++
	}
	for to := from; to < len(s); to++ {
		if s[to] == ';' {
			return s[from:to], s[to+1:]
		}
	}
	return s[from:], ""
}

// iconPen draws the steps of an icon.
type iconPen struct {
	scale float32
	mask  *image.Alpha
	ras   *vector.Rasterizer
	src   string
	bad   bool
}

func (d *iconPen) step(s string) {
	if len(s) < 2 {
		d.bad = true
		return
	}
	d.src = s[1:]
	switch s[0] {
	case 'f':
		for _, line := range d.lines() {
			d.trace(line.pts)
		}
		d.paint()
	case 's':
		w := d.number()
		for _, line := range d.lines() {
			if line.closed {
				line.pts = append(line.pts, line.pts[0])
			}
			if len(line.pts) == 1 {
				line.pts = append(line.pts, line.pts[0])
			}
			for i := 1; i < len(line.pts); i++ {
				d.capsule(line.pts[i-1], line.pts[i], w/2)
			}
		}
	case 'o':
		x, y, r := d.number(), d.number(), d.number()
		d.capsule(vec{x, y}, vec{x, y}, r)
	default:
		d.bad = true
	}
}

// paint adds the traced shape to the mask.
func (d *iconPen) paint() {
	b := d.mask.Rect
	part := image.NewAlpha(b)
	d.ras.Draw(part, b, image.Opaque, image.Point{})
	d.ras.Reset(b.Dx(), b.Dy())
	for i, v := range part.Pix {
		d.mask.Pix[i] = max(d.mask.Pix[i], v)
	}
}

func (d *iconPen) trace(pts []vec) {
	for i, p := range pts {
		if i == 0 {
			d.ras.MoveTo(p.x*d.scale, p.y*d.scale)
		} else {
			d.ras.LineTo(p.x*d.scale, p.y*d.scale)
		}
	}
	d.ras.ClosePath()
}

// capsule traces a thick line with round ends.
func (d *iconPen) capsule(a, b vec, r float32) {
	dir := float32(math.Atan2(float64(b.y-a.y), float64(b.x-a.x)))
	var pts []vec
	const n = 10
	for i := range n + 1 {
		s, c := sincos(dir - math.Pi/2 + math.Pi*float32(i)/n)
		pts = append(pts, vec{b.x + c*r, b.y + s*r})
	}
	for i := range n + 1 {
		s, c := sincos(dir + math.Pi/2 + math.Pi*float32(i)/n)
		pts = append(pts, vec{a.x + c*r, a.y + s*r})
	}
	d.trace(pts)
	d.paint()
}

type iconLine struct {
	pts    []vec
	closed bool
}

// lines reads a path and flattens it.
func (d *iconPen) lines() []iconLine {
	var out []iconLine
	var cmd byte
	var at vec
	for {
		b := d.peek()
		if b == 0 {
			return out
		}
		if b >= 'A' && b <= 'z' {
			cmd = b
			d.src = d.src[1:]
		}
		if cmd != 'M' && cmd != 'm' && len(out) == 0 {
			d.bad = true
			return out
		}
		if cmd == 'Z' || cmd == 'z' {
			out[len(out)-1].closed = true
			at = out[len(out)-1].pts[0]
			cmd = 'M'
			continue
		}
		pts := d.curve(&cmd, at)
		if d.bad || len(pts) == 0 {
			return out
		}
		if cmd == 'M' || cmd == 'm' {
			out = append(out, iconLine{})
			cmd--
		}
		last := &out[len(out)-1]
		last.pts = append(last.pts, pts...)
		at = pts[len(pts)-1]
	}
}

// curve reads the arguments of one command and returns the points that it adds.
func (d *iconPen) curve(cmd *byte, at vec) []vec {
	rel := vec{}
	if *cmd >= 'a' {
		rel = at
	}
	pair := func() vec { x := d.number(); return vec{rel.x + x, rel.y + d.number()} }
	switch *cmd {
	case 'M', 'm', 'L', 'l':
		return []vec{pair()}
	case 'H', 'h':
		return []vec{{rel.x + d.number(), at.y}}
	case 'V', 'v':
		return []vec{{at.x, rel.y + d.number()}}
	case 'Q', 'q':
		a, b := pair(), pair()
		c1 := vec{at.x + (a.x-at.x)*2/3, at.y + (a.y-at.y)*2/3}
		c2 := vec{b.x + (a.x-b.x)*2/3, b.y + (a.y-b.y)*2/3}
		return bezier(at, c1, c2, b)
	case 'C', 'c':
		a, b, e := pair(), pair(), pair()
		return bezier(at, a, b, e)
	}
	d.bad = true
	return nil
}

func bezier(a, b, c, d vec) []vec {
	const n = 10
	pts := make([]vec, 0, n)
	for i := 1; i <= n; i++ {
		t := float32(i) / n
		u := 1 - t
		k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		pts = append(pts, vec{k0*a.x + k1*b.x + k2*c.x + k3*d.x, k0*a.y + k1*b.y + k2*c.y + k3*d.y})
	}
	return pts
}

func (d *iconPen) peek() byte {
	for d.src != "" && (d.src[0] == ' ' || d.src[0] == ',') {
		d.src = d.src[1:]
	}
	if d.src == "" {
		return 0
	}
	return d.src[0]
}

func (d *iconPen) number() float32 {
	d.peek()
	n := 0
	for n < len(d.src) {
		b := d.src[n]
		if b >= '0' && b <= '9' || b == '.' || b == '-' && n == 0 {
			n++
			continue
		}
		break
	}
	v, err := strconv.ParseFloat(d.src[:n], 32)
	if err != nil {
		d.bad = true
	}
	d.src = d.src[n:]
	return float32(v)
}

func newRaster(px int) *vector.Rasterizer { return vector.NewRasterizer(px, px) }
