package track

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// FlyingSeen describes a projectile that flies in a straight line at constant speed. Origin is the projectile's
// position when the game's clock reads Start.
type FlyingSeen struct {
	Number           int
	Weapon           sim.Weapon
	Name             string
	Origin, Velocity sim.Vec3
	Start            time.Duration
}

// sightEntity evaluates an entity in games whose snapshots contain everything in sight.
func (t *Tracker) sightEntity(u *EntitySeen) {
	last, appeared := t.entities.See(u.Number, &u.Origin)
	update := EntityUpdate{Entity: &u.Entity, Last: last, Appeared: appeared || u.Appears, Steps: u.Jumps,
		Moves: u.Moves}
	passes := u.Body || u.Kind == sim.EntityProjectile // not part of a sketch
	switch {
	case u.Vanished || passes && t.track.rec.Sketches():
		t.entities.Remove(u.Number)
	case u.Body:
		if t.players.Profile(u.Owner) == nil {
			update.Owner = sim.Slot{}
		}
		t.entities.ShowBody(&update)
	default:
		t.showEntity(&update)
	}
	if u.Flashes {
		t.track.Effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: u.Origin}, MuzzleTime)
	}
}

func (t *Tracker) showEntity(u *EntityUpdate) {
	row, isNew := t.entities.Show(u)
	if row == nil {
		return
	}
	switch row.Kind {
	case sim.EntityItem, sim.EntityDropped:
		t.items.Show(row)
	case sim.EntityProjectile:
		if t.rules.ShotReach > 0 && (isNew || u.Appeared) {
			row.Owner = t.shooter(u)
		}
	}
}

// shooter returns the player who seems to have fired a projectile.
func (t *Tracker) shooter(u *EntityUpdate) sim.Slot {
	if u.Weapon >= sim.CauseWorld {
		return sim.Slot{}
	}
	return t.players.Nearest(u.Origin, t.rules.ShotReach,
		func(r *recording.FramePlayer) bool { return r.Life == sim.Alive })
}

// goOn updates the entities in sight that have not changed since the previous snapshot. Projectiles in flight are
// reported in each snapshot. An item not known to be available is available again.
func (t *Tracker) goOn(gone []int) {
	e := &t.entities
	for _, n := range e.shown {
		if e.seen[n].Snapshot == t.track.snapshot {
			continue
		}
		row := e.Look(int(n))
		if row != nil && row.Kind == sim.EntityProjectile || !e.goesOn(n, gone) || row == nil ||
			row.Kind != sim.EntityItem && row.Kind != sim.EntityDropped || row.Visible && t.items.Lies(row) {
			continue
		}
		row = e.Row(int(n))
		row.Visible, row.LastSeen = true, t.track.now
		t.items.Show(row)
	}
}

// sightMover evaluates a mover in sight.
func (t *Tracker) sightMover(u *MoverSeen) {
	_, appeared := t.entities.See(u.Number, &u.Origin)
	t.entities.ShowMover(&u.Mover, appeared || u.Appears)
}

func (t *Tracker) sightFlying(u *FlyingSeen) {
	t.entities.ShowFlying(&EntityUpdate{Entity: &sim.Entity{Number: u.Number, Weapon: u.Weapon, Name: u.Name,
		Origin: u.Origin, Velocity: u.Velocity}}, u.Start)
}

// Entities of the map at the start of a level, before any snapshot shows them.
type (
	// BaselineEntity reports an item described by a baseline. The item is assumed to exist even before it is first
	// seen.
	BaselineEntity struct{ sim.Entity }
	// BaselineMover reports a moving part of the map described by a baseline.
	BaselineMover struct{ sim.Mover }
)

func (b BaselineEntity) conclude(t *Tracker) { t.entities.Place(&b.Entity) }
func (b BaselineMover) conclude(t *Tracker)  { t.entities.PlaceMover(&b.Mover) }

// endSights ends a snapshot. Anything that it did not show is out of sight.
func (t *Tracker) endSights() {
	if t.rules.SumTeams {
		sumTeams(t.players.rows, &t.track.frame.TeamScore)
	}
	t.hurts.end(&t.track, t.rules.HealthWait)
	t.items.EndSnapshot()
	t.looks.lose(&t.players)
	t.players.EndSnapshot()
	t.match.EndSnapshot()
	t.track.EndSnapshot()
}

// sumTeams computes the team scores, which the game does not send.
func sumTeams(rows []recording.FramePlayer, score *[sim.TeamCount]int16) {
	for i := range score {
		score[i] = sim.Unknown
	}
	for i := range rows {
		r := &rows[i]
		team := r.Profile.Team
		if team == sim.TeamFree || team == sim.TeamSpectator || r.Frags == sim.Unknown {
			continue
		}
		if score[team] == sim.Unknown {
			score[team] = 0
		}
		score[team] += r.Frags
	}
}
