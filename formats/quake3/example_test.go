package quake3_test

import (
	"bytes"
	"fmt"
	"io"

	"fragscope/formats/quake3"
)

func Example() {
	var demo bytes.Buffer
	o := quake3.Options{Name: "new.dm_68"}
	p := quake3.ProtocolOf(68)
	var nowhere, here quake3.PlayerState
	here.SetOrigin([3]float32{64, -128, 24})
	e := quake3.NewEncoder(&demo, o)
	for _, m := range []quake3.Message{
		&quake3.Block{Sequence: 1},
		&quake3.Gamestate{Configstrings: []quake3.Configstring{{Index: quake3.CsServerinfo,
			Text: []byte(`\mapname\q3dm17`)}}},
		&quake3.BlockEnd{},
		&quake3.Block{Sequence: 2},
		&quake3.ServerCommand{Sequence: 1, Text: []byte(`print "fight"`)},
		&quake3.SnapshotDelta{ServerTime: 1000, Player: here.Delta(&nowhere, p)},
		&quake3.BlockEnd{},
		&quake3.Block{Sequence: 3},
		&quake3.SnapshotDelta{ServerTime: 1050, DeltaNum: 1}, // as the one before
		&quake3.BlockEnd{},
	} {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		fmt.Println(err)
	}

	var h quake3.History
	show := quake3.HandlerFunc(func(m quake3.Message) {
		h.Handle(m)
		switch m.(type) {
		case *quake3.Gamestate:
			fmt.Println(h.Configstrings[quake3.CsServerinfo])
		case *quake3.ServerCommand:
			fmt.Printf("%s\n", h.Command())
		case *quake3.SnapshotDelta:
			fmt.Println(h.Snapshot().Time, h.Snapshot().Player.Origin())
		}
	})
	d := quake3.NewDecoder(demo.Bytes(), o)
	for d.Next(show) != io.EOF {
	}
	fmt.Println(len(d.Damage()), "damaged")
	// Output:
	// \mapname\q3dm17
	// print "fight"
	// 0s [64 -128 24]
	// 50ms [64 -128 24]
	// 0 damaged
}
