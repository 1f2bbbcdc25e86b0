// Package notes lets the user draw lines, arrows, circles and text on the map. Each drawing is shown on one storey, or
// on all of them, for a period of the demo. Drawings are stored with the user's bookmarks, and both are exported and
// imported as one file.
package notes

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
	"fragscope/viewer/stage"
)

// notes is the state of the drawings of the open demo.
type notes struct {
	host Host
	on   bool // dragging draws
	list []Drawing
	kind Kind
	span time.Duration // how long new drawings are shown

	pen    *Drawing // being drawn
	typing *part.Line
	layer  layer
}

// spans are the display times of drawings, in the order that a key cycles through. The first is usualSpan.
var spans = []time.Duration{2 * time.Second, usualSpan, 10 * time.Second, 30 * time.Second}

const usualSpan = 5 * time.Second

// New returns the [part.Part] that lets the user draw on the map.
func New(host Host) part.Part {
	n := &notes{host: host, kind: Line, span: usualSpan}
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDDraw: {Do: n.toggle, On: func() bool { return n.on }},
			IDKind: {Do: n.nextKind},
			IDSpan: {Do: n.nextSpan},
			IDUndo: {Do: func() { n.keep(n.list[:len(n.list)-1]) },
				Why: part.Unless(func() bool { return len(n.list) > 0 }, msgNothing)},
			IDExport: {Do: n.export},
			IDImport: {Do: n.ask},
		},
		Opened:   n.load,
		Closed:   func() { *n = notes{host: host, kind: n.kind, span: n.span} },
		State:    func() any { return slices.Clone(n.list) },
		SetState: func(list any) { n.list = list.([]Drawing) },
		Stroke:   n.stroke,
		Type:     n.typed,
		Escape:   n.escape,
		Letters:  n.letters(),
		Typing:   func() bool { return n.typing != nil },
		Scene:    n.scene,
		Timeline: n.mark,
		Legend:   n.legend,
		Hand:     &part.Hand{On: func() bool { return n.on }, Down: n.down, Move: n.move, Up: n.up},
		Context:  n.context,
		OfPlayer: n.ofPlayer,
	}
}

