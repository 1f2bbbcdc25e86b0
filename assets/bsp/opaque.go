package bsp

import (
	"math"
	"slices"
)

// Opaque describes what blocks sight on a map: the opaque parts of the world and of each brush model. It is optimized
// for testing many lines. It is immutable and safe for concurrent use.
//
// The rules for what blocks sight are those of the games. In Quake, solid and sky block sight, as do the surfaces of
// liquids (ai.qc, visible). In Quake II, solid, slime and lava block sight (g_ai.c, visible, with MASK_OPAQUE). In
// Quake III, solid brushes and patches block sight (ai_dmq3.c, BotEntityVisible, with CONTENTS_SOLID). Clip brushes,
// windows and banners do not block sight.
type Opaque struct {
	models []opaqueModel
	tree   []sightNode // Quake and Quake II
	leafs  []uint8     // the effect of each leaf on sight
}

// opaqueModel is the world or a brush model.
type opaqueModel struct {
	min, max Vec3
	root     int32
	volume   *volume // Quake III
}

// The effects of a leaf of the tree on sight.
const (
	leafOpen = iota
	leafWet  // in Quake the surface of a liquid ends sight
	leafShut
)

// sightNode is a node including its plane.
type sightNode struct {
	normal   Vec3
	dist     float32
	axis     int8 // of an axial plane, otherwise -1
	children [2]int32
}

// Opaque returns the parts of the map that block sight, or nil if the map lacks the required lumps.
func (m *Map) Opaque() *Opaque { return m.opaque }

// opaqueTree returns the Opaque of a Quake or Quake II map.
func (d *decoder) opaqueTree(t *tree) *Opaque {
	if len(t.nodes) == 0 {
		return nil
	}
	o := &Opaque{tree: make([]sightNode, len(t.nodes)), leafs: make([]uint8, len(t.leafs)),
		models: make([]opaqueModel, len(d.m.Models))}
	for i := range t.nodes {
		n, p := &t.nodes[i], &t.planes[t.nodes[i].plane]
		o.tree[i] = sightNode{normal: p.Normal, dist: p.Dist, axis: axisOf(p.Normal), children: n.children}
	}
	quake2 := d.layout.format == Quake2 || d.layout.format == Quake2Q
	for i, c := range t.leafs {
		switch {
		case c&Solid != 0, quake2 && c&(Slime|Lava) != 0:
			o.leafs[i] = leafShut
		case !quake2 && c&(Water|Slime|Lava) != 0:
			o.leafs[i] = leafWet
		}
	}
	for i := range o.models {
		m := &d.m.Models[i]
		o.models[i] = opaqueModel{min: m.Min, max: m.Max, root: int32(i32(d.record(lumpModels, i), 36))}
	}
	return o
}

func axisOf(n Vec3) int8 {
	for a := range n {
		if n[a] == 1 {
			return int8(a)
		}
	}
	return -1
}

// Box returns the bounding box of the model with the given index, in the model's own coordinates. ok is false if there
// is no such model.
func (o *Opaque) Box(model int) (lo, hi Vec3, ok bool) {
	if model < 0 || model >= len(o.models) {
		return lo, hi, false
	}
	return o.models[model].min, o.models[model].max, true
}

// Shut reports whether the point p is inside a part of the world that blocks sight.
func (o *Opaque) Shut(p Vec3) bool {
	if v := o.models[0].volume; v != nil {
		return v.holds(p)
	}
	return o.leaf(o.models[0].root, p) == leafShut
}

func (o *Opaque) leaf(n int32, p Vec3) uint8 {
	for range o.tree {
		if n < 0 || int(n) >= len(o.tree) {
			break
		}
		k := &o.tree[n]
		if dot(k.normal, p) >= k.dist {
			n = k.children[0]
		} else {
			n = k.children[1]
		}
	}
	return o.kind(n)
}

// kind returns the effect on sight of a leaf, which is given by a child number below 0.
func (o *Opaque) kind(n int32) uint8 {
	if i := -1 - int(n); i >= 0 && i < len(o.leafs) {
		return o.leafs[i]
	}
	return leafShut
}

