package track

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// standing holds the entities that a demo shows until it removes them (Quake III), with a bit for each number.
type standing struct {
	shown, movers numberSet
	lost          []int // gone since the previous snapshot
	moverLost     bool  // a moving one is among them
	anew          bool  // nothing can be taken over from the previous snapshot
}

// numberSet is a set of entity numbers.
type numberSet []uint64

func (b *numberSet) set(number int, on bool) {
	w, bit := number/64, uint64(1)<<(number%64)
	if w >= len(*b) {
		*b = append(*b, make([]uint64, w+1-len(*b))...)
	}
	if (*b)[w] &^= bit; on {
		(*b)[w] |= bit
	}
}

func (b numberSet) has(number int) bool {
	return number/64 < len(b) && b[number/64]>>(number%64)&1 != 0
}

// see updates the row of an entity that is new or has changed.
func (s *standing) see(e *Entities, u *EntitySeen) {
	if u.Vanished {
		e.Remove(u.Number)
		s.gone(u.Number)
		return
	}
	row, isNew := e.Add(u.Number)
	if row == nil {
		return
	}
	s.shown.set(u.Number, true)
	other := row.Kind != u.Kind || row.Item != u.Item || row.Weapon != u.Weapon
	row.NoLerp = isNew || other || u.Appears || u.Jumps
	owner := u.Owner
	if !isNew && !other && !owner.Valid() {
		owner = row.Owner
	}
	row.Kind, row.Item, row.Weapon, row.Team, row.Name, row.Owner = u.Kind, u.Item, u.Weapon, u.Team, u.Name, owner
	row.State = sim.ItemUnknown
	if u.Kind == sim.EntityItem || u.Kind == sim.EntityDropped {
		row.State = sim.ItemPresent
	}
	if u.State != sim.ItemUnknown { // by the word of the game
		row.State = u.State
	}
	row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, u.Respawn, u.RespawnKnown, sim.Slot{}
	row.Visible, row.LastSeen = true, 0
	row.Trajectory, row.Origin, row.Velocity, row.Angles = u.Trajectory, u.Origin, u.Velocity, u.Angles
}

// seeMover updates the row of a moving part of the map that is new or has changed.
func (s *standing) seeMover(e *Entities, u *MoverSeen) {
	if m := showMover(e, u); m != nil {
		m.Visible, m.NoLerp = true, u.Appears || u.Jumps
		s.movers.set(u.Number, true)
	}
}

func showMover(e *Entities, u *MoverSeen) *recording.FrameMover {
	m, _ := e.Mover(u.Number)
	if m != nil {
		m.Model, m.Origin, m.Angles = u.Model, u.Origin, u.Angles
		m.Trajectory, m.AngleTrajectory = u.Trajectory, u.AngleTrajectory
	}
	return m
}

// gone records that an entity is no longer shown.
func (s *standing) gone(number int) {
	if s.shown.has(number) {
		s.shown.set(number, false)
		s.lost = append(s.lost, number)
	}
	if s.movers.has(number) {
		s.movers.set(number, false)
		s.moverLost = true
	}
}

// end updates the entities and movers that are out of sight.
func (s *standing) end(e *Entities, items *Items) {
	if items.Due() || s.anew {
		e.Keep(func(r *recording.FrameEntity) bool { return s.stays(e, r) })
	} else {
		for _, n := range s.lost {
			if row := e.Look(n); row != nil && !s.stays(e, row) {
				e.Remove(n)
			}
		}
	}
	s.lost, s.anew = s.lost[:0], false
	if !s.moverLost {
		return
	}
	s.moverLost = false
	for i := range e.movers {
		if m := &e.movers[i]; m.Visible && !s.movers.has(m.Number) {
			freeze(e.mover(i), e.t.clock-(e.t.now-e.t.before))
		}
	}
}

// stays reports whether an entity remains. It also updates an item out of sight.
func (s *standing) stays(e *Entities, r *recording.FrameEntity) bool {
	if s.shown.has(r.Number) {
		return true
	}
	if r.Kind != sim.EntityItem {
		return false
	}
	if r.Visible {
		r = e.Row(r.Number)
		r.Visible, r.LastSeen = false, e.t.before
		if r.State == sim.ItemPresent {
			r.State = sim.ItemUnknown
		}
	}
	if r.State == sim.ItemTaken && r.RespawnKnown && e.t.now >= r.Respawn {
		e.Row(r.Number).State = sim.ItemUnknown
	}
	return true
}

// freeze leaves a mover at its position at a time on the game's clock, as its further movement is unknown.
func freeze(m *recording.FrameMover, clock time.Duration) {
	m.Visible = false
	if m.Trajectory.Kind != sim.TrajectoryInterpolate {
		m.Origin, _ = m.Trajectory.At(clock)
	}
	if m.AngleTrajectory.Kind != sim.TrajectoryInterpolate {
		a, _ := m.AngleTrajectory.At(clock)
		m.Angles = sim.Angles{Pitch: a[0], Yaw: a[1], Roll: a[2]}
	}
	m.Trajectory, m.AngleTrajectory = sim.Trajectory{}, sim.Trajectory{}
}

// Entities of the map at the start of a level, before any snapshot shows them.
type (
	// EntityPlaced reports an item of the map that no snapshot has shown yet.
	EntityPlaced struct{ EntitySeen }
	// MoverPlaced reports a moving part of the map that no snapshot has shown yet.
	MoverPlaced struct{ MoverSeen }
)

func (p EntityPlaced) conclude(t *Tracker) {
	row, _ := t.entities.Add(p.Number)
	if row == nil {
		return
	}
	row.Kind, row.Item, row.Weapon, row.Team, row.Name, row.Owner = p.Kind, p.Item, p.Weapon, p.Team, p.Name, p.Owner
	row.Origin = p.Origin
	row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: p.Origin}
}

func (p MoverPlaced) conclude(t *Tracker) {
	if m := showMover(&t.entities, &p.MoverSeen); m != nil {
		freeze(m, t.track.clock-(t.track.now-t.track.before))
	}
}

// ItemCame reports that an item respawned. It may be reported even if the tracker did not know that the item was taken.
type ItemCame struct{ Entity int }

func (i ItemCame) conclude(t *Tracker) {
	if row := t.entities.Look(i.Entity); row != nil {
		t.items.Learn(row)
		t.items.TellRespawn(row)
	}
}
