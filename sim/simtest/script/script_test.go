package script

import (
	"io"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
)

// again decodes a demo and encodes it.
var again = map[string]func(data []byte) []byte{
	"dem": func(data []byte) []byte {
		d, e := netquake.NewDecoder(data), netquake.NewEncoder()
		for d.Next(e) != io.EOF {
		}
		return e.Bytes()
	},
}

// Every demo is the same whenever it is made, and what is read of it is what
// it was made of.
func TestDemos(t *testing.T) {
	for _, f := range Formats() {
		t.Run(f.File(), func(t *testing.T) {
			data := f.Demo()
			corpus.SameBytes(t, "made again", f.Demo(), data)
			corpus.SameBytes(t, "encoded again", again[f.Extension](data), data)
		})
	}
}
