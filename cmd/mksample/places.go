package main

import "math"

// ways are the places that bots know, and the shortest ways between them.
type ways struct {
	places []vec
	time   [][]float64 // seconds from one to the other, infinite where there is no way
	next   [][]int     // the first place on that way
}

// newWays links all places between which a body that just walks arrives.
func newWays(w *world, places []vec) *ways {
	n := &ways{places: places}
	for i, a := range places {
		times, next := make([]float64, len(places)), make([]int, len(places))
		for j, b := range places {
			times[j], next[j] = math.Inf(1), j
			if i == j {
				times[j] = 0
			} else if t, ok := w.walks(a, b); ok {
				times[j] = t
			}
		}
		n.time, n.next = append(n.time, times), append(n.next, next)
	}
	return n
}

// join adds a way between the places nearest to two, which something else than walking takes.
func (n *ways) join(a, b vec, seconds float64) { n.time[n.near(a)][n.near(b)] = seconds }

// complete finds the ways over several places (Floyd and Warshall's algorithm).
func (n *ways) complete() {
	for k := range n.places {
		for i := range n.places {
			for j := range n.places {
				if t := n.time[i][k] + n.time[k][j]; t < n.time[i][j] {
					n.time[i][j], n.next[i][j] = t, n.next[i][k]
				}
			}
		}
	}
}

// walks walks straight from one place to another, on the map without its movers: doors
// open by themselves, and lifts come down. It gives the seconds that this takes.
func (w *world) walks(from, to vec) (float64, bool) {
	const ms = 20
	most := float64(to.sub(from).flat().len()*1.4) + 150
	if most > 1100 {
		return 0, false
	}
	still := world{level: w.level}
	b := body{origin: from, ground: true}
	for t, slow := 0, 0; slow < 10 && float64(t)*runSpeed < most*1000*float64(1+min(b.water, 1)); t += ms {
		d := to.sub(b.origin)
		if d.flat().len() < 14 && math.Abs(d[2]) < 30 {
			return float64(t) / 1000, true
		}
		wish := d.flat()
		if b.water >= 2 {
			wish = d
		}
		still.move(&b, wish.unit(), false, ms)
		if slow++; b.velocity.flat().len() > 60 {
			slow = 0
		}
	}
	return 0, false
}

// near is the place next to p.
func (n *ways) near(p vec) int {
	best := 0
	for i, q := range n.places {
		if far(p, q) < far(p, n.places[best]) {
			best = i
		}
	}
	return best
}

// far is a distance to which height counts more.
func far(p, q vec) float64 {
	d := q.sub(p)
	return d.flat().len() + float64(3*math.Abs(d[2]))
}

// toward is the place to walk to straight from p in order to get to a goal: the last of the
// way from the place next to p, or else whichever is soonest.
func (g *game) toward(p vec, goal int) (best int, ok bool) {
	n := g.ways
	for at, last := n.near(p), false; !last; at = n.next[at][goal] {
		_, walks := g.walks(p, n.places[at])
		if walks {
			best, ok = at, true
		}
		last = at == goal || ok && !walks
	}
	if next := n.next[best][goal]; ok && n.places[best].sub(p).flat().len() < 24 {
		if _, walks := g.walks(n.places[best], n.places[next]); walks {
			best = next
		}
	}
	soonest := math.Inf(1)
	for i := 0; i < len(n.places) && !ok; i++ {
		if t, walks := g.walks(p, n.places[i]); walks && t+n.time[i][goal] < soonest {
			best, soonest = i, t+n.time[i][goal]
		}
	}
	return best, ok || !math.IsInf(soonest, 1)
}
