package panel

import (
	"strconv"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/viewer/draw"
)

// ItemClock is a clock that counts down to the respawn of a notable item.
type ItemClock struct {
	Kind  string // short name shared by all items of a kind, which stand next to each other
	Mark  string // distinguishes items of a kind; may be empty
	Full  string
	Color draw.Color
	// Entity is the item's entity number.
	Entity int
	State  sim.ItemState
	Left   time.Duration // time until the item respawns, if Known
	Back   moment.Moment // when the item respawns, if Known
	Known  bool
}

// ClockText returns the text shown on the clock.
func (c ItemClock) ClockText() string {
	switch {
	case c.State == sim.ItemPresent:
		return "up"
	case c.State == sim.ItemTaken && c.Known:
		return FormatTime(max(c.Left, 0) + time.Second - 1)
	}
	return unknownClock
}

// unknownClock is shown if it is unknown when an item respawns.
const unknownClock = "--"

// clockGroup holds the clocks of one kind, which are merged if there is little room.
type clockGroup struct {
	clocks []ItemClock
	merged bool
}

// grouped groups clocks by kind.
func grouped(clocks []ItemClock) (out []clockGroup) {
	for i, c := range clocks {
		if i == 0 || c.Kind != clocks[i-1].Kind {
			out = append(out, clockGroup{})
		}
		last := &out[len(out)-1]
		last.clocks = append(last.clocks, c)
	}
	return out
}

// clockFace is a clock ready to be drawn: its name, text and tooltip.
type clockFace struct {
	name, text, tip string
	color           draw.Color
	entity          int // of the item, or of the first of several
}

// do returns the command of a click on the clock.
func (f *clockFace) do() Command { return Command{Verb: VerbItem, Index: f.entity} }

// faces returns the clocks to draw for the group.
func (g *clockGroup) faces(p *Pen) (out []clockFace) {
	if g.merged {
		return []clockFace{mergedFace(p, g.clocks)}
	}
	for _, c := range g.clocks {
		text := c.ClockText()
		out = append(out, clockFace{c.Kind + c.Mark, text, c.tip(), clockColor(p, c.State, text), c.Entity})
	}
	return out
}

// mergedFace returns one clock for several items. It shows how many of them are up, or when the first one respawns.
func mergedFace(p *Pen, clocks []ItemClock) clockFace {
	up, first := 0, ItemClock{}
	var tips []string
	for _, c := range clocks {
		tip := c.ClockText()
		if c.State == sim.ItemTaken && c.Known {
			tip = "back at " + c.Back.Short()
		}
		tips = append(tips, strings.TrimSpace(c.Mark)+": "+tip)
		if c.State == sim.ItemPresent {
			up++
		}
		if c.State == sim.ItemTaken && (first.State == sim.ItemUnknown ||
			c.Known && (!first.Known || c.Left < first.Left)) {
			first = c
		}
	}
	f := clockFace{name: clocks[0].Kind, text: first.ClockText(), entity: clocks[0].Entity,
		tip: clocks[0].Full + "   " + strings.Join(tips, ", ")}
	f.color = clockColor(p, first.State, f.text)
	if up > 0 {
		f.text, f.color = strconv.Itoa(up)+"/"+strconv.Itoa(len(clocks)), p.Theme.Text
	}
	if up == len(clocks) {
		f.color = p.Theme.Good
	}
	return f
}

func clockColor(p *Pen, state sim.ItemState, text string) draw.Color {
	switch {
	case state == sim.ItemPresent:
		return p.Theme.Good
	case text == unknownClock:
		return p.Theme.Faint
	}
	return p.Theme.Text
}

// Gaps after a clock on one line and on two.
const (
	clockGap = 14
	stackGap = 9
)

// clockWidth returns the width of a clock including the gap after it. It does not depend on the clock's text, so
// that no clock moves when an item is taken.
func clockWidth(p *Pen, f clockFace, stacked bool) float32 {
	time := p.Width("0:00", Strong)
	if stacked {
		return max(p.Width(f.name, Tiny), time) + stackGap
	}
	return p.Width(f.name, Small) + 5 + time + clockGap
}

// arrangeClocks fits clocks into a width. It tries all clocks on one line, then merges clocks of a kind, the last
// kinds first, then puts names above the times, and finally drops the last clocks. The result depends on which
// items there are, not on their state.
func arrangeClocks(p *Pen, clocks []ItemClock, w float32) (out []clockFace, stacked bool) {
	groups := grouped(clocks)
	fits := func() bool {
		out = out[:0]
		all := float32(-clockGap)
		if stacked {
			all = -stackGap
		}
		for i := range groups {
			for _, f := range groups[i].faces(p) {
				all += clockWidth(p, f, stacked)
				out = append(out, f)
			}
		}
		return all <= w
	}
	ok := fits()
	for i := len(groups) - 1; i >= 0 && !ok; i-- {
		if groups[i].merged = len(groups[i].clocks) > 1; groups[i].merged {
			ok = fits()
		}
	}
	stacked = !ok
	for !fits() && len(groups) > 0 {
		groups = groups[:len(groups)-1]
	}
	return out, stacked
}

// allKinds reports whether the kind of the last clock is shown.
func allKinds(shown []clockFace, clocks []ItemClock) bool {
	return len(clocks) == 0 || len(shown) > 0 && strings.HasPrefix(shown[len(shown)-1].name, clocks[len(clocks)-1].Kind)
}

// drawItemClocks draws the item clocks into the rest of the row.
func drawItemClocks(p *Pen, r draw.Rect, clocks []ItemClock) {
	faces, stacked := arrangeClocks(p, clocks, r.W)
	for _, f := range faces {
		w := clockWidth(p, f, stacked)
		if stacked {
			mid := r.Y + r.H/2
			p.Text(draw.Rect{X: r.X, Y: mid - 14, W: w, H: 13}, f.name, Tiny, p.Theme.Soft, Left)
			p.Text(draw.Rect{X: r.X, Y: mid - 2, W: w, H: 16}, f.text, Strong, f.color, Left)
			p.HitArea(draw.Rect{X: r.X, Y: r.Y, W: w - stackGap, H: r.H}, f.do(), f.tip)
		} else {
			b := p.Text(r, f.name, Small, p.Theme.Soft, Left)
			p.Text(draw.Rect{X: b.Right() + 5, Y: r.Y, W: r.Right() - b.Right() - 5, H: r.H}, f.text, Strong,
				f.color, Left)
			p.HitArea(draw.Rect{X: r.X, Y: r.Y, W: w - clockGap, H: r.H}, f.do(), f.tip)
		}
		_, r = r.CutLeft(w)
	}
}

// tip returns a sentence that explains the clock's text.
func (c ItemClock) tip() string {
	switch {
	case c.State == sim.ItemPresent:
		return c.Full + " is there"
	case c.State == sim.ItemTaken && c.Known:
		return c.Full + " comes back at " + c.Back.Short() + ", in " + c.ClockText()
	case c.State == sim.ItemTaken:
		return c.Full + " is taken"
	}
	return c.Full + ": not known whether it is there"
}
