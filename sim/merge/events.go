package merge

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// told is an event and the recordings that reported it.
type told struct {
	sim.Event
	by map[int]bool
}

// The maximum time between two recordings' reports of the same event: soon if the game reports it immediately, late if
// it is read off a screen.
const (
	soon = 400 * time.Millisecond
	late = 1200 * time.Millisecond
)

// is reports whether an event of another recording is the same event.
func (t *told) is(e *sim.Event) bool {
	within := late
	if e.Kind.Is(sim.Prompt) {
		within = soon
	}
	if t.Kind != e.Kind || t.Slot != e.Slot || t.Time-e.Time > within || e.Time-t.Time > within {
		return false
	}
	agree := t.Item == e.Item || t.Item == 0 || e.Item == 0
	return agree && t.Team == e.Team && t.Powerup == e.Powerup && (t.Attacker == e.Attacker || !t.Attacker.Valid() ||
		!e.Attacker.Valid()) &&
		(!e.Kind.Is(sim.Worded) || t.Text.Plain == e.Text.Plain)
}

// take adds another recording's information about the event.
func (t *told) take(e *sim.Event, by int) {
	t.by[by] = true
	if !t.Attacker.Valid() && e.Attacker.Valid() {
		t.Attacker, t.AttackerProfile = e.Attacker, e.AttackerProfile
	}
	if !t.HasOrigin && e.HasOrigin {
		t.Origin, t.HasOrigin = e.Origin, true
	}
	t.Weapon, t.Item = cmp.Or(t.Weapon, e.Weapon), cmp.Or(t.Item, e.Item)
	t.Place, t.Cause = cmp.Or(t.Place, e.Place), cmp.Or(t.Cause, e.Cause)
}

// events returns the events of the match's level in chronological order, without duplicates.
func (g *group) events() []told {
	var list []told
	for _, p := range g.members {
		var more []told
		for _, e := range p.Rec.Events() {
			if e.Kind == sim.EventPointOfView || !p.has(e.Time) {
				continue
			}
			ref := p.refAt(e.Time)
			if e.Kind.Is(sim.Begun) && ref-p.first() < ms(soon) && p.first() > g.begin+ms(soon) {
				continue
			}
			e.Time, e.Clock = g.time(ref), duration(ref)
			if i := find(list, &e, p.index); i >= 0 {
				list[i].take(&e, p.index)
			} else {
				more = append(more, told{e, map[int]bool{p.index: true}})
			}
		}
		list = append(list, more...)
		slices.SortStableFunc(list, func(a, b told) int { return cmp.Compare(a.Time, b.Time) })
	}
	return bounded(list)
}

// bounded keeps only the first start and the last end of a level, as each demo has its own.
func bounded(list []told) []told {
	first := slices.IndexFunc(list, func(t told) bool { return t.Kind == sim.EventLevelStart })
	last := len(list) - 1
	for last >= 0 && list[last].Kind != sim.EventLevelEnd {
		last--
	}
	out := list[:0]
	for i, t := range list {
		if t.Kind == sim.EventLevelStart && i != first || t.Kind == sim.EventLevelEnd && i != last {
			continue
		}
		out = append(out, t)
	}
	return out
}

// has reports whether a demo time is within the span.
func (p *span) has(t time.Duration) bool {
	l := p.levels[p.level]
	return t >= l.Start && (t < l.End || p.level == len(p.levels)-1) || t < l.Start && p.level == 0
}

// find returns the index of the nearest event in list that is the same and was not yet reported by the recording, or
// -1.
func find(list []told, e *sim.Event, by int) int {
	from, _ := slices.BinarySearchFunc(list, e.Time-late,
		func(t told, at time.Duration) int { return cmp.Compare(t.Time, at) })
	best := -1
	for i := from; i < len(list) && list[i].Time <= e.Time+late; i++ {
		if list[i].by[by] || !list[i].is(e) {
			continue
		}
		if best < 0 || (list[i].Time-e.Time).Abs() < (list[best].Time-e.Time).Abs() {
			best = i
		}
	}
	return best
}

// presence filters out arrivals of players who are already in the game and departures of those who are not: each demo
// begins with everybody present.
type presence struct {
	names map[sim.Slot]string
}

func (c *presence) news(e *sim.Event) bool {
	name := ""
	if e.Profile != nil {
		name = e.Profile.Name.Plain
	}
	switch e.Kind {
	case sim.EventConnect:
		if was, ok := c.names[e.Slot]; ok && was == name {
			return false
		}
		c.names[e.Slot] = name
	case sim.EventDisconnect:
		if _, ok := c.names[e.Slot]; !ok {
			return false
		}
		delete(c.names, e.Slot)
	case sim.EventNameChange:
		c.names[e.Slot] = name
	}
	return true
}

// effects returns the effects of the match's level, sorted by start and without duplicates.
func (g *group) effects() []sim.Effect {
	type seen struct {
		sim.Effect
		by int
	}
	var all []seen
	for _, p := range g.members {
		l := p.levels[p.level]
		end := l.End
		if p.level == len(p.levels)-1 {
			end += time.Hour
		}
		for _, e := range p.Rec.EffectsFrom(l.Start, end, nil) {
			length := e.End - e.Start
			e.Start = g.time(p.refAt(e.Start))
			e.End = e.Start + length
			all = append(all, seen{e, p.index})
		}
	}
	slices.SortStableFunc(all, func(a, b seen) int { return cmp.Compare(a.Start, b.Start) })
	const together, near = 100 * time.Millisecond, 24
	var list []sim.Effect
	kept := all[:0:0]
	for _, e := range all {
		known := false
		for i := len(kept) - 1; i >= 0 && e.Start-kept[i].Start <= together && !known; i-- {
			k := &kept[i]
			known = k.by != e.by && k.Kind == e.Kind && k.Weapon == e.Weapon && k.Item == e.Item && k.Text == e.Text &&
				k.Origin.Distance2(e.Origin) <= near*near
		}
		if !known {
			kept = append(kept, e)
			list = append(list, e.Effect)
		}
	}
	return list
}

// chapters returns the chapters of the match's level: the first member's, and those of others that do not overlap
// them.
func (g *group) chapters() []sim.Chapter {
	var list []sim.Chapter
	for _, p := range g.members {
		for _, c := range p.levels[p.level].Chapters {
			c.Start, c.End = g.time(p.refAt(c.Start)), g.time(p.refAt(c.End))
			known := slices.ContainsFunc(list, func(o sim.Chapter) bool { return c.Start < o.End && o.Start < c.End })
			if !known {
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b sim.Chapter) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// damage passes the witnesses' damage to the recorder.
func (m *Match) damage(rec *recording.Recorder) {
	for i := range m.Witnesses {
		w := &m.Witnesses[i]
		for _, d := range w.Rec.Damage() {
			if t, ok := w.At(d.Time); ok {
				d.Time = t
			}
			d.What = filepath.Base(w.Name) + ": " + d.What
			rec.Damage(d)
		}
	}
}
