package panel

import (
	"strconv"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/ink"
)

// Scrim lies behind an overlay and darkens the rest if dark is set; a click closes it.
func Scrim(p *Pen, window ink.Rect, dark bool) List {
	p.Begin(window)
	if dark {
		p.Fill(window, p.Theme.Scrim)
	}
	p.Spot(window, Command{Verb: VerbClose}, "")
	return p.End()
}

// sheet draws the ground of an overlay with a heading and a button to close it
// and returns the room inside.
func (p *Pen) sheet(box ink.Rect, title, note string) ink.Rect {
	p.Begin(box)
	p.card(box)
	p.Spot(box, Command{}, "")
	in := box.Inset(20, 0)
	head, body := in.CutTop(50)
	closer, head := head.CutRight(28)
	closer = centred(closer, 28, 28)
	if p.Hot(closer) {
		p.Round(closer, 6, p.Theme.Hover)
	}
	p.Icon(centred(closer, 14, 14), ink.IconClose, p.Theme.Soft)
	p.Spot(closer, Command{Verb: VerbClose}, "Close   Esc")
	b := p.Text(head, title, Title, p.Theme.Text, Left)
	head.X, head.W = b.Right()+14, head.Right()-b.Right()-26
	p.Text(head, note, Small, p.Theme.Faint, Left)
	body.H -= 16
	return body
}

// within is a box of at most w by h in the middle of window.
func within(window ink.Rect, w, h float32) ink.Rect {
	w, h = min(w, window.W-24), min(h, window.H-24)
	return ink.Rect{X: window.X + float32(int((window.W-w)/2)), Y: window.Y + float32(int((window.H-h)/2)), W: w, H: h}
}

// helpBlock is a category of the help.
type helpBlock struct {
	head string
	rows []helpLine
}

type helpLine struct {
	key, name, tip string
	id             action.ID
}

const helpHead = 30

func (b *helpBlock) height(row float32) float32 { return helpHead + row*float32(len(b.rows)) + 10 }

func helpBlocks(actions []action.Action) []helpBlock {
	var out []helpBlock
	for _, c := range action.Categories() {
		b := helpBlock{head: string(c)}
		for i := range actions {
			if a := &actions[i]; a.Category == c && !a.Unlisted {
				b.rows = append(b.rows, helpLine{a.Label(), a.Name, a.Help, a.ID})
			}
		}
		out = append(out, b)
	}
	return append(out, helpBlock{"Mouse", []helpLine{
		{key: "wheel", name: "zoom at the cursor"}, {key: "Shift+wheel", name: "go through time"},
		{key: "wheel on the time line", name: "zoom it"}, {key: "drag", name: "move the map"},
		{key: "double click", name: "fit the map"}, {key: "click on a player", name: "follow him"},
	}})
}

// columnsOf divides blocks into at most n columns of blocks in order, as low as can be.
func columnsOf(blocks []helpBlock, n int, row float32) (cols [][]helpBlock, tall float32) {
	if n == 1 || len(blocks) <= 1 {
		for i := range blocks {
			tall += blocks[i].height(row)
		}
		return [][]helpBlock{blocks}, tall
	}
	tall = -1
	head := float32(0)
	for i := range blocks {
		head += blocks[i].height(row)
		if tall >= 0 && head >= tall {
			break
		}
		rest, restTall := columnsOf(blocks[i+1:], n-1, row)
		if t := max(head, restTall); tall < 0 || t < tall {
			tall = t
			cols = append([][]helpBlock{blocks[:i+1]}, rest...)
		}
	}
	return cols, tall
}

