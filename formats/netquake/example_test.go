package netquake_test

import (
	"bytes"
	"fmt"
	"io"

	"fragscope/formats/netquake"
)

func Example() {
	var demo bytes.Buffer
	e := netquake.NewEncoder(&demo, netquake.Options{})
	for _, m := range []netquake.Message{
		&netquake.Track{Text: []byte("-1\n")},
		&netquake.Block{Angles: netquake.Vec3{0, 90, 0}},
		&netquake.Time{Seconds: 1.5},
		&netquake.Print{Text: []byte("You got the shells")},
	} {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		fmt.Println(err)
	}

	prints := netquake.HandlerFunc(func(m netquake.Message) {
		if m, ok := m.(*netquake.Print); ok {
			fmt.Printf("%s\n", m.Text)
		}
	})
	d := netquake.NewDecoder(demo.Bytes(), netquake.Options{})
	for d.Next(prints) != io.EOF {
	}
	fmt.Println(len(d.Damage()), "damaged")
	// Output:
	// You got the shells
	// 0 damaged
}
