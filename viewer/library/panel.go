//go:build !js

package library

import (
	"cmp"

	"fragscope/formats/base/count"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// view is the table of the library.
type view struct {
	Text          string
	Caret, Anchor int
	Columns       []column
	IDs           []int // of the columns, by which they are sorted; nil if they are not
	Sorted        int   // the ID of the sorted column
	Descending    bool
	Count         int // rows
	// Row returns the content of a row. It is called only for visible rows.
	Row    func(i int) tableRow
	Chosen int
	Scroll float32
	Note   string
	Empty  string  // shown if there are no rows
	Hint   string  // shown while nothing is typed
	Unit   string  // what a row is
	Share  float32 // fraction of the scan in progress that is done
	// Preview describes the selected demo: its name, its score and more. Plan is a small plan of its map.
	Preview []string
	Plan    []planField
	Picture *draw.Bitmap // of the map's plan, in place of Plan; nil if there is none
	Paths   []planField  // where players were in the first minute; Height is not used
	Buttons []tableButton
	widths  []float32 // of the columns; 0 for one that is not shown
}

type column struct {
	Title string
	Tip   string  // in addition to sorting; may be empty
	Share float32 // fraction of the width
	Least float32 // points below which it is not shown
	Right bool
	Rank  int // if there is not room for all, the column with the highest rank is dropped first; 0 is never dropped
}

// tableRow is a row of the table.
type tableRow struct {
	Cells       []string
	Bad, Marked bool
}

// planField is a cell of a small plan: its corner and side as fractions of the plan's longer side, and its height from
// 0 to 1.
type planField struct{ X, Y, Side, Height float32 }

// tableButton is a button of the library.
type tableButton struct {
	Text, Tip string
	Do        panel.Command
	Why       string // why it can do nothing now; empty if it can
}

const (
	rowHeight    = 24
	previewWidth = 240
	fieldLeast   = 300 // minimum width of the field next to the buttons; with less, they get a separate row
)

// layOut lays out the library over the map. It returns the scroll range of the table, and the height of a row.
func layOut(p *panel.Pen, m draw.Rect, v view) (list panel.List, room, row float32) {
	row = p.Tall(rowHeight)
	p.Begin(m)
	p.Fill(m, p.Theme.Scrim)
	box := m.Inset(min(m.W*0.02, 24), 10)
	p.Opaque(box)
	p.HitArea(box, panel.Command{}, "")
	in := box.Inset(16, 10)
	head, rest := in.CutTop(p.Tall(34))
	closer, head := head.CutRight(p.Tall(30))
	p.IconButton(panel.Centred(closer, p.Tall(26), p.Tall(26)), draw.IconClose, 12,
		panel.Command{Verb: panel.VerbAction, ID: IDLibrary}, "Close   Esc")
	if buttonsWidth(p, v.Buttons) > head.W-fieldLeast {
		var below draw.Rect
		below, rest = rest.CutTop(p.Tall(34))
		_, below = below.CutTop(4)
		drawButtons(p, below, v.Buttons)
	} else {
		head = drawButtons(p, head, v.Buttons)
	}
	drawField(p, head, v)
	foot, rest := rest.CutBottom(24)
	p.Text(foot, v.Note, panel.Small, p.Theme.Soft, panel.Left)
	if v.Share > 0 {
		bar := draw.Rect{X: foot.X, Y: foot.Bottom() - 3, W: foot.W, H: 3}
		p.Fill(bar, p.Theme.Raised)
		bar.W *= min(v.Share, 1)
		p.Fill(bar, p.Theme.Accent)
	}
	if rest.W > 3.5*previewWidth {
		var side draw.Rect
		side, rest = rest.CutRight(previewWidth)
		rest.W -= 22
		_, side = side.CutTop(10)
		drawPreview(p, side, v)
	}
	_, rest = rest.CutTop(8)
	top, rest := rest.CutTop(row)
	v.widths = widths(v.Columns, rest.W)
	drawHead(p, top, v)
	p.ScrollArea(rest, panel.AreaOverlay)
	fit := max(int((rest.H+0.5)/row), 1)
	room = float32(max(v.Count-fit, 0)) * row
	first := int((min(max(v.Scroll, 0), room) + row/2) / row)
	for i := first; i < min(first+fit, v.Count); i++ {
		drawRow(p, draw.Rect{X: rest.X, Y: rest.Y + float32(i-first)*row, W: rest.W, H: row}, v, i)
	}
	if v.Count == 0 && v.Empty != "" {
		line, _ := rest.CutTop(row)
		p.Text(line, v.Empty, panel.Body, p.Theme.Soft, panel.Left)
	}
	p.ScrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 12, H: rest.H}, panel.AreaOverlay, v.Scroll, room)
	return p.End(), room, row
}

