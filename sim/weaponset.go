package sim

// WeaponSet is a set of weapons. The zero value is empty.
type WeaponSet [(int(WeaponCount) + 63) / 64]uint64

// WeaponsOf returns the set of the weapons in list.
func WeaponsOf(list ...Weapon) (s WeaponSet) {
	for _, w := range list {
		s.Add(w)
	}
	return s
}

// Has reports whether the set contains w.
func (s *WeaponSet) Has(w Weapon) bool { return s[w/64]>>(w%64)&1 != 0 }

// Add adds w to the set.
func (s *WeaponSet) Add(w Weapon) { s[w/64] |= 1 << (w % 64) }

// Remove removes w from the set.
func (s *WeaponSet) Remove(w Weapon) { s[w/64] &^= 1 << (w % 64) }

// Any reports whether the set is not empty.
func (s *WeaponSet) Any() bool { return *s != WeaponSet{} }

// Meets reports whether s and t have a weapon in common.
func (s *WeaponSet) Meets(t *WeaponSet) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// With returns the union of s and t.
func (s WeaponSet) With(t WeaponSet) WeaponSet {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// Without returns the weapons in s that are not in t.
func (s WeaponSet) Without(t WeaponSet) WeaponSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}
