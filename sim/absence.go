package sim

import "time"

// ItemAbsence describes the interval between the pickup of an item and its respawn.
type ItemAbsence struct {
	Item   Item
	Weapon Weapon // set if Item is ItemWeapon
	Origin Vec3
	Entity int
	// Taken and Respawn are demo times. If RespawnKnown is not set, Respawn is the time at which the item was next seen
	// in its place, or 0 if it was not seen again.
	Taken, Respawn time.Duration
	RespawnKnown   bool
	By             Slot // slot of the taker; nobody if unknown
	// Since is the time, before the pickup, at which the item had respawned; it is valid if SinceKnown is set. From
	// then until the pickup, the item was available: it was in sight, or had been out of sight for less than its
	// respawn delay. SinceKnown is not set for an item that was present from the start of a match or round, because it
	// did not respawn.
	Since      time.Duration
	SinceKnown bool
}

// Late returns how long the item had been available when it was taken, not counting timeouts. events must contain all
// events of the recording. ok is false if it is unknown when the item respawned.
func (a *ItemAbsence) Late(events []Event) (late time.Duration, ok bool) {
	return max(a.Taken-a.Since-StoodStill(events, a.Since, a.Taken), 0), a.SinceKnown
}

// StoodStill returns how long the game was paused between from and to. events must contain all events of the recording.
func StoodStill(events []Event, from, to time.Duration) (still time.Duration) {
	stopped := time.Duration(-1)
	for i := range events {
		e := &events[i]
		switch {
		case e.Time > to:
			return still + stoppedAfter(stopped, to, from)
		case e.Kind == EventTimeout && stopped < 0:
			stopped = e.Time
		case e.Kind == EventTimein:
			still += stoppedAfter(stopped, e.Time, from)
			stopped = -1
		}
	}
	return still + stoppedAfter(stopped, to, from)
}

// stoppedAfter returns how much of a pause is after the given time. A negative begin means that there was none.
func stoppedAfter(begin, end, after time.Duration) time.Duration {
	if begin < 0 {
		return 0
	}
	return max(end-max(begin, after), 0)
}
