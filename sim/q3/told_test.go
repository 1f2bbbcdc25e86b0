package q3

import (
	"testing"

	"fragscope/sim"
)

// TestToldInOrder holds that what OSP tells of weapons is recorded in the order of the weapons, and of each in one order.
func TestToldInOrder(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	// Rocket launcher and railgun, bits 5 and 7: hits and times dropped, shots and times taken, kills, deaths; then of the match.
	s.say("xstats1 0 160 131075 65546 2 0 196612 327688 4 1 0 0 700 600 1 0 2 0")
	s.end()
	want := []sim.Statistic{
		{Stat: sim.StatHits, Weapon: sim.WeaponRocketLauncher, Value: 3}, {Stat: sim.StatShots, Weapon: sim.WeaponRocketLauncher, Value: 10},
		{Stat: sim.StatWeaponKills, Weapon: sim.WeaponRocketLauncher, Value: 2}, {Stat: sim.StatWeaponTaken, Weapon: sim.WeaponRocketLauncher, Value: 1},
		{Stat: sim.StatWeaponDropped, Weapon: sim.WeaponRocketLauncher, Value: 2}, {Stat: sim.StatAccuracy, Weapon: sim.WeaponRocketLauncher, Value: 30},
		{Stat: sim.StatHits, Weapon: sim.WeaponRailgun, Value: 4}, {Stat: sim.StatShots, Weapon: sim.WeaponRailgun, Value: 8},
		{Stat: sim.StatWeaponKills, Weapon: sim.WeaponRailgun, Value: 4}, {Stat: sim.StatWeaponTaken, Weapon: sim.WeaponRailgun, Value: 5},
		{Stat: sim.StatWeaponDropped, Weapon: sim.WeaponRailgun, Value: 3}, {Stat: sim.StatAccuracy, Weapon: sim.WeaponRailgun, Value: 50},
		{Stat: sim.StatDamageGiven, Value: 700}, {Stat: sim.StatDamageTaken, Value: 600},
		{Stat: sim.StatItemsTaken, Item: sim.ItemMegaHealth, Value: 1}, {Stat: sim.StatItemsTaken, Item: sim.ItemArmorGreen},
		{Stat: sim.StatItemsTaken, Item: sim.ItemArmorRed, Value: 2}, {Stat: sim.StatItemsTaken, Item: sim.ItemArmorYellow},
	}
	got := s.r.Statistics()
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d: %+v", len(got), len(want), got)
	}
	for i, x := range got {
		if x.Time, x.Slot = 0, (sim.Slot{}); x != want[i] {
			t.Errorf("number %d is %+v, want %+v", i, x, want[i])
		}
	}
}
