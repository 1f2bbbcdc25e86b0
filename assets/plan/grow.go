package plan

import (
	"math"
	"slices"
	"sort"

	"fragscope/assets/bsp"
)

// A grown plan is a lattice of points over the ground. Each point has, for each floor, how near
// someone walked by and at what height. The outline of the plan is where that distance is
// edgeDistance: so it is round and even around a path, and one area where paths are close.
const (
	latticeStep  = 16.0
	edgeDistance = 30.0 // units from a path to the edge of the plan
	pathDistance = 50.0 // units from a path within which points are told
	pathStep     = 8.0  // units between places of a path that are looked at
	floorHeight  = 48.0 // floors nearer to each other are one
	maxWalk      = 120.0
	maxGap       = 8 // lattice steps without a path that are closed between paths
	tinyGap      = 3 // that are closed even if they are long the other way
	growExtent   = 16384.0
	blockSize    = 32
)

// Grower makes a plan from where someone walked, for a demo without a map. The
// zero Grower is ready. It is not safe for concurrent use; the plans it
// gives are.
//
// Players' points make floor; items make a little floor where there is none; impacts, which are on
// walls, widen the floor that is there. What is between paths that are close together is closed.
type Grower struct {
	blocks map[[2]int32]*[blockSize * blockSize][]floorPoint
	tracks map[int32]*walker
	seen   map[[3]int16]bool // places that have been told, coarsely
	others []Point           // items and impacts
}

// floorPoint is one floor at a point of the lattice.
type floorPoint struct {
	z, dist float32 // height, and distance to the nearest path
	guess   bool    // that path was perhaps a jump
}

// walker is the end of a track.
type walker struct {
	last   Point
	placed bool
	// Where the demo does not tell the footing: the level run that the track ends with, and what is
	// before it up to the last place that is surely ground.
	run     []Point
	travel  float64 // of the run
	level   bool    // the run is ground
	between []Point
	ground  Point
	known   bool // ground is set
}

// Add adds points, in the order of time for each track.
func (g *Grower) Add(points ...Point) {
	if g.blocks == nil {
		g.blocks = map[[2]int32]*[blockSize * blockSize][]floorPoint{}
		g.tracks = map[int32]*walker{}
		g.seen = map[[3]int16]bool{}
	}
	for i := range points {
		p := &points[i]
		if !(abs32(p.X) < growExtent && abs32(p.Y) < growExtent && abs32(p.Z) < growExtent) {
			continue
		}
		switch p.Kind {
		case PointPlayer:
			g.walk(p)
		default:
			if key := [3]int16{int16(p.X / 8), int16(p.Y / 8), int16(p.Z/8) ^ int16(p.Kind)<<13}; !g.seen[key] {
				g.seen[key] = true
				g.others = append(g.others, *p)
			}
		}
	}
}

// walk adds the way of a player from his last point.
func (g *Grower) walk(p *Point) {
	w := g.tracks[p.Track]
	if w == nil {
		w = new(walker)
		g.tracks[p.Track] = w
	}
	last, placed := w.last, w.placed
	w.last, w.placed = *p, true
	dist := distance(&last, p)
	joined := placed && !p.Break && dist < maxWalk
	if p.Foot == FootUnknown {
		if !joined || last.Foot != FootUnknown {
			*w = walker{last: *p, placed: true}
		}
		g.judge(w, p, dist)
		return
	}
	if !joined || last.Foot == FootUnknown {
		*w = walker{last: *p, placed: true}
		joined = false
	}
	g.pace(w, &last, p, joined)
}

