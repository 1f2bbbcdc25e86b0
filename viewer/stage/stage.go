// Package stage draws the map with everyone on it: the floor plan, moving
// parts, items, projectiles, what happens, and the players with their names.
//
// A [Stage] draws a world, given by a recording, through its [Camera]. It knows no
// game: what things are called and how they are coloured is told by package sim.
package stage

import (
	"image"
	"math"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
)

// AutoStorey as Scene.Storey shows the storey of the followed player, and all of them
// while nobody is followed.
const AutoStorey = -2

// Scene is what is to be drawn.
type Scene struct {
	World *sim.World
	// Recording gives trails and the marks of the dead; it may be nil.
	Recording *recording.Recording
	// Teams: colours and shapes are those of teams, not of players.
	Teams bool
	// Follow is the slot of the followed player, or -1.
	Follow int
	// Hover is what is under the cursor.
	Hover Target
	// Storey is an index of the plan's storeys, plan.AllStoreys, or AutoStorey.
	Storey int
	// Floors is how floors are coloured.
	Floors plan.Style
	// Trail is how long the trails are; 0 for none.
	Trail time.Duration
	// Layers are drawn over the plan and under everything on it, in their order.
	Layers []Layer
	// Over are drawn over everything, in their order.
	Over []Layer
	// Tags are the names of what layers draw. They are placed as players' names are, after them.
	Tags []Tag

	Names  bool // names beside the markers; numbers remain
	Ghosts bool // players and things out of sight, as last seen
	Arcs   bool // health and armour around the markers
	Items  bool
	Sounds bool // rings where something was heard
	Marks  bool // teleporters and jump pads of the map

	// Sight is what is in the way of sight; nil while that is not known.
	Sight *sight.Map
	// Unseen reports whether the followed player knows nothing of what is at a place; nil where all is shown as clearly. Where it is set a
	// layer shows what he heard.
	Unseen func(sim.Vec3) bool

	// Speed is how fast a player is, in units a second, where that is told beside him; nil where it is not.
	Speed func(*sim.Player) (v float32, known bool)

	// Missing are the numbers of the items that the map has but the match is played without.
	Missing map[int]bool

	// Kept is set if what was drawn last on the same picture is still there, and nothing else was drawn on it but within Covered, in
	// points: then the map is drawn only where something on it was.
	Kept    bool
	Covered []draw.Rect

	// Sharp draws the plan sharply on the spot, however long it takes: for pictures.
	Sharp bool
}

// All is a scene of w with everything shown.
func All(w *sim.World, r *recording.Recording) Scene {
	return Scene{
		World: w, Recording: r, Follow: -1, Storey: AutoStorey, Trail: 3 * time.Second,
		Names: true, Ghosts: true, Arcs: true, Items: true, Sounds: true, Marks: true,
	}
}

// Layer is something to be drawn on the map.
type Layer interface {
	Draw(c *draw.Canvas, t *Transform)
}

// Tag is the name of a marker that a layer draws. It is left out where it would cover another name.
type Tag struct {
	ID     int // the same from picture to picture, so that the name stays on its side
	Origin sim.Vec3
	Radius float32 // of the marker, in points
	Name   string
	Ink    draw.Color
}

// Stage draws scenes. Keep one for the life of the program. It is not safe for concurrent use.
type Stage struct {
	Camera Camera

	theme     draw.Theme
	tiles     *tiles
	still     still
	reach     reach
	storey    int     // shown last
	dense     float32 // 1, less in a small view: markers and labels are smaller there
	dropped   int     // weapons that players have dropped
	transform Transform

	targets []found
	labels  labels
	path    []sim.PathPoint // scratch of the trails
	points  []draw.Point
	smooth  []draw.Point
	stroke  stroke
	movers  []sight.Mover // of the picture
	rim     []draw.Point  // scratch of the cones
	rimInk  []draw.Color
}

// New returns a stage without a map.
func New(theme draw.Theme) *Stage {
	s := &Stage{tiles: newTiles(), storey: plan.AllStoreys}
	s.SetTheme(theme)
	return s
}

// SetTheme changes the colours.
func (s *Stage) SetTheme(t draw.Theme) {
	s.theme = t
	s.tiles.setVoid(t.Void)
}

// SetPlan changes the map; p may be nil. With same, p is a better plan of the map that is shown
// (grown as the demo is read), and the old one stays until the new one is drawn.
func (s *Stage) SetPlan(p *plan.Plan, same bool) {
	s.tiles.setPlan(p, same)
	if p == nil {
		return
	}
	s.bound()
	if s.storey >= len(p.Storeys()) {
		s.storey = plan.AllStoreys
	}
}

// Plan is the map, or nil.
func (s *Stage) Plan() *plan.Plan { return s.tiles.plan }

// Storey is the storey that was drawn last, or plan.AllStoreys.
func (s *Stage) Storey() int { return s.storey }

// Pending reports whether a sharper picture of the map is being prepared: draw again soon.
func (s *Stage) Pending() bool { return s.tiles.pending() }

// Fault is over what the program failed when it drew the map in the background, once; nil where it did not.
func (s *Stage) Fault() error {
	if err := s.tiles.failed.Swap(nil); err != nil {
		return *err
	}
	return nil
}

// Close ends the work in the background.
func (s *Stage) Close() {
	s.tiles.wants = s.tiles.wants[:0]
	s.tiles.submit()
}

// Transform is the camera as one picture sees it: in device pixels, the world's origin on a whole pixel, so
// that tiles are shown as they were drawn and nothing trembles against them.
type Transform struct {
	ox, oy         float64 // pixel of the world's origin
	k              float64 // pixels a unit
	x0, y0, x1, y1 float32 // the view, in pixels
	scale          float32 // pixels a point
	turn           Turn
}

