// Package text writes demos of all games as lines of JSON and makes the demos of the lines again, byte for byte. It is what
// "fragscope dump --json" and "fragscope pack" are made of.
//
// # The form, version 1
//
// The first line is the header:
//
//	{"schema":"fragscope.demo","version":1,"game":"quake3","format":"dm_68","protocol":68}
//
// "format" is dem, qwd, mvd, dm2, mvd2 or dm_68 (all of Quake III and Quake Live); "protocol" is there for dm_68 alone, as the
// others tell it themselves. Each line behind it is a block of the demo with its messages in their order:
//
//	{"offset":214,"time_ms":1200,"block":{"angles":[0,90,0]},"messages":[{"message":"print","text":"hi\n"}, …]}
//
//	offset    its place in the demo that was read, in bytes
//	time_ms   the time from the demo's start
//	damage    what could not be read in it, in words; only where there is something
//	block     the fields of its header that do not follow from the rest
//	messages  what is in it
//	end       how the block ends, of dm_68, where it is not as usual
//
// Offset, time and damage are for the reader; packing passes over them, and finds lengths and places anew. A line without a block
// has what stands outside of blocks: the track of a .dem, the header of a .dm2, bytes between blocks, the end of a dm_68.
//
// A message has its name, "message", and its fields. Their names are those of the packages netquake, quakeworld, quake2 and
// quake3, which describe them, in small letters with underscores; fields of Quake III's states have the names of the engine's
// sources. Fields that are not there have their usual value, which is zero for nearly all. Deltas, states and headers show only
// what is not usual; a mask says which of the fields are sent. Messages in messages (of a .mvd2's "cast", of compressed ones) are
// their "messages"; "unended" is set where damage took the end.
//
//	numbers    exact; floats with the fewest digits that give the same float32 again, and "inf", "-inf", "nan:7fc00000" for what
//	           is no number; whole numbers above 2^53 as texts
//	names      numbers that have a name, as that or as the number; of masks the names with strokes between, or the number
//	texts      in the game's bytes, see below
//	bytes      that are no text, in hexadecimal: "data" and the like; so does what cannot be read travel, as the message "raw"
//	           (dm_68: "skipped")
//
// Texts are written so that every byte comes back: below 128 as in ASCII, with JSON's escapes for what does not show. The
// coloured letters of Quake and Quake II, 161 to 254, are the same letters in full width (U+FF01 to U+FF5E), all others U+E000
// plus the byte. Texts of dm_68 are UTF-8 where they can be read so.
//
// Names and meanings stay as they are within a version. What is added may be left out, and does not make a new one.
package text
