package sim

import "time"

// Anomaly is an observation that should be impossible in an undamaged demo, such as a hit that costs no health. Text
// describes the observation, and Why gives a possible cause.
type Anomaly struct {
	Time      time.Duration
	Text, Why string
}
