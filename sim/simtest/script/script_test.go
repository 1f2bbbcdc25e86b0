package script

import (
	"bytes"
	"io"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// again decodes a demo and encodes it.
var again = map[string]func(data []byte) []byte{
	"netquake":   netQuakeAgain,
	"quakeworld": func(data []byte) []byte { return quakeWorldAgain(quakeworld.NewDecoder(data), quakeworld.NewEncoder()) },
	"quakeworld-multiview": func(data []byte) []byte {
		return quakeWorldAgain(quakeworld.NewMultiViewDecoder(data), quakeworld.NewMultiViewEncoder())
	},
	"quake2": quake2Again, "quake2-server": quake2Again, "quake2-multiview": quake2Again,
	"quake3": quake3Again, "quake3-old": quake3Again, "quakelive": quake3Again,
}

func netQuakeAgain(data []byte) []byte {
	var out bytes.Buffer
	e := netquake.NewEncoder(&out, netquake.Options{})
	for d := netquake.NewDecoder(data, netquake.Options{}); d.Next(e) != io.EOF; {
	}
	return finished(e, &out)
}

func quake3Again(data []byte) []byte {
	var out bytes.Buffer
	d := quake3.NewDecoder(data, quake3.Options{})
	e := quake3.NewEncoder(&out, quake3.Options{Protocol: d.Protocol()})
	for d.Next(e) != io.EOF {
	}
	return out.Bytes()
}

func quake2Again(data []byte) []byte {
	d, e := quake2.NewDecoder(data), quake2.NewEncoder()
	for d.Next(e) != io.EOF {
	}
	return e.Data()
}

func quakeWorldAgain(d *quakeworld.Decoder, e *quakeworld.Encoder) []byte {
	for d.Next(e) != io.EOF {
	}
	return e.Bytes()
}

// Every demo is the same whenever it is made, and what is read of it is what
// it was made of.
func TestDemos(t *testing.T) {
	for _, f := range Formats() {
		t.Run(f.File(), func(t *testing.T) {
			data := f.Demo()
			corpus.SameBytes(t, "made again", f.Demo(), data)
			corpus.SameBytes(t, "encoded again", again[f.Name](data), data)
		})
	}
}
