package heat

import (
	"image"
	"math"
	"sort"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/stage"
)

// Filter selects what a heat map counts. The zero Filter counts the time spent by all players on the first level.
type Filter struct {
	Kind     spot.Kind
	Level    int
	From, To time.Duration // To 0 stands for the end of the level
	Slots    []int         // players; nil for all
	ByTeam   bool          // only players of Team
	Team     sim.Team
	Weapon   sim.Weapon // for deaths and kills; WeaponNone for all
	// Match, if not nil, reports whether a death, kill or pickup counts.
	Match func(*sim.Event) bool
	// During, if not nil, reports whether a player's presence at a time counts.
	During func(slot int, at time.Duration) bool
}

// Map is a heat map. It is an image to be drawn over the floor plan, and shows how often the selected events occurred
// at each position, or how long players stayed there. A Map is immutable and safe for concurrent use.
type Map struct {
	Filter     Filter
	Count      int           // deaths, kills or pickups counted
	Total      time.Duration // time counted
	minX, maxY float64
	cell       float64 // units
	pix        *image.RGBA
}

const (
	heatCells  = 320 // along the longer side
	heatSpread = 44  // units: how far a path radiates
)

// NewMap computes a heat map of the part of r selected by f. lo and hi are the bounds of the floor plan. For a long
// match, NewMap takes tens of milliseconds.
func NewMap(r *recording.Recording, lo, hi [3]float32, f Filter) *Map {
	h := &Map{Filter: f}
	g, ok := h.frame(lo, hi, heatCells)
	if !ok {
		return h
	}
	from, to := f.span(r)
	if f.Kind == spot.Presence {
		h.addPresence(r, g, from, to)
	} else {
		h.addEvents(r, g, from, to)
	}
	h.finish(g, f.Kind != spot.Presence)
	return h
}

// NewMapOf computes a heat map from positions supplied by the function each, which must call add for every position.
// The weight passed to add is a number of seconds if kind is spot.Presence, and a count otherwise. lo and hi are the
// bounds of the floor plan.
func NewMapOf(lo, hi [3]float32, kind spot.Kind, each func(add func(at sim.Vec3, weight float64)) error) (*Map, error) {
	h := &Map{Filter: Filter{Kind: kind}}
	g, ok := h.frame(lo, hi, heatCells)
	if !ok {
		return h, nil
	}
	err := each(func(at sim.Vec3, weight float64) {
		if kind == spot.Presence {
			h.Total += time.Duration(weight * float64(time.Second))
		} else {
			h.Count++
		}
		x, y := h.at(at)
		g.add(x, y, float32(weight))
	})
	h.finish(g, true)
	return h, err
}

// finish makes the picture of a grid. Single places, unlike paths, radiate farther.
func (h *Map) finish(g *grid, single bool) {
	radius := float64(heatSpread)
	if single {
		radius *= 1.7
	}
	g.blur(int(math.Max(math.Round(radius/h.cell/2), 1)))
	h.pix = g.colors()
}

// frame lays a grid over a box of the world, with the given number of cells along its longer side.
func (h *Map) frame(lo, hi [3]float32, cells float64) (*grid, bool) {
	w, d := float64(hi[0]-lo[0]), float64(hi[1]-lo[1])
	if !(w > 0) || !(d > 0) {
		return nil, false
	}
	const pad = 2 * heatSpread
	h.cell = math.Max(math.Max(w, d)/cells, 2)
	h.minX, h.maxY = float64(lo[0])-pad, float64(hi[1])+pad
	g := &grid{w: int((w+2*pad)/h.cell) + 1, h: int((d+2*pad)/h.cell) + 1}
	g.v = make([]float32, g.w*g.h)
	return g, true
}

// span returns the filter's range of time, within its level.
func (f *Filter) span(r *recording.Recording) (from, to time.Duration) {
	from, to = f.From, f.To
	if ls := r.Levels(); f.Level >= 0 && f.Level < len(ls) {
		l := &ls[f.Level]
		from = max(from, l.Start)
		if l.End > 0 && (to <= 0 || to > l.End) {
			to = l.End
		}
	}
	if to <= 0 {
		to = r.Duration()
	}
	return from, to
}

// Empty reports whether the heat map shows nothing.
func (h *Map) Empty() bool { return h.Count == 0 && h.Total == 0 }

