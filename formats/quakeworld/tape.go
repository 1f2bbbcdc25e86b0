//go:build !js

package quakeworld

import "fragscope/formats/wire"

// NewTape returns a tape for [Decoder.Record].
func NewTape() *wire.Tape[Message] {
	return wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })
}

// Record is like Next, but takes messages from t and puts them on it. From then on, the decoder takes its messages from
// t.
func (d *Decoder) Record(t *wire.Tape[Message]) error {
	if d.tape != t {
		d.tape, d.take = t, t.Take
	}
	return d.Next(t)
}
