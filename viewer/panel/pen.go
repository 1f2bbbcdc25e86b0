// Package panel lays out everything around the map: top line, players, feed,
// transport bar, time line, lists, help, menu and messages.
//
// A panel is a pure function of what it shows: it writes a [List] of things to
// draw and of places that can be clicked. Nothing here draws, reads files or
// knows the window; the program paints a list only where it differs from the one
// on the screen. Lengths are points, y goes down.
package panel

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// Face is a size and weight of text.
type Face uint8

// The faces. Digits are equally wide in all of them.
const (
	Tiny   Face = iota // labels of strips
	Small              // times, captions, values
	Body               // what is read
	Strong             // names and scores
	Title              // the name of the demo, headings of overlays
	Clock              // the match clock, the time
	Huge               // headings of the welcome screen
	FaceCount
)

// faces are how the faces are set.
var faces = [FaceCount]draw.Face{
	Tiny:   {Size: 10, Weight: draw.Medium, Tabular: true},
	Small:  {Size: 12, Tabular: true},
	Body:   {Size: 13},
	Strong: {Size: 13, Weight: draw.SemiBold, Tabular: true},
	Title:  {Size: 14, Weight: draw.SemiBold},
	Clock:  {Size: 16, Weight: draw.SemiBold, Tabular: true},
	Huge:   {Size: 28, Weight: draw.SemiBold},
}

// Typeface is the face as package draw draws it.
func (f Face) Typeface() draw.Face { return faces[min(f, FaceCount-1)] }

// Type measures text; a [draw.Canvas] is one.
type Type interface {
	Measure(f draw.Face, s string) float32
	Offset(f draw.Face, s string, at int) float32
	Ellipsis(f draw.Face, s string, width float32) string
}

// Align is where a text stands in its rectangle.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Middle
	Right
)

// OpKind is what an Op draws.
type OpKind uint8

// The kinds of Op.
const (
	OpFill    OpKind = iota // Rect filled
	OpRound                 // Rect with corners of Radius, filled
	OpOutline               // Rect with corners of Radius, its edge of Stroke
	OpText                  // Text, its left end at Rect.X, vertically in the middle of Rect
	OpIcon                  // Icon in the middle of Rect
	OpBadge                 // a player's shape and number
	OpDisc                  // the largest disc in Rect
	OpGraph                 // a bar standing on the bottom of Rect
	OpPicture               // a picture that the program draws into Rect
)

// Op is one thing to draw. Ops are comparable: equal lists look equal.
type Op struct {
	Kind   OpKind
	Rect   draw.Rect
	Color  draw.Color
	Radius float32
	Stroke float32
	Text   string
	Face   Face
	Icon   draw.Icon
	Badge  draw.Badge
}

// HitArea is a place that reacts to the mouse.
type HitArea struct {
	Rect draw.Rect
	Do   Command
	Tip  string // said while the mouse rests there
	// Wheel marks a place where the wheel scrolls the area Do.Index.
	Wheel bool
}

// Command is what a click asks for.
type Command struct {
	Verb  Verb
	ID    action.ID // VerbAction
	Index int       // slot, row, area: by verb
	Time  time.Duration
	Speed float64
	Text  string
	Ratio float32 // VerbScroll: points that the content moves by for one of the mouse
}

// Verb is the class of a Command.
type Verb uint8

// The verbs.
const (
	VerbNone        Verb = iota // swallows the click: the map beneath does not react
	VerbAction                  // do the action ID
	VerbSeek                    // go to Time
	VerbSpeed                   // play at Speed
	VerbFollow                  // follow the player of slot Index
	VerbOpen                    // open the file Text
	VerbChoose                  // choose row Index of the list that is open
	VerbDelete                  // delete row Index of the list that is open
	VerbDismiss                 // close the message
	VerbTimeline                // press on the time line: seek and drag
	VerbScroll                  // drag the scroll bar of area Index
	VerbLoopEnd                 // drag the start (Index 0) or the end (1) of the loop
	VerbOverview                // drag the part of the demo that the time line shows
	VerbCategory                // show group Index of the menu
	VerbKey                     // change the key of row Index of the menu
	VerbClose                   // close the overlay
	VerbFindField               // the find field
	VerbFocusStorey             // storey Index
	VerbComplete                // put Text into the find field, from character Index on
	VerbEvent                   // show the event at Time with the player of slot Index
	VerbAsk                     // ask the question Text
)

