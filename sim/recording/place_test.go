package recording

import (
	"fragscope/sim"
	"math"
	"testing"
	"time"
)

// Nothing outside the possible range of a map is shown, whether it is a player, an entity, a mover, an effect, an event
// or a path.
func TestPlacesBeyondTheWorld(t *testing.T) {
	for _, v := range []float32{1e5, 1e9, 1e38, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())} {
		b, r := NewRecorder(sim.Header{})
		for i := range 3 {
			at := sim.Vec3{100, 200, float32(i)}
			if i == 1 {
				at[i] = v
			}
			now := time.Duration(i) * time.Second
			b.Event(sim.Event{Kind: sim.EventPickup, Time: now, Origin: at, HasOrigin: true})
			b.Effect(sim.Effect{Kind: sim.EffectKind(1), Start: now, End: now + time.Minute, Origin: at, To: at})
			b.Frame(&Frame{
				Time: now,
				Players: []FramePlayer{{Player: sim.Player{Slot: sim.SlotAt(0), Life: sim.Alive, Visible: true,
					Origin: at}}},
				Entities: []FrameEntity{
					{Entity: sim.Entity{Number: 1, Origin: at}},
					{Entity: sim.Entity{Number: 2}, Trajectory: sim.Trajectory{Kind: sim.TrajectoryLinear,
						Base: sim.Vec3{1, 2, 3}, Delta: at}},
				},
				Movers: []FrameMover{{Mover: sim.Mover{Number: 3, Origin: at}}},
			})
		}
		b.Finish(nil)
		if n := len(r.Damage()); n != 1 {
			t.Errorf("%v: told %d times", v, n)
		}
		cursor := r.Cursor()
		for now := time.Duration(0); now <= 2*time.Second; now += 100 * time.Millisecond {
			w := cursor.At(now)
			for _, p := range w.Players {
				if !within(&p.Origin, worldLimit) {
					t.Fatalf("%v: a player is at %v", v, p.Origin)
				}
			}
			for _, e := range w.Entities {
				if !within(&sim.Vec3{e.Origin[0], e.Origin[1]}, worldLimit) {
					t.Fatalf("%v: an entity is at %v", v, e.Origin)
				}
			}
			for _, m := range w.Movers {
				if !within(&m.Origin, worldLimit) {
					t.Fatalf("%v: a mover is at %v", v, m.Origin)
				}
			}
			for _, e := range w.Effects {
				if !within(&e.Origin, worldLimit) {
					t.Fatalf("%v: an effect is at %v", v, e.Origin)
				}
			}
		}
		for _, e := range r.Events() {
			if e.HasOrigin && !within(&e.Origin, worldLimit) {
				t.Fatalf("%v: an event is at %v", v, e.Origin)
			}
		}
	}
}

// A position that a game's protocol cannot express is damage in that game, but not in a game with a larger world.
func TestReach(t *testing.T) {
	for _, test := range []struct {
		reach, x float32
		shown    bool
	}{
		{4096, 4096, true}, {4096, 5000, false}, {1 << 15, 5000, true}, {1 << 15, 40000, false},
		{0, 65536, true}, {0, 70000, false}, {1 << 17, 70000, true}, {1 << 17, 140000, false},
	} {
		b, r := NewRecorder(sim.Header{})
		b.Reach(test.reach)
		b.Frame(&Frame{
			Players: []FramePlayer{{Player: sim.Player{Slot: sim.SlotAt(0), Life: sim.Alive, Visible: true,
				Origin: sim.Vec3{test.x}}}},
			Entities: []FrameEntity{{Entity: sim.Entity{Number: 1, Visible: true, Origin: sim.Vec3{0, -test.x}}}},
			Movers:   []FrameMover{{Mover: sim.Mover{Number: 2, Origin: sim.Vec3{0, 0, test.x}}}},
		})
		b.Finish(nil)
		w := r.Cursor().At(0)
		if len(r.Damage()) == 0 != test.shown || w.Players[0].Visible != test.shown ||
			len(w.Entities) == 1 != test.shown || len(w.Movers) == 1 != test.shown {
			t.Errorf("%v within %v: damage %v, %d entities, %d movers, player %v", test.x, test.reach, r.Damage(),
				len(w.Entities), len(w.Movers), w.Players[0].Origin)
		}
		if test.shown && w.Players[0].Origin[0] != test.x {
			t.Errorf("%v within %v: the player is at %v", test.x, test.reach, w.Players[0].Origin)
		}
	}
}

// A player who moves is found beyond the world by recordings of all parts and of none.
func TestMovedBeyondTheWorld(t *testing.T) {
	for _, parts := range []Parts{AllParts, 0} {
		b, r := NewRecorder(sim.Header{})
		b.Keep(parts)
		f := Frame{Players: []FramePlayer{{Player: sim.Player{Slot: sim.SlotAt(0), Visible: true}}}}
		for i, x := range []float32{0, 100, 1e6} {
			p := &f.Players[0]
			p.Origin[0] = x
			if b.Frame(&f); len(r.Damage()) != i/2 {
				t.Errorf("parts %b: with a player at %v, damage is %v", parts, x, r.Damage())
			}
		}
	}
}
