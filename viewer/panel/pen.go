// Package panel lays out everything around the map: the top line, players, feed, transport bar, timeline, lists, help,
// menu and messages.
//
// A panel is a pure function of its content. It returns a [List], which contains drawing operations and the areas that
// react to the mouse. Nothing in this package draws, reads files or depends on the window. The program paints a list
// only where it differs from the list on the screen. Lengths are in points; the y axis points down.
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

// The faces. All but Body and Title have digits of equal width.
const (
	Tiny   Face = iota // labels of strips
	Small              // times, captions, values
	Body               // running text
	Strong             // names and scores
	Title              // the name of the demo, headings of overlays
	Clock              // the match clock, the time
	Large              // names and scores over a large picture
	Huge               // headings of the welcome screen
	FaceCount
)

// faces holds the size and weight of each face.
var faces = [FaceCount]draw.Face{
	Tiny:   {Size: 10, Weight: draw.Medium, Tabular: true},
	Small:  {Size: 12, Tabular: true},
	Body:   {Size: 13},
	Strong: {Size: 13, Weight: draw.SemiBold, Tabular: true},
	Title:  {Size: 14, Weight: draw.SemiBold},
	Clock:  {Size: 16, Weight: draw.SemiBold, Tabular: true},
	Large:  {Size: 22, Weight: draw.SemiBold, Tabular: true},
	Huge:   {Size: 28, Weight: draw.SemiBold, Tabular: true},
}

// Typeface returns the [draw.Face] that corresponds to f.
func (f Face) Typeface() draw.Face { return faces[min(f, FaceCount-1)] }

// Type measures text. [draw.Canvas] implements it.
type Type interface {
	Measure(f draw.Face, s string) float32
	Offset(f draw.Face, s string, at int) float32
	Ellipsis(f draw.Face, s string, width float32) string
}

// Align is the horizontal alignment of text in a rectangle.
type Align uint8

const (
	Left Align = iota
	Middle
	Right
)

// OpKind is the kind of an Op.
type OpKind uint8

// Kinds of Op.
const (
	OpFill    OpKind = iota // Rect filled
	OpRound                 // Rect with corners rounded to Radius, filled
	OpOutline               // outline of Rect with corners rounded to Radius, Stroke wide
	OpText                  // Text, starting at Rect.X, vertically centred in Rect
	OpIcon                  // Icon, centred in Rect
	OpBadge                 // a player's shape and number
	OpDisc                  // the largest disc that fits into Rect
	OpGraph                 // a bar standing on the bottom of Rect
	OpPicture               // an image that the program draws into Rect
	OpBitmap                // Bitmap, scaled to Rect
)

// Op is a drawing operation. Ops can be compared with ==. Two lists with equal Ops look the same.
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
	Bitmap *draw.Bitmap
}

// HitArea is an area of the window that reacts to the mouse.
type HitArea struct {
	Rect draw.Rect
	Do   Command
	Tip  string // tooltip
	// Wheel is set if the mouse wheel over the area scrolls area Do.Index.
	Wheel bool
}

// Command describes the effect of a click.
type Command struct {
	Verb  Verb
	ID    action.ID // VerbAction
	Index int       // slot, row or area, depending on the verb
	Time  time.Duration
	Speed float64
	Text  string
	Ratio float32 // for VerbScroll: points that the content moves per point that the mouse moves
}

// Verb is the kind of a Command.
type Verb uint8

