// Package q2 makes recordings from demos of Quake II and its modifications.
//
// The content of a demo depends on its kind. A client's recording has the player's own state and the entities in sight;
// others stay in the frame as last seen. Server recordings, Relay recordings and .mvd2 have all players and items at
// all times, so that an item that disappears was taken.
//
// The simulator passes the data that its parts read from a demo to [track.Tracker], which infers what happened. Each
// part can be understood on its own:
//
//   - level.go, with names.go, models.go and server.go: the state that is constant during a snapshot (configstrings,
//     players in slots, the meaning of numbers, the mode);
//   - states.go, with inventory.go: playerstates;
//   - sights.go, with bodies.go and antimatter.go: entities, both players and everything else;
//   - effects.go and guides.go: short-lived effects, and guides drawn over the view;
//   - prints.go, with printrules.go, obituaries.go and localise.go, and scores.go: printed lines, texts and
//     scoreboards;
//   - mod.go, and a file mod_*.go for each mod that differs: the mods as values.
//
// None of them keeps the state of the game: the tracker does. [Positions] lists the positions of players and entities,
// as sent.
//
// The names of weapons, items and monsters come from the models and sounds in the level's configstrings, deaths from
// the lines that the game prints, and scores from the stats, the scoreboards and, in some mods, the configstrings. All
// of that is data: see models.go, itemdefs.go, obituaries.go and printrules.go, and the table of mods.
package q2
