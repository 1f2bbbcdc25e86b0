package stage

import (
	"slices"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/draw"
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

// TestLightningEndsAtTheWall checks that a beam of the lightning gun's full range ends at a wall of the map, and that
// one that hits nothing, any other beam, and a beam without a map keep their ends.
func TestLightningEndsAtTheWall(t *testing.T) {
	file := &bsptest.Map{Format: bsp.Quake3, Entities: []bsp.Entity{{"classname": "worldspawn"}}, Boxes: []bsptest.Box{
		{Min: bsp.Vec3{-400, -400, -16}, Max: bsp.Vec3{900, 400, 0}},
		{Min: bsp.Vec3{200, -400, 0}, Max: bsp.Vec3{216, 400, 128}},
	}}
	m, err := bsp.Decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	s := New(draw.Dark())
	end := func(w sim.Weapon, x float32) float32 {
		return s.beamEnd(&sim.Effect{Kind: sim.EffectBeam, Weapon: w, Origin: sim.Vec3{0, 0, 50},
			To: sim.Vec3{x, 0, 50}})[0]
	}
	if x := end(sim.WeaponLightning, 768); x != 768 {
		t.Errorf("without a map the end is at %v", x)
	}
	s.SetPlan(plan.FromBSP(m, nil), false)
	for _, c := range []struct {
		w        sim.Weapon
		to, want float32
	}{{sim.WeaponLightning, 768, 200}, {sim.WeaponLightning, 150, 150}, {sim.WeaponLightning, -300, -300},
		{sim.WeaponRailgun, 768, 768}} {
		if x := end(c.w, c.to); x < c.want-1 || x > c.want+1 {
			t.Errorf("%v to %v ends at %v, want %v", c.w, c.to, x, c.want)
		}
	}
}
