package recording

import (
	"time"

	"fragscope/sim"
)

// Positions calls row for each visible player at each snapshot between from and to. The Position is reused between
// calls.
func (r *Recording) Positions(from, to time.Duration, row func(*sim.Position)) {
	cursor := r.Cursor()
	var p sim.Position
	for i := max(r.FrameAt(from), 0); i < r.Frames(); i++ {
		at := r.FrameTime(i)
		if at > to {
			return
		}
		if at < from {
			continue
		}
		w := cursor.At(at)
		for k := range w.Players {
			if q := &w.Players[k]; q.Visible {
				p = sim.Position{Time: w.Time, Clock: w.Clock, Kind: "ps", Entity: q.Slot.Index(), Origin: q.Origin,
					View: q.View}
				row(&p)
			}
		}
	}
}
