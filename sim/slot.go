package sim

import "strconv"

// MaxNumber is the highest slot, entity or mover number.
const MaxNumber = 1<<16 - 2

// Slot is a player's place on the server. The zero Slot is nobody: the world, the game itself, or a player not named by
// the demo.
type Slot struct{ next uint16 }

// SlotAt returns the slot with the given number, or nobody if the number is outside the range 0 to 65534.
func SlotAt(number int) Slot {
	if number < 0 || number > MaxNumber {
		return Slot{}
	}
	return Slot{uint16(number) + 1}
}

// Index returns the slot's number, counted from 0 as the games do, or -1 for nobody.
func (s Slot) Index() int { return int(s.next) - 1 }

// Valid reports whether the slot belongs to a player.
func (s Slot) Valid() bool { return s.next != 0 }

// String returns the slot's number, or "-1" for nobody.
func (s Slot) String() string { return strconv.Itoa(s.Index()) }
