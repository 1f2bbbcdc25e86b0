package vision

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/stage"
)

// How dark a floor is drawn, from 0 to 255.
const (
	darkSeen   = 0
	darkTurned = 84  // in sight, but not in view
	darkThin   = 112 // visible on another storey than the floor that is drawn
	darkUnseen = 172
	darkNone   = 255 // no floor at all
)

// sound is something that was heard.
type sound struct {
	at          sim.Vec3
	volume, age float32
	reach       float32 // how far it carries, in units
	col         draw.Color
}

// layer dims the floors that are not seen, and shows the sounds that were heard.
type layer struct {
	sounds []sound
	dark   []uint8
	pix    []byte
	img    *ebiten.Image
	cols   int
	rows   int
	x, y   float32 // the north-west corner
	cell   float32
}

// forget releases the image.
func (y *layer) forget() {
	if y.img != nil {
		y.img.Deallocate()
	}
	*y = layer{}
}

// show makes the image of what a player sees.
func (y *layer) show(v *vision, pl *sim.Player) {
	storey := y.begin(v, pl)
	for i := range y.dark {
		y.dark[i] = darkness(v.field, i%y.cols, i/y.cols, pl, storey)
	}
	y.finish(v)
}

// showSpan makes the image of what a player saw in the selected part: the brighter the longer he saw it, and dark where
// he never looked.
func (y *layer) showSpan(v *vision, pl *sim.Player) {
	storey := y.begin(v, pl)
	n := 0
	for i := range y.dark {
		out, drawn := uint8(darkNone), false
		v.field.Floors(i%y.cols, i/y.cols, func(at sight.Vec3, _ bool) {
			share := float32(0)
			if n < len(v.span.shares) {
				share = v.span.shares[n]
			}
			n++
			if here := at[2]-sight.EyeAboveFloor < storey; here && !drawn {
				drawn, out = true, min(out, darkOf(share))
			} else {
				out = min(out, max(darkOf(share), darkThin))
			}
		})
		y.dark[i] = out
	}
	y.finish(v)
}

// darkOf returns the darkness of a floor seen for a fraction of the time. A twelfth is enough for full brightness.
func darkOf(share float32) uint8 {
	const bright = 1.0 / 12
	if share <= 0 {
		return darkUnseen
	}
	return uint8(darkTurned * (1 - min(share/bright, 1)))
}

// begin makes room for an image, and returns the top of the storey that is drawn.
func (y *layer) begin(v *vision, pl *sim.Player) (storey float32) {
	cols, rows, x, top, cell := v.field.Size()
	if y.img == nil || cols != y.cols || rows != y.rows {
		y.forget()
		y.cols, y.rows = cols, rows
		y.dark, y.pix = make([]uint8, cols*rows), make([]byte, 4*cols*rows)
		y.img = ebiten.NewImage(cols, rows)
	}
	y.x, y.y, y.cell = x, top, cell
	if p := v.plan; len(p.Storeys()) > 1 {
		return p.Storeys()[p.StoreyAt(pl.Origin[0], pl.Origin[1], pl.Origin[2])].High
	}
	_, hi := v.plan.Bounds()
	return hi[2] + 1
}

// finish draws the image.
func (y *layer) finish(v *vision) {
	void := v.host.Theme.Void
	for i := range y.dark {
		a := uint32(y.dark[i])
		if a == darkNone {
			a = y.nearest(i)
		}
		p := y.pix[4*i : 4*i+4 : 4*i+4]
		p[0], p[1], p[2], p[3] = uint8(uint32(void.R)*a/255), uint8(uint32(void.G)*a/255), uint8(uint32(void.B)*a/255),
			uint8(a)
	}
	y.img.WritePixels(y.pix)
}

// darkness returns the darkness of a cell. The highest floor below the top of the storey counts, and what is seen on
// another one shows through.
func darkness(f *sight.Field, col, row int, pl *sim.Player, high float32) uint8 {
	out, drawn := uint8(darkNone), false
	f.Floors(col, row, func(at sight.Vec3, lit bool) {
		here := at[2]-sight.EyeAboveFloor < high
		switch {
		case here && !drawn:
			drawn = true
			switch {
			case lit && inView(pl, sim.Vec3(at)):
				out = darkSeen
			case lit:
				out = min(out, darkTurned)
			default:
				out = min(out, darkUnseen)
			}
		case lit && inView(pl, sim.Vec3(at)):
			out = min(out, darkThin)
		default:
			out = min(out, darkUnseen)
		}
	})
	return out
}

// nearest returns the darkness of the floor next to a cell without floor, so that the visible area extends up to the
// wall.
func (y *layer) nearest(i int) uint32 {
	c, r := i%y.cols, i/y.cols
	best := uint8(darkNone)
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if k := (r+dr)*y.cols + c + dc; c+dc >= 0 && c+dc < y.cols && r+dr >= 0 && r+dr < y.rows {
				best = min(best, y.dark[k])
			}
		}
	}
	if best == darkNone {
		return darkUnseen
	}
	return uint32(best)
}

// The ring at the range of a sound is drawn in the first part of the time for which the sound is shown, unless it is
// larger than any map.
const (
	waveTime = 0.4
	farthest = 1 << 14
)

// Draw implements stage.Layer.
func (y *layer) Draw(c *draw.Canvas, t *stage.Transform) {
	t.Image(c, y.img, y.x, y.y, float32(y.cols)*y.cell, float32(y.rows)*y.cell, 1)
	for i := range y.sounds {
		s := &y.sounds[i]
		px, py := t.At(s.at)
		col := s.col.Fade((0.25 + 0.75*s.volume) * (1 - s.age))
		c.Ring(px, py, 4+10*s.volume*(0.5+s.age), 1.6, col)
		c.Circle(px, py, 1.8, col)
		if s.age < waveTime && s.reach < farthest {
			c.Ring(px, py, t.Size(s.reach), 1, s.col.Fade(0.4*(1-s.age/waveTime)))
		}
	}
}

func sincos(degrees float32) (s, c float32) {
	ds, dc := math.Sincos(float64(degrees) * math.Pi / 180)
	return float32(ds), float32(dc)
}

func distance(a, b sim.Vec3) float32 { return float32(math.Sqrt(float64(a.Distance2(b)))) }
