package report

import (
	"slices"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// choice is the row chosen with the keyboard, and the number chosen in it. Row is -1 if there is none.
type choice struct{ Row, Cell int }

// nothing is the choice of no row.
var nothing = choice{Row: -1}

// laid is the table as it was last laid out.
type laid struct {
	rows    []panel.TableRow
	columns int     // that fit
	tall    float32 // height of a row
}

// numbers returns the cells of row i that can be clicked.
func (l *laid) numbers(i int) (cells []int) {
	for k, c := range l.rows[i].Cells[:min(l.columns, len(l.rows[i].Cells))] {
		if c.Clickable() {
			cells = append(cells, k)
		}
	}
	return cells
}

// command returns what Enter does.
func (l *laid) command(c choice) panel.Command {
	if c.Row < 0 || c.Row >= len(l.rows) {
		return panel.Command{}
	}
	if row := &l.rows[c.Row]; slices.Contains(l.numbers(c.Row), c.Cell) {
		return panel.Command{Verb: panel.VerbAsk, Text: row.Cells[c.Cell].Ask}
	}
	return l.rows[c.Row].Do
}

// find returns the choice whose command a click was.
func (l *laid) find(c panel.Command) choice {
	for i := range l.rows {
		if c.Verb == panel.VerbEvent && l.rows[i].Do == c {
			return choice{Row: i}
		}
		for _, k := range l.numbers(i) {
			if c.Verb == panel.VerbAsk && l.rows[i].Cells[k].Ask == c.Text {
				return choice{i, k}
			}
		}
	}
	return nothing
}

// choose chooses row i, and in it the number nearest to the column chosen before.
func (b *board) choose(i int) {
	n := len(b.laid.rows)
	if n == 0 {
		return
	}
	b.at.Row = min(max(i, 0), n-1)
	b.beside(0)
	b.scroll.Reveal(b.at.Row, n, b.laid.tall)
}

// beside chooses the next number of the row in a direction, 1 or -1. If by is 0, it chooses the nearest one.
func (b *board) beside(by int) {
	near, found := 0, false
	for _, k := range b.laid.numbers(b.at.Row) {
		d := k - b.at.Cell
		if (by == 0 || d*by > 0) && (!found || max(d, -d) < max(near, -near)) {
			near, found = d, true
		}
	}
	if found {
		b.at.Cell += near
	}
}

// pages is how many rows PgDn moves by, if the table has not been laid out.
const pages = 10

// page returns the number of rows that are visible.
func (b *board) page() int {
	if b.laid.tall <= 0 {
		return pages
	}
	return max(len(b.laid.rows)-int(b.scroll.Room/b.laid.tall+0.5)-1, 1)
}

// stroke handles a key while the tables are open: the arrow keys choose a row and a number in it, and Enter does what a
// click there does. It reports whether the key was for the table.
func (b *board) stroke(c action.Chord) bool {
	if !b.open || c.Mods != 0 {
		return false
	}
	last := len(b.laid.rows) - 1
	switch c.Key {
	case "Down":
		b.choose(b.at.Row + 1)
	case "Up":
		b.choose(b.at.Row - 1)
	case "PgDn":
		b.choose(b.at.Row + b.page())
	case "PgUp":
		b.choose(b.at.Row - b.page())
	case "Home":
		b.choose(0)
	case "End":
		b.choose(last)
	case "Left", "Right":
		if b.at.Row < 0 || b.at.Row > last {
			b.choose(0)
			break
		}
		b.beside(map[action.Key]int{"Left": -1, "Right": 1}[c.Key])
	case "Enter", "NumpadEnter":
		if b.at.Row < 0 {
			b.choose(0)
			break
		}
		if do := b.laid.command(b.at); do.Verb != panel.VerbNone {
			b.click(do)
		}
	default:
		return false
	}
	b.host.Relayout()
	return true
}

// turnTo opens a table from its start.
func (b *board) turnTo(tab int) { b.tab, b.scroll.At, b.at = tab, 0, nothing }
