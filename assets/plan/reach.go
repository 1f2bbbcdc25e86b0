package plan

import (
	"math"
	"sort"
	"strings"

	"fragscope/assets/bsp"
)

// How players move, in units. The values are nearly the same in all games.
const (
	stepHeight = 18.0
	jumpHeight = 62.0 // a jump, and a step at its end
	jumpReach  = 12   // cells crossed by a jump over a gap
	cellSize   = 16.0 // width of a column
	maxColumns = 1 << 20
	maxHolds   = 1 << 22 // floors in all columns
	maxFits    = 1 << 23 // checks for a player's room; a big map needs a tenth
	playerHalf = 16.0
)

// foothold is a floor in a column.
type foothold struct {
	z          float32 // floor in the middle of the column
	feet       float32 // of a player standing there, perhaps on a higher step
	surface    int32
	state      uint8
	reached    bool
	certain    bool // somebody was here or can walk here from where somebody was
	walked     bool // somebody was here or near
	suppressed bool // was reached, but hides where somebody was
	wet        bool // surface of a liquid; z is at a swimmer's feet
	sunk       bool // below the surface of a liquid
}

// The states of a foothold.
const (
	stateUnknown uint8 = iota
	stateFree          // a player has room
	stateBlocked
)

// columns is the floor of a map sampled in square columns, from which reach is grown.
type columns struct {
	x0, y0     float64
	cell       float64
	cols, rows int
	start      []int32 // of each column in holds, and the end
	holds      []foothold
}

