package panel

import "fragscope/viewer/draw"

// EditView describes an editable line of text.
type EditView struct {
	Text   string
	Caret  int // as an index into Text's characters
	Anchor int // other end of the selection
}

// Edited draws the text described by v in r. If the text is too long, only the section around the caret is drawn. If
// there is no text, hint is drawn instead.
func (p *Pen) Edited(r draw.Rect, v EditView, hint string) {
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
