// Package fte has the entities of FTE's "replacement deltas" (PEXT2_REPLACEMENTDELTAS), which servers send to clients of
// QuakeWorld and of Quake alike, and keep in .mvd files: one message tells all that changed, the players with it.
//
//	uint16  last input that the server saw (Quake with PEXT2_PREDINFO only)
//	float32 the level's time in seconds
//	then entities by rising number, up to a number of zero:
//	uint16  number (14 bits), bit 14: a byte with its upper bits follows, bit 15: the entity is gone
//	byte    mask, each of whose top bits announces a byte more, and the fields that it names (see [Delta])
//
// An entity that is not mentioned is as it was. One with the bit Reset is a change of its baseline, any other of its last
// state; that 0 is gone forgets them all. No packet refers to another, as the server sends again what was in those that
// were lost.
//
// Source: FTE's cl_ents.c (CLFTE_ParseEntities, CLFTE_ReadDelta), sv_ents.c (SVFTE_WriteUpdate) and protocol.h.
package fte
