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
			v.Weapons.Add(w)
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

// TestWeaponsHaveTheNamesOfTheirGame checks the names of what strikes in a game, and that exports name it alike in all.
func TestWeaponsHaveTheNamesOfTheirGame(t *testing.T) {
	for _, c := range []struct {
		game, name string
		w          Weapon
	}{
		{"quake", "Axe", WeaponMelee}, {"quakeworld", "Axe", WeaponMelee}, {"quake3", "Gauntlet", WeaponMelee},
		{"quakelive", "Gauntlet", WeaponMelee}, {"quake2", "Melee", WeaponMelee}, {"quake2", "Blaster", WeaponBlaster},
		{"quake3", "Rocket Launcher", WeaponRocketLauncher},
	} {
		info := c.w.InfoIn(c.game)
		if info.Name != c.name || c.w == WeaponMelee && info.Short != c.name {
			t.Errorf("%s: %q, in short %q, want %q", c.game, info.Name, info.Short, c.name)
		}
		e := Event{Kind: EventPickup, Item: ItemWeapon, Weapon: c.w, Profile: &Profile{Name: PlainText("Ann")}}
		if got, want := e.Sentence(c.game), "Ann took "+c.name; got != want {
			t.Errorf("%s: %q, want %q", c.game, got, want)
		}
		if m := MeaningOf(c.game, c.name); c.game != "quake2" && !m.Weapon(c.w) {
			t.Errorf("%s: a question for %s does not find it", c.game, c.name)
		}
	}
	if s := WeaponMelee.String(); s != "Melee" {
		t.Errorf("exports name it %q", s)
	}
}