// newColumns samples the floors and liquids.
func newColumns(surfaces []surface) *columns {
	cs := &columns{cell: cellSize}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range surfaces {
		s := &surfaces[i]
		x0, y0 = math.Min(x0, s.min[0]), math.Min(y0, s.min[1])
		x1, y1 = math.Max(x1, s.max[0]), math.Max(y1, s.max[1])
	}
	if x0 > x1 {
		return cs
	}
	covered := 0.0
	for i := range surfaces {
		if s := &surfaces[i]; s.walkable() || s.kind.Liquid() {
			covered += s.area()
		}
	}
	for (x1-x0)/cs.cell*(y1-y0)/cs.cell > maxColumns || math.Max(x1-x0, y1-y0)/cs.cell > 1<<14 ||
		covered/cs.cell/cs.cell > maxHolds {
		cs.cell *= 2
	}
	cs.x0, cs.y0 = x0, y0
	cs.cols, cs.rows = int((x1-x0)/cs.cell)+1, int((y1-y0)/cs.cell)+1
	count := make([]int32, cs.cols*cs.rows+1)
	total := 0
	for i := range surfaces {
		if s := &surfaces[i]; s.walkable() || s.kind.Liquid() {
			cs.cover(s, func(col int, x, y float64) { count[col+1]++; total++ })
		}
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	cs.start = count
	cs.holds = make([]foothold, total)
	next := append([]int32(nil), count...)
	for i := range surfaces {
		s := &surfaces[i]
		wet := s.kind.Liquid()
		if !s.walkable() && !wet {
			continue
		}
		cs.cover(s, func(col int, x, y float64) {
			h := foothold{z: float32(s.height(x, y)), surface: int32(i), wet: wet}
			if wet {
				h.z -= FeetBelowOrigin
			}
			cs.holds[next[col]] = h
			next[col]++
		})
	}
	for c := range cs.cols * cs.rows {
		if h := cs.holds[count[c]:count[c+1]]; len(h) > 1 {
			sort.Slice(h, func(i, j int) bool {
				return h[i].z < h[j].z ||
					h[i].z == h[j].z && h[i].surface < h[j].surface
			})
		}
	}
	return cs
}

// cover calls f for each column whose middle is in the polygon.
func (cs *columns) cover(s *surface, f func(col int, x, y float64)) {
	r0 := max(0, int(math.Ceil((s.min[1]-cs.y0)/cs.cell-0.5)))
	r1 := min(cs.rows-1, int(math.Floor((s.max[1]-cs.y0)/cs.cell-0.5)))
	for r := r0; r <= r1; r++ {
		y := cs.y0 + (float64(r)+0.5)*cs.cell
		xl, xr, ok := s.span(y)
		if !ok {
			continue
		}
		c0 := max(0, int(math.Ceil((xl-cs.x0)/cs.cell-0.5)))
		c1 := min(cs.cols-1, int(math.Floor((xr-cs.x0)/cs.cell-0.5)))
		for c := c0; c <= c1; c++ {
			f(r*cs.cols+c, cs.x0+(float64(c)+0.5)*cs.cell, y)
		}
	}
}

func (cs *columns) at(x, y float64) (c, r int) {
	return int(math.Floor((x - cs.x0) / cs.cell)), int(math.Floor((y - cs.y0) / cs.cell))
}

func (cs *columns) middle(c, r int) (x, y float32) {
	return float32(cs.x0 + (float64(c)+0.5)*cs.cell), float32(cs.y0 + (float64(r)+0.5)*cs.cell)
}

// column returns the range of a column's footholds; empty outside the grid.
func (cs *columns) column(c, r int) (lo, hi int32) {
	if c < 0 || r < 0 || c >= cs.cols || r >= cs.rows || cs.start == nil {
		return 0, 0
	}
	i := r*cs.cols + c
	return cs.start[i], cs.start[i+1]
}

// growth is the state of growing reach over a map.
type growth struct {
	*columns
	m      *bsp.Map
	stack  []int32
	colOf  []int32 // column of each foothold
	movers []mover
	fits   int // checks so far
	// seeds are the footholds where a player or an item is known to be, or to which something is carried.
	seeds   []int32
	trodden []int32 // those of players and items in a demo
	hiding  float64 // fraction of a part that may hide places where players were
	lifted  []int32 // those that a lift or train leads to
	bore    []bool  // surfaces that supported a player
}

// mover is a lift or train. A player near its box can reach any position to which it moves.
type mover struct {
	x0, y0, x1, y1 float64
	low, high      float64 // of its top
	stops          [][3]float64
	used           bool
}

// reach returns the surfaces that players can get to, touch, or swim in.
func reach(m *bsp.Map, surfaces []surface, owners []bsp.Entity, marks []Mark, hints []Point) (*columns, []surface) {
	g := &growth{columns: newColumns(surfaces), m: m}
	g.colOf = make([]int32, len(g.holds))
	for c := range g.cols * g.rows {
		if g.start == nil {
			break
		}
		for i := g.start[c]; i < g.start[c+1]; i++ {
			g.colOf[i] = int32(c)
		}
	}
	g.findMovers(owners)
	prints := footprints(hints)
	g.bore = stoodOn(surfaces, prints)
	if g.seed(marks, hints, prints); len(g.stack) == 0 {
		g.seedMonsters()
	}
	if len(g.stack) == 0 {
		for i := range g.holds {
			g.holds[i].reached = true
		}
		return g.columns, surfaces
	}
	g.flood()
	for range 4 {
		if !g.leap() {
			break
		}
		g.flood()
	}
	g.confirm()
	g.tread()
	g.expose()
	g.sink()
	return g.columns, g.touched(surfaces)
}

// sink finds the floors below a liquid.
func (g *growth) sink() {
	for i := range g.holds {
		if h := &g.holds[i]; h.reached && !h.wet {
			col := int(g.colOf[i])
			x, y := g.middle(col%g.cols, col/g.cols)
			h.sunk = g.m.Contents(x, y, h.z+stepHeight)&(bsp.Water|bsp.Slime|bsp.Lava) != 0
		}
	}
}

// seed marks where players and items are known to be.
func (g *growth) seed(marks []Mark, hints []Point, prints []footprint) {
	for i := range marks {
		mk := &marks[i]
		switch mk.Kind {
		case MarkItem, MarkSpawn:
			// Where players are known to have been, entities for other games or modes prove nothing.
			if i := g.find(mk.Pos[0], mk.Pos[1], mk.Pos[2]+24, anyDepth); i >= 0 && len(prints) > 0 {
				g.mark(i)
			} else if i >= 0 {
				g.sow(i)
			}
		case MarkDestination:
			g.drop(mk.Pos[0], mk.Pos[1], mk.Pos[2]+24, anyDepth)
		case MarkTeleporter:
			g.drop(mk.Dest[0], mk.Dest[1], mk.Dest[2]+24, anyDepth)
		case MarkPush:
			g.throw(mk)
		}
	}
	for _, f := range prints {
		if i := g.drop(f.x, f.y, f.z+8, 24); i >= 0 {
			g.trodden = append(g.trodden, i)
		}
	}
	for i := range hints {
		h := &hints[i]
		if h.Kind == PointImpact || h.Kind == PointPlayer && h.Contact != ContactUnknown {
			continue
		}
		// A player flying high above a floor does not show that it can be reached.
		if i := g.drop(h.X, h.Y, h.Z-FeetBelowOrigin+8, jumpHeight+8); i >= 0 && h.Kind == PointItem {
			g.trodden = append(g.trodden, i)
		}
	}
}

// seedMonsters marks the places where monsters stand. Since these may be closets that the monsters leave by teleporter,
// it is used only if there is no other evidence.
func (g *growth) seedMonsters() {
	for _, e := range g.m.Entities {
		if c := e["classname"]; strings.HasPrefix(c, "monster_") || strings.HasPrefix(c, "misc_insane") {
			p := position(e)
			g.drop(float32(p[0]), float32(p[1]), float32(p[2])+24, anyDepth)
		}
	}
}

// drop sows the floor that find returns.
func (g *growth) drop(x, y, z, depth float32) int32 {
	i := g.find(x, y, z, depth)
	if i >= 0 {
		g.sow(i)
	}
	return i
}

// find returns the highest floor below a point, in its column or an adjacent one, at most depth below, or -1 if there
// is none.
func (g *growth) find(x, y, z, depth float32) int32 {
	if !(abs32(x) < maxExtent && abs32(y) < maxExtent) {
		return -1
	}
	c, r := g.at(float64(x), float64(y))
	best := g.highest(c, r, z)
	if best < 0 {
		for dr := -1; dr <= 1; dr++ {
			for dc := -1; dc <= 1; dc++ {
				if i := g.highest(c+dc, r+dr, z); i >= 0 && (best < 0 || g.holds[i].z > g.holds[best].z) {
					best = i
				}
			}
		}
	}
	if best >= 0 && g.holds[best].z < z-depth {
		return -1
	}
	if best >= 0 {
		g.free(best)
	}
	return best
}

// highest returns the highest foothold of a column not above z, or -1.
func (g *growth) highest(c, r int, z float32) int32 {
	lo, hi := g.column(c, r)
	for i := hi - 1; i >= lo; i-- {
		if g.holds[i].z <= z {
			return i
		}
	}
	return -1
}

const anyDepth = 1 << 20

// throw follows the trajectory of a jump pad, to twice the way to its top, and drops where it passes.
func (g *growth) throw(mk *Mark) {
	if !mk.HasDest {
		return
	}
	for k := 2; k <= 10; k++ {
		t := float32(k) / 5
		height := mk.Pos[2] + (mk.Dest[2]-mk.Pos[2])*t*(2-t)
		g.drop(mk.Pos[0]+(mk.Dest[0]-mk.Pos[0])*t, mk.Pos[1]+(mk.Dest[1]-mk.Pos[1])*t, max(height, mk.Pos[2])+24,
			anyDepth)
	}
}

// sow marks a foothold where somebody is known to be.
func (g *growth) sow(i int32) {
	if !g.holds[i].certain {
		g.holds[i].certain = true
		g.seeds = append(g.seeds, i)
	}
	g.mark(i)
}

func (g *growth) mark(i int32) {
	if !g.holds[i].reached {
		g.holds[i].reached = true
		g.stack = append(g.stack, i)
	}
}

// room reports whether a player has room. The number of checks is limited, in case a map is made to require endless
// ones.
func (g *growth) room(x, y, feet float32) bool {
	g.fits++
	return g.fits < maxFits && g.m.Fits(x, y, feet+FeetBelowOrigin)
}

// free reports whether a player has room on the foothold, and finds the height of his feet there: a step next to it may
// lift him.
func (g *growth) free(i int32) bool {
	h := &g.holds[i]
	if h.state == stateUnknown {
		h.state = stateBlocked
		h.feet = h.z
		col := int(g.colOf[i])
		x, y := g.middle(col%g.cols, col/g.cols)
		for _, lift := range [...]float32{1, stepHeight, 34} {
			if g.room(x, y, h.z+lift) {
				h.state, h.feet = stateFree, h.z+lift-1
				break
			}
		}
	}
	return h.state == stateFree
}

// flood goes from every marked foothold to those that a player can get to from there.
func (g *growth) flood() {
	for len(g.stack) > 0 {
		i := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		col := int(g.colOf[i])
		c, r := col%g.cols, col/g.cols
		feet := g.swim(i, col)
		for dr := -1; dr <= 1; dr++ {
			for dc := -1; dc <= 1; dc++ {
				if dc != 0 || dr != 0 {
					g.walk(c, r, dc, dr, feet)
				}
			}
		}
		g.ride(c, r, float64(feet))
	}
}

// swim returns the height of the feet of a player on foothold i: in a liquid he floats at its surface.
func (g *growth) swim(i int32, col int) float32 {
	feet := max(g.holds[i].feet, g.holds[i].z)
	for k := i + 1; k < g.start[col+1]; k++ {
		if up := &g.holds[k]; up.wet && up.z > feet {
			x, y := g.middle(col%g.cols, col/g.cols)
			if g.m.Contents(x, y, (feet+up.z+FeetBelowOrigin)/2)&(bsp.Water|bsp.Slime|bsp.Lava) != 0 {
				g.mark(k)
				return up.z
			}
			break
		}
	}
	return feet
}

// walk steps, jumps or falls from column c, r to the next column and the one after it: close to a wall, the next column
// may have no room for a player.
func (g *growth) walk(c, r, dc, dr int, feet float32) {
	for d := 1; d <= 2; d++ {
		lo, hi := g.column(c+d*dc, r+d*dr)
		if lo == hi {
			continue
		}
		fallen := false
		for i := hi - 1; i >= lo; i-- {
			h := &g.holds[i]
			if h.z > feet+jumpHeight {
				continue
			}
			if fallen {
				break
			}
			// In a liquid players sink to the bottom.
			fallen = h.z <= feet+stepHeight && !h.wet
			if h.reached || !g.free(i) || h.feet > feet+jumpHeight {
				continue
			}
			if g.passable(c, r, dc, dr, d, max(feet, h.feet)) {
				g.mark(i)
			}
		}
	}
}

// passable reports whether a player with feet at the given height can move d columns.
func (g *growth) passable(c, r, dc, dr, d int, feet float32) bool {
	for k := range d + 1 {
		x, y := g.middle(c+k*dc, r+k*dr)
		if !g.room(x, y, feet+1) && !g.room(x, y, feet+stepHeight) {
			return false
		}
	}
	return true
}

// leap tries jumps over gaps from reached to unreached floors at about the same height.
func (g *growth) leap() bool {
	found := false
	for i := range g.holds {
		if !g.holds[i].reached || g.holds[i].state != stateFree {
			continue
		}
		feet := g.holds[i].feet
		col := int(g.colOf[i])
		c, r := col%g.cols, col/g.cols
		for _, dir := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			// Only from an edge: otherwise the next foothold leaps as far.
			if k := g.highest(c+dir[0], r+dir[1], feet+24); k >= 0 && g.holds[k].reached && g.holds[k].z > feet-40 {
				continue
			}
			for d := 3; d <= jumpReach; d++ {
				k := g.highest(c+d*dir[0], r+d*dir[1], feet+24)
				if k < 0 || g.holds[k].reached || g.holds[k].z < feet-64 || !g.free(k) {
					continue
				}
				if g.passable(c, r, dir[0], dir[1], d, max(feet, g.holds[k].feet)) {
					g.mark(k)
					found = true
				}
				break
			}
		}
	}
	return found
}

