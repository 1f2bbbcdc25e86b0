package recording

import (
	"fragscope/sim"
	"slices"
)

// maxAnomalies limits the number of anomalies kept.
const maxAnomalies = 1000

// Anomaly adds an anomaly to the recording. If too many anomalies have been recorded already, m is dropped.
func (b *Recorder) Anomaly(m sim.Anomaly) {
	b.pipeline.call(func(s *store) {
		if len(s.r.anomalies) < maxAnomalies {
			s.r.anomalies = append(s.r.anomalies, m)
		}
	})
}

// Anomalies returns the anomalies found so far, in the order in which they occur in the demo.
func (r *Recording) Anomalies() []sim.Anomaly {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.anomalies)
}
