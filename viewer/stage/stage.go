// Package stage draws the map with everything on it: the floor plan, movers, items, projectiles, effects, and the
// players with their names.
//
// A [Stage] draws the state of the world at one time of a recording, as seen by its [Camera]. It has no knowledge of
// particular games: names and colours come from package sim.
package stage

import (
	"image"
	"math"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
)

// AutoStorey is a value for Scene.Storey. It selects the followed player's storey or, if no player is followed, all
// storeys.
const AutoStorey = -2

// Scene describes a frame to draw.
type Scene struct {
	World *sim.World
	// Recording provides trails and the marks of the dead. It may be nil.
	Recording *recording.Recording
	// Teams is set if players have the colours and shapes of their teams rather than their own.
	Teams bool
	// Follow is the slot of the followed player, or -1.
	Follow int
	// Hover is the target under the mouse pointer.
	Hover Target
	// Storey is the index of one of the plan's storeys, plan.AllStoreys, or AutoStorey.
	Storey int
	// Floors selects how floors are coloured.
	Floors plan.Style
	// Trail is the duration of trails, or 0 for none.
	Trail time.Duration
	// Layers are drawn in order, above the plan and below everything else.
	Layers []Layer
	// Over holds layers that are drawn in order, above everything else.
	Over []Layer
	// Tags are the names of markers drawn by layers. They are placed like players' names, after all of those have been
	// placed.
	Tags []Tag

	Names  bool // names next to the markers; numbers are always shown
	Ghosts bool // players and things out of sight, as last seen
	Arcs   bool // health and armour around the markers
	Items  bool
	Sounds bool // rings where something was heard
	Marks  bool // teleporters and jump pads of the map

	// Sight determines what blocks sight. It is nil if that is unknown.
	Sight *sight.Map
	// Unseen reports whether a position is out of the followed player's sight. If it is nil, everything is shown
	// equally; otherwise, sounds are left to the layer that shows what he heard.
	Unseen func(sim.Vec3) bool

	// Speed returns the speed to show next to a player, in units per second. It is nil if no speeds are shown.
	Speed func(*sim.Player) (v float32, known bool)

	// Missing holds the numbers of items that the map has but the match does not.
	Missing map[int]bool

	// Kept is set if the canvas still holds the last frame and nothing was drawn over it outside Covered, which is in
	// points. In that case, only the areas of the map that had something over them are redrawn.
	Kept    bool
	Covered []draw.Rect

	// Sharp is set if the plan is drawn at full resolution immediately, however long that takes, as for screenshots.
	Sharp bool
}

// All returns a scene that shows everything in w, a world of the recording r, without following a player.
func All(w *sim.World, r *recording.Recording) Scene {
	return Scene{
		World: w, Recording: r, Follow: -1, Storey: AutoStorey, Trail: 3 * time.Second,
		Names: true, Ghosts: true, Arcs: true, Items: true, Sounds: true, Marks: true,
	}
}

// Layer draws an overlay on the map.
type Layer interface {
	Draw(c *draw.Canvas, t *Transform)
}

// Tag is a name drawn next to a marker. A layer that draws its own markers uses tags to name them. A tag that would
// cover another name is omitted.
type Tag struct {
	ID     int // the same in each frame, so that the name stays on its side
	Origin sim.Vec3
	Radius float32 // of the marker, in points
	Name   string
	Ink    draw.Color
}

// Stage draws scenes. A program should use one stage for its lifetime. A Stage is not safe for concurrent use.
type Stage struct {
	Camera Camera
	// Game returns the key of the demo's game, by which weapons are named. It may be nil.
	Game func() string
	// Moment returns the moment for a time in the demo. It may be nil.
	Moment func(time.Duration) moment.Moment

	theme     draw.Theme
	tiles     *tiles
	still     still
	reach     reach
	storey    int     // last shown
	dense     float32 // 1, or less in a small view, where markers and labels are smaller
	dropped   int     // number of dropped weapons
	transform Transform

	targets []found
	labels  labels
	path    []sim.PathPoint // reused by the trails
	points  []draw.Point
	smooth  []draw.Point
	stroke  stroke
	movers  []sight.Mover // in the current picture
	rim     []draw.Point  // reused by the cones
	rimInk  []draw.Color
}

