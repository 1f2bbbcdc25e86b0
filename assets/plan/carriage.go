package plan

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// carriage is something that carried a player, in cells of carryStep: a teleporter from one cell to another, or a
// lift from a cell to one above it.
type carriage struct{ from, to cell }

const (
	carryStep    = 32.0
	carriageMost = 512 // kept for a map
	// A carriage is certain if it was seen this often, or in this many demos.
	carriedLeast = 2
	// A lift rises farther than any stair, and more steeply.
	rideLeast, rideSlope = 48.0, 2.0
	// The entrances of one teleporter, and its exits, are at most this far apart.
	entranceWide, exitWide = 128.0, 96.0
)

func carryCell(p *Point) cell { return cellOf(p.X, p.Y, p.Z-FeetBelowOrigin, carryStep, carryStep) }

func (c cell) middle(step float32) [3]float32 {
	return [3]float32{(float32(c[0]) + 0.5) * step, (float32(c[1]) + 0.5) * step, (float32(c[2]) + 0.5) * step}
}

func (c carriage) lift() bool { return c.from[0] == c.to[0] && c.from[1] == c.to[1] }

func (c carriage) compare(o carriage) int {
	return cmp.Or(c.from.compare(o.from), c.to.compare(o.to))
}

// carry records that a player was carried.
func (g *Grower) carry(c carriage) { g.carried[c]++ }

// ride is the movement up or down of a player on a lift.
type ride struct {
	from, to Point
	going    bool
}

// rides reports whether the way between two points on the ground is a lift's.
func rides(a, b *Point) bool {
	return math.Abs(float64(b.Z-a.Z)) > max(4, rideSlope*distance(a, b))
}

// alight ends a ride, if there is one. If the movement was not a ride after all, it becomes ground.
func (g *Grower) alight(w *walker) {
	r := &w.ride
	if !r.going {
		return
	}
	r.going = false
	if abs32(r.to.Z-r.from.Z) < rideLeast {
		g.addPosition(float64(r.to.X), float64(r.to.Y), float64(r.to.Z), false)
		return
	}
	low, high := carryCell(&r.from), carryCell(&r.to)
	if low[2] > high[2] {
		low, high = high, low
	}
	g.carry(carriage{low, cell{low[0], low[1], high[2]}})
}

// learnCarriages returns the carriages in a demo, each with as many tags as sightings, up to the number counted.
func (g *Grower) learnCarriages(demo uint64) map[carriage]backers {
	out := map[carriage]backers{}
	for c, n := range g.carried {
		for i := range min(n, len(backers{})) {
			out[c] = out[c].with(backers{tag(demo, i)})
		}
	}
	return out
}

// carriages returns the teleporters and lifts of a map that are certain.
func carriages(known map[carriage]backers) (teleporters []Mark, lifts []rect) {
	type group struct {
		first carriage
		by    backers
		mark  Mark
		area  rect
	}
	var groups []*group
	for _, c := range slices.SortedFunc(maps.Keys(known), carriage.compare) {
		a, b := c.from.middle(carryStep), c.to.middle(carryStep)
		i := slices.IndexFunc(groups, func(g *group) bool {
			if c.lift() != g.first.lift() {
				return false
			}
			x, y := g.first.from.middle(carryStep), g.first.to.middle(carryStep)
			return apart(a, x) <= entranceWide && (c.lift() || apart(b, y) <= exitWide)
		})
		if i < 0 {
			groups = append(groups, &group{first: c, area: rect{a[0], a[1], a[0], a[1]},
				mark: Mark{Kind: MarkTeleporter, Class: "trigger_teleport", Pos: a, HasDest: true, Dest: b}})
			i = len(groups) - 1
		}
		g := groups[i]
		g.by = g.by.with(known[c])
		g.area = rect{min(g.area.x0, a[0]), min(g.area.y0, a[1]), max(g.area.x1, a[0]), max(g.area.y1, a[1])}
	}
	for _, g := range groups {
		switch {
		case g.by.count() < carriedLeast:
		case g.first.lift():
			const half = carryStep / 2
			lifts = append(lifts, rect{g.area.x0 - half, g.area.y0 - half, g.area.x1 + half, g.area.y1 + half})
		default:
			teleporters = append(teleporters, g.mark)
		}
	}
	return teleporters, lifts
}

func apart(a, b [3]float32) float64 {
	return math.Hypot(math.Hypot(float64(a[0]-b[0]), float64(a[1]-b[1])), float64(a[2]-b[2]))
}
