// Package quakeworld reads and writes QuakeWorld demos. A .qwd file is recorded by a client. A .mvd file is recorded by
// a server for all players at the same time ("multi view").
//
// # Client demos
//
// A .qwd is a sequence of blocks, which contain the packets sent between client and server. All numbers are little
// endian.
//
//	float32 time in seconds of the recorder's clock
//	byte    code: 0 a client command, 1 a server packet, 2 sequence numbers
//
//	code 0: 24 bytes of command (see [Command]), float32[3] view angles
//	code 1: int32 length, then that many bytes: uint32 sequence, uint32 acknowledged, messages;
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
//	int32   length, then that many bytes of messages
//
// Kinds 0 and 2 are the same as codes 0 and 2 in a .qwd. If a block of kind 3 is addressed to no player, it contains
// [Hidden] records.
//
// # Messages
//
// A message is a byte with its number, followed by its fields. There is no padding between messages. Strings are in
// Quake's character set and end with a zero byte. Unless an extension differs, coordinates are int16 / 8 and angles are
// int8 * 360/256.
//
// [ServerData] starts a level. It is followed by the names of sounds and models, by baselines, and by the players'
// infos. After that, each packet contains a [PlayerInfo] for each visible player (in a .mvd, for every player) and one
// [PacketEntities] for all other entities. A PacketEntities usually contains the differences from one of the last 64
// packets. It identifies that packet by the low byte of the packet's sequence number. Nails in flight are sent in a
// compact form; see [Nails].
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
// Protocols 24 to 28 are described in Uwe Girlich's "The unofficial QWD format description". The .mvd format, hidden
// records and extensions are taken from the published sources of ezQuake, MVDSV and FTE. FTE's replacement deltas are
// described in package fte. A History ignores players with numbers above 31.
package quakeworld
