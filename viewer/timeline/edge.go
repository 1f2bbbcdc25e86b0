package timeline

import (
	"time"

	"fragscope/sim/recording"
	"fragscope/viewer/playback"
)

// edge keeps the clock near the end of a demo that is still growing.
type edge struct {
	// sought is set from the start on, as long as what happened before is still being read: the clock is then brought to the end.
	sought bool
	end    time.Duration // of the demo when it was looked at last, and when that was
	at     time.Time
	since  time.Time // when the demo last grew faster than it is played
}

const (
	// backlog is how many times as fast as it is played a demo grows that is still being read, looked at each look; settled is for how
	// long it must not for its end to be what happens now.
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

// cushion is how much of a growing demo must be there for it to be played evenly: a little more than what comes between two snapshots.
func cushion(rec *recording.Recording) time.Duration {
	const frames, least, most = 8, 20 * time.Millisecond, 250 * time.Millisecond
	n := rec.Frames() - 1
	if n < frames {
		return least
	}
	gap := (rec.FrameTime(n) - rec.FrameTime(n-frames)) / frames
	return min(max(gap*3/2, least), most)
}
