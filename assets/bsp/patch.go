package bsp

// Quake III's patches are solid but have no volume: a thin layer behind their triangles is taken as solid.

// triangle is part of a patch.
type triangle struct {
	corners [3]Vec3
	normal  Vec3 // of unit length, away from the solid
	box     box
}

const (
	patchDepth = 8.0
	// patchSkin is the depth to which the player's box may be inside a patch, as the games split curves differently.
	patchSkin = 1.0
)

func newTriangle(corners [3]Vec3, normal Vec3) triangle {
	t := triangle{corners, normal, box{corners[0], corners[0]}}
	for _, c := range corners {
		for a := range 3 {
			t.box.min[a], t.box.max[a] = min(t.box.min[a], c[a]), max(t.box.max[a], c[a])
		}
	}
	return t
}

// curvedWorld is the solid of a Quake III map: its brushes and patches.
type curvedWorld struct {
	*brushIndex
	columns columns
	pieces  []triangle
}

func curved(brushes *brushIndex, pieces []triangle) *curvedWorld {
	boxes := make([]box, len(pieces))
	for i := range pieces {
		boxes[i] = pieces[i].box
		for a := range 3 {
			boxes[i].min[a] -= patchDepth
			boxes[i].max[a] += patchDepth
		}
	}
	return &curvedWorld{brushes, columnsOf(boxes, 64), pieces}
}

func (w *curvedWorld) contents(p Vec3) Contents {
	out := w.brushIndex.contents(p)
	if out&Solid != 0 {
		return out
	}
	for _, i := range w.columns.at(p) {
		if w.pieces[i].backs(p) {
			return out | Solid
		}
	}
	return out
}

func (w *curvedWorld) fits(p Vec3) bool {
	return w.brushIndex.fits(p) && !w.columns.any(p, func(i int32) bool { return w.pieces[i].stops(p) })
}

// backs reports whether a point is just behind the triangle.
func (t *triangle) backs(p Vec3) bool {
	for a := range 3 {
		if p[a] < t.box.min[a]-patchDepth || p[a] > t.box.max[a]+patchDepth {
			return false
		}
	}
	d := dot(t.normal, sub(p, t.corners[0]))
	if d > 0 || d < -patchDepth {
		return false
	}
	// In the triangle's plane, it must be on the same side of all edges.
	var left, right bool
	for i := range 3 {
		a, b := t.corners[i], t.corners[(i+1)%3]
		side := dot(t.normal, cross(sub(b, a), sub(p, a)))
		left, right = left || side > 0, right || side < 0
	}
	return !left || !right
}

// stops reports whether the triangle intersects the player's box at p: whether no axis separates them.
func (t *triangle) stops(p Vec3) bool {
	var mid, half Vec3
	for a := range 3 {
		mid[a] = p[a] + (playerMin[a]+playerMax[a])/2
		half[a] = (playerMax[a]-playerMin[a])/2 - patchSkin
		if t.box.min[a] >= mid[a]+half[a] || t.box.max[a] <= mid[a]-half[a] {
			return false
		}
	}
	apart := func(axis Vec3) bool {
		reach := abs(axis[0])*half[0] + abs(axis[1])*half[1] + abs(axis[2])*half[2]
		lo, hi := dot(axis, sub(t.corners[0], mid)), dot(axis, sub(t.corners[0], mid))
		for _, c := range t.corners[1:] {
			d := dot(axis, sub(c, mid))
			lo, hi = min(lo, d), max(hi, d)
		}
		return lo >= reach || hi <= -reach
	}
	if apart(t.normal) {
		return false
	}
	for i := range 3 {
		edge := sub(t.corners[(i+1)%3], t.corners[i])
		for _, axis := range [...]Vec3{{0, -edge[2], edge[1]}, {edge[2], 0, -edge[0]}, {-edge[1], edge[0], 0}} {
			if axis != (Vec3{}) && apart(axis) {
				return false
			}
		}
	}
	return true
}
