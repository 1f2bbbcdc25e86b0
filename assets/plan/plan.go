// Package plan makes floor plans and draws them. A plan is made from a map or, if the map is missing, from the points
// where players walked. The plan colours floors by height and liquids by kind. It shows the edges of floors as
// outlines, drops as lighter lines, and the soft shadows cast by higher ground to the north-west. Floors that nobody
// can reach, such as roofs, wall tops and light fixtures, are omitted.
//
// Lengths are in Quake units. x points east, y north and z up; in images, y points south.
package plan

import (
	"image"

	"fragscope/assets/bsp"
)

// FeetBelowOrigin is the height of a player's origin above his feet, in units. It is the same in all games.
const FeetBelowOrigin = 24

// Point is a position in a demo. For a player, it is the position of his origin, FeetBelowOrigin units above his feet.
type Point struct {
	X, Y, Z float32
	// Track identifies the player who moved: consecutive points of a track form a path, unless Break is set.
	Track   int32
	Kind    PointKind
	Contact Contact
	// Break is set if the player did not walk here from the track's previous point: he spawned, was teleported or came
	// into view.
	Break bool
	// Carried is set if a teleporter led here from the track's previous point. Break is then also set.
	Carried bool
}

// PointKind is the kind of a point.
type PointKind uint8

// The kinds of points.
const (
	PointPlayer PointKind = iota // a living player's origin
	PointItem                    // an item's position
	PointImpact                  // where a projectile or shot ended
)

// Contact records whether a player's feet are on the ground.
type Contact uint8

// The kinds of contact.
const (
	ContactUnknown Contact = iota // not in the demo; judged from the path
	ContactGround
	ContactAir // jumping, falling, flying or swimming
)

// Storey is a range of floor heights. There are no gaps between the storeys of a plan: the High of one storey is the
// Low of the next.
type Storey struct {
	Low, High float32 // heights of feet: Low <= feet < High
	Name      string  // "1", "2", ... from the lowest
}

// AllStoreys is the value of View.Storey that selects all storeys. Higher floors are drawn over lower ones.
const AllStoreys = -1

// View specifies the section of a plan to draw and how to draw it.
type View struct {
	MinX, MaxY float64 // world position of the image's top left corner
	Scale      float64 // pixels per unit, greater than 0
	Storey     int     // index into Storeys, or AllStoreys
	// LineWidth is the width of outlines in pixels, at most 4; 0 means 1.
	LineWidth float64
	// Style selects the colours of floors.
	Style Style
	// Faint also draws, dimmed, the floors above the storey that have nothing below them, so that the map keeps its
	// shape. Floors on other storeys that are only a few steps away are brighter.
	Faint bool
}

// Plan is a floor plan that is ready to be drawn. It is immutable and safe for concurrent use.
type Plan struct {
	min, max [3]float32
	shader   *shader
	tones    tones
	storeys  []Storey
	marks    []Mark
	models   []*Model
	floors   *floorIndex
	textures []bsp.Texture
	command  *commandMap // nil for maps without one
	format   bsp.Format  // 0 for a grown one
	// solid reports whether a point is in a wall. It is nil if unknown or if no places have names.
	solid  func(x, y, z float32) bool
	opaque *bsp.Opaque
	lazy   *lazily
}

// Opaque returns the solids of the map that block sight, or nil if they are unknown, as in a grown plan.
func (p *Plan) Opaque() *bsp.Opaque { return p.opaque }

// Bounds returns the bounding box of the floors that the plan draws. If there are none, both corners are zero.
func (p *Plan) Bounds() (min, max [3]float32) { return p.min, p.max }

// Storeys returns the storeys of the plan, from the lowest to the highest. Every plan has at least one storey.
func (p *Plan) Storeys() []Storey { return p.storeys }

// Marks returns the positions marked by the map's entities: items, spawns, teleporters, jump pads and locations.
func (p *Plan) Marks() []Mark { return p.marks }

// With returns a copy of the plan with additional marks.
func (p *Plan) With(marks ...Mark) *Plan {
	q := *p
	q.marks = append(append([]Mark(nil), p.marks...), marks...)
	return &q
}

// StoreyAt returns the index of the storey of a player whose origin is x, y, z. If he is in the air, the floor below
// him determines the storey.
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

// Render draws the section of the plan selected by v on dst. The top left corner of the section is at dst.Rect.Min.
// Pixels that show no part of the plan become transparent. An image can be drawn as separate tiles: the result is the
// same if the corners of all tiles are on the same pixel grid.
func (p *Plan) Render(dst *image.RGBA, v View) { render(dst, v, p.shader) }

// Model returns the plan of the brush model "*n", such as a door, lift or train. ok is false if the map has no such
// model or if the model is invisible from above.
func (p *Plan) Model(n int) (m *Model, ok bool) {
	if n < 1 || n >= len(p.models) || p.models[n] == nil {
		return nil, false
	}
	return p.models[n], true
}

// Model is the plan of a brush model, in the model's own coordinates. It should be drawn at the position of the model's
// entity. That position is usually 0, 0, 0 if the model is at rest.
type Model struct {
	min, max [3]float32
	class    string
	static   bool
	lift     float64 // where it rests, relative to its own space
	shader   *shader
}

// Bounds returns the bounding box of the model, in the model's own coordinates.
func (m *Model) Bounds() (min, max [3]float32) { return m.min, m.max }

// Class returns the class name of the map entity that uses the model, or "" if there is none.
func (m *Model) Class() string { return m.class }

// Static reports whether the model always stays in place, as do the models of func_wall and func_static entities.
// Static models are included in the plan of the map.
func (m *Model) Static() bool { return m.static }

// Render is like [Plan.Render], but draws the model. v is in the model's own coordinates. A model has no storeys.
func (m *Model) Render(dst *image.RGBA, v View) {
	v.Storey = AllStoreys
	render(dst, v, m.shader)
}

// MarkKind is the kind of a mark.
type MarkKind uint8

// The kinds of marks.
const (
	MarkItem        MarkKind = iota // weapon, ammunition, armour, health, powerup, key, flag
	MarkSpawn                       // a player's start
	MarkTeleporter                  // an entrance; Dest is its exit
	MarkDestination                 // a teleporter's exit
	MarkPush                        // a jump pad; Dest is its target, if known
	MarkLocation                    // a named place; Text is the name
)

// Mark is a position marked by an entity in the map.
type Mark struct {
	Kind    MarkKind
	Class   string     // class name as in the map
	Pos     [3]float32 // for brush entities the middle of the box
	Angle   float32    // degrees, counter-clockwise from east
	HasDest bool
	Dest    [3]float32
	Text    string // name of a location
}
