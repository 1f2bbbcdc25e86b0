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

// screen is the window's picture: it lays out the panels and paints what changed.
type screen struct {
	*rooms
	*layout
	pointer *pointer
	canvas  *draw.Canvas
	desktop platform.Platform

	width, height int // in pixels
	before        [layerCount]panel.List
	stale         bool // panels may have changed
	moved         bool // the map has to be painted
	all           bool // everything has to be painted
	hidePanels    bool
	scores        bool          // the scoreboard, while its key is held
	scoresPinned  bool          // the scoreboard, from the menu
	printSpot     int           // where over the map the game's print is
	caption       bool          // players, score and match clock over the map, for pictures
	spot          *ebiten.Image // that is drawn to learn what the map shows; nil before
	hovered       time.Duration // the time under the pointer
	quiet         float32       // how far all but the map has faded, 0 to 1
	stirred       time.Time     // when the hand did something last
	kept          bool          // what is painted goes onto the window, which shows what was painted before
	sharp         bool          // nothing is left for a later frame: for pictures
}

// Part is what the screen brings to the program: panels that are shown or not.
func (s *screen) Part() part.Part {
	fold := func(panels *panel.Fold, area *draw.Rect, others ...*panel.Fold) part.Action {
		return part.Action{Idle: true, On: func() bool { return area.W > 0 }, Do: func() {
			shut := area.W > 0
			*panels = panel.Open
			if shut {
				*panels = panel.Shut
			}
			for _, other := range others {
				if s.sheets && !shut {
					*other = panel.Auto
				}
			}
			s.prefs.save()
			s.all = true
		}}
	}
	set, f := &s.prefs.set, &s.frame
	return part.Part{
		Opened: func() { s.all = true },
		Stroke: s.stroke,
		Escape: func() bool {
			pinned := s.scoresPinned
			s.scoresPinned = false
			return pinned
		},
		Actions: map[action.ID]part.Action{
			action.Panels:       {Do: func() { s.hidePanels = !s.hidePanels; s.all = true }, On: func() bool { return !s.hidePanels }, Idle: true},
			action.PanelLeft:    fold(&set.Left, &f.Left, &set.Right),
			action.PanelRight:   fold(&set.Right, &f.Right, &set.Left),
			action.PanelHeights: fold(&set.Heights, &f.Heights),
			action.LargeTargets: {On: s.touch, Idle: true, Do: func() {
				large := panel.Open
				if s.touch() {
					large = panel.Shut
				}
				set.Touch = large
				s.prefs.save()
				s.all = true
			}},
			action.Caption: {Do: func() { s.caption = !s.caption; s.all = true }, On: func() bool { return s.caption }, Idle: true},
			action.Scoreboard: {Do: func() { s.scoresPinned = !s.scoresPinned }, On: func() bool { return s.scoresPinned }, Idle: true, Held: func(on bool) {
				s.scores = on
				s.stale = true
			}},
		},
	}
}

// stroke lets PgUp and PgDn go through a scoreboard that has more players than fit.
func (s *screen) stroke(c action.Chord) bool {
	list := &s.scroll[panel.AreaScores]
	if !s.scores && !s.scoresPinned || list.Room <= 0 || c.Mods != 0 {
		return false
	}
	switch page := s.frame.Map.H / 2; c.Key {
	case "PgDn":
		list.By(page)
	case "PgUp":
		list.By(-page)
	default:
		return false
	}
	s.stale = true
	return true
}

// draw paints what changed. It returns without painting anything when nothing did and it need not; it reports whether it painted.
func (s *screen) draw(dst *ebiten.Image, scale float32, need bool) bool {
	b := dst.Bounds()
	if b.Dx() != s.width || b.Dy() != s.height || scale != s.scale {
		s.width, s.height, s.scale = b.Dx(), b.Dy(), scale
		s.all = true
	}
	if !s.stale && !s.moved && !s.all && !need {
		return false
	}
	s.canvas.Begin(dst, s.scale)
	s.compose()
	s.paint()
	s.canvas.End()
	s.stale, s.moved, s.all = false, false, false
	return true
}

