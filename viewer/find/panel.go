package find

import (
	"strconv"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// panelWidth is the width of the search over the map.
const panelWidth = 420

// view is the state of the search.
type view struct {
	Text   string
	Caret  int // as an index into Text's characters
	Anchor int // other end of the selection
	Rows   []panel.Row
	Chosen int
	Count  int // total number of hits
	Scroll float32
	Note   string // what is wrong with the query, or what the demo does not contain
	Vain   bool   // nothing is found; the completions below the note are other queries
	// Completions are ways to continue the query.
	Completions []completion
}

// completion is a way to continue the query: Text replaces the typed text, starting at character From.
type completion struct {
	Text, Help string
	From       int
}

// layOut lays out the search at the top right of the map and returns the scroll range of its list.
func layOut(p *panel.Pen, m draw.Rect, v view) (panel.List, float32) {
	field := p.Tall(34)
	h := field + 16 + float32(len(v.Rows))*p.Tall(panel.RowHeight)
	if len(v.Rows) > 0 {
		h += 6
	}
	above := float32(len(v.Completions)) * p.Tall(completionRow)
	if v.Note != "" {
		above += noteRow
	}
	if above > 0 {
		above += helpGap
	}
	h += above
	w := min(panelWidth, m.W-16)
	box := draw.Rect{X: m.Right() - w - 8, Y: m.Y + 8, W: w, H: min(h, max(m.H-76, field+16+above), m.H-16)}
	p.Begin(box)
	p.Card(box)
	p.HitArea(box, panel.Command{}, "")
	in := box.Inset(8, 8)
	f, rest := in.CutTop(field)
	drawField(p, f, v)
	rest = drawHelp(p, rest, v)
	_, rest = rest.CutTop(6)
	p.ScrollArea(rest, panel.AreaFind)
	rest = draw.Rect{X: rest.X + 8, Y: rest.Y, W: rest.W - 16, H: rest.H}
	room := panel.DrawRows(p, rest, panel.RowsView{Rows: v.Rows, Chosen: v.Chosen, Scroll: v.Scroll},
		max(p.Width("player", panel.Small)+12, panel.LeadWidth(p, v.Rows)))
	p.ScrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 13, H: rest.H}, panel.AreaFind, v.Scroll, room)
	return p.End(), room
}

// Heights of a completion and of the note below the field.
const (
	completionRow = 22
	noteRow       = 22
	helpGap       = 4 // above both
)

// drawHelp draws the completions and the note, and returns the space below.
func drawHelp(p *panel.Pen, r draw.Rect, v view) draw.Rect {
	if len(v.Completions) > 0 || v.Note != "" {
		_, r = r.CutTop(helpGap)
	}
	if v.Vain {
		r = drawNote(p, r, v)
	}
	for i, c := range v.Completions {
		var row draw.Rect
		if row, r = r.CutTop(p.Tall(completionRow)); row.H < p.Tall(completionRow) {
			break
		}
		p.RowGround(row, false)
		p.HitArea(row, panel.Command{Verb: panel.VerbComplete, Text: c.Text, Index: c.From}, "")
		in := row.Inset(8, 0)
		face := panel.Body
		if i == 0 {
			face = panel.Strong
			p.Text(in, "Tab", panel.Small, p.Theme.Faint, panel.Right)
			in.W -= 34
		}
		b := p.Text(in, c.Text, face, p.Theme.Text, panel.Left)
		p.Text(draw.Rect{X: b.Right() + 12, Y: in.Y, W: max(in.Right()-b.Right()-12, 0), H: in.H}, c.Help, panel.Small,
			p.Theme.Faint, panel.Left)
	}
	if !v.Vain {
		r = drawNote(p, r, v)
	}
	return r
}

// drawNote draws the note, if there is one, and returns the space below.
func drawNote(p *panel.Pen, r draw.Rect, v view) draw.Rect {
	if v.Note == "" {
		return r
	}
	row, r := r.CutTop(noteRow)
	p.Text(row.Inset(8, 0), v.Note, panel.Small, p.Theme.Soft, panel.Left)
	return r
}

// drawField draws the text, the number of hits and the buttons.
func drawField(p *panel.Pen, f draw.Rect, v view) {
	p.Round(f, 6, p.Theme.Void)
	p.Outline(f, 6, 1, p.Theme.Accent)
	p.HitArea(f, panel.Command{Verb: panel.VerbFindField}, "")
	p.Icon(draw.Rect{X: f.X + 10, Y: f.Y + f.H/2 - 7, W: 14, H: 14}, draw.IconSearch, p.Theme.Soft)
	r := f
	for _, b := range []struct {
		icon draw.Icon
		do   panel.Command
		tip  string
	}{
		{draw.IconClose, panel.Command{Verb: panel.VerbClose}, "Close   Esc"},
		{draw.IconDown, panel.Command{Verb: panel.VerbAction, ID: IDNext}, "Next hit   F3"},
		{draw.IconUp, panel.Command{Verb: panel.VerbAction, ID: IDPrev}, "Previous hit   Shift+F3"},
	} {
		var k draw.Rect
		k, r = r.CutRight(p.Tall(26))
		p.IconButton(panel.Centred(k, k.W, p.Tall(26)), b.icon, 12, b.do, b.tip)
	}
	_, r = r.CutRight(8)
	count := p.Text(r, v.count(), panel.Small, p.Theme.Soft, panel.Right)
	p.Edited(draw.Rect{X: f.X + 32, Y: f.Y, W: count.X - f.X - 40, H: f.H}, panel.EditView{Text: v.Text, Caret: v.Caret,
		Anchor: v.Anchor}, "player, text, RA, by:… with:… area:… health<30")
}

// count returns the number of the chosen hit and the total as text.
func (v *view) count() string {
	switch {
	case v.Text == "":
		return ""
	case v.Count > 0 && v.Chosen >= 0:
		return strconv.Itoa(v.Chosen+1) + " / " + strconv.Itoa(v.Count)
	}
	return strconv.Itoa(v.Count)
}