// world is the place under a pixel.
func (l *Transform) world(x, y float32) (wx, wy float64) {
	return l.turn.back((float64(x)-l.ox)/l.k, (l.oy-float64(y))/l.k)
}

// At is a place of the world in points.
func (l *Transform) At(p sim.Vec3) (x, y float32) {
	wx, wy := l.turn.of(float64(p[0]), float64(p[1]))
	return float32(l.ox+wx*l.k) / l.scale, float32(l.oy-wy*l.k) / l.scale
}

// Size is a length of the world in points.
func (l *Transform) Size(units float32) float32 { return units * float32(l.k) / l.scale }

// sees reports whether something r points large at x, y is in sight.
func (l *Transform) sees(x, y, r float32) bool {
	return (x+r)*l.scale > l.x0 && (x-r)*l.scale < l.x1 && (y+r)*l.scale > l.y0 && (y-r)*l.scale < l.y1
}

// within is the transform for a part of the picture.
func (l *Transform) within(b image.Rectangle) *Transform {
	p := *l
	p.x0, p.y0 = max(p.x0, float32(b.Min.X)), max(p.y0, float32(b.Min.Y))
	p.x1, p.y1 = min(p.x1, float32(b.Max.X)), min(p.y1, float32(b.Max.Y))
	return &p
}

func (c *Camera) transform(scale float32) Transform {
	k := c.now.k * float64(scale)
	mx, my := c.view.Center()
	v := c.view
	return Transform{
		ox: math.Round(float64(mx*scale) - c.now.x*k), oy: math.Round(float64(my*scale) + c.now.y*k), k: k,
		x0: v.X * scale, y0: v.Y * scale, x1: v.Right() * scale, y1: v.Bottom() * scale, scale: scale,
		turn: c.turn,
	}
}

// Draw draws a scene into the camera's view of the canvas.
func (s *Stage) Draw(c *draw.Canvas, sc *Scene) {
	view := s.Camera.view
	if view.W <= 0 || view.H <= 0 || sc.World == nil {
		return
	}
	if s.reach.update(sc.Recording, sc.World.Level) {
		s.bound()
		if sc.Sharp {
			s.Camera.Settle()
		}
	}
	if s.Camera.now.k == 0 {
		s.Camera.Fit(false)
	}
	c.Clip(view)
	defer c.Unclip()
	s.transform = s.Camera.transform(c.Scale())
	l := &s.transform
	s.dense = min(max(min(view.W, view.H*1.3)/620, 0.72), 1)
	s.storey = s.StoreyFor(sc)
	restScale := s.Camera.target().k * float64(c.Scale())
	if sc.Sharp {
		restScale = l.k
	}
	s.tiles.style = sc.Floors
	s.tiles.prepare(c, l, restScale, s.storey, sc.Sharp)
	s.still.begin(c, s.tiles, l, sc)
	defer s.still.end(c)
	s.drawMovers(c, l, sc, restScale)
	s.tiles.finish()
	for _, layer := range sc.Layers {
		layer.Draw(c, l)
	}

	s.movers = Movers(sc.World, s.movers[:0])
	s.targets = s.targets[:0]
	s.labels.begin(l, sc.Sharp)
	if sc.Marks {
		s.drawMarks(c, l, sc)
	}
	s.drawDeaths(c, l, sc)
	s.drawThings(c, l, sc, false)
	s.drawTrails(c, l, sc)
	s.drawThings(c, l, sc, true)
	s.drawEffects(c, l, sc)
	s.drawPlayers(c, l, sc)
	s.labelTags(l, sc)
	s.labels.draw(c, &s.theme)
	for _, layer := range sc.Over {
		layer.Draw(c, l)
	}
}

// StoreyFor is the storey that drawing a scene will show, or plan.AllStoreys; of the scene it needs the world, Follow and Storey.
func (s *Stage) StoreyFor(sc *Scene) int {
	p := s.tiles.plan
	if p == nil || len(p.Storeys()) < 2 {
		return plan.AllStoreys
	}
	switch {
	case sc.Storey >= 0:
		return min(sc.Storey, len(p.Storeys())-1)
	case sc.Storey == AutoStorey && sc.Follow >= 0:
		for i := range sc.World.Players {
			if pl := &sc.World.Players[i]; pl.Slot.Index() == sc.Follow && pl.Life != sim.Absent && pl.Life != sim.Spectating {
				return s.storeyOf(pl)
			}
		}
	}
	return plan.AllStoreys
}

// storeyOf is the storey of the followed player. One who jumps or falls takes the picture along only
// when he has come well into another storey, so that it does not flicker.
func (s *Stage) storeyOf(pl *sim.Player) int {
	p := s.tiles.plan
	o := pl.Origin
	at := p.StoreyAt(o[0], o[1], o[2])
	if at == s.storey || s.storey < 0 || s.storey >= len(p.Storeys()) || pl.OnGround {
		return at
	}
	const slack = 20
	old := p.Storeys()[s.storey]
	feet := o[2] - plan.FeetBelowOrigin
	if feet > old.Low-slack && feet < old.High+slack {
		return s.storey
	}
	return at
}

// level is where something is, seen from the storey that is shown.
type level int8

const (
	below level = -1
	here  level = 0
	above level = 1
)

func (s *Stage) level(p sim.Vec3) level {
	if s.storey < 0 || s.tiles.plan == nil {
		return here
	}
	switch at := s.tiles.plan.StoreyAt(p[0], p[1], p[2]); {
	case at < s.storey:
		return below
	case at > s.storey:
		return above
	}
	return here
}
