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
var again = map[string]func(data []byte, out *bytes.Buffer) error{
	"netquake": func(data []byte, out *bytes.Buffer) error {
		e := netquake.NewEncoder(out, netquake.Options{})
		for d := netquake.NewDecoder(data, netquake.Options{}); d.Next(e) != io.EOF; {
		}
		return e.Finish()
	},
	"quakeworld":           func(data []byte, out *bytes.Buffer) error { return quakeWorldAgain(data, out, false) },
	"quakeworld-multiview": func(data []byte, out *bytes.Buffer) error { return quakeWorldAgain(data, out, true) },
	"quake2":               quake2Again,
	"quake2-server":        quake2Again,
	"quake2-multiview":     quake2Again,
	"quake3":               quake3Again,
	"quake3-old":           quake3Again,
	"quakelive":            quake3Again,
}

func quakeWorldAgain(data []byte, out *bytes.Buffer, multi bool) error {
	o := quakeworld.Options{MultiView: multi}
	e := quakeworld.NewEncoder(out, o)
	for d := quakeworld.NewDecoder(data, o); d.Next(e) != io.EOF; {
	}
	return e.Finish()
}

func quake2Again(data []byte, out *bytes.Buffer) error {
	e := quake2.NewEncoder(out, quake2.Options{})
	for d := quake2.NewDecoder(data, quake2.Options{}); d.Next(e) != io.EOF; {
	}
	return e.Finish()
}

func quake3Again(data []byte, out *bytes.Buffer) error {
	d := quake3.NewDecoder(data, quake3.Options{})
	e := quake3.NewEncoder(out, quake3.Options{Protocol: d.Protocol()})
	for d.Next(e) != io.EOF {
	}
	return e.Finish()
}

// Every demo is the same whenever it is made, and what is read of it is what
// it was made of.
func TestDemos(t *testing.T) {
	for _, f := range Formats() {
		t.Run(f.File(), func(t *testing.T) {
			data := f.Demo()
			corpus.SameBytes(t, "made again", f.Demo(), data)
			var out bytes.Buffer
			if err := again[f.Name](data, &out); err != nil {
				t.Error(err)
			}
			corpus.SameBytes(t, "encoded again", out.Bytes(), data)
		})
	}
}
