package timeline

import (
	"slices"
	"time"

	"fragscope/viewer/panel"
)

// hiddenTotal returns the length of the timeline when the length of the match is hidden. It is somewhat longer than
// what has been seen so far, and grows in steps that reveal nothing.
func hiddenTotal(now time.Duration) time.Duration {
	const least, step = 5 * time.Minute, 5 * time.Minute
	return max(least, (now+now/4+time.Minute).Truncate(step)+step)
}

// hideFuture removes what has not been seen yet from the timeline.
func hideFuture(v *panel.TimelineView, s panel.Scale) {
	v.Length, v.Widest, v.Loading, v.End = 0, v.Now, false, v.Now
	x := s.Place(v.Now) - s.X
	v.Marks = slices.DeleteFunc(slices.Clone(v.Marks), func(m panel.Mark) bool { return m.X > x })
	v.Busy = slices.Clone(v.Busy)
	clear(v.Busy[min(max(int(x/s.W*float32(len(v.Busy))), 0), len(v.Busy)):])
	v.Breaks = slices.DeleteFunc(slices.Clone(v.Breaks), func(b panel.Break) bool { return b.At > v.Now })
	v.Damage = slices.DeleteFunc(v.Damage, func(at time.Duration) bool { return at > v.Now })
	v.Items = slices.Clone(v.Items)
	for i := range v.Items {
		v.Items[i].Absences = slices.DeleteFunc(slices.Clone(v.Items[i].Absences),
			func(a panel.ItemAbsence) bool { return a.From > v.Now })
		v.Items[i].Total = ""
	}
}
