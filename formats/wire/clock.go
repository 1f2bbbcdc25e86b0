package wire

import (
	"errors"
	"fmt"
	"time"
)

// Bounds of the time of a demo.
const (
	// LongestStep is the longest time between two moments that a game tells of: behind a longer silence a client gives its
	// server up, or is given up (timeout, cl_timeout, sv_timeout).
	LongestStep = time.Minute
	// LongestHole is what may pass while bytes are missing.
	LongestHole = time.Hour
	// LongestDemo bounds the time of a demo as a whole.
	LongestDemo = 7 * 24 * time.Hour
)

// Clock makes one time line of a demo of the times that its server or recorder tells, which begin anew with each level.
// It stands still where they make a step that no game makes or where they go back, and goes on behind that; it never runs
// backwards. A single time that does not belong to those before and behind it is passed over. The zero Clock is at 0.
type Clock struct {
	now    time.Duration
	offset time.Duration // of now to what is told
	last   time.Duration // that was told
	ticked bool
	// turn is what the last step was, and before where the clock stood then.
	turn   turn
	before struct{ offset, last time.Duration }
}

// turn is what is odd about a step of time.
type turn uint8

const (
	straight turn = iota
	ahead         // further than it goes in most demos
	tooFar
	back
)

// usualStep is the longest time between two moments where nothing is odd.
const usualStep = time.Second

// Now is the time since the start of the demo.
func (c *Clock) Now() time.Duration { return c.now }

// NewLevel lets the next time be any.
func (c *Clock) NewLevel() { c.ticked = false }

// Step is how far a time that is told lies behind the last one; it is not ok where there is none in this level.
func (c *Clock) Step(told time.Duration) (step time.Duration, ok bool) {
	return told - c.last, c.ticked
}

// Tick goes on to a time that is told, if it is at most longest from the one before. The error says why a time cannot
// be, in a sentence without a full stop.
func (c *Clock) Tick(told, longest time.Duration) error {
	if step := told - c.last; c.ticked && c.turn == straight && 0 <= step && step <= min(usualStep, longest) {
		return c.advance(told)
	}
	return c.tick(told, longest)
}

// tick goes on to a time that is not the usual one.
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
		return nil // as when a server begins anew
	}
	return fmt.Errorf("the time goes from %v to %v in one step", seconds(c.before.last), seconds(told))
}

// strayed goes back behind the last step if the time that is told belongs to those before it.
func (c *Clock) strayed(told, longest time.Duration) (err error, strayed bool) {
	onward := told - c.before.last
	switch step := told - c.last; {
	case onward < 0 || onward > longest || c.turn == straight:
		return nil, false
	case c.turn == back && step <= usualStep, c.turn != back && step >= 0:
		return nil, false
	}
	if c.turn != tooFar {
		err = fmt.Errorf("the time %v between %v and %v is none", seconds(c.last), seconds(c.before.last), seconds(told))
	}
	c.turn = straight
	c.offset = c.before.offset
	return err, true
}

// advance goes on to a time that fits.
func (c *Clock) advance(told time.Duration) error {
	c.last = told
	t := told + c.offset
	if t > LongestDemo {
		return errLongest
	}
	c.now = max(c.now, t)
	return nil
}

var errLongest = fmt.Errorf("the demo has more than %v", LongestDemo)

func seconds(t time.Duration) time.Duration { return t.Round(time.Millisecond) }
