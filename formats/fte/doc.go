// Package fte decodes and encodes the entities of FTE's "replacement deltas" (PEXT2_REPLACEMENTDELTAS). Servers send
// them to both QuakeWorld and Quake clients, and record them in .mvd files. One message contains all changes, including
// those to players.
//
//	uint16  last input received by the server (Quake with PEXT2_PREDINFO only)
//	float32 the level's time in seconds
//	then entities sorted by number, up to a number of zero:
//	uint16  number (14 bits), bit 14: a byte with its upper bits follows, bit 15: the entity is removed
//	byte    mask (each byte's top bit announces another one), and its fields (see [Delta])
//
// Entities that are not listed are unchanged. If an entity's Reset bit is set, its fields are relative to its baseline;
// otherwise they are relative to its last state. Removing entity 0 removes all entities. Packets do not refer to each
// other, because the server sends the content of lost packets again.
//
// Source: FTE's cl_ents.c (CLFTE_ParseEntities, CLFTE_ReadDelta), sv_ents.c (SVFTE_WriteUpdate) and protocol.h.
package fte
