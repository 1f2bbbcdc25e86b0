package stage

import (
	"math"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/screentest"
)

func TestWhoLeavesThePlanIsSeen(t *testing.T) {
	item := sim.Vec3{500, 700, 24}
	rec, r := recording.NewRecorder(sim.Header{})
	rec.Level(sim.Level{Map: "none"})
	for ms := 0; ms <= 20000; ms += 50 {
		at := time.Duration(ms) * time.Millisecond
		f := &recording.Frame{Time: at}
		for i := range 2 {
			f.Players = append(f.Players, recording.FramePlayer{Player: sim.Player{
				Slot: sim.SlotAt(i), Profile: rec.Profile(sim.Profile{Slot: sim.SlotAt(i)}), Life: sim.Alive,
				Visible: true, LastSeen: at, Origin: sim.Vec3{float32(ms%2000) / 2, float32(i) * 600, 24},
			}})
		}
		f.Entities = []recording.FrameEntity{{Entity: sim.Entity{Number: 9, Kind: sim.EntityItem, Item: sim.ItemQuad,
			Visible: true, Origin: item}}}
		rec.Frame(f)
	}
	rec.Finish(nil)
	r.Wait()
	s := New(draw.Dark())
	sc := All(r.Cursor().At(900*time.Millisecond), r)
	sc.Sharp = true
	drawScene(t, s, screentest.Image(t, 400, 300), 1, &sc)
	drawScene(t, s, screentest.Image(t, 400, 300), 1, &sc)
	for _, p := range sc.World.Players {
		if x, y := s.Camera.Screen(p.Origin); !s.Camera.View().Contains(x, y) {
			t.Errorf("player %d is at %v, %v", p.Slot.Index(), x, y)
		}
	}
	if x, y := s.Camera.Screen(item); !s.Camera.View().Contains(x, y) {
		t.Errorf("the item where nobody walks is at %v, %v", x, y)
	}
	if k := s.Camera.Scale(); k < 0.2 || k > 0.4 {
		t.Errorf("1096 by 796 units are shown with %v points a unit", k)
	}
}

// TestWhoFallsOutOfTheMapIsNotFollowed holds that a fall through the ground does not make the view larger where the
// ground is known.
func TestWhoFallsOutOfTheMapIsNotFollowed(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{})
	rec.Level(sim.Level{Map: "none"})
	for ms := 0; ms <= 10000; ms += 50 {
		at := time.Duration(ms) * time.Millisecond
		p := sim.Player{Slot: sim.SlotAt(0), Profile: rec.Profile(sim.Profile{Slot: sim.SlotAt(0)}), Life: sim.Alive,
			Visible: true, LastSeen: at, Origin: sim.Vec3{float32(ms), 0, -float32(ms)}}
		rec.Frame(&recording.Frame{Time: at, Players: []recording.FramePlayer{{Player: p}}})
	}
	rec.Finish(nil)
	r.Wait()
	for _, c := range []struct{ ground, least, most float32 }{{-math.MaxFloat32, 9000, 10000}, {-1024, 500, 1024}} {
		var got reach
		got.update(r, 0, c.ground)
		if got.max[0] < c.least || got.max[0] > c.most {
			t.Errorf("with the ground at %v the reach is %v, want %v to %v", c.ground, got.max[0], c.least, c.most)
		}
	}
}
