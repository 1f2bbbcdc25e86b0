package panel

import (
	"slices"
	"time"

	"fragscope/viewer/draw"
)

// TimelineView describes the timeline.
type TimelineView struct {
	Now, End time.Duration
	// Length is the length of the demo, or 0 if it is hidden. Widest is a time whose text is at least as wide as that
	// of any other time.
	Length, Widest time.Duration
	// From and To are the visible range.
	From, To time.Duration
	// Total is the expected length of the demo while End is still growing.
	Total   time.Duration
	Loading bool
	Done    float64 // fraction read
	Marks   []Mark  // sorted by X
	Busy    []uint8 // how much happens, one value per 4 points
	Trace   []uint8 // a curve, shown in place of Busy
	Ticks   []Ticks // marks added by other packages
	Breaks  []Break // chapters
	Damage  []time.Duration
	// LoopFrom and LoopTo are the start and end of the loop, valid if HasLoopFrom and HasLoopTo are set.
	LoopFrom, LoopTo       time.Duration
	HasLoopFrom, HasLoopTo bool
	Items                  []ItemTimeline
	Lanes                  []PlayerLane // below the items
	Lead                   Lead
	// Blocks holds the heights of the curve and the rows. Scroll holds their scroll positions.
	Blocks   Blocks
	Scroll   [BlockCount]float32
	Dragging bool
	Sharp    bool // leave nothing to a later frame: for pictures
}

// Ticks describes marks that another package adds to the timeline.
type Ticks struct {
	At    []time.Duration
	Color draw.Color
	// Icon is drawn above the line at each mark. If it is draw.IconNone, the marks are drawn as strokes, and the marks
	// of events are fainter.
	Icon draw.Icon
	// About holds the tooltip and command of each mark with an icon. It is empty if the marks cannot be clicked.
	About []TickAbout
}

// TickAbout holds the tooltip of a mark on the timeline and the command to run when the mark is clicked.
type TickAbout struct {
	Text string
	Do   Command
}

// HideTicks hides whatever would reveal the course of the match after the current time: the marks in v.Ticks and the
// curve in v.Trace.
func (v *TimelineView) HideTicks() {
	for i := range v.Ticks {
		v.Ticks[i].At = slices.DeleteFunc(slices.Clone(v.Ticks[i].At),
			func(at time.Duration) bool { return at > v.Now })
	}
	if span := v.To - v.From; span > 0 && v.Trace != nil {
		clear(v.Trace[min(max(int(int64(len(v.Trace))*int64(v.Now-v.From)/int64(span)), 0), len(v.Trace)):])
	}
}

// Break marks the start of a chapter.
type Break struct {
	At   time.Duration
	Name string
}

const (
	lineMarks = 18 // height of the marks above the track
	lineTrack = 5
)

// drawTimeline draws the part of the bar above the buttons.
func drawTimeline(p *Pen, area draw.Rect, v TimelineView) {
	t := p.Theme
	r := roomsOf(area, &v)
	s, track := r.scale, r.track
	p.Round(track, 2.5, t.Track)
	if v.To <= v.From {
		return
	}
	const others = 128 // roughly, including the buttons
	p.list.Ops = slices.Grow(p.list.Ops, len(v.Busy)+len(v.Marks)+others)
	graph := draw.Rect{X: s.X, Y: track.Y - lineMarks, W: s.W, H: lineMarks}
	if v.Trace != nil {
		drawBusy(p, graph, v.Trace, t.Warn.Fade(0.5))
	} else {
		drawBusy(p, graph, v.Busy, t.Accent.Fade(0.16))
	}
	drawLoaded(p, track, s, v)
	drawBreaks(p, track, s, v)
	drawMarks(p, track, s, v)
	for _, d := range v.Damage {
		if x := s.Place(d); x >= s.X-1 && x <= s.X+s.W+1 {
			p.Fill(draw.Rect{X: x - 2, Y: track.Y - 2, W: 4, H: lineTrack + 4}, t.Bad)
		}
	}
	drawLead(p, &r, &v)
	drawItemTimelines(p, &r, &v)
	drawLanes(p, &r, &v)
	drawLoop(p, &r, v)
	drawNow(p, &r, &v)
	p.HitArea(draw.Rect{X: area.X, Y: area.Y + 1, W: area.W, H: area.H - 2}, Command{Verb: VerbTimeline}, "")
	r.drawEdges(p, area, &v)
	drawLaneNames(p, &r, &v)
	drawOverview(p, draw.Rect{X: s.X, Y: area.Y + 3, W: s.W, H: 3}, v)
	drawTicks(p, track, s, &v)
	drawLoopEnds(p, &r, v)
}

