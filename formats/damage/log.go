package damage

import "time"

// Log collects the damage found while a demo is decoded. Damage that starts where the previous one ends extends it, so
// that a long broken stretch is one finding. The zero Log is empty.
type Log struct {
	all []Damage
	end int64 // of the last damage
}

// Add adds d, whose Skipped counts from d.Offset.
func (l *Log) Add(d Damage) {
	if n := len(l.all); n > 0 && l.end == d.Offset && d.Skipped > 0 {
		l.all[n-1].Skipped += d.Skipped
	} else {
		l.all = Append(l.all, d)
	}
	l.end = d.Offset + d.Skipped
}

// Lost sets the time that the last damage covers.
func (l *Log) Lost(t time.Duration) {
	if n := len(l.all); n > 0 && t > 0 {
		l.all[n-1].Lost = t
	}
}

// All returns the damage so far, in the order of the demo.
func (l *Log) All() []Damage { return l.all }

// most is how much damage of a demo is listed; a forged demo may be damaged at every byte.
const most = 1000

// Append appends damage to a list of limited length. The last entry of a full list stands for all further damage.
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
