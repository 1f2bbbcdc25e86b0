package panel

import (
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// RangeView describes the selection bar. It has a button for each action on the selected section of the demo.
type RangeView struct {
	From, To time.Duration
	Buttons  []RangeButton
}

// RangeButton is a button of the selection bar.
type RangeButton struct {
	ID   action.ID
	Text string
	On   bool
	Why  string // why the action is not possible now; empty if it is
}

// Range lays out the selection bar at the lower edge of the map m: a description of the selection, followed by buttons
// for it. On a narrow map, the description is only the length of the selection, and the buttons may take several rows.
func Range(p *Pen, m draw.Rect, v RangeView) List {
	tall := p.Tall(barHeight)
	text, widths := p.rangeParts(m.W-2*rangePad-tall, &v)
	rows := rangeRows(m.W-2*rangePad-tall, widths)
	rows = rows[:min(len(rows), max(int(m.H/2/tall), 1))] // in a tiny window, the last ones are left out
	area, _ := m.CutBottom(min(float32(len(rows))*tall, m.H/2))
	p.Begin(area)
	p.Fill(area, p.Theme.Panel.Fade(barFade))
	p.Fill(draw.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, p.Theme.Line)
	p.HitArea(area, Command{}, "")
	in := area.Inset(rangePad, 0)
	closer, in := in.CutRight(tall)
	closer.H = tall
	p.IconButton(closer.Inset(4, 4), draw.IconClose, 10, Command{Verb: VerbAction, ID: action.LoopClear},
		p.nameOf(action.LoopClear))
	at := 0
	for i, n := range rows {
		var row draw.Rect
		row, in = in.CutTop(tall)
		row = row.Inset(0, 3)
		if i == 0 {
			p.Text(row, text, Strong, p.Theme.Text, Left)
			_, row = row.CutLeft(widths[0])
			n--
		}
		for range n {
			var box draw.Rect
			box, row = row.CutLeft(widths[at+1])
			drawRangeButton(p, box.Inset(1, 0), &v.Buttons[at])
			at++
		}
	}
	return p.End()
}

// rangePad is the space at both ends of the selection bar.
const rangePad = 10

// rangeParts returns the description of the selection in a bar of width w and the widths of its parts: the description
// and the buttons.
func (p *Pen) rangeParts(w float32, v *RangeView) (text string, widths []float32) {
	widths = []float32{0}
	all := float32(0)
	for _, b := range v.Buttons {
		widths = append(widths, p.Width(b.Text, Small)+18)
		all += widths[len(widths)-1]
	}
	text = FormatTime(v.To - v.From)
	if long := p.When(v.From) + " to " + p.When(v.To) + "  ·  " + text; p.Width(long, Strong)+16+all <= w {
		text = long
	}
	widths[0] = p.Width(text, Strong) + 16
	return text, widths
}

// rangeRows returns the number of parts in each row of a bar of width w.
func rangeRows(w float32, widths []float32) []int {
	rows, left := []int{0}, w
	for _, x := range widths {
		if x > left && rows[len(rows)-1] > 0 {
			rows, left = append(rows, 0), w
		}
		rows[len(rows)-1]++
		left -= x
	}
	return rows
}

func drawRangeButton(p *Pen, box draw.Rect, b *RangeButton) {
	c, tip := p.Theme.Text, p.nameOf(b.ID)
	switch {
	case b.Why != "":
		c, tip = p.Theme.Faint, b.Why
	case b.On:
		p.Round(box, 5, p.Theme.Selected)
		c = p.Theme.Accent
	case p.Hot(box):
		p.Round(box, 5, p.Theme.Hover)
	default:
		p.Round(box, 5, p.Theme.Raised)
	}
	p.Text(box, b.Text, Small, c, Middle)
	p.HitArea(box, Command{Verb: VerbAction, ID: b.ID}, tip)
}
