package track

import (
	"testing"

	"fragscope/sim"
)

func TestObituaries(t *testing.T) {
	o := NewObituaries([]ObituaryPattern{
		{"%v rides %k's rocket", sim.WeaponRocketLauncher, "rocket"},
		{"%v was killed", sim.CauseWorld, "world"},
		{"%v was killed by %k", sim.WeaponShotgun, "shotgun"},
		{"%k rips %v a new one", sim.WeaponRocketLauncher, "rocket"},
		{"%t loses a friend", sim.WeaponNone, "team kill"},
		{"%m was crushed by his teammate", sim.CauseCrush, "crush"},
	})
	a, b, s := sim.SlotAt(0), sim.SlotAt(1), sim.SlotAt(2)
	names := []Named{{a, "Al"}, {b, "Al rides"}, {s, "James"}}
	for _, test := range []struct {
		line string
		want Death
	}{
		{"Al rides James's rocket", Death{Victim: a, Attacker: s, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{"Al rides James' rocket", Death{Victim: a, Attacker: s, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{"Al rides rides Al's rocket", Death{Victim: b, Attacker: a, Weapon: sim.WeaponRocketLauncher,
			Cause: "rocket"}},
		{"Al was killed by James", Death{Victim: a, Attacker: s, Weapon: sim.WeaponShotgun, Cause: "shotgun"}},
		{"Al was killed.", Death{Victim: a, Weapon: sim.CauseWorld, Cause: "world"}},
		{"James rips Al a new one", Death{Victim: a, Attacker: s, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{"Al loses a friend", Death{Attacker: a, Cause: "team kill", TeamKill: true}},
		{"Al was crushed by his teammate", Death{Victim: a, Weapon: sim.CauseCrush, Cause: "crush", TeamKill: true}},
		{"Al was killed by a stranger", Death{}},
		{"Bo was killed", Death{}},
		{"", Death{}},
	} {
		if got, ok := o.Find(test.line, names); got != test.want || ok == (test.want == Death{}) {
			t.Errorf("%q is %+v, %v", test.line, got, ok)
		}
	}
}
