package filming

import "time"

// pacing decides when the next picture of a film may be drawn while the demo plays. Playing comes first: what counts is
// the delay of the window's next frame caused by a picture. If the picture fits into the screen's idle time, there is
// no delay and each frame gets one; if it does not, as with software rendering, the delays are spread so that playing
// loses at most one part in share.
type pacing struct {
	last  time.Time     // the previous frame
	plain time.Duration // time between frames without a picture, smoothed; 0 if unknown
	drew  bool          // the previous frame had a picture
	row   int           // pictures since the last frame without one
	until time.Time     // when the film's rest ends
}

const (
	// share limits the part of the time that pictures may take from playing: one part in share.
	share = 16
	// longestRest bounds a rest, so that the film does not stop because the computer was briefly busy with
	// something else.
	longestRest = 3 * time.Second
	// smoothing is the weight of a slower frame in the known frame time: one part in smoothing. A faster frame
	// counts half.
	smoothing = 8
	// inARow is how many consecutive frames may have a picture, so that the frame time without one stays known.
	inARow = 8
	// enough is how late a frame may be without a picture being to blame.
	enough = time.Millisecond
)

// frame records a frame of the window.
func (p *pacing) frame(now time.Time) {
	gap := now.Sub(p.last)
	switch {
	case p.last.IsZero():
	case p.drew:
		if delay := gap - p.plain; delay > enough {
			p.until = now.Add(min((share-1)*delay, longestRest))
		}
		p.plain = min(p.plain, gap)
	case p.plain == 0:
		p.plain = gap
	case gap < p.plain:
		p.plain = (p.plain + gap) / 2
	default:
		p.plain += (gap - p.plain) / smoothing
	}
	if !p.drew {
		p.row = 0
	}
	p.last, p.drew = now, false
}

// due reports whether a picture may be drawn. The first one waits for a frame without one.
func (p *pacing) due() bool { return p.plain > 0 && p.row < inARow && !p.last.Before(p.until) }

// picture records that the frame has a picture.
func (p *pacing) picture() {
	p.drew = true
	p.row++
}
