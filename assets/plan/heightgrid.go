package plan

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// heightGrid is the grown ground in one piece.
type heightGrid struct {
	step       float64 // units between points
	i0, j0     int     // of the first point, in steps
	cols, rows int
	points     [][]floorPoint // in order of height
	spare      []floorPoint   // spare room for floors
	corners    coords
	patches    patches
}

// Plans wider than these use every second grid point in each direction, or every fourth.
const (
	coarseExtent  = 8192.0
	coarserExtent = 24576.0
)

// heightGrid returns nil if nothing has been added.
func (g *Grower) heightGrid(ways []airPath) *heightGrid {
	box, ok := g.box(ways)
	if !ok {
		return nil
	}
	every := 1
	switch side := float64(max(box.Dx(), box.Dy())) * latticeStep; {
	case side > coarserExtent:
		every = 4
	case side > coarseExtent:
		every = 2
	}
	// One empty point more on every side.
	l := &heightGrid{step: latticeStep * float64(every), i0: box.Min.X/every - 2, j0: box.Min.Y/every - 2}
	l.cols, l.rows = box.Dx()/every+4, box.Dy()/every+4
	l.points = make([][]floorPoint, l.cols*l.rows)
	for at, b := range g.blocks {
		for k := range b {
			i, j := int(at[0])*blockSize+k%blockSize, int(at[1])*blockSize+k/blockSize
			c := &b[k]
			if c.first.air == 0 || i%every != 0 || j%every != 0 {
				continue
			}
			own := l.room(1 + len(c.more))
			own[0] = c.first
			copy(own[1:], c.more)
			slices.SortFunc(own, func(a, b floorPoint) int { return cmp.Compare(a.z, b.z) })
			for k := range own {
				own[k].narrow(g.demos)
			}
			l.points[(j/every-l.j0)*l.cols+i/every-l.i0] = onlyFloors(own)
		}
	}
	l.addAirs(ways, g.walks)
	return l
}

// box returns the extent of what has been added, in steps.
func (g *Grower) box(ways []airPath) (box image.Rectangle, ok bool) {
	extend := func(x, y, reach float32) {
		at := func(v float32) int { return int(math.Floor(float64(v) / latticeStep)) }
		box = box.Union(image.Rect(at(x-reach), at(y-reach), at(x+reach)+1, at(y+reach)+1))
	}
	for at := range g.blocks {
		box = box.Union(image.Rect(int(at[0])*blockSize, int(at[1])*blockSize, (int(at[0])+1)*blockSize,
			(int(at[1])+1)*blockSize))
	}
	if len(ways) > 0 {
		lo, hi := extent(ways, g.walks)
		extend(lo[0], lo[1], airFar)
		extend(hi[0], hi[1], airFar)
	}
	if box.Empty() {
		for i := range g.others {
			if o := &g.others[i]; o.Kind == PointItem {
				extend(o.X, o.Y, pathDistance)
			}
		}
	}
	return box, !box.Empty()
}

// room returns space for n floors and a few more.
func (l *heightGrid) room(n int) []floorPoint {
	if len(l.spare) < n+1 {
		l.spare = make([]floorPoint, max(1024, n+1))
	}
	out := l.spare[: n : n+1]
	l.spare = l.spare[n+1:]
	return out
}

// onlyFloors returns floors without guessed ones close above others: tops of jumps.
func onlyFloors(floors []floorPoint) []floorPoint {
	out := floors[:1]
	for _, f := range floors[1:] {
		if f.guess && f.z-out[len(out)-1].z < jumpHeight+floorHeight/2 {
			continue
		}
		out = append(out, f)
	}
	return out
}

// inside reports whether a point belongs to the plan.
func (f *floorPoint) inside() bool { return f.dist < edgeDistance || f.air < edgeDistance }

// If there are many demos, players went along every wall and ledge, so any floor further from their paths than the
// width of a player is wrong. If there are few demos, that floor fills the space between the paths. So the more demos
// there are, the closer to the paths the floor ends, at points with many places.
const (
	narrowed             = edgeDistance - 16.0 // units, the most that floor ends nearer
	narrowFew, narrowAll = 12, 28              // numbers of places around a point at which this starts, and is complete
	narrowDemos          = 4                   // demos at which this is complete
)

