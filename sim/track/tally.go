package track

import "slices"

// tally counts the rounds of a match. Their numbers are known if the start of the match was seen, or once the game
// announces one: a demo that begins during a match does not show the number of earlier rounds.
type tally struct {
	n     int // number of the current round; 0 if there is none or it is unknown
	known bool
}

// start begins a match, whose first round is yet to come.
func (c *tally) start() { *c = tally{known: true} }

// next returns the number of the next round, or 0 if unknown.
func (c *tally) next() int {
	if !c.known {
		return 0
	}
	return c.n + 1
}

// scoreless reports whether no team is known to have scored, as before the first round of a match is over.
func (t *Tracker) scoreless() bool {
	return !slices.ContainsFunc(t.track.frame.TeamScore[:], func(score int16) bool { return score > 0 })
}

// set sets the number of the current round, or 0 if unknown.
func (c *tally) set(n int) { *c = tally{n, n > 0} }
