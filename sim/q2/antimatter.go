package q2

import (
	"slices"

	"fragscope/formats/quake2"
	"fragscope/sim/track"
)

// antimatterItems are the items of Ground Zero that look alike, by their icons (rogue g_items.c, itemlist).
var antimatterItems = map[string]class{
	"p_nuke":    {kind: classItem, itemDef: other(antimatterBomb, 300)},
	"i_contain": {kind: classItem, itemDef: key("Antimatter Pod")},
	"i_nuke":    {kind: classItem, itemDef: key("Antimatter Bomb")},
}

// antimatterKey stands for one of the keys if nothing reveals which.
var antimatterKey = class{kind: classItem, itemDef: key("Antimatter Pod or Bomb")}

// placeAntimatter places one of the map's items that look alike. The number of such items helps to tell them apart.
func (sg *sights) placeAntimatter(l *level, e *quake2.EntityState, c *class, o *track.Observations) {
	sg.antimatter = append(sg.antimatter, e)
	for _, e := range sg.antimatter {
		sg.at(int(e.Number)).lookalike = nil
		place(l, e, &sg.lookalike(l, int(e.Number), c, false).itemDef, o)
	}
}

// lookalike returns the class of an entity in sight that looks like an antimatter bomb. For an entity that was there
// from the start, the answer is kept, because icons of other items may be added during the level.
func (sg *sights) lookalike(l *level, number int, c *class, appeared bool) *class {
	at := slices.IndexFunc(sg.antimatter, func(e *quake2.EntityState) bool { return int(e.Number) == number })
	if k := sg.at(number); k.lookalike == nil || appeared && at < 0 {
		k.lookalike = sg.antimatterOf(l, at, c)
	}
	return sg.at(number).lookalike
}

// antimatterOf determines which of the look-alike items an item is. at is its index among the look-alikes that were
// there from the start, or negative if it was not one of them. A level only has icons of items in it, in the order in
// which the first of each was spawned (rogue g_items.c, SpawnItem and PrecacheItem). Entities are also numbered in that
// order.
func (sg *sights) antimatterOf(l *level, at int, c *class) *class {
	var list []class
	keys := true
	for i := l.config.Images; i < l.config.Lights; i++ {
		if a, ok := antimatterItems[l.configString(i)]; ok {
			list = append(list, a)
			keys = keys && a.item == antimatterKey.item
		}
	}
	switch {
	case len(list) == 0:
		return c
	case len(list) == 1:
		return &list[0]
	case len(list) == len(sg.antimatter) && at >= 0:
		return &list[at]
	case keys:
		return &antimatterKey
	}
	return c
}
