package panel

import (
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// TurnRow is a row for a turning point of the match.
type TurnRow struct {
	At   time.Duration
	Text string
	Do   Command // what a click does
}

const (
	turnLine = 15 // height of a line
	turnGap  = 7  // between two rows
	turnMost = 3  // lines of a row
)

// drawTurns lists the moments at which the match turned at the bottom of r, as many as there is room for.
func drawTurns(p *Pen, r draw.Rect, rows []TurnRow) {
	const head = 26
	in := r.Inset(12, 8)
	texts := make([][][]Span, len(rows))
	height, fit := float32(head), 0
	for i := range rows {
		texts[i] = p.Wrap([]Span{
			{Text: p.When(rows[i].At) + "  ", Face: Small, Color: p.Theme.Faint},
			{Text: rows[i].Text, Face: Small, Color: p.Theme.Soft},
		}, in.W, turnMost)
		h := float32(len(texts[i]))*turnLine + turnGap
		if height+h > in.H {
			break
		}
		height, fit = height+h, i+1
	}
	if fit == 0 {
		return
	}
	box, _ := in.CutBottom(height)
	p.Fill(draw.Rect{X: r.X, Y: box.Y - 6, W: r.W - 1, H: 1}, p.Theme.Line)
	top, rest := box.CutTop(head)
	closer, top := top.CutRight(18)
	p.Text(top, "TURNING POINTS", Small, p.Theme.Soft, Left)
	p.IconButton(Centred(closer, 18, 18), draw.IconClose, 9, Command{Verb: VerbAction, ID: action.TurningPoints},
		"Turning points off")
	for i := range fit {
		var row draw.Rect
		row, rest = rest.CutTop(float32(len(texts[i]))*turnLine + turnGap)
		around := row.Inset(-6, 1)
		if p.Hot(around) {
			p.Round(around, 4, p.Theme.Raised)
		}
		p.HitArea(around, rows[i].Do, "Watch it")
		for k, l := range texts[i] {
			p.Line(draw.Rect{X: row.X, Y: row.Y + turnGap/2 + float32(k)*turnLine, W: row.W, H: turnLine}, l...)
		}
	}
}
