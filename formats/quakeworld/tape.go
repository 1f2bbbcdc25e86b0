//go:build !js

package quakeworld

import "fragscope/formats/wire"

// NewTape returns a tape for use with [Decoder.Record].
func NewTape() *wire.Tape[Message] {
	return wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })
}

// Record is like [Decoder.Next] with t as the handler, but the messages are allocated by t, so they are not overwritten
// when the next block is read. After the first call to Record, t also allocates the messages that Next passes to its
// handler.
func (d *Decoder) Record(t *wire.Tape[Message]) error {
	if d.tape != t {
		d.tape, d.take = t, t.Take
	}
	return d.Next(t)
}
