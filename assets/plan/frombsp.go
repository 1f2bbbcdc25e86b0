package plan

import (
	"math"
	"strconv"
	"strings"

	"fragscope/assets/bsp"
)

// overlap is the distance by which surfaces are grown to close cracks.
const overlap = 0.08

// FromBSP returns the plan of the map m. hints are the positions of players and items in a demo. The plan includes the
// floors at these positions, even if FromBSP finds no path to them. Roofs and other floors on which nobody stood do not
// hide the floors at these positions.
func FromBSP(m *bsp.Map, hints []Point) *Plan {
	p, owners := &Plan{marks: marksOf(m), format: m.Format, opaque: m.Opaque()}, modelOwners(m)
	p.finish(floorsOf(m, owners, p.marks, hints))
	p.addModels(m, owners)
	p.keepTextures(m.Textures)
	p.command = commandMapOf(m)
	return p
}

// Repaired returns a plan for a demo recorded on another version of the map m. It is like FromBSP, but where m has no
// floor below the players, Repaired adds floor along their paths.
func Repaired(m *bsp.Map, hints []Point) *Plan {
	p, owners := &Plan{marks: marksOf(m), format: m.Format, opaque: m.Opaque()}, modelOwners(m)
	floors, cols := floorsOf(m, owners, p.marks, hints)
	p.finish(append(floors, grownBeside(floors, hints)...), cols)
	p.addModels(m, owners)
	p.keepTextures(m.Textures)
	p.command = commandMapOf(m)
	return p
}

// grownBeside returns floor grown from those paths of players that are not on any of the floors.
func grownBeside(floors []surface, hints []Point) []surface {
	known := Plan{floors: indexFloors(floors)}
	var g Grower
	broken := false
	for _, h := range hints {
		if h.Kind != PointPlayer {
			continue
		}
		if z, ok := known.Floor(h.X, h.Y, h.Z); ok && h.Z-FeetBelowOrigin-z < stepHeight+jumpHeight {
			broken = true
			continue
		}
		h.Break = h.Break || broken
		broken = false
		g.Add(h)
	}
	l := g.heightGrid(nil)
	if l == nil {
		return nil
	}
	l.close()
	l.smooth()
	l.prune()
	return l.surfaces()
}

// floorsOf returns the surfaces of a map to be drawn.
func floorsOf(m *bsp.Map, owners []bsp.Entity, marks []Mark, hints []Point) ([]surface, *columns) {
	if len(m.Models) == 0 {
		return nil, nil
	}
	surfaces := surfacesOf(m, 0, [3]float64{})
	for n, e := range owners {
		if n > 0 && staticClasses[e["classname"]] {
			surfaces = append(surfaces, surfacesOf(m, n, position(e))...)
		}
	}
	if m.Format == bsp.Quake3 || m.Format == bsp.QuakeLive {
		surfaces = carve(surfaces, m.Brushes)
	}
	cols, keep := reach(m, surfaces, owners, marks, hints)
	return keep, cols
}

// finish prepares storeys and colours from the drawn surfaces.
func (p *Plan) finish(surfaces []surface, cols *columns) {
	surfaces = bounded(surfaces)
	p.min, p.max = boxOf(surfaces)
	p.tones = tonesOf(surfaces)
	p.storeys = storeysOf(cols, p.min[2], p.max[2])
	var room coords
	for i := range surfaces {
		surfaces[i].grow(overlap, &room)
	}
	p.shade(surfaces)
}

// shade prepares the drawing of the surfaces in the plan's storeys and tones.
func (p *Plan) shade(surfaces []surface) {
	p.floors = indexFloors(surfaces)
	p.shader = newShader(surfaces, &p.tones, 0)
	p.lazy = &lazily{}
	p.shader.storeys = p.storeys
	if len(p.storeys) > 1 {
		p.shader.joins = func(storey int) *joins {
			cells := p.Cells()
			return &joins{cells, p.lazy.joined(cells, p.storeys, storey)}
		}
	}
}

// boxOf returns the box around the drawn part of surfaces, all zero for none.
func boxOf(surfaces []surface) (lo, hi [3]float32) {
	inf := float32(math.Inf(1))
	lo, hi = [3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}
	for i := range surfaces {
		if surfaces[i].suppressed {
			continue
		}
		for a := range 3 {
			lo[a], hi[a] = min(lo[a], float32(surfaces[i].min[a])), max(hi[a], float32(surfaces[i].max[a]))
		}
	}
	if lo[0] > hi[0] {
		return [3]float32{}, [3]float32{}
	}
	return lo, hi
}

