package sim

import (
	"slices"
	"time"
)

// Remark is something odd in a demo that is no damage: what it tells cannot
// be true, as where a player is hit and loses nothing.
type Remark struct {
	Time time.Duration
	Text string
}

// maxRemarks bounds what is kept of an odd demo.
const maxRemarks = 1000

// Remark adds something odd.
func (b *Recorder) Remark(m Remark) {
	b.r.mu.Lock()
	if len(b.r.remarks) < maxRemarks {
		b.r.remarks = append(b.r.remarks, m)
	}
	b.r.mu.Unlock()
}

// Remarks returns what was odd so far, in the order of the demo.
func (r *Recording) Remarks() []Remark {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.remarks)
}
