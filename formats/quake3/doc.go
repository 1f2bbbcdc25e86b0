// Package quake3 reads and writes demos of Quake III Arena and Quake Live: protocols 43 and 45 (.dm3), 46 and 48
// (.dm_48), 66, 67, 68, 71, 73, 90 and 91 (.dm_66 and so on).
//
// # The file
//
// A demo is a sequence of blocks. A block consists of a sequence number (int32), a length (int32) and that many bytes.
// The bytes are the server's message with that sequence number, as received over the network. A block whose sequence
// number and length are -1 ends the demo. If recording was cut off, this block is missing. Some files have further
// bytes after this block. All integers are little endian.
//
// # The bit stream
//
// A message is a stream of bits, starting with the lowest bit of each byte. A number of n bits is sent as its low n%8
// bits, uncoded, followed by its remaining bytes, lowest first. Since protocol 66, these bytes are Huffman-coded with a
// single fixed tree, whose longest code has 11 bits. Before protocol 66, a byte is sent as 8 bits. Text is sent as
// bytes followed by a zero byte.
//
// # A message
//
// A message starts with the reliable acknowledge (32 bits, not in 43 and 45). It is followed by commands, each of which
// consists of a byte and the command's content. The byte 8 ends the message. In protocols 43 to 48, the final byte is 0
// instead, and each command starts at a whole byte. No known demo of these protocols contains the final byte: a message
// ends with its last command.
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
// The distance of a snapshot's base is the difference between their sequence numbers, or 0 if the snapshot has no base.
// Parsing a message does not require any other message.
//
// # Deltas
//
// The fields of an entity and of the playerstate are listed in the tables [Protocol.Entity] and [Protocol.Player]. A
// float is sent either as a 0 bit and 13 bits that contain an integer plus 4096, or as a 1 bit and the float's 32 bits.
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
// A recorder writes a message unchanged, so the message's end depends on how the server filled its buffer. Since
// protocol 66, the length is the number of the last bit divided by 8, plus 1. If the end command ends at a whole byte,
// the message therefore contains one more byte, which is old content of the buffer. [BlockEnd] keeps that byte, so that
// [Encoder] reproduces every undamaged demo byte for byte. There is one exception: the 257th leaf of the Huffman tree,
// which no writer uses, is read as the byte 0 and written as such.
//
// The engine sends a float that is a small integer in 13 bits and a zero as one bit. It counts fields up to the last
// one that has changed. No known demo deviates from this, but deltas can represent such deviations (Count, [Form]).
//
// # Damage
//
// A block is skipped as a whole if it cannot be decoded to its end, or if it has no proper end and is not followed by
// another header. Decoding continues at the next offset at which a block can be decoded, is followed by another block,
// and has a later server time than the preceding blocks. [Decoder.Damage] reports the offset, time and loss. [Skipped]
// contains the bytes and, if a gamestate was damaged, its readable part.
//
// # Use
//
// A [Decoder] detects the protocol (see [Detect]) and passes the messages to a [Handler], which uses a type switch to
// distinguish them. A [History] turns changes into complete [Snapshot] values. An [Encoder] writes messages, which may
// be those of a demo or new ones. [EntityState.Delta] and [PlayerState.Delta] compute the changes between states.
//
// A [Decoder] does not panic, whatever its input. Its use of time and memory is proportional to the size of the input.
package quake3
