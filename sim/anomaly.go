package sim

import (
	"slices"
	"time"
)

// Anomaly is something in an undamaged demo that cannot be true, as where a player is
// hit and loses no health.
type Anomaly struct {
	Time time.Duration
	Text string
}

// maxAnomalies bounds what is kept of an odd demo.
const maxAnomalies = 1000

// Anomaly adds an anomaly.
func (b *Recorder) Anomaly(m Anomaly) {
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.Anomaly(m) })
		return
	}
	b.r.mu.Lock()
	if len(b.r.anomalies) < maxAnomalies {
		b.r.anomalies = append(b.r.anomalies, m)
	}
	b.r.mu.Unlock()
}

// Anomalies returns the anomalies found so far, in the order of the demo.
func (r *Recording) Anomalies() []Anomaly {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.anomalies)
}
