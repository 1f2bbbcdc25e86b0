// Package codec has the type of a game's codec: all that the rest of the program asks of a format of demos. Each game's
// package exports a value for each of its formats, and package formats lists them.
package codec

import (
	"io"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// Codec is a format of demos: how they are told apart, framed, read, written, cut and shown as text. Codecs are compared
// by their addresses; a nil one is a format that is not known. Functions that may be nil say so.
type Codec struct {
	// Name is the usual extension of file names, without the dot: "mvd". It names the format wherever one is named.
	Name string
	// Game is the key of the game: "quakeworld".
	Game string
	// Kinds are the kinds of files with such demos, at least one.
	Kinds []Kind
	// Claims reports whether an extension that no codec lists is one of the format. It may be nil.
	Claims func(extension string) bool
	// Extension returns the extension of demos of a protocol, without the dot. It is nil where all have that of Name.
	Extension func(protocol int) string

	// Sniff reports how well data, the start of a file, agrees with the format.
	Sniff func(data []byte) wire.Confidence
	// Unwrap returns the demo in a file whose blocks stand in a wrapping; ok is false for all others. It may be nil.
	Unwrap func(data []byte) (plain []byte, ok bool)
	// ServerVersion returns the version that the server states of its program, empty where it states none: games of other
	// families are refused by it. It may be nil.
	ServerVersion func(data []byte) string

	// NextBlock returns the offset after the block at at (possibly past the data), 0 if more data is needed, -1 if no block
	// can start there. last is set if the block marks the end of the demo.
	NextBlock func(data []byte, at int) (end int, last bool)
	// End is the mark that is to be written after the last block; nil for formats without one.
	End []byte
	// Tail is what files end with whose recording was stopped properly.
	Tail []byte

	// NewDecoder returns a decoder of data, which must not be changed while the decoder or what it gave is in use.
	NewDecoder func(data []byte, o Options) Decoder
	// NewEncoder returns an encoder that writes to w.
	NewEncoder func(w io.Writer, o Options) Encoder

	// Moments returns the blocks of a demo that show the game, in the order of the file.
	Moments func(data []byte, o Options) []Moment
	// Clip writes the part of a demo that begins with a moment, or with the demo's start if that is the zero Moment, and
	// ends before the block at the offset end.
	Clip func(w io.Writer, data []byte, o Options, first Moment, end int64) error

	Text Text
}

// String returns the codec's name, "unknown" for a nil one.
func (c *Codec) String() string {
	if c == nil {
		return "unknown"
	}
	return c.Name
}

// Extensions returns the extensions of all kinds of files, in lower case and without the dot.
func (c *Codec) Extensions() []string {
	var list []string
	for _, k := range c.Kinds {
		list = append(list, k.Extensions...)
	}
	return list
}

// Wrapped reports whether an extension is that of files with a wrapping.
func (c *Codec) Wrapped(extension string) bool {
	return slices.ContainsFunc(c.Kinds, func(k Kind) bool { return k.Wrapped && slices.Contains(k.Extensions, extension) })
}

// Options are what a decoder and an encoder may be told of a demo.
type Options struct {
	// Name is the demo's file name; its extension is a hint.
	Name string
	// Protocol is the number of the protocol, 0 if the demo is to tell it.
	Protocol int
	// More gives what is behind the data of a demo that is still growing; nil for one that is there in full.
	More wire.More
}

// Moment is a block of a demo that shows the game at a time.
type Moment struct {
	Begin, End int64 // the offsets of the block and of the one after it
	Time       time.Duration
	// Level counts the levels of the demo up to the moment.
	Level int
	// Unfit is set if a clip cannot begin with it: it builds on what the demo lacks, or shows a part.
	Unfit bool
}

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder interface {
	// Next calls handle with each message of the next block, a pointer to a struct that is used again. It returns [io.EOF]
	// after the last one.
	Next(handle func(message any)) error
	// Offset is the place of the next block in bytes, Time that of the last one since the demo's start.
	Offset() int64
	Time() time.Duration
	Damage() []damage.Damage
	// Reset goes on with other data, as if it followed what was read.
	Reset(data []byte)
	// Options returns those of an encoder that is to write the same demo.
	Options() Options
}

// Encoder writes the messages that it is given. It is not safe for concurrent use.
type Encoder interface {
	Handle(message any)
	// Finish writes what is left and returns the first error.
	Finish() error
}

// gameDecoder is a game's own decoder, which drives that game's handlers.
type gameDecoder[H any] interface {
	Next(H) error
	Offset() int64
	Time() time.Duration
	Damage() []damage.Damage
	Reset(data []byte)
}

// decoder is a game's decoder as a [Decoder].
type decoder[H any] struct {
	gameDecoder[H]
	handler func(func(any)) H
	options Options
}

func (d decoder[H]) Next(handle func(any)) error { return d.gameDecoder.Next(d.handler(handle)) }
func (d decoder[H]) Options() Options            { return d.options }

// DecoderOf returns a game's decoder as a [Decoder]. handler returns a handler of that game that passes on every message, and
// o is what Options returns.
func DecoderOf[H any](d gameDecoder[H], handler func(handle func(any)) H, o Options) Decoder {
	return decoder[H]{d, handler, o}
}

// encoder is a game's encoder as an [Encoder].
type encoder[M any] struct {
	enc interface {
		Handle(M)
		Finish() error
	}
}

func (e encoder[M]) Handle(m any)  { e.enc.Handle(m.(M)) }
func (e encoder[M]) Finish() error { return e.enc.Finish() }

// EncoderOf returns a game's encoder as an [Encoder].
func EncoderOf[M any](enc interface {
	Handle(M)
	Finish() error
}) Encoder {
	return encoder[M]{enc}
}

// Drive has a game's decoder drive a handler until the demo ends. After each block it calls each, unless that is nil, with the
// offsets of the block and of the one after it.
func Drive[H any](d interface {
	Next(H) error
	Offset() int64
}, handler H, each func(begin, end int64)) {
	for {
		begin := d.Offset()
		if d.Next(handler) != nil {
			return
		}
		if each != nil {
			each(begin, d.Offset())
		}
	}
}

// Messages returns a game's messages as those of any game.
func Messages[M any](all []M) []any {
	list := make([]any, len(all))
	for i, m := range all {
		list[i] = m
	}
	return list
}
