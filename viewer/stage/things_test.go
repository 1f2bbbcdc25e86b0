package stage

import (
	"testing"

	"fragscope/sim"
)

// TestDroppedGearIsSmall checks that equipment dropped by Action Quake 2 players is litter, and that a backpack, a
// single weapon and the map's armour are not.
func TestDroppedGearIsSmall(t *testing.T) {
	thing := func(kind sim.EntityKind, item sim.Item, name string) *sim.Entity {
		return &sim.Entity{Kind: kind, Item: item, Name: name}
	}
	for _, c := range []struct {
		thing   *sim.Entity
		dropped int
		want    sim.Rank
	}{
		{thing(sim.EntityDropped, sim.ItemArmorGreen, "Kevlar Vest"), 1, sim.RankMinor},
		{thing(sim.EntityItem, sim.ItemArmorGreen, "Kevlar Vest"), 0, sim.RankMinor},
		{thing(sim.EntityItem, sim.ItemArmorGreen, ""), 30, sim.RankMajor},
		{thing(sim.EntityDropped, sim.ItemWeapon, ""), 30, sim.RankMinor},
		{thing(sim.EntityDropped, sim.ItemWeapon, ""), 2, sim.RankCommon},
		{thing(sim.EntityItem, sim.ItemWeapon, ""), 30, sim.RankCommon},
		{thing(sim.EntityDropped, sim.ItemBackpack, ""), 30, sim.RankCommon},
		{thing(sim.EntityDropped, sim.ItemQuad, ""), 30, sim.RankMajor},
	} {
		s := &Stage{dropped: c.dropped}
		if got := s.rankOf(c.thing); got != c.want {
			t.Errorf("%v of kind %v, %d dropped: rank %v, want %v", c.thing.Item, c.thing.Kind, c.dropped, got, c.want)
		}
	}
}
