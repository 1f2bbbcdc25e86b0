package viewer

import (
	"slices"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// surface decides what is shown over the map, where it is shown, and which part receives the keys. Only one part's
// panel is over the map at a time: the one opened or requested last. When it is closed, the previous one appears again.
// Banners are stacked at the top of the map, messages are in the top line, and tooltips are at the pointer, where they
// cover none of these.
type surface struct {
	parts *parts
	open  []*part.Panel // panels over the map, the last opened last
	// lettered lists the switched-on parts with their own keys, the last switched on last.
	lettered []*part.Letters
	// scores cover the map while they are shown.
	scores *scoreboard
	// taken are the areas that no tooltip may cover.
	taken []draw.Rect
}

// over reports whether a panel lies over the map rather than below it.
func over(p *part.Panel) bool { return p != nil && p.Open != nil && p.Height == nil }

// update registers panels that were opened or closed.
func (s *surface) update() {
	s.open = slices.DeleteFunc(s.open, func(p *part.Panel) bool { return !p.Open() })
	for _, x := range s.parts.all {
		if over(x.Panel) && x.Panel.Open() && !slices.Contains(s.open, x.Panel) {
			s.open, s.scores.pinned = append(s.open, x.Panel), false
		}
	}
}

// top returns the panel over the map, or nil if there is none.
func (s *surface) top() *part.Panel {
	s.update()
	if len(s.open) == 0 || s.scores.shown() {
		return nil
	}
	return s.open[len(s.open)-1]
}

// covered reports whether a part's panel is open but not visible.
func (s *surface) covered(x *part.Part) bool {
	return over(x.Panel) && x.Panel.Open() && s.top() != x.Panel
}

// raise brings an open panel to the front.
func (s *surface) raise(p *part.Panel) {
	s.update()
	if i := slices.Index(s.open, p); i >= 0 {
		s.open, s.scores.pinned = append(slices.Delete(s.open, i, i+1), p), false
	}
}

// letter returns the action of a key, if it is one of the letters of the part that was switched on last.
func (s *surface) letter(c action.Chord) (id action.ID, ok bool) {
	s.lettered = slices.DeleteFunc(s.lettered, func(l *part.Letters) bool { return !l.On() })
	for _, x := range s.parts.all {
		if l := x.Letters; l != nil && l.On() && !slices.Contains(s.lettered, l) {
			s.lettered = append(s.lettered, l)
		}
	}
	if n := len(s.lettered); n > 0 {
		id, ok = s.lettered[n-1].Keys[c]
	}
	return id, ok
}

// begin clears the areas taken in the previous frame.
func (s *surface) begin() { s.taken = s.taken[:0] }

// take marks areas as taken.
func (s *surface) take(lists ...panel.List) {
	for i := range lists {
		if lists[i].Area.H > 0 {
			s.taken = append(s.taken, lists[i].Area)
		}
	}
}

// typedInto marks a list's text fields as taken.
func (s *surface) typedInto(l *panel.List) {
	for _, a := range l.HitAreas {
		if a.Do.Verb == panel.VerbFindField {
			s.taken = append(s.taken, a.Rect)
		}
	}
}

// covers reports whether an area covers anything taken.
func (s *surface) covers(r draw.Rect) bool { return slices.ContainsFunc(s.taken, r.Overlaps) }

// free returns a place within room, as close to r as possible, that covers nothing taken, or r if there is none.
func (s *surface) free(r, room draw.Rect) draw.Rect {
	const gap = 4
	tries := []draw.Rect{r}
	for _, t := range s.taken {
		for _, to := range [][2]float32{{r.X, t.Y - r.H - gap}, {r.X, t.Bottom() + gap}, {t.X - r.W - gap, r.Y},
			{t.Right() + gap, r.Y}} {
			tries = append(tries, draw.Rect{X: to[0], Y: to[1], W: r.W, H: r.H})
		}
	}
	best, least := r, float32(-1)
	for _, x := range tries {
		if x.X < room.X || x.Y < room.Y || x.Right() > room.Right() || x.Bottom() > room.Bottom() || s.covers(x) {
			continue
		}
		if d := abs32(x.X-r.X) + abs32(x.Y-r.Y); least < 0 || d < least {
			best, least = x, d
		}
	}
	return best
}

// moved returns the list moved to another place.
func moved(l panel.List, to draw.Rect) panel.List {
	dx, dy := to.X-l.Area.X, to.Y-l.Area.Y
	l.Area = to
	for i := range l.Ops {
		l.Ops[i].Rect.X += dx
		l.Ops[i].Rect.Y += dy
	}
	for i := range l.HitAreas {
		l.HitAreas[i].Rect.X += dx
		l.HitAreas[i].Rect.Y += dy
	}
	return l
}