// Clear reports whether the line from a to b is unobstructed by the world. hint remembers what blocked the previous
// line, which Clear tests first. Callers should pass the same hint for lines that are close together.
func (o *Opaque) Clear(a, b Vec3, hint *int32) bool {
	v := o.models[0].volume
	if v == nil {
		_, hit := o.Trace(0, a, b)
		return !hit
	}
	dir := sub(b, a)
	if h := *hint; h >= 0 && int(h) < len(v.items) {
		if _, hit := v.traceItem(h, a, dir); hit {
			return false
		}
	}
	_, item := v.trace(a, dir, true)
	if item >= 0 {
		*hint = item
	}
	return item < 0
}

// Trace traces the line from a to b through the model with the given index. Both points are in the model's own
// coordinates. If the model blocks the line, hit is true and share is the fraction of the line that lies before the
// obstacle. Otherwise, hit is false and share is 1.
func (o *Opaque) Trace(model int, a, b Vec3) (share float32, hit bool) {
	if model < 0 || model >= len(o.models) {
		return 1, false
	}
	m := &o.models[model]
	if model > 0 && !crosses(&m.min, &m.max, &a, inverse(sub(b, a)), 1) {
		return 1, false
	}
	if m.volume != nil {
		share, item := m.volume.trace(a, sub(b, a), false)
		return share, item >= 0
	}
	if o.tree == nil {
		return 1, false
	}
	return o.walk(m.root, a, b, model == 0)
}

// stretch is a segment of a line still to be followed in a subtree.
type stretch struct {
	node     int32
	from, to float32
}

// walk follows a line through the tree, nearest part first. Because damaged trees may have cycles, it visits no more
// nodes than a line can meet in an intact tree.
func (o *Opaque) walk(root int32, a, b Vec3, world bool) (share float32, hit bool) {
	var room [64]stretch
	stack := append(room[:0], stretch{root, 0, 1})
	dir := sub(b, a)
	first, medium := true, uint8(leafOpen)
	for steps := 1 << 13; len(stack) > 0 && steps > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for ; s.node >= 0 && int(s.node) < len(o.tree) && steps > 0; steps-- {
			var behind stretch
			if s, behind = o.split(s, &a, &dir); behind.to > behind.from {
				stack = append(stack, behind)
			}
		}
		switch kind := o.kind(s.node); {
		case kind == leafShut:
			return s.from, true
		case first:
			first, medium = false, kind
		case kind != medium && world:
			return s.from, true
		}
	}
	return 1, false
}

// split cuts a stretch by the plane of its node into the nearer and the farther part. The latter may be empty.
func (o *Opaque) split(s stretch, a, dir *Vec3) (near, behind stretch) {
	k := &o.tree[s.node]
	var d, v float32
	if k.axis >= 0 {
		d, v = a[k.axis]-k.dist, dir[k.axis]
	} else {
		d, v = dot(k.normal, *a)-k.dist, dot(k.normal, *dir)
	}
	d0, d1 := d+v*s.from, d+v*s.to
	switch {
	case d0 >= 0 && d1 >= 0:
		return stretch{k.children[0], s.from, s.to}, stretch{}
	case d0 < 0 && d1 < 0:
		return stretch{k.children[1], s.from, s.to}, stretch{}
	}
	mid := min(max(-d/v, s.from), s.to)
	side := 0
	if d0 < 0 {
		side = 1
	}
	return stretch{k.children[side], s.from, mid}, stretch{k.children[1-side], mid, s.to}
}

// volume holds the solids of a Quake III model: brushes and patches, in a tree of boxes.
type volume struct {
	brushes []Brush
	patches []triangle
	nodes   []boxNode
	items   []int32 // brushes, then patches, numbered on
}

// boxNode is a box with its content: two further nodes, or items.
type boxNode struct {
	min, max     Vec3
	first, count int32 // items; with count 0 the nodes first and first+1
}

