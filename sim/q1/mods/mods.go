// Package mods contains the messages of Quake's games and mods, one file per mod.
package mods

import (
	"sync"

	"fragscope/sim"
	"fragscope/sim/track"
)

// Mod holds the messages of a game or a mod.
type Mod struct {
	Obituaries []Obituary
	// Pickups maps the names of items in "You got the ...", in lower case, to items.
	Pickups map[string]track.ItemDef
}

// Obituary is a pattern that recognises an obituary. It includes the weapon and the cause of death that the obituary
// implies.
type Obituary track.ObituaryPattern

// all lists the mods in the order in which their messages are tried. A demo seldom names its mod.
var all = []*Mod{&id, &ktx, &fortress, &libre, &hipnotic, &rogue, &nexuiz}

// Obituaries returns the obituary patterns of all mods, prepared for matching.
var Obituaries = sync.OnceValue(func() *track.Obituaries { return track.NewObituaries(Patterns()) })

// Patterns returns the obituary patterns of all mods.
func Patterns() (list []track.ObituaryPattern) {
	for _, m := range all {
		for _, o := range m.Obituaries {
			list = append(list, track.ObituaryPattern(o))
		}
	}
	return list
}

// Pickup returns the item with the given name. ok is false if no mod has an item of that name.
func Pickup(name string) (what track.ItemDef, ok bool) {
	for _, m := range all {
		if what, ok = m.Pickups[name]; ok {
			return what, true
		}
	}
	return track.ItemDef{}, false
}

// Runes lists the powers of Capture the Flag's runes (ktx src/runes.c, RuneTouch).
var Runes = []string{"resistance", "strength", "haste", "regeneration"}

// Healths maps the amount in the message "You receive ... health" to an item.
var Healths = map[string]sim.Item{"100": sim.ItemMegaHealth, "15": sim.ItemHealthSmall}
