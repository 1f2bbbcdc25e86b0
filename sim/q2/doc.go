// Package q2 simulates the demos of Quake II and its modifications: it turns the
// messages of formats/quake2 into frames, events and effects of package sim.
//
// What a demo tells depends on its kind. A client recording has the player's own
// state and the entities in sight; others stay in the frame as last seen. Server
// recordings, recordings of Relay and .mvd2 have all players and all items at all
// times, so that an item that is gone was taken.
//
// Names of weapons, items and monsters come from the models and sounds that the
// level's configstrings list, deaths from what the game prints, and scores
// from the stats, the scoreboards and, where a mod has them, its configstrings.
// All of that is data: see models.go, itemdefs.go, obituaries.go and printrules.go, and the table of mods.
//
// The simulator hands what the decoder reads to parts that own their state: level has the configstrings and
// the mod, clients who is in which slot, views and bodies what playerstates and entities show of players, sights
// all other entities, items, inventories, effects, prints, scores and match what their names say. The rules of
// Quake are those of package track; what differs in mods is a value in the table of mods, and a file mod_*.go for
// those that have much of their own.
package q2
