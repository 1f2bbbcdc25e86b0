package quakeworld

import (
	"io"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// Codec reads and writes .qwd files, recorded by clients; MultiViewCodec reads and writes .mvd files, recorded by
// servers.
var (
	Codec = newCodec("qwd", false,
		codec.Kind{ID: "quakeworld-demo", Name: "QuakeWorld demo", Extensions: []string{"qwd"}, Magic: clientMagic()})
	MultiViewCodec = newCodec("mvd", true,
		codec.Kind{ID: "quakeworld-mvd", Name: "QuakeWorld multi-view demo", Extensions: []string{"mvd"},
			Magic: multiViewMagic()})
)

func newCodec(name string, multiView bool, kind codec.Kind) *codec.Codec {
	o := Options{MultiView: multiView}
	return &codec.Codec{
		Name: name, Game: "quakeworld", Kinds: []codec.Kind{kind},
		Sniff:     func(data []byte) wire.Confidence { return Sniff(data, o) },
		NextBlock: func(data []byte, at int) (int, bool) { return NextBlock(data, at, o) },
		Tail:      []byte("EndOfDemo\x00"),
		NewDecoder: func(data []byte, told codec.Options) codec.Decoder {
			return codec.DecoderOf(NewDecoder(data, Options{MultiView: multiView, More: told.More}),
				func(f func(any)) Handler {
					return HandlerFunc(func(m Message) { f(m) })
				}, codec.Options{})
		},
		NewEncoder: func(w io.Writer, _ codec.Options) codec.Encoder {
			return codec.EncoderOf[Message](NewEncoder(w,
				o))
		},
		Moments: func(data []byte, _ codec.Options) []codec.Moment { return clipMoments(data, o) },
		Clip: func(w io.Writer, data []byte, _ codec.Options, first codec.Moment, end int64) error {
			return writeClip(w, data, o, first, end)
		},
		Text: textForm(multiView),
	}
}

// levelMagic returns the conditions on what follows serverdata: the protocol, or the magic of an extension.
func levelMagic(offset int) []codec.Match {
	var out []codec.Match
	for _, v := range []string{codec.Long(28), codec.Long(27), codec.Long(26), codec.Long(25), "FTEX", "FTE2", "MVD1"} {
		out = append(out, codec.At(offset, v))
	}
	return out
}

// clientMagic returns the conditions on the bytes of a .qwd: float32 time, code 1, int32 length, two sequences,
// serverdata (11).
func clientMagic() []codec.Match {
	return []codec.Match{codec.At(4, "\x01", codec.At(7, "\x00\x00", codec.At(17, "\x0b", levelMagic(18)...)))}
}

// multiViewMagic returns the conditions on the bytes of a .mvd: time 0, a kind (6 is to all, 1 in old recordings),
// int32 length, serverdata; or the line that a converter prints first (svc_print, 3).
func multiViewMagic() []codec.Match {
	var out []codec.Match
	for _, kind := range []string{"\x00\x06", "\x00\x01"} {
		out = append(out, codec.At(0, kind, codec.At(4, "\x00\x00\x0b", levelMagic(7)...)))
	}
	return append(out, codec.At(0, "\x00\x06", codec.At(4, "\x00\x00\x08\x03")))
}

// clipMoments returns the packets of a .qwd, or the blocks of a .mvd, in which blocks with the same time count as one.
func clipMoments(data []byte, o Options) (list []codec.Moment) {
	h := NewHistory(o)
	level := 0
	codec.Drive[Handler](NewDecoder(data, o), HandlerFunc(func(m Message) {
		h.Handle(m)
		if _, ok := m.(*ServerData); ok {
			level++
		}
	}), func(begin, end int64) {
		s := h.Snapshot()
		if s == nil {
			return
		}
		if n := len(list); o.MultiView && n > 0 && list[n-1].Time == s.Time && list[n-1].Level == level {
			list[n-1].End = end
			return
		}
		list = append(list, codec.Moment{
			Begin: begin, End: end, Time: s.Time, Level: level, Unfit: s.Approximate || !o.MultiView && !s.NewEntities,
		})
	})
	return list
}

// writeClip writes a section of a demo; see [codec.Codec.Clip]. A .mvd starts with the full state at the end of its
// first moment, as the blocks of that moment contain only changes.
func writeClip(w io.Writer, data []byte, o Options, first codec.Moment, end int64) error {
	begin := first.Begin
	if o.MultiView {
		begin = first.End
	}
	if first == (codec.Moment{}) {
		begin = 0
	}
	c := NewClip(w, o, begin, end)
	codec.Drive[Handler](NewDecoder(data, o), c, nil)
	return c.Finish()
}
