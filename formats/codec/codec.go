// Package codec has the type of a game's codec: all that the rest of the program needs from a demo format. Each game's
// package exports a value for each of its formats, and package formats lists them.
package codec

import (
	"io"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// Codec is a demo format: how its demos are recognised, framed, read, written, cut and shown as text. Codecs are
// compared by address; nil is an unknown format. Functions that may be nil say so.
type Codec struct {
	// Name is the usual file name extension, without the dot: "mvd". It names the format everywhere.
	Name string
	// Game is the key of the game: "quakeworld".
	Game string
	// Kinds are the kinds of files with such demos, at least one.
	Kinds []Kind
	// Claims reports whether an extension that no codec lists belongs to the format. It may be nil.
	Claims func(extension string) bool
	// Extension returns the extension for demos of a protocol, without the dot. It is nil if that is always Name.
	Extension func(protocol int) string

	// Sniff returns how well data, the start of a file, agrees with the format.
	Sniff func(data []byte) wire.Confidence
	// Unwrap returns the demo in a file whose blocks are wrapped; ok is false for all others. It may be nil.
	Unwrap func(data []byte) (plain []byte, ok bool)
	// ServerVersion returns the server program's version according to the server, or "": by it games of other families
	// are refused. It may be nil.
	ServerVersion func(data []byte) string
	// Refused are kinds of demos of the same family that nothing here reads.
	Refused []Foreign

	// NextBlock returns the offset after the block at at (possibly past the data), 0 if more data is needed, -1 if no
	// block can start there. last is set if the block marks the end of the demo.
	NextBlock func(data []byte, at int) (end int, last bool)
	// End is the mark to be written after the last block; nil for formats without one.
	End []byte
	// Tail is the end of files whose recording was stopped properly.
	Tail []byte

	// NewDecoder returns a Decoder for data, which must not change while the decoder or its messages are in use.
	NewDecoder func(data []byte, o Options) Decoder
	// NewEncoder returns an Encoder that writes to w.
	NewEncoder func(w io.Writer, o Options) Encoder

	// Moments returns the blocks of a demo at which the game is in view, in the order of the file.
	Moments func(data []byte, o Options) []Moment
	// Clip writes the part of a demo from the moment first, or from the demo's start if that is the zero Moment, up to
	// the block at offset end.
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

// Wrapped reports whether an extension belongs to files with a wrapping.
func (c *Codec) Wrapped(extension string) bool {
	return slices.ContainsFunc(c.Kinds, func(k Kind) bool { return k.Wrapped && slices.Contains(k.Extensions, extension) })
}

// Options is what can be said about a demo to a decoder or encoder in advance.
type Options struct {
	// Name is the demo's file name; its extension is a hint.
	Name string
	// Protocol is the protocol number, 0 to take it from the demo.
	Protocol int
	// More waits for more of a growing demo; nil if the demo is complete.
	More wire.More
}

// Moment is a block of a demo at which the game is in view.
type Moment struct {
	Begin, End int64 // the offsets of the block and of the one after it
	Time       time.Duration
	// Level is how many levels the demo has up to the moment.
	Level int
	// Unfit is set if no clip can begin here: the moment depends on what the demo lacks, or is incomplete.
	Unfit bool
}

// Decoder reads a demo block by block. It is not safe for concurrent use.
type Decoder interface {
	// Next calls handle with each message of the next block, a pointer to a reused struct. It returns [io.EOF] after
	// the last block.
	Next(handle func(message any)) error
	// Offset is the offset of the next block in bytes, Time that of the last one since the demo's start.
	Offset() int64
	Time() time.Duration
	Damage() []damage.Damage
	// Reset continues with other data, as if it followed what has been read.
	Reset(data []byte)
	// Options returns the options for an encoder that is to write the same demo.
	Options() Options
}

// Encoder writes messages. It is not safe for concurrent use.
type Encoder interface {
	Handle(message any)
	// Finish writes what is left and returns the first error.
	Finish() error
}

// gameDecoder is a game's own decoder, which calls that game's handlers.
type gameDecoder[H any] interface {
	Next(H) error
	Offset() int64
	Time() time.Duration
	Damage() []damage.Damage
	Reset(data []byte)
}

// decoder adapts a game's decoder to [Decoder].
type decoder[H any] struct {
	gameDecoder[H]
	handler func(func(any)) H
	options Options
}

func (d decoder[H]) Next(handle func(any)) error { return d.gameDecoder.Next(d.handler(handle)) }
func (d decoder[H]) Options() Options            { return d.options }

// DecoderOf adapts a game's decoder to [Decoder]. handler returns a handler of that game that passes every message to
// handle; o is what Options returns.
func DecoderOf[H any](d gameDecoder[H], handler func(handle func(any)) H, o Options) Decoder {
	return decoder[H]{d, handler, o}
}

// encoder adapts a game's encoder to [Encoder].
type encoder[M any] struct {
	enc interface {
		Handle(M)
		Finish() error
	}
}

func (e encoder[M]) Handle(m any)  { e.enc.Handle(m.(M)) }
func (e encoder[M]) Finish() error { return e.enc.Finish() }

// EncoderOf adapts a game's encoder to [Encoder].
func EncoderOf[M any](enc interface {
	Handle(M)
	Finish() error
}) Encoder {
	return encoder[M]{enc}
}

// Drive passes a whole demo from a game's decoder to a handler. After each block it calls each, unless nil, with the
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

// Messages returns a game's messages as values of any type.
func Messages[M any](all []M) []any {
	list := make([]any, len(all))
	for i, m := range all {
		list[i] = m
	}
	return list
}
