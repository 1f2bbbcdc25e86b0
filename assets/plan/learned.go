package plan

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
)

// Learned holds what demos reveal about a map whose file is missing: where players stood, which items and walls they
// touched, and their paths through the air from one floor to another. [Learned.Merge] is commutative, associative and
// idempotent, even if a limit causes some knowledge to be discarded. The zero Learned is empty and ready to use.
type Learned struct {
	ground  map[cell]told
	finds   map[found]bool
	ways    map[wayEnds]backedWay
	carried map[carriage]backers
	demos   map[uint64]bool
	weighed []cell // set by Weigh; nil before
}

func newLearned() *Learned {
	return &Learned{ground: map[cell]told{}, finds: map[found]bool{}, ways: map[wayEnds]backedWay{},
		carried: map[carriage]backers{}, demos: map[uint64]bool{}}
}

// cell is a volume of space whose positions are not distinguished: pathStep wide and long and 4 units high. It is given
// by its lower corner.
type cell [3]int16

// found is the cell, of size findStep, of an item or an impact.
type found struct {
	cell
	kind PointKind
}

// wayEnds are the cells at the two ends of a path through the air. The shortest path between the same two is kept.
type wayEnds [2]cell

// way holds the positions of a path through the air: x, y, the supposed floor below, and the feet, in units of
// waySteps.
type way [][4]int16

// backedWay is the shortest way between two cells, and the demos that contain a way between them.
type backedWay struct {
	way
	by backers
}

const (
	learnedCellHeight = 4.0
	findStep          = 8.0
	wayCell           = 64.0
	wayStep           = 4.0
	wayMost           = 256 // places

	// Bounds on the knowledge kept about a map. Beyond them, the entries with the lowest hashes are kept, or the
	// shortest ways.
	groundMost, findsMost, waysMost, demosMost = 1 << 17, 1 << 14, 1 << 10, 1 << 12
)

// telling is the set of ways in which a grower learned of a place.
type telling uint8

const (
	toldGuess telling = 1 << iota
	toldKnown
	toldBefore // from other demos
)

// recalledTrack is the track for other demos' knowledge.
const recalledTrack = -1

func (g *Grower) telling(guess bool) telling {
	switch {
	case g.recalling:
		return toldBefore
	case guess:
		return toldGuess
	}
	return toldKnown
}

// Learn returns what g has learned from the demo whose points were added to it. demo is a number that identifies this
// demo. The result can be passed to [Grower.Recall].
func (g *Grower) Learn(demo uint64) *Learned {
	l := newLearned()
	l.demos[demo] = true
	by := backers{tag(demo, 0)}
	for c, t := range g.seen.all() {
		if t&(toldGuess|toldKnown) != 0 {
			l.ground[c] = told{t&toldKnown != 0, by}
		}
	}
	l.carried = g.learnCarriages(demo)
	for i := range g.others {
		if o := &g.others[i]; o.Track != recalledTrack {
			l.finds[found{cellOf(o.X, o.Y, o.Z, findStep, findStep), o.Kind}] = true
		}
	}
	for i := range g.airs {
		if ends, w, ok := g.airs[i].learn(); ok {
			l.keepWay(ends, backedWay{w, by})
		}
	}
	l.bound()
	return l
}

// learn returns a path in the form kept; ok is false if it does not lead from floor to floor.
func (w *airPath) learn() (ends wayEnds, out way, ok bool) {
	if w.recalled || !w.started || !w.landed || len(w.places) < 2 || len(w.places) > wayMost {
		return ends, nil, false
	}
	for i, p := range [...]*airPlace{&w.from, &w.to} {
		ends[i] = cellOf(p.x, p.y, p.low, wayCell, wayCell)
	}
	for _, p := range w.places {
		out = append(out, [4]int16{steps(p.x, wayStep), steps(p.y, wayStep), steps(p.low, wayStep),
			steps(p.top, wayStep)})
	}
	return ends, out, true
}

func steps(v, step float32) int16 { return int16(math.Floor(float64(v / step))) }

func cellOf(x, y, z, side, height float32) cell {
	return cell{steps(x, side), steps(y, side), steps(z, height)}
}

