package viewer

import (
	"math"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// Layers of the picture, in painting order.
const (
	layerTop = iota
	layerLeft
	layerRight
	layerTransport
	layerMap
	layerHeights
	layerBand
	layerStatus
	layerLegend
	layerRange
	layerCenter
	layerScores
	layerCaption
	layerCaptionLeft
	layerCaptionRight
	layerHover
	layerMessage
	layerMessage2
	layerConcerns // panels of the parts in the table of concerns
)

const (
	layerScrim = layerConcerns + concernCount + iota
	layerSheet
	layerTip
	layerCount
)

// layout holds the facts about the screen that the mouse needs. The screen writes it and the mouse reads it.
type layout struct {
	frame  panel.Frame
	scale  float32 // pixels per point
	layers [layerCount]panel.List
	owners [layerCount]*part.Panel // whose panel a layer is; nil for the screen's own
	below  [layerCount]draw.Rect   // space below the map, for panels with a height
	scroll [panel.AreaCount]panel.Scroll
	sheets bool // side panels appear from the bottom, one at a time
}

// areaAt returns the topmost hit area at a point, and its layer; ok is false if no panel is there.
func (l *layout) areaAt(x, y float32) (area panel.HitArea, layer int, ok bool) {
	for i := layerCount - 1; i >= 0; i-- {
		if s, ok := l.layers[i].HitAreaAt(x, y); ok {
			return s, i, true
		}
	}
	return panel.HitArea{}, 0, false
}

// touchedAt is like areaAt for a finger: if it hits nothing, it returns a nearby area.
func (l *layout) touchedAt(x, y float32) (area panel.HitArea, layer int, ok bool) {
	area, layer, ok = l.areaAt(x, y)
	if ok && area.Do.Verb != panel.VerbNone {
		return area, layer, true
	}
	const reach = panel.Finger / 2
	near := float32(math.MaxFloat32)
	for i := layerCount - 1; i >= layer; i-- { // nothing below the layer that was hit
		for _, s := range l.layers[i].HitAreas {
			cx, cy := s.Rect.Center()
			dx, dy := max(abs32(x-cx)-max(s.Rect.W/2-reach, 0), 0), max(abs32(y-cy)-max(s.Rect.H/2-reach, 0), 0)
			if d := max(abs32(x-cx)-s.Rect.W/2, 0) + max(abs32(y-cy)-s.Rect.H/2, 0); s.Do.Verb != panel.VerbNone &&
				dx <= reach && dy <= reach && d < near {
				area, layer, ok, near = s, i, true, d
			}
		}
	}
	return area, layer, ok
}

// seekNear returns the area of the layer that seeks to a time and whose centre is nearest to x, or area if there is no
// such area.
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

// scrolled returns the scroll position of an area in a layer, or nil if it has none.
func (l *layout) scrolled(layer, area int) *panel.Scroll {
	switch o := l.owners[layer]; {
	case o != nil:
		return o.Scroll
	case area < 0 || area >= len(l.scroll):
		return nil
	}
	return &l.scroll[area]
}

// scrolledAt returns the scroll position that the wheel changes at a point, or nil if there is none.
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

// click executes a command if its layer belongs to a part, and reports whether the part used it.
func (l *layout) click(layer int, c panel.Command) bool {
	o := l.owners[layer]
	return o != nil && o.Click != nil && o.Click(c)
}

// pointer holds the facts about the mouse that the screen needs. The mouse writes it and the screen reads it.
type pointer struct {
	looked bool    // it has rested, and the description of its place was looked up
	x, y   float32 // in points; negative until the mouse is seen
	drag   dragKind
	// selection is the outline of the area being selected on the map, in points in the window.
	selection [][2]float32
	tip       panel.HitArea // the area whose tooltip is shown
	hover     stage.Target  // what is under the mouse on the map
	// finger is set while fingers are used instead of a mouse.
	finger bool
}

// at returns the hit area that the pointer means at x, y, and its layer.
func (p *pointer) at(l *layout, x, y float32) (panel.HitArea, int, bool) {
	if p.finger {
		return l.touchedAt(x, y)
	}
	return l.areaAt(x, y)
}

// slack returns the number of points that a click may move.
func (p *pointer) slack() float64 {
	if p.finger {
		return touchSlack
	}
	return clickSlack
}

// reach returns, in points, how close to something on the map the pointer has to be.
func (p *pointer) reach() float32 {
	if p.finger {
		return panel.Finger / 2
	}
	return 0
}