func (f *floorPoint) narrow(demos int) {
	places := min(max(float32(int(f.near)-narrowFew)/(narrowAll-narrowFew), 0), 1)
	f.dist += narrowed * places * float32(min(max(demos-1, 0), narrowDemos-1)) / (narrowDemos - 1)
}

// edge returns the distance to the nearest path or supposed floor.
func (f *floorPoint) edge() float32 { return min(f.dist, f.air) }

// match returns the floor of a point that continues one at height z, or nil.
func match(floors []floorPoint, z, climb float32) *floorPoint {
	var best *floorPoint
	for k := range floors {
		if d := abs32(floors[k].z - z); d < climb && (best == nil || d < abs32(best.z-z)) {
			best = &floors[k]
		}
	}
	return best
}

// addOthers adds floor below items and widens floors to where shots ended.
func (l *heightGrid) addOthers(others []Point) {
	for _, o := range others {
		reach, gain := float32(40.0), float32(14)
		if o.Kind == PointImpact {
			reach, gain = 24, 4
		}
		c0, c1 := l.column(o.X-reach), l.column(o.X+reach)
		r0, r1 := l.row(o.Y-reach), l.row(o.Y+reach)
		for r := max(r0, 1); r <= min(r1, l.rows-2); r++ {
			for c := max(c0, 1); c <= min(c1, l.cols-2); c++ {
				x, y := l.place(c, r)
				d := float32(math.Hypot(float64(o.X-x), float64(o.Y-y)))
				if d > reach {
					continue
				}
				floors := &l.points[r*l.cols+c]
				if f := l.under(*floors, o.Z); f != nil {
					if d -= gain; f.air < f.dist {
						f.air = min(f.air, max(d, f.air-12))
					} else {
						f.dist = min(f.dist, max(d, f.dist-12))
					}
				} else if o.Kind == PointItem && match(*floors, o.Z-12, floorHeight) == nil {
					l.insert(r*l.cols+c, floorPoint{z: o.Z - 12, dist: pathDistance, air: d, pad: true})
				}
			}
		}
	}
}

// insert adds a floor to a point.
func (l *heightGrid) insert(at int, f floorPoint) *floorPoint {
	floors := l.points[at]
	k, _ := slices.BinarySearchFunc(floors, f.z, func(p floorPoint, z float32) int { return cmp.Compare(p.z, z) })
	if len(floors) == cap(floors) {
		floors = append(l.room(len(floors) + 1)[:0], floors...)
	}
	l.points[at] = slices.Insert(floors, k, f)
	return &l.points[at][k]
}

// under returns the floor below an item at height z if the item is on the floor or not far above it.
func (l *heightGrid) under(floors []floorPoint, z float32) *floorPoint {
	for k := len(floors) - 1; k >= 0; k-- {
		if d := z - floors[k].z; d > -20 && d < 120 {
			return &floors[k]
		}
	}
	return nil
}

func (l *heightGrid) place(c, r int) (x, y float32) {
	return float32(float64(l.i0+c) * l.step), float32(float64(l.j0+r) * l.step)
}

// fill is a floor that closes a gap.
type fill struct {
	at    int
	z     float32
	along uint8 // directions with floor on both sides
	air   bool  // supposed only
	pad   bool  // there for items only
}

// close fills gaps with floor of the same height on both sides, both east-west and north-south.
func (l *heightGrid) close() {
	fills := map[int][]fill{}
	span := func(start, step, n int, along uint8) {
		for k := 0; k < n; k++ {
			for f := range l.points[start+k*step] {
				p := &l.points[start+k*step][f]
				if p.inside() {
					l.gap(fills, start+k*step, step, n-k, p, along)
				}
			}
		}
	}
	for r := range l.rows {
		span(r*l.cols, 1, l.cols, 1)
	}
	for c := range l.cols {
		span(c, l.cols, l.rows, 2)
	}
	for at, list := range fills {
		for _, f := range list {
			if f.along != 3 {
				continue
			}
			p := match(l.points[at], f.z, floorHeight)
			if p == nil {
				p = l.insert(at, floorPoint{z: f.z, dist: pathDistance, air: pathDistance, pad: f.pad})
			}
			if f.air {
				p.air = min(p.air, edgeDistance/2)
			} else {
				p.dist = min(p.dist, edgeDistance/2)
			}
		}
	}
}

