package recording

import (
	"math"
	"slices"
	"sort"
	"time"
)

// frameTimes are the times of frames, in milliseconds, ascending.
type frameTimes struct {
	spans []timeSpan // behind the first, which begins with frame 0 at 0
	start int32      // of the last span
	since []uint16   // by frame: the time since the start of its span
}

// timeSpan are frames that come within as much time as since can tell, about a minute.
type timeSpan struct{ frame, start int32 }

func (l *frameTimes) len() int { return len(l.since) }

// add adds a frame.
func (l *frameTimes) add(t int32) {
	since := uint32(t - l.start)
	if since > math.MaxUint16 {
		since, l.start = 0, t
		l.spans = append(l.spans, timeSpan{int32(len(l.since)), t})
	}
	if len(l.since) == cap(l.since) {
		l.since = slices.Grow(l.since, len(l.since)+1) // twice as many, where append adds a quarter
	}
	l.since = append(l.since, uint16(since))
}

// span is that of an index of spans, -1 for the first.
func (l *frameTimes) span(i int) timeSpan {
	if i < 0 {
		return timeSpan{}
	}
	return l.spans[i]
}

// at is the time of a frame.
func (l *frameTimes) at(i int) time.Duration {
	next := sort.Search(len(l.spans), func(s int) bool { return int(l.spans[s].frame) > i })
	return unmillis(uint32(l.span(next-1).start + int32(l.since[i])))
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
	next := sort.Search(len(l.spans), func(s int) bool { return unmillis(uint32(l.spans[s].start)) > t })
	span, end := l.span(next-1), len(l.since)
	if next < len(l.spans) {
		end = int(l.spans[next].frame)
	}
	first, since := int(span.frame), t-unmillis(uint32(span.start))
	return first + sort.Search(end-first, func(i int) bool { return unmillis(uint32(l.since[first+i])) > since }) - 1
}

// trim gives back what memory is left over for frames that do not come any more.
func (l *frameTimes) trim() {
	l.spans, l.since = slices.Clone(l.spans), slices.Clone(l.since)
}
