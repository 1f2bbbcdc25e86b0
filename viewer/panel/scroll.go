package panel

// Scroll is how far a list is scrolled and how far it can be, in points.
type Scroll struct {
	At, Room float32
}

// By scrolls by so much, as far as there is room.
func (s *Scroll) By(d float32) { s.At = min(max(s.At+d, 0), s.Room) }

// Reveal scrolls as little as brings row i of n into sight, each of that height.
func (s *Scroll) Reveal(i, n int, height float32) {
	seen := float32(n)*height - s.Room // the room to scroll shows how much of the list is in sight
	top := float32(i) * height
	s.At = max(min(max(s.At, top+height-seen), top), 0)
}
