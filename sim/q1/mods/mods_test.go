package mods

import (
	"testing"

	"fragscope/sim"
)

// TestModsAlone checks that each mod has messages, and that names of items are found in all mods.
func TestModsAlone(t *testing.T) {
	for i, m := range all {
		if len(m.Obituaries) == 0 {
			t.Errorf("mod %d says nothing", i)
		}
	}
	if n := len(Patterns()); n < 400 {
		t.Errorf("%d patterns", n)
	}
	for name, want := range map[string]sim.Item{"nails": sim.ItemAmmoNails, "crusher sigil": sim.ItemQuad,
		"wetsuit": sim.ItemSuit, "plasma": sim.ItemAmmoCells} {
		if what, ok := Pickup(name); !ok || what.Item != want {
			t.Errorf("%s is %+v", name, what)
		}
	}
	if _, ok := Pickup("nothing"); ok {
		t.Error("nothing is an item")
	}
}