// Verbs of commands.
const (
	VerbNone        Verb = iota // absorb the click, so that the map below does not react
	VerbAction                  // run the action ID
	VerbSeek                    // go to Time
	VerbSpeed                   // play at Speed
	VerbFollow                  // follow the player of slot Index
	VerbOpen                    // open the file Text
	VerbChoose                  // choose row Index of the open list
	VerbDelete                  // delete row Index of the open list
	VerbDismiss                 // close the message
	VerbTimeline                // press on the timeline: seek and drag
	VerbScroll                  // drag the scroll bar of area Index
	VerbLoopEnd                 // drag the start (Index 0) or the end (Index 1) of the loop
	VerbOverview                // drag the part of the demo shown by the timeline
	VerbCategory                // show group Index of the menu
	VerbKey                     // change the key of row Index of the menu
	VerbClose                   // close the overlay
	VerbFindField               // focus the find field
	VerbFocusStorey             // show storey Index
	VerbItem                    // open the menu of the item with entity number Index
	VerbComplete                // insert Text into the find field at character Index
	VerbEvent                   // show the event at Time with the player of slot Index
	VerbAsk                     // run the query Text
	VerbLegend                  // choose part Index of the legend
	VerbResize                  // drag the edge of Block Index
)

// List is the finished layout of a panel: what to draw and which areas react to the mouse.
type List struct {
	Area     draw.Rect
	Ops      []Op
	HitAreas []HitArea
}

// Same reports whether l and o look the same.
func (l *List) Same(o *List) bool {
	return l.Area == o.Area && slices.Equal(l.Ops, o.Ops)
}

// HitAreaAt returns the topmost hit area at x, y, and whether there is one.
func (l *List) HitAreaAt(x, y float32) (HitArea, bool) {
	for _, s := range slices.Backward(l.HitAreas) {
		if s.Rect.Contains(x, y) {
			return s, true
		}
	}
	return HitArea{}, false
}

// Pen builds a List.
type Pen struct {
	// Moment returns the moment for a time in the demo. If it is nil, the demo's own time is shown.
	Moment func(time.Duration) moment.Moment
	// Place returns the name of the place at a point on the current map. It is nil if places have no names.
	Place func(sim.Vec3) string
	// ActionName returns the label of an action on buttons. It is nil if buttons have no labels.
	ActionName func(action.ID) string
	// Game is the key of the demo's game, by which weapons are named.
	Game  string
	Theme *draw.Theme
	Type  Type
	// MouseX and MouseY are the position of the mouse, negative if it is not over the panels.
	MouseX, MouseY float32
	// Touch makes every target at least [Finger] points large.
	Touch bool

	list List
}

// weapon returns the names of a weapon in the demo's game.
func (p *Pen) weapon(w sim.Weapon) sim.WeaponInfo { return w.InfoIn(p.Game) }

// nameOf returns the label for buttons of an action.
func (p *Pen) nameOf(id action.ID) string {
	if p.ActionName == nil {
		return ""
	}
	return p.ActionName(id)
}

// Finger is the minimum width and height of a touch target, in points.
const Finger = 40

// Tall returns the height of a row or button whose usual height is h points. If p.Touch is set, the result is at least
// [Finger].
func (p *Pen) Tall(h float32) float32 { return Tall(h, p.Touch) }

// Tall returns the height of a row or button whose usual height is h points. If touch is set, the result is at least
// [Finger].
func Tall(h float32, touch bool) float32 {
	if touch {
		return max(h, Finger)
	}
	return h
}

// Begin starts a new list for a panel that covers area.
func (p *Pen) Begin(area draw.Rect) {
	p.list = List{Area: area}
}

// End returns the finished list.
func (p *Pen) End() List { return p.list }

// Hot reports whether the mouse is over r.
func (p *Pen) Hot(r draw.Rect) bool { return r.Contains(p.MouseX, p.MouseY) }

// Fill fills r.
func (p *Pen) Fill(r draw.Rect, c draw.Color) {
	if r.W > 0 && r.H > 0 && c.A > 0 {
		p.list.Ops = append(p.list.Ops, Op{Kind: OpFill, Rect: r, Color: c})
	}
}

// Round fills r, rounding its corners with the given radius.
func (p *Pen) Round(r draw.Rect, radius float32, c draw.Color) {
	if r.W > 0 && r.H > 0 && c.A > 0 {
		p.list.Ops = append(p.list.Ops, Op{Kind: OpRound, Rect: r, Radius: min(radius, r.W/2, r.H/2), Color: c})
	}
}

