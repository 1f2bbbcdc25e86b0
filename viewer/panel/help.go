package panel

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// helpBlock is a category of the help.
type helpBlock struct {
	head string
	rows []helpLine
}

type helpLine struct {
	key, name, tip string
	id             action.ID
	icon           draw.Icon // a sign to explain, shown in place of a key
	ink            draw.Color
}

// Height of a heading and of the gap below a block.
const (
	helpHead = 30
	helpGap  = 10
)

func (b *helpBlock) height(row float32) float32 { return helpHead + row*float32(len(b.rows)) + helpGap }

func helpBlocks(p *Pen, actions []action.Action) []helpBlock {
	var out []helpBlock
	for _, c := range action.Categories() {
		b := helpBlock{head: string(c)}
		for i := range actions {
			if a := &actions[i]; a.Category == c && !a.Unlisted && len(a.Keys) > 0 {
				b.rows = append(b.rows, helpLine{key: a.Label(), name: a.Name, tip: a.Help, id: a.ID})
			}
		}
		if len(b.rows) > 0 {
			out = append(out, b)
		}
	}
	return append(append(out, signBlocks(p)...), helpBlock{"Mouse", []helpLine{
		{key: "wheel", name: "zoom at the cursor"}, {key: "Shift+wheel", name: "go through time"},
		{key: "wheel, timeline", name: "zoom it"}, {key: "drag, timeline", name: "go through time"},
		{key: "drag a loop's end", name: "move it"}, {key: "drag", name: "move the map"},
		{key: "double click", name: "fit the map"}, {key: "click on a player", name: "follow him"},
		{key: "right click, long touch", name: "its own menu"}, {key: "two fingers", name: "move and zoom"},
	}})
}

// columnsOf splits blocks, in order, into at most n columns of the smallest possible height.
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

// Help lays out the help, which shows either the keys of the given actions or a page of the manual. Besides the layout,
// it returns how far the content can be scrolled and the content's scroll position.
func Help(p *Pen, window draw.Rect, actions []action.Action, v ManualView) (List, float32, float32) {
	const gap = 30
	top := float32(0)
	if len(v.Tabs) > 0 {
		top = p.Tall(helpField) + p.Tall(menuChip) + 16
	}
	if v.Tab != 0 || v.Edit.Text != "" {
		in := p.sheet(Within(window, manualWide+70, window.H), "Help", v.Note)
		room, scroll := drawManual(p, drawHelpHead(p, in, &v), &v)
		return p.End(), room, scroll
	}
	around := 66 + 24 + top
	columns := min(max(int((window.W-60)/300), 1), 5)
	blocks := helpBlocks(p, actions)
	row := p.Tall(21)
	cols, tall := columnsOf(blocks, columns, row)
	for row > 17 && !p.Touch && tall > window.H-around {
		row--
		cols, tall = columnsOf(blocks, columns, row)
	}
	box := Within(window, float32(columns)*335+10, tall+66+top)
	in := drawHelpHead(p, p.sheet(box, "Keys and mouse", v.Note), &v)
	scroll := v.Scroll
	p.ScrollArea(in, AreaOverlay)
	cw := (in.W - float32(columns-1)*gap) / float32(columns)
	for i, col := range cols {
		drawHelpColumn(p, in, draw.Rect{X: in.X + float32(i)*(cw+gap), Y: in.Y - scroll, W: cw, H: row}, col)
	}
	room := max(tall-helpGap-in.H, 0)
	p.ScrollBar(draw.Rect{X: in.X, Y: in.Y, W: in.W + 14, H: in.H}, AreaOverlay, scroll, room)
	return p.End(), room, scroll
}

// drawHelpColumn draws blocks one below the other, starting at r, as far as they are inside in.
func drawHelpColumn(p *Pen, in, r draw.Rect, blocks []helpBlock) {
	for _, b := range blocks {
		head := draw.Rect{X: r.X, Y: r.Y, W: r.W, H: helpHead - 6}
		first := draw.Rect{X: r.X, Y: r.Y, W: r.W, H: helpHead + r.H} // no heading without its first row
		if inside(in, first) {
			p.Text(head, b.head, Strong, p.Theme.Accent, Left)
		}
		r.Y += helpHead
		for _, l := range b.rows {
			if inside(in, r) {
				drawHelpRow(p, r, l)
			}
			r.Y += r.H
		}
		r.Y += helpGap
	}
}

func drawHelpRow(p *Pen, r draw.Rect, l helpLine) {
	if l.id != "" {
		if p.Hot(r) {
			p.Round(r.Inset(-6, 0), 4, p.Theme.Raised)
		}
		p.HitArea(r, Command{Verb: VerbAction, ID: l.id}, l.tip)
	}
	if l.icon != draw.IconNone {
		p.Icon(Centred(draw.Rect{X: r.X, Y: r.Y, W: 18, H: r.H}, 15, 15), l.icon, l.ink)
		p.Text(draw.Rect{X: r.X + 28, Y: r.Y, W: r.W - 28, H: r.H}, l.name, Small, p.Theme.Soft, Left)
		return
	}
	kb := p.Text(draw.Rect{X: r.X, Y: r.Y, W: r.W * 0.5, H: r.H}, l.key, Small, p.Theme.Text, Left)
	at := max(r.X+r.W*0.4, kb.Right()+12)
	p.Text(draw.Rect{X: at, Y: r.Y, W: r.Right() - at, H: r.H}, l.name, Small, p.Theme.Soft, Left)
}
