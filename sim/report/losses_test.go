package report

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestLosses checks that the costliest death comes first, with what was lost, and that another life is not counted.
func TestLosses(t *testing.T) {
	l := Loss{Before: Stack{Health: 150, Armor: 100}, Weapons: []sim.Weapon{sim.WeaponRocketLauncher},
		Powerups: 1 << sim.PowerupQuad, Frags: 3, Then: make([]sim.Event, 2)}
	if got, want := l.Worth(), 150+100+WeaponWorth+powerupWorth+3*fragWorth+2*itemWorth; got != want {
		t.Errorf("it is worth %d, want %d", got, want)
	}
	bare := Loss{Before: unknownStack}
	if bare.Worth() != 0 {
		t.Errorf("what is not known is worth %d", bare.Worth())
	}
	e := sim.Event{Kind: sim.EventObituary, Time: 10 * time.Second, Slot: sim.SlotAt(1), Attacker: sim.SlotAt(2)}
	took := func(after time.Duration, slot int, item sim.Item) sim.Event {
		return sim.Event{Kind: sim.EventPickup, Time: e.Time + after, Slot: sim.SlotAt(slot), Item: item}
	}
	next := Loss{Event: e}
	next.follow([]sim.Event{took(time.Second, 2, sim.ItemArmorRed), took(2*time.Second, 1, sim.ItemMegaHealth),
		took(3*time.Second, 2, sim.ItemHealth), took(lossAfter+1, 2, sim.ItemQuad)}, false)
	if len(next.Then) != 1 || next.Then[0].Item != sim.ItemArmorRed {
		t.Errorf("they took %v", next.Then)
	}
}
