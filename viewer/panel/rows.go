package panel

import (
	"fragscope/viewer/draw"
)

// Row is a row of an open list, such as a bookmark, a recent demo, a chapter or a search result.
type Row struct {
	Lead  string // time
	Spans []Span
	Note  string
	// Cells holds the text for each of the list's columns. It is shown instead of the other fields. It is nil if the
	// list has no columns.
	Cells []string
	// Button is set if the row is drawn as a button for the list's main action.
	Button bool
	Dim    bool // the button has no effect now; its text says so by its colour
}

// RowsView describes an open list.
type RowsView struct {
	Title, Note string
	Empty       string
	Columns     []Column // of rows with cells
	Rows        []Row
	Chosen      int // by keyboard
	Scroll      float32
	Delete      bool
	// Picture is shown above the rows. It is nil until it is ready. Aspect is the width of the picture divided by its
	// height, or 0 for a list without a picture.
	Picture *draw.Bitmap
	Aspect  float32
}

// RowHeight is the height of a row. headHeight is that of the column titles.
const (
	RowHeight  = 30
	headHeight = 22
)

// columnGap is the space between columns.
const columnGap = 14

// columns returns the cells of a row. Columns of words share the width that the others leave; if that is too little,
// all columns shrink.
func columns(r draw.Rect, list []Column) []draw.Rect {
	fixed, words := float32(0), 0
	for _, c := range list {
		if c.Words {
			words++
		}
		fixed += c.Width + columnGap
	}
	shrink, rest := min(1, r.W/max(fixed, 1)), float32(0)
	if words > 0 {
		rest = max(r.W-fixed, 0) / float32(words)
	}
	out := make([]draw.Rect, len(list))
	for i, c := range list {
		w := c.Width * shrink
		if c.Words {
			w += rest
		}
		out[i], r = r.CutLeft(w)
		_, r = r.CutLeft(columnGap * shrink)
	}
	return out
}

// align returns the alignment of a column's cells.
func (c *Column) align() Align {
	if c.Left || c.Words {
		return Left
	}
	return Right
}

// Rows lays out an open list. It returns the layout and how far the list can be scrolled.
func Rows(p *Pen, window draw.Rect, v RowsView) (List, float32) {
	height, wide := p.Tall(RowHeight), float32(560)
	h := float32(max(len(v.Rows), 2))*height + 70
	if len(v.Columns) > 0 {
		h, wide = h+headHeight, 960
	}
	tall := float32(560)
	picture := v.Aspect > 0 && window.H >= h+pictureTall+40
	if picture {
		h, tall = h+pictureTall, tall+pictureTall
	}
	in := p.sheet(Within(window, wide, min(h, tall)), v.Title, v.Note)
	if picture {
		var r draw.Rect
		r, in = in.CutTop(pictureTall)
		drawPicture(p, r, v)
	}
	if len(v.Columns) > 0 {
		var head draw.Rect
		head, in = in.CutTop(headHeight)
		for i, cell := range columns(head, v.Columns) {
			p.Text(cell, v.Columns[i].Title, Small, p.Theme.Faint, v.Columns[i].align())
		}
	}
	p.ScrollArea(in, AreaOverlay)
	if len(v.Rows) == 0 {
		r, _ := in.CutTop(height)
		p.Text(r, v.Empty, Body, p.Theme.Soft, Left)
	}
	room := DrawRows(p, in, v, LeadWidth(p, v.Rows))
	p.ScrollBar(draw.Rect{X: in.X, Y: in.Y, W: in.W + 14, H: in.H}, AreaOverlay, v.Scroll, room)
	return p.End(), room
}

// pictureTall is the height of a picture above the rows, with the space below it.
const pictureTall = 200

// drawPicture draws the list's picture, or the space that it will fill.
func drawPicture(p *Pen, r draw.Rect, v RowsView) {
	r.H -= 12
	w := min(r.H*v.Aspect, r.W)
	r = Centred(r, w, w/v.Aspect)
	p.Fill(r, p.Theme.Void)
	if v.Picture != nil {
		p.Bitmap(r, v.Picture)
	}
	p.Outline(r, 0, 1, p.Theme.Line)
}

// LeadWidth returns the width that the time column needs to show rows, including the column's margin.
func LeadWidth(p *Pen, rows []Row) float32 {
	w := float32(0)
	for i := range rows {
		if rows[i].Lead != "" {
			w = max(w, p.Width(rows[i].Lead, Small)+12)
		}
	}
	return w
}

// DrawRows draws as many whole rows of v as fit into the given rectangle, beginning at the scroll position. lead is the
// width of the time column. room is how far the rows can be scrolled.
func DrawRows(p *Pen, in draw.Rect, v RowsView, lead float32) (room float32) {
	height := p.Tall(RowHeight)
	fit := max(int((in.H+0.5)/height), 1)
	room = float32(max(len(v.Rows)-fit, 0)) * height
	first := int((min(max(v.Scroll, 0), room) + height/2) / height)
	for i := first; i < min(first+fit, len(v.Rows)); i++ {
		r := draw.Rect{X: in.X - 8, Y: in.Y + float32(i-first)*height, W: in.W + 16, H: height}
		p.RowGround(r, i == v.Chosen)
		p.HitArea(r, Command{Verb: VerbChoose, Index: i}, "")
		body := r.Inset(8, 0)
		if v.Delete {
			var bin draw.Rect
			bin, body = body.CutRight(p.Tall(26))
			p.IconButton(Centred(bin, p.Tall(24), p.Tall(24)), draw.IconClose, 12, Command{Verb: VerbDelete, Index: i},
				"Delete   Del")
		}
		if cells := v.Rows[i].Cells; cells != nil {
			for j, cell := range columns(body, v.Columns[:min(len(v.Columns), len(cells))]) {
				p.Text(cell, cells[j], Body, p.Theme.Text, v.Columns[j].align())
			}
			continue
		}
		drawRow(p, body, &v.Rows[i], lead)
	}
	return room
}

// drawRow writes a row's time, text and note.
func drawRow(p *Pen, r draw.Rect, row *Row, lead float32) {
	if row.Button {
		w := p.wide(row.Spans) + 28
		b, rest := r.CutLeft(min(w, r.W))
		back := p.Theme.Accent.Fade(0.3)
		if p.Hot(r) {
			back = p.Theme.Accent.Fade(0.45)
		}
		edge := p.Theme.Accent
		if row.Dim {
			back, edge = p.Theme.Raised, p.Theme.Line
		}
		p.Round(b.Inset(0, 3), 6, back)
		p.Outline(b.Inset(0, 3), 6, 1, edge)
		p.Line(b.Inset(14, 0), row.Spans...)
		_, rest = rest.CutLeft(12)
		p.Text(rest, row.Note, Small, p.Theme.Soft, Left)
		return
	}
	l, r := r.CutLeft(lead)
	p.Text(l, row.Lead, Small, p.Theme.Faint, Left)
	if row.Note != "" {
		n := p.Text(draw.Rect{X: r.X + r.W*0.5, Y: r.Y, W: r.W * 0.5, H: r.H}, row.Note, Small, p.Theme.Faint, Right)
		r.W -= n.W + 10
	}
	p.Line(r, row.Spans...)
}
