package viewer

import (
	"image"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
	"fragscope/viewer/stage"
)

// casting is the overlay for casts and pictures: score, clocks and players over the map.
type casting struct {
	on   bool
	laid panel.Captions // as last shown
}

// screen is the content of the window. It lays out the panels and has changes painted.
type screen struct {
	*rooms
	layout  *layout
	changes *changes
	pointer *pointer
	painter *painter
	canvas  *draw.Canvas
	desktop platform.Platform

	width, height int // in pixels
	hidePanels    bool
	scores        scoreboard
	cast          casting
	banner        panel.List    // the centre print
	spot          *ebiten.Image // drawn to determine what the map shows; nil until then
	hovered       time.Duration // time under the mouse
	along         along
	quiet         quiet
	sharp         bool // leave nothing to a later frame: for pictures
}

// along is the content of the timeline, and the lane that was scrolled to.
type along struct {
	line   panel.TimelineView
	laneOf lane
}

// newScreen returns an empty screen.
func newScreen(r *rooms, desktop platform.Platform) *screen {
	s := &screen{rooms: r, layout: &layout{scale: 1}, changes: &changes{}, pointer: &pointer{}, canvas: draw.New(),
		desktop: desktop}
	s.painter = &painter{canvas: s.canvas, layout: s.layout, drawMap: s.drawMap, drawPreview: s.drawPreview}
	return s
}

// Part returns the [part.Part] that shows and hides the window's panels.
func (s *screen) Part() part.Part {
	fold := func(panels *panel.Fold, area *draw.Rect, others ...*panel.Fold) part.Action {
		return part.Action{Idle: true, On: func() bool { return area.W > 0 }, Do: func() {
			shut := area.W > 0
			*panels = panel.Open
			if shut {
				*panels = panel.Shut
			}
			for _, other := range others {
				if s.layout.sheets && !shut {
					*other = panel.Auto
				}
			}
			s.prefs.save()
			s.changes.all = true
		}}
	}
	set, f := &s.prefs.set, &s.layout.frame
	return part.Part{
		Opened: func() { s.changes.all = true },
		Stroke: func(c action.Chord) bool {
			taken := s.scores.stroke(c, &s.layout.scroll[panel.AreaScores], s.layout.frame.Map.H/2)
			s.changes.stale = s.changes.stale || taken
			return taken
		},
		Escape: s.scores.unpin,
		Actions: map[action.ID]part.Action{
			action.Panels: {Do: func() { s.hidePanels = !s.hidePanels; s.changes.all = true },
				On: func() bool { return !s.hidePanels }, Idle: true},
			action.PanelLeft:    fold(&set.Left, &f.Left, &set.Right),
			action.PanelRight:   fold(&set.Right, &f.Right, &set.Left),
			action.PanelHeights: fold(&set.Heights, &f.Heights),
			action.BlocksTaller: s.resizing(1),
			action.BlocksLower:  s.resizing(-1),
			action.LargeTargets: {On: s.touch, Idle: true, Do: func() {
				large := panel.Open
				if s.touch() {
					large = panel.Shut
				}
				set.Touch = large
				s.prefs.save()
				s.changes.all = true
			}},
			action.Caption: {Do: func() { s.cast.on = !s.cast.on; s.changes.all = true },
				On: func() bool { return s.cast.on }, Idle: true},
			action.Scoreboard: {
				Do: func() { s.scores.pinned = !s.scores.pinned }, On: func() bool { return s.scores.pinned },
				Idle: true,
				Held: func(on bool) {
					s.scores.held = on
					s.changes.stale = true
				},
			},
		},
	}
}

// resizing returns an action that makes the blocks along the timeline taller or lower, each by a row.
func (s *screen) resizing(by float32) part.Action {
	f := &s.layout.frame
	return part.Action{Why: part.Unless(func() bool { return f.Blocks.Lined() }, msgNoBlocks), Do: func() {
		for b, h := range f.Blocks[:panel.BlockBelow] {
			if h > 0 {
				s.timeline.Resize(panel.Block(b), h+by*panel.BlockStep(panel.Block(b)))
			}
		}
		s.prefs.save()
	}}
}

