package panel

import (
	"time"

	"fragscope/viewer/draw"
)

// Scale maps times to places on the time line.
type Scale struct {
	X, W     float32
	From, To time.Duration
}

// TimeScale is the scale of the time line in the transport bar that covers area.
func TimeScale(area draw.Rect, from, to time.Duration) Scale {
	return Scale{X: area.X + timePad, W: max(area.W-2*timePad, 1), From: from, To: to}
}

// Place is where t is.
func (s Scale) Place(t time.Duration) float32 {
	if s.To <= s.From {
		return s.X
	}
	return s.X + s.W*float32(float64(t-s.From)/float64(s.To-s.From))
}

// Time is the time at x.
func (s Scale) Time(x float32) time.Duration {
	return s.From + time.Duration(float64(s.To-s.From)*float64((x-s.X)/s.W))
}

// Zoom is the scale with the time at x kept in place and factor times as long a
// part shown; at least two seconds, within 0 to total.
func (s Scale) Zoom(x float32, factor float64, total time.Duration) (from, to time.Duration) {
	at := s.Time(min(max(x, s.X), s.X+s.W))
	span := time.Duration(float64(s.To-s.From) * factor)
	span = min(max(span, 2*time.Second), total)
	share := float64((x - s.X) / s.W)
	from = at - time.Duration(share*float64(span))
	return Window(from, span, total)
}

// Window is the part of span that begins at from, pushed into 0 to total.
func Window(from, span, total time.Duration) (time.Duration, time.Duration) {
	span = min(span, total)
	from = min(max(from, 0), total-span)
	return from, from + span
}

// Follow moves the part shown so that now is in it: by a page, when it left it.
func Follow(from, to, now, total time.Duration) (time.Duration, time.Duration) {
	if now >= from && now <= to {
		return from, to
	}
	span := to - from
	return Window(now-span/10, span, total)
}
