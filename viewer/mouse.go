package viewer

import (
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/viewer/action"
	"fragscope/viewer/find"
	"fragscope/viewer/overlay"
	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/stage"
	"fragscope/viewer/timeline"
	"fragscope/viewer/watch"
)

// dragKind is the kind of a drag.
type dragKind uint8

const (
	dragNone dragKind = iota
	dragArea          // pressed on a hit area: its command runs on release
	dragMap
	dragTime
	dragSeek     // across areas that each seek to a time
	dragLoop     // an end of the loop
	dragRange    // from one end of a new loop to the other
	dragOverview // the visible part of the timeline
	dragResize   // the edge of a block along the timeline
	dragScroll   // a scroll bar
	dragStorey   // through the storeys of the side view
	dragContent  // the list under a finger
	dragSelect   // an area of the map: a rectangle with Shift, a freehand outline with Alt
	dragHand     // left to a part
)

// mouse turns mouse or finger input into clicks and drags.
type mouse struct {
	*pointer
	layout   *layout
	services *services
	session  *session.Session
	timeline *timeline.Timeline
	watch    *watch.Watch
	stage    *stage.Stage
	overlay  *overlay.Overlay
	find     *find.Find
	parts    *parts
	commands *commands
	menus    *menus

	now          time.Time
	mods         action.Mod
	down         bool
	rightDown    bool
	pressed      press
	lastX, lastY float32
	clicks       clicks
	restSince    time.Time
	fingers      fingers
}

// newMouse returns the mouse of a window.
func newMouse(r *rooms, l *layout, p *pointer) *mouse {
	k := &commands{rooms: r, layout: l}
	return &mouse{
		pointer: p, layout: l, services: r.services, session: r.session, timeline: r.timeline, watch: r.watch,
		stage: r.stage, overlay: r.overlay, find: r.find, parts: r.parts, commands: k,
		menus: &menus{rooms: r, pointer: p, layout: l, commands: k},
	}
}

// open reports whether a demo is open.
func (m *mouse) open() bool { return m.session.Recording() != nil }

// press is a press of the left button.
type press struct {
	x, y  float32
	moved bool          // too far for a click
	area  panel.HitArea // the area that was pressed, and its layer
	layer int
	tall  float32 // the height of the block whose edge was pressed
}

// clicks detects double clicks.
type clicks struct {
	at   time.Time // of the last click
	x, y float32
}

// double records a click and reports whether it completes a double click.
func (c *clicks) double(now time.Time, x, y float32, slack float64) bool {
	if now.Sub(c.at) < doubleClick && math.Hypot(float64(x-c.x), float64(y-c.y)) < 2*slack {
		*c = clicks{}
		return true
	}
	*c = clicks{now, x, y}
	return false
}

// Limits for the mouse.
const (
	clickSlack  = 4 // points a click may move
	doubleClick = 400 * time.Millisecond
	tipAfter    = 450 * time.Millisecond
	// previewAfter is how long the pointer rests on the timeline before the preview is shown.
	previewAfter = 300 * time.Millisecond
)

// step handles the mouse input of an update.
func (m *mouse) step(in platform.Input) {
	m.now, m.mods = in.Now, in.Mods
	if m.touch(in) {
		return
	}
	x, y := float32(in.X)/m.layout.scale, float32(in.Y)/m.layout.scale
	if x != m.x || y != m.y {
		m.moveTo(x, y)
		m.hoverMap()
		m.dragTo(x, y)
	} else if !m.looked && !m.down {
		m.rest(x, y)
	}
	switch {
	case in.Left && !m.down:
		m.down = true
		m.press(x, y)
	case !in.Left && m.down:
		m.down = false
		m.release(x, y)
	}
	if in.Right && !m.rightDown && !m.down {
		m.menus.context(x, y)
	}
	m.rightDown = in.Right
	if in.WheelX != 0 || in.WheelY != 0 {
		m.wheel(x, y, in)
	}
}

// rest shows the description of the place where the pointer has rested long enough.
func (m *mouse) rest(x, y float32) {
	s, _, ok := m.layout.areaAt(x, y)
	line, after := ok && s.Do.Verb == panel.VerbTimeline, tipAfter
	if line {
		after = previewAfter
	}
	if m.now.Sub(m.restSince) <= after {
		return
	}
	m.looked = true
	if ok && s.Tip != "" {
		m.tip = s
	}
	if line || m.tip.Tip != "" {
		m.services.Relayout()
	}
}

