package viewer

import (
	"math"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// dragKind is what the mouse drags.
type dragKind uint8

const (
	dragNone dragKind = iota
	dragSpot          // pressed on a button: does it when released there
	dragMap
	dragTime
	dragLoop     // an end of the loop
	dragOverview // the part of the demo that the time line shows
	dragScroll   // a scroll bar
	dragStorey   // through the storeys of the side view
)

// mouse is what the mouse is at.
type mouse struct {
	x, y         float32 // in points; negative before it was ever seen
	down         bool
	drag         dragKind
	startX       float32
	startY       float32
	lastX, lastY float32
	moved        bool
	spot         panel.Spot
	clicked      time.Time // last click on the empty map
	clickX       float32
	clickY       float32
	restSince    time.Time
	tip          panel.Spot
	looked       bool // for a tip since the mouse rests
}

// The limits of the hand.
const (
	clickSlack  = 4 // points a click may move
	doubleClick = 400 * time.Millisecond
	tipAfter    = 450 * time.Millisecond
)

// stepKeys does what the keyboard asks for.
func (a *app) stepKeys(in Input) {
	down, up := a.keys.strokes(in)
	a.typeText(a.typedText(in))
	for _, k := range down {
		act, ok := a.binds.Lookup(k.chord)
		switch {
		case a.overlayKey(k), a.findStroke(k):
		case !ok || k.repeat && !act.Repeat:
		case act.Hold:
			a.scores = true
			a.screen.compose = true
		default:
			a.do(act.ID)
		}
	}
	if a.scores {
		for _, key := range up {
			if b, ok := a.binds.Action(action.Scoreboard); ok && holdsKey(b, key) {
				a.scores = false
				a.screen.compose = true
			}
		}
	}
}

func holdsKey(b action.Action, key action.Key) bool {
	for _, c := range b.Keys {
		if c.Key == key {
			return true
		}
	}
	return false
}

// typedText is what goes into a text field: nothing while Ctrl or Alt makes keys commands.
func (a *app) typedText(in Input) []rune {
	if in.Mods&action.Ctrl != 0 || in.Mods&action.Alt != 0 {
		return nil
	}
	return in.Typed
}

// spotAt is the topmost place under the mouse that reacts, and whether a panel is there at all.
func (a *app) spotAt(x, y float32) (panel.Spot, bool) {
	for i := layerCount - 1; i >= 0; i-- {
		if s, ok := a.screen.now[i].SpotAt(x, y); ok {
			return s, true
		}
	}
	return panel.Spot{}, false
}

// stepMouse does what the mouse asks for.
func (a *app) stepMouse(in Input) {
	m := &a.mouse
	x, y := float32(in.X)/a.scale, float32(in.Y)/a.scale
	if x != m.x || y != m.y {
		m.lastX, m.lastY = m.x, m.y
		m.x, m.y = x, y
		m.restSince, m.looked = a.now, false
		if m.tip.Tip != "" {
			m.tip = panel.Spot{}
		}
		a.screen.compose = true
		a.hoverMap()
		a.dragTo(x, y)
	} else if !m.looked && !m.down && a.now.Sub(m.restSince) > tipAfter {
		m.looked = true
		if s, ok := a.spotAt(x, y); ok && s.Tip != "" {
			m.tip = s
			a.screen.compose = true
		}
	}
	switch {
	case in.Left && !m.down:
		m.down = true
		a.press(x, y)
	case !in.Left && m.down:
		m.down = false
		a.release(x, y)
	}
	if in.WheelX != 0 || in.WheelY != 0 {
		a.wheel(x, y, in)
	}
}

func (a *app) press(x, y float32) {
	m := &a.mouse
	m.startX, m.startY, m.lastX, m.lastY, m.moved = x, y, x, y, false
	m.tip = panel.Spot{}
	m.looked = true // no tip until the mouse moves again
	a.screen.compose = true
	if s, ok := a.spotAt(x, y); ok {
		m.spot, m.drag = s, dragSpot
		if k, ok := dragVerbs[s.Do.Verb]; ok && (a.demo != nil || k == dragScroll) {
			m.drag = k
			if k == dragTime {
				a.dragTime()
			}
		}
		return
	}
	if a.demo != nil && a.frame.Map.Contains(x, y) {
		m.drag = dragMap
	}
}

// dragVerbs are the places that are dragged.
var dragVerbs = map[panel.Verb]dragKind{
	panel.VerbTimeline: dragTime, panel.VerbLoopEnd: dragLoop, panel.VerbOverview: dragOverview, panel.VerbScroll: dragScroll,
	panel.VerbFocusStory: dragStorey,
}

// dragTo does what a move of the mouse to x, y means while it drags something.
func (a *app) dragTo(x, y float32) {
	m := &a.mouse
	switch m.drag {
	case dragMap:
		a.dragMap(x, y)
	case dragLoop:
		from, to, _, _ := a.play.LoopMarks()
		s := a.scaleOfLine()
		at := s.Time(min(max(x, s.X), s.X+s.W))
		if m.spot.Do.Index == 0 {
			from = at
		} else {
			to = at
		}
		a.play.MoveLoop(from, to)
	case dragOverview:
		a.dragOverview(x)
	case dragScroll:
		if at, room := a.scrolled(m.spot.Do.Index); at != nil {
			*at = min(max(*at+(y-m.lastY)*m.spot.Do.Ratio, 0), room)
		}
	case dragStorey:
		if s, ok := a.spotAt(x, y); ok && s.Do.Verb == panel.VerbFocusStory && s.Do.Index != a.storey {
			a.storey = s.Do.Index
			a.touch()
		}
	}
}

// dragOverview moves the part of the demo that the time line shows as far as the mouse moved.
func (a *app) dragOverview(x float32) {
	l, s := &a.line, a.scaleOfLine()
	by := time.Duration(float64(l.total) * float64((x-a.mouse.lastX)/s.W))
	l.from, l.to = panel.Window(l.from+by, l.to-l.from, l.total)
}

func (a *app) release(x, y float32) {
	m := &a.mouse
	drag := m.drag
	m.drag = dragNone
	a.screen.compose = true
	switch drag {
	case dragSpot, dragStorey:
		if s, ok := a.spotAt(x, y); ok && s.Do == m.spot.Do {
			a.command(s.Do)
		}
	case dragMap:
		if !m.moved {
			a.clickMap(x, y)
		}
	}
}

// clickMap follows the player under the mouse; a double click beside all fits the map.
func (a *app) clickMap(x, y float32) {
	m := &a.mouse
	if t, ok := a.stage.Hit(x, y); ok && t.Kind == stage.TargetPlayer {
		if a.follow == t.ID {
			a.chase = true
			a.touch()
		} else {
			a.setFollow(t.ID)
		}
	}
	if a.now.Sub(m.clicked) < doubleClick && math.Hypot(float64(x-m.clickX), float64(y-m.clickY)) < 2*clickSlack {
		a.fit()
		m.clicked = time.Time{}
		return
	}
	m.clicked, m.clickX, m.clickY = a.now, x, y
}

func (a *app) dragMap(x, y float32) {
	m := &a.mouse
	if !m.moved && math.Hypot(float64(x-m.startX), float64(y-m.startY)) < clickSlack {
		return
	}
	if !m.moved {
		m.moved = true
		m.lastX, m.lastY = m.startX, m.startY
	}
	a.chase = false
	a.stage.Camera.Pan(x-m.lastX, y-m.lastY)
	a.touch()
}

// dragTime holds the position at the mouse.
func (a *app) dragTime() {
	s := a.scaleOfLine()
	x := min(max(a.mouse.x, s.X), s.X+s.W)
	a.wanted = 0
	a.play.Seek(s.Time(x))
	a.screen.compose = true
}

func (a *app) hoverMap() {
	t := stage.Target{}
	if _, over := a.spotAt(a.mouse.x, a.mouse.y); !over && a.demo != nil && a.mouse.drag == dragNone {
		t, _ = a.stage.Hit(a.mouse.x, a.mouse.y)
	}
	if t != a.hover {
		a.hover = t
		a.touch()
	}
}

const zoomStep = 1.2

// wheel zooms the map at the cursor, scrolls a list, zooms the time line, or, with Shift, moves in time.
func (a *app) wheel(x, y float32, in Input) {
	dy := in.WheelY
	if dy == 0 {
		dy = in.WheelX
	}
	s, over := a.spotAt(x, y)
	switch {
	case in.Mods&action.Shift != 0:
		a.seek(a.play.Position() + time.Duration(dy*float64(time.Second)))
	case over && s.Do.Verb == panel.VerbTimeline:
		a.zoomTime(x, math.Pow(1.25, -dy))
	case over:
		a.scroll(a.scrollArea(x, y), float32(-dy)*40)
	case a.demo != nil && a.frame.Map.Contains(x, y):
		a.stage.Camera.ZoomAt(x, y, math.Pow(zoomStep, dy))
		a.touch()
	}
}

// scrollArea is the area under the mouse that scrolls; -1 for none.
func (a *app) scrollArea(x, y float32) int {
	for i := layerCount - 1; i >= 0; i-- {
		l := &a.screen.now[i]
		for k := len(l.Spots) - 1; k >= 0; k-- {
			if s := &l.Spots[k]; s.Rect.Contains(x, y) && s.Wheel {
				return s.Do.Index
			}
		}
		if _, ok := l.SpotAt(x, y); ok {
			return -1
		}
	}
	return -1
}

// scrolled is how far an area is scrolled, and how far it can be; nil for none.
func (a *app) scrolled(area int) (at *float32, room float32) {
	switch {
	case area < 0 || area >= panel.AreaCount:
		return nil, 0
	case area == panel.AreaOverlay:
		return &a.over.scroll, a.over.room
	case area == panel.AreaFind:
		return &a.find.scroll, a.find.room
	}
	return &a.screen.scroll[area], a.screen.room[area]
}

func (a *app) scroll(area int, by float32) {
	a.screen.compose = true
	if at, room := a.scrolled(area); at != nil {
		*at = min(max(*at+by, 0), room)
	}
}

// command does what a click asks for.
func (a *app) command(c panel.Command) {
	a.screen.compose = true
	switch c.Verb {
	case panel.VerbAction:
		if a.over.kind == overlayMenu || a.over.kind == overlayHelp {
			a.closeOverlay()
		}
		a.do(c.ID)
	case panel.VerbSeek:
		a.seek(c.Time)
	case panel.VerbSpeed:
		a.play.SetSpeed(c.Speed)
	case panel.VerbFollow:
		if a.follow == c.Index {
			a.setFollow(-1)
		} else {
			a.setFollow(c.Index)
		}
	case panel.VerbOpen:
		if c.Index < len(a.recent) {
			a.open(a.recent[c.Index], "", false)
		}
	case panel.VerbChoose:
		if a.over.kind == overlayRows {
			a.choose(c.Index)
		} else if a.find.open {
			a.chooseHit(c.Index)
		}
	case panel.VerbDelete:
		if a.over.remove != nil {
			a.over.remove(c.Index)
		}
	case panel.VerbDismiss:
		a.dismiss(c.Index)
	case panel.VerbCategory:
		a.over.category, a.over.at, a.over.scroll = c.Index, -1, 0
	case panel.VerbClose:
		a.escape()
	case panel.VerbFocusStory:
		a.storey = c.Index
		a.touch()
	}
}
