// Package fte decodes and encodes the entities of FTE's "replacement deltas" (PEXT2_REPLACEMENTDELTAS). Servers send
// them to both QuakeWorld and Quake clients, and record them in .mvd files: one message contains all changes, including
// players.
//
//	uint16  last input received by the server (Quake with PEXT2_PREDINFO only)
//	float32 the level's time in seconds
//	then entities sorted by number, up to a number of zero:
//	uint16  number (14 bits), bit 14: a byte with its upper bits follows, bit 15: the entity is removed
//	byte    mask (each byte's top bit announces another one), and its fields (see [Delta])
//
// An entity that is not mentioned is unchanged. An entity with the Reset bit set is relative to its baseline, any other
// to its last state. Removing entity 0 removes all entities. No packet refers to another, because the server repeats
// the content of lost packets.
//
// Source: FTE's cl_ents.c (CLFTE_ParseEntities, CLFTE_ReadDelta), sv_ents.c (SVFTE_WriteUpdate) and protocol.h.
package fte
