package sim

import (
	"slices"
	"testing"
)

// A player is described by the weapons he owns that matter, not by the shotgun that a script puts into his hand.
func TestArms(t *testing.T) {
	of := func(list ...Weapon) *Inventory {
		v := &Inventory{}
		for i, w := range list {
			v.Weapons |= 1 << w
			v.Ammo[w] = int16(10 * (i + 1))
		}
		return v
	}
	for _, c := range []struct {
		held  Weapon
		owns  *Inventory
		want  []Weapon
		owned bool
	}{
		{WeaponShotgun, of(WeaponMelee, WeaponShotgun, WeaponLightning, WeaponRocketLauncher),
			[]Weapon{WeaponRocketLauncher, WeaponLightning}, true},
		{WeaponRailgun, of(WeaponRailgun, WeaponLightning, WeaponRocketLauncher),
			[]Weapon{WeaponRocketLauncher, WeaponRailgun}, true},
		{WeaponShotgun, of(WeaponShotgun, WeaponSuperNailgun, WeaponGrenadeLauncher), []Weapon{WeaponGrenadeLauncher},
			true},
		{WeaponShotgun, of(WeaponShotgun, WeaponGrenadeLauncher, WeaponRocketLauncher), []Weapon{WeaponRocketLauncher},
			true},
		{WeaponShotgun, of(WeaponMelee, WeaponShotgun), []Weapon{WeaponShotgun}, false},
		{WeaponRailgun, nil, []Weapon{WeaponRailgun}, false},
		{WeaponNone, nil, nil, false},
	} {
		p := &Player{Weapon: c.held, Inventory: c.owns}
		if got, owned := p.Arms(2); !slices.Equal(got, c.want) || owned != c.owned {
			t.Errorf("holding %v: %v, owned %v; want %v, %v", c.held, got, owned, c.want, c.owned)
		}
	}
	p := &Player{Weapon: WeaponShotgun, Ammo: 7, Inventory: of(WeaponShotgun, WeaponRocketLauncher)}
	for w, want := range map[Weapon]int16{WeaponShotgun: 10, WeaponRocketLauncher: 20, WeaponLightning: Unknown} {
		if got := p.AmmoOf(w); got != want {
			t.Errorf("%v: %d left, want %d", w, got, want)
		}
	}
	if got := (&Player{Weapon: WeaponRailgun, Ammo: 7}).AmmoOf(WeaponRailgun); got != 7 {
		t.Errorf("%d left for the weapon in hand, want 7", got)
	}
}
