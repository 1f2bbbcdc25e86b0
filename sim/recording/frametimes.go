package recording

import (
	"slices"
	"sort"
	"time"
)

// frameTimes are the times of frames in milliseconds, in order.
type frameTimes []int32

func (l frameTimes) len() int { return len(l) }

func (l *frameTimes) add(t int32) {
	if len(*l) == cap(*l) {
		*l = slices.Grow(*l, max(len(*l), 1<<10)) // append alone would copy a long list more often
	}
	*l = append(*l, t)
}

// at returns the time of frame i.
func (l frameTimes) at(i int) time.Duration { return unmillis(uint32(l[i])) }

// last returns the time of the last frame, or 0 if there is none.
func (l frameTimes) last() time.Duration {
	if len(l) == 0 {
		return 0
	}
	return l.at(len(l) - 1)
}

// find returns the last frame at or before t, or -1 if t precedes the first.
func (l frameTimes) find(t time.Duration) int {
	return sort.Search(len(l), func(i int) bool { return l.at(i) > t }) - 1
}

// trim releases spare memory once no more frames will come.
func (l *frameTimes) trim() { *l = slices.Clone(*l) }
