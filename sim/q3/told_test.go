package q3

import (
	"slices"
	"strings"
	"testing"

	"fragscope/sim"
)

// TestToldInOrder checks that what OSP tells of weapons is recorded in the order of the weapons, and of each in one
// order.
func TestToldInOrder(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	// Rocket launcher and railgun, bits 5 and 7: hits and times dropped, shots and times taken, kills, deaths; then
	// of the match.
	s.say("xstats1 0 160 131075 65546 2 0 196612 327688 4 1 0 0 700 600 1 0 2 0")
	s.end()
	want := []sim.Statistic{
		{Stat: sim.StatHits, Weapon: sim.WeaponRocketLauncher, Value: 3},
		{Stat: sim.StatShots, Weapon: sim.WeaponRocketLauncher, Value: 10},
		{Stat: sim.StatWeaponKills, Weapon: sim.WeaponRocketLauncher, Value: 2},
		{Stat: sim.StatWeaponTaken, Weapon: sim.WeaponRocketLauncher, Value: 1},
		{Stat: sim.StatWeaponDropped, Weapon: sim.WeaponRocketLauncher, Value: 2},
		{Stat: sim.StatAccuracy, Weapon: sim.WeaponRocketLauncher, Value: 30},
		{Stat: sim.StatHits, Weapon: sim.WeaponRailgun, Value: 4},
		{Stat: sim.StatShots, Weapon: sim.WeaponRailgun, Value: 8},
		{Stat: sim.StatWeaponKills, Weapon: sim.WeaponRailgun, Value: 4},
		{Stat: sim.StatWeaponTaken, Weapon: sim.WeaponRailgun, Value: 5},
		{Stat: sim.StatWeaponDropped, Weapon: sim.WeaponRailgun, Value: 3},
		{Stat: sim.StatAccuracy, Weapon: sim.WeaponRailgun, Value: 50},
		{Stat: sim.StatDamageGiven, Value: 700}, {Stat: sim.StatDamageTaken, Value: 600},
		{Stat: sim.StatItemsTaken, Item: sim.ItemMegaHealth, Value: 1},
		{Stat: sim.StatItemsTaken, Item: sim.ItemArmorGreen},
		{Stat: sim.StatItemsTaken, Item: sim.ItemArmorRed, Value: 2},
		{Stat: sim.StatItemsTaken, Item: sim.ItemArmorYellow},
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

// TestPrintedTables reads the tables that OSP prints, old and new, with a name that is cut off and one with blanks.
func TestPrintedTables(t *testing.T) {
	s := newStage(t, 68, map[int]string{544 + 3: `n\A long name, and more\t\2`})
	s.snap(0)
	for _, line := range []string{`\nAccuracy info for Ann\n----`, `R.Launcher  : 16.3 percent (28/172 hits)`,
		`G.Launcher      6.0    2/33       1      0`, `\nTotal damage given: 3240`,
		`Total damage rcvd : 2789`, `\nTEAM Player          Kll Dth Sui TK NET Eff    DG    DR   TD  Score\n-------`,
		`BLUE Bob: Jr          47  19   1  0  27  70  6875  4765   93     46`,
		`BLUE A long name, an   3   1   0  2   2  -4     9     8    7      6`,
		`BLUE Totals          140  99   3  4  34  57 23274 19370  574    133`} {
		s.say("print \"" + strings.ReplaceAll(line, `\n`, "\n") + "\n\"")
	}
	s.snap(50)
	s.end()
	var got, want []sim.Statistic
	for _, x := range s.r.Statistics() {
		x.Time = 0
		got = append(got, x)
	}
	for _, x := range []struct {
		slot  int
		stat  sim.Stat
		w     sim.Weapon
		value float64
	}{{0, sim.StatAccuracy, sim.WeaponRocketLauncher, 16.3}, {0, sim.StatHits, sim.WeaponRocketLauncher, 28},
		{0, sim.StatShots, sim.WeaponRocketLauncher, 172},
		{0, sim.StatAccuracy, sim.WeaponGrenadeLauncher, 6}, {0, sim.StatHits, sim.WeaponGrenadeLauncher, 2},
		{0, sim.StatShots, sim.WeaponGrenadeLauncher, 33},
		{0, sim.StatWeaponKills, sim.WeaponGrenadeLauncher, 1}, {0, sim.StatDamageGiven, 0, 3240},
		{0, sim.StatDamageTaken, 0, 2789},
		{1, sim.StatKills, 0, 47}, {1, sim.StatTeamKills, 0, 0}, {1, sim.StatEfficiency, 0, 70},
		{1, sim.StatDamageGiven, 0, 6875}, {1, sim.StatDamageTaken, 0, 4765},
		{1, sim.StatDamageTeam, 0, 93}, {3, sim.StatKills, 0, 3}, {3, sim.StatTeamKills, 0, 2},
		{3, sim.StatDamageGiven, 0, 9}, {3, sim.StatDamageTaken, 0, 8}, {3, sim.StatDamageTeam, 0, 7}} {
		want = append(want, sim.Statistic{Slot: sim.SlotAt(x.slot), Stat: x.stat, Weapon: x.w, Value: x.value})
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