// tones maps heights to brightness: dark at the bottom and light at the top, half of the range following how much
// floor there is, so that a map with one deep pit still shows its steps.
type tones struct {
	low, step float64
	t         []float64 // 0 to 1, in increasing order
}

const (
	toneStep   = 8.0
	toneSpread = 384.0 // a map less high than this uses only part of the ramp
)

func tonesOf(surfaces []surface) tones {
	const maxBins = 1 << 14
	low, high := math.Inf(1), math.Inf(-1)
	for i := range surfaces {
		if s := &surfaces[i]; s.kind == bsp.KindSolid && !s.suppressed {
			low, high = math.Min(low, s.min[2]), math.Max(high, s.max[2])
		}
	}
	if low > high {
		low, high = 0, 0
	}
	step := math.Max(toneStep, (high-low)/maxBins)
	area := make([]float64, int((high-low)/step)+2)
	total := 0.0
	for i := range surfaces {
		s := &surfaces[i]
		if s.kind == bsp.KindSolid && !s.suppressed {
			a := s.area()
			area[int(((s.min[2]+s.max[2])/2-low)/step)] += a
			total += a
		}
	}
	// Heights with next to no floor do not widen the ramp.
	first, last, sum := 0, len(area)-1, 0.0
	for k := range area {
		if sum < 0.01*total {
			first = k
		}
		sum += area[k]
		if sum > 0.99*total {
			last = k + 1
			break
		}
	}
	spread := math.Max(float64(last-first)*step, 1)
	use := math.Min(1, 0.35+0.65*spread/toneSpread)
	out := tones{low: low, step: step, t: make([]float64, len(area))}
	below := 0.0
	for k := range area {
		linear := math.Max(0, math.Min(1, float64(k-first)*step/spread))
		rank := 0.5
		if total > 0 {
			rank = (below + area[k]/2) / total
		}
		below += area[k]
		out.t[k] = 0.5 + use*(0.5*linear+0.5*rank-0.5)
	}
	return out
}

// at returns the tone of a height.
func (t *tones) at(z float64) float64 {
	k := (z - t.low) / t.step
	i := int(math.Floor(k))
	switch {
	case i < 0:
		return t.t[0]
	case i+1 >= len(t.t):
		return t.t[len(t.t)-1]
	}
	f := k - float64(i)
	return t.t[i]*(1-f) + t.t[i+1]*f
}

// staticClasses are brush entities that never move: they are part of the plan.
var staticClasses = map[string]bool{"func_wall": true, "func_static": true, "func_illusionary": true,
	"func_detail": true, "func_group": true, "func_explosive": true, "func_breakable": true, "func_clock": true,
	"func_timer": true, "func_object": true}

// modelOwners returns the entity of each brush model, or nil for a model without one.
func modelOwners(m *bsp.Map) []bsp.Entity {
	owners := make([]bsp.Entity, len(m.Models))
	for _, e := range m.Entities {
		if n := modelNumber(e); n > 0 && n < len(owners) {
			owners[n] = e
		}
	}
	return owners
}

// modelNumber returns the n of an entity with the model "*n", or 0.
func modelNumber(e bsp.Entity) int {
	name, ok := strings.CutPrefix(e["model"], "*")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return 0
	}
	return n
}

func (p *Plan) addModels(m *bsp.Map, owners []bsp.Entity) {
	p.models = make([]*Model, len(m.Models))
	var room coords
	for n := 1; n < len(m.Models); n++ {
		class := owners[n]["classname"]
		if strings.HasPrefix(class, "trigger_") {
			continue
		}
		surfaces := bounded(surfacesOf(m, n, [3]float64{}))
		if len(surfaces) == 0 {
			continue
		}
		if o := position(owners[n]); liftClasses[class] {
			m := &m.Models[n]
			p.lazy.lifts = append(p.lazy.lifts, rect{m.Min[0] + float32(o[0]), m.Min[1] + float32(o[1]),
				m.Max[0] + float32(o[0]), m.Max[1] + float32(o[1])})
		}
		lo, hi := boxOf(surfaces)
		for i := range surfaces {
			surfaces[i].grow(overlap, &room)
		}
		p.models[n] = newModel(surfaces, class, staticClasses[class], position(owners[n])[2], extents{lo, hi}, &p.tones)
	}
}

// newModel returns a model made of surfaces, with the colours that the plan has where the model rests. lift is the
// height of that position above the model's own space.
func newModel(surfaces []surface, class string, static bool, lift float64, b extents, t *tones) *Model {
	return &Model{min: b[0], max: b[1], class: class, static: static, lift: lift, shader: newShader(surfaces, t, lift)}
}
