package wire

import (
	"errors"
	"fmt"
	"time"
)

// Bounds on times in a demo.
const (
	// LongestStep is the maximum interval between consecutive times in a game. If a longer interval passes without a
	// message, the client or the server drops the connection (timeout, cl_timeout, sv_timeout).
	LongestStep = time.Minute
	// LongestHole is the maximum interval between the times before and after a section of missing bytes.
	LongestHole = time.Hour
	// LongestDemo is the maximum duration of a demo.
	LongestDemo = 7 * 24 * time.Hour
)

// Clock converts the times sent by a server or recorder, which start again with each level, to a single timeline that
// never runs backwards. If a time is earlier than the previous one, or later by more than is possible in a game, the
// clock stands still for that step and then continues from the new time. A single time that fits neither the previous
// time nor the next one is ignored. The zero Clock is at 0.
type Clock struct {
	now    time.Duration
	offset time.Duration // now minus the time sent
	last   time.Duration // the time sent last
	ticked bool
	// turn is the kind of the last step; before is the clock's state ahead of it.
	turn   turn
	before struct{ offset, last time.Duration }
}

// turn is the kind of a step of time.
type turn uint8

const (
	straight turn = iota
	ahead         // further than usual
	tooFar
	back
)

// usualStep is the longest step between two times that needs no second look.
const usualStep = time.Second

// Now returns the time since the start of the demo.
func (c *Clock) Now() time.Duration { return c.now }

// NewLevel prepares the clock for a new level. The level may start at any time.
func (c *Clock) NewLevel() { c.ticked = false }

// Step returns the difference between the given time, sent by the server or recorder, and the previous time in the
// level. If the level has no previous time, ok is false.
func (c *Clock) Step(told time.Duration) (step time.Duration, ok bool) {
	return told - c.last, c.ticked
}

// Tick advances the clock to the given time, sent by the server or recorder. If that time is implausible, for example
// more than longest after the previous time, Tick returns an error that explains why. The text of the error is a
// sentence without a full stop.
func (c *Clock) Tick(told, longest time.Duration) error {
	if step := told - c.last; c.ticked && c.turn == straight && 0 <= step && step <= min(usualStep, longest) {
		return c.advance(told)
	}
	return c.tick(told, longest)
}

// tick handles a step that is not a usual one.
func (c *Clock) tick(told, longest time.Duration) error {
	if !c.ticked {
		c.ticked, c.turn = true, straight
		c.offset, c.last = c.now-told, told
		return nil
	}
	if err, strayed := c.strayed(told, longest); strayed {
		return errors.Join(err, c.advance(told))
	}
	step := told - c.last
	switch c.turn = straight; {
	case step < 0:
		c.turn = back
	case step > longest:
		c.turn = tooFar
	case step > usualStep:
		c.turn = ahead
	}
	if c.turn == straight {
		return c.advance(told)
	}
	c.before.offset, c.before.last = c.offset, c.last
	if c.turn == ahead {
		return c.advance(told)
	}
	c.offset, c.last = c.now-told, told
	if c.turn == back {
		return nil // as when a server restarts
	}
	return fmt.Errorf("the time jumps from %v to %v", seconds(c.before.last), seconds(told))
}

// strayed undoes the last step if told continues the times before it.
func (c *Clock) strayed(told, longest time.Duration) (err error, strayed bool) {
	onward := told - c.before.last
	switch step := told - c.last; {
	case onward < 0 || onward > longest || c.turn == straight:
		return nil, false
	case c.turn == back && step <= usualStep, c.turn != back && step >= 0:
		return nil, false
	}
	if c.turn != tooFar {
		err = fmt.Errorf("the time %v, between %v and %v, is invalid", seconds(c.last), seconds(c.before.last),
			seconds(told))
	}
	c.turn = straight
	c.offset = c.before.offset
	return err, true
}

// advance moves to a time that fits.
func (c *Clock) advance(told time.Duration) error {
	c.last = told
	t := told + c.offset
	if t > LongestDemo {
		return errLongest
	}
	c.now = max(c.now, t)
	return nil
}

var errLongest = fmt.Errorf("the demo is longer than %v", LongestDemo)

func seconds(t time.Duration) time.Duration { return t.Round(time.Millisecond) }
