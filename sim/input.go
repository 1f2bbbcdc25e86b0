package sim

import (
	"strings"
	"time"
)

// Keys is a set of keys held down by a player.
type Keys uint16

const (
	KeyForward Keys = 1 << iota
	KeyBack
	KeyLeft
	KeyRight
	KeyJump // or up
	KeyCrouch
	KeyAttack
	KeyWalk
)

var keyNames = [...]string{"forward", "back", "left", "right", "jump", "crouch", "attack", "walk"}

// String returns the names of the keys, joined by plus signs, or "" if there are none.
func (k Keys) String() string {
	var names []string
	for i, name := range keyNames {
		if k>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}

// MoveKeys returns the keys that correspond to the forward, right and up movement of a user command.
func MoveKeys(forward, right, up int) (k Keys) {
	for _, axis := range [...]struct {
		move     int
		more, by Keys
	}{{forward, KeyForward, KeyBack}, {right, KeyRight, KeyLeft}, {up, KeyJump, KeyCrouch}} {
		switch {
		case axis.move > 0:
			k |= axis.more
		case axis.move < 0:
			k |= axis.by
		}
	}
	return k
}

// Input records the keys that a player holds down from a given time on.
type Input struct {
	Time time.Duration
	Slot Slot
	Keys Keys
	// Impulse is the number of an impulse command, typed or bound to a key, or 0 if there is none. It applies only at
	// the time of the input.
	Impulse uint8
	// Msec is the duration of the first command with these keys, in milliseconds, or 0 if unknown.
	Msec uint8
}

// Pace compares the total duration of a player's commands with the time over which they were sent. The two are equal if
// the player's clock runs at the right speed.
type Pace struct {
	// Time is the demo time at which the span began. Span is its length, about a second.
	Time, Span time.Duration
	Commands   int           // in the span
	Sum        time.Duration // of the durations of these commands
}
