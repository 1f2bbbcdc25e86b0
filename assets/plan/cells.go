package plan

import (
	"math"
	"sync"
)

// Cells divides a plan into a grid of cells and holds the heights of the floors in each cell.
type Cells struct {
	X, Y       float32 // the south-west corner
	Size       float32 // of a cell, in units
	Cols, Rows int
	Start      []int32   // index of each cell's first floor in Heights, and the end
	Heights    []float32 // in each cell from the highest to the lowest
}

const (
	leastCell = 16
	cellsMost = 384 // along a side; larger maps have larger cells
)

// lazily holds what is computed from a plan on first use.
type lazily struct {
	cellsOnce sync.Once
	cells     *Cells
	joins     [maxStoreys]struct {
		once sync.Once
		far  []uint8
	}
	lifts []rect
}

// Cells returns the plan's grid of floor heights. It is computed on the first call.
func (p *Plan) Cells() *Cells {
	p.lazy.cellsOnce.Do(func() { p.lazy.cells = newCells(p.min, p.max, p.floors) })
	return p.lazy.cells
}

func newCells(lo, hi [3]float32, floors *floorIndex) *Cells {
	c := &Cells{X: lo[0], Y: lo[1], Size: max(leastCell, max(hi[0]-lo[0], hi[1]-lo[1])/cellsMost)}
	c.Cols, c.Rows = int((hi[0]-lo[0])/c.Size)+1, int((hi[1]-lo[1])/c.Size)+1
	c.Start = make([]int32, c.Cols*c.Rows+1)
	for i := range c.Cols * c.Rows {
		x, y := c.Middle(i)
		c.Heights = floors.all(x, y, c.Heights)
		c.Start[i+1] = int32(len(c.Heights))
	}
	return c
}

// Middle returns the centre of the cell with the given index.
func (c *Cells) Middle(cell int) (x, y float32) {
	return c.X + (float32(cell%c.Cols)+0.5)*c.Size, c.Y + (float32(cell/c.Cols)+0.5)*c.Size
}

// At returns the index of the cell that contains the point x, y, or -1 if the point is outside the grid.
func (c *Cells) At(x, y float32) int {
	col, row := int(math.Floor(float64((x-c.X)/c.Size))), int(math.Floor(float64((y-c.Y)/c.Size)))
	if col < 0 || row < 0 || col >= c.Cols || row >= c.Rows {
		return -1
	}
	return row*c.Cols + col
}

// Near returns the floor in the given cell that is nearest to height z, as an index into Heights. If no floor is closer
// to z than the distance given by within, Near returns -1.
func (c *Cells) Near(cell int, z, within float32) int32 {
	best := int32(-1)
	for k := c.Start[cell]; k < c.Start[cell+1]; k++ {
		if d := float32(math.Abs(float64(c.Heights[k] - z))); d < within {
			best, within = k, d
		}
	}
	return best
}
