package plan

import (
	"cmp"
	"math"
	"slices"
)

// airPath is a path through the air: of a player who jumps, falls, swims or flies. The demo does not show what is below
// it: where the plan would otherwise fall to pieces, it has dim floor there, at the height of the landings.
type airPath struct {
	places   []airPlace
	length   float64
	started  bool    // it begins on the ground
	landed   bool    // and ends there
	recalled bool    // from other demos
	wide     float32 // its reach if wider than usual, otherwise 0
	// The feet's position at the ends.
	from, to airPlace
}

// airPlace is a place that a player passed.
type airPlace struct {
	x, y float32
	low  float32 // height of the supposed floor
	top  float32 // height of the passing feet
}

// flight is the path from one landing to the next.
type flight struct {
	points  []Point
	started bool // the first point is on the ground
	landed  bool // and so is the last
}

const (
	airStep = 16.0 // units between places of an airPath
	// Landings whose heights differ by more than this have a ledge between them, others a slope.
	ledge = 40.0
)

func appendWay(list []airPath, w airPath) []airPath {
	if len(w.places) < 2 {
		return list
	}
	return append(list, w)
}

// add adds the next flight.
func (w *airPath) add(f *flight) {
	foot := func(p *Point) airPlace { return airPlace{p.X, p.Y, p.Z - FeetBelowOrigin, p.Z - FeetBelowOrigin} }
	if len(w.places) == 0 {
		w.started, w.from = f.started, foot(&f.points[0])
	}
	w.to = foot(&f.points[len(f.points)-1])
	floor := f.floor()
	for i := 1; i < len(f.points); i++ {
		p, q := &f.points[i-1], &f.points[i]
		d := distance(p, q)
		n := int(d/airStep) + 1
		w.length += d
		for k := range n + 1 {
			t := float32(k) / float32(n)
			low := floor[i-1] + (floor[i]-floor[i-1])*t
			if abs32(floor[i]-floor[i-1]) > ledge {
				low = min(floor[i-1], floor[i])
			}
			top := p.Z + (q.Z-p.Z)*t - FeetBelowOrigin
			if top < low-ledge {
				return // lost in the depth
			}
			w.put(airPlace{p.X + (q.X-p.X)*t, p.Y + (q.Y-p.Y)*t, low, max(top, low)})
		}
	}
}

// put adds a place unless it is next to the last one.
func (w *airPath) put(p airPlace) {
	if n := len(w.places); n > 0 {
		if q := &w.places[n-1]; abs32(q.x-p.x) < airStep/2 && abs32(q.y-p.y) < airStep/2 &&
			abs32(q.low-p.low) < airStep/2 {
			q.top = max(q.top, p.top)
			return
		}
	}
	w.places = append(w.places, p)
}

// floor returns the height of the supposed floor below each point: the path's lower hull, kept level at the lower side
// where it would be steeper than a slope. A player who left the ground and never landed is taken to be above it until
// past its edge.
func (f *flight) floor() []float32 {
	out := make([]float32, len(f.points))
	if f.started && !f.landed {
		for i := range out {
			out[i] = f.points[0].Z - FeetBelowOrigin
		}
		return out
	}
	along := make([]float64, len(f.points))
	for i := 1; i < len(along); i++ {
		along[i] = along[i-1] + distance(&f.points[i-1], &f.points[i])
	}
	hull := f.hull(along)
	for k := 1; k < len(hull); k++ {
		a, b := hull[k-1], hull[k]
		za, zb := f.points[a].Z, f.points[b].Z
		for i := a; i <= b; i++ {
			t := float32(0)
			if along[b] > along[a] {
				t = float32((along[i] - along[a]) / (along[b] - along[a]))
			}
			z := za + (zb-za)*t
			if abs32(zb-za) > ledge && i > a && i < b {
				z = min(za, zb)
			}
			out[i] = z - FeetBelowOrigin
		}
	}
	return out
}

// hull returns the points of the lower convex hull of the heights along the path.
func (f *flight) hull(along []float64) []int {
	var hull []int
	for i := range f.points {
		for n := len(hull); n >= 2; n = len(hull) {
			a, b := hull[n-2], hull[n-1]
			if float64(f.points[b].Z-f.points[a].Z)*(along[i]-along[a]) < float64(f.points[i].Z-f.points[a].Z)*(along[b]-along[a]) {
				break
			}
			hull = hull[:n-1]
		}
		hull = append(hull, i)
	}
	return hull
}

// The width of supposed floor along few and long paths, as in a race, which would look like threads on the whole plan:
// edgeDistance times the plan's extent divided by wideExtent.
const (
	wideExtent = 2000.0
	airMost    = 200.0 // but at most this, in units
	// Plans with less floor than this fraction of their extent have few paths, with twice as much many.
	fewWays = 0.1
	airFar  = airMost / edgeDistance * pathDistance
)

