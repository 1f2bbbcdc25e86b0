// Package q2 makes recordings of demos of Quake II and its modifications.
//
// What a demo tells depends on its kind. A client's recording has the player's own state and the entities in sight;
// others stay in the frame as last seen. Server recordings, Relay recordings and .mvd2 have all players and items
// at all times, so that an item that is gone was taken.
//
// The simulator passes what its parts read from a demo to [track.Tracker], which infers what happened. Each part
// can be read on its own:
//
//   - level.go, with names.go, models.go and server.go: what is constant during a snapshot (configstrings, who is
//     in which slot, what numbers mean, what is played);
//   - states.go, with inventory.go: what playerstates show;
//   - sights.go, with bodies.go and antimatter.go: what entities show, of players and of everything else;
//   - effects.go and guides.go: short-lived effects, and what is shown over the picture;
//   - prints.go, with printrules.go, obituaries.go and localise.go, and scores.go: what lines, texts and scoreboards
//     tell;
//   - mod.go, and a file mod_*.go for each mod with anything of its own: the mods as values.
//
// None of them keeps the state of the game: the tracker does. [Positions] lists where everyone was, as sent.
//
// Names of weapons, items and monsters come from the models and sounds that the
// level's configstrings list, deaths from what the game prints, and scores
// from the stats, the scoreboards and, where a mod has them, its configstrings.
// All of that is data: see models.go, itemdefs.go, obituaries.go and printrules.go, and the table of mods.
package q2
