package panel

import (
	"slices"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// fingerButton is the width of a button in the bar for fingers.
const fingerButton = 44

// drawTouchBar draws the bar for fingers, which has fewer and larger buttons, including buttons for the panels. If the
// bar is narrow, the times are on a separate line.
func drawTouchBar(p *Pen, line, row draw.Rect, v TransportView) {
	narrow := row.W < leftFrom
	if narrow {
		var times draw.Rect
		times, line = line.CutTop(timesHeight)
		drawTimes(p, draw.Rect{X: times.X + timePad, Y: times.Y + 4, W: times.W - 2*timePad, H: times.H - 2}, v)
	}
	drawTimeline(p, line, v.Timeline)
	row = row.Inset(max((row.W-float32(int(row.W/fingerButton))*fingerButton)/2, 2), 0)
	row.H -= 4
	row = drawFingerButtons(p, row, v, narrow)
	if narrow {
		return
	}
	rest := drawTimes(p, row.Inset(10, 0), v)
	drawItemClocks(p, rest.Inset(clocksGap, 0), v.Clocks)
}

// drawFingerButtons draws the buttons at both ends of the bar and returns the space between them.
func drawFingerButtons(p *Pen, row draw.Rect, v TransportView, narrow bool) draw.Rect {
	play := draw.IconPlay
	if v.Playing {
		play = draw.IconPause
	}
	on := func(id action.ID) bool { return v.On != nil && v.On(id) }
	var box draw.Rect
	for _, b := range []barButton{
		{icon: draw.IconToStart, id: action.Start, from: leftFrom},
		{icon: draw.IconLeft, id: action.SeekBack},
		{icon: play, id: action.PlayPause},
		{icon: draw.IconRight, id: action.SeekForward},
	} {
		if narrow && b.from > 0 {
			continue
		}
		box, row = row.CutLeft(fingerButton)
		if b.id == action.PlayPause {
			drawPrimary(p, box, b, v)
		} else {
			drawButton(p, box, b, v.Active, v.KeyLabel)
		}
	}
	if v.Active {
		box, row = row.CutLeft(fingerButton)
		drawNextSpeed(p, box, v.Speed)
	}
	for _, b := range []barButton{
		{icon: draw.IconMenu, id: action.Menu},
		{icon: draw.IconChat, id: action.PanelRight, on: on(action.PanelRight)},
		{icon: draw.IconUsers, id: action.PanelLeft, on: on(action.PanelLeft)},
		{icon: draw.IconFit, id: action.Fit},
		{icon: draw.IconFullscreen, id: action.FullScreen, on: v.Full, from: leftFrom},
	} {
		if narrow && b.from > 0 || row.W < fingerButton {
			continue
		}
		box, row = row.CutRight(fingerButton)
		drawButton(p, box, b, v.Active || b.id == action.Menu || b.id == action.FullScreen, v.KeyLabel)
	}
	return row
}

// drawNextSpeed draws one button for all speeds. Each touch selects the next one.
func drawNextSpeed(p *Pen, box draw.Rect, now float64) {
	at, there := slices.BinarySearch(speeds, now)
	if there {
		at++
	}
	p.Text(box, FormatSpeed(now), Strong, p.Theme.Text, Middle)
	p.HitArea(box, Command{Verb: VerbSpeed, Speed: speeds[at%len(speeds)]}, "Next speed")
}
