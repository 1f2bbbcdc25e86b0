package panel

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// TestStatus checks that the name is complete if there is room for it, that every part has a tooltip, and that the
// weapon in hand is shown however narrow the bar is.
func TestStatus(t *testing.T) {
	p := pen()
	held := &sim.Inventory{
		Weapons: sim.WeaponsOf(sim.WeaponMelee, sim.WeaponMachinegun, sim.WeaponShotgun, sim.WeaponGrenadeLauncher,
			sim.WeaponRocketLauncher, sim.WeaponLightning, sim.WeaponRailgun, sim.WeaponPlasma)}
	pl := &sim.Player{
		Life: sim.Alive, Health: 100, Armor: 0, Weapon: sim.WeaponPlasma, Ammo: 40, Inventory: held,
		Profile: &sim.Profile{Slot: sim.SlotAt(3), Name: sim.PlainText("<forZe.Gladyshev>")},
	}
	for w := float32(330); w < 1400; w += 35 {
		l := Status(p, draw.Rect{W: w, H: 44}, StatusView{Player: pl})
		hand, whole, tips := 0, false, 0
		for _, op := range l.Ops {
			if op.Kind == OpIcon && op.Icon == draw.WeaponIcon(sim.WeaponPlasma) {
				hand++
			}
			whole = whole || op.Text == "<forZe.Gladyshev>"
			if op.Rect.Right() > w+0.5 {
				t.Errorf("%v wide: %+v leaves the bar", w, op)
			}
		}
		for _, s := range l.HitAreas {
			if s.Tip != "" {
				tips++
			}
		}
		if want := 2; w >= 480 && hand != want { // as the weapon in hand, and among the weapons
			t.Errorf("%v wide: the weapon in hand is shown %d times", w, hand)
		}
		if w >= 800 && (!whole || tips != 3+8) {
			t.Errorf("%v wide: the name is whole: %v; %d tips", w, whole, tips)
		}
	}
}

// TestStatusOfWhatIsCarried checks that powerups with their time, a flag, keys and the inventory follow the weapons, on
// two lines if one is too short.
func TestStatusOfWhatIsCarried(t *testing.T) {
	p := pen()
	pl := &sim.Player{
		Life: sim.Alive, Health: 100, Armor: 50, ArmorKind: sim.ItemArmorRed, Ammo: sim.Unknown,
		Profile: &sim.Profile{Name: sim.PlainText("Amber")}, Powerups: 1<<sim.PowerupQuad | 1<<sim.PowerupSuit,
		FlagCarried: true, Flag: sim.TeamBlue,
		Inventory: &sim.Inventory{Keys: []sim.Item{sim.ItemKeyGold},
			Other: []sim.InventoryItem{{Name: "Silencer", Count: 2}, {Name: "Medkit", Count: 1}}},
	}
	pl.PowerupEnd[sim.PowerupQuad] = 20 * time.Second
	want := []string{"Quad 0:13", "Suit", "Blue flag", sim.ItemKeyGold.Info().Name, "Silencer 2", "Medkit"}
	for _, c := range []struct {
		w     float32
		lines int
	}{{1000, 1}, {560, 2}} {
		l := Status(p, draw.Rect{W: c.w, H: 44}, StatusView{Player: pl, Now: 7500 * time.Millisecond})
		at := map[string]float32{}
		for _, op := range l.Ops {
			if op.Kind == OpText {
				at[op.Text] = op.Rect.Y
			}
		}
		lines := map[float32]bool{}
		for _, s := range want {
			y, ok := at[s]
			if !ok {
				t.Errorf("%v wide: %q is not shown, only %v", c.w, s, at)
			}
			lines[y] = true
		}
		if len(lines) != c.lines {
			t.Errorf("%v wide: what is carried takes %d lines", c.w, len(lines))
		}
	}
}
