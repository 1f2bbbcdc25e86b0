package recording

import "fragscope/sim"

// Parts is a set of optional parts of a recording. The optional parts are those that cost the most time and memory. The
// header, levels, events, roster, damage, snapshot times and clock are always recorded.
type Parts uint8

const (
	// Worlds selects the world at each snapshot, together with the players' paths and the absences of items. Of the
	// effects, it selects only hits on players.
	Worlds Parts = 1 << iota
	// Effects selects all short-lived effects, such as shots, impacts and explosions.
	Effects

	AllParts = Worlds | Effects
)

// Keep selects the parts to record. By default all parts are recorded. Keep must be called before anything is recorded.
func (b *Recorder) Keep(p Parts) {
	b.parts, b.pipeline.store.parts = p, p
	b.r.paths.latent = b.Keeps(Worlds)
}

// Keeps reports whether all parts in p are recorded.
func (b *Recorder) Keeps(p Parts) bool { return b.parts&p == p }

// rowsWithin reports whether all entities and movers of a frame that may have changed can be inside a map.
func rowsWithin(f *Frame, reach float32) bool {
	if !f.Changes.Known {
		return entitiesWithin(f.Entities, reach) && moversWithin(f.Movers, reach)
	}
	for _, n := range f.Changes.Entities {
		if e, _ := f.entity(n, 0); e != nil && !possible(&e.Trajectory, &e.Origin, reach) {
			return false
		}
	}
	for _, n := range f.Changes.Movers {
		if m, _ := f.mover(n, 0); m != nil && !possible(&m.Trajectory, &m.Origin, reach) {
			return false
		}
	}
	return true
}

func entitiesWithin(entities []FrameEntity, reach float32) bool {
	last := -1
	for i := range entities {
		e := &entities[i]
		if e.Number <= last || e.Number > sim.MaxNumber {
			continue
		}
		if last = e.Number; !possible(&e.Trajectory, &e.Origin, reach) {
			return false
		}
	}
	return true
}

func moversWithin(movers []FrameMover, reach float32) bool {
	last := -1
	for i := range movers {
		m := &movers[i]
		if m.Number <= last || m.Number > sim.MaxNumber {
			continue
		}
		if last = m.Number; !possible(&m.Trajectory, &m.Origin, reach) {
			return false
		}
	}
	return true
}
