package wolfenstein

import (
	"fmt"
	"io"

	"fragscope/formats/codec"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// Codec reads and writes the demos of Enemy Territory and of Return to Castle Wolfenstein.
var Codec = newCodec(&codec.Codec{
	Name: "dm_84", Game: "wolfenstein",
	Kinds: []codec.Kind{
		{ID: "enemyterritory-demo", Name: "Enemy Territory demo", Extensions: []string{"dm_84"}},
		{ID: "wolfenstein-demo", Name: "Return to Castle Wolfenstein demo",
			Extensions: []string{"dm_57", "dm_58", "dm_59", "dm_60"}},
	},
	Extension: func(protocol int) string { return fmt.Sprintf("dm_%d", protocol) },
	Sniff:     func(data []byte) wire.Confidence { return sniff(data, false) },
	Refused: []codec.Foreign{
		{ID: "enemyterritory-test-demo", Name: "a test version of Wolfenstein: Enemy Territory",
			Plays: "the game of that version plays it: demo", Extensions: []string{"dm_80", "dm_82", "dm_83"},
			Versions: []string{"ET 2.5"}},
		{ID: "etlegacy-server-demo", Name: "a server of ET: Legacy", Plays: "the server plays it: demo_play",
			Extensions: []string{"sv_84"}},
	},
})

// MultiViewCodec reads and writes the demos of Enemy Territory's TV servers.
var MultiViewCodec = newCodec(&codec.Codec{
	Name: "tv_84", Game: "wolfenstein",
	Kinds: []codec.Kind{{ID: "enemyterritory-tv-demo", Name: "Enemy Territory TV demo", Extensions: []string{"tv_84"}}},
	Sniff: func(data []byte) wire.Confidence { return sniff(data, true) },
})

// newCodec completes c by what all formats have in common.
func newCodec(c *codec.Codec) *codec.Codec {
	c.ServerVersion = ServerVersion
	c.NextBlock, c.End, c.Tail = quake3.NextBlock, quake3.Codec.End, quake3.Codec.Tail
	c.NewDecoder = func(data []byte, o codec.Options) codec.Decoder {
		d := NewDecoder(data, Options{Name: o.Name, Protocol: ProtocolOf(o.Protocol), More: o.More})
		_, number := d.Protocol()
		return codec.DecoderOf(d, func(f func(any)) Handler {
			return HandlerFunc(func(m Message) { f(m) })
		}, codec.Options{Protocol: number})
	}
	c.NewEncoder = func(w io.Writer, o codec.Options) codec.Encoder {
		return codec.EncoderOf[Message](NewEncoder(w, Options{Protocol: ProtocolOf(o.Protocol)}))
	}
	c.Moments, c.Clip = clipMoments, writeClip
	c.Text = textForm
	return c
}
