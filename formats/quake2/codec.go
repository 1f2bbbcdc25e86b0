package quake2

import (
	"io"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// Codec reads and writes .dm2 files, and MultiViewCodec the .mvd2 files of Q2PRO and the rerelease.
var (
	Codec = newCodec("dm2", DM2, []byte{0xff, 0xff, 0xff, 0xff},
		codec.Kind{ID: "quake2-demo", Name: "Quake II demo", Extensions: []string{"dm2"}, Magic: clientMagic()})
	MultiViewCodec = newCodec("mvd2", MVD2, []byte{0, 0},
		codec.Kind{ID: "quake2-mvd", Name: "Quake II multi-view demo", Extensions: []string{"mvd2"},
			Magic: multiViewMagic()})
)

func newCodec(name string, format Format, end []byte, kind codec.Kind) *codec.Codec {
	return &codec.Codec{
		Name: name, Game: "quake2", Kinds: []codec.Kind{kind},
		Sniff: func(data []byte) wire.Confidence {
			if f, c := Sniff(data); f == format {
				return c
			}
			return wire.NotThis
		},
		NextBlock: NextBlock, End: end, Tail: end,
		NewDecoder: func(data []byte, o codec.Options) codec.Decoder {
			return codec.DecoderOf(NewDecoder(data, Options{More: o.More}), func(f func(any)) Handler {
				return HandlerFunc(func(m Message) { f(m) })
			}, codec.Options{})
		},
		NewEncoder: func(w io.Writer, _ codec.Options) codec.Encoder {
			return codec.EncoderOf[Message](NewEncoder(w, Options{}))
		},
		Moments: clipMoments,
		Clip: func(w io.Writer, data []byte, _ codec.Options, first codec.Moment, end int64) error {
			return writeClip(w, data, format, first, end)
		},
		Text: textForm,
	}
}

// clientMagic returns the conditions on the bytes of a .dm2: int32 length, serverdata (12), a protocol; 7 and 25 in the
// test release.
func clientMagic() []codec.Match {
	var protocols []codec.Match
	for _, v := range []int32{34, 26, 27, 28, 29, 30, 31, 32, 33, 35, 36, 56, 2022, 2023, 3434, 3435, 3436} {
		protocols = append(protocols, codec.At(5, codec.Long(v)))
	}
	return []codec.Match{codec.At(2, "\x00\x00\x0c", protocols...),
		codec.At(2, "\x00\x00\x07", codec.At(5, codec.Long(25)))}
}

// multiViewMagic returns the conditions on the bytes of a .mvd2: the magic, a 16-bit length, serverdata (4) with flags
// in the bits above the low five, protocol 37.
func multiViewMagic() []codec.Match {
	return []codec.Match{codec.At(0, "MVD2", codec.At(7, codec.Long(37)))}
}

// clipMoments returns the blocks in which the game is in view.
func clipMoments(data []byte, _ codec.Options) (list []codec.Moment) {
	var h History
	level := 0
	d := NewDecoder(data, Options{})
	codec.Drive[Handler](d, HandlerFunc(func(m Message) {
		h.Handle(m)
		if _, ok := m.(*ServerData); ok {
			level++
		}
	}), func(begin, end int64) {
		if s := h.Snapshot(); s != nil {
			list = append(list, codec.Moment{Begin: begin, End: end, Time: d.Time(), Level: level,
				Unfit: s.Approximate})
		}
	})
	return list
}

// writeClip writes a section of a demo; see [codec.Codec.Clip]. A .mvd2 starts with the state after its first moment,
// as a gamestate includes a frame.
func writeClip(w io.Writer, data []byte, format Format, first codec.Moment, end int64) error {
	begin := first.Begin
	if format == MVD2 && first != (codec.Moment{}) {
		begin = first.End
	}
	c := NewClip(w, Options{}, begin, end)
	codec.Drive[Handler](NewDecoder(data, Options{}), c, nil)
	return c.Finish()
}