// drawNow draws the knob, and a line across the rows at the current time.
func drawNow(p *Pen, r *lineRooms, v *TimelineView) {
	s, track := r.scale, r.track
	x := s.Place(v.Now)
	if x < s.X-0.5 || x > s.X+s.W+0.5 {
		return
	}
	for b := range BlockBelow {
		if room := r.block(b); room.H > 0 {
			p.Fill(draw.Rect{X: x - 0.5, Y: room.Y, W: 1, H: room.H}, draw.Hex(0xffffff))
		}
	}
	size := float32(15)
	if v.Dragging || p.Hot(draw.Rect{X: x - 8, Y: track.Y - 6, W: 16, H: 17}) {
		size = 17
	}
	p.Disc(Centred(draw.Rect{X: x, Y: track.Y + lineTrack/2.0}, size, size), draw.Hex(0xffffff))
}

// drawTicks draws those of the parts' marks that have an icon. Marks with a command can be clicked.
func drawTicks(p *Pen, track draw.Rect, s Scale, v *TimelineView) {
	for _, k := range v.Ticks {
		for i, at := range k.At {
			x := s.Place(at)
			if k.Icon == draw.IconNone || x < s.X || x > s.X+s.W {
				continue
			}
			box := draw.Rect{X: x - 5, Y: track.Y - lineMarks - 3, W: 10, H: 10}
			c := k.Color
			if i < len(k.About) {
				if p.Hot(box.Inset(-2, -2)) {
					c = p.Theme.Text
				}
				p.HitArea(box.Inset(-2, -2), k.About[i].Do, k.About[i].Text)
			}
			p.Icon(box, k.Icon, c)
		}
	}
}

// drawMarks draws the marks of events and, on top of them, the strokes of parts.
func drawMarks(p *Pen, track draw.Rect, s Scale, v TimelineView) {
	stroke := func(k Ticks) bool { return k.Icon == draw.IconNone && len(k.At) > 0 }
	fade := float32(1)
	if slices.ContainsFunc(v.Ticks, stroke) {
		fade = 0.3
	}
	for _, m := range v.Marks {
		p.Fill(draw.Rect{X: s.X + m.X - 1, Y: track.Y - 13, W: 2, H: 9}, m.Color.Fade(fade))
	}
	for _, k := range v.Ticks {
		for _, at := range k.At {
			if x := s.Place(at); stroke(k) && x >= s.X && x <= s.X+s.W {
				p.Fill(draw.Rect{X: x - 1, Y: track.Y - 16, W: 2, H: 14}, k.Color)
			}
		}
	}
}

func drawBusy(p *Pen, r draw.Rect, busy []uint8, col draw.Color) {
	if len(busy) == 0 {
		return
	}
	w := r.W / float32(len(busy))
	for i, b := range busy {
		if b > 0 {
			h := r.H * float32(b) / 255
			p.list.Ops = append(p.list.Ops, Op{Kind: OpGraph, Rect: draw.Rect{X: r.X + float32(i)*w, Y: r.Bottom() - h,
				W: w, H: h}, Color: col})
		}
	}
}

// drawLoaded draws how much has been read and how much has been played.
func drawLoaded(p *Pen, track draw.Rect, s Scale, v TimelineView) {
	clip := func(from, to time.Duration) draw.Rect {
		x0, x1 := max(s.Place(from), s.X), min(s.Place(to), s.X+s.W)
		return draw.Rect{X: x0, Y: track.Y, W: x1 - x0, H: track.H}
	}
	if v.Loading {
		p.Round(clip(0, v.End), 2.5, p.Theme.Hover.Mix(p.Theme.Soft, 0.25))
	}
	p.Round(clip(0, v.Now), 2.5, p.Theme.Accent)
}

