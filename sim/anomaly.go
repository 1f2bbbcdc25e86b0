package sim

import "time"

// Anomaly is something impossible in an undamaged demo, such as a hit that costs no health. Text describes the
// observation, and Why its possible cause.
type Anomaly struct {
	Time      time.Duration
	Text, Why string
}
