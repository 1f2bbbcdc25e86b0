package sim

import "testing"

// TestWeaponSet checks that every weapon has a place of its own in a set.
func TestWeaponSet(t *testing.T) {
	var all WeaponSet
	for w := WeaponNone; w < WeaponCount; w++ {
		one := WeaponsOf(w)
		if all.Has(w) || all.Meets(&one) {
			t.Errorf("%v is in a set of others", w)
		}
		all = all.With(one)
		if !all.Has(w) || !all.Meets(&one) || !one.Any() {
			t.Errorf("%v is not in a set with it", w)
		}
	}
	some := all.Without(WeaponsOf(WeaponSyringe, WeaponMelee))
	some.Remove(WeaponBinoculars)
	for w := WeaponNone; w < WeaponCount; w++ {
		if want := w != WeaponSyringe && w != WeaponMelee && w != WeaponBinoculars; some.Has(w) != want {
			t.Errorf("%v: in the set %v, want %v", w, some.Has(w), want)
		}
	}
}
