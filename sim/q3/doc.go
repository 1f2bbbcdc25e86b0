// Package q3 makes recordings of Quake III and Quake Live demos.
//
// [Simulator] makes frames, events and effects of the snapshots that
// [quake3.History] has; [Positions] lists where everyone was, as sent.
//
// What the numbers in a demo mean (events, weapons, items, means of death,
// powerups, statistics) depends on the protocol and the mod; a mod is
// the set of tables that holds for a gamestate.
//
// Sources: the published sources of Quake III Arena and its missionpack
// (bg_public.h, bg_misc.c, cgame), ioquake3, OpenArena and wolfcamql, and the
// number tables of uberdemotools.
package q3
