package report

import (
	"context"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// WeaponWorth is the value of a decisive weapon, in points of health and armour.
const WeaponWorth = 50

// Advantage describes how the balance between the two sides of a match changed over the time covered by the demo.
type Advantage struct {
	// Names and Teams identify the sides. In a match without teams, each side is a player.
	Names  [2]string
	Teams  [2]sim.Team
	Points []AdvantagePoint // sorted by Time
}

// AdvantagePoint is the balance between the two sides at one point in time.
type AdvantagePoint struct {
	Time time.Duration
	// Known is set if the demo shows the health and armour of all living players.
	Known bool
	Sides [2]Side
}

// Side holds the totals for a side's living players.
type Side struct{ Health, Armor, Weapons, Alive int }

// Total returns the side's combined strength, measured in points of health and armour.
func (s Side) Total() int { return s.Health + s.Armor + WeaponWorth*s.Weapons }

// Lead returns how far the first side's [Side.Total] exceeds the second's. The result is negative if the first side
// trails.
func (p *AdvantagePoint) Lead() int { return p.Sides[0].Total() - p.Sides[1].Total() }

// advantageEach is the time between two points.
const advantageEach = time.Second

// AdvantageOf returns how the advantage shifted between the two sides during r's match. It returns nil if the match
// does not have exactly two sides or the demo contains too little data about them. If ctx is done, AdvantageOf returns
// context.Cause(ctx).
func AdvantageOf(ctx context.Context, rec *recording.Recording, r *Report) (*Advantage, error) {
	side, a := r.sides()
	if a == nil {
		return nil, nil
	}
	cursor, known := rec.Cursor(), 0
	var kept []sim.Weapon
	for at := r.Match.Start; at <= r.Match.End; at += advantageEach {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		w := cursor.At(at)
		p := AdvantagePoint{Time: at, Known: true}
		for i := range w.Players {
			q := &w.Players[i]
			n, ok := side(q)
			if !ok || q.Life != sim.Alive {
				continue
			}
			if q.Health == sim.Unknown || q.Armor == sim.Unknown || !q.Visible {
				p.Known = false
				break
			}
			s := &p.Sides[n]
			s.Health += int(q.Health)
			s.Armor += int(q.Armor)
			s.Alive++
			if q.Inventory != nil {
				kept = q.Inventory.Deciding(kept[:0])
				s.Weapons += len(kept)
			}
		}
		if p.Known {
			known++
		}
		a.Points = append(a.Points, p)
	}
	if known < len(a.Points)/10+1 {
		return nil, nil
	}
	return a, nil
}

// sides returns a function that finds a player's side, and an empty Advantage. The Advantage is nil if there are not
// two sides.
func (r *Report) sides() (func(*sim.Player) (int, bool), *Advantage) {
	a := new(Advantage)
	if len(r.Teams) == 2 {
		for i, t := range r.Teams {
			a.Names[i], a.Teams[i] = t.Name, t.Team
		}
		return func(p *sim.Player) (int, bool) {
			switch p.Profile.Team {
			case a.Teams[0]:
				return 0, true
			case a.Teams[1]:
				return 1, true
			}
			return 0, false
		}, a
	}
	if len(r.Players) != 2 || r.Match.Teams {
		return nil, nil
	}
	for i := range r.Players {
		a.Names[i], a.Teams[i] = r.Players[i].Profile.Name.Plain, r.Players[i].Profile.Team
	}
	return func(p *sim.Player) (int, bool) {
		for i := range r.Players {
			if r.Players[i].Slot == p.Slot {
				return i, true
			}
		}
		return 0, false
	}, a
}
