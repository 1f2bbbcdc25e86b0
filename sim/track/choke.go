package track

import "time"

// Choke counts the packets to a player that the server held back, second by second.
type Choke struct {
	count int
	since time.Duration // start of the second
}

// Add counts n packets held back before the time now.
func (c *Choke) Add(n uint8, now time.Duration) {
	if now-c.since >= time.Second {
		c.count, c.since = 0, now
	}
	c.count += int(n)
}

// Now returns the number of packets held back in the second that contains the time now.
func (c *Choke) Now(now time.Duration) uint8 {
	if now-c.since >= time.Second {
		return 0
	}
	return uint8(min(c.count, 255))
}
