package panel

import "fragscope/viewer/draw"

// Layer is a layer of the screen. The field Now holds the list to show, and the field Before holds the list currently
// on the screen. The caller or [Spread] sets Paint if the layer must be painted.
type Layer struct {
	Now, Before *List
	Paint       bool
	// Parts holds the areas to paint, as set by Spread. If it is empty, the whole layer is painted.
	Parts []draw.Rect
}

// Spread sets the Paint field of every layer that must be painted. A layer must be painted if it has changed, or if it
// overlaps the old or new area of another layer to be painted. If a changed layer overlaps no other layer, Spread sets
// its Parts field to the areas that have changed, unless painting the whole layer is cheaper. layers are in painting
// order, from the bottom up.
func Spread(layers []Layer) {
	alone := make([]bool, len(layers))
	for i := range layers {
		l := &layers[i]
		if !l.Now.Same(l.Before) {
			alone[i], l.Paint = !l.Paint, true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range layers {
			if !layers[i].Paint {
				continue
			}
			for j := range layers {
				if i == j || !touches(&layers[i], &layers[j]) {
					continue
				}
				changed = changed || !layers[j].Paint
				layers[j].Paint, alone[i], alone[j] = true, false, false
			}
		}
	}
	for i := range layers {
		if alone[i] {
			layers[i].Parts = layers[i].Now.changes(layers[i].Before)
		}
	}
}

func touches(a, b *Layer) bool {
	return area(a.Now).Overlaps(area(b.Now)) || area(a.Before).Overlaps(area(b.Now))
}

func area(l *List) draw.Rect {
	if l == nil || len(l.Ops) == 0 && len(l.HitAreas) == 0 {
		return draw.Rect{}
	}
	return l.Area
}

// A list is painted in parts if it has at most partsMost of them and they cover at most partsShare of its area.
// Otherwise all of it is painted.
const (
	partsMost  = 6
	partsShare = 0.5
)

// changes returns the rectangles in which two lists differ, or nil if painting them separately is not worthwhile.
func (l *List) changes(o *List) []draw.Rect {
	if l.Area != o.Area {
		return nil
	}
	now, before := l.Ops, o.Ops
	for len(now) > 0 && len(before) > 0 && now[0] == before[0] {
		now, before = now[1:], before[1:]
	}
	for len(now) > 0 && len(before) > 0 && now[len(now)-1] == before[len(before)-1] {
		now, before = now[:len(now)-1], before[:len(before)-1]
	}
	var parts []draw.Rect
	for i := range max(len(now), len(before)) {
		if i < len(now) && i < len(before) && now[i] == before[i] && len(now) == len(before) {
			continue
		}
		if i < len(now) {
			parts = joined(parts, now[i].Extent())
		}
		if i < len(before) {
			parts = joined(parts, before[i].Extent())
		}
		if len(parts) > partsMost {
			return nil
		}
	}
	var sum float32
	for _, r := range parts {
		sum += r.W * r.H
	}
	if sum > partsShare*l.Area.W*l.Area.H {
		return nil
	}
	return parts
}

// joined adds r to parts, merging rectangles that overlap.
func joined(parts []draw.Rect, r draw.Rect) []draw.Rect {
	for i := 0; i < len(parts); i++ {
		if parts[i].Overlaps(r) {
			r = r.Around(parts[i])
			parts[i] = parts[len(parts)-1]
			parts, i = parts[:len(parts)-1], -1
		}
	}
	return append(parts, r)
}

// Extent returns a rectangle that contains everything o draws.
func (o *Op) Extent() draw.Rect {
	const edge = 2 // for antialiasing and rounding to pixels
	r := o.Rect
	if o.Kind == OpText || o.Kind == OpBadge {
		size := o.Face.Typeface().Size // letters may extend beyond their line
		_, y := r.Center()
		half := max(r.H/2, size)
		r = draw.Rect{X: r.X - size/2, Y: y - half, W: r.W + size, H: 2 * half}
	}
	return draw.Rect{X: r.X - edge, Y: r.Y - edge, W: r.W + 2*edge, H: r.H + 2*edge}
}
