package sim

import "time"

// Anomaly describes an observation that should be impossible in an undamaged demo, such as a hit that costs no health.
// Text describes what was observed, and Why suggests a possible cause.
type Anomaly struct {
	Time      time.Duration
	Text, Why string
}
