package q1

import (
	"fmt"
	"slices"
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// TestResultsInOrder holds that the numbers of KTX's results are recorded in one order, whatever that of the JSON.
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
		{Stat: sim.StatWeaponTaken, Weapon: sim.WeaponLightning, Value: 4}, {Stat: sim.StatWeaponDropped, Weapon: sim.WeaponLightning, Value: 2},
		{Stat: sim.StatShots, Weapon: sim.WeaponSuperShotgun, Value: 20}, {Stat: sim.StatHits, Weapon: sim.WeaponSuperShotgun, Value: 5},
		{Stat: sim.StatAccuracy, Weapon: sim.WeaponSuperShotgun, Value: 25},
		{Stat: sim.StatItemsTaken, Item: sim.ItemMegaHealth, Value: 5},
		{Stat: sim.StatItemsTaken, Item: sim.ItemQuad, Value: 1}, {Stat: sim.StatItemTime, Item: sim.ItemQuad, Value: 30},
		{Stat: sim.StatItemsTaken, Item: sim.ItemArmorYellow, Value: 2},
	} {
		want = append(want, fmt.Sprintln(x.Stat, x.Weapon, x.Item, x.Value))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
