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

// drawRange draws the selection bar above the timeline: a description of the selection, followed by buttons for it. In
// a narrow window, it shows only the length of the selection.
func drawRange(p *Pen, r *lineRooms, v *RangeView) {
	if v == nil {
		return
	}
	p.HitArea(r.bar, Command{}, "")
	row := r.bar.Inset(timePad, 4)
	row.Y += 1
	closer, row := row.CutRight(row.H)
	p.IconButton(closer, draw.IconClose, 10, Command{Verb: VerbAction, ID: action.LoopClear},
		p.nameOf(action.LoopClear))
	var all float32
	for _, b := range v.Buttons {
		all += p.Width(b.Text, Small) + 18
	}
	length := FormatTime(v.To - v.From)
	for _, text := range []string{p.When(v.From) + " to " + p.When(v.To) + "  ·  " + length, length} {
		if w := p.Width(text, Strong) + 16; w+all <= row.W {
			p.Text(row, text, Strong, p.Theme.Text, Left)
			_, row = row.CutLeft(w)
			break
		}
	}
	for _, b := range v.Buttons {
		var box draw.Rect
		w := p.Width(b.Text, Small) + 18
		if w > row.W {
			return
		}
		box, row = row.CutLeft(w)
		box = box.Inset(1, 0)
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
}