// touched returns the surfaces with a reached foothold, and those that a player on one can touch. Those that hide where
// players are known to be are suppressed.
func (g *growth) touched(surfaces []surface) []surface {
	keep, suppressed := make([]bool, len(surfaces)), make([]bool, len(surfaces))
	for i := range g.holds {
		h := &g.holds[i]
		keep[h.surface] = keep[h.surface] || h.reached
		suppressed[h.surface] = suppressed[h.surface] || h.suppressed
	}
	var out []surface
	for i := range surfaces {
		s := &surfaces[i]
		switch {
		case g.bore[i] || keep[i]:
		case suppressed[i]:
			s.suppressed = true
		case !g.touches(s, false):
			continue
		default:
			s.suppressed = !s.kind.Liquid() && g.hides(s) && !(s.walkable() && g.touches(s, true))
		}
		out = append(out, *s)
	}
	return out
}

// touches looks for reached, or even certain, footholds at samples of the surface.
func (g *growth) touches(s *surface, certain bool) bool {
	reach, above, below := 24.0, 20.0, 20.0
	switch {
	case s.kind.Liquid():
		reach, above, below = 40, 96, 1000
	case s.nz < minWalkNormal:
		above, below = 40, 40
	}
	cx, cy := 0.0, 0.0
	for i := range s.x {
		cx, cy = cx+s.x[i]/float64(len(s.x)), cy+s.y[i]/float64(len(s.y))
	}
	if g.near(cx, cy, s.height(cx, cy), reach, above, below, certain) {
		return true
	}
	for i := range s.x {
		j := (i + 1) % len(s.x)
		n := min(int(math.Hypot(s.x[j]-s.x[i], s.y[j]-s.y[i])/24)+1, 200)
		for k := range n {
			t := float64(k) / float64(n)
			// A little inside, so that a floor beyond a wall does not count.
			x, y := s.x[i]+t*(s.x[j]-s.x[i]), s.y[i]+t*(s.y[j]-s.y[i])
			x, y = x+(cx-x)*0.02, y+(cy-y)*0.02
			if g.near(x, y, s.height(x, y), reach, above, below, certain) {
				return true
			}
		}
	}
	if s.area() > 64*64 {
		step := math.Max(32, math.Max(s.max[0]-s.min[0], s.max[1]-s.min[1])/64)
		for y := s.min[1] + step/2; y < s.max[1]; y += step {
			xl, xr, ok := s.span(y)
			for x := xl + step/2; ok && x < xr; x += step {
				if g.near(x, y, s.height(x, y), reach, above, below, certain) {
					return true
				}
			}
		}
	}
	return false
}

