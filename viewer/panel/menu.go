package panel

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// MenuView is the state of the menu.
type MenuView struct {
	Actions  []action.Action
	Category int
	Row      int // chosen with the keyboard; -1 for none
	On       func(action.ID) bool
	Scroll   float32
}

// MenuRow is the height of a row of the menu.
const MenuRow = 28

// MenuRows are the actions of the category as the menu shows them.
func MenuRows(actions []action.Action, category int) []action.Action {
	cats := action.Categories()
	if category < 0 || category >= len(cats) {
		return nil
	}
	var out []action.Action
	for _, a := range actions {
		if a.Category == cats[category] && !a.Unlisted && a.ID != action.Escape && a.ID != action.Menu {
			out = append(out, a)
		}
	}
	return out
}

// Menu lays out the menu above the transport bar's right end and returns how far
// it can be scrolled.
func Menu(p *Pen, window draw.Rect, bottom float32, v MenuView) (List, float32) {
	const catWidth, width = 130, 300
	row := p.Tall(MenuRow)
	cats := action.Categories()
	rows := MenuRows(v.Actions, v.Category)
	h := float32(max(len(cats), longest(v.Actions)))*row + 16
	h = min(h, bottom-window.Y-12)
	w := min(float32(catWidth+width), window.W-16)
	box := draw.Rect{X: window.Right() - w - 8, Y: bottom - h - 6, W: w, H: h}
	p.Begin(box)
	p.Card(box)
	p.HitArea(box, Command{}, "")
	p.ScrollArea(box, AreaOverlay)
	left, right := box.Inset(0, 8).CutLeft(catWidth)
	p.Fill(draw.Rect{X: left.Right(), Y: box.Y + 1, W: 1, H: box.H - 2}, p.Theme.Line)
	for i, c := range cats {
		r := draw.Rect{X: left.X + 6, Y: left.Y + float32(i)*row, W: left.W - 12, H: row}
		if !inside(left, r) {
			break
		}
		col := p.Theme.Soft
		if i == v.Category {
			col = p.Theme.Accent
		}
		p.RowGround(r, i == v.Category)
		p.Text(r.Inset(10, 0), string(c), Body, col, Left)
		p.HitArea(r, Command{Verb: VerbCategory, Index: i}, "")
	}
	y := right.Y - v.Scroll
	for i := range rows {
		r := draw.Rect{X: right.X + 7, Y: y, W: right.W - 13, H: row}
		y += row
		if inside(right, r) {
			drawMenuRow(p, r, &rows[i], i == v.Row, v.On)
		}
	}
	room := max(float32(len(rows))*row-right.H, 0)
	p.ScrollBar(draw.Rect{X: right.X, Y: right.Y, W: right.W - 2, H: right.H}, AreaOverlay, v.Scroll, room)
	return p.End(), room
}

func longest(actions []action.Action) int {
	most := 0
	for i := range action.Categories() {
		most = max(most, len(MenuRows(actions, i)))
	}
	return min(most, 16)
}

func drawMenuRow(p *Pen, r draw.Rect, a *action.Action, chosen bool, on func(action.ID) bool) {
	p.RowGround(r, chosen)
	p.HitArea(r, Command{Verb: VerbAction, ID: a.ID}, a.Help)
	in := r.Inset(10, 0)
	k := p.Text(draw.Rect{X: in.X + in.W*0.55, Y: in.Y, W: in.W * 0.45, H: in.H}, a.Label(), Small, p.Theme.Faint, Right)
	in.W = k.X - in.X - 8
	c := p.Theme.Text
	if on != nil && on(a.ID) {
		c = p.Theme.Accent
	}
	p.Text(in, a.Name, Body, c, Left)
}