// opaqueVolumes returns the Opaque of a Quake III map.
func (d *decoder) opaqueVolumes() *Opaque {
	o := &Opaque{models: make([]opaqueModel, len(d.m.Models))}
	for i := range o.models {
		m := &d.m.Models[i]
		brushes := d.m.Brushes
		if i > 0 {
			brushes = d.modelBrushes(i)
		}
		solid := slices.DeleteFunc(slices.Clone(brushes), func(b Brush) bool { return b.Contents&Solid == 0 })
		o.models[i] = opaqueModel{min: m.Min, max: m.Max, volume: newVolume(solid, d.patches(m))}
	}
	if d.err != nil {
		return nil
	}
	return o
}

func newVolume(brushes []Brush, patches []triangle) *volume {
	v := &volume{brushes: brushes, patches: patches, items: make([]int32, len(brushes)+len(patches))}
	boxes := make([]box, len(v.items))
	for i := range v.items {
		v.items[i] = int32(i)
		if i < len(brushes) {
			boxes[i] = box{brushes[i].Min, brushes[i].Max}
		} else {
			boxes[i] = patches[i-len(brushes)].box
		}
	}
	v.nodes = append(v.nodes, boxNode{})
	v.divide(0, 0, len(v.items), boxes, 0)
	return v
}

// bins is the number of candidate positions for dividing a node.
const bins = 12

// divide makes a node of a range of the items and divides it where the cost of tracing lines is lowest. The cost
// depends on the surface areas of the two halves and on their numbers of items.
func (v *volume) divide(at, from, to int, boxes []box, depth int) {
	const few, deepest = 2, 40
	whole := boxOf(boxes, v.items[from:to])
	v.nodes[at] = boxNode{min: whole.min, max: whole.max, first: int32(from), count: int32(to - from)}
	if to-from <= few || depth == deepest {
		return
	}
	axis, cut, ok := v.cheapest(whole, boxes, from, to)
	if !ok {
		return
	}
	mid := from
	for i := from; i < to; i++ {
		if b := &boxes[v.items[i]]; b.min[axis]+b.max[axis] < 2*cut {
			v.items[i], v.items[mid] = v.items[mid], v.items[i]
			mid++
		}
	}
	if mid == from || mid == to {
		return
	}
	child := len(v.nodes)
	v.nodes = append(v.nodes, boxNode{}, boxNode{})
	v.nodes[at].first, v.nodes[at].count = int32(child), 0
	v.divide(child, from, mid, boxes, depth+1)
	v.divide(child+1, mid, to, boxes, depth+1)
}

// cheapest returns the best place to divide a node; ok is false if it is best left whole.
func (v *volume) cheapest(whole box, boxes []box, from, to int) (axis int, cut float32, ok bool) {
	best := float32(to-from) * whole.surface()
	for a := range 3 {
		wide := whole.max[a] - whole.min[a]
		if !(wide > 0) {
			continue
		}
		var count [bins]int
		var within [bins]box
		for _, i := range v.items[from:to] {
			b := &boxes[i]
			k := max(min(int(((b.min[a]+b.max[a])/2-whole.min[a])/wide*bins), bins-1), 0)
			if count[k]++; count[k] == 1 {
				within[k] = *b
			} else {
				within[k].add(b)
			}
		}
		for k := 1; k < bins; k++ {
			cost := halfCost(count[:k], within[:k]) + halfCost(count[k:], within[k:])
			if cost > 0 && cost < best {
				axis, cut, ok, best = a, whole.min[a]+wide*float32(k)/bins, true, cost
			}
		}
	}
	return axis, cut, ok
}

// halfCost returns the number of items in some bins, times the surface around them.
func halfCost(count []int, within []box) float32 {
	n, all := 0, box{}
	for i := range count {
		switch {
		case count[i] == 0:
		case n == 0:
			all = within[i]
		default:
			all.add(&within[i])
		}
		n += count[i]
	}
	return float32(n) * all.surface()
}

func (b *box) surface() float32 {
	x, y, z := b.max[0]-b.min[0], b.max[1]-b.min[1], b.max[2]-b.min[2]
	return x*y + y*z + z*x
}

func (b *box) add(o *box) {
	for a := range 3 {
		b.min[a], b.max[a] = min(b.min[a], o.min[a]), max(b.max[a], o.max[a])
	}
}

