package sim

import "testing"

// TestBest holds which weapon of a player matters.
func TestBest(t *testing.T) {
	own := func(cells, rockets int16, weapons ...Weapon) *Inventory {
		v := &Inventory{}
		for _, w := range weapons {
			v.Weapons |= 1 << w
		}
		v.Ammo[WeaponLightning], v.Ammo[WeaponRocketLauncher], v.Ammo[WeaponShotgun] = cells, rockets, 50
		return v
	}
	for _, test := range []struct {
		name string
		own  *Inventory
		want Weapon
		ammo int16
		arms int
	}{
		{"not told", nil, WeaponShotgun, 50, 1},
		{"nothing but what all have", own(0, 0, WeaponMelee, WeaponShotgun), WeaponShotgun, 50, 0},
		{"a lightning gun", own(30, 5, WeaponShotgun, WeaponLightning), WeaponLightning, 30, 1},
		{"both", own(30, 5, WeaponShotgun, WeaponLightning, WeaponRocketLauncher), WeaponRocketLauncher, 5, 2},
		{"no rockets left", own(30, 0, WeaponShotgun, WeaponLightning, WeaponRocketLauncher), WeaponLightning, 30, 1},
	} {
		p := &Player{Weapon: WeaponShotgun, Ammo: 50, Inventory: test.own}
		arms := 0
		for range p.Arms() {
			arms++
		}
		if w, ammo := p.Best(); w != test.want || ammo != test.ammo || arms != test.arms {
			t.Errorf("%s: %v with %d, %d arms", test.name, w, ammo, arms)
		}
	}
}
