package panel

import "fragscope/viewer/draw"

// ManualKind is the kind of a ManualLine.
type ManualKind uint8

// Kinds of lines.
const (
	ManualText ManualKind = iota
	ManualHead
	ManualItem
	ManualCode
	ManualEntry // of a table: Lead next to Text
)

// ManualLine is a paragraph, heading, list item, line of code or table row in the manual.
type ManualLine struct {
	Kind       ManualKind
	Lead, Text string
	// Link is set if a click opens the line's page.
	Link bool
}

// ManualView describes the help, which has a search field and tabs. The first tab shows the keys.
type ManualView struct {
	Edit   EditView
	Tabs   []string
	Tab    int
	Note   string // next to the heading
	Lines  []ManualLine
	Empty  string // shown if the search finds nothing
	Scroll float32
	// Reveal is the line to scroll to, or -1.
	Reveal int
}

const (
	helpField  = 32
	manualLine = 19
	manualGap  = 7
	manualWide = 760
)

// drawHelpHead draws the search field and the tabs, and returns the space below.
func drawHelpHead(p *Pen, in draw.Rect, v *ManualView) draw.Rect {
	if len(v.Tabs) == 0 {
		return in
	}
	f, in := in.CutTop(p.Tall(helpField))
	p.Round(f, 6, p.Theme.Void)
	p.Outline(f, 6, 1, p.Theme.Line)
	p.Icon(draw.Rect{X: f.X + 11, Y: f.Y + f.H/2 - 7, W: 14, H: 14}, draw.IconSearch, p.Theme.Soft)
	_, rest := f.CutLeft(34)
	p.Edited(rest, v.Edit, "Search the manual")
	in = drawMenuGroups(p, in, MenuView{Groups: v.Tabs, Group: v.Tab})
	_, in = in.CutTop(8)
	return in
}

// drawManual draws a page of the manual, or the results of a search, and returns its scroll range and position.
func drawManual(p *Pen, in draw.Rect, v *ManualView) (room, scroll float32) {
	p.ScrollArea(in, AreaOverlay)
	if len(v.Lines) == 0 {
		r, _ := in.CutTop(p.Tall(RowHeight))
		p.Text(r, v.Empty, Body, p.Theme.Soft, Left)
		return 0, 0
	}
	wide := draw.Rect{X: in.X, W: min(in.W-14, manualWide)}
	tall, at := float32(0), float32(0)
	for i := range v.Lines {
		if i == v.Reveal {
			at = tall
		}
		tall += p.manualLine(in, wide, &v.Lines[i], -1, i)
	}
	room = max(tall-in.H, 0)
	scroll = min(max(v.Scroll, 0), room)
	if v.Reveal >= 0 {
		scroll = min(at, room)
	}
	wide.Y = in.Y - scroll
	for i := range v.Lines {
		wide.Y += p.manualLine(in, wide, &v.Lines[i], wide.Y, i)
	}
	p.ScrollBar(draw.Rect{X: in.X, Y: in.Y, W: in.W + 14, H: in.H}, AreaOverlay, scroll, room)
	return room, scroll
}

// manualLine draws line i at y, as far as it is inside in, and returns its height. If y is negative it draws
// nothing.
func (p *Pen) manualLine(in, r draw.Rect, l *ManualLine, y float32, i int) float32 {
	const most = 400
	text, gap := []Span{{Text: l.Text, Face: Body, Color: p.Theme.Soft}}, float32(manualGap)
	indent := float32(0)
	switch l.Kind {
	case ManualHead:
		text[0].Face, text[0].Color = Strong, p.Theme.Accent
	case ManualItem:
		indent = 16
	case ManualCode:
		text[0].Color, indent, gap = p.Theme.Text, 16, 1
	case ManualEntry:
		indent = r.W * 0.34
	}
	lead := p.Wrap([]Span{{Text: l.Lead, Face: Body, Color: p.Theme.Text}}, indent-14, most)
	lines := p.Wrap(text, r.W-indent, most)
	tall := float32(max(len(lines), len(lead)))*manualLine + gap
	if l.Kind == ManualHead {
		tall += manualGap
	}
	if y < 0 {
		return tall
	}
	whole := draw.Rect{X: r.X - 8, Y: y, W: r.W + 16, H: tall}
	if l.Link && whole.Bottom() > in.Y && whole.Y < in.Bottom() {
		shown := draw.Rect{X: whole.X, Y: max(whole.Y, in.Y), W: whole.W,
			H: min(whole.Bottom(), in.Bottom()) - max(whole.Y, in.Y)}
		if p.Hot(shown) {
			p.Round(shown, 4, p.Theme.Raised)
		}
		p.HitArea(shown, Command{Verb: VerbChoose, Index: i}, "")
	}
	row := draw.Rect{X: r.X, Y: y, W: r.W, H: manualLine}
	if l.Kind == ManualHead {
		row.Y += manualGap
	}
	for n := range max(len(lines), len(lead)) {
		if inside(in, row) {
			if n < len(lead) {
				p.Line(draw.Rect{X: row.X, Y: row.Y, W: indent - 8, H: row.H}, lead[n]...)
			}
			if n == 0 && l.Kind == ManualItem {
				p.Text(row, "•", Body, p.Theme.Faint, Left)
			}
			if n < len(lines) {
				p.Line(draw.Rect{X: row.X + indent, Y: row.Y, W: row.W - indent, H: row.H}, lines[n]...)
			}
		}
		row.Y += manualLine
	}
	return tall
}
