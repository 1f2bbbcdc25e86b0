//go:build !js

package netquake

import "fragscope/formats/wire"

// NewTape returns a tape for use with [Decoder.Record].
func NewTape() *wire.Tape[Message] {
	return wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })
}

// Record is like [Decoder.Next] with t as the handler, but takes messages from t instead of reusing the decoder's own.
// After the first call to Record, Next also takes its messages from t.
func (d *Decoder) Record(t *wire.Tape[Message]) error {
	if d.tape != t {
		d.tape, d.take = t, t.Take
	}
	return d.Next(t)
}