// addAirs adds supposed floor below paths through the air that lead where nothing else does, and on both sides of all
// of them if there are few. walks are the places on known floor.
func (l *heightGrid) addAirs(ways []airPath, walks []airPlace) {
	if len(ways) == 0 {
		return
	}
	ways = l.needed(ways, walks)
	reach := airReach(ways, walks)
	for _, w := range ways {
		l.suppose(w.places, reach*max(w.wide, 1))
	}
	if reach > pathDistance {
		l.suppose(walks, reach)
	}
}

// needed returns the paths to floor that is otherwise disconnected, or far from everything else, shortest first.
func (l *heightGrid) needed(ways []airPath, walks []airPlace) []airPath {
	lo, hi := extent(ways, walks)
	cover := newCover(lo, hi)
	flown := cover.pass(ways)
	cover.add(walks)
	far := float64(max(hi[0]-lo[0], hi[1]-lo[1])) / 12
	walked := float64(len(walks)) * walkStep
	parts := l.parts(func(f *floorPoint) bool { return f.dist < edgeDistance })
	joined := newSets(parts.count)
	var out []airPath
	open := flown > openSpace*walked && flown > openNet*12*far
	worth := int32(0)
	if open {
		cover.often = max(cover.often, 2)
		out = append(out, cover.ground(ways))
		cover.add(out[0].places)
		worth = int32(10240 / (l.step * l.step))
	}
	sorted := slices.Clone(ways)
	slices.SortStableFunc(sorted, func(a, b airPath) int { return cmp.Compare(a.length, b.length) })
	for _, w := range sorted {
		ends := w.started && w.landed
		if !ends && walked > flown {
			continue
		}
		joins := false
		if ends {
			a, b := l.partAt(parts, &w.from), l.partAt(parts, &w.to)
			joins = a >= 0 && b >= 0 && parts.size[a] >= worth && parts.size[b] >= worth && joined.join(a, b)
		}
		if joins || !open && cover.beyond(w.places, math.Min(far, w.length/3)) {
			out = append(out, w)
			cover.add(w.places)
		}
	}
	return out
}

// extent returns the box around all places.
func extent(ways []airPath, walks []airPlace) (lo, hi [2]float32) {
	lo, hi = [2]float32{growExtent, growExtent}, [2]float32{-growExtent, -growExtent}
	add := func(places []airPlace) {
		for i := range places {
			for a, v := range [2]float32{places[i].x, places[i].y} {
				lo[a], hi[a] = min(lo[a], v), max(hi[a], v)
			}
		}
	}
	for i := range ways {
		add(ways[i].places)
	}
	add(walks)
	return lo, hi
}

// airReach returns the distance from a path that its points reach.
func airReach(ways []airPath, walks []airPlace) float32 {
	lo, hi := extent(ways, walks)
	w, h := float64(hi[0]-lo[0]), float64(hi[1]-lo[1])
	area := float64(len(walks)) * walkStep
	for i := range ways {
		area += ways[i].length
	}
	area *= 2 * edgeDistance
	side := math.Max(math.Max(w, h), 1)
	few := math.Max(0, math.Min(1, 2-area/(side*side)/fewWays))
	wide := math.Max(1, math.Min(airMost/edgeDistance, side/wideExtent))
	return float32(pathDistance * (1 + (wide-1)*few))
}

// suppose marks the grid points within reach of places that a player passed.
func (l *heightGrid) suppose(places []airPlace, reach float32) {
	for i := range places {
		p := &places[i]
		c0, c1 := l.column(p.x-reach), l.column(p.x+reach)
		r0, r1 := l.row(p.y-reach), l.row(p.y+reach)
		for r := max(r0, 1); r <= min(r1, l.rows-2); r++ {
			for c := max(c0, 1); c <= min(c1, l.cols-2); c++ {
				x, y := l.place(c, r)
				l.supposeAt(r*l.cols+c, p, max(abs32(p.x-x), abs32(p.y-y))/reach*pathDistance)
			}
		}
	}
}

// supposeAt marks a grid point as passed by a player at distance d.
func (l *heightGrid) supposeAt(at int, p *airPlace, d float32) {
	floors := l.points[at]
	for k := len(floors) - 1; k >= 0; k-- {
		f := &floors[k]
		switch {
		case f.z > max(p.top, p.low+ledge):
		case f.dist < pathDistance && f.z > p.low-2*floorHeight:
			// The player passed over this floor.
			f.air = min(f.air, d)
			return
		case abs32(f.z-p.low) < floorHeight:
			f.z = min(f.z, p.low)
			f.air = min(f.air, d)
			return
		}
	}
	l.insert(at, floorPoint{z: p.low, dist: pathDistance, air: d})
}