func (f *Filter) takes(slot int, p *sim.Profile) bool {
	if f.ByTeam && (p == nil || p.Team != f.Team) {
		return false
	}
	if f.Slots == nil {
		return true
	}
	for _, s := range f.Slots {
		if s == slot {
			return true
		}
	}
	return false
}

func (h *Map) addPresence(r *recording.Recording, g *grid, from, to time.Duration) {
	const most = time.Second // a longer gap between two points is not a path
	var path []sim.PathPoint
	seen := map[int]bool{}
	for _, e := range r.Roster() {
		p := e.Profile
		if p == nil || seen[p.Slot.Index()] || !h.Filter.takes(p.Slot.Index(), p) {
			continue
		}
		seen[p.Slot.Index()] = true
		path = r.Path(p.Slot.Index(), from, to, path[:0])
		for i := 1; i < len(path); i++ {
			a, b := &path[i-1], &path[i]
			dt := b.Time - a.Time
			if b.NoLerp || a.Life != sim.Alive || b.Life != sim.Alive || dt <= 0 || dt > most || a.Time < from {
				continue
			}
			h.way(g, p.Slot.Index(), a, b)
		}
	}
}

// way counts a player's path between two of its points, piece by piece if only some times count.
func (h *Map) way(g *grid, slot int, a, b *sim.PathPoint) {
	const piece = 50 * time.Millisecond
	n := time.Duration(1)
	if h.Filter.During != nil {
		n += (b.Time - a.Time) / piece
	}
	dt := (b.Time - a.Time) / n
	step := b.Origin
	for k := range step {
		step[k] = (b.Origin[k] - a.Origin[k]) / float32(n)
	}
	from := a.Origin
	for i := range n {
		to := from
		for k := range to {
			to[k] += step[k]
		}
		if h.Filter.During == nil || h.Filter.During(slot, a.Time+dt*i+dt/2) {
			h.Total += dt
			h.segment(g, from, to, float32(dt.Seconds()))
		}
		from = to
	}
}

// segment spreads a weight evenly along a line.
func (h *Map) segment(g *grid, a, b sim.Vec3, weight float32) {
	x0, y0 := h.at(a)
	x1, y1 := h.at(b)
	n := int(math.Max(math.Abs(x1-x0), math.Abs(y1-y0))) + 1
	if n > 4096 {
		return
	}
	for i := range n {
		t := (float64(i) + 0.5) / float64(n)
		g.add(x0+(x1-x0)*t, y0+(y1-y0)*t, weight/float32(n))
	}
}

func (h *Map) at(p sim.Vec3) (x, y float64) {
	return (float64(p[0]) - h.minX) / h.cell, (h.maxY - float64(p[1])) / h.cell
}

func (h *Map) addEvents(r *recording.Recording, g *grid, from, to time.Duration) {
	events := r.Events()
	first := sort.Search(len(events), func(i int) bool { return events[i].Time >= from })
	var path []sim.PathPoint
	for i := first; i < len(events) && events[i].Time <= to; i++ {
		e := &events[i]
		if e.Kind != h.event() || h.Filter.Weapon != sim.WeaponNone && e.Weapon != h.Filter.Weapon {
			continue
		}
		if h.Filter.Match != nil && !h.Filter.Match(e) {
			continue
		}
		slot, profile := e.Slot.Index(), e.Profile
		if h.Filter.Kind == spot.Kills {
			slot, profile = e.Attacker.Index(), e.AttackerProfile
			if slot < 0 || slot == e.Slot.Index() {
				continue
			}
		}
		if !h.Filter.takes(slot, profile) {
			continue
		}
		at := e.Origin
		if h.Filter.Kind == spot.Kills || !e.HasOrigin {
			var ok bool
			if at, path, ok = whereWas(r, slot, e.Time, path[:0]); !ok {
				continue
			}
		}
		h.Count++
		x, y := h.at(at)
		g.add(x, y, 1)
	}
}

// event returns the kind of event that the map counts.
func (h *Map) event() sim.EventKind {
	if h.Filter.Kind == spot.Pickups {
		return sim.EventPickup
	}
	return sim.EventObituary
}