// near reports whether a player is around a point, with feet at most above higher or below lower.
func (g *growth) near(x, y, z, reach, above, below float64, certain bool) bool {
	c0, r0 := g.at(x-reach, y-reach)
	c1, r1 := g.at(x+reach, y+reach)
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			lo, hi := g.column(c, r)
			for i := lo; i < hi; i++ {
				h := &g.holds[i]
				if h.reached && (h.certain || !certain) && float64(h.feet) > z-below && float64(h.feet) < z+above {
					return true
				}
			}
		}
	}
	return false
}

// findMovers finds where lifts, doors and trains go.
func (g *growth) findMovers(owners []bsp.Entity) {
	for n, e := range owners {
		class := e["classname"]
		if n == 0 || class == "" || strings.HasPrefix(class, "trigger_") {
			continue
		}
		b := &g.m.Models[n]
		at := position(e)
		mv := mover{x0: float64(b.Min[0]) + at[0], y0: float64(b.Min[1]) + at[1], x1: float64(b.Max[0]) + at[0],
			y1: float64(b.Max[1]) + at[1]}
		top := float64(b.Max[2]) + at[2]
		size := float64(b.Max[2] - b.Min[2])
		mv.low, mv.high = top, top
		switch class {
		case "func_plat", "func_plat2":
			travel := number(e["height"])
			if travel == 0 {
				travel = size - 8
			}
			mv.low = top - travel
		case "func_door", "func_water", "func_button":
			switch number(e["angle"]) {
			case -1:
				mv.high = top + size
			case -2:
				mv.low = top - size
			}
		case "func_bobbing":
			travel := number(e["height"])
			mv.low, mv.high = top-travel, top+travel
		case "func_train":
			mv.stops = g.stops(e, b)
		}
		if mv.low != mv.high || len(mv.stops) > 0 {
			g.movers = append(g.movers, mv)
		}
	}
}

