package q2

import (
	"bytes"
	"testing"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/simtest"
)

// madeUp is a small demo: a level, a frame and what an encoder makes of messages.
func madeUp(protocol int32, messages func(*quake2.Encoder)) []byte {
	var out bytes.Buffer
	e := quake2.NewEncoder(&out, quake2.Options{})
	block := &quake2.Block{Kind: quake2.BlockWhole}
	e.Handle(&quake2.Header{})
	e.Handle(block)
	e.Handle(&quake2.ServerData{Protocol: protocol, Recording: quake2.RecordClient, Level: []byte("Lab")})
	for i, text := range map[uint16]string{30: "4", 33: "maps/lab.bsp", 1312: `Ann\male/grunt`,
		1313: `Bob\male/ctf_r`} {
		e.Handle(&quake2.ConfigString{Index: i, Text: []byte(text)})
	}
	e.Handle((*quake2.EndBlock)(block))
	e.Handle(block)
	e.Handle(&quake2.Frame{Number: 7, Delta: -1, Recording: quake2.RecordClient})
	e.Handle(&quake2.PlayerDelta{})
	e.Handle(&quake2.PacketEntities{})
	messages(e)
	e.Handle((*quake2.EndBlock)(block))
	end := &quake2.Block{Kind: quake2.BlockEnd, Size: -1}
	e.Handle(end)
	e.Handle((*quake2.EndBlock)(end))
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// FuzzRecord records arbitrary data. Recording must end without a panic, and the world must be available at any time.
func FuzzRecord(f *testing.F) {
	f.Add(madeUp(34, func(e *quake2.Encoder) {
		e.Handle(&quake2.Print{Level: quake2.PrintMedium, Text: []byte("Bob was railed by Ann\n")})
		e.Handle(&quake2.Print{Level: quake2.PrintChat, Text: []byte("Ann: hi\n")})
		e.Handle(&quake2.CenterPrint{Text: []byte("ACTION!")})
		e.Handle(
			&quake2.Layout{
				Text: []byte(`client 0 0 1 2 3 4 xv 0 yv 8 string " Name Frags Ping" yv 16 string "Ann 1 2"`)})
		e.Handle(&quake2.MuzzleFlash{Entity: 1, Flash: quake2.FlashRailgun})
	}))
	for _, data := range simtest.Seeds(f, 9000, []string{"quake2", "quake2-server", "quake2-multiview"},
		"q2/dm2/p34/test10.dm2", "recorded/q2/aq2_beer_play.mvd2", "q2/dm2/p25/q2demo-demo1.dm2") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		simtest.Survives(t, game.Bytes(data, ""))
		Positions(data, "", true, func(*sim.Position) {})
	})
}