// Help lays out the table of all keys, made from the table of actions, and
// returns how far it can be scrolled.
func Help(p *Pen, window ink.Rect, actions []action.Action, settings string, scroll float32) (List, float32) {
	const gap, around = 30, 66 + 24
	columns := min(max(int((window.W-60)/300), 1), 4)
	blocks := helpBlocks(actions)
	row := float32(21)
	cols, tall := columnsOf(blocks, columns, row)
	for row > 17 && tall > window.H-around {
		row--
		cols, tall = columnsOf(blocks, columns, row)
	}
	box := within(window, float32(columns)*335+10, tall+66)
	in := p.sheet(box, "Keys and mouse", settings)
	p.ScrollSpot(in, AreaOverlay)
	cw := (in.W - float32(columns-1)*gap) / float32(columns)
	for i, col := range cols {
		y := in.Y - scroll
		x := in.X + float32(i)*(cw+gap)
		for _, b := range col {
			if r := (ink.Rect{X: x, Y: y, W: cw, H: helpHead - 6}); inside(in, r) {
				p.Text(r, b.head, Strong, p.Theme.Accent, Left)
			}
			y += helpHead
			for _, l := range b.rows {
				if r := (ink.Rect{X: x, Y: y, W: cw, H: row}); inside(in, r) {
					p.helpRow(r, l)
				}
				y += row
			}
			y += 10
		}
	}
	room := max(tall-10-in.H, 0)
	p.scrollBar(ink.Rect{X: in.X, Y: in.Y, W: in.W + 14, H: in.H}, AreaOverlay, scroll, room)
	return p.End(), room
}

func inside(area, r ink.Rect) bool { return r.Y >= area.Y-0.5 && r.Bottom() <= area.Bottom()+0.5 }

func (p *Pen) helpRow(r ink.Rect, l helpLine) {
	if l.id != "" {
		if p.Hot(r) {
			p.Round(r.Inset(-6, 0), 4, p.Theme.Raised)
		}
		p.Spot(r, Command{Verb: VerbAction, ID: l.id}, l.tip)
	}
	kb := p.Text(ink.Rect{X: r.X, Y: r.Y, W: r.W * 0.5, H: r.H}, l.key, Small, p.Theme.Text, Left)
	at := max(r.X+r.W*0.4, kb.Right()+12)
	p.Text(ink.Rect{X: at, Y: r.Y, W: r.Right() - at, H: r.H}, l.name, Small, p.Theme.Soft, Left)
}

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
func Menu(p *Pen, window ink.Rect, bottom float32, v MenuView) (List, float32) {
	const row, catWidth, width = MenuRow, 130, 300
	cats := action.Categories()
	rows := MenuRows(v.Actions, v.Category)
	h := float32(max(len(cats), longest(v.Actions)))*row + 16
	h = min(h, bottom-window.Y-12)
	w := min(float32(catWidth+width), window.W-16)
	box := ink.Rect{X: window.Right() - w - 8, Y: bottom - h - 6, W: w, H: h}
	p.Begin(box)
	p.card(box)
	p.Spot(box, Command{}, "")
	p.ScrollSpot(box, AreaOverlay)
	left, right := box.Inset(0, 8).CutLeft(catWidth)
	p.Fill(ink.Rect{X: left.Right(), Y: box.Y + 1, W: 1, H: box.H - 2}, p.Theme.Line)
	for i, c := range cats {
		r := ink.Rect{X: left.X + 6, Y: left.Y + float32(i)*row, W: left.W - 12, H: row}
		if !inside(left, r) {
			break
		}
		col := p.Theme.Soft
		if i == v.Category {
			p.Round(r, 5, p.Theme.Selected)
			col = p.Theme.Accent
		} else if p.Hot(r) {
			p.Round(r, 5, p.Theme.Raised)
		}
		p.Text(r.Inset(10, 0), string(c), Body, col, Left)
		p.Spot(r, Command{Verb: VerbCategory, Index: i}, "")
	}
	y := right.Y - v.Scroll
	for i := range rows {
		r := ink.Rect{X: right.X + 7, Y: y, W: right.W - 13, H: row}
		y += row
		if inside(right, r) {
			p.menuRow(r, &rows[i], i == v.Row, v.On)
		}
	}
	room := max(float32(len(rows))*row-right.H, 0)
	p.scrollBar(ink.Rect{X: right.X, Y: right.Y, W: right.W - 2, H: right.H}, AreaOverlay, v.Scroll, room)
	return p.End(), room
}

func longest(actions []action.Action) int {
	most := 0
	for i := range action.Categories() {
		most = max(most, len(MenuRows(actions, i)))
	}
	return min(most, 16)
}

