package panel

import (
	"time"

	"fragscope/viewer/draw"
)

// ItemTimeline is a row below the time line that shows when an item was taken and when it came back.
type ItemTimeline struct {
	Name     string
	Color    draw.Color
	Absences []ItemAbsence
	Total    string // how the two sides shared it; empty unless there are two
}

// ItemAbsence is a period during which an item was gone.
type ItemAbsence struct {
	From, To time.Duration
	Color    draw.Color // that of the player who took it
	Who      string     // empty if the demo does not tell
	Open     bool       // its end is not known
}

// ItemRowHeight is the height of a row.
const ItemRowHeight = 13

const itemRowsPad = 8 // above and below the rows

// ItemRowsHeight returns the height of the rows of n items.
func ItemRowsHeight(n int) float32 {
	if n == 0 {
		return 0
	}
	return float32(n)*ItemRowHeight + itemRowsPad
}

// ItemRowsRoom returns how many items fit into a window of the given height.
func ItemRowsRoom(height float32) int { return max(int((height/5-itemRowsPad)/ItemRowHeight), 0) }

// ItemRowAt returns which of n item rows is at y in the transport bar that covers area, or -1. The rows are above
// the given number of lanes.
func ItemRowAt(area draw.Rect, n, lanes int, y float32) int {
	top := area.Bottom() - buttonRow - 2 - LanesHeight(lanes) - ItemRowsHeight(n) + 2
	if i := int((y - top) / ItemRowHeight); y >= top && i < n {
		return i
	}
	return -1
}

// At returns the absence that contains time t.
func (l *ItemTimeline) At(t time.Duration) (ItemAbsence, bool) {
	for _, s := range l.Absences {
		if t >= s.From && t < s.To {
			return s, true
		}
	}
	return ItemAbsence{}, false
}

func drawItemTimelines(p *Pen, r draw.Rect, s Scale, v TimelineView) {
	for i, item := range v.Items {
		row := draw.Rect{X: r.X, Y: r.Y + float32(i)*ItemRowHeight, W: r.W, H: ItemRowHeight - 2}
		p.Fill(row, p.Theme.Track.Fade(0.45))
		for _, sp := range item.Absences {
			x0, x1 := max(s.Place(sp.From), r.X), min(s.Place(sp.To), r.Right())
			if x1 <= x0 {
				continue
			}
			c := sp.Color
			if sp.Open {
				c = c.Fade(0.45)
			}
			p.Fill(draw.Rect{X: x0, Y: row.Y, W: max(x1-x0, 1), H: row.H}, c)
		}
		name := draw.Rect{X: row.X, Y: row.Y, W: p.Width(item.Name, Tiny) + 8, H: row.H}
		p.Fill(name, p.Theme.Panel.Fade(0.8))
		p.Text(draw.Rect{X: name.X + 4, Y: name.Y, W: name.W, H: name.H}, item.Name, Tiny, item.Color, Left)
		if w := p.Width(item.Total, Tiny) + 8; item.Total != "" && w < row.W/3 {
			all := draw.Rect{X: row.Right() - w, Y: row.Y, W: w, H: row.H}
			p.Fill(all, p.Theme.Panel.Fade(0.8))
			p.Text(draw.Rect{X: all.X, Y: all.Y, W: w - 4, H: all.H}, item.Total, Tiny, p.Theme.Text, Right)
		}
	}
	if x := s.Place(v.Now); len(v.Items) > 0 && x >= s.X && x <= s.X+s.W {
		p.Fill(draw.Rect{X: x - 0.5, Y: r.Y - 2, W: 1, H: r.H + 2}, draw.Hex(0xffffff))
	}
}

// itemWords describes who had taken an item at a time and when it comes back.
func itemWords(p *Pen, l *ItemTimeline, t time.Duration) []Span {
	out := []Span{{Text: l.Name, Face: Strong, Color: l.Color}}
	s, ok := l.At(t)
	if !ok {
		return append(out, p.soft(" is not taken"))
	}
	out = append(out, p.soft(" taken at "+p.When(s.From)))
	if s.Who != "" {
		out = append(out, p.soft(" by "), Span{Text: s.Who, Face: Strong, Color: s.Color})
	}
	if !s.Open {
		out = append(out, p.soft(", back at "+p.When(s.To)))
	}
	return out
}
