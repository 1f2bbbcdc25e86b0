package q2

import (
	"fmt"
	"time"

	"fragscope/sim/track"
)

// readClock reads the minutes and seconds at the start of a string: the time left in the match or the countdown.
func readClock(text string) (c track.TimeTold) {
	var minutes, seconds int
	n, _ := fmt.Sscanf(text, "%d:%d", &minutes, &seconds)
	c.OK = n == 2 && minutes >= 0 && minutes < 1000 && seconds >= 0 && seconds < 60
	c.Left = time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	return c
}