// moveTo moves the pointer to x, y.
func (m *mouse) moveTo(x, y float32) {
	m.lastX, m.lastY = m.x, m.y
	m.x, m.y = x, y
	m.restSince, m.looked = m.now, false
	m.tip = panel.HitArea{}
	m.services.Relayout()
}

func (m *mouse) press(x, y float32) {
	m.pressed, m.lastX, m.lastY = press{x: x, y: y}, x, y
	m.tip = panel.HitArea{}
	m.looked = true // no tooltip until the mouse moves again
	m.services.Relayout()
	if s, layer, ok := m.at(m.layout, x, y); ok {
		m.pressed.area, m.pressed.layer, m.drag = s, layer, dragArea
		if k, ok := dragVerbs[s.Do.Verb]; ok && (m.open() || k == dragScroll) {
			m.drag = k
			if k == dragTime && m.mods == action.Shift {
				m.drag = dragRange
			}
			if k == dragResize {
				m.pressed.tall = m.layout.frame.Blocks[s.Do.Index]
			}
			m.hold()
		}
		return
	}
	if m.open() && m.layout.frame.Map.Contains(x, y) {
		m.drag = dragMap
		if h := m.parts.hand(); h != nil {
			m.drag = dragHand
			h.Down(x, y)
		} else if m.mods == action.Shift || m.mods == action.Alt {
			m.drag, m.selection = dragSelect, [][2]float32{{x, y}}
		}
	}
}

// dragVerbs are the verbs of areas that can be dragged.
var dragVerbs = map[panel.Verb]dragKind{
	panel.VerbTimeline: dragTime, panel.VerbLoopEnd: dragLoop, panel.VerbOverview: dragOverview,
	panel.VerbScroll: dragScroll, panel.VerbFocusStorey: dragStorey, panel.VerbSeek: dragSeek,
	panel.VerbResize: dragResize,
}

// hold keeps the demo at the time to which the user is dragging.
func (m *mouse) hold() {
	switch m.drag {
	case dragTime:
		m.timeline.Hold(m.x)
	case dragSeek:
		m.timeline.Seek(m.pressed.area.Do.Time)
	}
}

// dragTo continues a drag to x, y.
func (m *mouse) dragTo(x, y float32) {
	switch m.drag {
	case dragMap:
		m.dragMap(x, y)
	case dragSelect:
		m.selectTo(x, y)
	case dragHand:
		if h := m.parts.hand(); h != nil {
			h.Move(x, y)
		}
	case dragSeek:
		m.pressed.area = m.layout.seekNear(m.pressed.layer, x, m.pressed.area)
		m.hold()
	case dragRange:
		m.timeline.Select(m.pressed.x, x)
	case dragLoop:
		m.timeline.DragLoop(m.pressed.area.Do.Index == 1, x)
	case dragOverview:
		m.timeline.Pan(x - m.lastX)
	case dragResize:
		m.timeline.Resize(panel.Block(m.pressed.area.Do.Index), m.pressed.tall+m.pressed.y-y)
	case dragScroll:
		if s := m.layout.scrolled(m.pressed.layer, m.pressed.area.Do.Index); s != nil {
			s.By((y - m.lastY) * m.pressed.area.Do.Ratio)
		}
	case dragContent:
		if s := m.layout.scrolledAt(m.pressed.x, m.pressed.y); s != nil {
			s.By(m.lastY - y)
		}
	case dragStorey:
		if s, _, ok := m.layout.areaAt(x, y); ok && s.Do.Verb == panel.VerbFocusStorey &&
			s.Do.Index != m.watch.Storey() {
			m.watch.ShowStorey(s.Do.Index)
		}
	}
}

func (m *mouse) release(x, y float32) {
	drag := m.drag
	m.drag = dragNone
	m.services.Relayout()
	switch drag {
	case dragArea, dragStorey:
		if s, layer, ok := m.at(m.layout, x, y); ok && s.Do == m.pressed.area.Do {
			m.commands.do(layer, s.Do)
		}
	case dragHand:
		if h := m.parts.hand(); h != nil {
			h.Up(x, y)
		}
	case dragMap:
		if !m.pressed.moved {
			m.clickMap(x, y)
		}
	case dragSelect:
		m.selected()
	case dragResize:
		m.commands.prefs.save()
	}
}

