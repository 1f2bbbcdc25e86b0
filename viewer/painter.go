package viewer

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// changes records what has to be laid out or painted again.
type changes struct {
	stale bool // panels may have changed
	moved bool // the map has to be painted
	all   bool // everything has to be painted
}

// painter paints the layers that differ from the previous frame.
type painter struct {
	canvas *draw.Canvas
	layout *layout
	before [layerCount]panel.List
	// kept is set if the target still shows the previous frame.
	kept bool
	// drawMap draws the map. drawPreview draws the picture above the timeline.
	drawMap     func()
	drawPreview func(draw.Rect)
}

// paint paints the layers that changed, and those that they cover or that cover them. hasMap is set if the map is
// drawn rather than laid out.
func (p *painter) paint(c changes, hasMap bool) {
	var layers [layerCount]panel.Layer
	for i := range layers {
		layers[i] = panel.Layer{Now: &p.layout.layers[i], Before: &p.before[i], Paint: c.all}
	}
	layers[layerMap].Paint = layers[layerMap].Paint || c.moved && hasMap
	panel.Spread(layers[:])
	p.kept = !c.all
	for i := range layers {
		switch l := &layers[i]; {
		case l.Paint && len(l.Parts) > 0:
			for _, part := range l.Parts {
				paintPart(p.canvas, l.Now, part)
			}
		case l.Paint:
			p.paintLayer(i)
		}
	}
	p.kept = false
	p.before = p.layout.layers
}

// paintLayer paints a layer.
func (p *painter) paintLayer(i int) {
	if i == layerMap {
		p.drawMap()
		return
	}
	l := &p.layout.layers[i]
	paint(p.canvas, l)
	if i != layerHover {
		return
	}
	for _, op := range l.Ops {
		if op.Kind == panel.OpPicture {
			p.drawPreview(op.Rect)
		}
	}
}
