package report

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// view is the content of the panel: one of the tables of a match's statistics.
type view struct {
	Title, Note string
	NoteDo      panel.Command // what a click on the note does; if set, the note is always shown
	Tabs        []string
	Tab         int
	Columns     []panel.Column // the first one is for names
	Rows        []panel.TableRow
	Empty       string // shown if there are no rows
	Small       string // shown if there is no room
	Scroll      float32
	Chosen      choice
}

const (
	headHeight = 44
	tabHeight  = 30
	rowHeight  = 24
	panelWidth = 1180 // of all tables, so that the tabs stay in place
	edge       = 20   // between the frame and the table
	footHeight = 24   // of the note, if it has one line
	footLine   = 16
)

// layOut lays out a report over the map and returns its scroll range, and the table as it was laid out.
func layOut(p *panel.Pen, m draw.Rect, v view) (panel.List, float32, laid) {
	box := panel.Within(m, panelWidth, m.H)
	columns, lines := fitColumns(p, v.Columns, v.Rows, box.W-2*edge)
	head, row := p.Tall(rowHeight), p.Tall(rowHeight+float32(lines-1)*footLine)
	tabs := placeTabs(p, box.W-2*edge, v.Tabs)
	tabsHeight := tabs[len(tabs)-1].Bottom()
	box.Y = m.Y + min(12+m.H/16, m.H/8)
	foot := float32(footHeight)
	if p.Width(v.Note, panel.Small) > box.W-2*edge {
		foot += footLine
	}
	whole := headHeight + tabsHeight + head + row*float32(max(len(v.Rows), 1)) + 14 + foot
	box.H = min(whole, m.Bottom()-12-box.Y)
	p.Begin(m)
	if m.W-box.W < panel.SideLeast {
		p.Fill(m, p.Theme.Scrim)
	}
	p.Glass(box)
	p.HitArea(box, panel.Command{}, "")
	in := box.Inset(edge, 6)
	title, rest := in.CutTop(headHeight - 6)
	closer, title := title.CutRight(p.Tall(26))
	p.IconButton(panel.Centred(closer, p.Tall(26), p.Tall(26)), draw.IconClose, 12,
		panel.Command{Verb: panel.VerbAction, ID: action.MatchReport}, "Close   Esc")
	if rest.H < tabsHeight+head+row {
		p.Text(title, v.Small, panel.Body, p.Theme.Soft, panel.Left)
		return p.End(), 0, laid{}
	}
	top, rest := rest.CutTop(tabsHeight)
	rest = drawNote(p, title, rest, v, foot)
	for i, tab := range tabs {
		tab.X, tab.Y = tab.X+top.X, tab.Y+top.Y
		drawTab(p, tab, v, i)
	}
	if len(v.Rows) == 0 {
		line, _ := rest.CutTop(min(2*row, rest.H))
		p.Text(line, v.Empty, panel.Body, p.Theme.Soft, panel.Left)
		return p.End(), 0, laid{}
	}
	room, table := drawTable(p, rest, v, columns, row)
	return p.End(), room, table
}

// drawNote draws the title above the table and, if there is room, the note below it, and returns the remaining
// space. A note that can be clicked has full contrast, and replaces the title if there is no room for both.
func drawNote(p *panel.Pen, head, rest draw.Rect, v view, height float32) draw.Rect {
	row := p.Tall(rowHeight)
	acts, color, title := v.NoteDo.Verb != panel.VerbNone, p.Theme.Faint, v.Title
	foot := head
	if rest.H < height+3*row {
		height = min(height, footHeight)
	}
	switch {
	case rest.H >= height+3*row || rest.H >= height+row && len(v.Rows) < 2:
		foot, rest = rest.CutBottom(height)
	case acts:
		title = ""
	default:
		p.Text(head, title, panel.Title, p.Theme.Text, panel.Left)
		return rest
	}
	if acts {
		color = p.Theme.Text
		p.HitArea(foot, v.NoteDo, "Count everything")
	}
	p.Text(head, title, panel.Title, p.Theme.Text, panel.Left)
	lines := p.Wrap([]panel.Span{{Text: v.Note, Face: panel.Small, Color: color}}, foot.W, max(int(foot.H/footLine), 1))
	foot.Y, foot.H = foot.Y+(foot.H-float32(len(lines))*footLine)/2, footLine
	for _, l := range lines {
		p.Line(foot, l...)
		foot.Y += footLine
	}
	return rest
}

