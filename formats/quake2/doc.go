// Package quake2 reads and writes Quake II demos: .dm2 files of every protocol from the test release of 1997 to the
// rerelease of 2023, and Q2PRO's .mvd2 files.
//
// # Files
//
// A .dm2 is a sequence of blocks. A block consists of its length, a little-endian int32, and that many bytes, which
// were received in one network packet. A length of 0 separates two levels of a recording. A length of -1 ends the
// recording, but is missing from some recordings. A .mvd2 starts with the four letters "MVD2". Its blocks have a 16-bit
// length, and a length of 0 ends the recording. This package expects uncompressed data.
//
// A block contains messages. A message is a byte with its number, followed by its fields without padding. Strings end
// with a zero byte. Unless the protocol differs, coordinates are int16 in eighths of a unit, and angles are int8 in
// 256ths of a circle. Messages have no length, so if one cannot be read, the rest of the block cannot be read either.
//
// # Levels and frames
//
// A serverdata message starts a level and contains the protocol number. It is followed by configstrings, which name the
// map, models, sounds, images, items and players at fixed indices; by baselines, which are the initial states of
// entities; and by a stufftext of "precache". The rest of the level consists of frames, ten a second (40 in the
// rerelease). A frame consists of three messages:
//
//	frame           its number, the number of the earlier frame that it is relative to,
//	                the visible areas of the map
//	playerinfo      the player whose view is shown: a mask of the changed fields, those
//	                fields, a 32-bit mask of the changed stats, those stats
//	packetentities  for each changed entity, a mask of 1 to 4 bytes, its number, the fields
//	                in the mask; number 0 ends the list
//
// An entity of the earlier frame that is not listed is unchanged. A new entity is relative to its baseline. Entities
// are listed in increasing order of their numbers. [History] applies all these changes. Sounds, prints, temporary
// entities, muzzle flashes and layouts are in the same blocks as the frames. Entity n+1 is the player in slot n.
//
// # Kinds of recordings
//
// Client recordings contain only what one player could know. Server recordings contain no player, and their blocks may
// have any length. Each frame of a server recording contains all entities, without a reference frame. Server recordings
// of 3.15 and 3.16 claim to be client recordings. Recordings made by the Relay modification contain the state of each
// player in turn. Their frames list the clients. If a message is addressed to a single client, bit 7 of its number is
// set, and the client's slot follows the number.
//
// # Protocols
//
//	25          the test release; see protocol.go
//	26          3.05 and 3.06; frames have no count of suppressed packets
//	27 to 31    3.07 to 3.14; temporary entities 26 and 27 are a line and an impact,
//	            downloads carry no data
//	32 to 34    3.15 to 3.20; 26 and 27 are an impact and a line
//	56          KMQuake2; see protocol.go
//	1038        Q2REPRO, for the rerelease's game
//	2022, 2023  the rerelease
//	3434 to 3436  Q2PRO's extended limits
//	37          .mvd2
//
// Protocols 35 (R1Q2) and 36 (Q2PRO) exist only on the network: their clients record 34, or 3434 and up. No release up
// to 3.20 could read temporary entities 31 and 32. In the protocols of these releases, this package cannot read the
// rest of the block either. In later protocols, 31 is a line.
//
// Q2PRO's 3434 has 16-bit models, 32-bit boxes, 16-bit angles and 64 effects where needed, and different configstring
// indices. 3435 adds 64 stats, a mask for the screen's colours, and coordinates of 23 bits or, relative to the last
// value, of 15 bits. 3436 adds fog to the player. Clients that support a later protocol also use it to record games
// played with 3434. In such recordings, sounds and effects still have the 16-bit coordinates of 3434. The decoder
// uses the coordinates that make the demo's blocks readable (game.go).
//
// # The rerelease
//
// No demo recorded by the original engine was available. The test demos were written by q2proto, an independent
// library, in matches of id Software's own game library. This package and q2proto agree on messages made by hand from
// id Software's description. This package deviates from the description where the description contradicts itself or the
// programs that read such demos. An achievement has the number 33, because 32 is muzzleflash3. Each of the four models
// is sent only if its bit is set. In 2022 the positions of sounds and effects have 16 bits. The view offset in 2022
// seems to include a view height; the decoder determines this from the fields that follow. q2proto always assumes a
// view height. It also has no 32-bit size for the upper half of the 64 effects.
//
// The original engine treats bits 0 to 31 of an entity's mask as a signed number (q2proto,
// kex_server_write_entity_state_delta): if a fifth byte follows, all its bits are set, and all its fields are sent.
//
// Protocol 2023 has floats for positions, velocities and angles, 64 stats in two masks, masks of up to 5 bytes, 64
// effects, a tick rate in serverdata, and up to 16 players on a split screen, each with their own areas and playerinfo
// in a frame. In 2022 an entity's position has 16 bits as long as the entity is not solid. Messages 21 to 33 are new:
// one to select the split-screen player that the next message is for; configstrings and baselines compressed with zlib;
// restart of the level; sources of damage; prints with a translation key and arguments; fog; and others.
//
// Q2REPRO's 1038 has the messages and configstrings of the rerelease, but its server translates prints. Entities are
// those of Q2PRO, with floats for positions. A frame is a single message, without the numbers of playerinfo and
// packetentities. It contains eight bits of the player's mask. The reference frame is given as a distance.
// Configstrings and baselines come in streams without message numbers, and messages may be compressed together.
//
// # Multi-view recordings
//
// In a .mvd2, a message's number is only the low five bits of a byte. The serverdata message contains the configstrings
// and a first frame. A frame contains the states of all players and entities. Each state is relative to the last state
// sent, even if the player or entity was absent in between. The position of a player's entity is omitted if it follows
// from the player's state. The unicast and multicast messages contain messages of the game, preceded by their length.
// They are addressed to one client, or to the clients that can hear or see a leaf of the map. Versions 2009 and 2010
// are like protocol 34. Versions 2011 to 2013 are like 3434 to 3436 if their flags are set accordingly. Q2REPRO's 3038
// is like 1038; Q2REPRO's own reader expects flags that its recorder never wrote (src/server/mvd.c, emit_gamestate).
//
// # Use
//
// A [Decoder] passes each [Message] to a [Handler], which switches on its type. An [Encoder] is a Handler that
// reproduces the file's bytes, and a [History] is a Handler that turns the changes in frames into complete states.
// [Decoder.Damage] lists the damage in a file. The damaged bytes are passed as [Raw], so that an Encoder reproduces
// even damaged files unchanged.
//
// Each message is a struct with a single layout function for reading and writing. Its numbers and name are in a row of
// a table (message.go). The differences between protocols are described by values (protocol.go) and by tables of fields
// (entitytables.go, playertables.go).
package quake2
