// Package mods has what the games and mods of Quake say, as values: one file a mod.
package mods

import (
	"sync"

	"fragscope/sim"
	"fragscope/sim/track"
)

// Mod is what a game or a mod says.
type Mod struct {
	Obituaries []Obituary
	// Pickups are the names of items in "You got the ...", in lower case.
	Pickups map[string]track.ItemDef
}

// Obituary is a pattern with its weapon and its cause.
type Obituary track.ObituaryPattern

// all are the mods, in the order in which what they say is tried. A demo seldom tells which it is of.
var all = []*Mod{&id, &ktx, &fortress, &libre, &hipnotic, &rogue, &nexuiz}

// Obituaries returns the patterns of all mods.
var Obituaries = sync.OnceValue(func() *track.Obituaries { return track.NewObituaries(Patterns()) })

// Patterns lists the patterns of all mods.
func Patterns() (list []track.ObituaryPattern) {
	for _, m := range all {
		for _, o := range m.Obituaries {
			list = append(list, track.ObituaryPattern(o))
		}
	}
	return list
}

// Pickup returns the item of a name.
func Pickup(name string) (what track.ItemDef, ok bool) {
	for _, m := range all {
		if what, ok = m.Pickups[name]; ok {
			return what, true
		}
	}
	return track.ItemDef{}, false
}

// Runes are the powers of the runes of Capture the Flag (ktx src/runes.c, RuneTouch).
var Runes = []string{"resistance", "strength", "haste", "regeneration"}

// Healths are the sizes of health in "You receive ... health".
var Healths = map[string]sim.Item{"100": sim.ItemMegaHealth, "15": sim.ItemHealthSmall}
