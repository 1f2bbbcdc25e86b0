package sim

import "time"

// ItemAbsence is one interval in which an item was not at its place.
type ItemAbsence struct {
	Item   Item
	Weapon Weapon // where Item is ItemWeapon
	Origin Vec3
	Entity int
	// Taken and Respawn are demo times. Where RespawnKnown is false, Respawn
	// is when the item was next seen there, or 0.
	Taken, Respawn time.Duration
	RespawnKnown   bool
	By             Slot // slot of who took it; nobody if not known
}
