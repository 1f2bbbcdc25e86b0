package sim

import "strconv"

// MaxNumber bounds slots and the numbers of entities and movers.
const MaxNumber = 1<<16 - 2

// Slot is a player's place on the server. The zero Slot is nobody: the world,
// the game itself, or a player whom the demo does not name.
type Slot struct{ next uint16 }

// SlotAt is the slot with a number; nobody for a number below 0 or above 65534.
func SlotAt(number int) Slot {
	if number < 0 || number > MaxNumber {
		return Slot{}
	}
	return Slot{uint16(number) + 1}
}

// Index is the slot's number, counted from 0 as the games do; -1 for nobody.
func (s Slot) Index() int { return int(s.next) - 1 }

// Valid reports whether the slot is somebody's.
func (s Slot) Valid() bool { return s.next != 0 }

// String is the slot's number, "-1" for nobody.
func (s Slot) String() string { return strconv.Itoa(s.Index()) }