func (n *notes) load() {
	n.list = nil
	data, err := n.host.Store.Notes(n.host.Demo.Key())
	if err == nil {
		var d Document
		if d, err = Parse(data); err == nil {
			n.list = d.Drawings
			return
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		n.host.Notices.Warn(fmt.Sprintf(msgNotRead, notice.Reason(err)))
	}
}

// keep replaces the drawings and saves them. If that fails, it warns and they stay as they were.
func (n *notes) keep(list []Drawing) {
	d := Document{Demo: n.host.Demo.Name(), Drawings: list}
	data, err := d.format()
	if err == nil {
		err = n.host.Store.SetNotes(n.host.Demo.Key(), data)
	}
	if err == nil {
		n.list = list
	} else {
		n.host.Notices.Warn(fmt.Sprintf(msgNotKept, notice.Reason(err)))
	}
	n.host.Redraw()
}

func (n *notes) toggle() {
	n.on, n.pen, n.typing = !n.on, nil, nil
	n.host.Redraw()
}

func (n *notes) nextKind() {
	if n.on {
		n.kind = kinds[(slices.Index(kinds, n.kind)+1)%len(kinds)]
	}
	n.on = true
	n.host.Redraw()
}

func (n *notes) nextSpan() {
	n.on = true
	n.span = spans[(slices.Index(spans, n.span)+1)%len(spans)]
	n.host.Redraw()
}

// begun returns a drawing that begins at the given point, at the current time.
func (n *notes) begun(x, y float32) *Drawing {
	now := n.host.Clock.Position().Truncate(time.Millisecond)
	g := &Drawing{Kind: n.kind, Map: n.host.Demo.Level().Map, Storey: n.host.Map.ShownStorey() + 1,
		From: settings.Millis(now), To: settings.Millis(now + n.span)}
	if from, to, ok := n.host.Clock.Loop(); ok && now >= from && now <= to {
		g.From, g.To = settings.Millis(from.Truncate(time.Millisecond)), settings.Millis(to.Truncate(time.Millisecond))
	}
	g.Points = [][2]float64{n.place(x, y)}
	return g
}

func (n *notes) place(x, y float32) [2]float64 {
	wx, wy := n.host.Map.Place(x, y)
	return [2]float64{math.Round(wx*10) / 10, math.Round(wy*10) / 10}
}

func (n *notes) down(x, y float32) {
	n.finishText()
	if len(n.list) >= drawingsMost {
		n.host.Notices.Say(fmt.Sprintf(msgMany, drawingsMost))
		return
	}
	n.pen = n.begun(x, y)
	n.host.Redraw()
}

func (n *notes) move(x, y float32) {
	const apart = 3 // units between the points of a line
	if n.pen == nil || n.pen.Kind == Text {
		return
	}
	p := n.place(x, y)
	switch last := n.pen.Points[len(n.pen.Points)-1]; {
	case n.pen.Kind != Line:
		n.pen.Points = append(n.pen.Points[:1], p)
	case math.Hypot(p[0]-last[0], p[1]-last[1]) >= apart && len(n.pen.Points) < pointsMost:
		n.pen.Points = append(n.pen.Points, p)
	}
	n.host.Redraw()
}

func (n *notes) up(float32, float32) {
	switch {
	case n.pen == nil:
	case n.pen.Kind == Text:
		n.typing = &part.Line{Most: textMost}
	case n.pen.check() == nil:
		n.keep(append(slices.Clone(n.list), *n.pen))
		n.pen = nil
	default:
		n.pen = nil // a click without a movement draws nothing
	}
	n.host.Redraw()
}

// finishText keeps the text being typed.
func (n *notes) finishText() {
	if n.typing != nil {
		if n.pen.Text = strings.TrimSpace(string(n.typing.Text)); n.pen.check() == nil {
			n.keep(append(slices.Clone(n.list), *n.pen))
		}
		n.typing, n.pen = nil, nil
	}
}

func (n *notes) typed(text []rune) {
	if n.typing != nil {
		n.typing.Insert(text)
		n.host.Redraw()
	}
}

// stroke takes all keys while a text is being typed.
func (n *notes) stroke(c action.Chord) bool {
	if n.typing == nil {
		if !n.on || (c != action.Chord{Key: "Enter"} && c != action.Chord{Key: "NumpadEnter"}) {
			return false
		}
		if pl := n.host.Map.Shown(); pl != nil {
			n.pointAt(pl)
		}
		return true
	}
	switch {
	case c.Key == "Enter":
		n.finishText()
	case c.Key == "Esc":
		n.typing, n.pen = nil, nil
	default:
		n.typing.Stroke(c)
	}
	n.host.Redraw()
	return true
}

func (n *notes) escape() bool {
	was := n.on
	if was {
		n.toggle()
	}
	return was
}

// scene adds the current drawings to the map.
func (n *notes) scene(sc *stage.Scene) {
	n.layer = layer{theme: n.host.Theme, now: n.host.Clock.Position(), level: n.host.Demo.Level().Map,
		storey: n.host.Map.ShownStorey() + 1, list: n.list}
	if n.pen != nil {
		g := *n.pen
		if n.typing != nil {
			g.Text = string(n.typing.Text) + "▏"
			now := settings.Millis(n.layer.now)
			// text being typed is always visible
			g.From, g.To, g.Storey = now-settings.Millis(time.Second), now+settings.Millis(time.Second), 0
		}
		n.layer.list = append(slices.Clone(n.list), g)
	}
	if len(n.layer.list) > 0 {
		sc.Over = append(sc.Over, &n.layer)
	}
}

// mark adds the drawings to the timeline.
func (n *notes) mark(v *panel.TimelineView) {
	t := panel.Ticks{Icon: draw.IconPen, Color: n.host.Theme.Warn}
	for i := range n.list {
		t.At = append(t.At, time.Duration(n.list[i].From))
	}
	v.Ticks = append(v.Ticks, t)
}

// kindTips describe the tools.
var kindTips = map[Kind]string{Line: "Draw freehand", Arrow: "Draw an arrow", Circle: "Draw a circle",
	Text: "Write: click where"}

// letters are the keys of drawing.
func (n *notes) letters() *part.Letters {
	return &part.Letters{On: func() bool { return n.on }, Keys: letters}
}

// legend shows the tools.
func (n *notes) legend() *panel.Legend {
	if !n.on {
		return nil
	}
	l := &panel.Legend{Icon: draw.IconPen, Close: IDDraw, Tip: "Done"}
	if n.typing != nil {
		l.Parts = []panel.LegendPart{{Text: "type, then Enter"}}
		return l
	}
	l.Parts = append(n.toolChoices(), n.spanChoices()...)
	for _, b := range []panel.LegendPart{{Text: "undo", ID: IDUndo}, {Text: "export", ID: IDExport},
		{Text: "import", ID: IDImport}} {
		b.Key = n.letters().Letter(b.ID)
		l.Parts = append(l.Parts, b)
	}
	return l
}

// toolChoices returns a button for each tool.
func (n *notes) toolChoices() (out []panel.LegendPart) {
	for _, k := range kinds {
		out = append(out, panel.LegendPart{Text: string(k), On: k == n.kind,
			Tip: kindTips[k] + "   " + n.letters().Letter(IDKind) + ": the next tool",
			Do:  func() { n.finishText(); n.kind = k }})
	}
	return out
}

// spanChoices returns a button for each duration. While a loop is set, drawings stay as long as the loop.
func (n *notes) spanChoices() (out []panel.LegendPart) {
	if _, _, ok := n.host.Clock.Loop(); ok {
		return []panel.LegendPart{{Text: "for the loop"}}
	}
	out = []panel.LegendPart{{Text: "for"}}
	for _, s := range spans {
		text := fmt.Sprintf("%g s", s.Seconds())
		out = append(out, panel.LegendPart{Text: text, On: s == n.span,
			Tip: "Drawings stay for " + text + "   " + n.letters().Letter(IDSpan) + ": the next duration",
			Do:  func() { n.span = s }})
	}
	return out
}

// ofPlayer returns a menu entry that draws an arrow to a player.
func (n *notes) ofPlayer(pl *sim.Player) []part.Entry {
	slot := pl.Slot.Index()
	return []part.Entry{{Entry: panel.Entry{Name: "Draw an arrow to him", Help: "Where he is now."}, Do: func() {
		if pl := n.host.Map.Player(slot); pl != nil {
			n.pointAt(pl)
		}
	}}}
}

// pointAt draws an arrow to a player.
func (n *notes) pointAt(pl *sim.Player) {
	const long, tip = 70, 14 // points in the window
	x, y := n.host.Map.Screen(float64(pl.Origin[0]), float64(pl.Origin[1]))
	kind := n.kind
	n.kind = Arrow
	n.down(x-long, y-long)
	n.move(x-tip, y-tip)
	n.up(x, y)
	n.kind = kind
}

// context returns menu entries that draw an arrow at a place and delete the drawing there.
func (n *notes) context(x, y float32) []part.Entry {
	arrow := part.Entry{Entry: panel.Entry{Name: "Draw an arrow", Help: "Drag it over the map."},
		Do: func() { n.on, n.kind = true, Arrow; n.host.Redraw() }}
	return append(n.drawingAt(x, y), arrow)
}

// drawingAt returns a menu entry that deletes the drawing at a place.
func (n *notes) drawingAt(x, y float32) []part.Entry {
	const near = 8 // points on the screen
	l := layer{now: n.host.Clock.Position(), level: n.host.Demo.Level().Map}
	for i := len(n.list) - 1; i >= 0; i-- {
		g := n.list[i]
		if l.fade(&g) == 0 {
			continue
		}
		for k := range g.Points {
			px, py := n.host.Map.Screen(g.Points[k][0], g.Points[k][1])
			if math.Hypot(float64(px-x), float64(py-y)) < near {
				return []part.Entry{{Entry: panel.Entry{Name: "Delete the drawing"}, Do: func() {
					if i < len(n.list) {
						n.keep(slices.Delete(slices.Clone(n.list), i, i+1))
					}
				}}}
			}
		}
	}
	return nil
}
