package panel

import (
	"slices"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// ReportView is a table of a match's numbers, one of several.
type ReportView struct {
	Title, Note string
	NoteDo      Command // what a click on the note does; with one it is always there
	Tabs        []string
	Tab         int
	Columns     []ReportColumn // the first is that of names
	Rows        []ReportRow
	Empty       string // is shown in place of no rows
	Small       string // is shown where there is no room
	Scroll      float32
}

// ReportColumn is a column of a report.
type ReportColumn struct {
	Title, Tip string
	Width      float32 // in points
	Left       bool
	Words      bool       // it takes the room that there is, and gives way first
	Color      draw.Color // of the title; that of other titles where it has none
}

// ReportRow is a line of a report.
type ReportRow struct {
	Cells  []ReportCell
	Color  draw.Color // of the first cell
	Strong bool
	// Do is what a click on the line does where its cell asks for nothing.
	Do Command
}

// ReportCell is a number or a word of a report.
type ReportCell struct {
	Text  string
	Faint bool   // counted by us
	Ask   string // the question for the moments of a number; empty where there is none
	Tip   string
}

const (
	reportHead  = 44
	reportTab   = 30
	reportRow   = 24
	reportWidth = 880 // of all tables, so that the tabs stay where they are
	reportEdge  = 20  // between the frame and the table
)

// Report lays out a report over the map and returns how far it can be scrolled.
func Report(p *Pen, m draw.Rect, v ReportView) (List, float32) {
	row := p.tall(reportRow)
	box := within(m, reportWidth, m.H)
	tabs := placeReportTabs(p, box.W-2*reportEdge, v.Tabs)
	tabsHeight := tabs[len(tabs)-1].Bottom()
	box.Y = m.Y + min(12+m.H/16, m.H/8)
	box.H = min(reportHead+tabsHeight+row*float32(max(len(v.Rows), 1)+1)+38, m.Bottom()-12-box.Y)
	p.Begin(m)
	if m.W-box.W < sideLeast {
		p.Fill(m, p.Theme.Scrim)
	}
	p.glass(box)
	p.HitArea(box, Command{}, "")
	in := box.Inset(reportEdge, 6)
	head, rest := in.CutTop(reportHead - 6)
	closer, head := head.CutRight(p.tall(26))
	p.iconButton(centred(closer, p.tall(26), p.tall(26)), draw.IconClose, 12, Command{Verb: VerbAction, ID: action.MatchReport}, "Close   Esc")
	if rest.H < tabsHeight+2*row {
		p.Text(head, v.Small, Body, p.Theme.Soft, Left)
		return p.End(), 0
	}
	top, rest := rest.CutTop(tabsHeight)
	rest = drawReportNote(p, head, rest, v)
	for i, tab := range tabs {
		tab.X, tab.Y = tab.X+top.X, tab.Y+top.Y
		drawReportTab(p, tab, v, i)
	}
	if len(v.Rows) == 0 {
		line, _ := rest.CutTop(min(2*row, rest.H))
		p.Text(line, v.Empty, Body, p.Theme.Soft, Left)
		return p.End(), 0
	}
	room := drawReportTable(p, rest, v)
	return p.End(), room
}

// drawReportNote draws the title above the table and, where it has room, the note below it; it returns what is left. A note that acts is
// as clear as the rest and takes the place of the title where it has no room of its own.
func drawReportNote(p *Pen, head, rest draw.Rect, v ReportView) draw.Rect {
	row := p.tall(reportRow)
	acts, color, title := v.NoteDo.Verb != VerbNone, p.Theme.Faint, v.Title
	foot := head
	switch {
	case rest.H >= 24+3*row || rest.H >= 24+row && len(v.Rows) < 2:
		foot, rest = rest.CutBottom(24)
	case acts:
		title = ""
	default:
		p.Text(head, title, Title, p.Theme.Text, Left)
		return rest
	}
	if acts {
		color = p.Theme.Text
		p.HitArea(foot, v.NoteDo, "Count everything")
	}
	p.Text(head, title, Title, p.Theme.Text, Left)
	p.Text(foot, v.Note, Small, color, Left)
	return rest
}

// drawReportTable draws the rows that fit, below their heading, and returns how far they can be scrolled.
func drawReportTable(p *Pen, r draw.Rect, v ReportView) (room float32) {
	row := p.tall(reportRow)
	columns := fitReportColumns(v.Columns, r.W)
	top, rest := r.CutTop(row)
	drawReportLine(p, top, columns, nil)
	p.Fill(draw.Rect{X: top.X, Y: top.Bottom() - 1, W: top.W, H: 1}, p.Theme.Line)
	p.ScrollArea(rest, AreaOverlay)
	fit := max(int((rest.H+0.5)/row), 1)
	room = float32(max(len(v.Rows)-fit, 0)) * row
	first := int((min(max(v.Scroll, 0), room) + row/2) / row)
	for i := first; i < min(first+fit, len(v.Rows)); i++ {
		drawReportLine(p, draw.Rect{X: rest.X, Y: rest.Y + float32(i-first)*row, W: rest.W, H: row}, columns, &v.Rows[i])
	}
	p.scrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 14, H: rest.H}, AreaOverlay, v.Scroll, room)
	return room
}

