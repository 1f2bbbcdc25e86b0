// Package quakeworld reads and writes the demos of QuakeWorld: .qwd files, recorded by a client, and .mvd files,
// recorded by a server for all players at the same time ("multi view").
//
// # Client demos
//
// A .qwd contains the packets between client and server, in blocks up to the end of the file. All numbers are little
// endian.
//
//	float32 time in seconds of the recorder's clock
//	byte    code: 0 a client command, 1 a server packet, 2 sequence numbers
//
//	code 0: 24 bytes of command (see [Command]), float32[3] view angles
//	code 1: int32 length, then as many bytes: uint32 sequence, uint32 acknowledged, messages;
//	        or uint32 -1 and a connectionless packet (see [Connectionless])
//	code 2: uint32 outgoing, uint32 incoming sequence
//
// # Multi-view demos
//
// A .mvd also consists of blocks:
//
//	byte    time in milliseconds since the last block
//	byte    low 3 bits: kind (see [Kind]), high 5 bits: player
//	uint32  players (one bit each), kind 3 only
//	int32   length, then as many bytes of messages
//
// Kinds 0 and 2 are the same as codes 0 and 2 in a .qwd. A block of kind 3 addressed to no player contains [Hidden]
// records.
//
// # Messages
//
// A message is a byte with its number, followed by its fields; there is no padding between messages. Strings end with a
// zero byte and are in Quake's character set. Coordinates are int16 / 8 and angles int8 * 360/256, unless an extension
// specifies otherwise. [ServerData] starts a level; the names of sounds and models, baselines and the players' infos
// follow. Then each packet contains a [PlayerInfo] for each visible player (in a .mvd, for all players) and one
// [PacketEntities] for everything else. The latter is usually the difference from one of the last 64 packets,
// identified by the low byte of its sequence number. Nails in flight are packed into few bits; see [Nails].
//
// # Reading and writing
//
// A [Decoder] passes each [Message] to a [Handler]. An [Encoder] is a Handler that reproduces the demo's bytes, and a
// [History] is a Handler that turns the deltas into complete states.
//
// # Recognising the formats
//
// See [Sniff]. Neither format has a signature.
//
// # Sources
//
// Uwe Girlich's "The unofficial QWD format description" for protocols 24 to 28; the published sources of ezQuake, MVDSV
// and FTE for .mvd, hidden records and extensions. For FTE's replacement deltas see package fte. A History ignores
// players with numbers above 31.
package quakeworld
