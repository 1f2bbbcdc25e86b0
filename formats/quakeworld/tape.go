//go:build !js

package quakeworld

import "fragscope/formats/wire"

// NewTape returns a tape for [Decoder.Record].
func NewTape() *wire.Tape[Message] {
	return wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })
}

// Record is Next with messages taken from t and put on it; the decoder goes on taking them from there.
func (d *Decoder) Record(t *wire.Tape[Message]) error {
	if d.tape != t {
		d.tape, d.take = t, t.Take
	}
	return d.Next(t)
}
