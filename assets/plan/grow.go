package plan

import (
	"maps"
	"math"
	"slices"
)

// A grown plan is a grid of heights over the ground. Each grid point has, for each floor, the distance of the nearest
// path and its height. The outline of the plan is where that distance is edgeDistance: round and even around a path,
// and one area where paths are close.
const (
	latticeStep  = 16.0
	edgeDistance = 30.0   // units from a path to the edge of the plan
	pathDistance = 50.0   // units from a path within which grid points are affected
	pathStep     = 8.0    // units between the examined places of a path
	walkStep     = 32.0   // units between the coarsely noted places on the ground
	floorHeight  = 48.0   // floors nearer to each other are merged
	maxWalk      = 1000.0 // units between two points of one path
	maxGap       = 8      // grid steps without a path that are closed between paths
	tinyGap      = 3      // closed even if they are long the other way
	growExtent   = 16384.0
	blockBits    = 5
	blockSize    = 1 << blockBits
)

// Grower grows a plan from the movements of players, for a demo whose map is missing. The zero Grower is ready to use.
// A Grower is not safe for concurrent use, but the plans it returns are.
//
// The plan contains floors along the players' paths and in the gaps between nearby paths. If an item does not lie on
// such a floor, a small area of floor is added below it. The impacts of shots, which lie on walls, widen existing
// floors.
type Grower struct {
	blocks map[[2]int32]*block
	at     [2]int32 // of the block changed last
	block  *block   // nil before the first
	tracks map[int32]*walker
	seen   tellings      // places of paths so far, coarsely
	others []Point       // items and impacts
	found  cellMap[bool] // their places, coarsely
	airs   []airPath
	walks  []airPlace // places on the ground, coarsely
	walked cellMap[bool]
	// The carriages in this demo, and how often each was seen; and those in other demos.
	carried map[carriage]int
	carries map[carriage]backers
	demos   int // others recalled
	// recalling is set while knowledge from other demos is being added.
	recalling bool
}

// block is a section of the height grid.
type block [blockSize * blockSize]column

// floorPoint is one floor at a grid point.
type floorPoint struct {
	z, dist float32 // height, and distance to the nearest path
	air     float32 // distance to the nearest path through the air above
	guess   bool    // the path may have been a jump
	pad     bool    // there is only an item
	near    uint16  // noted places around the point
}

// prepare allocates the maps.
func (g *Grower) prepare() {
	if g.blocks == nil {
		g.blocks = map[[2]int32]*block{}
		g.tracks = map[int32]*walker{}
		g.carried, g.carries = map[carriage]int{}, map[carriage]backers{}
	}
}

// find adds an item or an impact.
func (g *Grower) find(p *Point) {
	if found := g.found.at(cell{int16(p.X / 8), int16(p.Y / 8), int16(p.Z/8) ^ int16(p.Kind)<<13}); !*found {
		*found = true
		g.others = append(g.others, *p)
	}
}

// Add adds points. Points with the same Track must be added in chronological order.
func (g *Grower) Add(points ...Point) {
	g.prepare()
	for i := range points {
		p := &points[i]
		if !(abs32(p.X) < growExtent && abs32(p.Y) < growExtent && abs32(p.Z) < growExtent) {
			continue
		}
		switch p.Kind {
		case PointPlayer:
			g.walk(p)
		default:
			g.find(p)
		}
	}
}

// addPosition adds a position on a path to the grid points around it.
func (g *Grower) addPosition(x, y, z float64, guess bool) {
	z -= FeetBelowOrigin
	at := cell{int16(math.Floor(x / pathStep)), int16(math.Floor(y / pathStep)),
		int16(math.Floor(z / learnedCellHeight))}
	if g.seen.add(at, g.telling(guess)) != 0 {
		return
	}
	if !guess {
		g.mark(x, y, z)
	}
	g.spread(x, y, floorPoint{z: float32(z), air: pathDistance, guess: guess})
}