// The limits of how columns of words fit into the room that there is, as shares of their width.
const narrowest, widest = 0.5, 1.5

// fitReportColumns gives the columns of words the room that those of numbers leave; where that is too little, all give way.
func fitReportColumns(columns []ReportColumn, width float32) []ReportColumn {
	var words, numbers float32
	for _, c := range columns {
		if c.Words {
			words += c.Width
		} else {
			numbers += c.Width
		}
	}
	share := float32(1)
	if words > 0 {
		share = min(max((width-numbers)/words, narrowest), widest)
	}
	scale := min(width/max(numbers+words*share, 1), 1)
	fitted := slices.Clone(columns)
	for i := range fitted {
		if fitted[i].Words {
			fitted[i].Width *= share
		}
		fitted[i].Width *= scale
	}
	return fitted
}

// placeReportTabs are the places of the tabs, from the left in as many rows as they take.
func placeReportTabs(p *Pen, width float32, names []string) (tabs []draw.Rect) {
	tall, x, y := p.tall(reportTab), float32(0), float32(0)
	for _, name := range names {
		w := p.Width(name, Body) + 20
		if x > 0 && x+w > width {
			x, y = 0, y+tall
		}
		tabs = append(tabs, draw.Rect{X: x, Y: y, W: w, H: tall})
		x += w + 4
	}
	return tabs
}

func drawReportTab(p *Pen, tab draw.Rect, v ReportView, i int) {
	col := p.Theme.Soft
	if i == v.Tab {
		p.Round(tab.Inset(0, 3), 5, p.Theme.Selected)
		col = p.Theme.Text
	} else if p.Hot(tab) {
		p.Round(tab.Inset(0, 3), 5, p.Theme.Raised)
	}
	p.HitArea(tab, Command{Verb: VerbCategory, Index: i}, "")
	p.Text(tab, v.Tabs[i], Body, col, Middle)
}

// drawReportLine draws a line of the table, or with nil its heading.
func drawReportLine(p *Pen, r draw.Rect, columns []ReportColumn, row *ReportRow) {
	if row != nil && row.Do.Verb != VerbNone {
		p.rowGround(r, false)
		p.HitArea(r, row.Do, "Show it")
	}
	for i, c := range columns {
		var cell draw.Rect
		cell, r = r.CutLeft(c.Width)
		align := Right
		if c.Left || i == 0 {
			align = Left
		}
		cell.W -= 6
		if row == nil {
			col := p.Theme.Faint
			if c.Color != (draw.Color{}) {
				col = c.Color
			}
			p.Text(cell, c.Title, Small, col, align)
			if c.Tip != "" {
				p.HitArea(cell, Command{}, c.Tip)
			}
			continue
		}
		if i < len(row.Cells) {
			drawReportCell(p, cell, row, i, align)
		}
	}
}

func drawReportCell(p *Pen, cell draw.Rect, row *ReportRow, i int, align Align) {
	x, col, face := row.Cells[i], p.Theme.Text, Body
	switch {
	case i == 0:
		col = row.Color
	case x.Faint:
		col = p.Theme.Soft
	}
	if row.Strong {
		face = Strong
	}
	if x.Ask != "" && x.Text != "" {
		if p.Hot(cell) {
			p.Round(cell.Inset(-2, 2), 4, p.Theme.Raised)
			col = p.Theme.Accent
		}
		p.HitArea(cell, Command{Verb: VerbAsk, Text: x.Ask}, x.Tip)
	} else if x.Tip != "" {
		p.HitArea(cell, row.Do, x.Tip)
	} else if p.Width(x.Text, face) > cell.W+0.01 {
		p.HitArea(cell, row.Do, x.Text) // what is cut can be read all the same
	}
	p.Text(cell, x.Text, face, col, align)
}

// LeadBar is by how much a side is ahead at a time, -1 to 1, the first side above 0.
type LeadBar struct {
	At    time.Duration
	Share float32
}

// drawLead draws the advantage of the sides around the middle of the strip above the time line.
func drawLead(p *Pen, r draw.Rect, s Scale, v TimelineView) {
	middle := r.Y + r.H/2
	p.Fill(draw.Rect{X: r.X, Y: middle, W: r.W, H: 1}, p.Theme.Line)
	next := r.X
	for i, b := range v.Lead {
		x := s.Place(b.At)
		if x < next-1 || x > r.X+r.W {
			continue // several to a point of the screen
		}
		w := float32(1)
		if i+1 < len(v.Lead) {
			w = max(min(s.Place(v.Lead[i+1].At)-x, 12), 1)
		}
		next = x + w
		h := b.Share * r.H / 2
		c := v.LeadColors[0]
		if h < 0 {
			c = v.LeadColors[1]
		}
		p.Fill(draw.Rect{X: x, Y: min(middle, middle-h), W: min(w, r.X+r.W-x), H: max(h, -h)}, c.Fade(0.7))
	}
}
