package plan

import (
	"math"
	"strconv"
	"strings"

	"fragscope/assets/bsp"
)

// overlap is by how much surfaces are grown so that no cracks show.
const overlap = 0.08

// FromBSP makes the plan of a map. hints are places where players were, if
// known: floors there are kept even where no way to them is found.
func FromBSP(m *bsp.Map, hints []Point) *Plan {
	p := &Plan{marks: marksOf(m)}
	if len(m.Models) == 0 {
		p.finish(nil, nil)
		return p
	}
	owners := modelOwners(m)
	surfaces := surfacesOf(m, 0, [3]float64{})
	for n, e := range owners {
		if n > 0 && staticClasses[e["classname"]] {
			surfaces = append(surfaces, surfacesOf(m, n, position(e))...)
		}
	}
	if m.Format == bsp.Quake3 || m.Format == bsp.QuakeLive {
		surfaces = carve(surfaces, m.Brushes)
	}
	cols, keep := reach(m, surfaces, owners, p.marks, hints)
	p.finish(keep, cols)
	p.addModels(m, owners)
	return p
}

// finish prepares storeys and colours from the surfaces that are drawn.
func (p *Plan) finish(surfaces []surface, cols *columns) {
	p.columns = cols
	inf := float32(math.Inf(1))
	p.min, p.max = [3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}
	for i := range surfaces {
		for a := range 3 {
			p.min[a], p.max[a] = min(p.min[a], float32(surfaces[i].min[a])), max(p.max[a], float32(surfaces[i].max[a]))
		}
	}
	if len(surfaces) == 0 {
		p.min, p.max = [3]float32{}, [3]float32{}
	}
	low, high := heightRange(surfaces)
	p.storeys = storeysOf(cols, p.min[2], p.max[2])
	for i := range surfaces {
		surfaces[i].grow(overlap)
	}
	p.shader = newShader(surfaces, low, high)
	p.shader.storeys = p.storeys
}

// heightRange is the range of heights that colours are spread over: where most of the floor is,
// and no less than a storey's height so that a flat map is calm.
func heightRange(surfaces []surface) (low, high float64) {
	const bin = 8
	hist := map[int]float64{}
	total, first, last := 0.0, math.MaxInt, math.MinInt
	for i := range surfaces {
		s := &surfaces[i]
		if s.kind != bsp.KindSolid {
			continue
		}
		a := s.area()
		k := int(math.Floor((s.min[2] + s.max[2]) / 2 / bin))
		hist[k] += a
		total += a
		first, last = min(first, k), max(last, k)
	}
	if total == 0 {
		return 0, 256
	}
	sum := 0.0
	lowBin, highBin := first, last
	for k := first; k <= last; k++ {
		if sum <= 0.02*total {
			lowBin = k
		}
		sum += hist[k]
		if sum <= 0.98*total {
			highBin = k + 1
		}
	}
	low, high = float64(lowBin)*bin, float64(highBin+1)*bin
	if spread := high - low; spread < 320 {
		low, high = low-(320-spread)*0.6, high+(320-spread)*0.4
	}
	return low, high
}

// staticClasses are brush entities that never move: they are part of the plan.
var staticClasses = map[string]bool{"func_wall": true, "func_static": true, "func_illusionary": true, "func_detail": true,
	"func_group": true, "func_explosive": true, "func_breakable": true, "func_clock": true, "func_timer": true, "func_object": true}

// modelOwners finds the entity of each brush model; nil for models that have none.
func modelOwners(m *bsp.Map) []bsp.Entity {
	owners := make([]bsp.Entity, len(m.Models))
	for _, e := range m.Entities {
		if n := modelNumber(e); n > 0 && n < len(owners) {
			owners[n] = e
		}
	}
	return owners
}

// modelNumber is the n of an entity with the model "*n", or 0.
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
	for n := 1; n < len(m.Models); n++ {
		class := owners[n]["classname"]
		if strings.HasPrefix(class, "trigger_") {
			continue
		}
		surfaces := surfacesOf(m, n, [3]float64{})
		if len(surfaces) == 0 {
			continue
		}
		mod := &Model{class: class, static: staticClasses[class]}
		inf := float32(math.Inf(1))
		mod.min, mod.max = [3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}
		for i := range surfaces {
			for a := range 3 {
				mod.min[a], mod.max[a] = min(mod.min[a], float32(surfaces[i].min[a])), max(mod.max[a], float32(surfaces[i].max[a]))
			}
			surfaces[i].grow(overlap)
		}
		// The colours are those of the plan at the model's place of rest.
		z := position(owners[n])[2]
		high := float64(p.shader.low) + 255/float64(p.shader.perUnit)
		mod.shader = newShader(surfaces, float64(p.shader.low)-z, high-z)
		p.models[n] = mod
	}
}
