package panel

import "fragscope/viewer/draw"

// PopupView describes a context menu at the mouse pointer.
type PopupView struct {
	X, Y   float32
	Title  string
	Groups [][]Entry
	Chosen int // by keyboard, counted across all groups; or -1
}

const (
	popupRow = 25
	popupGap = 9 // between groups
	popupPad = 5
)

// Popup lays out a context menu next to the point v.X, v.Y, within window.
func Popup(p *Pen, window draw.Rect, v PopupView) List {
	row := p.Tall(popupRow)
	wide, h := p.Width(v.Title, Small)+24, float32(2*popupPad)
	if v.Title != "" {
		h += popupRow
	}
	for i, g := range v.Groups {
		if i > 0 {
			h += popupGap
		}
		h += row * float32(len(g))
		for k := range g {
			w := p.Width(g[k].Name, Body) + 40
			if g[k].Key != "" && !p.Touch {
				w += p.Width(g[k].Key, Small) + 18
			}
			wide = max(wide, w)
		}
	}
	wide = min(max(wide, 150), window.W-8, 380)
	box := draw.Rect{X: v.X + 2, Y: v.Y + 2, W: wide, H: min(h, window.H-8)}
	if box.Right() > window.Right()-4 {
		box.X = v.X - 2 - wide
	}
	if box.Bottom() > window.Bottom()-4 {
		box.Y = v.Y - 2 - box.H
	}
	box.X = max(min(box.X, window.Right()-4-wide), window.X+4)
	box.Y = max(min(box.Y, window.Bottom()-4-box.H), window.Y+4)
	p.Begin(box)
	p.Card(box)
	p.HitArea(box, Command{}, "")
	drawPopupRows(p, box.Inset(popupPad, popupPad), row, v)
	return p.End()
}

func drawPopupRows(p *Pen, in draw.Rect, row float32, v PopupView) {
	if v.Title != "" {
		var r draw.Rect
		r, in = in.CutTop(popupRow)
		p.Text(r.Inset(10, 0), v.Title, Small, p.Theme.Faint, Left)
	}
	n := 0
	for i, g := range v.Groups {
		if i > 0 {
			var line draw.Rect
			line, in = in.CutTop(popupGap)
			p.Fill(draw.Rect{X: line.X + 6, Y: line.Y + 4, W: line.W - 12, H: 1}, p.Theme.Line)
		}
		for k := range g {
			var r draw.Rect
			if r, in = in.CutTop(row); r.H < row {
				return
			}
			drawPopupRow(p, r, n, &g[k], n == v.Chosen)
			n++
		}
	}
}

func drawPopupRow(p *Pen, r draw.Rect, i int, e *Entry, chosen bool) {
	p.RowGround(r, chosen)
	tip := e.Help
	c := p.Theme.Text
	if e.Why != "" {
		c, tip = p.Theme.Faint, e.Why
	}
	p.HitArea(r, Command{Verb: VerbChoose, Index: i}, tip)
	in := r.Inset(10, 0)
	if e.Switch == SwitchOn {
		p.Disc(draw.Rect{X: in.X - 7, Y: in.Y + in.H/2 - 2, W: 4, H: 4}, p.Theme.Accent)
	}
	if e.Key != "" && !p.Touch {
		k := p.Text(draw.Rect{X: in.X + in.W/2, Y: in.Y, W: in.W / 2, H: in.H}, e.Key, Small, p.Theme.Faint, Right)
		in.W = k.X - in.X - 12
	}
	p.Text(in, e.Name, Body, c, Left)
}
