package panel

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/ink"
)

// TransportView is what the transport bar shows.
type TransportView struct {
	Line     TimelineView
	Playing  bool
	Backward bool
	Speed    float64
	Active   bool // a demo is open
	Full     bool // full screen
	Clocks   []ItemClock
	KeyLabel func(action.ID) string
}

// ItemClock is when an item of note comes back.
type ItemClock struct {
	Name  string
	Color ink.Color
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
	return "--"
}

// Speeds are the speeds that have a button of their own.
var speeds = []float64{0.25, 0.5, 1, 2, 4}

const (
	buttonRow  = 46
	buttonSide = 38
	buttonTall = 28
	timePad    = 16 // of the time line at both ends
)

// Transport lays out the transport bar with the time line above the buttons.
func Transport(p *Pen, area ink.Rect, v TransportView) List {
	p.Begin(area)
	if area.H <= 0 {
		return p.End()
	}
	p.Fill(area, p.Theme.Panel)
	p.Fill(ink.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, p.Theme.Line)
	p.Spot(area, Command{}, "")
	row, line := area.CutBottom(buttonRow + 2)
	p.timeline(line, v.Line)
	row = row.Inset(timePad, 0)
	row.Y -= 6
	p.buttons(row, v)
	return p.End()
}

func (p *Pen) buttons(row ink.Rect, v TransportView) {
	play, playTip := ink.IconPlay, action.PlayPause
	if v.Playing {
		play = ink.IconPause
	}
	left := row
	for _, b := range []struct {
		glyph ink.Icon
		id    action.ID
		on    bool
		wide  bool
	}{
		{ink.IconToStart, action.Start, false, false},
		{ink.IconReverse, action.Reverse, v.Playing && v.Backward, false},
		{play, playTip, true, false},
		{ink.IconFaster, action.Faster, false, false},
		{ink.IconToEnd, action.End, false, false},
	} {
		var box ink.Rect
		box, left = left.CutLeft(buttonSide)
		if b.glyph == play {
			p.primary(box, b.glyph, b.id, v)
		} else {
			p.button(box, b.glyph, b.id, b.on, v.Active, v.KeyLabel)
		}
		_, left = left.CutLeft(4)
	}
	right := row
	for _, b := range []struct {
		glyph ink.Icon
		id    action.ID
		on    bool
		from  float32
	}{
		{ink.IconMenu, action.Menu, false, 0},
		{ink.IconCamera, action.Screenshot, false, 0},
		{ink.IconFullscreen, action.FullScreen, v.Full, 0},
		{ink.IconSearch, action.Find, false, 700},
		{ink.IconHelp, action.Help, false, 800},
	} {
		if row.W < b.from {
			continue
		}
		var box ink.Rect
		box, right = right.CutRight(buttonTall + 4)
		active := v.Active || b.id == action.Menu || b.id == action.FullScreen || b.id == action.Help
		p.button(box, b.glyph, b.id, b.on, active, v.KeyLabel)
	}
	_, right = right.CutRight(10)
	right = p.speedButtons(right, v)
	_, left = left.CutLeft(14)
	left.W = max(right.Right()-left.X, 0)
	left = p.times(left, v)
	_, left = left.CutLeft(24)
	p.itemClocks(left, v.Clocks)
}

func (p *Pen) tip(id action.ID, key func(action.ID) string) string {
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

// primary is the one button in the accent colour.
func (p *Pen) primary(box ink.Rect, g ink.Icon, id action.ID, v TransportView) {
	t := p.Theme
	box = centred(box, buttonSide, buttonTall)
	bg, fg := t.Accent, t.OnAccent
	switch {
	case !v.Active:
		bg, fg = t.Raised, t.Faint
	case p.Hot(box):
		bg = bg.Mix(ink.Hex(0xffffff), 0.12)
	}
	p.Round(box, 6, bg)
	p.Icon(centred(box, 16, 16), g, fg)
	p.Spot(box, Command{Verb: VerbAction, ID: id}, p.tip(id, v.KeyLabel))
}

func (p *Pen) button(box ink.Rect, g ink.Icon, id action.ID, on, active bool, key func(action.ID) string) {
	t := p.Theme
	box = centred(box, box.W, buttonTall)
	c := t.Text
	switch {
	case !active:
		c = t.Faint.Fade(0.6)
	case on:
		p.Round(box, 6, t.Raised)
		c = t.Accent
	case p.Hot(box):
		p.Round(box, 6, t.Hover)
	}
	p.Icon(centred(box, 16, 16), g, c)
	if active {
		p.Spot(box, Command{Verb: VerbAction, ID: id}, p.tip(id, key))
	}
}

func centred(r ink.Rect, w, h float32) ink.Rect {
	return ink.Rect{X: r.X + (r.W-w)/2, Y: r.Y + (r.H-h)/2, W: w, H: h}
}

// speedButtons draws the segments, as many as there is room for, and returns what is left.
func (p *Pen) speedButtons(r ink.Rect, v TransportView) ink.Rect {
	const seg = 38
	list := speeds
	switch {
	case r.W < 420:
		list = nil
	case r.W < 560:
		list = speeds[1:4]
	}
	shown := false
	for _, s := range list {
		shown = shown || s == v.Speed
	}
	n := float32(len(list))
	if !shown {
		n++
	}
	var box ink.Rect
	box, r = r.CutRight(n * seg)
	box = centred(box, box.W, buttonTall)
	p.Round(box, 6, p.Theme.Raised)
	if !shown {
		if v.Speed > 4 || len(list) == 0 || v.Speed > list[len(list)-1] {
			list = append(append([]float64{}, list...), v.Speed)
		} else {
			list = append([]float64{v.Speed}, list...)
		}
	}
	rest := box
	for _, s := range list {
		var b ink.Rect
		b, rest = rest.CutLeft(seg)
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
		p.Spot(b, Command{Verb: VerbSpeed, Speed: s}, FormatSpeed(s)+" speed")
	}
	_, r = r.CutRight(12)
	return r
}

// times draws where we are of how much and returns what is left.
func (p *Pen) times(r ink.Rect, v TransportView) ink.Rect {
	if !v.Active {
		return r
	}
	now := FormatTenths(v.Line.Now)
	w := p.Width(now, Clock)
	if r.W < w {
		return r
	}
	b := p.Text(r, now, Clock, p.Theme.Text, Left)
	_, r = r.CutLeft(b.W + 5)
	total := "/ " + FormatTime(v.Line.End)
	if v.Line.Loading {
		total += " …"
	}
	if p.Width(total, Small) <= r.W {
		b = p.Text(ink.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H}, total, Small, p.Theme.Soft, Left)
		_, r = r.CutLeft(b.W)
	}
	return r
}

func (p *Pen) itemClocks(r ink.Rect, clocks []ItemClock) {
	for _, c := range clocks {
		text := c.ClockText()
		w := p.Width(c.Name, Small) + 5 + max(p.Width(text, Strong), p.Width("0:00", Strong)) + 14
		if w-14 > r.W {
			return
		}
		col := p.Theme.Text
		if text == "--" {
			col = p.Theme.Faint
		} else if text == "up" {
			col = p.Theme.Good
		}
		b := p.Text(r, c.Name, Small, p.Theme.Soft, Left)
		p.Text(ink.Rect{X: b.Right() + 5, Y: r.Y, W: r.Right() - b.Right() - 5, H: r.H}, text, Strong, col, Left)
		_, r = r.CutLeft(w)
	}
}
