package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
)

// A map has a Quad that the duel is played without, and gear of a mod that only looks like armour.
func TestPlacesOfItems(t *testing.T) {
	b, rec := sim.NewRecorder(sim.Header{Name: "a.mvd", Multi: true})
	b.Level(sim.Level{Map: "yard"})
	item := func(n int, it sim.Item, x float32, name string, state sim.ItemState) sim.FrameEntity {
		return sim.FrameEntity{Entity: sim.Entity{Number: n, Kind: sim.EntityItem, Item: it, State: state, Name: name, Origin: sim.Vec3{x}}}
	}
	f := &sim.Frame{Entities: []sim.FrameEntity{
		item(10, sim.ItemQuad, 0, "", sim.ItemUnknown), item(11, sim.ItemMegaHealth, -500, "", sim.ItemPresent),
		item(12, sim.ItemArmorGreen, 0, "Kevlar Vest", sim.ItemPresent), item(13, sim.ItemMegaHealth, 500, "", sim.ItemUnknown),
		item(14, sim.ItemArmorRed, 0, "", sim.ItemPresent),
	}}
	for ; f.Time < 20*time.Second; f.Time += 100 * time.Millisecond {
		if f.Time > 10*time.Second {
			f.Entities[3].State = sim.ItemTaken
		}
		b.Frame(f)
	}
	b.Finish(nil)
	places, missing := itemPlaces(rec, rec.Levels()[0], nil)
	got := ""
	for _, p := range places {
		got += p.row().Name + p.mark + ", "
	}
	if want := "RA, MH W, MH E, "; got != want {
		t.Errorf("places %q, want %q", got, want)
	}
	if len(missing) != 1 || !missing[10] {
		t.Errorf("missing %v, want the Quad", missing)
	}
}
