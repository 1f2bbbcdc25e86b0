package track

import (
	"testing"
	"time"
)

// TestChoke checks that packets held back are added up second by second.
func TestChoke(t *testing.T) {
	var c Choke
	for _, step := range []struct {
		ms   int
		n    uint8
		want uint8
	}{{5000, 2, 2}, {5400, 3, 5}, {5900, 0, 5}, {6000, 0, 0}, {7000, 1, 1}, {7999, 255, 255}, {8000, 9, 9}} {
		now := time.Duration(step.ms) * time.Millisecond
		if step.n > 0 {
			c.Add(step.n, now)
		}
		if got := c.Now(now); got != step.want {
			t.Errorf("at %v %d packets, want %d", now, got, step.want)
		}
	}
}
