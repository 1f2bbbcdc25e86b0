package layout

import (
	"cmp"
	"slices"
	"strings"
)

// The sizes of the screen and of a letter, in units. Today's screens are larger: what is anchored to their edges moves
// away from the middle.
const (
	screenWidth  = 320
	screenHeight = 240
	letterWidth  = 8
	letterHeight = 8
)

// maxColumn bounds the distance of a letter from the left edge, in letters, and maxLines the number of lines: several
// times what any screen shows.
const (
	maxColumn = 256
	maxLines  = 256
)

// glyph is a letter on the screen (0 if there is none) and the alignment of its text.
type glyph struct {
	letter byte
	align  Align
}

// line is a row of letters.
type line struct {
	y      Place
	glyphs []glyph
}

// screen arranges texts in lines, top first, with columns counted from the leftmost letter or from the left edge of the
// middle 320 units, whichever is further left. A later text covers an earlier one. Letters of the second colour have
// the high bit set, as in the game's font.
func screen(items []Item, shown func(*Item) bool) []line {
	items = tabulated(items)
	var lines []line
	left := 0
	each := func(place func(item *Item, y Place, at int, text string)) {
		for i := range items {
			item := &items[i]
			if item.Kind != Text || !shown(item) {
				continue
			}
			y := item.Y
			for text := range strings.SplitSeq(item.wording(), "\n") {
				if at := column(item, len(text)); at >= -maxColumn {
					place(item, y, at, text)
				}
				y.Offset += letterHeight
			}
		}
	}
	each(func(_ *Item, _ Place, at int, _ string) { left = min(left, at) })
	each(func(item *Item, y Place, at int, text string) {
		i, ok := slices.BinarySearchFunc(lines, y, func(l line, y Place) int { return order(l.y, y) })
		if !ok {
			if len(lines) == maxLines {
				return
			}
			lines = slices.Insert(lines, i, line{y: y})
		}
		lines[i].write(item, at-left, text)
	})
	return lines
}

// tabulated moves the cells of tables, which come as rows, to their places: a line for each row, and columns as wide as
// their widest cells.
func tabulated(items []Item) []Item {
	if !slices.ContainsFunc(items, func(item Item) bool { return item.Kind == Row }) {
		return items
	}
	var wide [maxArgs]int
	for _, item := range items {
		for i, cell := range item.Args {
			if item.Kind == Row {
				wide[i] = max(wide[i], len(cell)+cellGap)
			}
		}
	}
	var out []Item
	rows := 0
	for _, item := range items {
		if item.Kind != Row {
			out = append(out, item)
			continue
		}
		x, y := item.X, item.Y
		y.Offset += rows * letterHeight
		for i, cell := range item.Args {
			out = append(out, Item{X: x, Y: y, Text: cell, Stat: -1})
			x.Offset += wide[i] * letterWidth
		}
		rows++
	}
	return out
}

// order compares lines by their position from the top. Lines anchored to an edge come first or last.
func order(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Anchor, b.Anchor), cmp.Compare(a.Offset, b.Offset))
}

// wording returns a text; for a translation key, the key with its arguments.
func (item *Item) wording() string {
	if len(item.Args) == 0 {
		return item.Text
	}
	return item.Text + " " + strings.Join(item.Args, " ")
}

// column returns the column where a text of the given length starts.
func column(item *Item, length int) int {
	x := item.X.Offset
	if item.X.Anchor == Far {
		x += screenWidth
	}
	switch item.Align {
	case Center:
		x -= length * letterWidth / 2
	case Right:
		x -= length * letterWidth
	}
	if x < 0 {
		x -= letterWidth - 1
	}
	return x / letterWidth
}

func (l *line) write(item *Item, at int, text string) {
	for i := range len(text) {
		n := at + i
		if n >= 2*maxColumn {
			return
		}
		for len(l.glyphs) <= n {
			l.glyphs = append(l.glyphs, glyph{})
		}
		g := glyph{text[i], item.Align}
		if item.Alt {
			g.letter ^= 0x80
		}
		l.glyphs[n] = g
	}
}

// blank reports whether a letter is invisible.
func (g glyph) blank() bool { return g.letter&0x7f <= ' ' }

func (l *line) text(from, to int) string {
	var b strings.Builder
	for _, g := range l.glyphs[from:to] {
		b.WriteByte(max(g.letter, ' '))
	}
	return b.String()
}

// Lines returns the lines of text in the middle of the screen. Each character is 8 units wide. Mods such as Action
// Quake 2 and OpenTDM draw their scoreboards as text.
func Lines(items []Item) []string {
	lines := screen(items, func(item *Item) bool { return item.X.Anchor == Middle && item.Y.Anchor == Middle })
	var out []string
	for i := range lines {
		end := len(lines[i].glyphs)
		for end > 0 && lines[i].glyphs[end-1].blank() {
			end--
		}
		out = append(out, lines[i].text(0, end))
	}
	return out
}

// Cell is a piece of text in a row of a table.
type Cell struct {
	// From is the column of the first character. To is the column after the last character.
	From, To int
	// Align is Center for centred text, and Right for numbers.
	Align Align
	// Text is in the game's character set. Characters in the second colour have the high bit set.
	Text string
}

// cellGap is the smallest number of spaces between two cells.
const cellGap = 2

// Table returns all text on the screen as rows of cells. It includes the text of the help computer, of menus and of any
// mod's scoreboard. The rows are in order from the top of the screen. An empty row represents a gap. Columns are
// counted from the leftmost cell.
func Table(items []Item) [][]Cell {
	lines := screen(items, func(*Item) bool { return true })
	var table [][]Cell
	left := 2 * maxColumn
	var last Place
	for i := range lines {
		cells := lines[i].cells()
		if len(cells) == 0 {
			continue
		}
		y := lines[i].y
		if len(table) > 0 && (y.Anchor != last.Anchor || y.Offset-last.Offset > letterHeight) {
			table = append(table, nil)
		}
		table = append(table, cells)
		left, last = min(left, cells[0].From), y
	}
	for _, cells := range table {
		for i := range cells {
			cells[i].From -= left
			cells[i].To -= left
		}
	}
	return table
}

func (l *line) cells() []Cell {
	var cells []Cell
	for from := 0; from < len(l.glyphs); {
		if l.glyphs[from].blank() {
			from++
			continue
		}
		to, gap := from, 0
		for i := from; i < len(l.glyphs) && gap < cellGap; i++ {
			if gap++; !l.glyphs[i].blank() {
				to, gap = i+1, 0
			}
		}
		c := Cell{From: from, To: to, Align: l.glyphs[from].align, Text: l.text(from, to)}
		if isNumber(l.glyphs[from:to]) {
			c.Align = Right
		}
		cells = append(cells, c)
		from = to
	}
	return cells
}

// isNumber reports whether a text is a number, or two such as "3/ 20".
func isNumber(text []glyph) bool {
	return !slices.ContainsFunc(text, func(g glyph) bool {
		return !strings.ContainsRune("0123456789+-/:.% ",
			rune(g.letter&0x7f))
	})
}
