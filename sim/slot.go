package sim

import "strconv"

// MaxNumber is the highest number that a slot, entity or mover can have.
const MaxNumber = 1<<16 - 2

// Slot identifies a player's slot on the server. The zero Slot stands for the world, the game itself, or a player not
// named in the demo.
type Slot struct{ next uint16 }

// SlotAt returns the slot with the given number, or the zero Slot if the number is not in the range 0 to 65534.
func SlotAt(number int) Slot {
	if number < 0 || number > MaxNumber {
		return Slot{}
	}
	return Slot{uint16(number) + 1}
}

// Index returns the slot's number, counted from 0 as in the games, or -1 for the zero Slot.
func (s Slot) Index() int { return int(s.next) - 1 }

// Valid reports whether s is not the zero Slot.
func (s Slot) Valid() bool { return s.next != 0 }

// String returns the slot's number, or "-1" for the zero Slot.
func (s Slot) String() string { return strconv.Itoa(s.Index()) }
