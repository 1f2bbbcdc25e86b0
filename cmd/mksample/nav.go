package main

import (
	"container/heap"
	"math"
	"slices"
)

const navStep = 32 // distance of nodes on both axes

// navLink leads from one node to another.
type navLink struct {
	to   int
	cost float64
	kind linkKind
}

type linkKind uint8

const (
	linkWalk linkKind = iota
	linkDrop
	linkPad  // a jump pad throws there
	linkTele // a teleporter leads there
	linkLift // the lift carries there
)

// navNode is a place where a player can stand.
type navNode struct {
	origin vec // of the player
	links  []navLink
	edge   float64 // cost of being near walls and ledges
}

// nav is a mesh of places over the map, found by trying the player's box
// everywhere.
type nav struct {
	w      *world
	nodes  []navNode
	column map[[2]int][]int
	back   [][]navLink // links reversed
	fields map[int][]float64
}

func newNav(w *world, c *chart) *nav {
	n := &nav{w: w, column: map[[2]int][]int{}, fields: map[int][]float64{}}
	movers := w.movers
	w.movers = nil // doors open by themselves and lifts come down
	n.stand(c)
	for i := range n.nodes {
		n.link(i)
	}
	w.movers = movers
	n.rate()
	return n
}

func cellOf(p vec) [2]int {
	return [2]int{int(math.Round(p[0] / navStep)), int(math.Round(p[1] / navStep))}
}

// stand finds the nodes.
func (n *nav) stand(c *chart) {
	for y := -1120.0; y <= 1120; y += navStep {
		for x := -1312.0; x <= 1312; x += navStep {
			var tops []float64
			for _, b := range n.w.brushes {
				if b.contents != contentsSolid || x < b.min[0]-15 || x > b.max[0]+15 || y < b.min[1]-15 || y > b.max[1]+15 {
					continue
				}
				tops = append(tops, b.max[2])
			}
			slices.Sort(tops)
			last := -1e9
			for _, z := range slices.Compact(tops) {
				p := vec{x, y, z + 24 + skin}
				if !c.aired(x, y, z+1) || !n.w.fits(p) {
					continue
				}
				h := n.w.trace(p, p.add(vec{0, 0, -120}), hullMin, hullMax)
				if h.frac == 1 || h.normal[2] < footUp || h.end[2]-last < 8 {
					continue
				}
				last = h.end[2]
				n.column[cellOf(p)] = append(n.column[cellOf(p)], len(n.nodes))
				n.nodes = append(n.nodes, navNode{origin: h.end})
			}
		}
	}
}

// aired reports whether a point is in a room.
func (c *chart) aired(x, y, z float64) bool {
	for i := range c.rooms {
		r := &c.rooms[i]
		if z < r.floor || z > r.ceil {
			continue
		}
		in := true
		for k, a := range r.poly {
			b := r.poly[(k+1)%len(r.poly)]
			if float64((b.x-a.x)*(y-a.y))-float64((b.y-a.y)*(x-a.x)) < 0 {
				in = false
				break
			}
		}
		if in {
			return true
		}
	}
	return false
}

// link connects a node with its neighbours: on foot, or by falling.
func (n *nav) link(i int) {
	a := n.nodes[i].origin
	at := cellOf(a)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			for _, j := range n.column[[2]int{at[0] + dx, at[1] + dy}] {
				b := n.nodes[j].origin
				rise := b[2] - a[2]
				if rise > 40 || rise < -320 {
					continue
				}
				kind, lift := linkWalk, float64(stepUp)
				cost := b.sub(a).len()
				if rise < -40 {
					kind, lift, cost = linkDrop, 1, cost+80-rise/4
				}
				if n.reaches(a, b, lift) {
					n.nodes[i].links = append(n.nodes[i].links, navLink{j, cost, kind})
				}
			}
		}
	}
}

// reaches tries to go straight from a to b, lifted a little, and to come down there.
func (n *nav) reaches(a, b vec, lift float64) bool {
	up := n.w.trace(a, a.add(vec{0, 0, lift}), hullMin, hullMax).end
	if b[2] > a[2] {
		up[2] = math.Max(up[2], math.Min(b[2]+1, a[2]+2*stepUp))
	}
	over := vec{b[0], b[1], up[2]}
	if h := n.w.trace(up, over, hullMin, hullMax); h.frac < 1 || h.startSolid {
		return false
	}
	h := n.w.trace(over, vec{b[0], b[1], b[2] - 4}, hullMin, hullMax)
	return math.Abs(h.end[2]-b[2]) < 5
}

