package sight

import (
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/plan"
)

// A plan without a map file: one looks over floor, a step may go up and down, but not over what has no floor, nor
// through a floor.
func TestSightOverThePlan(t *testing.T) {
	var g plan.Grower
	walk := func(track int32, x0, y0, x1, y1, z float32) {
		for i := range 101 {
			k := float32(i) / 100
			g.Add(plan.Point{X: x0 + (x1-x0)*k, Y: y0 + (y1-y0)*k, Z: z + plan.FeetBelowOrigin, Track: track,
				Contact: plan.ContactGround, Break: i == 0})
		}
	}
	for i := range int32(12) {
		y := float32(i) * 32
		walk(i, 0, y, 600, y, 0)
		walk(100+i, 1200, y, 1800, y, 0)
	}
	m := New(g.Plan())
	if m.Exact() {
		t.Fatal("there is a map file")
	}
	at := func(x, y float32) Vec3 { return Vec3{x, y, EyeAboveFloor} }
	if !m.Clear(at(50, 50), at(550, 300), nil) {
		t.Error("across a room nothing is seen")
	}
	if m.Clear(at(50, 50), at(1500, 50), nil) {
		t.Error("the other room is seen through the wall")
	}
	if share := m.Reach(at(50, 50), at(1500, 50), nil); share < 0.3 || share > 0.5 {
		t.Errorf("one sees %g of the way", share)
	}
	if m.Clear(Vec3{300, 100, EyeAboveFloor}, Vec3{300, 120, -100}, nil) {
		t.Error("one sees through the floor")
	}
}

// A door is in the way where it stands, and not where it does not; one that is turned stands across.
func TestDoors(t *testing.T) {
	room := []bsptest.Box{
		{Min: bsp.Vec3{0, 0, -16}, Max: bsp.Vec3{512, 256, 0}}, {Min: bsp.Vec3{240, 0, 0}, Max: bsp.Vec3{272, 96, 128}},
		{Min: bsp.Vec3{240, 160, 0}, Max: bsp.Vec3{272, 256, 128}},
	}
	door := []bsptest.Box{{Min: bsp.Vec3{-8, -32, 0}, Max: bsp.Vec3{8, 32, 128}}}
	data := (&bsptest.Map{Format: bsp.Quake3, Boxes: room, Models: [][]bsptest.Box{door}, Entities: []bsp.Entity{
		{"classname": "worldspawn"}, {"classname": "func_door", "model": "*1", "origin": "256 128 0"},
	}}).Bytes()
	b, err := bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	m := New(plan.FromBSP(b, nil))
	from, to := Vec3{100, 128, 46}, Vec3{400, 128, 46}
	for _, c := range []struct {
		what string
		door Mover
		want bool
	}{
		{"shut", Mover{Model: 1, Origin: Vec3{256, 128, 0}}, false},
		{"open", Mover{Model: 1, Origin: Vec3{256, 128, 120}}, true},
		{"turned", Mover{Model: 1, Origin: Vec3{256, 100, 0}, Yaw: 90}, true},
		{"turned across", Mover{Model: 1, Origin: Vec3{256, 128, 0}, Yaw: 90}, false},
		{"no such model", Mover{Model: 7, Origin: Vec3{256, 128, 0}}, true},
	} {
		if got := m.Clear(from, to, []Mover{c.door}); got != c.want {
			t.Errorf("through a door that is %s one sees: %v", c.what, got)
		}
	}
	if m.Clear(from, Vec3{400, 30, 46}, nil) {
		t.Error("one sees through the wall")
	}
	if share := m.Reach(from, to, []Mover{{Model: 1, Origin: Vec3{256, 128, 0}}}); share < 0.48 || share > 0.52 {
		t.Errorf("the door is after %g of the way", share)
	}
}

// Brush models of the games' own maps stop a line through their middle, and none that passes above.
func TestModelsOfRealMaps(t *testing.T) {
	for _, name := range sightMaps {
		m, _ := load(t, name)
		hits, all := 0, 0
		for model := 1; ; model++ {
			lo, hi, ok := m.opaque.Box(model)
			if !ok {
				break
			}
			mid := Vec3{(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, (lo[2] + hi[2]) / 2}
			from, to := mid, mid
			from[0], to[0] = lo[0]-8, hi[0]+8
			if _, hit := m.opaque.Trace(model, from, to); hit {
				hits++
			}
			all++
			from[2], to[2] = hi[2]+8, hi[2]+8
			if _, hit := m.opaque.Trace(model, from, to); hit {
				t.Errorf("%s: model %d is met above it", name, model)
			}
		}
		t.Logf("%s: %d of %d models are met in the middle", name, hits, all)
	}
}
