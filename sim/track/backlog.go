package track

import "time"

// backlog holds observations that wait until there are enough of them, and empty ones to be reused. The code that reads
// and the code that concludes do not both fit into a processor's instruction cache: alternating with each snapshot
// makes loading slower, by 12 % for Quake III.
type backlog struct{ waiting, empty []*Observations }

// mostWaiting is the number of observations collected before conclusions are drawn.
const mostWaiting = 64

// Enqueue is like [Tracker.Observe], but may evaluate the observations later. The tracker takes ownership of o and
// returns another Observations for the caller to fill. The caller must not modify data that o refers to.
func (t *Tracker) Enqueue(o *Observations) *Observations {
	w := &t.waiting
	switch {
	case o.empty():
		return o
	case !t.track.rec.Batches():
		t.Observe(o)
		return o
	}
	o.read = t.readingTime()
	if w.waiting = append(w.waiting, o); len(w.waiting) == mostWaiting {
		t.catchUp()
	}
	last := len(w.empty) - 1
	if last < 0 {
		return new(Observations)
	}
	o, w.empty = w.empty[last], w.empty[:last]
	return o
}

// catchUp draws conclusions from everything waiting.
func (t *Tracker) catchUp() {
	w := &t.waiting
	for _, o := range w.waiting {
		t.conclude(o)
		w.empty = append(w.empty, o)
	}
	w.waiting = w.waiting[:0]
}

// readingTime returns the demo time of the data being read, or 0 if reports do not wait for their snapshots.
func (t *Tracker) readingTime() time.Duration {
	if t.reading == nil {
		return 0
	}
	return t.reading()
}
