package plan

import (
	"math"

	"fragscope/assets/bsp"
)

// floorIndex finds drawn surfaces by position.
type floorIndex struct {
	surfaces   []surface
	x, y       float64
	cell       float64
	cols, rows int
	start      []int32
	list       []int32
}

func indexFloors(surfaces []surface) *floorIndex {
	ix := &floorIndex{surfaces: surfaces, cell: 64}
	if len(surfaces) == 0 {
		return ix
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range surfaces {
		s := &surfaces[i]
		x0, y0 = math.Min(x0, s.min[0]), math.Min(y0, s.min[1])
		x1, y1 = math.Max(x1, s.max[0]), math.Max(y1, s.max[1])
	}
	for (x1-x0)/ix.cell > 256 || (y1-y0)/ix.cell > 256 || cellsOf(surfaces, ix.cell) > maxCells {
		ix.cell *= 2
	}
	ix.x, ix.y = x0, y0
	ix.cols, ix.rows = int((x1-x0)/ix.cell)+1, int((y1-y0)/ix.cell)+1
	ix.start = make([]int32, ix.cols*ix.rows+1)
	each := func(f func(cell int, i int32)) {
		for i := range surfaces {
			s := &surfaces[i]
			for r := int((s.min[1] - y0) / ix.cell); r <= int((s.max[1]-y0)/ix.cell); r++ {
				for c := int((s.min[0] - x0) / ix.cell); c <= int((s.max[0]-x0)/ix.cell); c++ {
					f(r*ix.cols+c, int32(i))
				}
			}
		}
	}
	each(func(cell int, i int32) { ix.start[cell+1]++ })
	for i := 1; i < len(ix.start); i++ {
		ix.start[i] += ix.start[i-1]
	}
	ix.list = make([]int32, ix.start[len(ix.start)-1])
	next := append([]int32(nil), ix.start...)
	each(func(cell int, i int32) { ix.list[next[cell]] = i; next[cell]++ })
	return ix
}

// maxCells bounds the entries of an index.
const maxCells = 1 << 22

func cellsOf(surfaces []surface, cell float64) float64 {
	n := 0.0
	for i := range surfaces {
		s := &surfaces[i]
		n += ((s.max[0]-s.min[0])/cell + 1) * ((s.max[1]-s.min[1])/cell + 1)
	}
	return max(n-float64(len(surfaces)), 0)
}

// below returns the height of the highest floor at x, y that is not above z.
func (ix *floorIndex) below(x, y, z float64) (height float64, ok bool) {
	height, i := ix.find(x, y, z)
	return height, i >= 0
}

// find returns the highest floor at x, y not above z, and its surface, or -1 if there is none.
func (ix *floorIndex) find(x, y, z float64) (height float64, surface int32) {
	height, surface = math.Inf(-1), -1
	c, r := int(math.Floor((x-ix.x)/ix.cell)), int(math.Floor((y-ix.y)/ix.cell))
	if c < 0 || r < 0 || c >= ix.cols || r >= ix.rows {
		return height, -1
	}
	cell := r*ix.cols + c
	for _, i := range ix.list[ix.start[cell]:ix.start[cell+1]] {
		s := &ix.surfaces[i]
		if s.kind != bsp.KindSolid || s.suppressed || s.min[2] > z || s.max[2] <= height || !s.holds(x, y) {
			continue
		}
		if h := s.height(x, y); h <= z && h > height {
			height, surface = h, i
		}
	}
	return height, surface
}

// holds reports whether a point on the ground is inside the polygon.
func (s *surface) holds(x, y float64) bool {
	for i, j := 0, len(s.x)-1; i < len(s.x); j, i = i, i+1 {
		if (s.x[i]-s.x[j])*(y-s.y[j])-(s.y[i]-s.y[j])*(x-s.x[j]) < 0 {
			return false
		}
	}
	return true
}

// Floor returns the height of the floor below a player whose origin is x, y, z. The floor may be below any point of the
// player's box, not just its centre. Floor considers only floors that the plan draws. ok is false if none of them is
// below the player.
func (p *Plan) Floor(x, y, z float32) (height float32, ok bool) {
	feet := float64(z) - FeetBelowOrigin
	best := math.Inf(-1)
	for k, d := range boxPoints {
		if h, found := p.floors.below(float64(x+d[0]), float64(y+d[1]), feet+stepHeight/2); found && h > best {
			best, ok = h, true
		}
		if k == 0 && ok && feet-best < stepHeight {
			break
		}
	}
	return float32(best), ok
}

// Hides reports whether the point x, y, z is hidden by a floor well above it when the given storey is drawn. storey is
// an index into Storeys, or AllStoreys.
func (p *Plan) Hides(x, y, z float32, storey int) bool {
	top := math.Inf(1)
	if storey >= 0 && storey < len(p.storeys)-1 {
		top = math.Nextafter(float64(p.storeys[storey].High), 0)
	}
	height, ok := p.floors.below(float64(x), float64(y), top)
	return ok && height > float64(z)+stepHeight
}

// all appends to dst the heights of the floors at x, y, from the highest to the lowest.
func (ix *floorIndex) all(x, y float32, dst []float32) []float32 {
	const most = 8
	top := math.Inf(1)
	for range most {
		h, ok := ix.below(float64(x), float64(y), top)
		if !ok {
			break
		}
		dst = append(dst, float32(h))
		top = h - stepHeight
	}
	return dst
}
