package netquake

import (
	"bytes"
	"slices"
	"testing"
)

// TestOpaque holds where messages of a game's own program end: there where the rest of the block can be read.
func TestOpaque(t *testing.T) {
	frame := func(number byte) []byte { // of DarkPlaces 7, with nothing in it
		return []byte{57, number, 0, 0, 0, 0, 0, 0, 0, 0, 0x80}
	}
	printed := []byte{8, 'h', 'i', 0}
	for _, test := range []struct {
		name  string
		block []byte
		want  []string
		data  []byte // of the first opaque message
	}{
		{"nothing behind", []byte{23, 107, 200, 201, 202}, []string{"temp_entity"}, []byte{200, 201, 202}},
		{"no content", slices.Concat([]byte{23, 107}, printed), []string{"temp_entity", "print"}, []byte{}},
		{"a print behind", slices.Concat([]byte{23, 107, 200, 201}, printed), []string{"temp_entity", "print"},
			[]byte{200, 201}},
		{"a last byte that could be a message", []byte{23, 107, 200, 201, 1}, []string{"temp_entity"},
			[]byte{200, 201, 1}},
		{"a frame behind", slices.Concat([]byte{58, 5, 0, 200}, frame(1)), []string{"csqc_entities", "entities"},
			[]byte{5, 0, 200}},
		{"a number of the program behind", slices.Concat([]byte{58, 5, 0, 51, 3, 100}, frame(1)),
			[]string{"csqc_entities", "update_stat", "entities"}, []byte{5, 0}},
		{"a frame that comes too late", slices.Concat([]byte{58, 5, 0}, []byte{57, 1, 0, 0, 9, 0, 0, 0, 0, 0, 0x80}),
			[]string{"csqc_entities"}, []byte{5, 0, 57, 1, 0, 0, 9, 0, 0, 0, 0, 0, 0x80}},
		{"a place in no world", []byte{23, 107, 61, 1, 0, 0, 0, 0, 0x7e, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
			0, 0, 0, 0, 1, 0},
			[]string{"temp_entity"}, nil},
		{"two of them, which nobody could tell apart",
			slices.Concat([]byte{23, 107, 200}, []byte{58, 201, 202}, frame(1)), []string{"temp_entity", "entities"},
			[]byte{200, 58, 201, 202}},
	} {
		demo := encode(&Track{[]byte("-1\n")}, &Block{}, &Raw{Data: darkPlaces7}, &Block{}, &Raw{Data: test.block})
		got := &log{}
		if d := decode(t, demo, got); len(d.Damage()) > 0 {
			t.Errorf("%s: %v", test.name, d.Damage())
		}
		var names []string
		for _, m := range got.all[1:] {
			names = append(names, Name(m))
		}
		if !slices.Equal(names, test.want) {
			t.Errorf("%s: %v, want %v", test.name, names, test.want)
		}
		if o, ok := got.all[1].(opaque); test.data != nil && (!ok || !bytes.Equal(*o.content(), test.data)) {
			t.Errorf("%s: %+v, want % x", test.name, got.all[1], test.data)
		}
		if wrote := rewritten(t, demo); !bytes.Equal(wrote, demo) {
			t.Errorf("%s: wrote % x, want % x", test.name, wrote, demo)
		}
	}
}

// TestOpaqueEffort holds that a block full of them is read in a time that goes with its size.
func TestOpaqueEffort(t *testing.T) {
	block := bytes.Repeat([]byte{23, 107, 200, 27, 8, 'h', 0}, 15000)
	demo := encode(&Track{[]byte("-1\n")}, &Block{}, &Raw{Data: darkPlaces7}, &Block{}, &Raw{Data: block})
	d := decode(t, demo, HandlerFunc(discard))
	if len(d.Damage()) > 0 || d.effort < -len(block) {
		t.Errorf("%v, effort %d", d.Damage(), d.effort)
	}
}
