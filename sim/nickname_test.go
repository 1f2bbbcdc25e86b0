package sim

import "testing"

// TestMeanings checks players' words that have different meanings in different games.
func TestMeanings(t *testing.T) {
	quad := Meaning{Items: 1 << ItemQuad, Powerups: 1 << PowerupQuad}
	pent := Meaning{Items: 1 << ItemProtection, Powerups: 1 << PowerupProtection}
	for _, test := range []struct {
		game, word string
		want       Meaning
	}{
		{"quakeworld", "quad", quad}, {"quake2", "Quad", quad}, {"quake3", "Quad Damage", quad},
		{"quakeworld", "rl", weaponSet(WeaponRocketLauncher)},
		{"quake3", "Rocket-Launcher", weaponSet(WeaponRocketLauncher)},
		{"quakeworld", "tb", weaponSet(WeaponLightning)}, {"quake3", "tb", Meaning{}},
		{"quakeworld", "boomstick", weaponSet(WeaponShotgun, WeaponSuperShotgun)},
		{"quake", "666", pent}, {"quake2", "invul", pent}, {"quake3", "battle suit", pent},
		{"quake3", "666", Meaning{}},
		{"quake2", "ba", itemSet(ItemArmorRed)},
		{"quake2", "nade", weaponSet(WeaponGrenadeLauncher, WeaponHandGrenade)},
		{"quakelive", "nade", weaponSet(WeaponGrenadeLauncher)},
		{"", "armour", itemSet(ItemArmorRed, ItemArmorYellow, ItemArmorGreen)},
		{"", "red armor", itemSet(ItemArmorRed)}, {"", "RA", itemSet(ItemArmorRed)}, {"", "", Meaning{}},
		{"quakeworld", "banana", Meaning{}},
		{"wolfenstein", "syr", weaponSet(WeaponSyringe)}, {"wolfenstein", "needle", weaponSet(WeaponSyringe)},
		{"wolfenstein", "air strike", weaponSet(WeaponAirstrike)}, {"wolfenstein", "arty", weaponSet(WeaponArtillery)},
		{"wolfenstein", "nade", weaponSet(WeaponHandGrenade, WeaponRifleGrenade)}, {"quake3", "arty", Meaning{}},
	} {
		got := MeaningOf(test.game, test.word)
		if got != test.want || got.Any() != (test.want != Meaning{}) {
			t.Errorf("%q in %q: %+v, want %+v", test.word, test.game, got, test.want)
		}
	}
}

// TestOwnNames checks that the names of the catalog have a meaning, which includes what is so named, unless players mean
// something else by the word.
func TestOwnNames(t *testing.T) {
	for w := WeaponNone + 1; w < WeaponCount; w++ {
		if name := w.Info().Name; name != "" && !MeaningOf("", name).Weapon(w) {
			t.Errorf("%q is not the weapon of that name", name)
		}
	}
	for i := ItemNone + 1; i < ItemCount; i++ {
		if name := i.Info().Name; name != "" && !nicknames[plainWord(name)].Any() &&
			!MeaningOf("", name).Item(i, WeaponNone) {
			t.Errorf("%q is not the item of that name", name)
		}
	}
	for p := range PowerupCount {
		if name := p.Info().Name; name != "" && !MeaningOf("", name).Powerups.Has(p) {
			t.Errorf("%q is not the powerup of that name", name)
		}
	}
}

// TestConcerns checks which events a word is about.
func TestConcerns(t *testing.T) {
	const game = "quakeworld"
	for _, test := range []struct {
		e        Event
		yes, not string
	}{
		{Event{Kind: EventPowerup, Powerup: PowerupQuad}, "quad", "pent"},
		{Event{Kind: EventPowerupEnd, Powerup: PowerupProtection}, "pent", "quad"},
		{Event{Kind: EventFlagTaken, Team: TeamRed}, "flag", "rl"},
		{Event{Kind: EventCapture, Team: TeamRed}, "flag", "quad"},
		{Event{Kind: EventPickup, Item: ItemArmorRed}, "ra", "ya"},
		{Event{Kind: EventPickup, Item: ItemWeapon, Weapon: WeaponRocketLauncher}, "rl", "lg"},
		{Event{Kind: EventObituary, Weapon: WeaponLightning}, "shaft", "rl"},
		{Event{Kind: EventObituary}, "", "rl"},
	} {
		if test.yes != "" && !MeaningOf(game, test.yes).Concerns(&test.e) {
			t.Errorf("%q is not about %+v", test.yes, test.e)
		}
		if MeaningOf(game, test.not).Concerns(&test.e) {
			t.Errorf("%q is about %+v", test.not, test.e)
		}
	}
}

// TestDoers checks who acted in an event, and whether he killed a teammate.
func TestDoers(t *testing.T) {
	red := &Profile{Slot: SlotAt(1), Team: TeamRed}
	mate := &Profile{Slot: SlotAt(2), Team: TeamRed}
	blue := &Profile{Slot: SlotAt(3), Team: TeamBlue}
	free, other := &Profile{Slot: SlotAt(4)}, &Profile{Slot: SlotAt(5)}
	for _, test := range []struct {
		kind           EventKind
		victim, killer *Profile
		doer           *Profile
		teamKill       bool
	}{
		{EventObituary, red, blue, blue, false}, {EventObituary, red, mate, mate, true},
		{EventObituary, red, red, red, false}, {EventObituary, red, nil, red, false},
		{EventObituary, free, other, other, false}, {EventThaw, red, mate, mate, false},
		{EventPickup, red, mate, red, false},
	} {
		e := Event{Kind: test.kind, Slot: test.victim.Slot, Profile: test.victim, AttackerProfile: test.killer}
		if test.killer != nil {
			e.Attacker = test.killer.Slot
		}
		if slot, p := e.Doer(); slot != test.doer.Slot || p != test.doer {
			t.Errorf("%+v: done by %v", test, slot)
		}
		if got := e.TeamKill(true); got != test.teamKill || e.TeamKill(false) {
			t.Errorf("%+v: a team kill %v", test, got)
		}
	}
	for w, want := range map[Weapon][2]bool{WeaponNone: {true, false}, WeaponRocketLauncher: {false, true},
		CauseLava: {true, false}, CauseFall: {true, false}, CauseTelefrag: {false, false}, CauseSuicide: {false, true},
		CauseMonster: {true, false}} {
		if got := [2]bool{w.ByMap(), w.BySelf()}; got != want {
			t.Errorf("%v: by the map and by himself %v, want %v", w, got, want)
		}
	}
}