// stops returns the tops of a train at its path corners, which give the lowest corner of its box.
func (g *growth) stops(e bsp.Entity, b *bsp.Model) [][3]float64 {
	corners := map[string]bsp.Entity{}
	for _, c := range g.m.Entities {
		if c["classname"] == "path_corner" {
			corners[c["targetname"]] = c
		}
	}
	var stops [][3]float64
	for c := corners[e["target"]]; c != nil && len(stops) < 64; c = corners[c["target"]] {
		p := position(c)
		stops = append(stops, [3]float64{p[0], p[1], p[2] + float64(b.Max[2]-b.Min[2])})
		delete(corners, c["targetname"])
	}
	return stops
}

// ride uses the movers that a player in a column can board.
func (g *growth) ride(c, r int, feet float64) {
	x := g.x0 + (float64(c)+0.5)*g.cell
	y := g.y0 + (float64(r)+0.5)*g.cell
	for k := range g.movers {
		mv := &g.movers[k]
		if mv.used {
			continue
		}
		if !mv.boards(x, y, feet) {
			continue
		}
		mv.used = true
		g.land(mv.x0, mv.y0, mv.x1, mv.y1, mv.low, mv.high)
		for _, s := range mv.stops {
			g.land(s[0], s[1], s[0]+mv.x1-mv.x0, s[1]+mv.y1-mv.y0, s[2], s[2])
		}
	}
}

