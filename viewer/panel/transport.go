package panel

import (
	"slices"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// TransportView describes the transport bar.
type TransportView struct {
	Timeline TimelineView
	Playing  bool
	Backward bool
	Speed    float64
	Active   bool // a demo is open
	Full     bool // full screen
	Clocks   []ItemClock
	KeyLabel func(action.ID) string
	// On reports whether an action is switched on.
	On func(action.ID) bool
}

// speeds are the speeds that have buttons.
var speeds = []float64{0.25, 0.5, 1, 2, 4}

const (
	buttonRow  = 46
	buttonSide = 38
	buttonTall = 28
	timePad    = 16 // at both ends of the timeline
)

// Transport lays out the transport bar: the timeline and, below it, the buttons.
func Transport(p *Pen, area draw.Rect, v TransportView) List {
	p.Begin(area)
	if area.H <= 0 {
		return p.End()
	}
	p.Fill(area, p.Theme.Panel)
	p.Fill(draw.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, p.Theme.Line)
	p.HitArea(area, Command{}, "")
	row, line := area.CutBottom(buttonRow + 2)
	if p.Touch {
		drawTouchBar(p, line, row, v)
		return p.End()
	}
	drawTimeline(p, line, v.Timeline)
	row = row.Inset(timePad, 0)
	row.Y -= 6
	drawButtons(p, row, v)
	return p.End()
}

// barButton is a button of the bar, shown if the bar has a certain width.
type barButton struct {
	icon draw.Icon
	id   action.ID
	on   bool
	from float32
}

func drawButtons(p *Pen, row draw.Rect, v TransportView) {
	play := draw.IconPlay
	if v.Playing {
		play = draw.IconPause
	}
	left, right := row, row
	var box draw.Rect
	for _, b := range []barButton{
		{icon: draw.IconToStart, id: action.Start},
		{icon: draw.IconReverse, id: action.Reverse, on: v.Playing && v.Backward},
		{icon: play, id: action.PlayPause},
		{icon: draw.IconFaster, id: action.Faster},
		{icon: draw.IconToEnd, id: action.End},
	} {
		box, left = left.CutLeft(buttonSide)
		if b.id == action.PlayPause {
			drawPrimary(p, box, b, v)
		} else {
			drawButton(p, box, b, v.Active, v.KeyLabel)
		}
		_, left = left.CutLeft(4)
	}
	for _, b := range []barButton{
		{icon: draw.IconMenu, id: action.Menu},
		{icon: draw.IconCamera, id: action.Screenshot},
		{icon: draw.IconFullscreen, id: action.FullScreen, on: v.Full},
		{icon: draw.IconSearch, id: action.Find, from: 700},
		{icon: draw.IconHelp, id: action.Help, from: 800},
	} {
		if row.W < b.from {
			continue
		}
		box, right = right.CutRight(buttonTall + 4)
		always := b.id == action.Menu || b.id == action.FullScreen || b.id == action.Help
		drawButton(p, box, b, v.Active || always, v.KeyLabel)
	}
	_, right = right.CutRight(10)
	_, left = left.CutLeft(14)
	left.W = max(right.Right()-left.X-speedWide-speedGap, 0)
	left = drawTimes(p, left, v)
	_, left = left.CutLeft(clocksGap)
	left.W += speedWide + speedGap
	list := speedsBeside(p, left.W, right.W, v)
	drawSpeedButtons(p, right, list, v.Speed)
	left.W = max(left.W-speedsWidth(list), 0)
	drawItemClocks(p, left, v.Clocks)
}

func tipOf(p *Pen, id action.ID, key func(action.ID) string) string {
	name := p.nameOf(id)
	if key == nil {
		return name
	}
	if k := key(id); k != "" {
		return name + "   " + k
	}
	return name
}

// drawPrimary draws the only button in the accent colour.
func drawPrimary(p *Pen, box draw.Rect, b barButton, v TransportView) {
	t := p.Theme
	box = Centred(box, p.Tall(buttonSide), p.Tall(buttonTall))
	bg, fg := t.Accent, t.OnAccent
	switch {
	case !v.Active:
		bg, fg = t.Raised, t.Faint
	case p.Hot(box):
		bg = bg.Mix(draw.Hex(0xffffff), 0.12)
	}
	p.Round(box, 6, bg)
	p.Icon(Centred(box, 16, 16), b.icon, fg)
	p.HitArea(box, Command{Verb: VerbAction, ID: b.id}, tipOf(p, b.id, v.KeyLabel))
}

func drawButton(p *Pen, box draw.Rect, b barButton, active bool, key func(action.ID) string) {
	t := p.Theme
	box = Centred(box, box.W, p.Tall(buttonTall))
	c := t.Text
	switch {
	case !active:
		c = t.Faint.Fade(0.6)
	case b.on:
		p.Round(box, 6, t.Raised)
		c = t.Accent
	case p.Hot(box):
		p.Round(box, 6, t.Hover)
	}
	p.Icon(Centred(box, 16, 16), b.icon, c)
	if active {
		p.HitArea(box, Command{Verb: VerbAction, ID: b.id}, tipOf(p, b.id, key))
	}
}

func Centred(r draw.Rect, w, h float32) draw.Rect {
	return draw.Rect{X: r.X + (r.W-w)/2, Y: r.Y + (r.H-h)/2, W: w, H: h}
}

const (
	speedWide = 38
	speedGap  = 12
	clocksGap = 22 // before the clocks of items
)

func speedsWidth(list []float64) float32 { return float32(len(list))*speedWide + speedGap }

// speedsBeside returns the speeds that get a button in a bar with room points left, such that the clocks still fit.
// The current speed is always among them.
func speedsBeside(p *Pen, room, bar float32, v TransportView) (list []float64) {
	for _, list = range [][]float64{withSpeed(speeds, v.Speed), withSpeed(speeds[1:4], v.Speed), {v.Speed}} {
		least := float32(420)
		if len(list) >= len(speeds) {
			least = 560
		}
		if shown, _ := arrangeClocks(p, v.Clocks, room-speedsWidth(list)); bar >= least && allKinds(shown, v.Clocks) {
			return list
		}
	}
	return list
}

// withSpeed returns the list with the current speed included.
func withSpeed(list []float64, now float64) []float64 {
	if at, there := slices.BinarySearch(list, now); !there {
		return slices.Insert(slices.Clone(list), at, now)
	}
	return list
}

// drawSpeedButtons draws the speed buttons at the right end of r.
func drawSpeedButtons(p *Pen, r draw.Rect, list []float64, now float64) {
	box, _ := r.CutRight(float32(len(list)) * speedWide)
	box = Centred(box, box.W, buttonTall)
	p.Round(box, 6, p.Theme.Raised)
	for _, s := range list {
		var b draw.Rect
		b, box = box.CutLeft(speedWide)
		c := p.Theme.Soft
		switch {
		case s == now:
			p.Round(b.Inset(1, 2), 5, p.Theme.Accent)
			c = p.Theme.OnAccent
		case p.Hot(b):
			p.Round(b.Inset(1, 2), 5, p.Theme.Hover)
			c = p.Theme.Text
		}
		p.Text(b, FormatSpeed(s), Strong, c, Middle)
		p.HitArea(b, Command{Verb: VerbSpeed, Speed: s}, FormatSpeed(s)+" speed")
	}
}

// drawTimes draws the moment and, smaller next to it, the time in the whole demo and the demo's length. It returns the
// remaining space. Clicking the moment copies it.
func drawTimes(p *Pen, r draw.Rect, v TransportView) draw.Rect {
	if !v.Active {
		return r
	}
	now := p.When(v.Timeline.Now)
	// so that nothing next to it moves at the tenth minute
	w := max(p.Width(now, Clock), p.Width(p.When(v.Timeline.Widest), Clock))
	if r.W < w {
		return r
	}
	start := r.X
	b, r := r.CutLeft(w)
	p.Text(b, now, Clock, p.Theme.Text, Right)
	_, r = r.CutLeft(8)
	of := FormatTime(v.Timeline.Now)
	room := p.Width(of, Small)
	if v.Timeline.Length > 0 { // otherwise it is hidden
		room = p.Width(FormatTime(v.Timeline.Length)+" / "+FormatTime(v.Timeline.Length), Small)
		of += " / " + FormatTime(v.Timeline.Length)
	}
	if v.Timeline.Loading {
		of += " …"
	}
	if room = max(room, p.Width(of, Small)); room <= r.W {
		_, r = r.CutLeft(room)
		b = p.Text(draw.Rect{X: r.X - room, Y: r.Y + 1, W: room, H: r.H}, of, Small, p.Theme.Soft, Left)
	}
	if p.Touch && r.H < Finger {
		return r
	}
	box := Centred(draw.Rect{X: start - 6, Y: r.Y, W: b.Right() - start + 12, H: r.H}, b.Right()-start+12,
		p.Tall(buttonTall))
	p.HitArea(box, Command{Verb: VerbAction, ID: action.CopyPosition}, tipOf(p, action.CopyPosition, v.KeyLabel))
	return r
}
