// Package wolfenstein is the adapter for Wolfenstein: Enemy Territory, its TV demos and Return to Castle Wolfenstein.
// It turns their snapshots and text into observations for [fragscope/sim/track].
//
// As in the other adapters, the level is constant during a snapshot; readers process snapshots, events and commands;
// and mods are values that map the numbers of weapons, events and means of death to their meanings.
//
// The Axis side is [sim.TeamRed], and the Allied side is [sim.TeamBlue]. The facts come from the published sources of
// Enemy Territory and Return to Castle Wolfenstein (bg_public.h, bg_misc.c, cg_servercmds.c, cg_popupmessages.c), and
// from those of ET: Legacy, Jaymod and No Quarter.
package wolfenstein