// pace adds a point whose footing the demo tells. What lies between two points on the ground is floor as well
// if it is as straight as a ramp or stairs are, on which one is in the air for moments. A landing
// between two snapshots shows as the sharp turn from falling to rising.
func (g *Grower) pace(w *walker, last, p *Point, joined bool) {
	if p.Foot == FootAir {
		w.between = append(w.between, *p)
		if n := len(w.between); n >= 3 && w.between[n-3].Z > w.between[n-2].Z+2 && p.Z > w.between[n-2].Z+2 {
			g.land(w, w.between[n-2])
			w.between = append(w.between[:0], *p)
		}
		if len(w.between) > maxBetween {
			w.known, w.between = false, w.between[:0]
		}
		return
	}
	switch {
	case joined && last.Foot == FootGround && math.Abs(float64(p.Z-last.Z)) <= stepHeight+distance(last, p):
		g.line(last, p, false)
	case w.known && len(w.between) > 0 && g.straight(w, p):
		at := &w.ground
		for i := range w.between {
			g.line(at, &w.between[i], false)
			at = &w.between[i]
		}
		g.line(at, p, false)
	default:
		g.tell(float64(p.X), float64(p.Y), float64(p.Z), false)
	}
	w.ground, w.known, w.between = *p, true, w.between[:0]
}

func distance(a, b *Point) float64 { return math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)) }

// line tells the way between two points.
func (g *Grower) line(a, b *Point, guess bool) {
	n := int(distance(a, b)/pathStep) + 1
	for k := 1; k <= n; k++ {
		t := float64(k) / float64(n)
		g.tell(float64(a.X)+t*float64(b.X-a.X), float64(a.Y)+t*float64(b.Y-a.Y), float64(a.Z)+t*float64(b.Z-a.Z), guess)
	}
}

// What is ground where the demo does not tell.
const (
	levelSlack  = 0.14 // units; positions are in eighths
	levelTravel = 24.0 // units of level way that no jump has
	levelPoints = 12   // or so many points
	rampSlack   = 10.0 // units that stairs and ramps are off a line
	rampLength  = 400.0
	hopLength   = 260.0 // units between two lowest points of a way that hops
	maxBetween  = 200
)

// judge finds the ground on the way of a player whose footing is not told: where it is level for long enough, between
// two such places where it is as straight as stairs are, and, roughly, at the lowest points of hops.
func (g *Grower) judge(w *walker, p *Point, dist float64) {
	if len(w.run) > 0 && abs32(p.Z-w.run[0].Z) <= levelSlack {
		w.travel += dist
		if w.level {
			g.line(&w.run[len(w.run)-1], p, false)
			w.run[len(w.run)-1] = *p
			return
		}
		w.run = append(w.run, *p)
		if len(w.run) >= 3 && w.travel >= levelTravel || len(w.run) >= levelPoints {
			g.settle(w)
		}
		return
	}
	if w.level {
		w.ground, w.known, w.between = w.run[len(w.run)-1], true, w.between[:0]
	} else if w.known {
		w.between = append(w.between, w.run...)
		g.hop(w, p)
	}
	if len(w.between) > maxBetween {
		w.known, w.between = false, w.between[:0]
	}
	w.run, w.travel, w.level = append(w.run[:0], *p), 0, false
}

// settle takes the run as ground, and what is between it and the ground before, if that can be stairs.
func (g *Grower) settle(w *walker) {
	w.level = true
	first := &w.run[0]
	if w.known && g.straight(w, first) {
		at := &w.ground
		for i := range w.between {
			g.line(at, &w.between[i], false)
			at = &w.between[i]
		}
		g.line(at, first, false)
	}
	for i := 1; i < len(w.run); i++ {
		g.line(&w.run[i-1], &w.run[i], false)
	}
	w.run = append(w.run[:0], w.run[len(w.run)-1])
}

// straight reports whether the way from the last ground to a point is as even as a ramp or stairs are.
func (g *Grower) straight(w *walker, to *Point) bool {
	length, at := 0.0, &w.ground
	for i := range w.between {
		length += distance(at, &w.between[i])
		at = &w.between[i]
	}
	length += distance(at, to)
	rise := float64(to.Z - w.ground.Z)
	if length > rampLength || math.Abs(rise) > length+stepHeight {
		return false
	}
	way, at := 0.0, &w.ground
	for i := range w.between {
		way += distance(at, &w.between[i])
		at = &w.between[i]
		if math.Abs(float64(at.Z-w.ground.Z)-rise*way/math.Max(length, 1)) > rampSlack {
			return false
		}
	}
	return true
}

