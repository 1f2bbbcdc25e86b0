package panel

import "fragscope/viewer/draw"

// Column describes a column of a table.
type Column struct {
	Title, Tip string
	Width      float32 // in points
	Left       bool
	Words      bool       // takes the remaining space, and shrinks first
	Wrap       bool       // its words may take two lines
	Color      draw.Color // of the title; zero for the default
}

// TableRow is a row of a table.
type TableRow struct {
	Cells  []Cell
	Color  draw.Color // of the first cell
	Strong bool
	// Do is the command run when the row is clicked, unless the clicked cell has a query.
	Do Command
}

// Cell is a number or text in a table.
type Cell struct {
	Text  string
	Faint bool   // counted rather than told
	Whole bool   // for the whole match, in a table for part of it
	Ask   string // query for the moments of a number, if any
	Tip   string
}

// Clickable reports whether the cell can be clicked to list the moments counted in it.
func (c *Cell) Clickable() bool { return c.Ask != "" && c.Text != "" && c.Text != "0" }

// DrawCell draws the cell at index i of row in the rectangle given by cell. A cell that can be clicked is highlighted
// while it is chosen or under the mouse.
func DrawCell(p *Pen, cell draw.Rect, row *TableRow, i int, align Align, chosen bool) {
	x, col, face := row.Cells[i], p.Theme.Text, Body
	switch {
	case i == 0:
		col = row.Color
	case x.Whole:
		col = p.Theme.Faint
	case x.Faint:
		col = p.Theme.Soft
	}
	if row.Strong {
		face = Strong
	}
	if x.Clickable() {
		back := p.Theme.Raised
		if chosen {
			back = p.Theme.Hover
		}
		if chosen || p.Hot(cell) {
			p.Round(cell.Inset(-2, 2), 4, back)
			col = p.Theme.Accent
		}
		p.HitArea(cell, Command{Verb: VerbAsk, Text: x.Ask}, x.Tip)
	} else if x.Tip != "" {
		p.HitArea(cell, row.Do, x.Tip)
	} else if p.Width(x.Text, face) > cell.W+0.01 {
		p.HitArea(cell, row.Do, x.Text) // truncated text can be read in the tooltip
	}
	if box := p.Text(cell, x.Text, face, col, align); x.Clickable() {
		p.Fill(draw.Rect{X: box.X, Y: float32(int(cell.Y+cell.H/2)) + underline, W: box.W, H: 1}, col.Fade(0.5))
	}
}

// underline is the distance of a line below text from the middle of the text.
const underline = 8
