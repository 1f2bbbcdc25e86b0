package bsptest

import (
	"math"
	"slices"
)

// Room is an air-filled convex prism.
type Room struct {
	Poly        []Pt // convex, counter-clockwise
	Floor, Ceil float64
	Look        Paint // Top paints the floor, Wall the walls, Under the ceiling
}

const wallThickness = 16 // and of floors and ceilings

// Enclose returns brushes that form the floors, ceilings and walls of rooms. Two rooms are open to each other where
// they share part of an edge and their heights overlap. Everywhere else, edges are closed by walls.
func Enclose(rooms []Room) []Brush {
	var out []Brush
	for i := range rooms {
		r := &rooms[i]
		out = append(out, Prism(r.Poly, r.Floor-wallThickness, r.Floor, Paint{Top: r.Look.Top}),
			Prism(r.Poly, r.Ceil, r.Ceil+wallThickness, Paint{Under: r.Look.Under}))
		for k := range r.Poly {
			out = append(out, wall(rooms, i, k)...)
		}
	}
	return out
}

// opening is a section of an edge that borders on another room's air.
type opening struct {
	from, to, floor, ceil float64
	// along the other room's edges that start at both ends, outward from this room
	fromEdge, toEdge Pt
}

// wall returns the walls of edge k of room i where no other room opens into it.
func wall(rooms []Room, i, k int) (out []Brush) {
	r := &rooms[i]
	a, b := r.Poly[k], r.Poly[(k+1)%len(r.Poly)]
	length := a.To(b).Len()
	dir := Pt{a.To(b)[0] / length, a.To(b)[1] / length}
	n := len(r.Poly)
	before, after := r.Poly[(k+n-1)%n].To(a), r.Poly[(k+2)%n].To(b)
	open := openings(rooms, i, a, dir, length)
	marks := []float64{0, length}
	for _, o := range open {
		marks = append(marks, o.from, o.to)
	}
	slices.Sort(marks)
	for m := 0; m+1 < len(marks); m++ {
		from, to := marks[m], marks[m+1]
		if to-from < 0.5 {
			continue
		}
		for _, z := range closed(open, (from+to)/2, r.Floor, r.Ceil) {
			p, q := a.Along(dir, from), a.Along(dir, to)
			po, qo := outer(p, dir, before), outer(q, dir, after)
			for _, o := range open {
				if math.Abs(o.to-from) < 0.1 {
					po = outer(p, dir, o.toEdge)
				}
				if math.Abs(o.from-to) < 0.1 {
					qo = outer(q, dir, o.fromEdge)
				}
			}
			w := Prism([]Pt{p, po, qo, q}, z[0], z[1], Paint{})
			in := [3]float64{-dir[1], dir[0], 0}
			w.Paint(in, dot(in, [3]float64{a[0], a[1], 0}), r.Look.Wall)
			out = append(out, w)
		}
	}
	return out
}

// outer returns the outer corner of a wall's end at p; the wall's inner face runs along dir. The end follows the
// neighbouring edge, so that it is in neither this room nor the next.
func outer(p, dir, edge Pt) Pt {
	l := edge.Len()
	e := Pt{edge[0] / l, edge[1] / l}
	depth := e.Cross(dir)
	if depth < 0.3 {
		return p.Along(Pt{dir[1], -dir[0]}, wallThickness)
	}
	return p.Along(e, wallThickness/depth)
}

// openings returns the sections of the edge from a along dir that other rooms share.
func openings(rooms []Room, i int, a, dir Pt, length float64) []opening {
	var out []opening
	along := func(p Pt) float64 { return float64((p[0]-a[0])*dir[0]) + float64((p[1]-a[1])*dir[1]) }
	off := func(p Pt) float64 { return math.Abs(a.To(p).Cross(dir)) }
	for j := range rooms {
		s := &rooms[j]
		if j == i || s.Ceil <= rooms[i].Floor || s.Floor >= rooms[i].Ceil {
			continue
		}
		for k, p := range s.Poly {
			q := s.Poly[(k+1)%len(s.Poly)]
			from, to := along(q), along(p)
			if off(p) > 0.1 || off(q) > 0.1 || to-from < 0.5 {
				continue
			}
			m := len(s.Poly)
			after, before := s.Poly[(k+2)%m], s.Poly[(k+m-1)%m]
			from, to = math.Max(from, 0), math.Min(to, length)
			if to-from > 0.5 {
				out = append(out, opening{from, to, s.Floor, s.Ceil, q.To(after), p.To(before)})
			}
		}
	}
	return out
}

// closed returns the height ranges between low and high in which a point of the edge has no opening.
func closed(open []opening, at, low, high float64) [][2]float64 {
	ranges := [][2]float64{{low, high}}
	for _, o := range open {
		if at < o.from || at > o.to {
			continue
		}
		var rest [][2]float64
		for _, r := range ranges {
			if lo := math.Min(r[1], o.floor); lo > r[0] {
				rest = append(rest, [2]float64{r[0], lo})
			}
			if hi := math.Max(r[0], o.ceil); hi < r[1] {
				rest = append(rest, [2]float64{hi, r[1]})
			}
		}
		ranges = rest
	}
	return ranges
}
