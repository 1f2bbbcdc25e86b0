package panel

import (
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// BandView describes the band above the map. The band takes the place of folded panels, so their content need not be
// drawn over the map.
type BandView struct {
	// Storeys holds the names of the storeys to choose from. It is empty if the side view shows the storeys.
	Storeys []string
	Watched int  // index of the visible storey, or negative
	Auto    bool // it is that of the followed player
	// Feed holds the latest events, or nil if the kill feed has its own panel.
	Feed *FeedView
	// Print is the game's centre print, if it fits into the band.
	Print sim.Text
}

// PrintFits reports whether the centre print t is short enough to be shown on a single line in a band of the given
// width.
func PrintFits(p *Pen, width float32, t sim.Text) bool {
	lines, w := printLines(p, t, Title, width)
	return len(lines) == 1 && w < width*0.4
}

// Legend explains a layer that is drawn over the map.
type Legend struct {
	Icon  draw.Icon
	Parts []LegendPart
	// Close is the action of the button that removes the layer, and Tip is the tooltip of that button.
	Close action.ID
	Tip   string
}

// LegendPart is a section of a legend. Clicking it runs its action or calls Do, if either is set.
type LegendPart struct {
	Do   func() // makes it one of several choices; On is set for the chosen one, and Tip is its tooltip
	On   bool
	Tip  string
	Text string
	ID   action.ID
	Key  string // the key of the action while the layer has the keys
}

// Band lays out the band above the map: the storey buttons, followed by the events of the last few seconds.
func Band(p *Pen, area draw.Rect, v BandView) List {
	if area.W <= 0 || area.H <= 0 {
		return List{}
	}
	p.Begin(area)
	p.Fill(area, p.Theme.Void)
	p.HitArea(area, Command{}, "")
	r := area.Inset(8, 3)
	if len(v.Storeys) > 1 {
		r = drawStoreyButtons(p, r, v)
	}
	if lines, w := printLines(p, v.Print, Title, area.W); len(lines) > 0 {
		var box draw.Rect
		box, r = r.CutRight(w + 24)
		p.Round(box, 6, p.Theme.Raised)
		p.Line(box.Inset(12, 0), lines[0]...)
		_, r = r.CutRight(12)
	}
	if v.Feed != nil {
		drawTicker(p, r, v.Feed)
	}
	return p.End()
}

// barHeight is the height of a bar over the edge of the map, about the margin of a fitted map. barFade is its opacity:
// players under it shine through.
const (
	barHeight = 28
	barFade   = 0.85
)

// LegendBar lays out the legend of a layer in a bar at the upper edge of the map m.
func LegendBar(p *Pen, m draw.Rect, v *Legend) List {
	area, _ := m.CutTop(p.Tall(barHeight))
	p.Begin(area)
	p.Fill(area, p.Theme.Panel.Fade(barFade))
	p.Fill(draw.Rect{X: area.X, Y: area.Bottom() - 1, W: area.W, H: 1}, p.Theme.Line)
	p.HitArea(area, Command{}, "")
	drawLegend(p, area.Inset(8, 2), v)
	return p.End()
}

// drawStoreyButtons draws one button per storey, lowest first, and one for the automatic choice, and returns the
// remaining space. If there is not room for all storeys, it shows those around the visible one.
func drawStoreyButtons(p *Pen, r draw.Rect, v BandView) draw.Rect {
	side := p.Tall(26)
	n := min(len(v.Storeys), max(int(r.W/2/side)-1, 1))
	first := min(max(v.Watched-n/2, 0), len(v.Storeys)-n)
	box, rest := r.CutLeft(float32(n+1) * side)
	p.Round(box, 6, p.Theme.Panel)
	button := func(text string, on bool, do Command, tip string) {
		var b draw.Rect
		b, box = box.CutLeft(side)
		c := p.Choice(b.Inset(1, 1), on)
		p.Text(b, text, Strong, c, Middle)
		p.HitArea(b, do, tip)
	}
	button("A", v.Auto, Command{Verb: VerbAction, ID: action.StoreyAuto}, automaticTip)
	for i := first; i < first+n; i++ {
		button(v.Storeys[i], i == v.Watched, Command{Verb: VerbFocusStorey, Index: i}, "Storey "+v.Storeys[i])
	}
	_, rest = rest.CutLeft(12)
	return rest
}

func drawLegend(p *Pen, r draw.Rect, v *Legend) {
	icon, r := r.CutLeft(24)
	p.Icon(Centred(icon, 15, 15), v.Icon, p.Theme.Warn)
	for i, l := range v.Parts {
		w := p.Width(l.Text, Small) + 16
		if l.Key != "" && !p.Touch {
			w += p.Width(l.Key, Tiny) + 5
		}
		if w > r.W-p.Tall(24) {
			break
		}
		var c draw.Rect
		c, r = r.CutLeft(w)
		col := p.Theme.Soft
		switch {
		case l.Do != nil:
			col = p.legendChoice(c, &l, i)
		case l.ID != "":
			if p.Hot(c) {
				p.Round(c.Inset(0, 1), 5, p.Theme.Hover)
			}
			col = p.Theme.Text
			p.HitArea(c, Command{Verb: VerbAction, ID: l.ID}, p.nameOf(l.ID)+strings.TrimRight("   "+l.Key, " "))
		}
		b := p.Text(c.Inset(8, 0), l.Text, Small, col, Left)
		if l.Key != "" && !p.Touch {
			p.Text(draw.Rect{X: b.Right() + 5, Y: b.Y + 1, W: c.Right() - b.Right() - 4, H: b.H}, l.Key, Tiny,
				p.Theme.Faint, Left)
		}
	}
	closer, _ := r.CutLeft(p.Tall(24))
	if p.Hot(closer) {
		p.Round(closer.Inset(1, 1), 5, p.Theme.Hover)
	}
	p.Icon(Centred(closer, 10, 10), draw.IconClose, p.Theme.Soft)
	p.HitArea(closer, Command{Verb: VerbAction, ID: v.Close}, v.Tip)
}

// legendChoice draws the ground of choice i of a legend and returns the colour of its text.
func (p *Pen) legendChoice(c draw.Rect, l *LegendPart, i int) draw.Color {
	p.HitArea(c, Command{Verb: VerbLegend, Index: i}, l.Tip)
	switch back := c.Inset(1, 1); {
	case l.On:
		p.Round(back, 5, p.Theme.Selected)
		return p.Theme.Accent
	case p.Hot(c):
		p.Round(back, 5, p.Theme.Hover)
	default:
		p.Round(back, 5, p.Theme.Raised)
	}
	return p.Theme.Text
}

// drawTicker writes the events of the last few seconds in one line, newest first.
func drawTicker(p *Pen, r draw.Rect, v *FeedView) {
	const lasts, gap, least = 6 * time.Second, 22, 60
	n := CountTo(v.Events, v.Now)
	for i := n - 1; i >= 0 && v.Events[i].Time > v.Now-lasts && r.W >= least; i-- {
		e := &v.Events[i]
		if !InFeed(e) || saidTwice(v.Events, i) {
			continue
		}
		var spans []Span
		for _, l := range feedLines(p, 1e6, e, v.Teams) {
			spans = append(spans, l...)
		}
		w := p.wide(spans)
		if w > r.W && i != n-1 {
			return
		}
		box, rest := r.CutLeft(min(w, r.W))
		if p.Hot(box) {
			p.Round(box.Inset(-5, 0), 4, p.Theme.Raised)
		}
		p.Line(box, spans...)
		p.HitArea(box, showEvent(e), p.goTo(e, box))
		_, r = rest.CutLeft(gap)
	}
}
