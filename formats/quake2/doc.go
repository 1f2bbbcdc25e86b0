// Package quake2 reads and writes Quake II demos: .dm2 files of every protocol from the test release of 1997 to the
// rerelease of 2023, and Q2PRO's .mvd2 files.
//
// # Files
//
// A .dm2 is a sequence of blocks: a little-endian int32 length and that many bytes, as received in one network packet.
// A length of 0 separates two levels of one recording, and -1 ends the recording, though some recordings lack it. A
// .mvd2 starts with the four letters "MVD2", followed by blocks with a 16-bit length; a length of 0 ends the recording.
// This package expects uncompressed data.
//
// A block contains messages. A message is a byte with its number, followed by its fields without padding. Strings end
// with a zero byte. Coordinates are int16 in eighths of a unit and angles int8 in 256ths of a circle unless the
// protocol says otherwise. Messages have no length, so after an unreadable one the rest of the block cannot be read.
//
// # Levels and frames
//
// serverdata starts a level and contains the protocol number. Configstrings (strings at fixed indices: map, models,
// sounds, images, items, players), baselines (a state for each entity to start from) and "precache" in a stufftext
// follow. Then come frames, ten a second (40 in the rerelease), each of three messages:
//
//	frame           its number, the number of the earlier frame that it is relative to,
//	                the visible areas of the map
//	playerinfo      the player whose view is shown: a mask of the changed fields, those
//	                fields, a 32-bit mask of the changed stats, those stats
//	packetentities  for each changed entity, a mask of 1 to 4 bytes, its number, the fields
//	                in the mask; number 0 ends the list
//
// Entities of the earlier frame that are not mentioned are unchanged; a new one starts from its baseline. Numbers are
// in increasing order. [History] applies all this. Sounds, prints, temporary entities, muzzle flashes and layouts are
// in the same blocks as the frames. Entity n+1 is the player in slot n.
//
// # Kinds of recordings
//
// Client recordings contain only what one player could know. Server recordings have no player and blocks of any length;
// each frame contains all entities, without a reference frame. Server recordings of 3.15 and 3.16 claim to be client
// recordings. Recordings made by the Relay modification contain the state of each player in turn: bit 7 of a message's
// number is set if the message is addressed to a single client, whose slot follows, and frames list the clients.
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
// to 3.20 could read temporary entities 31 and 32, so in their protocols the rest of the block is unreadable here too;
// in later protocols 31 is a line.
//
// Q2PRO's 3434 has 16-bit models, 32-bit boxes, 16-bit angles and 64 effects where needed, and other indices of
// configstrings; 3435 adds coordinates of 15 bits relative to the last value or 23 bits, 64 stats, and a mask for the
// screen's colours; 3436 adds fog to the player. Clients that support a later protocol also use it to record games of
// 3434, but leave sounds and effects in the 16-bit coordinates of 3434; the decoder uses the coordinates that make the
// demo's blocks readable (game.go).
//
// # The rerelease
//
// No demo recorded by the original engine was available. The test demos were written by q2proto, an independent
// library, in matches of id Software's own game library; and both implementations agree on messages made by hand from
// id Software's description. The description is corrected where it contradicts itself or the programs that read its
// demos: an achievement has the number 33, 32 being muzzleflash3; each of the four models is sent only if its bit is
// set; in 2022 positions of sounds and effects have 16 bits, and the view offset seems to include a view height after
// all, which is decided by the fields that follow it. q2proto always assumes a view height, and 64 effects whose upper
// half has no size for 32.
//
// The original engine treats bits 0 to 31 of an entity's mask as a signed number (q2proto,
// kex_server_write_entity_state_delta): if a fifth byte follows, all its bits are set, and all its fields are sent.
//
// Protocol 2023 has floats for positions, velocities and angles, 64 stats in two masks, masks of up to 5 bytes, 64
// effects, a tick rate in serverdata, and up to 16 players on a split screen, each with their own areas and playerinfo
// in a frame. In 2022 an entity's position has 16 bits as long as it is not solid. Messages 21 to 33 are new: one to
// select the split-screen player that the next message is for; configstrings and baselines compressed with zlib;
// restart of the level; sources of damage; prints with a translation key and arguments; fog; and others.
//
// Q2REPRO's 1038 has the messages and configstrings of the rerelease, but prints translated by its server, Q2PRO's
// entities with floats for positions, and frames in one piece, without the numbers of playerinfo and packetentities.
// Eight bits of the player's mask are in the frame, whose reference is given as a distance. Configstrings and baselines
// come in streams without message numbers, and messages may be compressed together.
//
// # Multi-view recordings
//
// The operations of a .mvd2 are in the lower five bits of a byte. serverdata contains the configstrings and a first
// frame. A frame has the states of all players and entities, each relative to the last state sent, even if the player
// or entity was absent in between. Positions of players' entities are omitted while they follow from the players'
// states. unicast and multicast wrap messages of the game with a length, for one client or for those that can hear or
// see a leaf of the map. Versions 2009 and 2010 are like protocol 34, 2011 to 2013 like 3434 to 3436 if their flags say
// so, and Q2REPRO's 3038 is like 1038. Q2REPRO's own reader expects flags there that its recorder never wrote
// (src/server/mvd.c, emit_gamestate).
//
// # Use
//
// A [Decoder] passes each [Message] to a [Handler], which switches on its type. An [Encoder] is a Handler that
// reproduces the file's bytes, and a [History] is a Handler that turns the frames' changes into complete states.
// [Decoder.Damage] lists the damage in a file; the damaged bytes are passed as [Raw], so that even damaged files are
// reproduced unchanged.
//
// Each message is a struct with one layout for reading and writing, and has a row with its numbers and name in a table
// (message.go). The differences between protocols are described by values (protocol.go) and field tables
// (entitytables.go, playertables.go).
package quake2
