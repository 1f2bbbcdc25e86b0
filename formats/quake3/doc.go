// Package quake3 reads and writes demos of Quake III Arena and Quake Live: protocols 43 and 45 (.dm3), 46 and 48
// (.dm_48), 66, 67, 68, 71, 73, 90 and 91 (.dm_66 and so on).
//
// # The file
//
// A demo is a sequence of blocks: sequence (int32), length (int32), and that many bytes, which are the server's message
// with that sequence number, as received over the network. A block with sequence -1 and length -1 ends the demo. It is
// missing if recording was cut off, and some files have bytes after it. All integers are little endian.
//
// # The bit stream
//
// A message is a stream of bits, starting with the lowest bit of each byte. A number of n bits is sent as its low n%8
// bits, uncoded, followed by its remaining bytes, lowest first. Since protocol 66 each of those bytes is Huffman-coded
// with one fixed tree, whose longest code has 11 bits; before 66 it is sent as its 8 bits. Text is sent as bytes up to
// a zero byte.
//
// # A message
//
// A message starts with the reliable acknowledge (32 bits, not in 43 and 45). Commands follow, each a byte and its
// content, up to the byte 8. In protocols 43 to 48 the stream continues at the next whole byte after each command, and
// the final byte is 0. No known demo contains that byte: a message ends with its last command.
//
//	1 nop
//	2 gamestate      command sequence (32), then entries up to the byte 8 (0
//	                 before 66), then since 66 client number (32) and checksum
//	                 feed (32)
//	  3 configstring number (16), text
//	  4 baseline     entity number (10), entity delta
//	5 servercommand  sequence (32), text
//	6 download       part (16), with part 0 the size of the file (32), length (16), bytes
//	7 snapshot       in 43 and 45 the client's command (32); server time (32),
//	                 distance of the base (8), flags (8), length of the area mask
//	                 (8), the mask, player delta; then entity number (10) and
//	                 entity delta until the number 1023
//	9, 10 voice      of ioquake3: sender (16), generation (8), sequence (32),
//	                 frames (8), length (16), flags (2), bytes
//
// The distance of a snapshot's base is the number of blocks between the two, or 0 if the snapshot has no base. A
// message can be parsed without any other message.
//
// # Deltas
//
// The fields of an entity and of the playerstate are listed in tables, [Protocol.Entity] and [Protocol.Player], which
// are read by one loop. A float is a bit 0 and 13 bits of an integer plus 4096, or a bit 1 and its 32 bits.
//
// An entity delta is a bit "removed"; if clear, a bit "changed"; if that is set, since 66, the number of fields that
// follow (8), and for each a bit "changed"; if set, a bit "not zero"; if set, the value. Before 66, the bit "changed"
// is followed by 5 bits: the number of one of 31 known masks, or 31 and a mask of all fields; then the values.
//
// A player delta is, since 66, the number of fields that follow (8); for each field a bit "changed" and the value;
// then, since 66, a bit "arrays changed"; then for each of stats, persistant, ammo and powerups a bit, a mask of 16
// bits, and 16 bits per element, 32 for powerups.
//
// # Recorders
//
// A recorder writes a message unchanged, so the message's end depends on how the server filled its buffer. Since 66 the
// length is the number of the last bit divided by 8, plus 1: if the end command fills its byte, a whole byte of the
// buffer's old content follows. [BlockEnd] keeps that byte, so that [Encoder] reproduces every undamaged demo byte for
// byte. There is one exception: the 257th leaf of the Huffman tree, which no writer uses, is read as the byte 0 and
// written as such.
//
// The engine sends each float that is a small integer in 13 bits and each zero as a bit, and counts fields up to the
// last changed one. No known demo deviates from this, but the deltas can represent such deviations (Count, [Form]).
//
// # Damage
//
// A block that does not decode to its end, or that has no proper end and does not lead to another header, is skipped as
// a whole. Decoding continues at the next offset where a block decodes, is followed by another block, and is later in
// server time than the preceding blocks. [Decoder.Damage] reports the offset, time and loss; [Skipped] contains the
// bytes, and the readable part of a gamestate.
//
// # Use
//
// A [Decoder] finds the protocol ([Detect]) and passes the messages to a [Handler], which selects them with a type
// switch. A [History] turns the changes into complete [Snapshot] values. An [Encoder] writes messages, either from a
// demo or new ones; [EntityState.Delta] and [PlayerState.Delta] compute the changes between states.
//
// A [Decoder] accepts any bytes without panicking, in time and memory proportional to their number.
package quake3
