package draw

// Rect is a rectangle in points.
type Rect struct{ X, Y, W, H float32 }

// Right returns the x coordinate of the right edge.
func (r Rect) Right() float32 { return r.X + r.W }

// Bottom returns the y coordinate of the bottom edge.
func (r Rect) Bottom() float32 { return r.Y + r.H }

// Center returns the centre of r.
func (r Rect) Center() (x, y float32) { return r.X + r.W/2, r.Y + r.H/2 }

// Contains reports whether the point x, y is in r.
func (r Rect) Contains(x, y float32) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H
}

// Overlaps reports whether r and o overlap.
func (r Rect) Overlaps(o Rect) bool {
	return r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H
}

// Around returns the smallest rectangle that contains r and o.
func (r Rect) Around(o Rect) Rect {
	x, y := min(r.X, o.X), min(r.Y, o.Y)
	return Rect{x, y, max(r.Right(), o.Right()) - x, max(r.Bottom(), o.Bottom()) - y}
}

// Inset returns r with its left and right edges moved inwards by dx and its top and bottom edges by dy.
func (r Rect) Inset(dx, dy float32) Rect {
	return Rect{r.X + dx, r.Y + dy, max(r.W-2*dx, 0), max(r.H-2*dy, 0)}
}

// CutLeft cuts a strip of width w off the left of r. It returns the strip and the rest of r.
func (r Rect) CutLeft(w float32) (part, rest Rect) {
	w = min(w, r.W)
	return Rect{r.X, r.Y, w, r.H}, Rect{r.X + w, r.Y, r.W - w, r.H}
}

// CutRight cuts a strip of width w off the right of r. It returns the strip and the rest of r.
func (r Rect) CutRight(w float32) (part, rest Rect) {
	w = min(w, r.W)
	return Rect{r.X + r.W - w, r.Y, w, r.H}, Rect{r.X, r.Y, r.W - w, r.H}
}

// CutTop cuts a strip of height h off the top of r. It returns the strip and the rest of r.
func (r Rect) CutTop(h float32) (part, rest Rect) {
	h = min(h, r.H)
	return Rect{r.X, r.Y, r.W, h}, Rect{r.X, r.Y + h, r.W, r.H - h}
}

// CutBottom cuts a strip of height h off the bottom of r. It returns the strip and the rest of r.
func (r Rect) CutBottom(h float32) (part, rest Rect) {
	h = min(h, r.H)
	return Rect{r.X, r.Y + r.H - h, r.W, h}, Rect{r.X, r.Y, r.W, r.H - h}
}