// gap records the gap that begins after a floor, if floor follows soon enough.
func (l *heightGrid) gap(fills map[int][]fill, at, step, n int, from *floorPoint, along uint8) {
	if n < 2 {
		return
	}
	if p := match(l.points[at+step], from.z, 30); p != nil && p.inside() {
		return
	}
	for d := 2; d <= maxGap && d < n; d++ {
		p := match(l.points[at+d*step], from.z, 26)
		if p == nil || !p.inside() {
			continue
		}
		if d <= tinyGap {
			along = 3
		}
		air := from.dist >= edgeDistance || p.dist >= edgeDistance
		for k := 1; k < d; k++ {
			to := at + k*step
			h := from.z + (p.z-from.z)*float32(k)/float32(d)
			fills[to] = join(fills[to], fill{to, h, along, air, from.pad && p.pad})
		}
		return
	}
}

// join adds a fill to those of a point.
func join(list []fill, f fill) []fill {
	for i := range list {
		if abs32(list[i].z-f.z) < 24 {
			list[i].along |= f.along
			list[i].air = list[i].air || f.air
			list[i].pad = list[i].pad && f.pad
			return list
		}
	}
	return append(list, f)
}

// smooth evens out heights a little where they are close: the slopes of ramps and stairs. A point with level neighbours
// becomes level with them.
func (l *heightGrid) smooth() {
	start := l.starts()
	all := make([]floorPoint, 0, start[len(l.points)])
	for _, floors := range l.points {
		all = append(all, floors...)
	}
	old := func(at int) []floorPoint { return all[start[at]:start[at+1]] }
	for r := 1; r < l.rows-1; r++ {
		for c := 1; c < l.cols-1; c++ {
			at := r*l.cols + c
			for k := range l.points[at] {
				p, was := &l.points[at][k], &all[int(start[at])+k]
				sum, weight := p.z*2, float32(2)
				dist, air, n := p.dist*2, p.air*2, float32(2)
				low, high, level := p.z, p.z, 0
				for _, to := range [...]int{at - 1, at + 1, at - l.cols, at + l.cols} {
					q := match(old(to), was.z, floorHeight-2)
					if q == nil {
						continue
					}
					if abs32(q.z-was.z) < 26 {
						dist, air, n = dist+q.dist, air+q.air, n+1
						if q.z != p.z {
							sum, weight = sum+q.z, weight+1
						}
					}
					if level == 0 || q.z >= high-2 && q.z <= low+2 {
						if level == 0 {
							low, high = q.z, q.z
						}
						low, high, level = min(low, q.z), max(high, q.z), level+1
					}
				}
				p.z = sum / weight
				if level >= 3 {
					p.z = (low + high) / 2
				}
				p.dist, p.air = dist/n, air/n
			}
		}
	}
}

// starts returns the number of each point's first floor if floors are counted through.
func (l *heightGrid) starts() []int32 {
	start := make([]int32, len(l.points)+1)
	for i, floors := range l.points {
		start[i+1] = start[i] + int32(len(floors))
	}
	return start
}

// parts are the connected pieces of a height grid's floors.
type parts struct {
	start []int32 // index of each point's first floor in of
	of    []int32 // part of each floor; -1 for those omitted
	count int
	size  []int32 // floors of each part
}

