package quake2

import (
	"bytes"
	"slices"
	"testing"

	"fragscope/formats/corpus"
)

// fuzz decodes anything: it must end, must not panic, and must encode to what it was.
func fuzz(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		var history History
		e, d := NewEncoder(&out, Options{}), NewDecoder(data, Options{})
		both := HandlerFunc(func(m Message) {
			e.Handle(m)
			history.Handle(m)
		})
		for n := 0; d.Next(both) == nil; n++ {
			if n > len(data) {
				t.Fatal("more blocks than bytes")
			}
		}
		if err := e.Finish(); err != nil {
			t.Error(err)
		}
		corpus.SameBytes(t, "encoded", out.Bytes(), data)
	})
}

// seedDemo adds the start of a real demo, where there is one.
func seedDemo(f *testing.F, name string) {
	const size = 3000
	if _, ok := corpus.Find(); ok {
		data := corpus.Load(f, name)
		f.Add(data[:min(size, len(data))])
	}
}

func FuzzDM2(f *testing.F) {
	start := fromHex(f, serverData34)
	f.Add(blocks(start, fromHex(f, noEntities), fromHex(f, "03 05 "+alongX), fromHex(f, "0a 02 61 00")))
	f.Add(blocks(fromHex(f, serverData3435), fromHex(f,
		"11 1e 04 10 00 f1 ff ff 81 1a 06 f0 ff 02 00 01 00 80 2c 01 01 01 92 01 02 03 00")))
	f.Add(blocks(fromHex(f, serverData3436), fromHex(f, "03 05 "+both), fromHex(f, "03 05 "+oddX),
		fromHex(f, serverData3436)))
	f.Add(blocks(fromHex(f, serverData56), fromHex(f, "0e 81 88 80 f4 07 02 01 03 01 04 01 00 08 00 80 02 01 40")))
	f.Add(blocks(fromHex(f, serverData25), fromHex(f, "0a 02 "+alongX+" 05")))
	f.Add(append(blocks(start), 0xff, 0xff, 0xff, 0xff))
	seedDemo(f, "q2/dm2/p34/test10.dm2")
	seedDemo(f, "q2/dm2/p25/q2demo-demo1.dm2")
	fuzz(f)
}

func FuzzRerelease(f *testing.F) {
	start := fromHex(f, serverData2023)
	f.Add(blocks(start, fromHex(f, kexFrame+kexPlayerStart+"00 00\n"+noMoreStats+noEntities)))
	f.Add(blocks(fromHex(f, serverDataSplit), fromHex(f, "1a 09 24 6b 00 01 61 00 19 01 25 05 18 ff ff")))
	f.Add(blocks(fromHex(f, serverData2022), fromHex(f,
		"0e 81 80 80 08 05 1f 00 00 00 00 00 80 3f 12 01 05 00 00 80 3f 00 00")))
	f.Add(blocks(start, fromHex(f, "1b ff ff 00 00 00 3f 40 01 02 03 e8 03")))
	repro := fromHex(f, serverData1038)
	f.Add(blocks(repro,
		fromHex(f,
			"24 01 00 61 00 a0 30 01 05 00 00 80 3f 00 00 14 01 00 00 f8 00 20 00 00 00 02 00 00 00 00 00 00 00 64 00 00 00")))
	f.Add(blocks(repro, slices.Concat([]byte{34, 8, 0, 3, 0}, []byte{1, 3, 0, 0xfc, 0xff, 6, 6, 6},
		[]byte{0x26, 1, 0})))
	fuzz(f)
}

func FuzzMVD2(f *testing.F) {
	start := fromHex(f, mvdServerData2010)
	f.Add(mvdBlocks(start, fromHex(f, "06 00 03 01 00 02 ff 00 00 08 03 05 0f 61 00")))
	f.Add(append(mvdBlocks(start), 0, 0))
	f.Add(mvdBlocks(fromHex(f, "24 25 00 00 00 de 0b 07 00 00 00 61 00 ff ff a0 30 00 00 07 42 04 "+floatX+
		" 02 21 00 00 00 00 00 00 00 00 ff 00 00"),
		fromHex(f, "13 0e 55 00 8d 01 11 02 61 00 88 01 00 05 0f")))
	seedDemo(f, "recorded/q2/aq2_beer_play.mvd2")
	fuzz(f)
}
