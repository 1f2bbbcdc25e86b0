package report

import (
	"slices"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

const (
	cellGap = 6  // to the right of each cell
	leftGap = 10 // to the left of a cell that is aligned to the left, as numbers end where it begins

	narrowest = 0.5 // the fraction of its width that a column of words keeps
	readable  = 0.85
	widest    = 1.5 // the multiple of its width that a column of words may take if there is room

	spacious = 150 // the width that any column may take if there is room
)

// width holds the widths between which a column is fitted.
type width struct {
	least float32 // below which it is useless
	need  float32 // at which neither its title nor a cell is cut
	wish  float32 // at least as much as needed
}

// fitColumns shares out a width among columns and returns the number of lines per row, 1 or 2. No column is wider than it
// needs while another one is cut. Words are cut before numbers; if there is too little room even for the numbers, the last
// columns are left out.
func fitColumns(p *panel.Pen, columns []panel.Column, rows []panel.TableRow, all float32) ([]panel.Column, int) {
	widths := make([]width, len(columns))
	for i := range columns {
		widths[i] = widthOf(p, columns, rows, i)
	}
	sum := func() (sum float32) {
		for _, w := range widths {
			sum += w.least
		}
		return sum
	}
	for n := len(widths); sum() > all && n > 2 && !columns[n-1].Words; n = len(widths) {
		columns, widths = columns[:n-1], widths[:n-1]
	}
	fitted := slices.Clone(columns)
	scale := min(all/max(sum(), 1), 1)
	for i := range fitted {
		fitted[i].Width = widths[i].least * scale
	}
	left := max(all-sum(), 0)
	left = spread(fitted, left, func(i int) float32 { return widths[i].need })
	lines := 1
	for i := range fitted {
		if fitted[i].Wrap && fitted[i].Width < widths[i].need-0.5 {
			lines = 2
		}
	}
	left = spread(fitted, left, func(i int) float32 { return widths[i].wish })
	left = spread(fitted, left, func(i int) float32 {
		if !fitted[i].Words {
			return fitted[i].Width
		}
		return max(fitted[i].Width, widest*widths[i].wish)
	})
	for i := range fitted {
		fitted[i].Width += min(left/float32(len(fitted)), max(spacious-fitted[i].Width, 0))
	}
	return fitted, lines
}

// spread widens columns towards their goals, those that lack least first, and returns what is left.
func spread(columns []panel.Column, left float32, goal func(i int) float32) float32 {
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	lack := func(i int) float32 { return max(goal(i)-columns[i].Width, 0) }
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := lack(a), lack(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	for k, i := range order {
		more := min(lack(i), left/float32(len(order)-k))
		columns[i].Width += more
		left -= more
	}
	return left
}

// widthOf returns the widths of column i.
func widthOf(p *panel.Pen, columns []panel.Column, rows []panel.TableRow, i int) width {
	c := &columns[i]
	gap := float32(cellGap)
	if c.Left && i > 0 {
		gap += leftGap
	}
	title, cells, longest := p.Width(c.Title, panel.Small)+gap, float32(0), 0
	for k := range rows {
		if i >= len(rows[k].Cells) {
			continue
		}
		text := rows[k].Cells[i].Text
		if 4*len(text) < 3*longest { // cannot be the widest
			continue
		}
		longest = max(longest, len(text))
		face := panel.Body
		if rows[k].Strong {
			face = panel.Strong
		}
		cells = max(cells, p.Width(text, face)+gap)
	}
	w := width{need: max(title, cells)}
	if w.wish = max(w.need, c.Width); c.Words {
		w.least = min(w.need, narrowest*c.Width)
	} else {
		w.least = max(cells, min(title, readable*c.Width))
	}
	return w
}

// known removes columns without a value in any row.
func known(columns []panel.Column, rows []panel.TableRow) ([]panel.Column, []panel.TableRow) {
	for i := len(columns) - 1; i > 0 && len(rows) > 0; i-- {
		if slices.ContainsFunc(rows, func(r panel.TableRow) bool { return !slices.Contains(blanks[:], r.Cells[i].Text) }) {
			continue
		}
		columns = slices.Delete(columns, i, i+1)
		for k := range rows {
			rows[k].Cells = slices.Delete(rows[k].Cells, i, i+1)
		}
	}
	return columns, rows
}

// blanks are the texts of cells without a value.
var blanks = [...]string{"", unknown, unknownStack, unknownStack + " → " + unknownStack}

// drawWrapped draws the words of a cell in two lines.
func drawWrapped(p *panel.Pen, cell draw.Rect, text string, color draw.Color) {
	lines := p.Wrap([]panel.Span{{Text: text, Face: panel.Body, Color: color}}, cell.W, 2)
	y := cell.Y + (cell.H-float32(len(lines))*footLine)/2
	for k, l := range lines {
		p.Line(draw.Rect{X: cell.X, Y: y + float32(k)*footLine, W: cell.W, H: footLine}, l...)
	}
}
