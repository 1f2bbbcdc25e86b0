package merge

import (
	"cmp"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// The ranks of witnesses for an entity.
const (
	rankForgotten = iota
	rankHeard     // knows its state without seeing it
	rankShown     // sees it
)

func entityRank(e *sim.Entity) int {
	switch {
	case e.Visible:
		return rankShown
	case e.State != sim.ItemUnknown:
		return rankHeard
	}
	return rankForgotten
}

func (r *recorder) blendEntities(f *recording.Frame) {
	r.things = r.things[:0]
	for i := range r.views {
		for k := range r.views[i].world.Entities {
			e := &r.views[i].world.Entities[k]
			r.things = append(r.things, testimony[*sim.Entity]{e.Number, entityRank(e), i, e})
		}
	}
	slices.SortStableFunc(r.things, func(a, b testimony[*sim.Entity]) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.rank, a.rank), cmp.Compare(r.latest(b), r.latest(a)),
			boolCompare(r.views[b.view].exact, r.views[a.view].exact))
	})
	for from := 0; from < len(r.things); {
		to := from + 1
		for to < len(r.things) && r.things[to].key == r.things[from].key {
			to++
		}
		f.Entities = append(f.Entities, r.entity(r.things[from:to]))
		from = to
	}
	r.keepItems(f)
}

// latest returns the time at which a witness last had information about an entity that it does not see.
func (r *recorder) latest(t testimony[*sim.Entity]) time.Duration {
	v := &r.views[t.view]
	if t.rank == rankShown {
		return 0
	}
	return max(v.moved(t.of.LastSeen), v.moved(t.of.Taken))
}

// sameTaking is the maximum time between two witnesses' reports of the same pickup of an item.
const sameTaking = 2 * time.Second

// entity makes a row from all witnesses' reports about an entity, best one first.
func (r *recorder) entity(said []testimony[*sim.Entity]) recording.FrameEntity {
	v := &r.views[said[0].view]
	e := recording.FrameEntity{Entity: *said[0].of}
	e.LastSeen, e.Taken, e.Respawn = v.moved(e.LastSeen), v.moved(e.Taken), v.moved(e.Respawn)
	if e.Visible && e.Kind != sim.EntityItem {
		e.LastSeen = r.now
	}
	for _, s := range said[1:] {
		o, w := s.of, &r.views[s.view]
		if o.Kind != e.Kind || o.Item != e.Item || o.State != e.State {
			continue
		}
		taken := w.moved(o.Taken)
		if e.State == sim.ItemTaken && (e.Taken == 0 || (taken-e.Taken).Abs() < sameTaking) {
			if !e.TakenBy.Valid() && o.TakenBy.Valid() || e.Taken == 0 {
				e.Taken, e.TakenBy = taken, o.TakenBy
			}
			if !e.RespawnKnown && o.RespawnKnown {
				e.Respawn, e.RespawnKnown = w.moved(o.Respawn), true
			}
		}
		if !e.Owner.Valid() {
			e.Owner = o.Owner
		}
		if e.Weapon == 0 {
			e.Weapon = o.Weapon
		}
	}
	before, ok := r.before[e.Number]
	e.NoLerp = !ok || !before.Visible || before.Kind != e.Kind || before.Item != e.Item ||
		before.Origin.Distance2(e.Origin) > stride*stride
	return e
}

// keepItems keeps the items of witnesses that stopped recording, with unknown state, and remembers the frame's
// entities.
func (r *recorder) keepItems(f *recording.Frame) {
	n := len(f.Entities)
	for number, e := range r.before {
		if _, ok := slices.BinarySearchFunc(f.Entities[:n], number,
			func(e recording.FrameEntity, number int) int { return cmp.Compare(e.Number, number) }); ok {
			continue
		}
		delete(r.before, number)
		if e.Kind == sim.EntityItem && !r.covers() {
			e.Visible, e.State, e.NoLerp = false, sim.ItemUnknown, true
			f.Entities = append(f.Entities, e)
		}
	}
	if len(f.Entities) > n {
		slices.SortFunc(f.Entities, func(a, b recording.FrameEntity) int { return cmp.Compare(a.Number, b.Number) })
	}
	for _, e := range f.Entities {
		r.before[e.Number] = e
	}
}

// covers reports whether one of the witnesses sees the whole level.
func (r *recorder) covers() bool {
	return slices.ContainsFunc(r.views, func(v view) bool { return v.header.Multi })
}

func (r *recorder) blendMovers(f *recording.Frame) {
	r.movers = r.movers[:0]
	for i := range r.views {
		for k := range r.views[i].world.Movers {
			m := &r.views[i].world.Movers[k]
			rank := rankForgotten
			if m.Visible {
				rank = rankShown
			}
			r.movers = append(r.movers, testimony[*sim.Mover]{m.Number, rank, i, m})
		}
	}
	slices.SortStableFunc(r.movers, func(a, b testimony[*sim.Mover]) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.rank, a.rank),
			boolCompare(r.views[b.view].exact, r.views[a.view].exact))
	})
	for i, s := range r.movers {
		if i == 0 || r.movers[i-1].key != s.key {
			f.Movers = append(f.Movers, recording.FrameMover{Mover: *s.of})
		}
	}
}
