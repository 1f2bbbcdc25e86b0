package sim

import "time"

// Anomaly is something that cannot be true although the demo is undamaged, such as a hit that costs no health. Text is what was
// seen, Why what can be the reason.
type Anomaly struct {
	Time      time.Duration
	Text, Why string
}
