package panel

import "fragscope/viewer/draw"

// Layer is a list on the screen, the one before it and whether it has to be
// painted again for reasons of its own.
type Layer struct {
	Now, Before *List
	Paint       bool
}

// Spread marks the layers that have to be painted again because one above or
// beneath them has to be: where a layer changes, all that it covers or
// covered and all that covers it is painted, from the bottom up. layers are in
// the order of painting.
func Spread(layers []Layer) {
	for i := range layers {
		l := &layers[i]
		if !l.Now.Same(l.Before) {
			l.Paint = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range layers {
			if !layers[i].Paint {
				continue
			}
			for j := range layers {
				if i != j && !layers[j].Paint && touches(&layers[i], &layers[j]) {
					layers[j].Paint, changed = true, true
				}
			}
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
