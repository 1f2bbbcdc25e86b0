package viewer

import (
	"math"
	"time"

	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
)

// fingers tracks the fingers on the screen. One finger acts like the left mouse button (tap, drag, double tap), except
// that it scrolls lists by dragging their content and acts as a right click if held still. Two fingers move and zoom
// the map or the timeline.
type fingers struct {
	count          int // at the previous update
	id             int // of the first one
	since          time.Time
	began          time.Time // when it touched and for how long, by the system's clock; zero if unknown
	held           time.Duration
	done           bool    // ignore the fingers until all are lifted
	x, y           float32 // the point halfway between two fingers
	spread         float32 // distance between two fingers
	overLine       bool    // two fingers are on the timeline
	startX, startY float32
	seen           bool // the mouse was checked, and was at seenX, seenY, in pixels
	seenX, seenY   float64
}

// Limits for fingers.
const (
	touchSlack = 10 // points a tap may move
	longTouch  = 500 * time.Millisecond
	leastApart = 24 // minimum distance, in points, of two fingers that mean anything
)

// touch handles the fingers of an update and reports whether there were any.
func (m *mouse) touch(in platform.Input) bool {
	f := &m.fingers
	switch n := len(in.Touches); {
	case n == 0 && f.count == 0:
		m.mouseUsed(in)
		return m.finger
	case n == 0:
		m.lift()
	case n == 1 && f.count == 0:
		m.touchDown(in.Touches[0])
	// lifted and down again since the last update
	case n == 1 && f.count == 1 && !f.done && !in.Touches[0].Began.Equal(f.began):
		m.lift()
		m.touchDown(in.Touches[0])
	case n == 1 && !f.done:
		m.touchMove(in.Touches)
	case n >= 2:
		m.pinch(in.Touches)
	}
	f.count = len(in.Touches)
	m.services.Relayout()
	return true
}

// mouseUsed determines whether the mouse is being used after fingers were. Before either has been used, it determines
// whether to expect fingers.
func (m *mouse) mouseUsed(in platform.Input) {
	f := &m.fingers
	used := in.X != f.seenX || in.Y != f.seenY || in.Left || in.Right || in.WheelX != 0 || in.WheelY != 0
	m.finger = in.Coarse && !f.seen || m.finger && !used
	f.seen, f.seenX, f.seenY = true, in.X, in.Y
}

// place returns the position of a finger in points.
func (m *mouse) place(t platform.Touch) (x, y float32) {
	return float32(t.X) / m.layout.scale, float32(t.Y) / m.layout.scale
}

func (m *mouse) touchDown(t platform.Touch) {
	x, y := m.place(t)
	m.finger = true
	f := &m.fingers
	*f = fingers{id: t.ID, since: m.now, began: t.Began, held: t.Held, startX: x, startY: y, seen: f.seen,
		seenX: f.seenX, seenY: f.seenY}
	m.moveTo(x, y)
	m.down = true
	m.press(x, y)
	m.stay()
}

// stay acts as a right click once a finger has been still long enough, counting the time before the program noticed it.
func (m *mouse) stay() {
	f := &m.fingers
	held := f.held
	if f.began.IsZero() {
		held = m.now.Sub(f.since)
	}
	if !f.since.IsZero() && held >= longTouch {
		m.give()
		m.menus.context(f.startX, f.startY)
	}
}

// touchMove continues a one-finger gesture: it drags, or acts as a right click if held long enough.
func (m *mouse) touchMove(list []platform.Touch) {
	f := &m.fingers
	x, y := m.place(list[0])
	f.held = list[0].Held
	far := math.Hypot(float64(x-f.startX), float64(y-f.startY)) >= touchSlack
	if far {
		f.since = time.Time{}
		if m.drag == dragArea && m.layout.scrolledAt(m.pressed.x, m.pressed.y) != nil {
			m.drag = dragContent
		}
	}
	if x != m.x || y != m.y {
		m.moveTo(x, y)
		if far || m.drag == dragTime || m.drag == dragScroll {
			m.dragTo(x, y)
		}
	}
	m.stay()
}

// pinch moves and zooms with two fingers.
func (m *mouse) pinch(list []platform.Touch) {
	f := &m.fingers
	ax, ay := m.place(list[0])
	bx, by := m.place(list[1])
	x, y := (ax+bx)/2, (ay+by)/2
	line := f.overLine
	spread := float32(math.Hypot(float64(bx-ax), float64(by-ay)))
	if line {
		spread = max(bx-ax, ax-bx)
	}
	spread = max(spread, leastApart)
	if f.count < 2 || !f.done {
		m.give()
		area, _, ok := m.layout.areaAt(x, y)
		f.overLine = ok && area.Do.Verb == panel.VerbTimeline
		f.x, f.y, f.spread = x, y, spread
		return
	}
	switch factor := float64(spread / f.spread); {
	case f.overLine:
		m.timeline.Zoom(x, 1/factor)
	case m.open() && m.layout.frame.Map.Contains(f.x, f.y) && !m.overlay.Active():
		m.watch.Pinch(x, y, x-f.x, y-f.y, factor)
	}
	f.x, f.y, f.spread = x, y, spread
}

// give ends a one-finger gesture without effect.
func (m *mouse) give() {
	m.fingers.done = true
	m.drag, m.down = dragNone, false
}

// lift ends a gesture. Afterwards, the pointer is not over anything.
func (m *mouse) lift() {
	x, y := m.x, m.y
	if f := &m.fingers; !f.began.IsZero() {
		m.now = f.began.Add(f.held) // what counts for double taps is when they happened, not when they were seen
	}
	if !m.fingers.done {
		m.down = false
		m.release(x, y)
	}
	f := &m.fingers
	*f = fingers{seen: f.seen, seenX: f.seenX, seenY: f.seenY}
	m.x, m.y, m.tip = -1, -1, panel.HitArea{}
	m.hover.Kind = 0
	m.services.Redraw()
}
