// Package plan turns a map, or mere points where someone walked, into a floor
// plan and draws it: floors by height in a calm dark ramp, outlines where a
// floor ends, lighter lines at drops, soft shadows from higher ground in the
// north-west, liquids by kind. What nobody can reach (roofs, wall tops, light
// fixtures) is left out.
//
// Units are Quake units, x east, y north, z up; pictures have y to the south.
package plan

import (
	"image"

	"fragscope/assets/bsp"
)

// FeetBelowOrigin is how far a player's feet are below his origin, in all games.
const FeetBelowOrigin = 24

// Point is a place that a demo tells of. X, Y, Z are the origin of the thing,
// for players 24 above their feet.
type Point struct {
	X, Y, Z float32
	// Track tells the walkers apart: consecutive points of one track are taken
	// as one path (unless Break is set).
	Track   int32
	Kind    PointKind
	Contact Contact
	// Break: did not walk here from the track's last point (spawned, teleported, came into sight).
	Break bool
	// Carried: a teleporter led here from the track's last point. Break is set then, too.
	Carried bool
}

// PointKind is what was at a point.
type PointKind uint8

// The kinds of points.
const (
	PointPlayer PointKind = iota // a living player's origin
	PointItem                    // an item's place
	PointImpact                  // where a projectile or shot ended
)

// Contact is whether a player's feet were on the ground.
type Contact uint8

// The contacts.
const (
	ContactUnknown Contact = iota // the demo does not tell; judged from the path
	ContactGround
	ContactAir // jumping, falling, flying or swimming
)

// Storey is a range of floor heights. Low of the first storey and High of the last
// are those of the plan; between, the High of one is the Low of the next.
type Storey struct {
	Low, High float32 // heights of feet: Low <= feet < High
	Name      string  // "1", "2", ... from the lowest
}

// AllStoreys as View.Storey shows everything, the highest floor winning.
const AllStoreys = -1

// View selects what a picture shows.
type View struct {
	MinX, MaxY float64 // world position of the picture's top left corner
	Scale      float64 // pixels per unit, above 0
	Storey     int     // index into Storeys, or AllStoreys
	// LineWidth is that of outlines in pixels; 0 stands for 1. At most 4.
	LineWidth float64
	// Style is how floors are coloured.
	Style Style
	// Faint shows the floors above the storey, where nothing lies below them, dimmed, so that the map keeps its shape, and what is a few
	// steps away on other storeys lit.
	Faint bool
}

// Plan is a prepared floor plan. It does not change and is safe for
// concurrent use.
type Plan struct {
	min, max [3]float32
	shader   *shader
	tones    tones
	storeys  []Storey
	marks    []Mark
	models   []*Model
	floors   *floorIndex
	textures []bsp.Texture
	format   bsp.Format // 0 of a grown one
	// solid reports whether a point lies in a wall; nil where that is not known, or no places have names.
	solid  func(x, y, z float32) bool
	opaque *bsp.Opaque
	lazy   *lazily
}

// Opaque is what of the map sight does not pass; nil where that is not known, as of a plan that is grown.
func (p *Plan) Opaque() *bsp.Opaque { return p.opaque }

// Bounds is the box around what is drawn. A plan of nothing has an empty box
// (all zero).
func (p *Plan) Bounds() (min, max [3]float32) { return p.min, p.max }

// Storeys are the storeys, ascending; at least one.
func (p *Plan) Storeys() []Storey { return p.storeys }

// Marks are the places that the map's entities name: items, spawns,
// teleporters, jump pads, locations.
func (p *Plan) Marks() []Mark { return p.marks }

// With is the same plan with further marks.
func (p *Plan) With(marks ...Mark) *Plan {
	q := *p
	q.marks = append(append([]Mark(nil), p.marks...), marks...)
	return &q
}

// StoreyAt is the index of the storey on which (or above whose floor) a player
// with this origin is.
func (p *Plan) StoreyAt(x, y, z float32) int {
	feet := z - FeetBelowOrigin
	if h, ok := p.Floor(x, y, z); ok {
		feet = h
	}
	for i := range p.storeys {
		if feet < p.storeys[i].High {
			return i
		}
	}
	return len(p.storeys) - 1
}

// Render draws the part of the plan that dst covers; dst's bounds may start
// anywhere, its Min corner is the view's corner. Every pixel is set; where there is nothing, it is
// transparent. The result of one large picture and of tiles of it (whose
// corners lie on the same pixel grid) is the same.
func (p *Plan) Render(dst *image.RGBA, v View) { render(dst, v, p.shader) }

// Model is the moving brush model "*n": doors, lifts, trains. ok is false where
// the map has none of that number or nothing of it can be seen from above.
func (p *Plan) Model(n int) (m *Model, ok bool) {
	if n < 1 || n >= len(p.models) || p.models[n] == nil {
		return nil, false
	}
	return p.models[n], true
}

// Model is the little plan of a brush model in its own space: draw it at the
// position of its entity (which is 0, 0, 0 for most models at rest).
type Model struct {
	min, max [3]float32
	class    string
	static   bool
	lift     float64 // its place of rest, above the space that it is in
	shader   *shader
}

// Bounds is the box around the model in its own space.
func (m *Model) Bounds() (min, max [3]float32) { return m.min, m.max }

// Class is the class name of the entity that the map gives the model to, or "".
func (m *Model) Class() string { return m.class }

// Static reports that the model never moves (func_wall, func_static and the like); the plan
// then shows it, and the viewer need not.
func (m *Model) Static() bool { return m.static }

// Render draws the model as [Plan.Render] does, the view being in model space.
// A model has no storeys.
func (m *Model) Render(dst *image.RGBA, v View) {
	v.Storey = AllStoreys
	render(dst, v, m.shader)
}

// MarkKind is what a mark stands for.
type MarkKind uint8

// The kinds of marks.
const (
	MarkItem        MarkKind = iota // weapon, ammunition, armour, health, powerup, key, flag
	MarkSpawn                       // a player's start
	MarkTeleporter                  // an entrance; Dest is where it leads
	MarkDestination                 // where a teleporter leads to
	MarkPush                        // a jump pad; Dest is where it throws to, if the map tells
	MarkLocation                    // a named place; Text is the name
)

// Mark is a place that an entity of the map names.
type Mark struct {
	Kind    MarkKind
	Class   string     // class name as in the map
	Pos     [3]float32 // for brush entities the middle of the box
	Angle   float32    // degrees, counter-clockwise from east
	HasDest bool
	Dest    [3]float32
	Text    string // name of a location
}