// New returns a stage without a map.
func New(theme draw.Theme) *Stage {
	s := &Stage{tiles: newTiles(), storey: plan.AllStoreys}
	s.SetTheme(theme)
	return s
}

// SetTheme sets the colours.
func (s *Stage) SetTheme(t draw.Theme) {
	s.theme = t
	s.tiles.setVoid(t.Void)
}

// SetPlan sets the plan of the map, which may be nil. If same is set, p is a better plan of the same map, for example
// one that has grown as more of the demo was read. The old plan is then shown until the new one has been drawn.
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

// Plan returns the current plan, or nil if there is none.
func (s *Stage) Plan() *plan.Plan { return s.tiles.plan }

// Storey returns the index of the storey shown in the last frame, or plan.AllStoreys.
func (s *Stage) Storey() int { return s.storey }

// Pending reports whether a sharper image of the map is being prepared. If so, the scene should be redrawn soon.
func (s *Stage) Pending() bool { return s.tiles.pending() }

// Fault returns an error that occurred while the map was drawn in the background, or nil if there is none. Each error
// is returned only once.
func (s *Stage) Fault() error {
	if err := s.tiles.failed.Swap(nil); err != nil {
		return *err
	}
	return nil
}

// Close stops the stage's background work.
func (s *Stage) Close() {
	s.tiles.wants = s.tiles.wants[:0]
	s.tiles.submit()
}

// Transform is the camera's transform for one frame, in device pixels. The world's origin is placed on a whole pixel,
// so that the map's tiles are not resampled and nothing jitters relative to them.
type Transform struct {
	ox, oy         float64 // pixel of the world's origin
	k              float64 // pixels per unit
	x0, y0, x1, y1 float32 // the view, in pixels
	scale          float32 // pixels per point
	turn           Turn
}

// world returns the place under a pixel.
func (l *Transform) world(x, y float32) (wx, wy float64) {
	return l.turn.back((float64(x)-l.ox)/l.k, (l.oy-float64(y))/l.k)
}

// At converts the world position p to screen coordinates, in points.
func (l *Transform) At(p sim.Vec3) (x, y float32) {
	wx, wy := l.turn.of(float64(p[0]), float64(p[1]))
	return float32(l.ox+wx*l.k) / l.scale, float32(l.oy-wy*l.k) / l.scale
}

// Size converts a length from world units to points.
func (l *Transform) Size(units float32) float32 { return units * float32(l.k) / l.scale }

// sees reports whether something of radius r at x, y, in points, is in view.
func (l *Transform) sees(x, y, r float32) bool {
	return (x+r)*l.scale > l.x0 && (x-r)*l.scale < l.x1 && (y+r)*l.scale > l.y0 && (y-r)*l.scale < l.y1
}

// within returns the transform for a part of the picture.
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

// Draw draws sc into the camera's view on c.
func (s *Stage) Draw(c *draw.Canvas, sc *Scene) {
	view := s.Camera.view
	if view.W <= 0 || view.H <= 0 || sc.World == nil {
		return
	}
	if s.reach.update(sc.Recording, sc.World.Level, s.ground()) {
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

// StoreyFor returns the index of the storey that would be shown for sc, or plan.AllStoreys. It uses only the World,
// Follow and Storey fields of sc.
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
			if pl := &sc.World.Players[i]; pl.Slot.Index() == sc.Follow && pl.Life != sim.Absent &&
				pl.Life != sim.Spectating {
				return s.storeyOf(pl)
			}
		}
	}
	return plan.AllStoreys
}

// storeyOf returns the storey of the followed player. While he jumps or falls, the picture only follows when he is
// well inside another storey, so that it does not flicker.
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

// level is the position of something relative to the storey shown.
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