// hop takes the lowest point of a way that hops for the ground, as well as one can know, and the way to it if it is short.
func (g *Grower) hop(w *walker, next *Point) {
	n := len(w.between)
	if n < 2 || w.between[n-2].Z < w.between[n-1].Z+2 || next.Z < w.between[n-1].Z+2 {
		return
	}
	g.land(w, w.between[n-1])
	w.between = w.between[:0]
}

// land takes a place as ground, and the way to it from the ground before if it is short.
func (g *Grower) land(w *walker, low Point) {
	if w.known && distance(&w.ground, &low) < hopLength && abs32(low.Z-w.ground.Z) < 24 {
		g.line(&w.ground, &low, true)
	} else {
		g.tell(float64(low.X), float64(low.Y), float64(low.Z), true)
	}
	w.ground, w.known = low, true
}

// tell gives a place of a path to the lattice points around it.
func (g *Grower) tell(x, y, z float64, guess bool) {
	z -= FeetBelowOrigin
	key := [3]int16{int16(math.Floor(x / pathStep)), int16(math.Floor(y / pathStep)), int16(math.Floor(z / 4))}
	if g.seen[key] {
		return
	}
	g.seen[key] = true
	i0, i1 := int(math.Ceil((x-pathDistance)/latticeStep)), int(math.Floor((x+pathDistance)/latticeStep))
	j0, j1 := int(math.Ceil((y-pathDistance)/latticeStep)), int(math.Floor((y+pathDistance)/latticeStep))
	for j := j0; j <= j1; j++ {
		for i := i0; i <= i1; i++ {
			// A player is a box along the axes, and so are most rooms.
			d := math.Max(math.Abs(float64(i)*latticeStep-x), math.Abs(float64(j)*latticeStep-y))
			g.put(int32(i), int32(j), floorPoint{float32(z), float32(d), guess})
		}
	}
}

func (g *Grower) put(i, j int32, p floorPoint) {
	at := [2]int32{i >> 5, j >> 5}
	b := g.blocks[at]
	if b == nil {
		b = new([blockSize * blockSize][]floorPoint)
		g.blocks[at] = b
	}
	floors := &b[(j&(blockSize-1))*blockSize+i&(blockSize-1)]
	for k := range *floors {
		f := &(*floors)[k]
		if abs32(f.z-p.z) >= floorHeight {
			continue
		}
		switch {
		case f.guess == p.guess:
			// Of guesses the lower is right, of what is known the nearer.
			if p.guess && p.z < f.z-8 || p.dist < f.dist && (!p.guess || p.z < f.z+8) {
				f.z = p.z
			}
		case f.guess:
			f.z, f.guess = p.z, false
		}
		f.dist = min(f.dist, p.dist)
		return
	}
	*floors = append(*floors, p)
}

// Plan is a snapshot of what has been added. It is cheap enough to be asked
// for once a second.
func (g *Grower) Plan() *Plan {
	l := g.lattice()
	p := new(Plan)
	if l == nil {
		p.finish(nil, nil)
		return p
	}
	l.addOthers(g.others)
	l.close()
	l.smooth()
	l.smooth()
	l.prune()
	p.finish(l.surfaces(), l.columns())
	p.shader.flat()
	return p
}

// lattice is the grown ground in one piece.
type lattice struct {
	i0, j0     int32 // of the first point
	cols, rows int
	points     [][]floorPoint // ascending by height
}