// Outline draws the outline of r, rounding its corners with the given radius.
func (p *Pen) Outline(r draw.Rect, radius, stroke float32, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpOutline, Rect: r, Radius: radius, Stroke: stroke, Color: c})
}

// Disc draws the largest disc that fits into r.
func (p *Pen) Disc(r draw.Rect, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpDisc, Rect: r, Color: c})
}

// Picture reserves r for an image that the program draws later.
func (p *Pen) Picture(r draw.Rect) { p.list.Ops = append(p.list.Ops, Op{Kind: OpPicture, Rect: r}) }

// Bitmap draws b, scaled to fit r.
func (p *Pen) Bitmap(r draw.Rect, b *draw.Bitmap) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpBitmap, Rect: r, Bitmap: b})
}

// Icon draws i centred in r. The icon is as large as the shorter side of r.
func (p *Pen) Icon(r draw.Rect, i draw.Icon, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpIcon, Rect: r, Icon: i, Color: c})
}

// WeaponIcon draws the icon of w in r.
func (p *Pen) WeaponIcon(r draw.Rect, w sim.Weapon, c draw.Color) {
	p.Icon(r, draw.WeaponIcon(w), c)
}

// ItemIcon draws the icon of i in r or, if i is a weapon, the icon of w.
func (p *Pen) ItemIcon(r draw.Rect, i sim.Item, w sim.Weapon, c draw.Color) {
	p.Icon(r, draw.ItemIcon(i, w), c)
}

// PowerupIcon draws the icon of u in r.
func (p *Pen) PowerupIcon(r draw.Rect, u sim.Powerup, c draw.Color) {
	p.Icon(r, draw.PowerupIcon(u), c)
}

// Badge draws a player's badge in r. The badge's shape and number are drawn on a background of its colour. fade is the
// opacity, from 0 to 1.
func (p *Pen) Badge(r draw.Rect, b draw.Badge, fade float32) {
	p.Round(r, 4, b.Color.Fade(fade))
	p.list.Ops = append(p.list.Ops, Op{Kind: OpBadge, Rect: r, Badge: b, Color: b.Color.On().Fade(fade)})
}

// HitArea makes r clickable. A click runs the command do. tip is the tooltip.
func (p *Pen) HitArea(r draw.Rect, do Command, tip string) {
	p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: r, Do: do, Tip: tip})
}

// ScrollArea makes the mouse wheel scroll the scrollable area with the given number while the mouse is over r.
func (p *Pen) ScrollArea(r draw.Rect, area int) {
	p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: r, Do: Command{Verb: VerbNone, Index: area}, Wheel: true})
}

// ScrollBar draws a draggable scroll bar at the right edge of r. area is the number of the area that it scrolls, scroll
// is the current scroll position, and room is how far the area can be scrolled. If room is 0, nothing is drawn.
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
	p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: touch, Do: Command{Verb: VerbScroll, Index: area,
		Ratio: room / (r.H - high)}})
}

// Text writes s on one line in r, truncating it with an ellipsis if it is too long. It returns the rectangle that the
// text covers.
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

// Width returns the width of s in points.
func (p *Pen) Width(s string, f Face) float32 { return p.Type.Measure(f.Typeface(), s) }

// Fit truncates s with an ellipsis if it is wider than w points. It returns the result and its width. The result is
// empty if not even the ellipsis fits.
func (p *Pen) Fit(s string, f Face, w float32) (string, float32) {
	width := p.Width(s, f)
	if width <= w+0.01 {
		return s, width
	}
	s = p.Type.Ellipsis(f.Typeface(), s, w)
	return s, p.Width(s, f)
}

// Graph draws a bar of a bar chart.
func (p *Pen) Graph(r draw.Rect, c draw.Color) {
	p.list.Ops = append(p.list.Ops, Op{Kind: OpGraph, Rect: r, Color: c})
}
