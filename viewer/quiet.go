package viewer

import (
	"time"

	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
)

// In full screen, everything but the map fades while the mouse rests, leaving the whole screen to the map, and
// reappears when the mouse moves.
const (
	quietAfter = 2500 * time.Millisecond
	quietFade  = 400 * time.Millisecond
)

// quietLayers are the layers that fade.
var quietLayers = [...]int{layerTop, layerLeft, layerRight, layerTransport, layerHeights, layerBand, layerStatus,
	layerLegend, layerRange}

// quiet is the state of the fading.
type quiet struct {
	share   float32   // faded so far, 0 to 1
	stirred time.Time // last input
}

// stir records input. If there is none for a while and may is set, it fades everything but the map. It reports whether
// anything changed.
func (q *quiet) stir(in platform.Input, moved, may bool) bool {
	if moved || in.Left || in.Right || in.WheelX != 0 || in.WheelY != 0 || len(in.Keys) > 0 || len(in.Touches) > 0 ||
		q.stirred.IsZero() {
		q.stirred = in.Now
	}
	before := q.share
	q.share = 0
	if rests := in.Now.Sub(q.stirred); may && rests > quietAfter {
		q.share = min(float32(rests-quietAfter)/float32(quietFade), 1)
	}
	return q.share != before
}

// stir is like [quiet.stir], but for the window: the map gets all of it once the panels have faded, and only its own
// place once they are back.
func (s *screen) stir(in platform.Input, moved bool) bool {
	before := s.mapOnly()
	changed := s.quiet.stir(in, moved, s.mayFade())
	s.changes.all = s.changes.all || s.mapOnly() != before
	return changed
}

// mapOnly reports whether the map has the whole window.
func (s *screen) mapOnly() bool { return s.hidePanels || s.quiet.share == 1 }

// mayFade reports whether everything but the map may fade now.
func (s *screen) mayFade() bool {
	return s.open() && s.desktop.Fullscreen() && !s.overlay.Active() && !s.scores.shown()
}

// hush fades everything but the map.
func (s *screen) hush() {
	if s.quiet.share == 0 {
		return
	}
	for _, i := range quietLayers {
		l := &s.layout.layers[i]
		if l.Area.W <= 0 || l.Area.H <= 0 {
			continue
		}
		cover := panel.Op{Kind: panel.OpFill, Rect: l.Area, Color: s.prefs.theme.Void.Fade(s.quiet.share)}
		l.Ops = append(l.Ops, cover)
	}
}
