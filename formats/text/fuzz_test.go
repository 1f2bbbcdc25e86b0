package text

import (
	"bytes"
	"strings"
	"testing"

	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// seeds are short demos of each format.
var seeds = map[*codec.Codec][]byte{
	netquake.Codec: []byte(
		"-1\n\x0b\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x80\x3f\x08hi\x00\x01\x01"),
	quakeworld.Codec:          []byte("\x00\x00\x80\x3f\x02\x01\x00\x00\x00\x02\x00\x00\x00"),
	quakeworld.MultiViewCodec: {5, 6, 6, 0, 0, 0, 8, 2, 'h', 'i', 0, 1, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 10, 0, 77},
	quake2.Codec:              []byte("\x06\x00\x00\x00\x0a\x02hi\n\x00\x06\x00\x00\x00\xff\xff\xff\xff"),
	quake2.MultiViewCodec:     []byte("MVD2\x01\x00\x01\x00\x00"),
	quake3.Codec: []byte(
		"\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"),
}

// FuzzDemo holds that any bytes, taken for a demo of any format, come back from their text.
func FuzzDemo(f *testing.F) {
	all := formats.Codecs()
	for i, format := range all {
		f.Add(uint8(i), seeds[format])
	}
	f.Fuzz(func(t *testing.T, format uint8, data []byte) {
		demo := &formats.Demo{Format: all[int(format)%len(all)], Name: "x.dm_68", Data: data}
		var packed bytes.Buffer
		_, err := Pack(&packed, bytes.NewReader(textOf(t, demo)))
		if err != nil || !bytes.Equal(packed.Bytes(), data) {
			t.Errorf("%v comes back as % x, %v\n%s", demo.Format, packed.Bytes(), err, textOf(t, demo))
		}
	})
}

// FuzzText holds that packing any text does no harm, and that what it packs has a text again.
func FuzzText(f *testing.F) {
	for format, data := range seeds {
		f.Add(string(textOf(f, &formats.Demo{Format: format, Data: data})))
	}
	f.Add(mvdHeader +
		`{"block":{"code":6},"messages":[{"message":"player_info","player":1,"flags":1,"origin":[8,0,0]}]}`)
	f.Add(`{"schema":"fragscope.demo","version":1,"format":"dm2"}` + "\n" +
		`{"block":{},"messages":[{"message":"blast","messages":[{"message":"config_string","index":3,"text":"x"}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var packed bytes.Buffer
		format, err := Pack(&packed, strings.NewReader(text))
		if err != nil {
			return
		}
		textOf(t, &formats.Demo{Format: format, Data: packed.Bytes()})
	})
}
