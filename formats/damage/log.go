package damage

import "time"

// Log collects the damage found while a demo is decoded. Damage that begins where the previous damage ended is merged
// with it, so that a long damaged run is reported as one finding. The zero Log is empty.
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

// Lost sets the time that the last damage covered.
func (l *Log) Lost(t time.Duration) {
	if n := len(l.all); n > 0 && t > 0 {
		l.all[n-1].Lost = t
	}
}

// All returns the damage found so far, in order.
func (l *Log) All() []Damage { return l.all }

// most is the number of listed places at which a demo is damaged; a forged one may be damaged at every byte.
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