func (mv *mover) boards(x, y, feet float64) bool {
	const edge = 40
	if x > mv.x0-edge && x < mv.x1+edge && y > mv.y0-edge && y < mv.y1+edge && feet > mv.low-jumpHeight &&
		feet < mv.high+jumpHeight {
		return true
	}
	for _, s := range mv.stops {
		if x > s[0]-edge && x < s[0]+mv.x1-mv.x0+edge && y > s[1]-edge && y < s[1]+mv.y1-mv.y0+edge &&
			math.Abs(feet-s[2]) < jumpHeight {
			return true
		}
	}
	return false
}

// land marks the floors around a box that can be reached from a top between low and high.
func (g *growth) land(x0, y0, x1, y1, low, high float64) {
	const edge = 32
	c0, r0 := g.at(x0-edge, y0-edge)
	c1, r1 := g.at(x1+edge, y1+edge)
	for r := max(r0, 0); r <= min(r1, g.rows-1); r++ {
		for c := max(c0, 0); c <= min(c1, g.cols-1); c++ {
			lo, hi := g.column(c, r)
			for i := lo; i < hi; i++ {
				z := float64(g.holds[i].z)
				if z > low-jumpHeight && z < high+stepHeight && g.free(i) {
					g.mark(i)
					g.lifted = append(g.lifted, i)
				}
			}
		}
	}
}

func abs32(x float32) float32 { return float32(math.Abs(float64(x))) }
