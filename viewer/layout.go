package viewer

import (
	"math"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// The layers of the picture, in the order of painting.
const (
	layerTop = iota
	layerLeft
	layerRight
	layerTransport
	layerMap
	layerHeights
	layerBand
	layerStatus
	layerCenter
	layerScores
	layerCaption
	layerHover
	layerMessage
	layerMessage2
	layerConcerns // the panels of the parts in the table of concerns
)

const (
	layerScrim = layerConcerns + concernCount + iota
	layerSheet
	layerTip
	layerCount
)

// layout is what is on the screen, as far as the mouse has to know it: the screen writes it, the mouse reads it.
type layout struct {
	frame  panel.Frame
	scale  float32 // pixels a point
	layers [layerCount]panel.List
	owners [layerCount]*part.Panel // whose panel a layer is; nil for those of the screen itself
	below  [layerCount]draw.Rect   // the room below the map of panels that have a height
	scroll [panel.AreaCount]panel.Scroll
	sheets bool // the side panels come from below, one at a time
}

// areaAt is the topmost hit area under a point, and its layer; false where there is no panel.
func (l *layout) areaAt(x, y float32) (area panel.HitArea, layer int, ok bool) {
	for i := layerCount - 1; i >= 0; i-- {
		if s, ok := l.layers[i].HitAreaAt(x, y); ok {
			return s, i, true
		}
	}
	return panel.HitArea{}, 0, false
}

// touchedAt is areaAt for a finger: where it meets nothing, what is so near that it is meant.
func (l *layout) touchedAt(x, y float32) (area panel.HitArea, layer int, ok bool) {
	area, layer, ok = l.areaAt(x, y)
	if ok && area.Do.Verb != panel.VerbNone {
		return area, layer, true
	}
	const reach = panel.Finger / 2
	near := float32(math.MaxFloat32)
	for i := layerCount - 1; i >= layer; i-- { // what lies below what was met is not meant
		for _, s := range l.layers[i].HitAreas {
			cx, cy := s.Rect.Center()
			dx, dy := max(abs32(x-cx)-max(s.Rect.W/2-reach, 0), 0), max(abs32(y-cy)-max(s.Rect.H/2-reach, 0), 0)
			if d := max(abs32(x-cx)-s.Rect.W/2, 0) + max(abs32(y-cy)-s.Rect.H/2, 0); s.Do.Verb != panel.VerbNone && dx <= reach && dy <= reach && d < near {
				area, layer, ok, near = s, i, true, d
			}
		}
	}
	return area, layer, ok
}

// seekNear is the area of a layer that goes to a time and whose middle is nearest to x; the one that is given where there is none.
func (l *layout) seekNear(layer int, x float32, area panel.HitArea) panel.HitArea {
	near := float32(math.MaxFloat32)
	for _, s := range l.layers[layer].HitAreas {
		cx, _ := s.Rect.Center()
		if d := abs32(x - cx); s.Do.Verb == panel.VerbSeek && d < near {
			area, near = s, d
		}
	}
	return area
}

func abs32(v float32) float32 { return max(v, -v) }

// scrolled is what scrolls as an area of a layer; nil for nothing.
func (l *layout) scrolled(layer, area int) *panel.Scroll {
	switch o := l.owners[layer]; {
	case o != nil:
		return o.Scroll
	case area < 0 || area >= len(l.scroll):
		return nil
	}
	return &l.scroll[area]
}

// scrolledAt is what the wheel scrolls under a point; nil for nothing.
func (l *layout) scrolledAt(x, y float32) *panel.Scroll {
	for i := layerCount - 1; i >= 0; i-- {
		list := &l.layers[i]
		for k := len(list.HitAreas) - 1; k >= 0; k-- {
			if s := &list.HitAreas[k]; s.Rect.Contains(x, y) && s.Wheel {
				return l.scrolled(i, s.Do.Index)
			}
		}
		if _, ok := list.HitAreaAt(x, y); ok {
			return nil
		}
	}
	return nil
}

// click does what a click on an area of a layer asks for, if the layer belongs to a part; it reports whether that was for the part.
func (l *layout) click(layer int, c panel.Command) bool {
	o := l.owners[layer]
	return o != nil && o.Click != nil && o.Click(c)
}

// pointer is where the mouse is, as far as the screen has to know it: the mouse writes it, the screen reads it.
type pointer struct {
	x, y float32 // in points; negative before it was ever seen
	drag dragKind
	// selection are the corners of the area of the map that is being selected, in points of the window.
	selection [][2]float32
	tip       panel.HitArea // the place about which something is said, because the mouse rests there
	hover     stage.Target  // what of the map is under it
	// finger is set while fingers point, not a mouse.
	finger bool
}

// at is the hit area that the pointer at x, y means, and its layer.
func (p *pointer) at(l *layout, x, y float32) (panel.HitArea, int, bool) {
	if p.finger {
		return l.touchedAt(x, y)
	}
	return l.areaAt(x, y)
}

// slack is how many points a click may move.
func (p *pointer) slack() float64 {
	if p.finger {
		return touchSlack
	}
	return clickSlack
}

// reach is how far from a place on the map the pointer may be to mean it, in points.
func (p *pointer) reach() float32 {
	if p.finger {
		return panel.Finger / 2
	}
	return 0
}
