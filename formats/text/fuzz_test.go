package text

import (
	"bytes"
	"strings"
	"testing"

	"fragscope/formats"
)

// seeds are short demos of each format.
var seeds = map[formats.Format][]byte{
	formats.NetQuake:            []byte("-1\n\x0b\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x80\x3f\x08hi\x00\x01\x01"),
	formats.QuakeWorld:          []byte("\x00\x00\x80\x3f\x02\x01\x00\x00\x00\x02\x00\x00\x00"),
	formats.QuakeWorldMultiView: {5, 6, 6, 0, 0, 0, 8, 2, 'h', 'i', 0, 1, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 10, 0, 77},
	formats.Quake2:              []byte("\x06\x00\x00\x00\x0a\x02hi\n\x00\x06\x00\x00\x00\xff\xff\xff\xff"),
	formats.Quake2MultiView:     []byte("MVD2\x01\x00\x01\x00\x00"),
	formats.Quake3:              []byte("\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"),
}

// FuzzDemo holds that any bytes, taken for a demo of any format, come back from their text.
func FuzzDemo(f *testing.F) {
	for format, data := range seeds {
		f.Add(uint8(format), data)
	}
	f.Fuzz(func(t *testing.T, format uint8, data []byte) {
		demo := &formats.Demo{Format: formats.Format(format%6 + 1), Name: "x.dm_68", Data: data}
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
	f.Add(mvdHeader + `{"block":{"code":6},"messages":[{"message":"player_info","player":1,"flags":1,"origin":[8,0,0]}]}`)
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
