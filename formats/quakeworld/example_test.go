package quakeworld_test

import (
	"bytes"
	"fmt"
	"io"

	"fragscope/formats/quakeworld"
)

func Example() {
	var demo bytes.Buffer
	multiView := quakeworld.Options{MultiView: true}
	e := quakeworld.NewEncoder(&demo, multiView)
	e.Handle(&quakeworld.Block{Code: uint8(quakeworld.KindAll), Delta: 13})
	e.Handle(&quakeworld.Print{Level: quakeworld.PrintHigh, Text: []byte("fight")})
	if err := e.Finish(); err != nil {
		fmt.Println(err)
	}

	prints := quakeworld.HandlerFunc(func(m quakeworld.Message) {
		if m, ok := m.(*quakeworld.Print); ok {
			fmt.Printf("%d %s\n", m.Level, m.Text)
		}
	})
	d := quakeworld.NewDecoder(demo.Bytes(), multiView)
	for d.Next(prints) != io.EOF {
	}
	fmt.Println(len(d.Damage()), "damaged")
	// Output:
	// 2 fight
	// 0 damaged
}