// drawTable draws the rows that fit below the heading and returns their scroll range, and the table as laid out.
func drawTable(p *panel.Pen, r draw.Rect, v view, columns []panel.Column, row float32) (room float32, table laid) {
	top, rest := r.CutTop(p.Tall(rowHeight))
	drawLine(p, top, columns, nil, -1)
	p.Fill(draw.Rect{X: top.X, Y: top.Bottom() - 1, W: top.W, H: 1}, p.Theme.Line)
	p.ScrollArea(rest, panel.AreaOverlay)
	fit := max(int((rest.H+0.5)/row), 1)
	room = float32(max(len(v.Rows)-fit, 0)) * row
	first := int((min(max(v.Scroll, 0), room) + row/2) / row)
	for i := first; i < min(first+fit, len(v.Rows)); i++ {
		at := -1
		line := draw.Rect{X: rest.X, Y: rest.Y + float32(i-first)*row, W: rest.W, H: row}
		if i == v.Chosen.Row {
			at = v.Chosen.Cell
			p.RowGround(line.Inset(-8, 0), true)
		}
		drawLine(p, line, columns, &v.Rows[i], at)
	}
	p.ScrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 14, H: rest.H}, panel.AreaOverlay, v.Scroll, room)
	return room, laid{v.Rows, len(columns), row}
}

// placeTabs returns the areas of the tabs, from left to right in as many rows as needed.
func placeTabs(p *panel.Pen, width float32, names []string) (tabs []draw.Rect) {
	tall, x, y := p.Tall(tabHeight), float32(0), float32(0)
	for _, name := range names {
		w := p.Width(name, panel.Body) + 20
		if x > 0 && x+w > width {
			x, y = 0, y+tall
		}
		tabs = append(tabs, draw.Rect{X: x, Y: y, W: w, H: tall})
		x += w + 4
	}
	return tabs
}

func drawTab(p *panel.Pen, tab draw.Rect, v view, i int) {
	col := p.Theme.Soft
	if i == v.Tab {
		p.Round(tab.Inset(0, 3), 5, p.Theme.Selected)
		col = p.Theme.Text
	} else if p.Hot(tab) {
		p.Round(tab.Inset(0, 3), 5, p.Theme.Raised)
	}
	p.HitArea(tab, panel.Command{Verb: panel.VerbCategory, Index: i}, "")
	p.Text(tab, v.Tabs[i], panel.Body, col, panel.Middle)
}

// drawLine draws a row of the table or, if row is nil, its heading. If the row is chosen, at is the number chosen in it;
// otherwise it is -1.
func drawLine(p *panel.Pen, r draw.Rect, columns []panel.Column, row *panel.TableRow, at int) {
	if row != nil && row.Do.Verb != panel.VerbNone {
		if at < 0 {
			p.RowGround(r, false)
		}
		p.HitArea(r, row.Do, "Show it")
	}
	for i, c := range columns {
		var cell draw.Rect
		cell, r = r.CutLeft(c.Width)
		align := panel.Right
		if c.Left || i == 0 {
			align = panel.Left
		}
		cell.W -= cellGap
		if c.Left && i > 0 {
			_, cell = cell.CutLeft(leftGap)
		}
		if row == nil {
			col := p.Theme.Faint
			if c.Color != (draw.Color{}) {
				col = c.Color
			}
			p.Text(cell, c.Title, panel.Small, col, align)
			if c.Tip != "" {
				p.HitArea(cell, panel.Command{}, c.Tip)
			}
			continue
		}
		if i < len(row.Cells) {
			if x := &row.Cells[i]; c.Wrap && p.Width(x.Text, panel.Body) > cell.W {
				drawWrapped(p, cell, x.Text, p.Theme.Text)
				p.HitArea(cell, row.Do, x.Tip)
				continue
			}
			panel.DrawCell(p, cell, row, i, align, i == at)
		}
	}
}
