//go:build !js

package netquake

import "fragscope/formats/wire"

// NewTape returns a tape to be passed to [Decoder.Record].
func NewTape() *wire.Tape[Message] {
	return wire.NewTape(len(kinds), func(kind int) Message { return kinds[kind].make() })
}

// Record is Next with t as the handler. Messages are taken from t instead of being reused, from then on also by Next.
func (d *Decoder) Record(t *wire.Tape[Message]) error {
	if d.tape != t {
		d.tape, d.take = t, t.Take
	}
	return d.Next(t)
}
