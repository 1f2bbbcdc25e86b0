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
	// Since is when it had come back before it was taken, if SinceKnown: it lay there all the time from then on, as it
	// was in sight, or out of sight for less time than it stays away. What lies there from the start of a match did not
	// come back.
	Since      time.Duration
	SinceKnown bool
}

// Late returns for how long the item lay there before it was taken, not counting the time-outs among the events of the
// recording; ok is false where the demo does not show that it lay there.
func (a *ItemAbsence) Late(events []Event) (late time.Duration, ok bool) {
	return max(a.Taken-a.Since-StoodStill(events, a.Since, a.Taken), 0), a.SinceKnown
}

// StoodStill returns for how long the game stood still between two times, from the events of a recording.
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

// stoppedAfter is how much of a stop, of which there is none if it begins below 0, lies after a time.
func stoppedAfter(begin, end, after time.Duration) time.Duration {
	if begin < 0 {
		return 0
	}
	return max(end-max(begin, after), 0)
}
