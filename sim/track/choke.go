package track

import "time"

// Choke counts how many packets per second the server holds back from a player.
type Choke struct {
	count int
	since time.Duration // start of the second
}

// Add counts n packets that the server held back. now is the time of the report in the demo.
func (c *Choke) Add(n uint8, now time.Duration) {
	if now-c.since >= time.Second {
		c.count, c.since = 0, now
	}
	c.count += int(n)
}

// Now returns the number of packets counted in the current second. The parameter is the current demo time.
func (c *Choke) Now(now time.Duration) uint8 {
	if now-c.since >= time.Second {
		return 0
	}
	return uint8(min(c.count, 255))
}
