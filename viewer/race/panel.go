package race

import (
	"fmt"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// view describes a race: its runs, and curves over the first run's time or distance.
type view struct {
	Runs []runView
	// Start describes the kind of start that all runs share.
	Start      string
	ByDistance bool
	Splits     []splitView
	// Seek holds the demo times of the curves' columns.
	Seek []time.Duration
	Now  float32 // progress of the first run, 0 to 1
	// From and To are the labels at the ends of the curves.
	From, To string
	// Most is the largest of all differences, in seconds. Fastest is the highest speed.
	Most, Fastest float32
	// Note is shown in place of the race if there is none.
	Note string
}

// runView is one run of a race.
type runView struct {
	Name  string
	Color draw.Color
	// Now and Top are its current speed and its highest so far, in units per second.
	Now, Top float32
	Delta    time.Duration // how far it is behind the first
	Deltas   []float32     // in seconds, one per column
	Speeds   []float32
	Strafes  []float32 // shares of the possible gain in the air, noGain on the ground; nil if none is known
	Jumps    []float32 // positions, 0 to 1
}

// splitView is a mark on the route.
type splitView struct {
	At   float32 // position, 0 to 1
	Time time.Duration
	Tip  string
}

const (
	headHeight  = 26
	rowHeight   = 18
	curvesLeast = 104 // minimum height of the curves
	strafeTall  = 34  // height of the curve of the strafes
	namesWidth  = 330 // width of the rows
	namesNarrow = 150 // the same if there is little room
)

// heightOf returns the height of a race, given the number of runs, the height of the window, and whether there is a
// curve of the strafes.
func heightOf(runs int, window float32, touch, strafes bool) float32 {
	head := panel.Tall(headHeight, touch)
	if runs == 0 {
		return head + 34
	}
	curves := min(curvesLeast, window/6)
	if strafes {
		curves += strafeTall
	}
	return head + max(rowHeight*float32(runs), curves) + 12
}

// layOut lays out a race below the map. It returns the column of the curves under the mouse, or -1.
func layOut(p *panel.Pen, area draw.Rect, v view) (panel.List, int) {
	head := p.Tall(headHeight)
	p.Begin(area)
	p.Fill(area, p.Theme.Panel)
	p.Fill(draw.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, p.Theme.Line)
	p.HitArea(area, panel.Command{}, "")
	in := area.Inset(10, 3)
	top, in := in.CutTop(head)
	drawButtons(p, top, v)
	if v.Note != "" {
		p.Text(in, v.Note, panel.Body, p.Theme.Soft, panel.Left)
		return p.End(), -1
	}
	wide := float32(namesWidth)
	if in.W < 2*namesWidth {
		wide = namesNarrow
	}
	rows, in := in.CutLeft(wide)
	for i := range v.Runs {
		var row draw.Rect
		row, rows = rows.CutTop(rowHeight)
		drawRun(p, row, &v.Runs[i], i == 0, wide == namesWidth)
	}
	_, in = in.CutLeft(16)
	return drawCurves(p, in, v)
}

// drawButtons draws the buttons of the race.
func drawButtons(p *panel.Pen, r draw.Rect, v view) {
	t := p.Theme
	size := p.Tall(22)
	button := func(icon draw.Icon, id action.ID, tip string) {
		var b draw.Rect
		b, r = r.CutRight(size + 4)
		p.IconButton(panel.Centred(b, size, size), icon, 12, panel.Command{Verb: panel.VerbAction, ID: id}, tip)
	}
	button(draw.IconClose, IDRace, "Close the race")
	button(draw.IconPlus, IDWith, "Race with another demo   A")
	label, rest := r.CutLeft(min(p.Width("Race", panel.Title)+14, r.W))
	p.Text(label, "Race", panel.Title, t.Text, panel.Left)
	word := func(s string, id action.ID, tip string) {
		w := p.Width(s, panel.Small) + 16
		if w > rest.W {
			return
		}
		var b draw.Rect
		b, rest = rest.CutLeft(w)
		c := p.Choice(b.Inset(1, 2), false)
		p.Text(b, s, panel.Small, c, panel.Middle)
		p.HitArea(b, panel.Command{Verb: panel.VerbAction, ID: id}, tip)
	}
	if v.Note == "" {
		axis := "by time"
		if v.ByDistance {
			axis = "by distance"
		}
		word(axis, IDAxis, "Curves over the time, or over the way of the first run   X")
		word("from: "+v.Start, IDStart, "What all start with: the timer, the level, the first move   S")
		word("from here", IDMark, "All start where the first run is now   W")
	}
	word("this loop", IDLoop, "Keep the loop to race against another, or race it against the one kept   Q")
}

// drawRun draws a run with its speeds and how far it is behind.
func drawRun(p *panel.Pen, r draw.Rect, run *runView, first, wide bool) {
	t := p.Theme
	dot, r := r.CutLeft(16)
	p.Disc(panel.Centred(dot, 9, 9), run.Color)
	delta, r := r.CutRight(62)
	if !first {
		c, s := t.Bad, fmt.Sprintf("%+.2f s", run.Delta.Seconds())
		if run.Delta <= 0 {
			c = t.Good
		}
		p.Text(delta, s, panel.Small, c, panel.Right)
	}
	if wide {
		var speed draw.Rect
		speed, r = r.CutRight(118)
		p.Text(speed, fmt.Sprintf("%.0f of %.0f u/s", run.Now, run.Top), panel.Small, t.Soft, panel.Right)
	}
	p.Text(r, run.Name, panel.Strong, t.Text, panel.Left)
}

// drawCurves draws the curves: differences on top, speeds below.
func drawCurves(p *panel.Pen, r draw.Rect, v view) (panel.List, int) {
	t := p.Theme
	labels, r := r.CutBottom(14)
	scale, r := r.CutRight(58)
	above := r
	var strafes draw.Rect
	if len(v.Runs) > 0 && v.Runs[0].Strafes != nil {
		strafes, above = r.CutBottom(strafeTall)
		_, strafes = strafes.CutTop(6)
	}
	deltas, rest := above.CutTop(float32(int(above.H * 0.6)))
	_, speeds := rest.CutTop(4)
	p.Fill(r, t.Track.Fade(0.35))
	middle := deltas.Y + deltas.H/2
	p.Fill(draw.Rect{X: r.X, Y: middle, W: r.W, H: 1}, t.Soft.Fade(0.5))
	_, scale = scale.CutLeft(4)
	line := func(y float32, s string) {
		p.Text(draw.Rect{X: scale.X, Y: y - 7, W: scale.W, H: 14}, s, panel.Tiny, t.Faint, panel.Left)
	}
	line(deltas.Y+6, fmt.Sprintf("%+.1f s", v.Most))
	line(middle, "0")
	line(deltas.Bottom()-4, fmt.Sprintf("−%.1f s", v.Most))
	line(speeds.Y+speeds.H/2, fmt.Sprintf("%.0f u/s", v.Fastest))
	if strafes.H > 0 {
		line(strafes.Y+5, "strafe")
		line(strafes.Bottom()-5, "−100 %")
		p.Fill(draw.Rect{X: r.X, Y: strafes.Y + strafes.H/2, W: r.W, H: 1}, t.Soft.Fade(0.5))
	}
	p.Text(labels, v.From, panel.Tiny, t.Faint, panel.Left)
	p.Text(draw.Rect{X: r.X, Y: labels.Y, W: r.W, H: labels.H}, v.To, panel.Tiny, t.Faint, panel.Right)
	for i := range v.Splits {
		p.Fill(draw.Rect{X: r.X + v.Splits[i].At*r.W, Y: r.Y, W: 1, H: r.H}, t.Soft.Fade(0.35))
	}
	for i := range v.Runs {
		run := &v.Runs[i]
		drawCurve(p, speeds, run.Speeds, 0, v.Fastest, run.Color.Fade(0.8))
		drawStrafes(p, strafes, run.Strafes, run.Color)
		if i > 0 {
			drawCurve(p, deltas, run.Deltas, -v.Most, v.Most, run.Color)
		}
		for _, at := range run.Jumps {
			p.Fill(draw.Rect{X: r.X + at*r.W, Y: speeds.Bottom() - 3, W: 1, H: 3}, run.Color.Fade(0.8))
		}
	}
	p.Fill(draw.Rect{X: r.X + v.Now*r.W - 1, Y: r.Y - 2, W: 2, H: r.H + 4}, t.Text)
	return addAreas(p, r, v)
}

// addAreas makes clicks on the curves seek to the time of the column, and tooltips on the splits show everybody's
// time.
func addAreas(p *panel.Pen, r draw.Rect, v view) (panel.List, int) {
	pointed := -1
	w := r.W / float32(max(len(v.Seek), 1))
	for i, at := range v.Seek {
		column := draw.Rect{X: r.X + float32(i)*w, Y: r.Y, W: w, H: r.H}
		p.HitArea(column, panel.Command{Verb: panel.VerbSeek, Time: at}, "")
		if p.Hot(column) {
			pointed = i
			p.Fill(draw.Rect{X: column.X, Y: r.Y, W: 1, H: r.H}, p.Theme.Accent)
		}
	}
	for _, s := range v.Splits {
		mark := draw.Rect{X: r.X + s.At*r.W - 3, Y: r.Y - 3, W: 6, H: 8}
		p.Disc(panel.Centred(mark, 5, 5), p.Theme.Text)
		p.HitArea(mark, panel.Command{Verb: panel.VerbSeek, Time: s.Time}, s.Tip)
	}
	return p.End(), pointed
}

// drawStrafes draws the shares of the possible gain in the air, with gaps on the ground.
func drawStrafes(p *panel.Pen, r draw.Rect, shares []float32, c draw.Color) {
	for from := 0; from < len(shares); {
		to := from
		for to < len(shares) && shares[to] != noGain {
			to++
		}
		w := r.W / float32(len(shares))
		drawCurve(p, draw.Rect{X: r.X + float32(from)*w, Y: r.Y, W: float32(to-from) * w, H: r.H}, shares[from:to], -1, 1,
			c.Fade(0.9))
		from = to + 1
	}
}

// drawCurve draws values between two bounds as a line over the width of r.
func drawCurve(p *panel.Pen, r draw.Rect, values []float32, low, high float32, c draw.Color) {
	const thick = 1.5
	if high <= low || len(values) == 0 {
		return
	}
	w := r.W / float32(len(values))
	height := func(v float32) float32 { return r.Bottom() - (r.H-thick)*min(max((v-low)/(high-low), 0), 1) - thick }
	before := height(values[0])
	for i, v := range values {
		y := height(v)
		p.Graph(draw.Rect{X: r.X + float32(i)*w, Y: min(y, before), W: w + 0.5,
			H: max(y, before) - min(y, before) + thick}, c)
		before = y
	}
}