// boxOf returns the box around the given boxes. If there are none, the box is inside out.
func boxOf(boxes []box, items []int32) box {
	inf := float32(math.Inf(1))
	out := box{Vec3{inf, inf, inf}, Vec3{-inf, -inf, -inf}}
	for _, i := range items {
		out.add(&boxes[i])
	}
	return out
}

// inverse returns the reciprocal of each component of a direction.
func inverse(dir Vec3) *Vec3 { return &Vec3{1 / dir[0], 1 / dir[1], 1 / dir[2]} }

// crosses reports whether the line from a meets a box within the fraction until of its length. inv is the inverse of
// the line's direction.
func crosses(lo, hi, a, inv *Vec3, until float32) bool {
	from, to := float32(0), until
	for k := range 3 {
		t0, t1 := (lo[k]-a[k])*inv[k], (hi[k]-a[k])*inv[k]
		if t0 != t0 || t1 != t1 { // along a side of the box, on it
			continue
		}
		if t0 > t1 {
			t0, t1 = t1, t0
		}
		from, to = max(from, t0), min(to, t1)
	}
	return from <= to
}

// trace returns the nearest item that a line from a meets, and the fraction of the line before it. If first is set,
// trace returns the first item that it finds, which need not be the nearest. item is -1 if there is none.
func (v *volume) trace(a, dir Vec3, first bool) (share float32, item int32) {
	inv := inverse(dir)
	var room [64]int32
	stack := append(room[:0], 0)
	share, item = 1, -1
	for len(stack) > 0 {
		n := &v.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if !crosses(&n.min, &n.max, &a, inv, share) {
			continue
		}
		if n.count == 0 && n.first > 0 {
			stack = append(stack, n.first, n.first+1)
			continue
		}
		for _, i := range v.items[n.first : n.first+n.count] {
			if s, ok := v.traceItem(i, a, dir); ok && (s < share || item < 0) {
				if share, item = s, i; first {
					return share, item
				}
			}
		}
	}
	return share, item
}

func (v *volume) traceItem(i int32, a, dir Vec3) (share float32, hit bool) {
	if int(i) < len(v.brushes) {
		return v.brushes[i].enters(a, dir)
	}
	return v.patches[int(i)-len(v.brushes)].crossed(a, dir)
}

// enters returns the position on a line from a at which it enters the brush.
func (b *Brush) enters(a, dir Vec3) (share float32, hit bool) {
	from, to := float32(0), float32(1)
	for i := range b.Sides {
		s := &b.Sides[i]
		d, v := dot(s.Normal, a)-s.Dist, dot(s.Normal, dir)
		switch {
		case d > 0 && d+v > 0:
			return 1, false
		case d <= 0 && d+v <= 0:
		case v < 0:
			from = max(from, -d/v)
		default:
			to = min(to, -d/v)
		}
	}
	return from, from < to
}

// holds reports whether p is in a brush.
func (v *volume) holds(p Vec3) bool {
	var room [64]int32
	stack := append(room[:0], 0)
	for len(stack) > 0 {
		n := &v.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if !(p[0] >= n.min[0] && p[0] <= n.max[0] && p[1] >= n.min[1] && p[1] <= n.max[1] && p[2] >= n.min[2] &&
			p[2] <= n.max[2]) {
			continue
		}
		if n.count == 0 && n.first > 0 {
			stack = append(stack, n.first, n.first+1)
			continue
		}
		for _, i := range v.items[n.first : n.first+n.count] {
			if int(i) < len(v.brushes) && v.brushes[i].holds(p, 0) {
				return true
			}
		}
	}
	return false
}

// crossed returns the position on a line from a at which it crosses the triangle, from either side.
func (t *triangle) crossed(a, dir Vec3) (share float32, hit bool) {
	e1, e2 := sub(t.corners[1], t.corners[0]), sub(t.corners[2], t.corners[0])
	p := cross(dir, e2)
	det := dot(e1, p)
	if det == 0 {
		return 1, false
	}
	s := sub(a, t.corners[0])
	u := dot(s, p) / det
	q := cross(s, e1)
	v := dot(dir, q) / det
	share = dot(e2, q) / det
	return share, u >= 0 && v >= 0 && u+v <= 1 && share >= 0 && share <= 1
}