// loopPlaces returns the positions of the loop's start and end.
func loopPlaces(s Scale, v *TimelineView) (from, to float32) {
	from, to = s.X, s.X+s.W
	if v.HasLoopFrom {
		from = min(max(s.Place(v.LoopFrom), s.X), to)
	}
	if v.HasLoopTo {
		to = max(min(s.Place(v.LoopTo), to), from)
	}
	return from, to
}

// drawLoop shades the selected section and dims the rest of the rows.
func drawLoop(p *Pen, r *lineRooms, v TimelineView) {
	if !v.HasLoopFrom && !v.HasLoopTo {
		return
	}
	s, track := r.scale, r.track
	from, to := loopPlaces(s, &v)
	p.Fill(draw.Rect{X: from, Y: track.Y - lineMarks, W: to - from, H: lineMarks}, p.Theme.Accent.Fade(0.14))
	for b := range BlockBelow {
		if room := r.block(b); room.H > 0 {
			p.Fill(draw.Rect{X: s.X, Y: room.Y, W: from - s.X, H: room.H}, p.Theme.Panel.Fade(0.6))
			p.Fill(draw.Rect{X: to, Y: room.Y, W: s.X + s.W - to, H: room.H}, p.Theme.Panel.Fade(0.6))
		}
	}
}

// drawLoopEnds draws the ends of the selected section, which can be dragged, across all rows.
func drawLoopEnds(p *Pen, r *lineRooms, v TimelineView) {
	s, track := r.scale, r.track
	from, to := loopPlaces(s, &v)
	for i, end := range []struct {
		set bool
		at  time.Duration
		x   float32
		tip string
	}{{v.HasLoopFrom, v.LoopFrom, from, "Start of the loop"}, {v.HasLoopTo, v.LoopTo, to, "End of the loop"}} {
		if !end.set || end.at < s.From || end.at > s.To {
			continue
		}
		top, bottom := track.Y-lineMarks, max(r.lanes.Bottom(), r.items.Bottom(), track.Bottom()+3)
		if r.curve.H > 0 {
			top = r.curve.Y
		}
		if r.lanes.H+r.items.H == 0 {
			bottom = track.Bottom() + 3
		}
		grip := draw.Rect{X: end.x - 5, Y: track.Y - lineMarks - 3, W: 10, H: 13}
		touch := draw.Rect{X: end.x - 7, Y: grip.Y - 1, W: 14, H: lineMarks - 1}
		c := p.Theme.Accent
		if p.Hot(touch) {
			c = p.Theme.Text
		}
		p.Fill(draw.Rect{X: end.x - 1, Y: top, W: 2, H: bottom - top}, c)
		p.Round(grip, 3, c)
		for k := range 2 {
			p.Fill(draw.Rect{X: end.x - 2 + float32(3*k), Y: grip.Y + 4, W: 1, H: 5}, p.Theme.Panel)
		}
		p.HitArea(touch, Command{Verb: VerbLoopEnd, Index: i}, end.tip+": "+p.When(end.at))
	}
}

func drawBreaks(p *Pen, track draw.Rect, s Scale, v TimelineView) {
	for _, b := range v.Breaks {
		if x := s.Place(b.At); x > s.X+1 && x < s.X+s.W-1 {
			p.Fill(draw.Rect{X: x - 0.5, Y: track.Y - lineMarks, W: 1, H: lineMarks + lineTrack + 2}, p.Theme.Soft)
		}
	}
}

// drawOverview draws a thin line that shows which section of the demo is visible. Dragging the line scrolls the
// timeline.
func drawOverview(p *Pen, r draw.Rect, v TimelineView) {
	total := max(v.Total, v.To)
	if v.From <= 0 && v.To >= total {
		return
	}
	all := Scale{X: r.X, W: r.W, To: total}
	p.Fill(r, p.Theme.Track)
	x0, x1 := all.Place(v.From), all.Place(v.To)
	touch := draw.Rect{X: r.X, Y: r.Y - 2, W: r.W, H: r.H + 5}
	c := p.Theme.Soft
	if p.Hot(touch) {
		c = p.Theme.Text
	}
	p.Round(draw.Rect{X: x0, Y: r.Y, W: max(x1-x0, 6), H: r.H}, 1, c)
	p.HitArea(touch, Command{Verb: VerbOverview}, p.When(v.From)+" to "+p.When(v.To)+" is shown")
}