func (p *Pen) menuRow(r ink.Rect, a *action.Action, chosen bool, on func(action.ID) bool) {
	switch {
	case chosen:
		p.Round(r, 5, p.Theme.Selected)
	case p.Hot(r):
		p.Round(r, 5, p.Theme.Raised)
	}
	p.Spot(r, Command{Verb: VerbAction, ID: a.ID}, a.Help)
	in := r.Inset(10, 0)
	k := p.Text(ink.Rect{X: in.X + in.W*0.55, Y: in.Y, W: in.W * 0.45, H: in.H}, a.Label(), Small, p.Theme.Faint, Right)
	in.W = k.X - in.X - 8
	c := p.Theme.Text
	if on != nil && on(a.ID) {
		c = p.Theme.Accent
	}
	p.Text(in, a.Name, Body, c, Left)
}

// Row is a line of a list that is open: a bookmark, a recent demo, a chapter, a hit.
type Row struct {
	Lead  string // time
	Spans []Span
	Note  string
}

// RowsView is a list that is open.
type RowsView struct {
	Title, Note string
	Empty       string
	Rows        []Row
	Chosen      int // with the keyboard
	Scroll      float32
	Delete      bool
}

// RowHeight is the height of a row of an open list.
const RowHeight = 30

// Rows lays out a list that is open and returns how far it can be scrolled.
func Rows(p *Pen, window ink.Rect, v RowsView) (List, float32) {
	h := float32(max(len(v.Rows), 2))*RowHeight + 70
	in := p.sheet(within(window, 560, min(h, 560)), v.Title, v.Note)
	p.ScrollSpot(in, AreaOverlay)
	if len(v.Rows) == 0 {
		r, _ := in.CutTop(RowHeight)
		p.Text(r, v.Empty, Body, p.Theme.Soft, Left)
	}
	room := p.rows(in, v, p.leadWidth(v.Rows))
	p.scrollBar(ink.Rect{X: in.X, Y: in.Y, W: in.W + 14, H: in.H}, AreaOverlay, v.Scroll, room)
	return p.End(), room
}

func (p *Pen) leadWidth(rows []Row) float32 {
	w := float32(0)
	for i := range rows {
		if rows[i].Lead != "" {
			w = max(w, p.Width(rows[i].Lead, Small)+12)
		}
	}
	return w
}

// rows draws as many whole rows as there is room for and returns how far they can be scrolled.
func (p *Pen) rows(in ink.Rect, v RowsView, lead float32) (room float32) {
	fit := max(int((in.H+0.5)/RowHeight), 1)
	room = float32(max(len(v.Rows)-fit, 0)) * RowHeight
	first := int((min(max(v.Scroll, 0), room) + RowHeight/2) / RowHeight)
	for i := first; i < min(first+fit, len(v.Rows)); i++ {
		r := ink.Rect{X: in.X - 8, Y: in.Y + float32(i-first)*RowHeight, W: in.W + 16, H: RowHeight}
		row := &v.Rows[i]
		switch {
		case i == v.Chosen:
			p.Round(r, 5, p.Theme.Selected)
		case p.Hot(r):
			p.Round(r, 5, p.Theme.Raised)
		}
		p.Spot(r, Command{Verb: VerbChoose, Index: i}, "")
		body := r.Inset(8, 0)
		if v.Delete {
			var bin ink.Rect
			bin, body = body.CutRight(26)
			bin = centred(bin, 24, 24)
			c := p.Theme.Faint
			if p.Hot(bin) {
				p.Round(bin, 5, p.Theme.Hover)
				c = p.Theme.Bad
			}
			p.Icon(centred(bin, 12, 12), ink.IconClose, c)
			p.Spot(bin, Command{Verb: VerbDelete, Index: i}, "Delete")
		}
		var l ink.Rect
		l, body = body.CutLeft(lead)
		p.Text(l, row.Lead, Small, p.Theme.Faint, Left)
		nw := float32(0)
		if row.Note != "" {
			n := p.Text(ink.Rect{X: body.X + body.W*0.5, Y: body.Y, W: body.W * 0.5, H: body.H}, row.Note, Small, p.Theme.Faint, Right)
			nw = n.W + 10
		}
		body.W -= nw
		p.Line(body, row.Spans...)
	}
	return room
}

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
}

