// Package q3 is the adapter for Quake III and Quake Live.
//
// The parts of [Simulator] read data from a demo, which the simulator passes to [track.Tracker]. The tracker infers
// what happened. Each part can be understood on its own:
//
//   - level.go: the state that is constant during a snapshot (players, the mode, the meaning of numbers);
//   - strings.go: configstrings, with a case for each;
//   - commands.go, with prints.go, scores.go and told.go: server commands, with an entry in commandHandlers for each;
//   - snapshots.go, with view.go and scene.go: snapshots (the player in view, other players, entities);
//   - events.go: events, with an entry in actions or ownActions for each;
//   - mods.go and tables.go: the games and mods, defined as values.
//
// None of these parts keeps the state of the game; the tracker does. [Positions] lists the positions of players and
// entities as sent.
//
// The meaning of the numbers in a demo (events, weapons, items, means of death, powerups, statistics) depends on the
// protocol and the mod. A mod is the set of tables that applies to a gamestate.
//
// Sources: the published sources of Quake III Arena and its missionpack (bg_public.h, bg_misc.c, cgame), ioquake3,
// OpenArena and wolfcamql, and the number tables of uberdemotools.
package q3