// compare orders ways between the same ends.
func (w way) compare(o way) int {
	return cmp.Or(cmp.Compare(w.length(), o.length()),
		slices.CompareFunc(w, o, func(a, b [4]int16) int { return slices.Compare(a[:], b[:]) }))
}

func (w way) length() (sum int) {
	for i := 1; i < len(w); i++ {
		dx, dy := int(w[i][0])-int(w[i-1][0]), int(w[i][1])-int(w[i-1][1])
		sum += int(math.Sqrt(float64(dx*dx + dy*dy)))
	}
	return sum
}

func (l *Learned) keepWay(ends wayEnds, w backedWay) {
	old, ok := l.ways[ends]
	if ok && old.compare(w.way) <= 0 {
		w.way = old.way
	}
	l.ways[ends] = backedWay{w.way, old.by.with(w.by)}
}

// Some reports whether anything has been learned.
func (l *Learned) Some() bool { return len(l.ground)+len(l.finds) > 0 }

// Demos returns the number of demos that contributed to l.
func (l *Learned) Demos() int { return len(l.demos) }

// Others returns the number of demos, other than the given one, that contributed to l.
func (l *Learned) Others(demo uint64) int {
	if l.demos[demo] {
		return len(l.demos) - 1
	}
	return len(l.demos)
}

// Places returns the number of places on the ground where a player is known to have stood.
func (l *Learned) Places() int { return len(l.ground) }

// Merge adds the knowledge in o to l.
func (l *Learned) Merge(o *Learned) {
	if l.ground == nil {
		*l = *newLearned()
	}
	l.weighed = nil
	for c, t := range o.ground {
		l.ground[c] = l.ground[c].with(t)
	}
	for c, by := range o.carried {
		l.carried[c] = l.carried[c].with(by)
	}
	maps.Copy(l.finds, o.finds)
	maps.Copy(l.demos, o.demos)
	for ends, w := range o.ways {
		l.keepWay(ends, w)
	}
	l.bound()
}

// bound applies the bounds.
func (l *Learned) bound() {
	least(l.ground, groundMost, func(a, b cell) int { return cmp.Compare(a.mixed(), b.mixed()) })
	least(l.finds, findsMost, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.mixed(), b.mixed())) // items before impacts
	})
	least(l.ways, waysMost, func(a, b wayEnds) int { return cmp.Or(l.ways[a].compare(l.ways[b].way), a.compare(b)) })
	least(l.carried, carriageMost, carriage.compare)
	least(l.demos, demosMost, cmp.Compare[uint64])
}

// Thin removes all impacts, and reduces the number of places on the ground to n or fewer. The remaining places are
// evenly spread.
func (l *Learned) Thin(n int) {
	l.weighed = nil
	least(l.ground, n, func(a, b cell) int { return cmp.Compare(a.mixed(), b.mixed()) })
	maps.DeleteFunc(l.finds, func(f found, _ bool) bool { return f.kind == PointImpact })
}

// least keeps the first limit keys of m in the given order.
func least[K comparable, V any](m map[K]V, limit int, order func(a, b K) int) {
	if len(m) <= limit {
		return
	}
	for _, k := range slices.SortedFunc(maps.Keys(m), order)[limit:] {
		delete(m, k)
	}
}

// number returns a cell as a number, in row order; mixed returns a unique number without any order.
func (c cell) number() uint64 {
	return uint64(uint16(c[1])^1<<15)<<32 | uint64(uint16(c[0])^1<<15)<<16 | uint64(uint16(c[2])^1<<15)
}

func cellAt(n uint64) cell {
	return cell{int16(uint16(n>>16) ^ 1<<15), int16(uint16(n>>32) ^ 1<<15), int16(uint16(n) ^ 1<<15)}
}

func (c cell) mixed() uint64 { return scattered(c.number()) }

