package panel

import (
	"strconv"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// FindWidth is how much of the map's width the search takes.
const FindWidth = 420

// FindView is the state of the search.
type FindView struct {
	Text   string
	Caret  int // before this character of Text
	Anchor int // the other end of what is selected
	Rows   []Row
	Chosen int
	Count  int // hits in all
	Scroll float32
	Note   string // what is wrong with the question, or what the demo does not tell
	// Completions are the ways in which the question can go on.
	Completions []Completion
}

// Completion is a way in which a question can go on: Text in the place of what is typed from character From on.
type Completion struct {
	Text, Help string
	From       int
}

// Find lays out the search at the top right of the map and returns how far its
// list can be scrolled.
func Find(p *Pen, m draw.Rect, v FindView) (List, float32) {
	field := p.tall(34)
	h := field + 16 + float32(len(v.Rows))*p.tall(RowHeight)
	if len(v.Rows) > 0 {
		h += 6
	}
	above := float32(len(v.Completions)) * p.tall(completionRow)
	if v.Note != "" {
		above += noteRow
	}
	if above > 0 {
		above += findGap
	}
	h += above
	w := min(FindWidth, m.W-16)
	box := draw.Rect{X: m.Right() - w - 8, Y: m.Y + 8, W: w, H: min(h, max(m.H-76, field+16+above))}
	p.Begin(box)
	p.card(box)
	p.HitArea(box, Command{}, "")
	in := box.Inset(8, 8)
	f, rest := in.CutTop(field)
	drawFindField(p, f, v)
	rest = drawFindHelp(p, rest, v)
	_, rest = rest.CutTop(6)
	p.ScrollArea(rest, AreaFind)
	rest = draw.Rect{X: rest.X + 8, Y: rest.Y, W: rest.W - 16, H: rest.H}
	room := drawRows(p, rest, RowsView{Rows: v.Rows, Chosen: v.Chosen, Scroll: v.Scroll}, p.Width("player", Small)+12)
	p.scrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 13, H: rest.H}, AreaFind, v.Scroll, room)
	return p.End(), room
}

// Heights of a completion and of the note below the find field.
const (
	completionRow = 22
	noteRow       = 22
	findGap       = 4 // above both
)

// drawFindHelp draws what the question can go on with, and what is to be said of it; it returns what is left below.
func drawFindHelp(p *Pen, r draw.Rect, v FindView) draw.Rect {
	if len(v.Completions) > 0 || v.Note != "" {
		_, r = r.CutTop(findGap)
	}
	for i, c := range v.Completions {
		var row draw.Rect
		row, r = r.CutTop(p.tall(completionRow))
		p.rowGround(row, false)
		p.HitArea(row, Command{Verb: VerbComplete, Text: c.Text, Index: c.From}, "")
		in := row.Inset(8, 0)
		face := Body
		if i == 0 {
			face = Strong
			p.Text(in, "Tab", Small, p.Theme.Faint, Right)
			in.W -= 34
		}
		b := p.Text(in, c.Text, face, p.Theme.Text, Left)
		p.Text(draw.Rect{X: b.Right() + 12, Y: in.Y, W: max(in.Right()-b.Right()-12, 0), H: in.H}, c.Help, Small, p.Theme.Faint, Left)
	}
	if v.Note != "" {
		var row draw.Rect
		row, r = r.CutTop(noteRow)
		p.Text(row.Inset(8, 0), v.Note, Small, p.Theme.Soft, Left)
	}
	return r
}

// drawFindField draws what is typed, how many hits there are, and the buttons.
func drawFindField(p *Pen, f draw.Rect, v FindView) {
	p.Round(f, 6, p.Theme.Void)
	p.Outline(f, 6, 1, p.Theme.Accent)
	p.HitArea(f, Command{Verb: VerbFindField}, "")
	p.Icon(draw.Rect{X: f.X + 10, Y: f.Y + f.H/2 - 7, W: 14, H: 14}, draw.IconSearch, p.Theme.Soft)
	r := f
	for _, b := range []struct {
		icon draw.Icon
		do   Command
		tip  string
	}{
		{draw.IconClose, Command{Verb: VerbClose}, "Close   Esc"},
		{draw.IconDown, Command{Verb: VerbAction, ID: action.FindNext}, "Next hit   F3"},
		{draw.IconUp, Command{Verb: VerbAction, ID: action.FindPrev}, "Previous hit   Shift+F3"},
	} {
		var k draw.Rect
		k, r = r.CutRight(p.tall(26))
		p.iconButton(centred(k, k.W, p.tall(26)), b.icon, 12, b.do, b.tip)
	}
	_, r = r.CutRight(8)
	count := p.Text(r, v.count(), Small, p.Theme.Soft, Right)
	p.edited(draw.Rect{X: f.X + 32, Y: f.Y, W: count.X - f.X - 40, H: f.H}, v, "player, text, RA, by:… with:… area:… health<30")
}

// count says which hit of how many is chosen.
func (v *FindView) count() string {
	switch {
	case v.Text == "":
		return ""
	case v.Count > 0 && v.Chosen >= 0:
		return strconv.Itoa(v.Chosen+1) + " / " + strconv.Itoa(v.Count)
	}
	return strconv.Itoa(v.Count)
}

// edited shows what is typed, of what is longer than the field the part around the caret; hint stands there while nothing is typed.
func (p *Pen) edited(r draw.Rect, v FindView, hint string) {
	if v.Text == "" {
		p.Text(draw.Rect{X: r.X + 3, Y: r.Y, W: r.W - 3, H: r.H}, hint, Body, p.Theme.Faint, Left)
	}
	text := []rune(v.Text)
	first := 0
	for first < v.Caret && p.Width(string(text[first:v.Caret]), Body) > r.W-4 {
		first++
	}
	last := len(text)
	for last > v.Caret && p.Width(string(text[first:last]), Body) > r.W-4 {
		last--
	}
	place := func(i int) float32 {
		return r.X + p.Width(string(text[first:min(max(i, first), last)]), Body)
	}
	if v.Caret != v.Anchor {
		from, to := place(min(v.Caret, v.Anchor)), place(max(v.Caret, v.Anchor))
		p.Fill(draw.Rect{X: from, Y: r.Y + 8, W: to - from, H: r.H - 16}, p.Theme.Accent.Fade(0.4))
	}
	p.Text(r, string(text[first:last]), Body, p.Theme.Text, Left)
	p.Fill(draw.Rect{X: place(v.Caret) + 1, Y: r.Y + 9, W: 1.5, H: r.H - 18}, p.Theme.Accent)
}