// Find lays out the search at the top right of the map and returns how far its
// list can be scrolled.
func Find(p *Pen, m ink.Rect, v FindView) (List, float32) {
	const field = 34
	h := field + 16 + float32(len(v.Rows))*RowHeight
	if len(v.Rows) > 0 {
		h += 6
	}
	w := min(FindWidth, m.W-16)
	box := ink.Rect{X: m.Right() - w - 8, Y: m.Y + 8, W: w, H: min(h, max(m.H-76, field+16))}
	p.Begin(box)
	p.card(box)
	p.Spot(box, Command{}, "")
	in := box.Inset(8, 8)
	f, rest := in.CutTop(field)
	p.Round(f, 6, p.Theme.Void)
	p.Outline(f, 6, 1, p.Theme.Accent)
	p.Spot(f, Command{Verb: VerbFindField}, "")
	p.Icon(ink.Rect{X: f.X + 10, Y: f.Y + 10, W: 14, H: 14}, ink.IconSearch, p.Theme.Soft)
	r := f
	for _, b := range []struct {
		g   ink.Icon
		do  Command
		tip string
	}{
		{ink.IconClose, Command{Verb: VerbClose}, "Close"},
		{ink.IconDown, Command{Verb: VerbAction, ID: action.FindNext}, "Next hit"},
		{ink.IconUp, Command{Verb: VerbAction, ID: action.FindPrev}, "Previous hit"},
	} {
		var k ink.Rect
		k, r = r.CutRight(26)
		if p.Hot(k) {
			p.Round(k.Inset(1, 4), 5, p.Theme.Hover)
		}
		p.Icon(centred(k, 12, 12), b.g, p.Theme.Soft)
		p.Spot(k, b.do, b.tip)
	}
	count := ""
	if v.Text != "" {
		count = strconv.Itoa(v.Count)
		if v.Count > 0 && v.Chosen >= 0 {
			count = strconv.Itoa(v.Chosen+1) + " / " + count
		}
	}
	_, r = r.CutRight(8)
	b := p.Text(r, count, Small, p.Theme.Soft, Right)
	text := ink.Rect{X: f.X + 32, Y: f.Y, W: b.X - f.X - 40, H: f.H}
	p.findText(text, v)
	_, rest = rest.CutTop(6)
	p.ScrollSpot(rest, AreaFind)
	rest = ink.Rect{X: rest.X + 8, Y: rest.Y, W: rest.W - 16, H: rest.H}
	room := p.rows(rest, RowsView{Rows: v.Rows, Chosen: v.Chosen, Scroll: v.Scroll}, p.Width("player", Small)+12)
	p.scrollBar(ink.Rect{X: rest.X, Y: rest.Y, W: rest.W + 13, H: rest.H}, AreaFind, v.Scroll, room)
	return p.End(), room
}

// findText shows the part around the caret of what is typed when it is longer than the field.
func (p *Pen) findText(r ink.Rect, v FindView) {
	if v.Text == "" {
		p.Text(ink.Rect{X: r.X + 3, Y: r.Y, W: r.W - 3, H: r.H}, "player, text or kind of event", Body, p.Theme.Faint, Left)
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
		p.Fill(ink.Rect{X: from, Y: r.Y + 8, W: to - from, H: r.H - 16}, p.Theme.Accent.Fade(0.4))
	}
	p.Text(r, string(text[first:last]), Body, p.Theme.Text, Left)
	p.Fill(ink.Rect{X: place(v.Caret) + 1, Y: r.Y + 9, W: 1.5, H: r.H - 18}, p.Theme.Accent)
}

// WelcomeView is what is shown without a demo.
type WelcomeView struct {
	Recent   []string // names
	KeyLabel func(action.ID) string
	Busy     string // what is being opened
	Sample   bool   // there is one
}