// join adds a link of a special kind between the nodes nearest to two places.
func (n *nav) join(a, b vec, cost float64, kind linkKind) {
	i, j := n.near(a), n.near(b)
	n.nodes[i].links = append(n.nodes[i].links, navLink{j, cost, kind})
}

// rate makes places near walls and ledges dearer, and reverses the links.
func (n *nav) rate() {
	n.back = make([][]navLink, len(n.nodes))
	for i := range n.nodes {
		walks := 0
		for _, l := range n.nodes[i].links {
			if l.kind == linkWalk {
				walks++
			}
		}
		n.nodes[i].edge = float64(8-min(walks, 8)) * 5
	}
	n.reverse()
}

func (n *nav) reverse() {
	for i := range n.back {
		n.back[i] = n.back[i][:0]
	}
	for i := range n.nodes {
		for _, l := range n.nodes[i].links {
			n.back[l.to] = append(n.back[l.to], navLink{i, l.cost + n.nodes[l.to].edge, l.kind})
		}
	}
	clear(n.fields)
}

// near is the node next to a place, preferring its own height.
func (n *nav) near(p vec) int {
	best, dist := 0, math.Inf(1)
	at := cellOf(p)
	for r := 0; r <= 3; r++ {
		for dy := -r; dy <= r; dy++ {
			for dx := -r; dx <= r; dx++ {
				if max(dx, -dx) != r && max(dy, -dy) != r {
					continue
				}
				for _, j := range n.column[[2]int{at[0] + dx, at[1] + dy}] {
					d := n.nodes[j].origin.sub(p)
					cost := d.flat().len() + float64(3*math.Abs(d[2]))
					if d[2] > 30 {
						cost += 200
					}
					if cost < dist {
						best, dist = j, cost
					}
				}
			}
		}
		if dist < 40 {
			break
		}
	}
	return best
}

type navQueue []navEntry

type navEntry struct {
	node int
	cost float64
}

func (q navQueue) Len() int { return len(q) }
func (q navQueue) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost < q[j].cost
	}
	return q[i].node < q[j].node
}
func (q navQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *navQueue) Push(x any)   { *q = append(*q, x.(navEntry)) }
func (q *navQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// field is the cost of the way from every node to a goal.
func (n *nav) field(goal int) []float64 {
	if f := n.fields[goal]; f != nil {
		return f
	}
	f := make([]float64, len(n.nodes))
	for i := range f {
		f[i] = math.Inf(1)
	}
	f[goal] = 0
	q := &navQueue{{goal, 0}}
	for q.Len() > 0 {
		e := heap.Pop(q).(navEntry)
		if e.cost > f[e.node] {
			continue
		}
		for _, l := range n.back[e.node] {
			if c := e.cost + l.cost; c < f[l.to] {
				f[l.to] = c
				heap.Push(q, navEntry{l.to, c})
			}
		}
	}
	n.fields[goal] = f
	return f
}

// next is the best link from a node towards the goal of a field.
func (n *nav) next(i int, f []float64) (navLink, bool) {
	var best navLink
	cost := math.Inf(1)
	for _, l := range n.nodes[i].links {
		if c := l.cost + n.nodes[l.to].edge + f[l.to]; c < cost {
			best, cost = l, c
		}
	}
	return best, !math.IsInf(cost, 1)
}

// straight reports whether one can walk straight from a node to another.
func (n *nav) straight(from, to int) bool {
	a, b := n.nodes[from].origin, n.nodes[to].origin
	steps := int(b.sub(a).flat().len()/(navStep/2)) + 1
	at := from
	for s := 1; s <= steps; s++ {
		cell := cellOf(a.mad(float64(s)/float64(steps), b.sub(a)))
		if cell == cellOf(n.nodes[at].origin) {
			continue
		}
		found := false
		for _, l := range n.nodes[at].links {
			if l.kind == linkWalk && cellOf(n.nodes[l.to].origin) == cell {
				at, found = l.to, true
				break
			}
		}
		if !found {
			return false
		}
	}
	return at == to
}