func buttonsWidth(p *panel.Pen, list []tableButton) (w float32) {
	for _, b := range list {
		w += p.Width(b.Text, panel.Body) + 20
	}
	return w
}

// drawButtons draws the buttons and returns the space left next to them.
func drawButtons(p *panel.Pen, r draw.Rect, list []tableButton) draw.Rect {
	for _, b := range list {
		var k draw.Rect
		k, r = r.CutRight(p.Width(b.Text, panel.Body) + 20)
		back, col, tip := k.Inset(2, 4), p.Theme.Text, b.Tip
		switch {
		case b.Why != "":
			col, tip = p.Theme.Faint, b.Why
		case p.Hot(k):
			p.Round(back, 5, p.Theme.Selected)
		default:
			p.Round(back, 5, p.Theme.Raised)
		}
		p.HitArea(k, b.Do, tip)
		p.Text(k, b.Text, panel.Body, col, panel.Middle)
	}
	_, r = r.CutRight(8)
	return r
}

// drawField draws the typed text and the number of matching demos.
func drawField(p *panel.Pen, f draw.Rect, v view) {
	p.Round(f, 6, p.Theme.Void)
	p.Outline(f, 6, 1, p.Theme.Accent)
	p.HitArea(f, panel.Command{Verb: panel.VerbFindField}, "")
	p.Icon(draw.Rect{X: f.X + 10, Y: f.Y + f.H/2 - 7, W: 14, H: 14}, draw.IconSearch, p.Theme.Soft)
	in := draw.Rect{X: f.X, Y: f.Y, W: f.W - 10, H: f.H}
	if v.Text != "" {
		var k draw.Rect
		k, in = f.CutRight(p.Tall(26))
		p.IconButton(panel.Centred(k, k.W, p.Tall(26)), draw.IconClose, 10,
			panel.Command{Verb: panel.VerbAsk, Text: askClear}, "Clear the text")
		in.W -= 4
	}
	count := p.Text(in, v.count(), panel.Small, p.Theme.Soft, panel.Right)
	p.Edited(draw.Rect{X: f.X + 32, Y: f.Y, W: count.X - f.X - 40, H: f.H}, panel.EditView{Text: v.Text, Caret: v.Caret,
		Anchor: v.Anchor}, v.Hint)
}

// count returns the number of rows as text.
func (v *view) count() string {
	return count.Of(v.Count, v.Unit)
}

// gap returns the space after a column's text.
func (c *column) gap() float32 {
	if c.Right {
		return 16
	}
	return 8
}

// widths returns the widths of the columns in a row: each column's share, but at least its minimum. As long as the
// columns do not fit, the column with the highest rank is dropped.
func widths(columns []column, whole float32) []float32 {
	out := make([]float32, len(columns))
	gone := make([]bool, len(columns))
	for {
		least, shares, worst := float32(0), float32(0), -1
		for i, c := range columns {
			if gone[i] {
				continue
			}
			least += c.Least
			shares += c.Share
			if c.Rank > 0 && (worst < 0 || c.Rank > columns[worst].Rank) {
				worst = i
			}
		}
		if least > whole && worst >= 0 {
			gone[worst] = true
			continue
		}
		free := max(whole-least, 0) // is distributed in addition to the minimum widths
		for i, c := range columns {
			if !gone[i] {
				out[i] = c.Least + free*c.Share/shares
			}
		}
		return out
	}
}