// spread adds a floor to the grid points around a place, block by block.
func (g *Grower) spread(x, y float64, p floorPoint) {
	i0, i1 := int32(math.Ceil((x-pathDistance)/latticeStep)), int32(math.Floor((x+pathDistance)/latticeStep))
	j0, j1 := int32(math.Ceil((y-pathDistance)/latticeStep)), int32(math.Floor((y+pathDistance)/latticeStep))
	for bj := j0 >> blockBits; bj <= j1>>blockBits; bj++ {
		for bi := i0 >> blockBits; bi <= i1>>blockBits; bi++ {
			b := g.blockAt([2]int32{bi, bj})
			for j := max(j0, bj<<blockBits); j <= min(j1, bj<<blockBits|(blockSize-1)); j++ {
				dy := math.Abs(float64(j)*latticeStep - y)
				row := b[j&(blockSize-1)*blockSize:][:blockSize]
				for i := max(i0, bi<<blockBits); i <= min(i1, bi<<blockBits|(blockSize-1)); i++ {
					// Players are axis-aligned boxes, and so are most rooms.
					p.dist = float32(max(math.Abs(float64(i)*latticeStep-x), dy))
					row[i&(blockSize-1)].put(&p)
				}
			}
		}
	}
}

// blockAt returns a block of the height grid, creating it if it is missing.
func (g *Grower) blockAt(at [2]int32) *block {
	if at != g.at || g.block == nil {
		if g.at, g.block = at, g.blocks[at]; g.block == nil {
			g.block = new(block)
			g.blocks[at] = g.block
		}
	}
	return g.block
}

// mark records, roughly, that a player was on the ground at a position.
func (g *Grower) mark(x, y, z float64) {
	walked := g.walked.at(cell{int16(math.Floor(x / walkStep)), int16(math.Floor(y / walkStep)),
		int16(math.Floor(z / floorHeight))})
	if !*walked {
		*walked = true
		g.walks = append(g.walks, airPlace{float32(x), float32(y), float32(z), float32(z)})
	}
}

// column is the floors at a grid point. Most points have no second one.
type column struct {
	first floorPoint // absent if its air is 0
	more  []floorPoint
}

// put adds a floor to a grid point.
func (c *column) put(p *floorPoint) {
	if c.first.air == 0 {
		c.first = *p
		return
	}
	if c.first.take(p) {
		return
	}
	for k := range c.more {
		if c.more[k].take(p) {
			return
		}
	}
	c.more = append(c.more, *p)
}

// take merges p into f if they are the same floor, and reports whether they are.
func (f *floorPoint) take(p *floorPoint) bool {
	if abs32(f.z-p.z) >= floorHeight {
		return false
	}
	switch {
	case f.guess == p.guess:
		// Of guesses the lower is right, of certain ones the nearer.
		if p.guess && p.z < f.z-8 || p.dist < f.dist && (!p.guess || p.z < f.z+8) {
			f.z = p.z
		}
	case f.guess:
		f.z, f.guess = p.z, false
	}
	f.dist = min(f.dist, p.dist)
	f.near = min(f.near, math.MaxUint16-1) + 1
	return true
}

// Some reports whether any points have been added.
func (g *Grower) Some() bool { return len(g.tracks)+len(g.others)+g.seen.count > 0 }

// allCarriages returns the carriages seen in this demo and in others.
func (g *Grower) allCarriages() map[carriage]backers {
	all := g.learnCarriages(0)
	for c, by := range g.carries {
		all[c] = all[c].with(by)
	}
	return all
}

// Plan returns the plan grown from the points added so far. It is fast enough to be called once a second.
func (g *Grower) Plan() *Plan {
	ways := slices.Clone(g.airs)
	for _, track := range slices.Sorted(maps.Keys(g.tracks)) {
		ways = appendWay(ways, g.tracks[track].rest())
	}
	l := g.heightGrid(ways)
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
	known, supposed := l.shares()
	p.finish(l.surfaces(), l.columns(known > supposed))
	p.marks, p.lazy.lifts = carriages(g.allCarriages())
	p.shader.flat(supposedLight + (1-supposedLight)*float32(max(0, min(1, 1.5-2*known/max(known+supposed, 1)))))
	return p
}