// List is a panel laid out.
type List struct {
	Area     draw.Rect
	Ops      []Op
	HitAreas []HitArea
}

// Same reports whether both lists look the same.
func (l *List) Same(o *List) bool {
	return l.Area == o.Area && slices.Equal(l.Ops, o.Ops)
}

// HitAreaAt is the topmost hit area under the point.
func (l *List) HitAreaAt(x, y float32) (HitArea, bool) {
	for _, s := range slices.Backward(l.HitAreas) {
		if s.Rect.Contains(x, y) {
			return s, true
		}
	}
	return HitArea{}, false
}

// Pen writes a List.
type Pen struct {
	// Moment is what a time of the demo is called; nil where that is the demo's own.
	Moment func(time.Duration) moment.Moment
	// Place names the place of a point of the map that is shown; nil where places have no names.
	Place func(sim.Vec3) string
	// ActionName returns what a button says that does an action; nil where buttons say nothing.
	ActionName func(action.ID) string
	Theme      *draw.Theme
	Type       Type
	// MouseX and MouseY are where the mouse is; negative where it is nowhere.
	MouseX, MouseY float32
	// Touch lays out what is touched with a finger: no target is smaller than [Finger].
	Touch bool

	list List
}

// nameOf is what a button says that does an action.
func (p *Pen) nameOf(id action.ID) string {
	if p.ActionName == nil {
		return ""
	}
	return p.ActionName(id)
}

// Finger is the least side of a place that a finger is to hit, in points.
const Finger = 40

// Tall is the height of a row, or the side of a button, that a mouse hits at h.
func (p *Pen) Tall(h float32) float32 { return Tall(h, p.Touch) }

// Tall is the height of a row that is h where a mouse points, and more where fingers do.
func Tall(h float32, touch bool) float32 {
	if touch {
		return max(h, Finger)
	}
	return h
}

// Begin starts the list of a panel that covers area.
func (p *Pen) Begin(area draw.Rect) {
	p.list = List{Area: area}
}

// End is what has been written.
func (p *Pen) End() List { return p.list }

// Hot reports whether the mouse is over r.
func (p *Pen) Hot(r draw.Rect) bool { return r.Contains(p.MouseX, p.MouseY) }

// Fill fills r.
func (p *Pen) Fill(r draw.Rect, c draw.Color) {
	if r.W > 0 && r.H > 0 && c.A > 0 {
		p.list.Ops = append(p.list.Ops, Op{Kind: OpFill, Rect: r, Color: c})
	}
}

// Round fills r with round corners.
func (p *Pen) Round(r draw.Rect, radius float32, c draw.Color) {
	if r.W > 0 && r.H > 0 && c.A > 0 {
		p.list.Ops = append(p.list.Ops, Op{Kind: OpRound, Rect: r, Radius: min(radius, r.W/2, r.H/2), Color: c})
	}
}

// Outline draws the edge of r with round corners.
func (p *Pen) Outline(r draw.Rect, radius, stroke float32, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpOutline, Rect: r, Radius: radius, Stroke: stroke, Color: c})
}

// Disc draws the largest disc in r.
func (p *Pen) Disc(r draw.Rect, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpDisc, Rect: r, Color: c})
}

// Picture leaves room for a picture that the program draws.
func (p *Pen) Picture(r draw.Rect) { p.list.Ops = append(p.list.Ops, Op{Kind: OpPicture, Rect: r}) }