// parts returns the pieces made of the floors for which in returns true.
func (l *heightGrid) parts(in func(*floorPoint) bool) *parts {
	ps := &parts{start: l.starts()}
	ps.of = make([]int32, ps.start[len(l.points)])
	for i := range ps.of {
		ps.of[i] = -1
	}
	type ref struct {
		at int32
		k  int32
	}
	var stack []ref
	for at := range l.points {
		for k := range l.points[at] {
			if first := ps.start[at] + int32(k); ps.of[first] >= 0 || !in(&l.points[at][k]) {
				continue
			}
			id, size := int32(ps.count), int32(0)
			ps.count++
			ps.of[ps.start[at]+int32(k)] = id
			stack = append(stack, ref{int32(at), int32(k)})
			for len(stack) > 0 {
				s := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				size++
				z := l.points[s.at][s.k].z
				for _, to := range [...]int32{s.at - 1, s.at + 1, s.at - int32(l.cols), s.at + int32(l.cols)} {
					if to < 0 || int(to) >= len(l.points) {
						continue
					}
					for k := range l.points[to] {
						q := &l.points[to][k]
						if next := ps.start[to] + int32(k); ps.of[next] < 0 && abs32(q.z-z) < 24 && in(q) {
							ps.of[next] = id
							stack = append(stack, ref{to, int32(k)})
						}
					}
				}
			}
			ps.size = append(ps.size, size)
		}
	}
	return ps
}

// partAt returns the part that a place is on, or -1.
func (l *heightGrid) partAt(ps *parts, p *airPlace) int32 {
	best, part := float32(floorHeight), int32(-1)
	c, r := l.column(p.x), l.row(p.y)
	for _, d := range [...]int{0, 1, l.cols, l.cols + 1} {
		at := r*l.cols + c + d
		if at < 0 || at >= len(l.points) {
			continue
		}
		for k := range l.points[at] {
			if id := ps.of[ps.start[at]+int32(k)]; id >= 0 && abs32(l.points[at][k].z-p.low) < best {
				best, part = abs32(l.points[at][k].z-p.low), id
			}
		}
	}
	return part
}

// prune removes small floors above or beside others, passed by players in the air, and isolated items.
func (l *heightGrid) prune() {
	little := int(10240 / (l.step * l.step)) // points
	ps := l.parts((*floorPoint).inside)
	// Each part is worth its known floor, minus possible landings of jumps, plus any parts that it connects.
	worth, total := make([]int, ps.count), 0
	for at := range l.points {
		for k := range l.points[at] {
			id := ps.of[ps.start[at]+int32(k)]
			if id < 0 {
				continue
			}
			switch p := &l.points[at][k]; {
			case p.pad:
			case p.dist >= edgeDistance:
				worth[id] += little
				total++
			case p.guess:
				worth[id]++
				total++
			default:
				worth[id] += 3
				total++
			}
		}
	}
	if total < 4*little {
		return
	}
	for at := range l.points {
		for k := range l.points[at] {
			if id := ps.of[ps.start[at]+int32(k)]; id >= 0 &&
				(worth[id] == 0 || worth[id] < 3*little && int(ps.size[id])*8 < total) {
				p := &l.points[at][k]
				p.dist, p.air = pathDistance, pathDistance
			}
		}
	}
}

// shares returns the amounts of known floor and of floor that is only supposed.
func (l *heightGrid) shares() (known, supposed float64) {
	for _, floors := range l.points {
		for k := range floors {
			switch f := &floors[k]; {
			case f.dist < edgeDistance:
				known++
			case f.inside():
				supposed++
			}
		}
	}
	return known, supposed
}

// columns returns the height grid's floors as columns around its points; only the known ones if known is set.
func (l *heightGrid) columns(known bool) *columns {
	cs := &columns{cell: l.step, cols: l.cols, rows: l.rows}
	x, y := l.place(0, 0)
	cs.x0, cs.y0 = float64(x)-l.step/2, float64(y)-l.step/2
	cs.start = make([]int32, len(l.points)+1)
	for i, floors := range l.points {
		for _, f := range floors {
			if f.dist < edgeDistance || !known && f.inside() {
				cs.holds = append(cs.holds, foothold{z: f.z, feet: f.z, reached: true})
			}
		}
		cs.start[i+1] = int32(len(cs.holds))
	}
	return cs
}
