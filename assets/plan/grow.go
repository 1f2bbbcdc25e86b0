package plan

import (
	"maps"
	"math"
	"slices"
)

// A grown plan is a grid of heights over the ground. Each point has, for each floor, how near
// someone walked by and at what height. The outline of the plan is where that distance is
// edgeDistance: so it is round and even around a path, and one area where paths are close.
const (
	latticeStep  = 16.0
	edgeDistance = 30.0   // units from a path to the edge of the plan
	pathDistance = 50.0   // units from a path within which points are told
	pathStep     = 8.0    // units between places of a path that are looked at
	walkStep     = 32.0   // units between places of the ground that are noted coarsely
	floorHeight  = 48.0   // floors nearer to each other are one
	maxWalk      = 1000.0 // units between two points of one way
	maxGap       = 8      // steps of the height grid without a path that are closed between paths
	tinyGap      = 3      // that are closed even if they are long the other way
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
	blocks map[[2]int32]*block
	at     [2]int32     // of the block that was changed last
	block  *block       // nil before the first
	spare  []floorPoint // room for the first floor of points
	tracks map[int32]*walker
	seen   map[cell]telling  // places of paths that have been told, coarsely
	others []Point           // items and impacts
	found  map[[3]int16]bool // their places, coarsely
	airs   []airPath
	walks  []airPlace // places on the ground, coarsely
	walked map[[3]int16]bool
	// What carried players in this demo, and how often; what did in others.
	carried map[carriage]int
	carries map[carriage]backers
	demos   int // others that were recalled
	// recalling is set while it is told what other demos told.
	recalling bool
}

// block is a part of the height grid.
type block [blockSize * blockSize][]floorPoint

// floorPoint is one floor at a point of the height grid.
type floorPoint struct {
	z, dist float32 // height, and distance to the nearest path
	air     float32 // distance to the nearest way through the air above
	guess   bool    // that path was perhaps a jump
	pad     bool    // there is an item and nothing else
	near    uint16  // places that were told of around the point
}

// prepare makes the first room.
func (g *Grower) prepare() {
	if g.blocks == nil {
		g.blocks = map[[2]int32]*block{}
		g.tracks = map[int32]*walker{}
		g.seen, g.found = map[cell]telling{}, map[[3]int16]bool{}
		g.walked, g.carried, g.carries = map[[3]int16]bool{}, map[carriage]int{}, map[carriage]backers{}
	}
}

// find adds an item or an impact.
func (g *Grower) find(p *Point) {
	if key := [3]int16{int16(p.X / 8), int16(p.Y / 8), int16(p.Z/8) ^ int16(p.Kind)<<13}; !g.found[key] {
		g.found[key] = true
		g.others = append(g.others, *p)
	}
}

// Add adds points, in the order of time for each track.
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

// tell gives a place of a path to the points of the height grid around it.
func (g *Grower) tell(x, y, z float64, guess bool) {
	z -= FeetBelowOrigin
	key := cell{int16(math.Floor(x / pathStep)), int16(math.Floor(y / pathStep)), int16(math.Floor(z / learnedCellHeight))}
	before := g.seen[key]
	if g.seen[key] = before | g.telling(guess); before != 0 {
		return
	}
	if !guess {
		g.mark(x, y, z)
	}
	i0, i1 := int(math.Ceil((x-pathDistance)/latticeStep)), int(math.Floor((x+pathDistance)/latticeStep))
	j0, j1 := int(math.Ceil((y-pathDistance)/latticeStep)), int(math.Floor((y+pathDistance)/latticeStep))
	for j := j0; j <= j1; j++ {
		dy := math.Abs(float64(j)*latticeStep - y)
		for i := i0; i <= i1; i++ {
			// A player is a box along the axes, and so are most rooms.
			d := max(math.Abs(float64(i)*latticeStep-x), dy)
			g.put(int32(i), int32(j), floorPoint{z: float32(z), dist: float32(d), air: pathDistance, guess: guess})
		}
	}
}

// mark notes coarsely that someone was on the ground at a place.
func (g *Grower) mark(x, y, z float64) {
	key := [3]int16{int16(math.Floor(x / walkStep)), int16(math.Floor(y / walkStep)), int16(math.Floor(z / floorHeight))}
	if !g.walked[key] {
		g.walked[key] = true
		g.walks = append(g.walks, airPlace{float32(x), float32(y), float32(z), float32(z)})
	}
}

func (g *Grower) put(i, j int32, p floorPoint) {
	if at := [2]int32{i >> 5, j >> 5}; at != g.at || g.block == nil {
		if g.at, g.block = at, g.blocks[at]; g.block == nil {
			g.block = new(block)
			g.blocks[at] = g.block
		}
	}
	floors := &g.block[(j&(blockSize-1))*blockSize+i&(blockSize-1)]
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
		f.near = min(f.near, math.MaxUint16-1) + 1
		return
	}
	if *floors == nil { // most points have no second one
		if len(g.spare) == 0 {
			g.spare = make([]floorPoint, blockSize*blockSize)
		}
		*floors, g.spare = g.spare[:0:1], g.spare[1:]
	}
	*floors = append(*floors, p)
}

// Some reports whether anything has been added.
func (g *Grower) Some() bool { return len(g.tracks)+len(g.others)+len(g.seen) > 0 }

// allCarriages are those of this demo and of others.
func (g *Grower) allCarriages() map[carriage]backers {
	all := g.learnCarriages(0)
	for c, by := range g.carries {
		all[c] = all[c].with(by)
	}
	return all
}

// Plan is a snapshot of what has been added. It is cheap enough to be asked
// for once a second.
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
