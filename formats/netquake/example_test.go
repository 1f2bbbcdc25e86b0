package netquake_test

import (
	"fmt"
	"io"

	"fragscope/formats/netquake"
)

// prints is a Handler for one kind of message.
type prints struct{ netquake.Ignore }

func (prints) Print(m *netquake.Text) { fmt.Printf("%s\n", m.Text) }

func Example() {
	e := netquake.NewEncoder()
	e.Track(&netquake.Track{Text: []byte("-1\n")})
	e.Block(&netquake.Block{Angles: netquake.Vec3{0, 90, 0}})
	e.Time(&netquake.Time{Seconds: 1.5})
	e.Print(&netquake.Text{Text: []byte("You got the shells")})

	d := netquake.NewDecoder(e.Bytes())
	for d.Next(prints{}) != io.EOF {
	}
	fmt.Println(len(d.Damage()), "damaged")
	// Output:
	// You got the shells
	// 0 damaged
}
