// Package netquake reads and writes .dem files, the demos of the original Quake and of engines derived from it.
//
// # The format
//
// A demo starts with a line that contains the number of a CD track (see [Track]). The rest of the file consists of
// blocks, which contain the messages sent by the server to the recording client:
//
//	int32      size of the messages
//	float32[3] view angles of the recorder: pitch, yaw, roll in degrees
//	byte[size] messages
//
// All numbers are little endian. A message is a byte with its number, followed by its fields. There is no padding
// between messages. A message whose number is 128 or more is an entity update. The low seven bits of the number are the
// start of a mask that indicates which fields follow (see [UpdateEntity]). Strings are in Quake's character set and end
// with a zero byte. Unless the protocol differs, coordinates are int16 / 8 and angles are int8 * 360/256.
//
// A [ServerInfo] starts a level and contains its protocol number, models and sounds. It is followed by baselines and
// static entities, and then by a block for each moment. The block contains a [Time], the recorder's [ClientData],
// events, and an update for each visible entity, which describes the difference from the entity's baseline. An entity
// without an update is out of sight. Player n (from 0) is entity n+1.
//
// # Reading and writing
//
// A [Decoder] passes each [Message] to a [Handler]. An [Encoder] is a Handler that reproduces the demo's bytes, and a
// [History] is a Handler that turns the updates into complete states.
//
// # Recognising a .dem
//
// See [Sniff]. A .dem starts with an optional sign and digits, followed by white space that nearly always ends in a
// newline. The blocks follow. The size of a block is an int32 from 0 to 131072. Its three floats are 0 or have a
// magnitude between 1e-20 and 1e6. Its first message number is from 1 to 62 or at least 128. Nothing else identifies
// the format.
//
// # Sources
//
// The id engines' protocols are described in Uwe Girlich's "The unofficial DEM format description" 1.0.9. The other
// protocols are taken from the published sources of QuakeSpasm (protocols 666 and 999), DarkPlaces (96, 97, 3500 to
// 3505, Nehahra, BJP) and FTE (extensions). FTE's replacement deltas are described in package fte.
package netquake
