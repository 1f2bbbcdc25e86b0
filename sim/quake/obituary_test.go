package quake

import (
	"strings"
	"testing"

	"fragscope/sim"
)

func TestObituary(t *testing.T) {
	names := []Named{{0, "Alice"}, {1, "Bob"}, {2, "Bob rides"}, {3, "James"}, {4, "."}, {5, ""}}
	for _, test := range []struct {
		line string
		want Death
		not  bool
	}{
		{line: "Alice rides Bob's rocket\n", want: Death{Victim: 0, Attacker: 1, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Bob rides Alice's rocket", want: Death{Victim: 1, Attacker: 0, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Bob rides rides Alice's rocket", want: Death{Victim: 2, Attacker: 0, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Alice rides Bob rides's rocket", want: Death{Victim: 0, Attacker: 2, Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Alice accepts James' shaft", want: Death{Victim: 0, Attacker: 3, Weapon: sim.WeaponLightning, Cause: "lightning"}},
		{line: "Alice accepts James's discharge", want: Death{Victim: 0, Attacker: 3, Weapon: sim.WeaponLightning, Cause: "discharge"}},
		{line: ". was telefragged by Alice", want: Death{Victim: 4, Attacker: 0, Weapon: sim.CauseTelefrag, Cause: "telefrag"}},
		{line: "Alice was telefragged by his teammate", want: Death{Victim: 0, Attacker: -1, Weapon: sim.CauseTelefrag, Cause: "telefrag", TeamKill: true}},
		{line: "Alice rips Bob a new one", want: Death{Victim: 1, Attacker: 0, Weapon: sim.WeaponRocketLauncher, Cause: "quad rocket"}},
		{line: "Satan's power deflects Bob's telefrag", want: Death{Victim: 1, Attacker: -1, Weapon: sim.CauseTelefrag, Cause: "deflected telefrag"}},
		{line: "Alice mows down a teammate", want: Death{Victim: -1, Attacker: 0, Cause: "team kill", TeamKill: true}},
		{line: "Alice mows down teammate Bob", want: Death{Victim: 1, Attacker: 0, Cause: "team kill"}},
		{line: "Bob visits the Volcano God", want: Death{Victim: 1, Attacker: -1, Weapon: sim.CauseLava, Cause: "lava"}},
		{line: "Bob was shot by a Grunt", want: Death{Victim: 1, Attacker: -1, Weapon: sim.CauseMonster, Cause: "Grunt"}},
		{line: "Bob was perforated by Alice's nailgun", want: Death{Victim: 1, Attacker: 0, Weapon: sim.WeaponSuperNailgun, Cause: "super nailgun"}},
		{line: "Bob was perforated by Alice", want: Death{Victim: 1, Attacker: 0, Weapon: sim.WeaponSuperNailgun, Cause: "super nailgun"}},
		{line: "Bob was gibbed by Alice's grenade", want: Death{Victim: 1, Attacker: 0, Weapon: sim.WeaponGrenadeLauncher, Cause: "grenade"}},
		{line: "Alice died", want: Death{Victim: 0, Attacker: -1, Weapon: sim.CauseWorld, Cause: "world"}},
		{line: "Alice died of boredom", not: true},
		{line: "Carol rides Bob's rocket", not: true},
		{line: "Alice rides Carol's rocket", not: true},
		{line: "Alice", not: true},
		{line: "", not: true},
	} {
		got, ok := Obituary(test.line, names)
		if ok == test.not || ok && got != test.want {
			t.Errorf("%q is %+v, %v; want %+v", test.line, got, ok, test.want)
		}
	}
}

// TestWordings makes a line of every wording and reads it back.
func TestWordings(t *testing.T) {
	names := []Named{{7, "victim"}, {8, "killer"}}
	for i := range wordings {
		w := &wordings[i]
		line := strings.NewReplacer("%v", "victim", "%m", "victim", "%k", "killer", "%t", "killer").Replace(w.text)
		d, ok := Obituary(line, names)
		victim, attacker := -1, -1
		if strings.Contains(w.text, "%v") || strings.Contains(w.text, "%m") {
			victim = 7
		}
		if strings.Contains(w.text, "%k") || strings.Contains(w.text, "%t") {
			attacker = 8
		}
		if !ok || d.Victim != victim || d.Attacker != attacker || d.Weapon != w.weapon || d.Cause != w.cause {
			t.Errorf("%q is %+v, %v", line, d, ok)
		}
	}
}

func BenchmarkObituary(b *testing.B) {
	names := []Named{{0, "Alice"}, {1, "Bob"}, {2, "Carol"}, {3, "James"}}
	for b.Loop() {
		Obituary("Server says that nobody died here", names)
	}
}
