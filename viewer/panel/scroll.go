package panel

// Scroll holds a list's current scroll position and its maximum, in points.
type Scroll struct {
	At, Room float32
}

// By scrolls the list by d points, but not beyond either end.
func (s *Scroll) By(d float32) { s.At = min(max(s.At+d, 0), s.Room) }

// Reveal scrolls the list just far enough to make row i of n rows visible. height is the height of a row in points.
func (s *Scroll) Reveal(i, n int, height float32) {
	seen := float32(n)*height - s.Room // the visible part of the list
	top := float32(i) * height
	s.At = max(min(max(s.At, top+height-seen), top), 0)
}
