package sim

// Parts are what takes most of the work and the memory of a recording. Who does not need them all has it made without the others:
// header, levels, events, roster, damage and the times of the snapshots are always there, and are the same.
type Parts uint8

const (
	// Worlds are what the world was at each snapshot, without effects; with them, when items were away and what the match clock showed.
	Worlds Parts = 1 << iota
	// Paths are where players were.
	Paths
	// Effects are what is brief: shots, impacts, explosions.
	Effects

	AllParts = Worlds | Paths | Effects
)

// Keep says which parts the recording is to have, before anything is recorded; without it, it has all.
func (b *Recorder) Keep(p Parts) {
	b.parts = p
	b.r.paths.latent = b.Keeps(Paths | Worlds)
	b.r.paths.kept = b.Keeps(Paths) && !b.r.paths.latent
}

// Keeps reports whether the recording is to have all of some parts.
func (b *Recorder) Keeps(p Parts) bool { return b.parts&p == p }

// look finds what packing a frame would find wrong with it.
func (b *Recorder) look(f *Frame) {
	if b.left.places || b.entitiesPossible(f) && (f.SameMovers || b.moversPossible(f.Movers)) {
		return
	}
	b.placeDamage()
}

func (b *Recorder) entitiesPossible(f *Frame) bool {
	if f.ChangedKnown {
		for _, n := range f.Changed {
			if e, _ := f.entity(n, 0); e != nil && !b.possible(&e.Trajectory, &e.Origin) {
				return false
			}
		}
		return true
	}
	last := -1
	for i := range f.Entities {
		e := &f.Entities[i]
		if e.Number <= last || e.Number > maxKey {
			continue
		}
		if last = e.Number; !e.Same && !b.possible(&e.Trajectory, &e.Origin) {
			return false
		}
	}
	return true
}

func (b *Recorder) moversPossible(movers []FrameMover) bool {
	last := -1
	for i := range movers {
		m := &movers[i]
		if m.Number <= last || m.Number > maxKey {
			continue
		}
		if last = m.Number; !m.Same && !b.possible(&m.Trajectory, &m.Origin) {
			return false
		}
	}
	return true
}