func (g *Grower) lattice() *lattice {
	if len(g.blocks) == 0 {
		return nil
	}
	lo, hi := [2]int32{math.MaxInt32, math.MaxInt32}, [2]int32{math.MinInt32, math.MinInt32}
	for at := range g.blocks {
		for a := range 2 {
			lo[a], hi[a] = min(lo[a], at[a]), max(hi[a], at[a])
		}
	}
	// One point more on every side, which is empty.
	l := &lattice{i0: lo[0]*blockSize - 1, j0: lo[1]*blockSize - 1}
	l.cols, l.rows = int(hi[0]-lo[0]+1)*blockSize+2, int(hi[1]-lo[1]+1)*blockSize+2
	l.points = make([][]floorPoint, l.cols*l.rows)
	for at, b := range g.blocks {
		for k, floors := range b {
			if len(floors) == 0 {
				continue
			}
			c, r := int(at[0]*blockSize-l.i0)+k%blockSize, int(at[1]*blockSize-l.j0)+k/blockSize
			own := slices.Clone(floors)
			sort.Slice(own, func(a, b int) bool { return own[a].z < own[b].z })
			l.points[r*l.cols+c] = onlyFloors(own)
		}
	}
	return l
}

// onlyFloors leaves out guessed floors close above others: tops of jumps.
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
func (f *floorPoint) inside() bool { return f.dist < edgeDistance }

// match finds the floor of a point that continues one of height z, or nil.
func match(floors []floorPoint, z, climb float32) *floorPoint {
	var best *floorPoint
	for k := range floors {
		if d := abs32(floors[k].z - z); d < climb && (best == nil || d < abs32(best.z-z)) {
			best = &floors[k]
		}
	}
	return best
}

// addOthers puts floor below items and widens floors to where shots ended.
func (l *lattice) addOthers(others []Point) {
	for _, o := range others {
		reach, gain := float32(40.0), float32(14)
		if o.Kind == PointImpact {
			reach, gain = 24, 4
		}
		c0, c1 := int((o.X-reach)/latticeStep)-int(l.i0), int((o.X+reach)/latticeStep)-int(l.i0)
		r0, r1 := int((o.Y-reach)/latticeStep)-int(l.j0), int((o.Y+reach)/latticeStep)-int(l.j0)
		for r := max(r0, 1); r <= min(r1, l.rows-2); r++ {
			for c := max(c0, 1); c <= min(c1, l.cols-2); c++ {
				x, y := l.place(c, r)
				d := float32(math.Hypot(float64(o.X-x), float64(o.Y-y)))
				if d > reach {
					continue
				}
				floors := &l.points[r*l.cols+c]
				if f := l.under(*floors, o.Z); f != nil {
					f.dist = min(f.dist, max(d-gain, f.dist-12))
				} else if o.Kind == PointItem && len(*floors) == 0 {
					*floors = []floorPoint{{z: o.Z - 12, dist: d}}
				}
			}
		}
	}
}

// under is the floor on which a thing at height z lies or that it is not far above.
func (l *lattice) under(floors []floorPoint, z float32) *floorPoint {
	for k := len(floors) - 1; k >= 0; k-- {
		if d := z - floors[k].z; d > -20 && d < 120 {
			return &floors[k]
		}
	}
	return nil
}

func (l *lattice) place(c, r int) (x, y float32) {
	return float32(int(l.i0)+c) * latticeStep, float32(int(l.j0)+r) * latticeStep
}

// fill is a floor to be closed.
type fill struct {
	at    int
	z     float32
	along uint8 // directions in which there is floor on both sides
}

