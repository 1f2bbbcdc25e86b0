package panel

import (
	"fmt"
	"regexp"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// TurnRow is a row that describes a turning point of the match.
type TurnRow struct {
	At   time.Duration
	Text string
	Do   Command // what a click does
}

// unitGap matches a number and its unit, which are kept on one line.
var unitGap = regexp.MustCompile(`(\d) s\b`)

const (
	turnLine = 15 // height of a line
	turnGap  = 7  // between two rows
	turnMost = 3  // lines of a row
	turnHead = 26
)

// wrapTurns breaks the rows into lines. It returns the number of rows that fit into r, and the height that they need.
// If not all fit, a line below them states how many are omitted.
func wrapTurns(p *Pen, r draw.Rect, rows []TurnRow) (texts [][][]Span, fit int, height float32) {
	height = turnHead
	for i := range rows {
		texts = append(texts, p.Wrap([]Span{
			{Text: p.When(rows[i].At) + "  ", Face: Small, Color: p.Theme.Faint},
			{Text: unitGap.ReplaceAllString(rows[i].Text, "$1\u00a0s"), Face: Small, Color: p.Theme.Soft},
		}, r.W, turnMost))
		height += turnHeight(texts[i])
	}
	for fit = len(rows); fit > 0 && height > r.H; {
		if fit == len(rows) {
			height += turnLine
		}
		fit--
		height -= turnHeight(texts[fit])
	}
	return texts, fit, height
}

func turnHeight(lines [][]Span) float32 { return float32(len(lines))*turnLine + turnGap }

// drawTurns lists the turning points of the match at the bottom of r, as many as fit.
func drawTurns(p *Pen, r draw.Rect, rows []TurnRow) {
	in := r.Inset(12, 8)
	texts, fit, height := wrapTurns(p, in, rows)
	if fit == 0 {
		return
	}
	box, _ := in.CutBottom(height)
	p.Fill(draw.Rect{X: r.X, Y: box.Y - 6, W: r.W - 1, H: 1}, p.Theme.Line)
	top, rest := box.CutTop(turnHead)
	closer, top := top.CutRight(18)
	p.Text(top, "TURNING POINTS", Small, p.Theme.Soft, Left)
	p.IconButton(Centred(closer, 18, 18), draw.IconClose, 9, Command{Verb: VerbAction, ID: action.TurningPoints},
		"Turning points off")
	for i := range fit {
		var row draw.Rect
		row, rest = rest.CutTop(turnHeight(texts[i]))
		around := row.Inset(-6, 1)
		if p.Hot(around) {
			p.Round(around, 4, p.Theme.Raised)
		}
		p.HitArea(around, rows[i].Do, "Watch it")
		for k, l := range texts[i] {
			p.Line(draw.Rect{X: row.X, Y: row.Y + turnGap/2 + float32(k)*turnLine, W: row.W, H: turnLine}, l...)
		}
	}
	if n := len(rows) - fit; n > 0 {
		p.Text(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W, H: turnLine}, fmt.Sprintf("and %d more on the timeline", n),
			Small, p.Theme.Faint, Left)
	}
}
