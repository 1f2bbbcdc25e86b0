package viewer

import (
	"time"

	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
)

// In full screen all but the map fades while the hand rests, and is there again when it moves.
const (
	quietAfter = 2500 * time.Millisecond
	quietFade  = 400 * time.Millisecond
)

// quietLayers are what fades.
var quietLayers = [...]int{layerTop, layerLeft, layerRight, layerTransport, layerHeights, layerBand, layerStatus}

// stir takes notice of what the hand does, and lets all but the map fade where it does nothing.
func (s *screen) stir(in platform.Input, moved bool) {
	if moved || in.Left || in.Right || in.WheelX != 0 || in.WheelY != 0 || len(in.Keys) > 0 || len(in.Touches) > 0 || s.stirred.IsZero() {
		s.stirred = in.Now
	}
	quiet := float32(0)
	if rests := in.Now.Sub(s.stirred); rests > quietAfter && s.open() && s.desktop.Fullscreen() && !s.overlay.Active() && !s.scores && !s.scoresPinned {
		quiet = min(float32(rests-quietAfter)/float32(quietFade), 1)
	}
	if quiet != s.quiet {
		s.quiet, s.stale = quiet, true
	}
}

// hush fades what is not the map.
func (s *screen) hush() {
	if s.quiet == 0 {
		return
	}
	for _, i := range quietLayers {
		l := &s.layers[i]
		if l.Area.W <= 0 || l.Area.H <= 0 {
			continue
		}
		cover := panel.Op{Kind: panel.OpFill, Rect: l.Area, Color: s.prefs.theme.Void.Fade(s.quiet)}
		if s.quiet == 1 {
			l.Ops = l.Ops[:0] // what is covered need not be drawn
		}
		l.Ops = append(l.Ops, cover)
	}
}