func (l *heightGrid) column(x float32) int { return int(math.Floor(float64(x)/l.step)) - l.i0 }

func (l *heightGrid) row(y float32) int { return int(math.Floor(float64(y)/l.step)) - l.j0 }

// On open ground, as between the bases of flag games, players fly over more than they walk on, and the paths would be a
// net: it is drawn as one area.
const (
	openSpace = 1.5  // area flown over, as a fraction of the area walked on
	openNet   = 12.0 // flown over as a fraction of the plan's extent: up to 5 in a race
	openReach = 1.6  // as a multiple of pathDistance; closes the net
)

// ground returns the area often flown over, as one path, at the height suggested by most flights, evened out.
func (c *cover) ground(ways []airPath) airPath {
	lows := make([][]float32, len(c.some))
	for _, w := range ways {
		last := -1
		for i := range w.places {
			if at := c.cell(&w.places[i]); at != last && c.passed[at] >= c.often {
				lows[at] = append(lows[at], w.places[i].low)
				last = at
			}
		}
	}
	middle := make([]float32, len(lows))
	for at, list := range lows {
		if len(list) > 0 {
			slices.Sort(list)
			middle[at] = list[len(list)/2]
		}
	}
	out := airPath{wide: openReach}
	for at, list := range lows {
		if len(list) == 0 {
			continue
		}
		sum, n := float32(0), float32(0)
		for y := max(at/c.cols-2, 0); y <= min(at/c.cols+2, c.rows-1); y++ {
			for x := max(at%c.cols-2, 0); x <= min(at%c.cols+2, c.cols-1); x++ {
				if len(lows[y*c.cols+x]) > 0 {
					sum, n = sum+middle[y*c.cols+x], n+1
				}
			}
		}
		x, y := c.x0+(float32(at%c.cols)+0.5)*coverCell, c.y0+(float32(at/c.cols)+0.5)*coverCell
		for _, d := range [...][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			out.places = append(out.places, airPlace{x + d[0]*coverCell/4, y + d[1]*coverCell/4, sum / n,
				sum/n + jumpHeight})
		}
	}
	return out
}

// cover is roughly where the plan has anything.
type cover struct {
	x0, y0     float32
	cols, rows int
	some       []bool
	passed     []uint8 // ways through the air that passed
	often      uint8   // passes that make a place part of the area
}

const coverCell = 64.0

func newCover(lo, hi [2]float32) *cover {
	c := &cover{x0: lo[0], y0: lo[1], cols: int((hi[0]-lo[0])/coverCell) + 1, rows: int((hi[1]-lo[1])/coverCell) + 1}
	c.some = make([]bool, c.cols*c.rows)
	c.passed = make([]uint8, len(c.some))
	return c
}

func (c *cover) cell(p *airPlace) int {
	return int((p.y-c.y0)/coverCell)*c.cols + int((p.x-c.x0)/coverCell)
}

// pass adds paths and returns the length of different paths, in units. If most of it is passed many times, parts that a
// player passed once, perhaps thrown by a shot, do not count.
func (c *cover) pass(ways []airPath) float64 {
	total, cells := 0, 0
	for _, w := range ways {
		last := -1
		for i := range w.places {
			at := c.cell(&w.places[i])
			if at == last {
				continue
			}
			last = at
			total++
			if c.passed[at] == 0 {
				cells++
			}
			c.passed[at] = min(c.passed[at]+1, 100)
		}
	}
	c.often = uint8(min(max(total/max(cells, 1)/2, 1), 4))
	return float64(cells) * coverCell
}

func (c *cover) add(places []airPlace) {
	for i := range places {
		c.some[c.cell(&places[i])] = true
	}
}

// beyond reports whether one of the places is farther than far from everything else.
func (c *cover) beyond(places []airPlace, far float64) bool {
	n := int(math.Ceil(far / coverCell))
	last := -1
	for i := range places {
		at := c.cell(&places[i])
		if at == last || c.passed[at] < c.often {
			continue
		}
		last = at
		if !c.near(at%c.cols, at/c.cols, n) {
			return true
		}
	}
	return false
}

func (c *cover) near(x, y, n int) bool {
	for r := max(y-n, 0); r <= min(y+n, c.rows-1); r++ {
		for k := max(x-n, 0); k <= min(x+n, c.cols-1); k++ {
			if c.some[r*c.cols+k] {
				return true
			}
		}
	}
	return false
}

// sets are disjoint sets that are joined one by one.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s sets) root(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// join joins two sets and reports whether they were separate.
func (s sets) join(a, b int32) bool {
	a, b = s.root(a), s.root(b)
	s[a] = b
	return a != b
}
