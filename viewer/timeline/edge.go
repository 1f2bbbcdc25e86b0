package timeline

import (
	"time"

	"fragscope/sim/recording"
	"fragscope/viewer/playback"
)

// edge keeps the clock near the end of a demo that is still growing.
type edge struct {
	// sought is set from the start for as long as the past is still being read. During that time the clock is kept at
	// the end.
	sought bool
	end    time.Duration // the demo's end when it was last checked, and when that was
	at     time.Time
	since  time.Time // when the demo last grew faster than it plays
}

const (
	// A demo that grows more than backlog times as fast as it plays, checked every look, is still being read. Once
	// it has not for the time settled, its end is the present.
	backlog = 3
	look    = 200 * time.Millisecond
	settled = time.Second
)

// grow records how far the demo has grown.
func (e *edge) grow(p *playback.Player, rec *recording.Recording, growing bool, now time.Time) {
	if !growing {
		p.SetCushion(0)
		e.sought = false
		return
	}
	p.SetCushion(cushion(rec))
	if !e.sought {
		return
	}
	end, passed := rec.Duration(), now.Sub(e.at)
	if !e.at.IsZero() && passed < look {
		return
	}
	if e.at.IsZero() || end-e.end > backlog*passed {
		e.since = now
		p.Seek(end)
	}
	e.at, e.end = now, end
	e.sought = now.Sub(e.since) < settled
}

// cushion returns the length of a growing demo that has to be available ahead for smooth playback: a little more than
// the interval between snapshots.
func cushion(rec *recording.Recording) time.Duration {
	const frames, least, most = 8, 20 * time.Millisecond, 250 * time.Millisecond
	n := rec.Frames() - 1
	if n < frames {
		return least
	}
	gap := (rec.FrameTime(n) - rec.FrameTime(n-frames)) / frames
	return min(max(gap*3/2, least), most)
}