// Icon draws an icon in the middle of r, as large as the smaller side.
func (p *Pen) Icon(r draw.Rect, i draw.Icon, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpIcon, Rect: r, Icon: i, Color: c})
}

// WeaponIcon draws a weapon's icon in r.
func (p *Pen) WeaponIcon(r draw.Rect, w sim.Weapon, c draw.Color) {
	p.Icon(r, draw.WeaponIcon(w), c)
}

// ItemIcon draws an item's icon in r.
func (p *Pen) ItemIcon(r draw.Rect, i sim.Item, w sim.Weapon, c draw.Color) {
	p.Icon(r, draw.ItemIcon(i, w), c)
}

// PowerupIcon draws a powerup's icon in r.
func (p *Pen) PowerupIcon(r draw.Rect, u sim.Powerup, c draw.Color) {
	p.Icon(r, draw.PowerupIcon(u), c)
}

// Badge draws a player's sign with his number in r.
func (p *Pen) Badge(r draw.Rect, b draw.Badge, fade float32) {
	p.Round(r, 4, b.Color.Fade(fade))
	p.list.Ops = append(p.list.Ops, Op{Kind: OpBadge, Rect: r, Badge: b, Color: b.Color.On().Fade(fade)})
}

// HitArea makes r react to the mouse.
func (p *Pen) HitArea(r draw.Rect, do Command, tip string) {
	p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: r, Do: do, Tip: tip})
}

// ScrollArea makes the wheel over r scroll the area of that index.
func (p *Pen) ScrollArea(r draw.Rect, area int) {
	p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: r, Do: Command{Verb: VerbNone, Index: area}, Wheel: true})
}

// ScrollBar draws at the right edge of r how far its content is scrolled, where there is more than fits; it can
// be dragged. room is how far the content can be scrolled.
func (p *Pen) ScrollBar(r draw.Rect, area int, scroll, room float32) {
	const width, grip, least = 4, 12, 24
	if room <= 0.5 || r.H < 2*least {
		return
	}
	high := max(r.H*r.H/(r.H+room), least)
	thumb := draw.Rect{X: r.Right() - width, Y: r.Y + (r.H-high)*min(max(scroll/room, 0), 1), W: width, H: high}
	touch := draw.Rect{X: r.Right() - grip, Y: thumb.Y, W: grip, H: high}
	c := p.Theme.Hover
	if p.Hot(touch) {
		c = p.Theme.Soft
	}
	p.Round(thumb, width/2, c)
	p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: touch, Do: Command{Verb: VerbScroll, Index: area, Ratio: room / (r.H - high)}})
}

// Text writes one line into r, cut with an ellipsis where it is too long, and
// returns the box that it covers.
func (p *Pen) Text(r draw.Rect, s string, f Face, c draw.Color, a Align) draw.Rect {
	s, w := p.Fit(s, f, r.W)
	x := r.X
	switch a {
	case Middle:
		x += (r.W - w) / 2
	case Right:
		x += r.W - w
	}
	box := draw.Rect{X: x, Y: r.Y, W: w, H: r.H}
	if s == "" {
		return box
	}
	p.list.Ops = append(p.list.Ops, Op{Kind: OpText, Rect: box, Text: s, Face: f, Color: c})
	return box
}

// Width is the width of a text in points.
func (p *Pen) Width(s string, f Face) float32 { return p.Type.Measure(f.Typeface(), s) }

// Fit cuts s with an ellipsis to at most w points and returns what is left and
// its width. Where not even the ellipsis fits it is empty.
func (p *Pen) Fit(s string, f Face, w float32) (string, float32) {
	width := p.Width(s, f)
	if width <= w+0.01 {
		return s, width
	}
	s = p.Type.Ellipsis(f.Typeface(), s, w)
	return s, p.Width(s, f)
}

// Graph draws a bar of a graph.
func (p *Pen) Graph(r draw.Rect, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpGraph, Rect: r, Color: c})
}