// paint paints the layers that changed, and what they cover and what covers them.
func (s *screen) paint() {
	var layers [layerCount]panel.Layer
	for i := range layers {
		layers[i] = panel.Layer{Now: &s.layers[i], Before: &s.before[i], Paint: s.all}
	}
	layers[layerMap].Paint = layers[layerMap].Paint || s.moved && s.open()
	panel.Spread(layers[:])
	s.kept = !s.all
	for i := range layers {
		switch l := &layers[i]; {
		case l.Paint && len(l.Parts) > 0:
			for _, part := range l.Parts {
				paintPart(s.canvas, l.Now, part)
			}
		case l.Paint:
			s.paintLayer(i)
		}
	}
	s.kept = false
	s.before = s.layers
}

// paintLayer paints a layer as it is laid out.
func (s *screen) paintLayer(i int) {
	if i == layerMap && s.open() {
		s.drawMap()
		return
	}
	paint(s.canvas, &s.layers[i])
	if p := s.parts.preview(); i == layerHover && p != nil {
		for _, op := range s.layers[i].Ops {
			if op.Kind == panel.OpPicture {
				p.Draw(s.canvas, op.Rect, s.hovered)
			}
		}
	}
}

// drawMap draws the map with everyone on it.
func (s *screen) drawMap() {
	sc := s.scene()
	if sc.World == nil {
		s.canvas.Fill(s.frame.Map, s.prefs.theme.Void)
		return
	}
	s.stage.Draw(s.canvas, &sc)
}

// scene is what the map shows.
func (s *screen) scene() stage.Scene {
	w := s.session.World()
	if w == nil {
		return stage.Scene{}
	}
	sc := stage.All(w, s.session.Recording())
	sc.Teams, sc.Hover, sc.Sharp = s.session.Level().Teams, s.pointer.hover, s.sharp
	s.parts.scene(&sc)
	if sc.Kept = s.kept && len(sc.Layers) == 0; sc.Kept {
		for i := layerMap + 1; i < layerCount; i++ {
			sc.Covered = append(sc.Covered, s.layers[i].Area, s.before[i].Area)
		}
	}
	return sc
}

// picture is the window, or the map only, without messages and hints.
func (s *screen) picture(panels bool) *image.RGBA {
	img := s.canvas.Picture(s.width, s.height, s.scale, func(*draw.Canvas) {
		if !panels {
			s.drawMap()
			s.paintLayer(layerCenter)
			s.paintLayer(layerCaption)
			return
		}
		for i := range layerNotice {
			if i != layerHover {
				s.paintLayer(i)
			}
		}
	})
	if panels {
		return opaque(img)
	}
	m := s.frame.Map
	px := func(v float32) int { return int(v*s.scale + 0.5) }
	return opaque(img.SubImage(image.Rect(px(m.X), px(m.Y), px(m.Right()), px(m.Bottom()))).(*image.RGBA))
}

// still is the picture that the window would show at that size, with nothing left to be prepared.
func (s *screen) still(w, h int, scale float32) *image.RGBA {
	s.notices.Clear()
	s.layOut(w, h, scale)
	picture := func() *image.RGBA {
		s.settle()
		return s.canvas.Picture(w, h, scale, func(*draw.Canvas) {
			for i := range layerCount {
				s.paintLayer(i)
			}
		})
	}
	img := picture()
	for tries := 0; tries < 8 && s.canvas.AwaitFonts(); tries++ { // a font that is found changes what fits
		s.all = true
		img = picture()
	}
	return opaque(img)
}

// layOut makes the screen one for a picture of a size.
func (s *screen) layOut(w, h int, scale float32) {
	s.sharp = true
	s.pointer.x, s.pointer.y = -100, -100
	s.width, s.height, s.scale = w, h, scale
}

// settle lays out the panels and brings the camera to rest. The map decides in drawing which storey it shows and, the first
// time, how large it is, so a spot of it is drawn first.
func (s *screen) settle() {
	const spot = 16
	if s.spot == nil {
		s.spot = ebiten.NewImage(spot, spot)
	}
	s.canvas.Begin(s.spot, s.scale)
	s.compose()
	s.drawMap()
	s.canvas.End()
	s.stage.Camera.Settle()
	s.compose()
}

// opaque leaves out the transparency that rounding brings into a picture that is painted all over.
func opaque(img *image.RGBA) *image.RGBA {
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}
