package panel

import (
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// HeightsView describes the side view. All heights are in world units. A player's height is that of his feet.
type HeightsView struct {
	// Low and High are the heights of the map's lowest and highest points. Cuts are the boundaries between storeys,
	// lowest first.
	Low, High float32
	Cuts      []float32
	Names     []string // of the storeys: one more than Cuts
	Watched   int      // index of the visible storey, or negative
	Auto      bool     // it is that of the followed player
	Players   []HeightsPlayer
}

// HeightsPlayer describes a player in the side view.
type HeightsPlayer struct {
	Slot     int
	Name     string
	Badge    draw.Badge
	Height   float32
	Fade     float32 // 1 for a player who is alive and visible
	Followed bool
}

const automaticTip = "Automatic storey   Backspace"

const (
	heightsNames = 20  // width of the column of storey names
	heightsMark  = 15  // side of a player's mark
	heightsCols  = 3   // of marks
	heightsLeast = 240 // minimum height with room for marks
	heightsWidth = 10 + heightsNames + heightsCols*(heightsMark+1)
)

// Heights lays out the side view. It shows the storeys one above the other, to scale, with each player at his height.
// If the side view is folded, [Band] shows the storeys instead.
func Heights(p *Pen, area draw.Rect, v HeightsView) List {
	if area.W <= 0 || area.H <= 0 || !(v.High > v.Low) {
		return List{}
	}
	p.Begin(area)
	p.Fill(area, p.Theme.Panel)
	p.Fill(draw.Rect{X: area.Right() - 1, Y: area.Y, W: 1, H: area.H}, p.Theme.Line)
	p.HitArea(area, Command{}, "")
	in := area.Inset(4, 6)
	if len(v.Cuts) > 0 {
		var foot draw.Rect
		foot, in = in.CutBottom(24)
		drawAutomatic(p, foot, v.Auto)
		_, in = in.CutBottom(4)
	}
	v.bands(p, in)
	v.marks(p, in)
	return p.End()
}

// drawAutomatic draws the button that selects the followed player's storey.
func drawAutomatic(p *Pen, r draw.Rect, on bool) {
	p.Text(r, "Auto", Small, p.Choice(r, on), Middle)
	p.HitArea(r, Command{Verb: VerbAction, ID: action.StoreyAuto}, automaticTip)
}

// place returns the vertical position of a height in the view.
func (v *HeightsView) place(in draw.Rect, z float32) float32 {
	const edge = heightsMark/2 + 1
	t := min(max((z-v.Low)/(v.High-v.Low), 0), 1)
	return in.Bottom() - edge - t*(in.H-2*edge)
}

// bands draws the storeys.
func (v *HeightsView) bands(p *Pen, in draw.Rect) {
	bottom := in.Bottom()
	for i := range len(v.Cuts) + 1 {
		top := in.Y
		if i < len(v.Cuts) {
			top = max(v.place(in, v.Cuts[i]), in.Y)
		}
		r := draw.Rect{X: in.X, Y: top, W: in.W, H: bottom - top}
		bottom = top
		if len(v.Cuts) == 0 {
			return
		}
		c := p.Choice(r.Inset(0, 1), i == v.Watched)
		if i < len(v.Cuts) {
			p.Fill(draw.Rect{X: r.X, Y: r.Y - 0.5, W: r.W, H: 1}, p.Theme.Line)
		}
		if r.H >= 12 {
			p.Text(draw.Rect{X: r.X, Y: r.Y, W: heightsNames, H: r.H}, v.Names[i], Strong, c, Middle)
		}
		p.HitArea(r, Command{Verb: VerbFocusStorey, Index: i}, "Storey "+v.Names[i])
	}
}

// marks draws the players, the followed one on top.
func (v *HeightsView) marks(p *Pen, in draw.Rect) {
	places := v.places(in)
	for pass := range 2 {
		for i := range v.Players {
			pl, r := &v.Players[i], places[i]
			if pl.Followed != (pass == 1) {
				continue
			}
			if pl.Followed {
				p.Fill(draw.Rect{X: in.X + heightsNames - 4, Y: v.place(in, pl.Height) - 0.5,
					W: in.W - heightsNames + 4, H: 1}, pl.Badge.Color)
				p.Round(r.Inset(-2, -2), 5, p.Theme.Text)
			}
			p.Badge(r, pl.Badge, pl.Fade)
			tip := "Follow " + pl.Name
			if pl.Followed {
				tip = pl.Name
			}
			p.HitArea(r, Command{Verb: VerbFollow, Index: pl.Slot}, tip)
		}
	}
}

// places returns the rectangles of the players' marks. A player keeps his own column unless somebody in it is at
// his height, so that marks move up and down but rarely sideways. If all columns are taken, marks are stacked. The
// followed player's height is always exact.
func (v *HeightsView) places(in draw.Rect) []draw.Rect {
	out := make([]draw.Rect, len(v.Players))
	var used [heightsCols][]float32
	for pass := range 2 {
		for i := range v.Players {
			pl := &v.Players[i]
			if pl.Followed != (pass == 0) {
				continue
			}
			col, y := findRoom(&used, i%heightsCols, v.place(in, pl.Height), in)
			used[col] = append(used[col], y)
			out[i] = draw.Rect{X: in.X + heightsNames + float32(col)*(heightsMark+1), Y: y - heightsMark/2,
				W: heightsMark, H: heightsMark}
		}
	}
	return out
}

// findRoom returns the free column and height nearest to y, trying column first before the others.
func findRoom(used *[heightsCols][]float32, first int, y float32, in draw.Rect) (col int, at float32) {
	const step, edge = heightsMark + 1, heightsMark/2 + 1
	for k := range 2*int(in.H/step) + 1 {
		at := y + step*float32((k+1)/2)
		if k%2 == 1 {
			at = y - step*float32((k+1)/2)
		}
		if at < in.Y+edge || at > in.Bottom()-edge {
			continue
		}
		for c := range heightsCols {
			if col := (first + c) % heightsCols; free(used[col], at) {
				return col, at
			}
		}
	}
	return first, y
}

func free(used []float32, y float32) bool {
	for _, u := range used {
		if d := u - y; d > -heightsMark && d < heightsMark {
			return false
		}
	}
	return true
}

// InHeights reports whether the side view shows a mark for pl.
func InHeights(pl *sim.Player) bool {
	return pl.Life != sim.Absent && pl.Life != sim.Spectating && pl.Profile != nil
}
