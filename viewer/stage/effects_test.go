package stage

import (
	"slices"
	"testing"

	"fragscope/sim"
)

// TestOneBoltEachShooter checks that only a shooter's latest bolt is drawn, and that other shooters' bolts and other
// effects stay.
func TestOneBoltEachShooter(t *testing.T) {
	beam := func(w sim.Weapon, slot sim.Slot) sim.Effect {
		return sim.Effect{Kind: sim.EffectBeam, Weapon: w, Slot: slot}
	}
	effects := []sim.Effect{
		beam(sim.WeaponLightning, sim.SlotAt(1)), beam(sim.WeaponLightning, sim.SlotAt(2)),
		beam(sim.WeaponRailgun, sim.SlotAt(1)),
		{Kind: sim.EffectMuzzle, Slot: sim.SlotAt(1)}, beam(sim.WeaponLightning, sim.SlotAt(1)),
		beam(sim.WeaponLightning, sim.Slot{}), beam(sim.WeaponRailgun, sim.SlotAt(1)),
		beam(sim.WeaponLightning, sim.Slot{}), beam(sim.WeaponLightning, sim.SlotAt(1)),
	}
	var got []int
	for i := range effects {
		if !outshone(effects, i) {
			got = append(got, i)
		}
	}
	if want := []int{1, 2, 3, 5, 6, 7, 8}; !slices.Equal(got, want) {
		t.Errorf("drawn are %v, want %v", got, want)
	}
}
