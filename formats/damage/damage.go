// Package damage defines the type with which all decoders describe damage in a demo.
package damage

import (
	"fmt"
	"time"
)

// Damage describes a violation of the format at some position in a demo. A damaged demo may still be playable:
// everything before the damage plays and, if the format allows it, decoding continues after it.
type Damage struct {
	// Offset is the offset of the first unusable byte in the decompressed demo.
	Offset int64
	// Time is the time of the damage since the start of the demo. It is negative if it is unknown.
	Time time.Duration
	// What describes the damage, for use in a sentence, such as "block of 4096 bytes is cut off after 12".
	What string
	// Skipped is the number of bytes skipped until decoding continued, or 0 if it did not.
	Skipped int64
	// Lost is the time that the skipped bytes covered, or 0 if it is unknown.
	Lost time.Duration
}

// Error returns a description of the damage. It includes the offset and, if known, the time.
func (d *Damage) Error() string {
	if d.Time < 0 {
		return fmt.Sprintf("offset %d: %s", d.Offset, d.What)
	}
	return fmt.Sprintf("offset %d, time %v: %s", d.Offset, d.Time, d.What)
}
