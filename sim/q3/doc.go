// Package q3 makes recordings of Quake III and Quake Live demos.
//
// [Simulator] passes what its parts read from a demo to [track.Tracker], which infers what happened. Each part can be
// read on its own:
//
//   - level.go: what does not change during a snapshot (who plays what, and what numbers mean);
//   - strings.go: what configstrings tell, a case each;
//   - commands.go, with prints.go, scores.go and told.go: what server commands tell, a row of commandHandlers each;
//   - snapshots.go, with view.go and scene.go: what a snapshot shows of the player in view, of the others, of entities;
//   - events.go: what events tell, a row of actions or ownActions each;
//   - mods.go and tables.go: the games and mods as values.
//
// None of them keeps the state of the game: the tracker does. [Positions] lists where everyone was, as sent.
//
// What the numbers in a demo mean (events, weapons, items, means of death,
// powerups, statistics) depends on the protocol and the mod; a mod is
// the set of tables that holds for a gamestate.
//
// Sources: the published sources of Quake III Arena and its missionpack
// (bg_public.h, bg_misc.c, cgame), ioquake3, OpenArena and wolfcamql, and the
// number tables of uberdemotools.
package q3
