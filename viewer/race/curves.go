package race

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// columns is the number of values in a curve.
const columns = 200

// curves are the curves of a race, with one value per column.
type curves struct {
	along          []float32
	seek           []time.Duration
	deltas, speeds [][]float32 // by run
	most, fastest  float32
	// strafes are the shares of the possible gain in the air, noGain on the ground, by run; nil if none is known.
	strafes [][]float32
}

// noGain is the value of a column of strafes in which the runner is on the ground.
const noGain = -2

// trace computes the curves.
func (b *Board) trace() {
	if b.race == nil {
		return
	}
	c := curves{deltas: make([][]float32, len(b.runs)), speeds: make([][]float32, len(b.runs)), most: 0.1,
		strafes: make([][]float32, len(b.runs))}
	airborne := false
	for k := range columns {
		along := b.alongAt((float32(k) + 0.5) / columns)
		first := b.race.Time(0, along)
		if !b.byDistance {
			first = b.whole() * (2*time.Duration(k) + 1) / (2 * columns)
		}
		c.along, c.seek = append(c.along, along), append(c.seek, b.runs[0].From+first)
		for i := range b.runs {
			delta := float32(b.race.Delta(i, along).Seconds())
			after := first
			if b.byDistance {
				after = b.race.Time(i, along)
			}
			speed, share := b.race.Speed(i, after), b.gainAt(i, after)
			c.strafes[i], airborne = append(c.strafes[i], share), airborne || share != noGain
			c.deltas[i], c.speeds[i] = append(c.deltas[i], delta), append(c.speeds[i], speed)
			c.most, c.fastest = max(c.most, delta, -delta), max(c.fastest, speed)
		}
	}
	if !airborne {
		c.strafes = nil
	}
	b.curves = c
}

// gainAt returns the share of the possible gain of a run at a time after its start.
func (b *Board) gainAt(runner int, after time.Duration) float32 {
	way, gains := b.ways[runner], b.gains[runner]
	i := sort.Search(len(way), func(k int) bool { return way[k].After > after }) - 1
	if i < 0 || i >= len(gains) || !gains[i].Known {
		return noGain
	}
	return gains[i].Share
}

// whole returns the duration of the first run.
func (b *Board) whole() time.Duration { return b.runs[0].To - b.runs[0].From }

// alongAt returns the distance along the route at a fraction of the curves' width. shareAt returns the fraction that
// the first run has reached at a time after its start.
func (b *Board) alongAt(share float32) float32 {
	if b.byDistance {
		return b.race.Length() * share
	}
	return b.race.Along(0, time.Duration(float64(b.whole())*float64(share)))
}

func (b *Board) shareAt(after time.Duration) float32 {
	share := float32(after.Seconds() / b.whole().Seconds())
	if b.byDistance {
		share = b.race.Along(0, after) / b.race.Length()
	}
	return min(max(share, 0), 1)
}

// height returns the height of the race below the map.
func (b *Board) height(window float32) float32 {
	return heightOf(len(b.runs), window, b.host.Large(), b.curves.strafes != nil)
}

// compose lays out the race and marks the point of the route under the mouse.
func (b *Board) compose(p *panel.Pen, area draw.Rect) panel.List {
	v := view{Note: msgNobody}
	if b.busy > 0 {
		v.Note = msgReading
	}
	if b.race != nil {
		v = b.view()
	}
	list, column := layOut(p, area, v)
	pointed := float32(-1)
	if column >= 0 {
		pointed = b.curves.along[column]
	}
	if pointed != b.pointed {
		b.pointed = pointed
		b.host.Redraw()
	}
	return list
}

// view returns the current state of the race.
func (b *Board) view() view {
	r, after := b.race, b.after()
	along := r.Along(0, after)
	v := view{
		Start: b.runs[0].Start.String(), ByDistance: b.byDistance, Seek: b.curves.seek, Now: b.shareAt(after),
		From: "0", To: panel.FormatTenths(b.whole()), Most: b.curves.most, Fastest: b.curves.fastest,
	}
	if b.byDistance {
		v.To = fmt.Sprintf("%.0f units", r.Length())
	}
	for i := range b.runs {
		run := runView{Name: b.names[i], Color: b.color(i), Delta: r.Delta(i, along), Deltas: b.curves.deltas[i],
			Speeds: b.curves.speeds[i]}
		if b.curves.strafes != nil {
			run.Strafes = b.curves.strafes[i]
		}
		if inside := after >= 0 && after <= b.runs[i].To-b.runs[i].From; inside {
			run.Now = r.Speed(i, after)
		}
		run.Top, _ = r.Fastest(i)
		for _, s := range b.ways[i] {
			if !s.Jump {
				continue
			}
			at := s.After
			if b.byDistance {
				at = r.Time(0, r.Along(i, at))
			}
			run.Jumps = append(run.Jumps, b.shareAt(at))
		}
		v.Runs = append(v.Runs, run)
	}
	for _, s := range b.splits {
		v.Splits = append(v.Splits, splitView{At: b.shareAt(s.Times[0]), Time: b.runs[0].From + s.Times[0],
			Tip: b.tip(s.Name, s.Times)})
	}
	return v
}

// tip returns a text with each run's time at a split.
func (b *Board) tip(name string, times []time.Duration) string {
	parts := []string{name, b.names[0] + " " + panel.FormatExact(times[0])}
	for i := 1; i < len(times); i++ {
		parts = append(parts, fmt.Sprintf("%s %+.3f s", b.names[i], (times[i]-times[0]).Seconds()))
	}
	return strings.Join(parts, "  ·  ")
}