func scattered(n uint64) uint64 { // splitmix64, a bijection
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

func (c cell) compare(o cell) int { return cmp.Compare(c.number(), o.number()) }

func (e wayEnds) compare(o wayEnds) int { return cmp.Or(e[0].compare(o[0]), e[1].compare(o[1])) }

// Weigh determines which places are confirmed by enough demos. Calling Weigh is optional. If it has not been called,
// every call to [Grower.Recall] repeats this work.
func (l *Learned) Weigh() { l.weighed = l.backed() }

// backed returns the places on the ground that enough demos agree on, in order.
func (l *Learned) backed() []cell {
	support := newSupport(l)
	list := make([]cell, 0, len(l.ground))
	for c, t := range l.ground {
		if support.holds(c, t) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, cell.compare)
	return list
}

// Recall adds the knowledge in l to g. l must come from demos other than the one whose points are added to g.
func (g *Grower) Recall(l *Learned) {
	g.prepare()
	g.recalling = true
	defer func() { g.recalling = false }()
	g.demos += len(l.demos)
	places := l.weighed
	if places == nil {
		places = l.backed()
	}
	for _, c := range places {
		g.addPosition((float64(c[0])+0.5)*pathStep, (float64(c[1])+0.5)*pathStep,
			(float64(c[2])+0.5)*learnedCellHeight+FeetBelowOrigin, !l.ground[c].known)
	}
	for c, by := range l.carried {
		g.carries[c] = g.carries[c].with(by)
	}
	for _, f := range l.sortedFinds() {
		p := Point{Kind: f.kind, Break: true, Track: recalledTrack}
		p.X, p.Y, p.Z = (float32(f.cell[0])+0.5)*findStep, (float32(f.cell[1])+0.5)*findStep,
			(float32(f.cell[2])+0.5)*findStep
		g.find(&p)
	}
	for _, ends := range slices.SortedFunc(maps.Keys(l.ways), wayEnds.compare) {
		if w := l.ways[ends]; w.by.count() >= min(len(l.demos), len(w.by)) { // of suppositions only those shared by all
			g.airs = append(g.airs, w.recall())
		}
	}
}

func (l *Learned) sortedFinds() []found {
	return slices.SortedFunc(maps.Keys(l.finds), func(a, b found) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind),
			a.cell.compare(b.cell))
	})
}

// recall returns a way in the grower's form.
func (w way) recall() airPath {
	out := airPath{started: true, landed: true, recalled: true}
	for i, q := range w {
		p := airPlace{(float32(q[0]) + 0.5) * wayStep, (float32(q[1]) + 0.5) * wayStep, (float32(q[2]) + 0.5) * wayStep,
			(float32(q[3]) + 0.5) * wayStep}
		if i > 0 {
			before := &out.places[i-1]
			out.length += math.Hypot(float64(p.x-before.x), float64(p.y-before.y))
		}
		out.places = append(out.places, p)
	}
	foot := func(p airPlace) airPlace { return airPlace{p.x, p.y, p.top, p.top} }
	out.from, out.to = foot(out.places[0]), foot(out.places[len(out.places)-1])
	return out
}

// Agrees reports whether l and demo could describe the same map. Different maps may have the same name. If l and demo
// both cover much of a map but have hardly anything in common, they describe different maps.
func (l *Learned) Agrees(demo *Learned) bool {
	return l.agrees(len(demo.ground), maps.Keys(demo.ground))
}

// Agrees reports whether the demo whose points were added to g could have been recorded on the map described by l. It
// applies the same test as [Learned.Agrees].
func (g *Grower) Agrees(l *Learned) bool {
	n := 0
	for _, t := range g.seen.all() {
		if t&(toldGuess|toldKnown) != 0 {
			n++
		}
	}
	return l.agrees(n, func(yield func(cell) bool) {
		for c, t := range g.seen.all() {
			if t&(toldGuess|toldKnown) != 0 && !yield(c) {
				return
			}
		}
	})
}

// agrees is like Agrees, but takes the n cells of ground of a demo.
func (l *Learned) agrees(n int, ground iter.Seq[cell]) bool {
	const (
		few   = 300 // cells that prove nothing
		share = 0.1
		near  = 4 // cells each way
	)
	if n < few || len(l.ground) < few {
		return true
	}
	var coarse cellMap[bool]
	at := func(c cell) cell { return cell{c[0] / near, c[1] / near, c[2] / near / 2} }
	for c := range l.ground {
		*coarse.at(at(c)) = true
	}
	common := 0
	for c := range ground {
		if coarse.get(at(c)) {
			common++
		}
	}
	return float64(common) >= share*float64(n)
}
