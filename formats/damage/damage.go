// Package damage has the type for what is wrong with a demo, shared by all decoders.
package damage

import (
	"fmt"
	"time"
)

// Damage is a place where a demo violates its format. It is a finding, not a failure: what precedes it plays, and if
// the format allows it, decoding continues after it.
type Damage struct {
	// Offset is the offset in the demo, after decompression, of the first byte that could not be used.
	Offset int64
	// Time is the demo's time at the damage, since the start of the demo; negative if not known.
	Time time.Duration
	// What is what was being read and what was wrong with it, as the rest of a sentence: "block of 4096 bytes is cut
	// after 12".
	What string
	// Skipped is how many bytes were skipped until decoding continued; 0 if nothing follows.
	Skipped int64
	// Lost is how much of the demo's time they took; 0 if not known.
	Lost time.Duration
}

// Error returns the damage as text, with its offset and time.
func (d *Damage) Error() string {
	if d.Time < 0 {
		return fmt.Sprintf("offset %d: %s", d.Offset, d.What)
	}
	return fmt.Sprintf("offset %d, time %v: %s", d.Offset, d.Time, d.What)
}
