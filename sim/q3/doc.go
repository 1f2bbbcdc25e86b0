// Package q3 makes recordings of Quake III and Quake Live demos.
//
// [State] keeps what the deltas of a demo lean on and hands out complete
// snapshots as they were sent; [Simulator] makes frames, events and effects of
// them; [Positions] lists where everyone was, as sent.
//
// What the numbers in a demo mean (events, weapons, items, means of death,
// powerups, statistics) depends on the protocol and the mod; a [dialect] is
// the set of tables that holds for a gamestate.
//
// Sources: the published sources of Quake III Arena and its missionpack
// (bg_public.h, bg_misc.c, cgame), ioquake3, OpenArena and wolfcamql, and the
// number tables of uberdemotools.
package q3
