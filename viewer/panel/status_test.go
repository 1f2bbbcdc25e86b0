package panel

import (
	"testing"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// The name is whole where there is room for it, every part has words for the mouse, and however narrow the bar is,
// the weapon in hand is shown.
func TestStatus(t *testing.T) {
	p := pen()
	held := &sim.Holdings{Weapons: 1<<sim.WeaponMelee | 1<<sim.WeaponMachinegun | 1<<sim.WeaponShotgun | 1<<sim.WeaponGrenadeLauncher |
		1<<sim.WeaponRocketLauncher | 1<<sim.WeaponLightning | 1<<sim.WeaponRailgun | 1<<sim.WeaponPlasma}
	pl := &sim.Player{
		Life: sim.Alive, Health: 100, Armor: 0, Weapon: sim.WeaponPlasma, Ammo: 40, Held: held,
		Profile: &sim.Profile{Slot: 3, Name: sim.PlainText("<forZe.Gladyshev>")},
	}
	for w := float32(330); w < 1400; w += 35 {
		l := Status(p, ink.Rect{W: w, H: 44}, StatusView{Player: pl})
		hand, whole, tips := 0, false, 0
		for _, op := range l.Ops {
			if op.Kind == OpIcon && op.Icon == ink.WeaponIcon(sim.WeaponPlasma) {
				hand++
			}
			whole = whole || op.Text == "<forZe.Gladyshev>"
			if op.Rect.Right() > w+0.5 {
				t.Errorf("%v wide: %+v leaves the bar", w, op)
			}
		}
		for _, s := range l.Spots {
			if s.Tip != "" {
				tips++
			}
		}
		if want := 2; w >= 480 && hand != want { // as what is in hand, and among the weapons
			t.Errorf("%v wide: the weapon in hand is shown %d times", w, hand)
		}
		if w >= 800 && (!whole || tips != 3+8) {
			t.Errorf("%v wide: the name is whole: %v; %d tips", w, whole, tips)
		}
	}
}
