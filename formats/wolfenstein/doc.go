// Package wolfenstein reads and writes demos of Wolfenstein: Enemy Territory (protocol 84, .dm_84), its TV servers
// (284, .tv_84) and Return to Castle Wolfenstein (57 to 60, .dm_57 to .dm_60).
//
// These games use Quake III's engine. The file, the bit stream and its Huffman code, the messages and the handling of
// damage are the same, and are described in package quake3. The differences are:
//
//   - Entities and the playerstate have different fields. They are sent in the order of the engine's structs; see
//     [Protocol.Entity] and [Protocol.Player].
//   - A player delta ends with three sections: a bit "arrays changed", followed by stats, persistant, holdable and
//     powerups; a bit "ammo changed", followed by the ammunition of 64 weapons in four lists; and the rounds in their
//     clips in four lists, without a bit. A list is a bit, a mask of 16 bits, and 16 bits per element (32 for powerups).
//   - A TV demo contains the state of every player. Each entity delta is followed by the server's own data about the
//     entity (its box, its recipients), which consists of the byte 0x77 and a delta in the same form. A gamestate may
//     have entries of type 10, which hold current entity states. Each snapshot is followed by message 9. It contains,
//     for each player, his number (8 bits) and a player delta. The delta is relative to the player's state in the base
//     snapshot or, if he is not in that snapshot, to the zero state. The number 255 ends the list.
//
// Sources: the published sources of ET: Legacy (msg.c, cl_parse.c, sv_cl_parse.c, sv_snapshot.c), of Return to
// Castle Wolfenstein (msg.c) and of UberDemoTools (message.cpp).
package wolfenstein
