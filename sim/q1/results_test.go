package q1

import (
	"fmt"
	"slices"
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// TestResultsInOrder checks that the numbers of KTX's results are recorded in one order, whatever that of the JSON.
func TestResultsInOrder(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{})
	var l level
	var o track.Observations
	l.server.clients[0].info = map[string]string{"name": "Alice"}
	readResults(&l, []byte(`{"players": [{"name": "Alice", "stats": {"kills": 3, "deaths": 1},
		"weapons": {"ssg": {"acc": {"attacks": 20, "hits": 5}}, "axe": {"kills": {"total": 1}}, "lg": {"pickups": {"dropped": 2, "spawn-total-taken": 4}, "damage": {"enemy": 90}}},
		"items": {"ya": {"took": 2}, "q": {"took": 1, "time": 30}, "health_100": {"took": 5}}}]}`), &o)
	track.NewTracker(rec, l.rules).Observe(&o)
	rec.Finish(nil)
	var got []string
	for _, x := range r.Statistics() {
		if x.Value != 0 { // what he has none of is told, too
			got = append(got, fmt.Sprintln(x.Stat, x.Weapon, x.Item, x.Value))
		}
	}
	var want []string
	for _, x := range []sim.Statistic{
		{Stat: sim.StatKills, Value: 3}, {Stat: sim.StatDeaths, Value: 1},
		{Stat: sim.StatWeaponKills, Weapon: sim.WeaponMelee, Value: 1},
		{Stat: sim.StatWeaponDamage, Weapon: sim.WeaponLightning, Value: 90},
		{Stat: sim.StatWeaponTaken, Weapon: sim.WeaponLightning, Value: 4},
		{Stat: sim.StatWeaponDropped, Weapon: sim.WeaponLightning, Value: 2},
		{Stat: sim.StatShots, Weapon: sim.WeaponSuperShotgun, Value: 20},
		{Stat: sim.StatHits, Weapon: sim.WeaponSuperShotgun, Value: 5},
		{Stat: sim.StatAccuracy, Weapon: sim.WeaponSuperShotgun, Value: 25},
		{Stat: sim.StatItemsTaken, Item: sim.ItemMegaHealth, Value: 5},
		{Stat: sim.StatItemsTaken, Item: sim.ItemQuad, Value: 1}, {Stat: sim.StatItemTime, Item: sim.ItemQuad,
			Value: 30},
		{Stat: sim.StatItemsTaken, Item: sim.ItemArmorYellow, Value: 2},
	} {
		want = append(want, fmt.Sprintln(x.Stat, x.Weapon, x.Item, x.Value))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// TestResultLines reads the lines of KTX's results: of players, and the table of a series of rounds, not those of
// its rounds.
func TestResultLines(t *testing.T) {
	l := level{seats: []seat{{known: true, profile: sim.Profile{Name: sim.PlainText("Al")}},
		{known: true, profile: sim.Profile{Name: sim.PlainText("Bo  Jr")}}}}
	var r results
	var o track.Observations
	for _, line := range []string{"● Al:", "  17 (-3) 45.9%", "Streaks: Frags:7 QuadRun:2", "  SpawnFrags: [2]",
		"● Bo  Jr:", "  7 (5) 0 77.8%", "  SpawnFrags: 1", "<====>", "  9 (1) 50.0%",
		"sco  damg took  k  d  gl  rh  rd  lg% player", "--- ----- ---- -- -- --- --- --- ---- -------",
		"  1   100   50  1  -   -   -   -   -  Al", "series statistics:",
		"sco  damg took  k  d  gl  rh  rd  lg% player", "--- ----- ---- -- -- --- --- --- ---- -------",
		"  8   593  300  2  1   1   4   -  31% Al", "  2   120  270  1  -   -   2   1   -  Nobody", "team wins",
		"  9   593  300  2  1   1   4   -  31% Al"} {
		r.readLine(&l, line, &o)
	}
	var got, want []sim.Statistic
	for _, m := range o.Told {
		got = append(got, m.(track.StatisticTold).Statistic)
	}
	for _, x := range []struct {
		slot  int
		stat  sim.Stat
		value float64
	}{{0, sim.StatEfficiency, 45.9}, {0, sim.StatStreak, 7}, {0, sim.StatQuadStreak, 2}, {0, sim.StatSpawnFrags, 2},
		{1, sim.StatEfficiency, 77.8}, {1, sim.StatSpawnFrags, 1},
		{0, sim.StatDamageGiven, 593}, {0, sim.StatDamageTaken, 300}, {0, sim.StatKills, 2}, {0, sim.StatDeaths, 1}} {
		want = append(want, sim.Statistic{Slot: sim.SlotAt(x.slot), Stat: x.stat, Value: x.value})
	}
	want = append(want, sim.Statistic{Slot: sim.SlotAt(0), Stat: sim.StatAccuracy, Weapon: sim.WeaponLightning,
		Value: 31})
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
