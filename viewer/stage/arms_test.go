package stage

import (
	"slices"
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// TestArmsOnTheMap checks that label and description show the weapons that a player owns, not the shotgun in his hand.
func TestArmsOnTheMap(t *testing.T) {
	v := &sim.Inventory{Weapons: sim.WeaponsOf(sim.WeaponShotgun, sim.WeaponRocketLauncher, sim.WeaponLightning)}
	v.Ammo[sim.WeaponRocketLauncher], v.Ammo[sim.WeaponLightning] = 5, 51
	p := sim.Player{
		Slot: sim.SlotAt(0), Profile: &sim.Profile{Name: sim.PlainText("Amber")}, Life: sim.Alive, Visible: true,
		Weapon: sim.WeaponShotgun, Ammo: 25, Health: sim.Unknown, Armor: sim.Unknown, Frags: sim.Unknown, Inventory: v,
	}
	_, lines := Describe(&sim.World{Players: []sim.Player{p}}, Target{TargetPlayer, 0}, "", nil)
	if want := []string{"Rocket Launcher, 5 left", "Lightning Gun, 51 left"}; !slices.Equal(lines, want) {
		t.Errorf("hover %q, want %q", lines, want)
	}
	var lb label
	armsOf(draw.Dark(), &figure{p: &p, fade: 1, followed: true}, &lb, false)
	if lb.arms[0].icon != draw.WeaponIcon(sim.WeaponRocketLauncher) ||
		lb.arms[1].icon != draw.WeaponIcon(sim.WeaponLightning) || lb.note != "5/51" {
		t.Errorf("label %v with %q", lb.arms, lb.note)
	}
}
