package panel

// Scroll is a list's scroll position and its maximum, in points.
type Scroll struct {
	At, Room float32
}

// By scrolls by d, clamped to the valid range.
func (s *Scroll) By(d float32) { s.At = min(max(s.At+d, 0), s.Room) }

// Reveal scrolls as little as necessary to show row i of n rows that are height points high.
func (s *Scroll) Reveal(i, n int, height float32) {
	seen := float32(n)*height - s.Room // the visible part of the list
	top := float32(i) * height
	s.At = max(min(max(s.At, top+height-seen), top), 0)
}
