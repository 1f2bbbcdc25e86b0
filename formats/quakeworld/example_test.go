package quakeworld_test

import (
	"fmt"
	"io"

	"fragscope/formats/quakeworld"
)

// prints is a Handler for one kind of message.
type prints struct{ quakeworld.Ignore }

func (prints) Print(m *quakeworld.Print) { fmt.Printf("%d %s\n", m.Level, m.Text) }

func Example() {
	e := quakeworld.NewMultiViewEncoder()
	e.Block(&quakeworld.Block{Code: uint8(quakeworld.KindAll), Delta: 13})
	e.Print(&quakeworld.Print{Level: quakeworld.PrintHigh, Text: []byte("fight")})

	d := quakeworld.NewMultiViewDecoder(e.Bytes())
	for d.Next(prints{}) != io.EOF {
	}
	fmt.Println(len(d.Damage()), "damaged")
	// Output:
	// 2 fight
	// 0 damaged
}
