package plan

// The surroundings of a storey on other storeys: the floors that can be reached from it, or from which it can be
// reached, in a few steps, over stairs, by lifts, through holes and over edges.

const (
	joinReach = 28 // cells: what is farther away is not lit
	joinFull  = 6  // cells: what is nearer is lit like its own storey
	joinDrop  = 7  // cells that a drop or a lift counts as
	dropMost  = 400
	unjoined  = 255
)

// rect is a rectangle on the ground.
type rect struct{ x0, y0, x1, y1 float32 }

// liftClasses are the brush models that carry players between heights.
var liftClasses = map[string]bool{"func_plat": true, "func_bobbing": true, "func_train": true, "func_plat2": true}

// joined returns the distance, in cells, of each floor in the cells from a storey. The distance is unjoined if it is
// too large.
func (l *lazily) joined(c *Cells, storeys []Storey, storey int) []uint8 {
	j := &l.joins[storey]
	j.once.Do(func() { j.far = joinsOf(c, storeys[storey], l.lifts) })
	return j.far
}

// joinsOf expands from the floors of a storey, nearest first.
func joinsOf(c *Cells, st Storey, lifts []rect) []uint8 {
	far := make([]uint8, len(c.Heights))
	lifted := liftCells(c, lifts)
	var queue [joinReach + 1][]int32
	cellOf := make([]int32, len(c.Heights))
	for cell := range c.Cols * c.Rows {
		for k := c.Start[cell]; k < c.Start[cell+1]; k++ {
			cellOf[k], far[k] = int32(cell), unjoined
			if z := c.Heights[k]; z >= st.Low && z < st.High {
				far[k] = 0
				queue[0] = append(queue[0], k)
			}
		}
	}
	for d := 0; d <= joinReach; d++ {
		for i := 0; i < len(queue[d]); i++ {
			from := queue[d][i]
			if int(far[from]) < d {
				continue
			}
			c.around(int(cellOf[from]), func(cell int) {
				for k := c.Start[cell]; k < c.Start[cell+1]; k++ {
					at := d + stepCost(c.Heights[from]-c.Heights[k], lifted[cell])
					if at <= joinReach && at < int(far[k]) {
						far[k] = uint8(at)
						queue[at] = append(queue[at], k)
					}
				}
			})
		}
	}
	return far
}

// stepCost returns the cost of moving to a neighbouring floor, given the difference in height.
func stepCost(drop float32, lift bool) int {
	rise := max(drop, -drop)
	switch {
	case rise <= stepHeight+4:
		return 1
	case rise <= dropMost || lift:
		return joinDrop
	}
	return joinReach + 1
}

// around calls do for each cell next to the given one.
func (c *Cells) around(cell int, do func(int)) {
	col := cell % c.Cols
	if col > 0 {
		do(cell - 1)
	}
	if col+1 < c.Cols {
		do(cell + 1)
	}
	if cell >= c.Cols {
		do(cell - c.Cols)
	}
	if cell+c.Cols < c.Cols*c.Rows {
		do(cell + c.Cols)
	}
}

// liftCells returns the cells with lifts in them.
func liftCells(c *Cells, lifts []rect) []bool {
	out := make([]bool, c.Cols*c.Rows)
	for i := range out {
		x, y := c.Middle(i)
		for _, r := range lifts {
			if x >= r.x0-c.Size && x <= r.x1+c.Size && y >= r.y0-c.Size && y <= r.y1+c.Size {
				out[i] = true
			}
		}
	}
	return out
}

// joins holds the distance of places from a storey.
type joins struct {
	cells *Cells
	far   []uint8
}

// share returns 1 for the storey's surroundings, 0 for what is outside, and values between at the transition.
func (j *joins) share(x, y, z float32) float32 {
	if j == nil {
		return 0
	}
	cell := j.cells.At(x, y)
	if cell < 0 {
		return 0
	}
	k := j.cells.Near(cell, z, 2*stepHeight)
	if k < 0 || j.far[k] == unjoined {
		return 0
	}
	return min(max(1-float32(int(j.far[k])-joinFull)/(joinReach-joinFull), 0), 1)
}