// close fills gaps that have floor of the same height on both sides, east and west as well as north and
// south.
func (l *lattice) close() {
	fills := map[int][]fill{}
	span := func(start, step, n int, along uint8) {
		for k := 0; k < n; k++ {
			for f := range l.points[start+k*step] {
				p := &l.points[start+k*step][f]
				if p.inside() {
					l.gap(fills, start+k*step, step, n-k, p.z, along)
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
			if p := match(l.points[at], f.z, floorHeight); p != nil {
				p.dist = min(p.dist, edgeDistance/2)
			} else {
				l.points[at] = append(l.points[at], floorPoint{z: f.z, dist: edgeDistance / 2})
				sort.Slice(l.points[at], func(a, b int) bool { return l.points[at][a].z < l.points[at][b].z })
			}
		}
	}
}

// gap notes the gap that begins behind a floor of height z, if it ends at floor soon.
func (l *lattice) gap(fills map[int][]fill, at, step, n int, z float32, along uint8) {
	if n < 2 {
		return
	}
	if p := match(l.points[at+step], z, 30); p != nil && p.inside() {
		return
	}
	for d := 2; d <= maxGap && d < n; d++ {
		p := match(l.points[at+d*step], z, 26)
		if p == nil || !p.inside() {
			continue
		}
		if d <= tinyGap {
			along = 3
		}
		for k := 1; k < d; k++ {
			to := at + k*step
			h := z + (p.z-z)*float32(k)/float32(d)
			list := fills[to]
			found := false
			for i := range list {
				if abs32(list[i].z-h) < 24 {
					list[i].along |= along
					found = true
				}
			}
			if !found {
				fills[to] = append(list, fill{to, h, along})
			}
		}
		return
	}
}

// smooth evens out heights a little where they are close: the slopes of ramps and stairs. A point
// whose neighbours are level is made level with them.
func (l *lattice) smooth() {
	old := make([][]floorPoint, len(l.points))
	all := make([]floorPoint, 0, len(l.points))
	for i, floors := range l.points {
		n := len(all)
		all = append(all, floors...)
		old[i] = all[n:len(all):len(all)]
	}
	for r := 1; r < l.rows-1; r++ {
		for c := 1; c < l.cols-1; c++ {
			at := r*l.cols + c
			for k := range l.points[at] {
				p := &l.points[at][k]
				sum, weight := p.z*2, float32(2)
				dist, n := p.dist*2, float32(2)
				low, high, level := p.z, p.z, 0
				for _, to := range [...]int{at - 1, at + 1, at - l.cols, at + l.cols} {
					q := match(old[to], old[at][k].z, floorHeight-2)
					if q == nil {
						continue
					}
					if abs32(q.z-old[at][k].z) < 26 {
						dist, n = dist+q.dist, n+1
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
				p.dist = dist / n
			}
		}
	}
}

// prune takes away little floors over or beside others: places that someone passed in the air.
func (l *lattice) prune() {
	const little = 40 // lattice points
	start := make([]int32, len(l.points)+1)
	for i, floors := range l.points {
		start[i+1] = start[i] + int32(len(floors))
	}
	part := make([]int32, start[len(l.points)])
	var stack, members []int32
	type ref struct{ at, k int32 }
	refs := make([]ref, len(part))
	for i := range l.points {
		for k := range l.points[i] {
			refs[start[i]+int32(k)] = ref{int32(i), int32(k)}
		}
	}
	total := 0
	for i := range refs {
		if l.points[refs[i].at][refs[i].k].inside() {
			total++
		}
	}
	for first := range part {
		if part[first] != 0 || !l.points[refs[first].at][refs[first].k].inside() {
			continue
		}
		part[first] = 1
		stack, members = append(stack[:0], int32(first)), members[:0]
		for len(stack) > 0 {
			id := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			members = append(members, id)
			at, p := refs[id].at, &l.points[refs[id].at][refs[id].k]
			for _, to := range [...]int32{at - 1, at + 1, at - int32(l.cols), at + int32(l.cols)} {
				if to < 0 || int(to) >= len(l.points) {
					continue
				}
				for k := range l.points[to] {
					q := &l.points[to][k]
					if next := start[to] + int32(k); part[next] == 0 && q.inside() && abs32(q.z-p.z) < 24 {
						part[next] = 1
						stack = append(stack, next)
					}
				}
			}
		}
		if len(members) < little && len(members)*8 < total {
			for _, id := range members {
				l.points[refs[id].at][refs[id].k].dist = pathDistance
			}
		}
	}
}

// surfaces makes polygons of the lattice's squares, cut where the distance to a path is edgeDistance.
func (l *lattice) surfaces() []surface {
	var out []surface
	for r := range l.rows - 1 {
		for c := range l.cols - 1 {
			at := r*l.cols + c
			corners := [4]int{at, at + 1, at + l.cols + 1, at + l.cols}
			var used [4]uint64
			for first := range corners {
				for k := range l.points[corners[first]] {
					if k < 64 && used[first]&(1<<k) == 0 {
						out = l.square(out, c, r, corners, &used, first, k)
					}
				}
			}
		}
	}
	return out
}

// square makes the polygons of one floor of a square, begun with floor k of a corner.
func (l *lattice) square(out []surface, c, r int, corners [4]int, used *[4]uint64, first, k int) []surface {
	z := l.points[corners[first]][k].z
	var f [4]floorPoint
	inside := 0
	for i := range f {
		f[i] = floorPoint{z: z, dist: pathDistance}
		best := -1
		for n := range l.points[corners[i]] {
			p := &l.points[corners[i]][n]
			if n < 64 && used[i]&(1<<n) == 0 && abs32(p.z-z) < 40 && (best < 0 || abs32(p.z-z) < abs32(l.points[corners[i]][best].z-z)) {
				best = n
			}
		}
		if best >= 0 {
			f[i] = l.points[corners[i]][best]
			used[i] |= 1 << best
		}
		if f[i].inside() {
			inside++
		}
	}
	if inside == 0 {
		return out
	}
	var poly [8][3]float64
	n := 0
	offsets := [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	x0, y0 := l.place(c, r)
	for i := range f {
		j := (i + 1) % 4
		corner := func(t float64) [3]float64 {
			return [3]float64{
				float64(x0) + latticeStep*(offsets[i][0]+t*(offsets[j][0]-offsets[i][0])),
				float64(y0) + latticeStep*(offsets[i][1]+t*(offsets[j][1]-offsets[i][1])),
				float64(f[i].z) + t*float64(f[j].z-f[i].z)}
		}
		if f[i].inside() {
			poly[n] = corner(0)
			n++
		}
		if f[i].inside() != f[j].inside() {
			poly[n] = corner(float64((edgeDistance - f[i].dist) / (f[j].dist - f[i].dist)))
			n++
		}
	}
	return appendPolygon(out, poly[:n])
}

// appendPolygon adds a polygon, as triangles unless it is flat.
func appendPolygon(out []surface, p [][3]float64) []surface {
	flat := true
	for i := range p {
		flat = flat && math.Abs(p[i][2]-p[0][2]) < 0.01
	}
	if flat {
		x, y := make([]float64, len(p)), make([]float64, len(p))
		for i := range p {
			x[i], y[i] = p[i][0], p[i][1]
		}
		if s, ok := newSurface(x, y, 0, 0, p[0][2], bsp.KindSolid); ok {
			out = append(out, s)
		}
		return out
	}
	for i := 1; i+1 < len(p); i++ {
		a, b, c := p[0], p[i], p[i+1]
		ux, uy, uz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
		vx, vy, vz := c[0]-a[0], c[1]-a[1], c[2]-a[2]
		det := ux*vy - uy*vx
		if math.Abs(det) < 1 {
			continue
		}
		ka, kb := (uz*vy-vz*uy)/det, (vz*ux-uz*vx)/det
		s, ok := newSurface([]float64{a[0], b[0], c[0]}, []float64{a[1], b[1], c[1]}, ka, kb, a[2]-ka*a[0]-kb*a[1], bsp.KindSolid)
		if ok {
			out = append(out, s)
		}
	}
	return out
}

// columns are the lattice's floors as columns around its points.
func (l *lattice) columns() *columns {
	cs := &columns{cell: latticeStep, cols: l.cols, rows: l.rows}
	x, y := l.place(0, 0)
	cs.x0, cs.y0 = float64(x)-latticeStep/2, float64(y)-latticeStep/2
	cs.start = make([]int32, len(l.points)+1)
	for i, floors := range l.points {
		for _, f := range floors {
			if f.inside() {
				cs.holds = append(cs.holds, foothold{z: f.z, feet: f.z, reached: true})
			}
		}
		cs.start[i+1] = int32(len(cs.holds))
	}
	return cs
}
