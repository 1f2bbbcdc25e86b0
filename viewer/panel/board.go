package panel

import (
	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Sizes of a board, in points. A column is as wide as the average letter of the face.
const (
	boardColumn = 7.6
	boardRow    = 18
	boardTight  = 13 // minimum row height, at which the text is small
	boardPad    = 18
)

// Board lays out b, text such as a scoreboard that the game showed on the recording player's screen. The text is placed
// over the map and aligned to the game's character columns. Lines that do not fit are omitted.
func Board(p *Pen, m draw.Rect, b *sim.ScreenText) List {
	if b.Columns <= 0 || b.Lines <= 0 {
		return List{}
	}
	box := Within(m, float32(b.Columns)*boardColumn+2*boardPad, float32(b.Lines)*boardRow+2*boardPad)
	pad := min(boardPad, box.W/8, box.H/8)
	in := box.Inset(pad, pad)
	face, row := Body, max(in.H/float32(b.Lines), boardTight)
	if row < boardRow-3 {
		face = Small
	}
	p.Begin(box)
	p.Glass(box)
	column := in.W / float32(b.Columns)
	for i := range b.Cells {
		c := &b.Cells[i]
		from, to := boardRoom(b, i)
		r := draw.Rect{X: in.X + from*column, Y: in.Y + float32(c.Line)*row, W: (to - from) * column, H: row}
		if r.Bottom() <= in.Bottom()+1 {
			drawBoardCell(p, r, c, face)
		}
	}
	return p.End()
}

// boardRoom returns the columns that cell i may cover: its own, and adjacent ones not needed by any other cell of
// its line.
func boardRoom(b *sim.ScreenText, i int) (from, to float32) {
	const gap = 1
	c := &b.Cells[i]
	left, right := 0, b.Columns
	if i > 0 && b.Cells[i-1].Line == c.Line {
		left = b.Cells[i-1].To + gap
	}
	if i+1 < len(b.Cells) && b.Cells[i+1].Line == c.Line {
		right = b.Cells[i+1].From - gap
	}
	left, right = min(left, c.From), max(right, c.To)
	switch c.Align {
	case sim.AlignCenter:
		spare := min(c.From-left, right-c.To)
		return float32(c.From - spare), float32(c.To + spare)
	case sim.AlignRight:
		return float32(left), float32(c.To)
	}
	return float32(c.From), float32(right)
}

func drawBoardCell(p *Pen, r draw.Rect, c *sim.ScreenTextCell, face Face) {
	spans := Spans(c.Text, face, p.Theme.Text)
	if spare := r.W - p.wide(spans); spare > 0 {
		switch c.Align {
		case sim.AlignCenter:
			r.X, r.W = r.X+spare/2, r.W-spare/2
		case sim.AlignRight:
			r.X, r.W = r.X+spare, r.W-spare
		}
	}
	r.W++ // do not cut text that fits exactly
	p.Line(r, spans...)
}
