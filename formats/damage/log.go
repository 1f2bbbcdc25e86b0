package damage

import "time"

// Log collects the damage found while a demo is decoded. Damage that starts where the previous damage ended is merged
// with it, so that a long damaged section is reported only once. The zero Log is empty and ready to use.
type Log struct {
	all []Damage
	end int64 // of the last damage
}

// Add adds d to the log. The bytes counted by d.Skipped must start at d.Offset.
func (l *Log) Add(d Damage) {
	if n := len(l.all); n > 0 && l.end == d.Offset && d.Skipped > 0 {
		l.all[n-1].Skipped += d.Skipped
	} else {
		l.all = Append(l.all, d)
	}
	l.end = d.Offset + d.Skipped
}

// Lost sets the Lost field of the last entry in the log to t.
func (l *Log) Lost(t time.Duration) {
	if n := len(l.all); n > 0 && t > 0 {
		l.all[n-1].Lost = t
	}
}

// All returns the damage found so far, in order.
func (l *Log) All() []Damage { return l.all }

// most is the maximum number of positions listed; a forged demo may be damaged at every byte.
const most = 1000

// Append appends d to list and returns the result. The list has a maximum length. Once it is full, Append adds d's
// skipped bytes to the last entry instead.
func Append(list []Damage, d Damage) []Damage {
	switch {
	case len(list) < most:
		return append(list, d)
	case len(list) == most:
		d.What = "from here on damage is not listed one by one; first: " + d.What
		return append(list, d)
	}
	list[most].Skipped += d.Skipped
	return list
}