// Welcome lays out the screen without a demo, in the place of the map.
func Welcome(p *Pen, m ink.Rect, v WelcomeView) List {
	p.Begin(m)
	t := p.Theme
	p.Fill(m, t.Void)
	recent := min(len(v.Recent), max(int((m.H-290)/RowHeight), 0), 8)
	h := float32(210)
	if recent > 0 {
		h += float32(recent)*RowHeight + 40
	}
	box := within(m, 460, h)
	head, rest := box.CutTop(44)
	p.Text(head, "Fragscope", Huge, t.Text, Middle)
	sub, rest := rest.CutTop(26)
	p.Text(sub, "Watch recorded matches of the Quake family from above", Body, t.Soft, Middle)
	_, rest = rest.CutTop(24)
	row, rest := rest.CutTop(40)
	bw := float32(150)
	bx := row.X + (row.W-2*bw-12)/2
	if !v.Sample {
		bx = row.X + (row.W-bw)/2
	}
	p.textButton(ink.Rect{X: bx, Y: row.Y, W: bw, H: 36}, "Open…", true, Command{Verb: VerbAction, ID: action.Open}, p.tip(action.Open, v.KeyLabel))
	if v.Sample {
		p.textButton(ink.Rect{X: bx + bw + 12, Y: row.Y, W: bw, H: 36}, "Sample", false, Command{Verb: VerbAction, ID: action.Sample}, p.tip(action.Sample, v.KeyLabel))
	}
	_, rest = rest.CutTop(10)
	drop, rest := rest.CutTop(24)
	hint := "or drop a demo here"
	if v.Busy != "" {
		hint = "Opening " + v.Busy + " …"
	}
	p.Text(drop, hint, Small, t.Faint, Middle)
	if recent > 0 {
		_, rest = rest.CutTop(22)
		p.Fill(ink.Rect{X: rest.X, Y: rest.Y, W: rest.W, H: 1}, t.Line)
		_, rest = rest.CutTop(10)
		for i := range recent {
			var r ink.Rect
			r, rest = rest.CutTop(RowHeight)
			if p.Hot(r) {
				p.Round(r, 5, t.Raised)
			}
			p.Spot(r, Command{Verb: VerbOpen, Index: i}, "")
			p.Text(r.Inset(10, 0), v.Recent[i], Body, t.Text, Left)
		}
	}
	return p.End()
}

func (p *Pen) textButton(r ink.Rect, s string, primary bool, do Command, tip string) {
	t := p.Theme
	bg, fg := t.Raised, t.Text
	if primary {
		bg, fg = t.Accent, t.OnAccent
	}
	if p.Hot(r) {
		bg = bg.Mix(ink.Hex(0xffffff), 0.1)
	}
	p.Round(r, 7, bg)
	p.Text(r.Inset(8, 0), s, Strong, fg, Middle)
	p.Spot(r, do, tip)
}

// NoticeView is a message in words.
type NoticeView struct {
	Text    string
	Error   bool
	Button  string
	Do      action.ID
	Sticky  bool
	Loading bool    // with a bar of progress
	Done    float64 // share, of Loading
}

// Notices lays out messages at the foot of the map, one above the other, the latest lowest.
func Notices(p *Pen, m ink.Rect, list []NoticeView) []List {
	var out []List
	y := m.Bottom() - 10
	for i := len(list) - 1; i >= 0; i-- {
		l := p.notice(m, y, i, list[i])
		if l.Area.Y < m.Y {
			break
		}
		out = append(out, l)
		y = l.Area.Y - 8
	}
	return out
}

func (p *Pen) notice(m ink.Rect, bottom float32, index int, v NoticeView) List {
	t := p.Theme
	const pad, lineHeight = 14, 19
	most := min(m.W-20, 640)
	extra := float32(2*pad + 20 + 26)
	bw := float32(0)
	if v.Button != "" {
		bw = p.Width(v.Button, Strong) + 28
		extra += bw + 10
	}
	lines := p.Wrap([]Span{p.word(v.Text, t.Text)}, max(most-extra, 60), 4)
	w := float32(0)
	for _, l := range lines {
		lw := float32(0)
		for _, s := range l {
			lw += p.Width(s.Text, s.Face)
		}
		w = max(w, lw)
	}
	w = min(w+extra+1, most)
	h := float32(len(lines))*lineHeight + 18
	box := ink.Rect{X: m.X + float32(int((m.W-w)/2)), Y: bottom - h, W: w, H: h}
	p.Begin(box)
	p.card(box)
	p.Spot(box, Command{}, "")
	in := box.Inset(pad, 9)
	g, c := ink.IconHelp, t.Accent
	if v.Error {
		g, c = ink.IconWarning, t.Warn
	}
	p.Icon(ink.Rect{X: in.X, Y: in.Y + 2, W: 15, H: 15}, g, c)
	closer := centred(ink.Rect{X: in.Right() - 18, Y: box.Y, W: 20, H: box.H}, 22, 22)
	if p.Hot(closer) {
		p.Round(closer, 5, t.Hover)
	}
	p.Icon(centred(closer, 10, 10), ink.IconClose, t.Soft)
	p.Spot(closer, Command{Verb: VerbDismiss, Index: index}, "Close   Esc")
	if v.Button != "" {
		p.textButton(centred(ink.Rect{X: closer.X - bw - 8, Y: box.Y, W: bw, H: box.H}, bw, 26), v.Button, false, Command{Verb: VerbAction, ID: v.Do}, "")
	}
	tx := ink.Rect{X: in.X + 25, Y: in.Y, W: w - extra + 1, H: lineHeight}
	for _, l := range lines {
		p.Line(tx, l...)
		tx.Y += lineHeight
	}
	if v.Loading {
		bar := ink.Rect{X: box.X + 8, Y: box.Bottom() - 5, W: box.W - 16, H: 3}
		p.Round(bar, 1.5, t.Track)
		bar.W *= float32(min(max(v.Done, 0), 1))
		p.Round(bar, 1.5, t.Accent)
	}
	return p.End()
}

