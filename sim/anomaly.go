package sim

import (
	"slices"
	"time"
)

// Anomaly is something odd in a demo that is no damage: what it tells cannot
// be true, as where a player is hit and loses nothing.
type Anomaly struct {
	Time time.Duration
	Text string
}

// maxRemarks bounds what is kept of an odd demo.
const maxRemarks = 1000

// Anomaly adds something odd.
func (b *Recorder) Anomaly(m Anomaly) {
	b.r.mu.Lock()
	if len(b.r.anomalies) < maxRemarks {
		b.r.anomalies = append(b.r.anomalies, m)
	}
	b.r.mu.Unlock()
}

// Anomalies returns what was odd so far, in the order of the demo.
func (r *Recording) Anomalies() []Anomaly {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.anomalies)
}
