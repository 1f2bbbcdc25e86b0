package vision

import (
	"math"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/sim"
)

// TestDarkness checks that floors in a player's view are bright, floors behind him darker, and floors behind a wall
// darkest.
func TestDarkness(t *testing.T) {
	data := (&bsptest.Map{Format: bsp.Quake3, Boxes: []bsptest.Box{
		{Min: bsp.Vec3{0, 0, -16}, Max: bsp.Vec3{1024, 256, 0}},
		{Min: bsp.Vec3{640, 0, 0}, Max: bsp.Vec3{672, 256, 256}},
	}, Entities: []bsp.Entity{{"classname": "worldspawn"}}}).Bytes()
	m, err := bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	p := plan.FromBSP(m, []plan.Point{{X: 100, Y: 128, Z: 24, Kind: plan.PointItem},
		{X: 900, Y: 128, Z: 24, Kind: plan.PointItem}})
	f := sight.NewField(sight.New(p))
	pl := &sim.Player{Origin: sim.Vec3{320, 128, 24}}
	f.Look(sight.Vec3{320, 128, 46}, nil, 0)
	cols, _, x, y, cell := f.Size()
	at := func(wx, wy float32) uint8 {
		c, r := int((wx-x)/cell), int((y-wy)/cell)
		if c < 0 || c >= cols {
			t.Fatalf("%g, %g is outside", wx, wy)
		}
		return darkness(f, c, r, pl, math.MaxFloat32)
	}
	if before, behind, hidden := at(500, 128), at(100, 128), at(900, 128); before != darkSeen || behind != darkTurned ||
		hidden != darkUnseen {
		t.Errorf("before him %d, behind him %d, behind the wall %d", before, behind, hidden)
	}
	pl.View.Yaw = 180
	if before, behind := at(100, 128), at(500, 128); before != darkSeen || behind != darkTurned {
		t.Errorf("turned round: before him %d, behind him %d", before, behind)
	}
}

// BenchmarkFrame measures a complete frame, including the lines of sight and the image.
func BenchmarkFrame(b *testing.B) {
	var boxes []bsptest.Box
	boxes = append(boxes, bsptest.Box{Min: bsp.Vec3{0, 0, -16}, Max: bsp.Vec3{2560, 2560, 0}})
	for i := range 40 {
		x, y := float32(i%7)*360+120, float32(i/7)*400+100
		boxes = append(boxes, bsptest.Box{Min: bsp.Vec3{x, y, 0}, Max: bsp.Vec3{x + 96, y + 160, 256}})
	}
	m,
		err := bsp.Decode((&bsptest.Map{Format: bsp.Quake3, Boxes: boxes,
		Entities: []bsp.Entity{{"classname": "worldspawn"}}}).Bytes())
	if err != nil {
		b.Fatal(err)
	}
	f := sight.NewField(sight.New(plan.FromBSP(m, nil)))
	pl := &sim.Player{}
	cols, rows, _, _, _ := f.Size()
	dark := make([]uint8, cols*rows)
	n := float32(0)
	for b.Loop() {
		n++
		pl.Origin = sim.Vec3{60 + float32(int(n*5)%2400), 60, 24}
		f.Look(sight.Vec3{pl.Origin[0], pl.Origin[1], 46}, nil, linesMost)
		for i := range dark {
			dark[i] = darkness(f, i%cols, i/cols, pl, math.MaxFloat32)
		}
	}
}
