package quake2_test

import (
	"bytes"
	"fmt"
	"io"

	"fragscope/formats/quake2"
)

// A demo is written message by message, and read with a handler that takes what it wants.
func Example() {
	var demo bytes.Buffer
	e := quake2.NewEncoder(&demo, quake2.Options{})
	for _, m := range []quake2.Message{
		&quake2.Header{Format: quake2.DM2},
		&quake2.Block{},
		&quake2.ServerData{Protocol: 34, Recording: quake2.RecordClient, Level: []byte("The Edge")},
		&quake2.ConfigString{Index: quake2.ConfigName, Text: []byte("The Edge")},
		&quake2.Frame{Number: 1, Delta: -1, Recording: quake2.RecordClient},
		&quake2.PlayerDelta{},
		&quake2.PacketEntities{},
		&quake2.Print{Level: quake2.PrintMedium, Text: []byte("Bob was railed by Ann\n")},
		&quake2.EndBlock{},
	} {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		fmt.Println(err)
	}

	var history quake2.History
	d := quake2.NewDecoder(demo.Bytes(), quake2.Options{})
	h := quake2.HandlerFunc(func(m quake2.Message) {
		history.Handle(m)
		switch m := m.(type) {
		case *quake2.ServerData:
			fmt.Printf("%s, protocol %d\n", m.Level, m.Protocol)
		case *quake2.Print:
			fmt.Printf("%v: %s", m.Level, m.Text)
		}
	})
	for d.Next(h) != io.EOF {
	}
	fmt.Println("frame", history.Snapshot().Number, "of", len(history.Snapshot().Players), "player;",
		len(d.Damage()), "damaged")
	// Output:
	// The Edge, protocol 34
	// medium: Bob was railed by Ann
	// frame 1 of 1 player; 0 damaged
}