// drawHead draws the titles of the columns; a click sorts.
func drawHead(p *panel.Pen, r draw.Rect, v view) {
	for i, c := range v.Columns {
		var cell draw.Rect
		if cell, r = r.CutLeft(v.widths[i]); v.widths[i] == 0 {
			continue
		}
		cell.W -= c.gap()
		title, col, align := c.Title, p.Theme.Faint, panel.Left
		if c.Right {
			align = panel.Right
		}
		if v.IDs == nil {
			p.Text(cell, title, panel.Small, col, align)
			continue
		}
		if v.IDs[i] == v.Sorted {
			col = p.Theme.Text
			title += map[bool]string{false: " ▲", true: " ▼"}[v.Descending]
		}
		p.HitArea(cell, panel.Command{Verb: panel.VerbCategory, Index: v.IDs[i]}, cmp.Or(c.Tip, "Sort by it"))
		p.Text(cell, title, panel.Small, col, align)
	}
}

func drawRow(p *panel.Pen, r draw.Rect, v view, i int) {
	row := v.Row(i)
	p.RowGround(r, i == v.Chosen)
	if row.Marked {
		p.Fill(draw.Rect{X: r.X - 6, Y: r.Y + 3, W: 3, H: r.H - 6}, p.Theme.Accent)
	}
	p.HitArea(r, panel.Command{Verb: panel.VerbChoose, Index: i}, "")
	col := p.Theme.Text
	if row.Bad {
		col = p.Theme.Faint
	}
	for k, c := range v.Columns {
		var cell draw.Rect
		if cell, r = r.CutLeft(v.widths[k]); v.widths[k] == 0 {
			continue
		}
		cell.W -= c.gap()
		align := panel.Left
		if c.Right {
			align = panel.Right
		}
		text, _ := p.Fit(row.Cells[k], panel.Body, cell.W)
		p.Text(cell, text, panel.Body, col, align)
	}
}

// drawPreview draws the description of the selected demo, beginning with its name, its score and the plan of its map.
func drawPreview(p *panel.Pen, r draw.Rect, v view) {
	for i, line := range v.Preview {
		var at draw.Rect
		if i == 2 {
			r = drawPlan(p, r, &v)
		}
		if r.H < 20 {
			return
		}
		at, r = r.CutTop(20)
		face, col := panel.Body, p.Theme.Soft
		if i < 2 {
			face, col = panel.Strong, p.Theme.Text
		}
		text, _ := p.Fit(line, face, at.W)
		p.Text(at, text, face, col, panel.Left)
	}
}

// drawPlan draws a small plan with the places of the first minute and returns the space below it.
func drawPlan(p *panel.Pen, r draw.Rect, v *view) draw.Rect {
	if len(v.Plan) == 0 && v.Picture == nil || r.H < 60 {
		return r
	}
	at, rest := r.CutTop(min(r.W, r.H/2) + 12)
	at = at.Inset(0, 6)
	p.Round(at, 6, p.Theme.Void)
	side := min(at.W, at.H) - 12
	square := panel.Centred(at, side, side)
	if v.Picture != nil {
		p.Bitmap(square, v.Picture)
	} else {
		drawFields(p, square, v.Plan)
	}
	for _, f := range v.Paths {
		s := min(max(f.Side*side/2, 2), 3)
		p.Fill(draw.Rect{X: square.X + (f.X+f.Side/2)*side - s/2, Y: square.Y + (f.Y+f.Side/2)*side - s/2, W: s, H: s},
			p.Theme.Accent)
	}
	return rest
}

// drawFields draws a plan made of cells, with higher cells brighter. Consecutive cells of the same height are drawn as
// one.
func drawFields(p *panel.Pen, square draw.Rect, fields []planField) {
	const tones = 6
	tone := func(f *planField) int { return min(int(f.Height*tones), tones-1) }
	for i := 0; i < len(fields); {
		f, n := &fields[i], 1
		for i+n < len(fields) && fields[i+n].Y == f.Y && tone(&fields[i+n]) == tone(f) &&
			fields[i+n].X-f.X < (float32(n)+0.5)*f.Side {
			n++
		}
		p.Fill(draw.Rect{X: square.X + f.X*square.W, Y: square.Y + f.Y*square.W, W: float32(n) * f.Side * square.W,
			H: f.Side * square.W}, p.Theme.Faint.Mix(p.Theme.Text, float32(tone(f))/tones))
		i += n
	}
}
