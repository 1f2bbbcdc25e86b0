// Package damage has the type for what is wrong with a demo, which all
// decoders share.
package damage

import (
	"fmt"
	"time"
)

// Damage is a place where a demo does not say what its format demands. It is
// a finding, not a failure: what precedes it plays, and where the format
// allows to go on behind it, decoding goes on.
type Damage struct {
	// Offset is the place in the demo's bytes, after decompression, counted
	// from 0. It is the first byte that could not be used.
	Offset int64
	// Time is the demo's time at the damage, from the start of the demo;
	// negative where it is not known.
	Time time.Duration
	// What says what was being read and what was wrong with it, as the rest
	// of a sentence: "block of 4096 bytes is cut after 12".
	What string
	// Skipped is how many bytes were passed over until decoding went on; 0
	// where nothing follows.
	Skipped int64
	// Lost is how much demo time went with them; 0 where it is not known.
	Lost time.Duration
}

// Error makes a Damage usable as an error, with its place and time.
func (d *Damage) Error() string {
	if d.Time < 0 {
		return fmt.Sprintf("offset %d: %s", d.Offset, d.What)
	}
	return fmt.Sprintf("offset %d, time %v: %s", d.Offset, d.Time, d.What)
}
