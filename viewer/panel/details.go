package panel

import (
	"time"

	"fragscope/viewer/draw"
)

// LaneDetail describes an additional lane of a player, such as one that shows his keys.
type LaneDetail struct {
	// Bars returns the bars of the lane for a period.
	Bars func(from, to time.Duration) LaneBars
	// Words describes the player's state at a time. Legend explains the colours.
	Words  func(t time.Duration) string
	Legend string
}

// LaneBars holds up to three bars to be drawn in a lane. Bars of zero height are not drawn.
type LaneBars [3]LaneBar

// LaneBar is a bar in a lane. Low and High are the positions of its lower and upper ends, as fractions of the lane's
// height.
type LaneBar struct {
	Low, High float32
	Color     draw.Color
}

// drawDetail draws a detail, adjacent equal columns as one.
func drawDetail(p *Pen, row draw.Rect, s Scale, d *LaneDetail) {
	at := func(x float32) LaneBars { return d.Bars(s.Time(x), s.Time(x+laneColumn)) }
	for x := row.X; x < row.Right(); {
		bars, from := at(x), x
		for x += laneColumn; x < row.Right() && at(x) == bars; {
			x += laneColumn
		}
		for _, b := range bars {
			if b.High > b.Low {
				p.Fill(draw.Rect{X: from, Y: row.Bottom() - b.High*row.H, W: min(x, row.Right()) - from,
					H: (b.High - b.Low) * row.H}, b.Color)
			}
		}
	}
}