// whereWas returns the position of a player at a time, interpolated between the points of his path. It reuses path and
// returns it.
func whereWas(r *recording.Recording, slot int, t time.Duration, path []sim.PathPoint) (sim.Vec3,
	[]sim.PathPoint, bool) {
	const near = time.Second // a point farther away in time is of no use
	path = r.Path(slot, t, t+near, path)
	if len(path) == 0 || path[0].Time > t || t-path[0].Time > near {
		return sim.Vec3{}, path, false
	}
	for i := 1; i < len(path); i++ {
		a, b := &path[i-1], &path[i]
		switch {
		case b.Time <= t:
			continue
		case b.NoLerp:
			return a.Origin, path, true
		}
		at := a.Origin
		share := float32(t-a.Time) / float32(b.Time-a.Time)
		for k := range at {
			at[k] += (b.Origin[k] - a.Origin[k]) * share
		}
		return at, path, true
	}
	return path[len(path)-1].Origin, path, true
}

// grid is a grid of densities.
type grid struct {
	w, h int
	v    []float32
}

func (g *grid) add(x, y float64, weight float32) {
	if i, j := int(x), int(y); x >= 0 && y >= 0 && i < g.w && j < g.h {
		g.v[j*g.w+i] += weight
	}
}

// blur blurs the grid with three box filters in each direction, which approximates a Gaussian.
func (g *grid) blur(r int) {
	tmp := make([]float32, max(g.w, g.h))
	for range 3 {
		for j := range g.h {
			box(g.v[j*g.w:], tmp[:g.w], 1, r)
		}
		for i := range g.w {
			box(g.v[i:], tmp[:g.h], g.w, r)
		}
	}
}

// box replaces each of the values, stride apart, with the mean of those within r.
func box(v, tmp []float32, stride, r int) {
	n := len(tmp)
	for i := range tmp {
		tmp[i] = v[i*stride]
	}
	var sum float32
	for i := 0; i < min(r, n); i++ {
		sum += tmp[i]
	}
	k := 1 / float32(2*r+1)
	for i := range tmp {
		if i+r < n {
			sum += tmp[i+r]
		}
		if i-r-1 >= 0 {
			sum -= tmp[i-r-1]
		}
		v[i*stride] = sum * k
	}
}

// heatRamp goes from transparent through violet and orange to a pale yellow. Its lightness alone conveys the order,
// so that it can be read without seeing colours.
var heatRamp = []draw.Color{
	{R: 40, G: 20, B: 110, A: 0}, {R: 84, G: 32, B: 148, A: 120}, {R: 168, G: 44, B: 120, A: 185},
	{R: 232, G: 92, B: 60, A: 210}, {R: 252, G: 172, B: 44, A: 225}, {R: 252, G: 246, B: 170, A: 235},
}

// colors turns densities into a premultiplied picture. The scale is by the square root, so that single events next to
// hot spots remain visible, and its top is at the highest thousandth.
func (g *grid) colors() *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, g.w, g.h))
	var some []float32
	for _, v := range g.v {
		if v > 1e-7 {
			some = append(some, v)
		}
	}
	if len(some) == 0 {
		return out
	}
	sort.Slice(some, func(a, b int) bool { return some[a] < some[b] })
	top := some[len(some)-1-len(some)/200]
	for i, v := range g.v {
		t := float32(math.Sqrt(float64(max(v, 0) / top)))
		t = min(max((t-0.04)/0.96, 0), 1) * float32(len(heatRamp)-1)
		k := min(int(t), len(heatRamp)-2)
		col := heatRamp[k].Mix(heatRamp[k+1], t-float32(k))
		a := uint32(col.A)
		out.Pix[4*i] = uint8(uint32(col.R) * a / 255)
		out.Pix[4*i+1] = uint8(uint32(col.G) * a / 255)
		out.Pix[4*i+2] = uint8(uint32(col.B) * a / 255)
		out.Pix[4*i+3] = col.A
	}
	return out
}

// Layer draws a heat map over the floor plan.
type Layer struct {
	Map *Map // nil if there is none

	drawn *Map // what img shows
	img   *ebiten.Image
}

// Draw implements stage.Layer.
func (y *Layer) Draw(c *draw.Canvas, t *stage.Transform) {
	h := y.Map
	if h != y.drawn {
		if y.img != nil {
			y.img.Deallocate()
		}
		y.drawn, y.img = h, nil
		if h != nil && h.pix != nil {
			y.img = ebiten.NewImageFromImage(h.pix)
		}
	}
	if y.img == nil {
		return
	}
	b := h.pix.Rect
	t.Image(c, y.img, float32(h.minX), float32(h.maxY), float32(b.Dx())*float32(h.cell),
		float32(b.Dy())*float32(h.cell), 0.85)
}
