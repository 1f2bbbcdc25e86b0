package sim

import "time"

// Anomaly is something in an undamaged demo that cannot be true, as where a player is
// hit and loses no health.
type Anomaly struct {
	Time time.Duration
	Text string
}
