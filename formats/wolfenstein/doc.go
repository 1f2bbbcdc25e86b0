// Package wolfenstein reads and writes demos of Wolfenstein: Enemy Territory (protocol 84, .dm_84), its TV servers
// (284, .tv_84) and Return to Castle Wolfenstein (57 to 60, .dm_57 to .dm_60).
//
// The engine is Quake III's: see package quake3 for the file, the bit stream and its Huffman code, the messages and the
// handling of damage, all of which are the same. The differences are:
//
//   - Entities and the playerstate have other fields, sent in the order of the engine's structs; see [Protocol.Entity]
//     and [Protocol.Player].
//   - A player delta ends with a bit "arrays changed", then stats, persistant, holdable and powerups; a bit "ammo
//     changed", then the ammunition of 64 weapons in four groups; then the rounds in their clips in four groups, with
//     no bit before them. Each list is a bit, a mask of 16 bits, and 16 bits per element (32 for powerups).
//   - A TV demo contains the state of every player. Each entity delta is followed by another that holds the server's
//     own data about the entity (its box, its recipients): the byte 0x77, then a delta in the same form. A gamestate
//     may have entries of type 10, which hold current entity states. Message 9 follows each snapshot: for each player,
//     his number (8 bits) and a player delta from his state in the base snapshot, or from the zero state if he is not
//     in that snapshot. The number 255 ends the list.
//
// Sources: the published sources of ET: Legacy (msg.c, cl_parse.c, sv_cl_parse.c, sv_snapshot.c), of Return to
// Castle Wolfenstein (msg.c) and of UberDemoTools (message.cpp).
package wolfenstein
