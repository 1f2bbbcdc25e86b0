package plan

import "math"

// Places that can be reached only by jumping and falling, such as roofs, wall tops and lamps, are not always meant for
// players. Floors are certain where a player was, where an item lies, where a lift, teleporter or jump pad leads, and
// where small jumps lead from such floors and back. Uncertain floors must not hide certain ones.
const (
	stride    = jumpHeight // units up or down to the next column
	narrowGap = 5          // columns to level ground on the other side
	headroom  = 48.0       // units above a floor at which something else starts to hide it
	// The largest fraction of uncertain ground that may be above ground where players were or, without a demo, above
	// certain ground.
	hidesWalked, hidesCertain = 0.1, 0.6
)

// confirm grows what is certain from the seeds.
func (g *growth) confirm() {
	for _, i := range g.lifted {
		if g.holds[i].reached && !g.holds[i].certain {
			g.holds[i].certain = true
			g.seeds = append(g.seeds, i)
		}
	}
	g.walkFrom(g.seeds, func(i int32) bool { return g.holds[i].reached && !g.holds[i].certain },
		func(i int32) { g.holds[i].certain = true })
}

// walkFrom goes from the given footholds to those a jump up or down away, across a narrow gap, or below in a liquid. It
// enters the footholds for which fresh returns true, which are then no longer fresh.
func (g *growth) walkFrom(stack []int32, fresh func(i int32) bool, enter func(i int32)) {
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		h, col := &g.holds[i], int(g.colOf[i])
		c, r := col%g.cols, col/g.cols
		feet := max(h.feet, h.z)
		for dr := -1; dr <= 1; dr++ {
			for dc := -1; dc <= 1; dc++ {
				lo, hi := g.column(c+dc, r+dr)
				for k := hi - 1; k >= lo; k-- {
					to := &g.holds[k]
					z := max(to.feet, to.z)
					if z > feet+stride {
						continue
					}
					if z < feet-stride && !h.wet {
						break
					}
					if fresh(k) {
						enter(k)
						stack = append(stack, k)
					}
					if h.wet && !to.wet {
						break
					}
				}
				if dc == 0 && dr == 0 || h.wet || g.level(c+dc, r+dr, feet) {
					continue
				}
				for d := 2; d <= narrowGap; d++ {
					k := g.highest(c+d*dc, r+d*dr, feet+stepHeight)
					if k >= 0 && fresh(k) && g.holds[k].z >= feet-stepHeight &&
						g.passable(c, r, dc, dr, d, max(feet, g.holds[k].feet)) {
						enter(k)
						stack = append(stack, k)
					}
				}
			}
		}
	}
}

// level reports whether a column has ground that can be walked to from the height feet.
func (g *growth) level(c, r int, feet float32) bool {
	k := g.highest(c, r, feet+stepHeight)
	return k >= 0 && g.holds[k].reached && g.holds[k].z >= feet-stepHeight
}

// tread marks the ground around the places where players were.
func (g *growth) tread() {
	const around = 4 // columns
	edge := append([]int32(nil), g.trodden...)
	for _, i := range edge {
		g.holds[i].walked = true
	}
	for range around {
		n := len(edge)
		for _, i := range edge[:n] {
			h, col := &g.holds[i], int(g.colOf[i])
			c, r := col%g.cols, col/g.cols
			for dr := -1; dr <= 1; dr++ {
				for dc := -1; dc <= 1; dc++ {
					lo, hi := g.column(c+dc, r+dr)
					for k := lo; k < hi; k++ {
						if to := &g.holds[k]; to.certain && !to.walked && abs32(to.z-h.z) <= 2*stepHeight {
							to.walked = true
							edge = append(edge, k)
						}
					}
				}
			}
		}
		edge = edge[n:]
	}
}

// expose suppresses uncertain ground if much of it is above ground where players were, such as the roof of a house with
// players inside.
func (g *growth) expose() {
	g.hiding = hidesWalked
	if len(g.trodden) == 0 {
		g.hiding = hidesCertain
	}
	seen := make([]bool, len(g.holds))
	var part []int32
	for i := range g.holds {
		if h := &g.holds[i]; !h.reached || h.certain || h.wet || seen[i] {
			continue
		}
		seen[i] = true
		part = append(part[:0], int32(i))
		g.walkFrom([]int32{int32(i)}, func(k int32) bool {
			h := &g.holds[k]
			return !seen[k] && h.reached && !h.certain && !h.wet
		}, func(k int32) {
			seen[k] = true
			part = append(part, k)
		})
		over := 0
		for _, k := range part {
			if g.above(int(g.colOf[k]), float64(g.holds[k].z)) {
				over++
			}
		}
		if float64(over) > g.hiding*float64(len(part)) {
			for _, k := range part {
				g.holds[k].reached, g.holds[k].suppressed = false, true
			}
		}
	}
}

// above reports whether a height is well above ground in a column where players were.
func (g *growth) above(col int, z float64) bool {
	for i := g.start[col]; i < g.start[col+1]; i++ {
		if h := &g.holds[i]; (h.walked || h.certain && len(g.trodden) == 0) && float64(h.z) < z-headroom {
			return true
		}
	}
	return false
}

// hides reports whether a surface is above such ground.
func (g *growth) hides(s *surface) bool {
	over := 0
	g.cover(s, func(col int, x, y float64) {
		if g.above(col, s.height(x, y)) {
			over++
		}
	})
	return float64(over) > g.hiding*math.Ceil(s.area()/g.cell/g.cell)
}
