package plan

import (
	"math"

	"fragscope/assets/bsp"
)

// footprint is a position at which a player stood or walked: the middle of his box and the height of his feet.
type footprint struct{ x, y, z float32 }

const (
	footprintCell = 12.0 // footprints nearer to each other are merged
	footprintRise = 4.0  // in height
	stillness     = 1.0  // units: a track that moves less is an intermission camera, or has just appeared
)

// footprints returns the places at which players were on the ground: according to the demo, or because their path is
// level there. It skips tracks that never move.
func footprints(hints []Point) []footprint {
	f := footprinter{seen: map[[3]int32]bool{}}
	for i := range hints {
		p := &hints[i]
		if p.Kind != PointPlayer || !(abs32(p.X) < maxExtent && abs32(p.Y) < maxExtent && abs32(p.Z) < maxExtent) {
			continue
		}
		if i == 0 || hints[i-1].Track != p.Track || hints[i-1].Kind != PointPlayer || p.Break {
			continue
		}
		last := &hints[i-1]
		way := distance(last, p)
		if way < stillness || way > maxStride {
			continue
		}
		switch {
		case last.Contact == ContactGround && p.Contact == ContactGround &&
			math.Abs(float64(p.Z-last.Z)) <= stepHeight+way,
			last.Contact == ContactUnknown && p.Contact == ContactUnknown && abs32(p.Z-last.Z) <= levelSlack:
			f.line(last, p, way)
		case p.Contact == ContactGround:
			f.add(p.X, p.Y, p.Z)
		case last.Contact == ContactGround:
			f.add(last.X, last.Y, last.Z)
		}
	}
	return f.list
}

const (
	maxExtent = 1 << 18
	maxStride = 300.0 // units between two points of one path
)

type footprinter struct {
	seen map[[3]int32]bool
	list []footprint
}

func (f *footprinter) add(x, y, z float32) {
	key := [3]int32{int32(math.Floor(float64(x / footprintCell))), int32(math.Floor(float64(y / footprintCell))),
		int32(math.Floor(float64(z / footprintRise)))}
	if !f.seen[key] {
		f.seen[key] = true
		f.list = append(f.list, footprint{x, y, z - FeetBelowOrigin})
	}
}

func (f *footprinter) line(a, b *Point, way float64) {
	n := int(way/footprintCell) + 1
	for k := range n + 1 {
		t := float32(k) / float32(n)
		f.add(a.X+t*(b.X-a.X), a.Y+t*(b.Y-a.Y), a.Z+t*(b.Z-a.Z))
	}
}

// boxPoints are points under a player's box, the middle first, the corners a little outside: positions in demos are
// rounded.
var boxPoints = [...][2]float32{{0, 0}, {-8, -8}, {8, -8}, {-8, 8}, {8, 8},
	{-16.1, -16.1}, {0, -16.1}, {16.1, -16.1}, {-16.1, 0}, {16.1, 0}, {-16.1, 16.1}, {0, 16.1}, {16.1, 16.1}}

// nowhere means no surface below any of the points.
var nowhere = [len(boxPoints)]int32{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}

// stoodOn returns which surfaces supported players, including floors too narrow for the middle of a player.
func stoodOn(surfaces []surface, prints []footprint) []bool {
	const slack = 4 // units: between two points of a way over stairs the feet are a little off
	on := make([]bool, len(surfaces))
	if len(prints) == 0 {
		return on
	}
	ix := indexFloors(surfaces)
	for _, f := range prints {
		under, heights := nowhere, [len(boxPoints)]float64{}
		best := math.Inf(-1)
		for k, d := range boxPoints {
			if k == 1 && float64(f.z)-best < slack {
				// The player stands on what is under the middle; next to it he may or may not have walked.
				break
			}
			h, i := ix.find(float64(f.x+d[0]), float64(f.y+d[1]), float64(f.z)+stepHeight/2)
			under[k], heights[k] = i, h
			if i >= 0 {
				best = math.Max(best, h)
			}
		}
		if float64(f.z)-best > stepHeight {
			continue
		}
		for k, i := range under {
			if i >= 0 && heights[k] >= best-slack {
				on[i] = true
			}
		}
	}
	return on
}

// Agreement compares the positions in a demo with the map m. Only the positions of walking players and of items on the
// ground are considered. Agreement returns the fraction of these positions that fit m, and the number of positions
// considered. A position fits if it has ground below it and is not inside a solid. A low fraction means that the demo
// was recorded on another map or on another version of m. Players on moving floors do not fit, so a fraction of 1 is
// rare.
func Agreement(m *bsp.Map, places []Point) (share float64, count int) {
	good := 0
	for _, f := range footprints(places) {
		count++
		if m.Contents(f.x, f.y, f.z+FeetBelowOrigin)&bsp.Solid == 0 && grounded(m, f) {
			good++
		}
	}
	for i := range places {
		if p := &places[i]; p.Kind == PointItem {
			count++
			if lies(m, p.X, p.Y, p.Z) || lies(m, p.X+16, p.Y+16, p.Z) {
				good++
			}
		}
	}
	return float64(good) / float64(max(count, 1)), count
}

// lies reports whether a place is in the open and not far above ground. In Quake the origin of some items is the
// middle, of others a corner.
func lies(m *bsp.Map, x, y, z float32) bool {
	if m.Contents(x, y, z+8)&bsp.Solid != 0 {
		return false
	}
	for d := float32(2); d <= 64; d += 8 {
		if m.Contents(x, y, z-d) != 0 {
			return true
		}
	}
	return false
}

// grounded reports whether something solid, or a liquid to swim in, is just under a player's box.
func grounded(m *bsp.Map, f footprint) bool {
	for _, down := range [...]float32{2, 10} {
		for _, d := range boxPoints {
			if m.Contents(f.x+d[0], f.y+d[1], f.z-down) != 0 {
				return true
			}
		}
	}
	return false
}
