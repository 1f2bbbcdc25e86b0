package panel

import (
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Scrim returns the layer between the window and an overlay. Clicking it closes the overlay. If dark is set, the layer
// darkens the window.
func Scrim(p *Pen, window draw.Rect, dark bool) List {
	p.Begin(window)
	if dark {
		p.Fill(window, p.Theme.Scrim)
	}
	p.HitArea(window, Command{Verb: VerbClose}, "")
	return p.End()
}

// sheet draws an overlay's background, heading and close button and returns the space inside.
func (p *Pen) sheet(box draw.Rect, title, note string) draw.Rect {
	p.Begin(box)
	p.Card(box)
	p.HitArea(box, Command{}, "")
	in := box.Inset(20, 0)
	head, body := in.CutTop(50)
	closer, head := head.CutRight(p.Tall(28))
	p.IconButton(Centred(closer, p.Tall(28), p.Tall(28)), draw.IconClose, 14, Command{Verb: VerbClose}, "Close   Esc")
	b := p.Text(head, title, Title, p.Theme.Text, Left)
	head.X, head.W = b.Right()+14, head.Right()-b.Right()-26
	p.Text(head, note, Small, p.Theme.Faint, Left)
	body.H -= 16
	return body
}

// Within returns a box of w by h points centred in window. The box is smaller if the window is too small.
func Within(window draw.Rect, w, h float32) draw.Rect {
	w, h = min(w, window.W-24), min(h, window.H-24)
	return draw.Rect{X: window.X + float32(int((window.W-w)/2)), Y: window.Y + float32(int((window.H-h)/2)), W: w, H: h}
}

func inside(area, r draw.Rect) bool { return r.Y >= area.Y-0.5 && r.Bottom() <= area.Bottom()+0.5 }

// IconButton draws a button with an icon. The button has a background while the mouse is over it.
func (p *Pen) IconButton(r draw.Rect, i draw.Icon, size float32, do Command, tip string) {
	if p.Hot(r) {
		p.Round(r, 5, p.Theme.Hover)
	}
	p.Icon(Centred(r, size, size), i, p.Theme.Soft)
	p.HitArea(r, do, tip)
}

// RowGround draws the background of a list row. It draws nothing unless the row is chosen or under the mouse.
func (p *Pen) RowGround(r draw.Rect, chosen bool) {
	switch {
	case chosen:
		p.Round(r, 5, p.Theme.Selected)
	case p.Hot(r):
		p.Round(r, 5, p.Theme.Raised)
	}
}

// Choice draws the background of one of several alternatives and returns the colour for the alternative's text. on is
// set if the alternative is selected.
func (p *Pen) Choice(r draw.Rect, on bool) draw.Color {
	switch {
	case on:
		p.Round(r, 5, p.Theme.Selected)
		return p.Theme.Accent
	case p.Hot(r):
		p.Round(r, 5, p.Theme.Hover)
	}
	return p.Theme.Soft
}

func (p *Pen) textButton(r draw.Rect, s string, primary bool, do Command, tip string) {
	t := p.Theme
	bg, fg := t.Raised, t.Text
	if primary {
		bg, fg = t.Accent, t.OnAccent
	}
	if p.Hot(r) {
		bg = bg.Mix(draw.Hex(0xffffff), 0.1)
	}
	p.Round(r, 7, bg)
	p.Text(r.Inset(8, 0), s, Strong, fg, Middle)
	p.HitArea(r, do, tip)
}

// Tip lays out a tooltip for the area given by over. The tooltip is centred on the x coordinate x if the window is wide
// enough.
func Tip(p *Pen, window, over draw.Rect, x float32, text string) List {
	const row, most = 16, 6
	lines := p.Wrap([]Span{{Text: text, Face: Small, Color: p.Theme.Text}}, min(420, window.W-40), most)
	w := float32(0)
	for _, l := range lines {
		w = max(w, p.wide(l))
	}
	w += 18
	h := row*float32(len(lines)) + 8
	box := draw.Rect{X: x - w/2, Y: over.Y - h - 6, W: w, H: h}
	if box.Y < window.Y {
		box.Y = over.Bottom() + 6
	}
	box.X = max(min(box.X, window.Right()-box.W-4), window.X+4)
	p.Begin(box)
	p.Round(box, 6, p.Theme.Raised)
	p.Outline(box, 6, 1, p.Theme.Line)
	r := draw.Rect{X: box.X + 9, Y: box.Y + 4, W: w - 17, H: row}
	for _, l := range lines {
		p.Line(r, l...)
		r.Y += row
	}
	return p.End()
}

// printLines breaks a centre print into as many lines as fit, and returns them and the width of the longest.
func printLines(p *Pen, t sim.Text, f Face, w float32) (lines [][]Span, widest float32) {
	const most = 8
	for _, para := range splitLines(Spans(t, f, p.Theme.Text)) {
		for _, l := range p.Wrap(para, max(min(w-60, 560), 100), 4) {
			if len(lines) < most {
				lines, widest = append(lines, l), max(widest, p.wide(l))
			}
		}
	}
	return lines, widest
}

// CenterPrint lays out the game's centre print at the top of the map.
func CenterPrint(p *Pen, m draw.Rect, text sim.Text) List {
	const brief = 3 // maximum number of lines in large text
	face, line, pad := Title, float32(22), float32(16)
	lines, w := printLines(p, text, face, m.W)
	if len(lines) > brief {
		face, line, pad = Small, 16, 12
		lines, w = printLines(p, text, face, m.W)
	}
	if w == 0 {
		return List{}
	}
	w += 2 * pad
	box := draw.Rect{X: m.X + float32(int((m.W-w)/2)), Y: m.Y + 2, W: w, H: float32(len(lines))*line + 4}
	p.Begin(box)
	p.Round(box, 7, p.Theme.Panel.Fade(0.94))
	for i, l := range lines {
		wide := p.wide(l)
		p.Line(draw.Rect{X: box.X + (box.W-wide)/2, Y: box.Y + 2 + float32(i)*line, W: wide + 1, H: line}, l...)
	}
	return p.End()
}

// About lays out a box with a description of something on the map. The box is placed next to the point x, y.
func About(p *Pen, m draw.Rect, x, y float32, title string, lines []string) List {
	const row, pad = 17, 9
	w := p.Width(title, Strong)
	for _, l := range lines {
		w = max(w, p.Width(l, Small))
	}
	w = min(w+1, 260)
	box := draw.Rect{X: x + 16, Y: y + 14, W: w + 2*pad, H: float32(1+len(lines))*row + 2*pad - 2}
	if box.Right() > m.Right()-4 {
		box.X = x - 12 - box.W
	}
	if box.Bottom() > m.Bottom()-4 {
		box.Y = y - 12 - box.H
	}
	box.X, box.Y = max(box.X, m.X+4), max(box.Y, m.Y+4)
	p.Begin(box)
	p.Glass(box)
	r := draw.Rect{X: box.X + pad, Y: box.Y + pad - 1, W: w, H: row}
	p.Text(r, title, Strong, p.Theme.Text, Left)
	for _, l := range lines {
		r.Y += row
		p.Text(r, l, Small, p.Theme.Soft, Left)
	}
	return p.End()
}

// Card draws the background of a box over the map.
func (p *Pen) Card(r draw.Rect) { p.ground(r, p.Theme.Panel) }

// Glass is like Card, but the background is slightly transparent.
func (p *Pen) Glass(r draw.Rect) { p.ground(r, p.Theme.Panel.Fade(0.94)) }

// Opaque draws an opaque background for a panel.
func (p *Pen) Opaque(r draw.Rect) { p.ground(r, p.Theme.Panel) }

func (p *Pen) ground(r draw.Rect, c draw.Color) {
	p.Round(r, 8, c)
	p.Outline(r, 8, 1, p.Theme.Line)
}
