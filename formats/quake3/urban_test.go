package quake3

import (
	"bytes"
	"slices"
	"testing"
)

// urbanDemo is a demo of Urban Terror of two blocks.
var urbanDemo = []byte{
	5, 0, 0, 0, '4', '.', '3', '.', '4', // version of the game
	68, 0, 0, 0, // protocol
	0, 0, 0, 0, 0, 0, 0, 0, // nothing
	1, 0, 0, 0, // sequence
	3, 0, 0, 0, // length
	'a', 'b', 'c', // the block
	3, 0, 0, 0, // length once more
	2, 0, 0, 0, // sequence
	1, 0, 0, 0, // length
	'd',        //
	1, 0, 0, 0, // length once more
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, // the end, which has no block
}

// urbanPlain is the demo of Quake III in urbanDemo.
var urbanPlain = slices.Concat([]byte{1, 0, 0, 0, 3, 0, 0, 0, 'a', 'b', 'c', 2, 0, 0, 0, 1, 0, 0, 0, 'd'}, endBlock)

// TestUrbanTerror takes the demo of Quake III out of one of Urban Terror, whole, cut and damaged.
func TestUrbanTerror(t *testing.T) {
	const header, first = 21, 21 + 8 + 3 + 4
	damaged := bytes.Clone(urbanDemo)
	damaged[first+9] = 7 // the second block's length after it
	for _, c := range []struct {
		name        string
		data, plain []byte
	}{
		{"whole", urbanDemo, urbanPlain},
		{"cut after a block", urbanDemo[:first], urbanPlain[:11]},
		{"cut in a block", urbanDemo[:first+5], urbanPlain[:16]},
		{"damaged in the second block", damaged, append(bytes.Clone(urbanPlain[:11]), damaged[first:]...)},
	} {
		if plain, ok := Codec.Unwrap(c.data); !ok || !bytes.Equal(plain, c.plain) {
			t.Errorf("%s: % x, %v, want % x", c.name, plain, ok, c.plain)
		}
	}
	change := func(at int, b byte) []byte {
		data := bytes.Clone(urbanDemo)
		data[at] = b
		return data
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "three bytes": urbanDemo[:3], "a demo of Quake III": urbanPlain, "a header alone": urbanDemo[:header],
		"no version": change(0, 0), "a version of 65 bytes": change(0, 65), "a version that is no text": change(5, 7),
		"protocol 42": change(9, 42), "protocol 100": change(9, 100), "a word that is not 0": change(14, 1),
		"another that is not 0": change(20, 1), "a block without a length": change(header+4, 0),
		"a block of two lengths": change(first-4, 4), "a block without its end": urbanDemo[:first-1],
		"a block that is too long": change(header+6, 3),
	} {
		if plain, ok := Codec.Unwrap(data); ok {
			t.Errorf("%s: is unwrapped to % x", name, plain)
		}
	}
}
