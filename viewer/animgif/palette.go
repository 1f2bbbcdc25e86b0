package animgif

import (
	"math"
	"slices"
)

// rgb is a colour without transparency.
type rgb struct{ r, g, b byte }

func (c rgb) channel(axis int) int { return int([3]byte{c.r, c.g, c.b}[axis]) }

// shade is a colour and its weight. The weight is the square root of the number of pixels with that colour, so that a
// small bright object does not lose its colour to a large floor.
type shade struct {
	rgb
	weight float64
}

// palette chooses at most room colours for pixels of the colours in counts, and returns each colour's index among them.
// Up to room colours are kept as they are. If there are more, similar ones are merged: the group of colours with the
// largest total error is repeatedly split at its mean.
func palette(counts map[rgb]int, room int) (colors []rgb, place map[rgb]byte) {
	order := make([]int, 0, len(counts)) // the order of a map varies
	for c := range counts {
		order = append(order, int(c.r)<<16|int(c.g)<<8|int(c.b))
	}
	slices.Sort(order)
	all := make([]shade, len(order))
	for i, o := range order {
		c := rgb{byte(o >> 16), byte(o >> 8), byte(o)}
		all[i] = shade{c, math.Sqrt(float64(counts[c]))}
	}
	place = make(map[rgb]byte, len(all))
	if len(all) <= room {
		for i, s := range all {
			colors, place[s.rgb] = append(colors, s.rgb), byte(i)
		}
		return colors, place
	}
	groups := []group{newGroup(all)}
	for len(groups) < room {
		worst := 0
		for i := range groups {
			if groups[i].off > groups[worst].off {
				worst = i
			}
		}
		low, high, ok := groups[worst].halve()
		if !ok {
			break
		}
		groups[worst] = low
		groups = append(groups, high)
	}
	for i, g := range groups {
		colors = append(colors, g.mean)
		for _, s := range g.shades {
			place[s.rgb] = byte(i)
		}
	}
	return colors, place
}

// group is a set of colours that become one.
type group struct {
	shades []shade
	mean   rgb
	axis   int     // the channel in which they differ most
	off    float64 // sum of the squares of how far the shades are from the mean
}

func newGroup(shades []shade) group {
	g := group{shades: shades}
	var mean [3]byte
	worst := -1.0
	for axis := range mean {
		var n, sum, squares float64
		for _, s := range shades {
			v, c := float64(s.channel(axis)), s.weight
			n, sum, squares = n+c, sum+c*v, squares+c*v*v
		}
		mean[axis] = byte(sum/n + 0.5)
		off := squares - sum*sum/n
		g.off += off
		if off > worst {
			worst, g.axis = off, axis
		}
	}
	g.mean = rgb{mean[0], mean[1], mean[2]}
	return g
}

// halve splits the group at its mean. ok is false if all its colours are the same.
func (g *group) halve() (low, high group, ok bool) {
	slices.SortStableFunc(g.shades, func(a, b shade) int { return a.channel(g.axis) - b.channel(g.axis) })
	mean := g.mean.channel(g.axis)
	cut := 0
	for cut < len(g.shades) && g.shades[cut].channel(g.axis) < mean {
		cut++
	}
	if cut == 0 { // the mean was rounded down to the lowest
		for cut < len(g.shades) && g.shades[cut].channel(g.axis) <= mean {
			cut++
		}
	}
	if cut == 0 || cut == len(g.shades) {
		return group{}, group{}, false
	}
	return newGroup(g.shades[:cut]), newGroup(g.shades[cut:]), true
}
