package query

import (
	"context"
	"slices"

	"fragscope/sim"
)

// Fact holds the data about an event that is available without rebuilding the recording's worlds.
type Fact struct {
	Event int // index into the recording's events
	// Holds is set if the event satisfies all of the query's conditions that are settled in [Query.FindAmong]. Near
	// is set if it satisfies those of the query that follows "within".
	Holds, Near bool
	// Doer and Victim are the positions of the two players just before the event. They are valid if HasDoer and
	// HasVictim are set.
	Doer, Victim       sim.Vec3
	HasDoer, HasVictim bool
}

// Terms returns the query's conditions, not counting any that follow "within".
func (q *Query) Terms() []Condition { return q.terms }

// Near returns the query that follows "within", or nil if there is no "within". If nothing follows "within", the query
// asks for another matching moment of the same player, and Near returns q itself.
func (q *Query) Near() *Query {
	if q.near == nil && q.within > 0 {
		return q
	}
	return q.near
}

// FindAmong is like [Query.Find], but considers only the events in facts, which must be sorted by Event. It does not
// test conditions for which settled returns true; facts must already contain their results. Neither q nor q.Near() may
// ask for states.
func (q *Query) FindAmong(ctx context.Context, s Source, facts []Fact, settled func(*Condition) bool) (Answer, error) {
	f := newFinder(s)
	list, err := f.among(ctx, q, facts, settled, func(x *Fact) bool { return x.Holds })
	if q.within > 0 && err == nil {
		near := list
		if q.near != nil {
			near, err = f.among(ctx, q.near, facts, settled, func(x *Fact) bool { return x.Near })
		}
		list = nearby(list, near, q.within, q.near == nil)
	}
	return Answer{Moments: list, Notes: f.notes()}, err
}

// among returns the moments that satisfy the terms, ignoring within.
func (f *finder) among(ctx context.Context, q *Query, facts []Fact, settled func(*Condition) bool,
	holds func(*Fact) bool) (list []Moment, err error) {
	terms := slices.DeleteFunc(slices.Clone(q.terms), func(t Condition) bool { return settled(&t) })
	for i := range facts {
		x := &facts[i]
		if i%256 == 0 && ctx.Err() != nil {
			return list, context.Cause(ctx)
		}
		if !holds(x) {
			continue
		}
		c := f.ofEvent(&f.events[x.Event])
		c.fact = x
		if c.holds(terms) && len(list) < maxMoments {
			list = append(list, c.moment(x.Event))
		}
	}
	return list, nil
}