// selectionMost is the maximum number of corners of an area.
const selectionMost = 40

// selectTo extends the selection to x, y.
func (m *mouse) selectTo(x, y float32) {
	first := m.selection[0]
	if m.mods&action.Alt == 0 {
		m.selection = [][2]float32{first, {x, first[1]}, {x, y}, {first[0], y}}
		return
	}
	last := m.selection[len(m.selection)-1]
	if math.Hypot(float64(x-last[0]), float64(y-last[1])) > 12 && len(m.selection) < selectionMost {
		m.selection = append(m.selection, [2]float32{x, y})
	}
}

// selected searches for moments in the selected area.
func (m *mouse) selected() {
	var points [][2]float64
	for _, p := range m.selection {
		x, y := m.stage.Camera.World(p[0], p[1])
		points = append(points, [2]float64{x, y})
	}
	m.selection = nil
	if len(points) > 2 {
		m.find.Narrow(points)
	}
}

// clickMap follows the player under the mouse. A double click on empty space fits the map into the window.
func (m *mouse) clickMap(x, y float32) {
	if t, ok := m.stage.Hit(x, y, m.reach()); ok && t.Kind == stage.TargetPlayer {
		m.watch.Click(t.ID)
	}
	wx, wy := m.stage.Camera.World(x, y)
	if _, onPlayer := m.stage.Hit(x, y, m.reach()); !onPlayer && m.parts.clickedMap(wx, wy) {
		return
	}
	if m.clicks.double(m.now, x, y, m.slack()) {
		m.watch.Fit()
	}
}

func (m *mouse) dragMap(x, y float32) {
	if !m.pressed.moved && math.Hypot(float64(x-m.pressed.x), float64(y-m.pressed.y)) < m.slack() {
		return
	}
	if !m.pressed.moved {
		m.pressed.moved = true
		m.lastX, m.lastY = m.pressed.x, m.pressed.y
	}
	m.watch.Pan(x-m.lastX, y-m.lastY)
}

func (m *mouse) hoverMap() {
	t := stage.Target{}
	if _, _, over := m.layout.areaAt(m.x, m.y); !over && m.open() && m.drag == dragNone {
		t, _ = m.stage.Hit(m.x, m.y, m.reach())
	}
	if t != m.hover {
		m.hover = t
		m.services.Redraw()
	}
}

const zoomStep = 1.2

// wheel zooms the map around the pointer, scrolls a list, zooms the timeline or, with Shift, seeks.
func (m *mouse) wheel(x, y float32, in platform.Input) {
	dy := in.WheelY
	if dy == 0 {
		dy = in.WheelX
	}
	s, _, over := m.layout.areaAt(x, y)
	switch {
	case in.Mods&action.Shift != 0:
		m.timeline.Seek(m.timeline.Position() + time.Duration(dy*float64(time.Second)))
	case over && s.Do.Verb == panel.VerbTimeline && (!s.Wheel || in.Mods&action.Ctrl != 0):
		m.timeline.Zoom(x, math.Pow(1.25, -dy))
	case over:
		if s := m.layout.scrolledAt(x, y); s != nil {
			s.By(float32(-dy) * 40)
		}
		m.services.Relayout()
	case m.open() && m.layout.frame.Map.Contains(x, y):
		m.watch.ZoomAt(x, y, math.Pow(zoomStep, dy))
	}
}

// shape returns the shape of the mouse pointer.
func (m *mouse) shape() ebiten.CursorShapeType {
	if m.drag == dragMap && m.pressed.moved {
		return ebiten.CursorShapeMove
	}
	s, _, over := m.layout.areaAt(m.x, m.y)
	if m.drag == dragResize || over && s.Do.Verb == panel.VerbResize {
		return ebiten.CursorShapeNSResize
	}
	if over && s.Do.Verb != 0 || !over && m.hover.Kind != 0 {
		return ebiten.CursorShapePointer
	}
	return ebiten.CursorShapeDefault
}
