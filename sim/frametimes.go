package sim

import (
	"math"
	"slices"
	"sort"
	"time"
)

// frameTimes are the times of frames, in milliseconds, ascending.
type frameTimes struct {
	spans []timeSpan
	since []uint16 // by frame: the time since its span's first one
}

// timeSpan are frames that come within as much time as since can tell, about a minute.
type timeSpan struct{ frame, time int32 } // of the first

func (l *frameTimes) len() int { return len(l.since) }

// add adds a frame.
func (l *frameTimes) add(t int32) {
	if n := len(l.spans); n == 0 || uint32(t-l.spans[n-1].time) > math.MaxUint16 {
		l.spans = append(l.spans, timeSpan{int32(len(l.since)), t})
	}
	if len(l.since) == cap(l.since) {
		l.since = slices.Grow(l.since, len(l.since)+1) // twice as many, where append adds a quarter
	}
	l.since = append(l.since, uint16(t-l.spans[len(l.spans)-1].time))
}

// at is the time of a frame.
func (l *frameTimes) at(i int) time.Duration {
	s := sort.Search(len(l.spans), func(s int) bool { return int(l.spans[s].frame) > i }) - 1
	return unmillis(uint32(l.spans[s].time + int32(l.since[i])))
}

// last is the time of the last frame, 0 where there is none.
func (l *frameTimes) last() time.Duration {
	if len(l.since) == 0 {
		return 0
	}
	return l.at(len(l.since) - 1)
}

// find is the last frame at or before t; -1 if t precedes the first.
func (l *frameTimes) find(t time.Duration) int {
	s := sort.Search(len(l.spans), func(s int) bool { return unmillis(uint32(l.spans[s].time)) > t }) - 1
	if s < 0 {
		return -1
	}
	first, end := int(l.spans[s].frame), len(l.since)
	if s+1 < len(l.spans) {
		end = int(l.spans[s+1].frame)
	}
	since := t/time.Millisecond - time.Duration(l.spans[s].time)
	return first + sort.Search(end-first, func(i int) bool { return time.Duration(l.since[first+i]) > since }) - 1
}

// trim gives back what memory is left over for frames that do not come any more.
func (l *frameTimes) trim() {
	l.spans, l.since = slices.Clone(l.spans), slices.Clone(l.since)
}
