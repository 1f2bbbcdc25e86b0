package filming

import "time"

// pacing is when the next picture of a film may be drawn while the demo plays. Playing comes first: what counts is by how much a picture
// delays the window's next frame. Where it fits into what the screen leaves idle that is nothing, and each frame has a picture; where it
// does not, as with drawing in software, the delays are spread so far that playing loses at most one part in share.
type pacing struct {
	last  time.Time     // the frame before
	plain time.Duration // from one frame to the next without a picture, smoothed; 0 for not known
	drew  bool          // the frame before had a picture
	row   int           // pictures since the last frame without one
	until time.Time     // the film rests
}

const (
	// share is the part of the time that pictures may take from playing: one of so many.
	share = 16
	// longestRest bounds a rest, so that a moment in which the computer was busy with something else does not stop the film.
	longestRest = 3 * time.Second
	// smoothing is how much of what is known of a frame's time a slower frame changes: one part of so many. A faster one changes half.
	smoothing = 8
	// inARow is how many frames may have a picture before one has none, so that what a frame takes stays known.
	inARow = 8
	// enough is how much later than usual a frame may be without a picture being at fault.
	enough = time.Millisecond
)

// frame notes a frame of the window.
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

// due reports whether a picture may be drawn. The first waits for a frame without one.
func (p *pacing) due() bool { return p.plain > 0 && p.row < inARow && !p.last.Before(p.until) }

// picture notes that the frame has a picture.
func (p *pacing) picture() {
	p.drew = true
	p.row++
}
