package sim

import "time"

// Anomaly is something that cannot be true although the demo is undamaged, such as a hit that costs no health.
type Anomaly struct {
	Time time.Duration
	Text string
}
