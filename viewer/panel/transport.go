package panel

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// TransportView is what the transport bar shows.
type TransportView struct {
	Timeline TimelineView
	Playing  bool
	Backward bool
	Speed    float64
	Active   bool // a demo is open
	Full     bool // full screen
	Clocks   []ItemClock
	KeyLabel func(action.ID) string
}

// ItemClock is when a notable item comes back.
type ItemClock struct {
	Name  string // short
	Full  string
	Color draw.Color
	State sim.ItemState
	Left  time.Duration // until it is back; where Known
	Known bool
}

// ClockText is the clock of an item as it is shown.
func (c ItemClock) ClockText() string {
	switch {
	case c.State == sim.ItemPresent:
		return "up"
	case c.State == sim.ItemTaken && c.Known:
		return FormatTime(max(c.Left, 0) + time.Second - 1)
	}
	return unknownClock
}

// unknownClock is shown where the demo does not tell when an item comes back.
const unknownClock = "--"

// Speeds are the speeds that have a button of their own.
var speeds = []float64{0.25, 0.5, 1, 2, 4}

const (
	buttonRow  = 46
	buttonSide = 38
	buttonTall = 28
	timePad    = 16 // of the time line at both ends
)

// Transport lays out the transport bar with the time line above the buttons.
func Transport(p *Pen, area draw.Rect, v TransportView) List {
	p.Begin(area)
	if area.H <= 0 {
		return p.End()
	}
	p.Fill(area, p.Theme.Panel)
	p.Fill(draw.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, p.Theme.Line)
	p.HitArea(area, Command{}, "")
	row, line := area.CutBottom(buttonRow + 2)
	drawTimeline(p, line, v.Timeline)
	row = row.Inset(timePad, 0)
	row.Y -= 6
	drawButtons(p, row, v)
	return p.End()
}

// barButton is a button of the bar, and the width of the bar from which it is there.
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
	right = drawSpeedButtons(p, right, v)
	_, left = left.CutLeft(14)
	left.W = max(right.Right()-left.X, 0)
	left = drawTimes(p, left, v)
	_, left = left.CutLeft(24)
	drawItemClocks(p, left, v.Clocks)
}

func tipOf(p *Pen, id action.ID, key func(action.ID) string) string {
	name := actionNames[id]
	if key == nil {
		return name
	}
	if k := key(id); k != "" {
		return name + "   " + k
	}
	return name
}

var actionNames = func() map[action.ID]string {
	m := map[action.ID]string{}
	for _, a := range action.Table() {
		m[a.ID] = a.Name
	}
	return m
}()

// drawPrimary is the one button in the accent colour.
func drawPrimary(p *Pen, box draw.Rect, b barButton, v TransportView) {
	t := p.Theme
	box = centred(box, buttonSide, buttonTall)
	bg, fg := t.Accent, t.OnAccent
	switch {
	case !v.Active:
		bg, fg = t.Raised, t.Faint
	case p.Hot(box):
		bg = bg.Mix(draw.Hex(0xffffff), 0.12)
	}
	p.Round(box, 6, bg)
	p.Icon(centred(box, 16, 16), b.icon, fg)
	p.HitArea(box, Command{Verb: VerbAction, ID: b.id}, tipOf(p, b.id, v.KeyLabel))
}

func drawButton(p *Pen, box draw.Rect, b barButton, active bool, key func(action.ID) string) {
	t := p.Theme
	box = centred(box, box.W, buttonTall)
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
	p.Icon(centred(box, 16, 16), b.icon, c)
	if active {
		p.HitArea(box, Command{Verb: VerbAction, ID: b.id}, tipOf(p, b.id, key))
	}
}

func centred(r draw.Rect, w, h float32) draw.Rect {
	return draw.Rect{X: r.X + (r.W-w)/2, Y: r.Y + (r.H-h)/2, W: w, H: h}
}

// shownSpeeds are the speeds that have a button in a bar with w points left: as many as there is room for, and the
// present one among them.
func shownSpeeds(w float32, now float64) []float64 {
	list := speeds
	switch {
	case w < 420:
		list = nil
	case w < 560:
		list = speeds[1:4]
	}
	list = slices.Clone(list)
	at, there := slices.BinarySearch(list, now)
	if !there {
		list = slices.Insert(list, at, now)
	}
	return list
}