// Tip lays out what is said about the place under the mouse.
func Tip(p *Pen, window ink.Rect, over ink.Rect, text string) List {
	w := p.Width(text, Small) + 18
	box := ink.Rect{X: over.X + over.W/2 - w/2, Y: over.Y - 30, W: w, H: 24}
	if box.Y < window.Y {
		box.Y = over.Bottom() + 6
	}
	box.X = max(min(box.X, window.Right()-box.W-4), window.X+4)
	p.Begin(box)
	p.Round(box, 6, p.Theme.Raised)
	p.Outline(box, 6, 1, p.Theme.Line)
	p.Text(box.Inset(9, 0), text, Small, p.Theme.Text, Left)
	return p.End()
}

// CenterPrint lays out what the game wrote into the middle of the screen.
func CenterPrint(p *Pen, m ink.Rect, t sim.Text) List {
	spans := Spans(t, Title, p.Theme.Text)
	var lines [][]Span
	for _, para := range splitLines(spans) {
		if wrapped := p.Wrap(para, max(min(m.W-60, 560), 100), 4); len(wrapped) > 0 {
			lines = append(lines, wrapped...)
		}
		if len(lines) >= 8 {
			break
		}
	}
	widths := make([]float32, len(lines))
	w := float32(0)
	for i, l := range lines {
		for _, s := range l {
			widths[i] += p.Width(s.Text, s.Face)
		}
		w = max(w, widths[i])
	}
	if w == 0 {
		return List{}
	}
	const lineHeight = 22
	box := ink.Rect{X: m.X + (m.W-w)/2 - 16, Y: m.Y + 8, W: w + 32, H: float32(len(lines))*lineHeight + 12}
	p.Begin(box)
	p.Round(box, 8, p.Theme.Panel.Fade(0.94))
	for i, l := range lines {
		p.Line(ink.Rect{X: m.X + (m.W-widths[i])/2, Y: box.Y + 6 + float32(i)*lineHeight, W: widths[i] + 1, H: lineHeight}, l...)
	}
	return p.End()
}

// About lays out what is said about something on the map beside the point x, y.
func About(p *Pen, m ink.Rect, x, y float32, title string, lines []string) List {
	const row, pad = 17, 9
	w := p.Width(title, Strong)
	for _, l := range lines {
		w = max(w, p.Width(l, Small))
	}
	w = min(w+1, 260)
	box := ink.Rect{X: x + 16, Y: y + 14, W: w + 2*pad, H: float32(1+len(lines))*row + 2*pad - 2}
	if box.Right() > m.Right()-4 {
		box.X = x - 12 - box.W
	}
	if box.Bottom() > m.Bottom()-4 {
		box.Y = y - 12 - box.H
	}
	box.X, box.Y = max(box.X, m.X+4), max(box.Y, m.Y+4)
	p.Begin(box)
	p.Round(box, 7, p.Theme.Panel.Fade(0.94))
	p.Outline(box, 7, 1, p.Theme.Line)
	r := ink.Rect{X: box.X + pad, Y: box.Y + pad - 1, W: w, H: row}
	p.Text(r, title, Strong, p.Theme.Text, Left)
	for _, l := range lines {
		r.Y += row
		p.Text(r, l, Small, p.Theme.Soft, Left)
	}
	return p.End()
}
