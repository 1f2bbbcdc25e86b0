//go:build !js

package netquake

import "fragscope/formats/wire"

// NewTape returns a tape for [Decoder.Record].
func NewTape() *wire.Tape[Message] {
	return wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })
}

// Record is Next, and puts what it reads on a tape, whose messages the decoder gives from then on.
func (d *Decoder) Record(t *wire.Tape[Message]) error {
	if d.tape != t {
		d.tape, d.take = t, t.Take
	}
	return d.Next(t)
}
