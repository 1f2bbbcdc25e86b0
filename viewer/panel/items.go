package panel

import (
	"time"

	"fragscope/viewer/draw"
)

// ItemTimeline is a row below the timeline that shows when an item was taken and when it respawned.
type ItemTimeline struct {
	Name     string
	Color    draw.Color
	Absences []ItemAbsence
	Total    string // each side's share; empty unless there are two sides
	Range    bool   // the total is for the selected part
}

// ItemAbsence is a period during which an item was missing because a player had taken it.
type ItemAbsence struct {
	From, To time.Duration
	Color    draw.Color // that of the player who took it
	Who      string     // empty if unknown
	Side     string     // the side he took it for; empty if unknown
	Open     bool       // its end is unknown
}

// ItemRowHeight is the height, in points, of a row that shows an ItemTimeline.
const ItemRowHeight = 13

const itemRowsPad = 8 // above and below the rows

// At returns the absence in progress at time t, and whether there is one.
func (l *ItemTimeline) At(t time.Duration) (ItemAbsence, bool) {
	for _, s := range l.Absences {
		if t >= s.From && t < s.To {
			return s, true
		}
	}
	return ItemAbsence{}, false
}

func drawItemTimelines(p *Pen, r *lineRooms, v *TimelineView) {
	s, fit := r.scale, BlockRows(BlockItems, r.items.H)
	for i := range min(fit, len(v.Items)) {
		item := &v.Items[v.first(BlockItems)+i]
		row := draw.Rect{X: s.X, Y: r.items.Y + itemRowsPad/2 + float32(i)*ItemRowHeight, W: s.W, H: ItemRowHeight - 2}
		p.Fill(row, p.Theme.Track.Fade(0.45))
		for _, sp := range item.Absences {
			x0, x1 := max(s.Place(sp.From), row.X), min(s.Place(sp.To), row.Right())
			if x1 <= x0 {
				continue
			}
			c := sp.Color
			if sp.Open {
				c = c.Fade(0.45)
			}
			p.Fill(draw.Rect{X: x0, Y: row.Y, W: max(x1-x0, 1), H: row.H}, c)
		}
		p.Fill(draw.Rect{X: r.names.X, Y: row.Y + 2, W: 3, H: row.H - 4}, item.Color)
		p.Text(draw.Rect{X: r.names.X + 7, Y: row.Y, W: r.names.W - 7, H: row.H}, item.Name, Tiny, p.Theme.Text, Left)
		r.drawTotal(p, row, item.Total, item.Range)
	}
}

// drawTotal writes a row's total next to it, brighter if it is for the selected part.
func (r *lineRooms) drawTotal(p *Pen, row draw.Rect, text string, selected bool) {
	if r.totals.W < totalsWide/2 {
		return
	}
	c := p.Theme.Soft
	if selected {
		c = p.Theme.Text
	}
	p.Text(draw.Rect{X: r.totals.X, Y: row.Y, W: r.totals.W, H: row.H}, text, Tiny, c, Left)
}

// itemWords describes who had taken an item at a time and when it respawns.
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

// itemLegend explains the bars of items.
func itemLegend(p *Pen) []Span {
	return []Span{p.soft("a bar: away, in the colour of who took it; pale: when it was back is not known")}
}
