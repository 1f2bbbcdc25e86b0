package sim

import (
	"math/rand"
	"testing"
	"time"
)

// litter changes the items of a frame, and the missiles between them, as a game does: items are taken, come again, go out of sight, turn
// and move, and some are removed and others added.
func litter(rng *rand.Rand, f *Frame) {
	all := f.Entities
	f.Entities = nil
	for n := 64; n < 104; n++ {
		e := FrameEntity{Entity: Entity{Number: n, Kind: EntityItem, Item: Item(1 + n%5), Origin: Vec3{float32(n) * 64, -32, 24.5}, State: ItemPresent, Visible: true}}
		if n%4 == 0 {
			e = FrameEntity{Entity: Entity{Number: n, Kind: EntityProjectile, Visible: true, Origin: Vec3{float32(rng.Intn(4096)), 0, 64}}}
		}
		there := all == nil
		for i := range all {
			if all[i].Number == n {
				e, there = all[i], true
			}
		}
		switch rng.Intn(200) {
		case 0:
			there = !there
		case 1:
			e.State, e.Taken, e.TakenBy, e.RespawnKnown = ItemTaken, f.Time, SlotAt(rng.Intn(4)), rng.Intn(2) == 0
			if e.Respawn = 0; e.RespawnKnown {
				e.Respawn = f.Time + 25*time.Second
			}
		case 2:
			e.State, e.Taken, e.Respawn, e.TakenBy, e.RespawnKnown = ItemPresent, 0, 0, Slot{}, false
		case 3:
			e.Angles.Yaw, e.Origin[0] = float32(rng.Intn(4)*90), e.Origin[0]+1
		case 4:
			e.Visible = !e.Visible
			e.LastSeen = f.Time / 2 / time.Millisecond * time.Millisecond
		}
		if there {
			f.Entities = append(f.Entities, e)
		}
	}
}

// TestItemsComeBack reads the items of several chunks and levels in any order.
func TestItemsComeBack(t *testing.T) {
	b, r := NewRecorder(Header{})
	rng := rand.New(rand.NewSource(1))
	var f Frame
	var want [][]FrameEntity
	for i := range 9 * chunkFrames {
		if i%(4*chunkFrames-40) == 0 {
			b.Level(Level{Map: "map"})
			f.Entities = nil
		}
		f.Time += time.Duration(20+rng.Intn(3)) * time.Millisecond
		litter(rng, &f)
		b.Frame(&f)
		want = append(want, f.Entities)
	}
	b.Finish(nil)
	c := r.Cursor()
	for _, i := range append(rng.Perm(len(want)), rng.Perm(len(want))...) {
		now := r.FrameTime(i)
		w := c.At(now)
		if len(w.Entities) != len(want[i]) {
			t.Fatalf("frame %d: %d entities, want %d", i, len(w.Entities), len(want[i]))
		}
		for k := range want[i] {
			e := want[i][k].Entity
			if e.Visible {
				e.LastSeen = now
			}
			if w.Entities[k] != e {
				t.Fatalf("frame %d: entity is\n%+v, want\n%+v", i, w.Entities[k], e)
			}
		}
	}
}
