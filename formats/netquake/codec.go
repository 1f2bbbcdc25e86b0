package netquake

import (
	"io"

	"fragscope/formats/codec"
)

// Codec reads and writes .dem files.
var Codec = &codec.Codec{
	Name: "dem", Game: "quake",
	Kinds: []codec.Kind{{ID: "quake-demo", Name: "Quake demo", Extensions: []string{"dem"}, Magic: magic()}},
	Sniff: Sniff, NextBlock: NextBlock, Tail: []byte{2}, // svc_disconnect
	NewDecoder: func(data []byte, o codec.Options) codec.Decoder {
		return codec.DecoderOf(NewDecoder(data, Options{More: o.More}), func(f func(any)) Handler {
			return HandlerFunc(func(m Message) { f(m) })
		}, codec.Options{})
	},
	NewEncoder: func(w io.Writer, _ codec.Options) codec.Encoder {
		return codec.EncoderOf[Message](NewEncoder(w, Options{}))
	},
	Moments: clipMoments, Clip: writeClip,
	Text: textForm,
}

// magic returns the conditions on the bytes of a .dem. After the line with the CD track, a length and three angles
// comes svc_print with the server's greeting, such as "\x02\nVERSION 1.09 SERVER (1234 CRC)", or DarkPlaces' own, which
// names the game (com_game.c, gamemode_info). A mod's own greeting may come first: then the line must say that there is
// no CD track, the length be below 65536, and a text or serverinfo follow.
func magic() []codec.Match {
	var first []codec.Match
	for _, message := range []string{"\x08", "\x09", "\x0b"} {
		first = append(first, codec.At(19, message))
	}
	return []codec.Match{
		codec.Within(17, 24, "\x08\x02\n", codec.Within(24, 80, " SERVER (")),
		codec.At(0, "-1\n", codec.At(5, "\x00\x00", first...)),
	}
}

// clipMoments returns the blocks in which the game is in view.
func clipMoments(data []byte, _ codec.Options) (list []codec.Moment) {
	h := NewHistory()
	level := 0
	codec.Drive[Handler](NewDecoder(data, Options{}), HandlerFunc(func(m Message) {
		h.Handle(m)
		if _, ok := m.(*ServerInfo); ok {
			level++
		}
	}), func(begin, end int64) {
		if s := h.Snapshot(); s != nil {
			list = append(list, codec.Moment{Begin: begin, End: end, Time: s.Time, Level: level})
		}
	})
	return list
}

// writeClip writes a section of a demo; see [codec.Codec.Clip].
func writeClip(w io.Writer, data []byte, _ codec.Options, first codec.Moment, end int64) error {
	c := NewClip(w, Options{}, first.Begin, end)
	codec.Drive[Handler](NewDecoder(data, Options{}), c, nil)
	return c.Finish()
}
