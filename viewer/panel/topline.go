package panel

import (
	"strconv"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// TopView describes the top line.
type TopView struct {
	Demo, Game, POV string
	// Map holds descriptions of the map, longest first. The first one that fits is shown.
	Map []string
	// Doubt is a short description of what is wrong with the map. DoubtTip describes it in a full sentence.
	Doubt, DoubtTip string
	Clock           string // empty if there is none
	Note            string // "Warm-up", "Overtime", ...
	Chips           []Chip
	Live            LiveMark
	// KeyLabel returns the keys of an action.
	KeyLabel func(action.ID) string
	// Messages is set while there are messages. They replace the description of the demo.
	Messages bool
}

// LiveMark describes the label shown for a demo that is still growing.
type LiveMark struct {
	Text string // empty if the demo does not grow
	Tip  string
	On   bool // growing now, rather than possibly later
}

// Chip describes how the top line shows a team: its name, its score and its colour.
type Chip struct {
	Name  string
	Score int16
	Color draw.Color
}

// Top lays out the top line. It returns the layout and the rectangle left free for messages.
func Top(p *Pen, area draw.Rect, v TopView) (List, draw.Rect) {
	p.Begin(area)
	if area.H <= 0 {
		return p.End(), draw.Rect{}
	}
	t := p.Theme
	p.Fill(area, t.Panel)
	p.Fill(draw.Rect{X: area.X, Y: area.Bottom() - 1, W: area.W, H: 1}, t.Line)
	p.HitArea(area, Command{}, "")
	r := area.Inset(14, 0)
	if v.Messages && r.W < 560 {
		v.Chips, v.Live.Text, v.Note = nil, "", ""
	}
	for i := len(v.Chips) - 1; i >= 0; i-- {
		c := v.Chips[i]
		s := c.Name
		if c.Score != sim.Unknown {
			s += " " + strconv.Itoa(int(c.Score))
		}
		s, w := p.Fit(s, Strong, 120)
		var box draw.Rect
		box, r = r.CutRight(w + 18)
		box = draw.Rect{X: box.X, Y: box.Y + (box.H-20)/2, W: box.W, H: 20}
		p.Round(box, 10, c.Color.Mix(t.Panel, 0.72))
		p.Text(box, s, Strong, c.Color, Middle)
		_, r = r.CutRight(8)
	}
	if v.Clock != "" {
		_, r = r.CutRight(18)
		b := p.Text(r, v.Clock, Clock, t.Text, Right)
		r.W = b.X - r.X
	}
	r = drawLive(p, r, v)
	if v.Note != "" && r.W > 300 {
		_, r = r.CutRight(10)
		b := p.Text(r, v.Note, Small, t.Soft, Right)
		r.W = b.X - r.X
	}
	r.W -= 24
	if v.Messages {
		if r.W > 760 {
			b := p.Text(draw.Rect{X: r.X, Y: r.Y, W: 200, H: r.H}, v.Demo, Strong, t.Text, Left)
			_, r = r.CutLeft(b.W + 18)
		}
		return p.End(), r
	}
	drawWhatIsShown(p, r, v)
	return p.End(), r
}

// drawLive draws the mark of a growing demo and returns the remaining space. A click goes to the live edge.
func drawLive(p *Pen, r draw.Rect, v TopView) draw.Rect {
	const dot, pad = 8, 9
	if v.Live.Text == "" {
		return r
	}
	t := p.Theme
	_, r = r.CutRight(12)
	w := dot + 6 + p.Width(v.Live.Text, Strong) + 2*pad
	box, rest := r.CutRight(min(w, r.W))
	box = Centred(box, box.W, p.Tall(22))
	ground, ink := t.Bad, draw.Hex(0xffffff)
	if !v.Live.On {
		ground, ink = t.Raised, t.Soft
	}
	if p.Hot(box) {
		ground = ground.Mix(draw.Hex(0xffffff), 0.12)
	}
	p.Round(box, 11, ground)
	p.Disc(draw.Rect{X: box.X + pad, Y: box.Y + (box.H-dot)/2, W: dot, H: dot}, ink)
	p.Text(draw.Rect{X: box.X + pad + dot + 6, Y: box.Y, W: box.W - 2*pad - dot - 5, H: box.H}, v.Live.Text,
		Strong, ink, Left)
	p.HitArea(box, Command{Verb: VerbAction, ID: action.End}, v.Live.Tip)
	return rest
}

// drawWhatIsShown writes the demo, the game, the map and the point of view. If space is short, it omits the map first.
func drawWhatIsShown(p *Pen, r draw.Rect, v TopView) {
	const gap = 18
	t := p.Theme
	write := func(text string, f Face, c draw.Color, limit float32) {
		if text == "" || r.W < 24 {
			return
		}
		b := p.Text(draw.Rect{X: r.X, Y: r.Y, W: min(limit, r.W), H: r.H}, text, f, c, Left)
		_, r = r.CutLeft(b.W + gap)
	}
	write(v.Demo, Strong, t.Text, max(r.W*0.5, min(r.W, 180)))
	sign := float32(0) // the width that it needs
	fits := func(parts ...string) bool {
		w := float32(0)
		for _, s := range parts {
			w += p.Width(s, Body) + gap
		}
		return w-gap <= r.W-sign
	}
	if v.Doubt != "" {
		sign = doubtIcon + gap
	}
	game := v.Game
	for i, m := range v.Map {
		if last := i == len(v.Map)-1; fits(game, m) || last {
			if last && !fits(game, m) {
				game = ""
			}
			write(game, Body, t.Soft, r.W)
			write(m, Body, t.Soft, r.W-sign)
			break
		}
	}
	if sign = 0; v.Doubt != "" {
		r = drawDoubt(p, r, v)
	}
	if fits(v.POV) {
		write(v.POV, Body, t.Soft, r.W)
	}
}

const doubtIcon = 14

// drawDoubt writes the problem with the map, or just a sign if space is short, and returns the remaining space. A click
// chooses a folder with maps.
func drawDoubt(p *Pen, r draw.Rect, v TopView) draw.Rect {
	const icon, gap = doubtIcon, 18
	w := icon + 6 + p.Width(v.Doubt, Body)
	if w > r.W {
		w = icon
	}
	if w > r.W {
		return r
	}
	box, rest := r.CutLeft(w)
	c := p.Theme.Warn
	if p.Hot(box) {
		c = p.Theme.Text
	}
	p.Icon(Centred(draw.Rect{X: box.X, Y: box.Y, W: icon, H: box.H}, icon, icon), draw.IconWarning, c)
	if w > icon {
		p.Text(draw.Rect{X: box.X + icon + 6, Y: box.Y, W: w - icon - 5, H: box.H}, v.Doubt, Body, c, Left)
	}
	p.HitArea(box, Command{Verb: VerbAction, ID: action.GameFolder}, v.DoubtTip+" "+p.nameOf(action.GameFolder))
	_, rest = rest.CutLeft(gap)
	return rest
}
