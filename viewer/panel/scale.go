package panel

import (
	"time"

	"fragscope/viewer/draw"
)

// Scale maps times to positions on the timeline.
type Scale struct {
	X, W     float32
	From, To time.Duration
}

// TimeScale returns the scale of the timeline in a transport bar that covers area. lined is set if there are rows along
// the timeline. If it is, the scale leaves room for the rows' names on the left and, if the bar is wide enough, for the
// rows' totals on the right.
func TimeScale(area draw.Rect, lined bool, from, to time.Duration) Scale {
	left, right := lineMargins(area.W, lined)
	return Scale{X: area.X + left, W: max(area.W-left-right, 1), From: from, To: to}
}

// lineMargins returns the room on both sides of the timeline in a bar of the given width.
func lineMargins(width float32, lined bool) (left, right float32) {
	switch {
	case !lined:
		return timePad, timePad
	case width < totalsFrom:
		return narrowNames, timePad
	}
	return wideNames, totalsWide
}

const (
	narrowNames = 74
	wideNames   = 100
	totalsWide  = 140
	totalsFrom  = 900 // minimum width of a bar with totals
)

// Place returns the x coordinate of the time t.
func (s Scale) Place(t time.Duration) float32 {
	if s.To <= s.From {
		return s.X
	}
	return s.X + s.W*float32(float64(t-s.From)/float64(s.To-s.From))
}

// Time returns the time at the x coordinate x.
func (s Scale) Time(x float32) time.Duration {
	return s.From + time.Duration(float64(s.To-s.From)*float64((x-s.X)/s.W))
}

// Zoom returns the range of times to show after zooming. The length of the current range is multiplied by factor, and
// the time at the x coordinate x stays in place. The returned range is at least two seconds long and lies between 0 and
// total.
func (s Scale) Zoom(x float32, factor float64, total time.Duration) (from, to time.Duration) {
	at := s.Time(min(max(x, s.X), s.X+s.W))
	span := time.Duration(float64(s.To-s.From) * factor)
	span = min(max(span, 2*time.Second), total)
	share := float64((x - s.X) / s.W)
	from = at - time.Duration(share*float64(span))
	return Window(from, span, total)
}

// Window returns the start and end of a range of length span that starts at from. If the range extends beyond 0 or
// total, it is moved to lie between them. If span exceeds total, the range is shortened to total.
func Window(from, span, total time.Duration) (time.Duration, time.Duration) {
	span = min(span, total)
	from = min(max(from, 0), total-span)
	return from, from + span
}

// Follow returns the visible range of times, scrolled if necessary to include the time given by now. from and to are
// the start and end of the current range. A scrolled range has the same length and starts shortly before that time.
func Follow(from, to, now, total time.Duration) (time.Duration, time.Duration) {
	if now >= from && now <= to {
		return from, to
	}
	span := to - from
	return Window(now-span/10, span, total)
}
