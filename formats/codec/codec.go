// Package codec defines the Codec type, which is the program's interface to a demo format. Each game's package exports
// a codec for each of its formats. Package formats lists all codecs.
package codec

import (
	"io"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// Codec implements a demo format. It has functions for recognising, splitting, reading, writing and cutting demos, and
// describes their text form. Codecs are compared by address. A nil *Codec represents an unknown format. Unless
// otherwise stated, a function field must not be nil.
type Codec struct {
	// Name is the usual file name extension, without the dot: "mvd". It identifies the format throughout the program.
	Name string
	// Game is the key of the game: "quakeworld".
	Game string
	// Kinds lists the kinds of files that hold demos in this format. There is at least one.
	Kinds []Kind
	// Claims reports whether a file name extension that is not in any codec's Kinds belongs to the format. It may be
	// nil.
	Claims func(extension string) bool
	// Extension returns the file name extension, without the dot, for demos with the given protocol. It is nil if the
	// extension is always Name.
	Extension func(protocol int) string

	// Sniff reports how well data matches the format. data is the start of a file.
	Sniff func(data []byte) wire.Confidence
	// Unwrap returns the plain demo in a file with wrapped blocks; ok is false for any other file. It may be nil.
	Unwrap func(data []byte) (plain []byte, ok bool)
	// ServerVersion returns the version of the server program stated in the demo, or "" if there is none. It is used to
	// recognise and refuse demos of other game families. It may be nil.
	ServerVersion func(data []byte) string
	// Refused lists games of the same family whose demos cannot be read.
	Refused []Foreign

	// NextBlock returns the offset at which the block that starts at data[at] ends, which may lie beyond the data. It
	// returns 0 if it needs more data, or -1 if no block can start at data[at]. last is true if the block marks the end
	// of the demo.
	NextBlock func(data []byte, at int) (end int, last bool)
	// End is the mark written after the last block. It is nil if the format has none.
	End []byte
	// Tail is the end of a file whose recording was stopped properly.
	Tail []byte

	// NewDecoder returns a Decoder for data, which must not be modified while the decoder or its messages are in use.
	NewDecoder func(data []byte, o Options) Decoder
	// NewEncoder returns an Encoder that writes to w.
	NewEncoder func(w io.Writer, o Options) Encoder

	// Moments returns the moments of a demo, in file order.
	Moments func(data []byte, o Options) []Moment
	// Clip writes the section of a demo that starts at the moment first and ends before the block at offset end. If
	// first is zero, the section starts at the start of the demo.
	Clip func(w io.Writer, data []byte, o Options, first Moment, end int64) error

	Text Text
}

// String returns the codec's name, or "unknown" if c is nil.
func (c *Codec) String() string {
	if c == nil {
		return "unknown"
	}
	return c.Name
}

// Extensions returns the file name extensions of all Kinds, in lower case and without dots.
func (c *Codec) Extensions() []string {
	var list []string
	for _, k := range c.Kinds {
		list = append(list, k.Extensions...)
	}
	return list
}

// Wrapped reports whether the blocks of files with the given extension are wrapped; see [Codec.Unwrap].
func (c *Codec) Wrapped(extension string) bool {
	return slices.ContainsFunc(c.Kinds, func(k Kind) bool {
		return k.Wrapped &&
			slices.Contains(k.Extensions, extension)
	})
}

// Options holds options for reading or writing a demo.
type Options struct {
	// Name is the demo's file name. Its extension is used as a hint.
	Name string
	// Protocol is the protocol number, or 0 to take it from the demo.
	Protocol int
	// More, if not nil, waits for more data from a growing demo. It is nil for a complete demo.
	More wire.More
}

// Moment describes a block of a demo that yields a snapshot of the game. Clips start and end at moments.
type Moment struct {
	Begin, End int64 // the offsets of the block and of the one after it
	Time       time.Duration
	// Level is the number of levels started in the demo up to this moment.
	Level int
	// Unfit is set if no clip can begin here, because the moment is incomplete or depends on something missing from the
	// demo.
	Unfit bool
}

// Decoder reads a demo one block at a time. It is not safe for concurrent use.
type Decoder interface {
	// Next reads the next block and calls handle with each of its messages. A message is a pointer to a struct that the
	// Decoder reuses. Next returns [io.EOF] after the last block.
	Next(handle func(message any)) error
	// Offset returns the offset of the next block, in bytes. Time returns the time of the last block read, measured
	// from the start of the demo.
	Offset() int64
	Time() time.Duration
	Damage() []damage.Damage
	// Reset makes the decoder continue with data. The decoding state is kept, as if data followed the blocks read so
	// far.
	Reset(data []byte)
	// Options returns the options for an encoder that writes the same demo.
	Options() Options
}

// Encoder writes messages as a demo. It is not safe for concurrent use.
type Encoder interface {
	Handle(message any)
	// Finish writes any buffered data and returns the first error.
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

// DecoderOf returns a [Decoder] that reads messages with d, a game's own decoder. The handler function must return a
// handler for d that passes all messages to handle. The returned Decoder's Options method returns o.
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

// EncoderOf returns an [Encoder] that writes messages with enc, a game's own encoder.
func EncoderOf[M any](enc interface {
	Handle(M)
	Finish() error
}) Encoder {
	return encoder[M]{enc}
}

// Drive decodes an entire demo, passing all messages to handler. If each is not nil, it is called after every block,
// with the offsets of the block's start and end.
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

// Messages converts a slice of a game's messages to a []any.
func Messages[M any](all []M) []any {
	list := make([]any, len(all))
	for i, m := range all {
		list[i] = m
	}
	return list
}
