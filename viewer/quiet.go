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

// quiet is how far all but the map has faded.
type quiet struct {
	share   float32   // 0 to 1
	stirred time.Time // when the hand did something last
}

// stir takes notice of what the hand does and lets all but the map fade while it rests, if it may; it reports whether that changed anything.
func (q *quiet) stir(in platform.Input, moved, may bool) bool {
	if moved || in.Left || in.Right || in.WheelX != 0 || in.WheelY != 0 || len(in.Keys) > 0 || len(in.Touches) > 0 || q.stirred.IsZero() {
		q.stirred = in.Now
	}
	before := q.share
	q.share = 0
	if rests := in.Now.Sub(q.stirred); may && rests > quietAfter {
		q.share = min(float32(rests-quietAfter)/float32(quietFade), 1)
	}
	return q.share != before
}

// mayFade reports whether all but the map may fade now.
func (s *screen) mayFade() bool {
	return s.open() && s.desktop.Fullscreen() && !s.overlay.Active() && !s.scores.shown()
}

// hush fades what is not the map.
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
		if s.quiet.share == 1 {
			l.Ops = l.Ops[:0] // what is covered need not be drawn
		}
		l.Ops = append(l.Ops, cover)
	}
}
