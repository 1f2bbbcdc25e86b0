// Package q2 is the adapter for Quake II and its modifications.
//
// The contents of a demo depend on its kind. A client's recording has the player's own state and the entities in sight;
// other entities remain in the frame as they were last seen. Server recordings, Relay recordings and .mvd2 have all
// players and items at all times, so an item that disappears has been taken.
//
// The simulator's parts read data from a demo. The simulator passes that data to [track.Tracker], which infers what
// happened. Each part can be understood on its own:
//
//   - level.go, with names.go, models.go and server.go: the state that is constant during a snapshot (configstrings,
//     players in slots, the meaning of numbers, the mode);
//   - states.go, with inventory.go: playerstates;
//   - sights.go, with bodies.go and antimatter.go: entities, both players and everything else;
//   - effects.go and guides.go: short-lived effects, and guides drawn over the view;
//   - prints.go, with printrules.go, obituaries.go and localise.go, and scores.go: printed lines, other text and
//     scoreboards;
//   - mod.go, and a file mod_*.go for each mod that differs: the mods, defined as values.
//
// None of these parts keeps the state of the game; the tracker does. [Positions] lists the positions of players and
// entities as sent.
//
// The names of weapons, items and monsters come from the models and sounds in the level's configstrings, deaths from
// the lines that the game prints, and scores from the stats, the scoreboards and, in some mods, the configstrings. All
// of that is defined as data: see models.go, itemdefs.go, obituaries.go and printrules.go, and the table of mods.
package q2
