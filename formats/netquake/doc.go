// Package netquake reads and writes .dem files, the demos of the original Quake and of engines derived from it.
//
// # The format
//
// A demo starts with a line that contains the number of a CD track (see [Track]). The messages that the server sent to
// the recording client follow, in blocks up to the end of the file:
//
//	int32      size of the messages
//	float32[3] view angles of the recorder: pitch, yaw, roll in degrees
//	byte[size] messages
//
// All numbers are little endian. A message is a byte with its number, followed by its fields; there is no padding
// between messages. A number of 128 or more is an entity update: its low seven bits start a bit mask of the fields that
// follow (see [UpdateEntity]). Strings end with a zero byte and are in Quake's character set. Coordinates are int16 / 8
// and angles int8 * 360/256, unless the protocol says otherwise.
//
// A [ServerInfo] starts a level and contains its protocol number, models and sounds. Baselines and static entities
// follow, then a block for each moment. Such a block contains a [Time], the recorder's [ClientData], events, and an
// update for each visible entity, as the difference from its baseline. An entity without an update is out of sight.
// Player n (from 0) is entity n+1.
//
// # Reading and writing
//
// A [Decoder] passes each [Message] to a [Handler]. An [Encoder] is a Handler that reproduces the demo's bytes, and a
// [History] is a Handler that turns the updates into complete states.
//
// # Recognising a .dem
//
// See [Sniff]. A .dem starts with an optional sign and digits, then white space, nearly always ending in a newline.
// Blocks follow: the size of each is an int32 from 0 to 131072, its three floats are 0 or have a magnitude between
// 1e-20 and 1e6, and its first message number is from 1 to 62 or at least 128. Nothing else identifies the format.
//
// # Sources
//
// Uwe Girlich's "The unofficial DEM format description" 1.0.9 for the id engines; the published sources of QuakeSpasm
// (protocols 666 and 999), DarkPlaces (96, 97, 3500 to 3505, Nehahra, BJP) and FTE (extensions) for the rest. For FTE's
// replacement deltas see package fte.
package netquake
