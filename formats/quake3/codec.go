package quake3

import (
	"fmt"
	"strings"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// Codec reads and writes Quake III and Quake Live demos (.dm3 and .dm_ files) and Urban Terror demos (.urtdemo files).
var Codec = family.Codec(codec.Codec{
	Name: "dm_68", Game: "quake3",
	Kinds: []codec.Kind{
		{ID: "quake3-demo", Name: "Quake III demo", Magic: magic(), Extensions: []string{
			"dm3", "dm_43", "dm_45", "dm_46", "dm_48", "dm_66", "dm_67", "dm_68", "dm_69", "dm_70", "dm_71", "dm_72",
		}},
		// A Quake Live demo cannot be told from one of Quake III until far into the file: only its name helps.
		{ID: "quakelive-demo", Name: "Quake Live demo", Extensions: []string{"dm_73", "dm_90", "dm_91"}},
		{ID: "urbanterror-demo", Name: "Urban Terror demo", Extensions: []string{"urtdemo"}, Wrapped: true},
	},
	Claims: func(extension string) bool {
		number, ok := strings.CutPrefix(extension, "dm_")
		return ok && len(number) == 2
	},
	Extension: func(protocol int) string { return fmt.Sprintf("dm_%d", protocol) },
	Sniff:     Sniff, Unwrap: unwrapUrbanTerror,
})

// magic returns the conditions on the bytes of a demo: int32 sequence, int32 length, then a message that starts with a
// gamestate, whose first configstring is number 0 and starts with a backslash. Before protocol 66 these are plain
// bytes; since then they are Huffman codes, which start at any bit.
func magic() []codec.Match {
	const start = "\x03\x00\x00\\" // configstring, number 0, the string
	alternatives := []codec.Match{
		codec.At(8, "\x02", codec.At(13, start)),  // protocols 43 and 45
		codec.At(12, "\x02", codec.At(17, start)), // 46 and 48, after an acknowledge
	}
	code, bits := huffman("\x00\x00" + start)
	mask := uint64(1)<<bits - 1
	for shift := range 8 {
		m := codec.Match{First: 10, Last: 20}
		for i := range (shift + bits + 7) / 8 {
			m.Value = append(m.Value, byte(code<<shift>>(8*i)))
			m.Mask = append(m.Mask, byte(mask<<shift>>(8*i)))
		}
		alternatives = append(alternatives, m)
	}
	// Sequences have at most three bytes, lengths two, at the start of any demo.
	return []codec.Match{codec.At(3, "\x00", codec.At(6, "\x00\x00", alternatives...))}
}

// huffman returns the code of a string in the demos' bit streams, first bit lowest.
func huffman(s string) (code uint64, bits int) {
	for _, b := range []byte(s) {
		c, n := wire.Huffman().Encode(b)
		code |= c << bits
		bits += int(n)
	}
	return code, bits
}
