package watch

import (
	"testing"

	"fragscope/sim"
)

func TestFindPlayer(t *testing.T) {
	var roster []sim.RosterEntry
	for i, name := range []string{"Amber", "Basalt", "Cobalt", "Dune"} {
		roster = append(roster, sim.RosterEntry{Profile: &sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(name)}})
	}
	for name, want := range map[string]int{"amber": 0, "BAS": 1, "balt": 2, "dune": 3, "xyz": -1} {
		slot, ok := findPlayer(roster, name)
		if ok != (want >= 0) || ok && slot != want {
			t.Errorf("%s: slot %d, %v", name, slot, ok)
		}
	}
}