// drawSpeedButtons draws the buttons of speeds and returns what is left.
func drawSpeedButtons(p *Pen, r draw.Rect, v TransportView) draw.Rect {
	const wide = 38
	list := shownSpeeds(r.W, v.Speed)
	box, r := r.CutRight(float32(len(list)) * wide)
	box = centred(box, box.W, buttonTall)
	p.Round(box, 6, p.Theme.Raised)
	for _, s := range list {
		var b draw.Rect
		b, box = box.CutLeft(wide)
		c := p.Theme.Soft
		switch {
		case s == v.Speed:
			p.Round(b.Inset(1, 2), 5, p.Theme.Accent)
			c = p.Theme.OnAccent
		case p.Hot(b):
			p.Round(b.Inset(1, 2), 5, p.Theme.Hover)
			c = p.Theme.Text
		}
		p.Text(b, FormatSpeed(s), Strong, c, Middle)
		p.HitArea(b, Command{Verb: VerbSpeed, Speed: s}, FormatSpeed(s)+" speed")
	}
	_, r = r.CutRight(12)
	return r
}

// drawTimes draws where we are of how much and returns what is left.
func drawTimes(p *Pen, r draw.Rect, v TransportView) draw.Rect {
	if !v.Active {
		return r
	}
	now := p.WhenExactly(v.Timeline.Now)
	w := p.Width(now, Clock)
	if r.W < w {
		return r
	}
	start := r.X
	b := p.Text(r, now, Clock, p.Theme.Text, Left)
	_, r = r.CutLeft(b.W + 5)
	total := "/ " + p.When(v.Timeline.Until)
	if v.Timeline.Loading {
		total += " …"
	}
	if p.Width(total, Small) <= r.W {
		b = p.Text(draw.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H}, total, Small, p.Theme.Soft, Left)
		_, r = r.CutLeft(b.W)
	}
	box := centred(draw.Rect{X: start - 6, Y: r.Y, W: b.Right() - start + 12, H: r.H}, b.Right()-start+12, buttonTall)
	p.HitArea(box, Command{Verb: VerbAction, ID: action.DemoTime}, tipOf(p, action.DemoTime, v.KeyLabel))
	return r
}

// clockGap is left behind a clock; clockWidth is its width with that.
const clockGap = 14

func clockWidth(p *Pen, c ItemClock) float32 {
	return p.Width(c.Name, Small) + 5 + max(p.Width(c.ClockText(), Strong), p.Width("0:00", Strong)) + clockGap
}

// drawItemClocks draws as many clocks as there is room for. Where it is not enough for all, those that tell nothing
// are left out first.
func drawItemClocks(p *Pen, r draw.Rect, clocks []ItemClock) {
	all := float32(-clockGap)
	for _, c := range clocks {
		all += clockWidth(p, c)
	}
	for _, c := range clocks {
		text, w := c.ClockText(), clockWidth(p, c)
		if all > r.W && text == unknownClock {
			all -= w
			continue
		}
		if w-clockGap > r.W {
			return
		}
		all -= w
		col := p.Theme.Text
		switch text {
		case unknownClock:
			col = p.Theme.Faint
		case "up":
			col = p.Theme.Good
		}
		b := p.Text(r, c.Name, Small, p.Theme.Soft, Left)
		p.Text(draw.Rect{X: b.Right() + 5, Y: r.Y, W: r.Right() - b.Right() - 5, H: r.H}, text, Strong, col, Left)
		p.HitArea(draw.Rect{X: r.X, Y: r.Y, W: w - clockGap, H: r.H}, Command{}, c.tip())
		_, r = r.CutLeft(w)
	}
}

// tipOf says in words what the clock shows.
func (c ItemClock) tip() string {
	switch {
	case c.State == sim.ItemPresent:
		return c.Full + " is there"
	case c.State == sim.ItemTaken && c.Known:
		return c.Full + " comes back in " + c.ClockText()
	case c.State == sim.ItemTaken:
		return c.Full + " is taken"
	}
	return c.Full + ": not known whether it is there"
}
