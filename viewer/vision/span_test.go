package vision

import (
	"testing"
	"time"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestSeenIn has a player look east for three seconds and west for one, with a wall in the east, and checks how long he
// saw each floor, and how long he and another player saw each other.
func TestSeenIn(t *testing.T) {
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
	rec, r := recording.NewRecorder(sim.Header{Multi: true})
	rec.Level(sim.Level{Map: "a"})
	watcher := rec.Profile(sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("Ann")})
	other := rec.Profile(sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText("Bob")})
	for at := time.Duration(0); at <= 4*time.Second; at += 50 * time.Millisecond {
		f := recording.Frame{Time: at}
		for _, x := range []struct {
			pr   *sim.Profile
			x    float32
			west bool
		}{{watcher, 320, at >= 3*time.Second}, {other, 100, false}} {
			pl := sim.Player{Slot: x.pr.Slot, Profile: x.pr, Life: sim.Alive, Visible: true,
				Origin: sim.Vec3{x.x, 128, 24}}
			if x.west {
				pl.View.Yaw = 180
			}
			f.Players = append(f.Players, recording.FramePlayer{Player: pl, NoLerp: true})
		}
		rec.Frame(&f)
	}
	rec.Finish(nil)
	k := spanKey{sight: sight.New(p), slot: 0, from: 0, to: 4 * time.Second}
	shares, met := seenIn(t.Context(), r, k)
	if len(met) != 1 || met[0].name != "Bob" || (met[0].saw-time.Second).Abs() > 300*time.Millisecond ||
		met[0].seenFrom < 3800*time.Millisecond {
		t.Errorf("met %+v", met)
	}
	f := sight.NewField(k.sight)
	cols, rows, x, y, cell := f.Size()
	share := map[int]float32{}
	n := 0
	for i := range cols * rows {
		f.Floors(i%cols, i/cols, func(sight.Vec3, bool) { share[i] = shares[n]; n++ })
	}
	at := func(wx, wy float32) float32 { return share[int((y-wy)/cell)*cols+int((wx-x)/cell)] }
	if east, west, hidden := at(500, 128), at(100, 128), at(900, 128); east < 0.7 || east > 0.8 || west < 0.2 ||
		west > 0.3 || hidden != 0 {
		t.Errorf("of the time he saw the east for %.2f, the west for %.2f, behind the wall for %.2f", east,
			west, hidden)
	}
	if darkOf(0) != darkUnseen || darkOf(0.01) >= darkTurned || darkOf(0.5) != darkSeen {
		t.Error("the longer is not the brighter")
	}
}