// draw paints what changed and reports whether it painted anything. If nothing changed, it paints only if need is
// set.
func (s *screen) draw(dst *ebiten.Image, scale float32, need bool) bool {
	b := dst.Bounds()
	if b.Dx() != s.width || b.Dy() != s.height || scale != s.layout.scale {
		s.width, s.height, s.layout.scale = b.Dx(), b.Dy(), scale
		s.changes.all = true
	}
	if !s.changes.stale && !s.changes.moved && !s.changes.all && !need {
		return false
	}
	s.canvas.Begin(dst, s.layout.scale)
	s.compose()
	s.painter.paint(*s.changes, s.open())
	s.canvas.End()
	*s.changes = changes{}
	return true
}

// drawPreview draws the picture above the timeline.
func (s *screen) drawPreview(r draw.Rect) {
	if p := s.parts.preview(); p != nil {
		p.Draw(s.canvas, r, s.hovered)
	}
}

// drawMap draws the map with everyone on it or, if no demo is open, the panel laid out in its place.
func (s *screen) drawMap() {
	if !s.open() {
		paint(s.canvas, &s.layout.layers[layerMap])
		return
	}
	sc := s.scene()
	if sc.World == nil {
		s.canvas.Fill(s.layout.frame.Map, s.prefs.theme.Void)
		return
	}
	s.stage.Draw(s.canvas, &sc)
}

// scene returns the scene that the map shows.
func (s *screen) scene() stage.Scene {
	w := s.session.World()
	if w == nil {
		return stage.Scene{}
	}
	sc := stage.All(w, s.session.Recording())
	sc.Teams, sc.Hover, sc.Sharp = s.session.Level().Teams, s.pointer.hover, s.sharp
	s.parts.scene(&sc)
	if sc.Kept = s.painter.kept && len(sc.Layers) == 0; sc.Kept {
		for i := layerMap + 1; i < layerCount; i++ {
			sc.Covered = append(sc.Covered, s.layout.layers[i].Area, s.painter.before[i].Area)
		}
	}
	return sc
}

// picture returns a picture of the window, or only of the map, without messages and tooltips.
func (s *screen) picture(panels bool) *image.RGBA {
	img := s.canvas.Picture(s.width, s.height, s.layout.scale, func(*draw.Canvas) {
		if !panels {
			s.drawMap()
			paint(s.canvas, &s.banner)
			paint(s.canvas, &s.cast.laid.Score)
			paint(s.canvas, &s.cast.laid.Left)
			paint(s.canvas, &s.cast.laid.Right)
			return
		}
		for i := range layerMessage {
			if i != layerHover {
				s.painter.paintLayer(i)
			}
		}
	})
	if panels {
		return opaque(img)
	}
	m := s.layout.frame.Map
	px := func(v float32) int { return int(v*s.layout.scale + 0.5) }
	return opaque(img.SubImage(image.Rect(px(m.X), px(m.Y), px(m.Right()), px(m.Bottom()))).(*image.RGBA))
}

// still returns the picture that a window of that size would show once everything is ready.
func (s *screen) still(w, h int, scale float32) *image.RGBA {
	s.notices.Clear()
	s.layOut(w, h, scale)
	picture := func() *image.RGBA {
		s.settle()
		return s.canvas.Picture(w, h, scale, func(*draw.Canvas) {
			for i := range layerCount {
				s.painter.paintLayer(i)
			}
		})
	}
	img := picture()
	for tries := 0; tries < 8 && s.canvas.AwaitFonts(); tries++ { // fonts that finish loading change what fits
		s.changes.all = true
		img = picture()
	}
	return opaque(img)
}

// filmed returns the size of the window and what a film of it would show.
func (s *screen) filmed() (width, height int, panels, caption bool) {
	return s.width, s.height, !s.hidePanels && !s.desktop.Fullscreen(), s.cast.on
}

// layOut prepares the screen for a picture of the given size.
func (s *screen) layOut(w, h int, scale float32) {
	s.sharp = true
	s.pointer.x, s.pointer.y = -100, -100
	s.width, s.height, s.layout.scale = w, h, scale
}

// settle lays out the panels and brings the camera to rest. The map chooses its storey and initial scale while it
// is drawn, so a small part of it is drawn first.
func (s *screen) settle() {
	const spot = 16
	if s.spot == nil {
		s.spot = ebiten.NewImage(spot, spot)
	}
	s.canvas.Begin(s.spot, s.layout.scale)
	s.compose()
	s.drawMap()
	s.canvas.End()
	s.stage.Camera.Settle()
	s.compose()
}

// opaque removes the transparency that rounding causes in a fully painted picture.
func opaque(img *image.RGBA) *image.RGBA {
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}
