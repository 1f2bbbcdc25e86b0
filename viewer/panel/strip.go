package panel

import (
	"time"

	"fragscope/viewer/ink"
)

// Lane is one row of the strip of items.
type Lane struct {
	Name  string
	Color ink.Color
	Spans []LaneSpan
}

// LaneSpan is a time in which an item was taken.
type LaneSpan struct {
	From, To time.Duration
	Color    ink.Color // of who took it
	Who      string    // empty where the demo does not tell
	Open     bool      // when it came back is not known
}

// LaneHeight is the height of a row of the strip.
const LaneHeight = 13

const lanePad = 8 // above and below the rows of the strip

// StripHeight is the height of the strip of n items.
func StripHeight(n int) float32 {
	if n == 0 {
		return 0
	}
	return float32(n)*LaneHeight + lanePad
}

// StripRoom is how many items the strip of a window of that height has room for.
func StripRoom(height float32) int { return max(int((height/5-lanePad)/LaneHeight), 0) }

// LaneAt is the row of the strip of n items at y in the transport bar that covers area; -1 for none.
func LaneAt(area ink.Rect, n int, y float32) int {
	top := area.Bottom() - buttonRow - 2 - StripHeight(n) + 2
	if i := int((y - top) / LaneHeight); y >= top && i < n {
		return i
	}
	return -1
}

// At is the span that a time is in.
func (l *Lane) At(t time.Duration) (LaneSpan, bool) {
	for _, s := range l.Spans {
		if t >= s.From && t < s.To {
			return s, true
		}
	}
	return LaneSpan{}, false
}

func drawLanes(p *Pen, r ink.Rect, s Scale, v TimelineView) {
	for i, lane := range v.Lanes {
		row := ink.Rect{X: r.X, Y: r.Y + float32(i)*LaneHeight, W: r.W, H: LaneHeight - 2}
		p.Fill(row, p.Theme.Track.Fade(0.45))
		for _, sp := range lane.Spans {
			x0, x1 := max(s.Place(sp.From), r.X), min(s.Place(sp.To), r.Right())
			if x1 <= x0 {
				continue
			}
			c := sp.Color
			if sp.Open {
				c = c.Fade(0.45)
			}
			p.Fill(ink.Rect{X: x0, Y: row.Y, W: max(x1-x0, 1), H: row.H}, c)
		}
		name := ink.Rect{X: row.X, Y: row.Y, W: p.Width(lane.Name, Tiny) + 8, H: row.H}
		p.Fill(name, p.Theme.Panel.Fade(0.8))
		p.Text(ink.Rect{X: name.X + 4, Y: name.Y, W: name.W, H: name.H}, lane.Name, Tiny, lane.Color, Left)
	}
	if x := s.Place(v.Now); len(v.Lanes) > 0 && x >= s.X && x <= s.X+s.W {
		p.Fill(ink.Rect{X: x - 0.5, Y: r.Y - 2, W: 1, H: r.H + 2}, ink.Hex(0xffffff))
	}
}

// laneWords says of an item who has taken it at a time and when it comes back.
func laneWords(p *Pen, l *Lane, t time.Duration) []Span {
	out := []Span{{Text: l.Name, Face: Strong, Color: l.Color}}
	s, ok := l.At(t)
	if !ok {
		return append(out, p.soft(" is not taken"))
	}
	out = append(out, p.soft(" taken at "+FormatTime(s.From)))
	if s.Who != "" {
		out = append(out, p.soft(" by "), Span{Text: s.Who, Face: Strong, Color: s.Color})
	}
	if !s.Open {
		out = append(out, p.soft(", back at "+FormatTime(s.To)))
	}
	return out
}
