package query

import (
	"context"
	"fmt"
	"slices"
	"time"

	"fragscope/sim"
)

// The search for states looks at the world each statesEach, and bridges interruptions of up to statesGap.
const (
	statesEach = 50 * time.Millisecond
	statesGap  = 500 * time.Millisecond
)

// maxMoments limits the number of moments in an answer.
const maxMoments = 100_000

// AsksStates reports whether the query asks for players' states rather than events. The result of such a query lists
// the times at which a player enters the state. Such a query takes longer than others because it searches the whole
// recording.
func (q *Query) AsksStates() bool {
	some := false
	for i := range q.terms {
		t := &q.terms[i]
		if t.Victim || !t.key.state && !t.key.anytime {
			return false
		}
		some = some || t.key.state && !t.key.anytime
	}
	return some
}

// Costly reports whether the recording's worlds must be rebuilt to run the query. Rebuilding them may take a moment.
func (q *Query) Costly() bool {
	for i := range q.terms {
		if q.terms[i].costly() {
			return true
		}
	}
	return q.near != nil && q.near.Costly()
}

// Find runs the query on the data loaded so far. It is safe for concurrent use. If ctx is done, Find returns the
// moments found so far and context.Cause(ctx).
func (q *Query) Find(ctx context.Context, s Source) (Answer, error) {
	f := newFinder(s)
	list, err := f.find(ctx, q)
	if q.within > 0 && err == nil {
		near := list
		if q.near != nil {
			if near, err = f.find(ctx, q.near); err != nil {
				return Answer{}, err
			}
		}
		list = nearby(list, near, q.within, q.near == nil)
	}
	return Answer{Moments: list, Notes: f.notes()}, err
}

// find returns the moments that satisfy the terms, ignoring within.
func (f *finder) find(ctx context.Context, q *Query) ([]Moment, error) {
	if q.Empty() {
		return nil, nil
	}
	if q.AsksStates() {
		return f.states(ctx, cheapFirst(q.terms))
	}
	terms, commands := cheapFirst(q.terms), q.asksCommands()
	if err := f.findLeads(ctx, terms); err != nil {
		return nil, err
	}
	var list []Moment
	for i := range f.events {
		e := &f.events[i]
		if i%256 == 0 && ctx.Err() != nil {
			return list, context.Cause(ctx)
		}
		if e.Kind == sim.EventCommand && !commands {
			continue
		}
		c := f.ofEvent(e)
		if c.holds(terms) && len(list) < maxMoments {
			list = append(list, c.moment(i))
		}
	}
	return list, nil
}

// asksCommands reports whether the query is about console commands. Other queries omit them, as there are so many.
func (q *Query) asksCommands() bool {
	return slices.ContainsFunc(q.terms, func(t Condition) bool {
		return t.key.name == "kind" && !t.Not && slices.ContainsFunc(t.Values,
			func(v Value) bool { return v.Text == sim.EventCommand.String() })
	})
}

// cheapFirst returns the terms in an order in which those that need no world come first.
func cheapFirst(terms []Condition) []Condition {
	out := slices.Clone(terms)
	slices.SortStableFunc(out, func(a, b Condition) int {
		switch {
		case a.costly() == b.costly():
			return 0
		case a.costly():
			return 1
		}
		return -1
	})
	return out
}

func (t *Condition) costly() bool {
	return t.key.state || t.key.form == formNumber || t.AsksLead() || t.saysLead()
}

// Matches returns a function that reports whether an event satisfies the query's conditions, ignoring any that follow
// "within". The function can be used as a filter, for example for the heat map.
func (q *Query) Matches(s Source) func(*sim.Event) bool {
	f := newFinder(s)
	terms := cheapFirst(q.terms)
	_ = f.findLeads(context.Background(), terms) // which cannot be cancelled
	return func(e *sim.Event) bool {
		c := f.ofEvent(e)
		return c.holds(terms)
	}
}

// OfStates reports whether all conditions can be tested for any player at any time. [Query.Spans] requires this.
func (q *Query) OfStates() bool {
	return q.within == 0 && !slices.ContainsFunc(q.terms, func(t Condition) bool {
		return t.Victim || !t.key.state && !t.key.anytime && t.key.name != "by"
	})
}

// Spans returns the periods during which living players satisfy the query's conditions, from Time up to but not
// including Until. Interruptions of up to half a second are bridged. For a query for states, [Query.Find] returns the
// same periods, but Spans also accepts queries that specify only a player or a place. If ctx is done, Spans returns the
// periods found so far and context.Cause(ctx).
func (q *Query) Spans(ctx context.Context, s Source) ([]Moment, error) {
	list, err := newFinder(s).states(ctx, cheapFirst(q.terms))
	for i := range list {
		list[i].Until += statesEach
	}
	return list, err
}

// states returns the periods during which players match the terms.
func (f *finder) states(ctx context.Context, terms []Condition) ([]Moment, error) {
	var list []Moment
	open := map[sim.Slot]int{} // each player's last state, as an index into list
	last := time.Duration(-1 << 62)
	for i := range f.src.Recording.Frames() {
		at := f.src.Recording.FrameTime(i)
		if at-last < statesEach {
			continue
		}
		if ctx.Err() != nil {
			return list, context.Cause(ctx)
		}
		last = at
		w := f.cursor.At(at)
		for k := range w.Players {
			p := &w.Players[k]
			if p.Life != sim.Alive || !p.Visible {
				continue
			}
			c := check{f: f, at: at, state: p, doerSlot: p.Slot, doerProfile: p.Profile, levelIndex: w.Level + 1}
			if !c.holds(terms) {
				continue
			}
			if n, ok := open[p.Slot]; ok && at-list[n].Until <= statesGap && list[n].Level == w.Level {
				list[n].Until = at
				continue
			}
			if len(list) < maxMoments {
				open[p.Slot] = len(list)
				list = append(list, c.moment(-1))
			}
		}
	}
	return list, nil
}

// nearby returns the moments in list that are within the given time of a moment in others. If same is set, the lists
// are the same and only another moment of the same player counts.
func nearby(list, others []Moment, within time.Duration, same bool) (out []Moment) {
	first := 0
	for i := range list {
		m := &list[i]
		for first < len(others) && others[first].Time < m.Time-within && others[first].Until < m.Time-within {
			first++
		}
		for k := first; k < len(others) && others[k].Time <= m.Until+within; k++ {
			o := &others[k]
			if o.Until >= m.Time-within && (!same || k != i && o.Who == m.Who) {
				out = append(out, *m)
				break
			}
		}
	}
	return out
}

// notes returns the notes for the answer.
func (f *finder) notes() (list []string) {
	for _, text := range f.missing {
		list = append(list, "In this demo "+text+".")
	}
	for i := range keys {
		k := &keys[i]
		switch n := f.untold[k]; {
		case n == 0:
		case k.name == "area" && f.src.Places == nil:
			list = append(list,
				"The places of this map have no names here: no .loc file or map with target_location was found.")
		case n == f.asked[k]:
			list = append(list, fmt.Sprintf("The demo does not contain %s for any of these moments.", k.name))
		default:
			list = append(list, fmt.Sprintf("The demo does not contain %s for %d of %d moments.", k.name, n, f.asked[k]))
		}
	}
	return list
}
