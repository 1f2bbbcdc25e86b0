package report

import (
	"context"
	"math"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Loss describes a death and what it cost the victim's side.
type Loss struct {
	// Event is the obituary.
	Event sim.Event
	// Before is the victim's health and armour at their highest in the three seconds before his death, or sim.Unknown
	// if the demo does not show them.
	Before Stack
	// Killer is the health and armour that the killer had left, or sim.Unknown if the demo does not show them. Distance
	// is his distance from the victim in units, or -1 if unknown.
	Killer   Stack
	Distance float32
	// Weapons lists the lost weapons that decide fights. Powerups and Flag are the other losses.
	Weapons  []sim.Weapon
	Powerups sim.PowerupSet
	Flag     bool
	// Frags is the number of frags that the victim had made since he last respawned.
	Frags int
	// Enemies and Mates are the numbers of other players that the demo shows nearby, on other sides and on the victim's
	// own.
	Enemies, Mates int
	// Then lists the notable items that the killer's side took in the following seconds.
	Then []sim.Event
}

const (
	lossBefore = 3 * time.Second
	lossEach   = 150 * time.Millisecond
	lossAfter  = 12 * time.Second
	lossNear   = 700 // units within which others take part in a fight
)

// The value of losses other than health and armour, in points of health and armour.
const (
	powerupWorth = 150
	flagWorth    = 150
	itemWorth    = 40 // for each item that the other side takes next
	fragWorth    = 10
)

// Worth returns what the death cost the victim's side, in points of health and armour.
func (l *Loss) Worth() int {
	worth := WeaponWorth*len(l.Weapons) + fragWorth*l.Frags + itemWorth*len(l.Then)
	if l.Before.Health != sim.Unknown {
		worth += int(l.Before.Health)
	}
	if l.Before.Armor != sim.Unknown {
		worth += int(l.Before.Armor)
	}
	for p := range sim.PowerupCount {
		if l.Powerups.Has(p) {
			worth += powerupWorth
		}
	}
	if l.Flag {
		worth += flagWorth
	}
	return worth
}

// Losses returns the deaths in a match, in descending order of cost. If ctx is done, Losses returns context.Cause(ctx).
func Losses(ctx context.Context, rec *recording.Recording, m Match) ([]Loss, error) {
	var list []Loss
	events, cursor, streak := rec.Events(), rec.Cursor(), map[sim.Slot]int{}
	for i := range events {
		e := &events[i]
		if e.Kind != sim.EventObituary || e.Time < m.Start || e.Time > m.End {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if e.Attacker.Valid() && e.Attacker != e.Slot && !e.TeamKill(m.Teams) {
			streak[e.Attacker]++
		}
		if !sim.TakesOut(e.Weapon) {
			l := Loss{Event: *e, Frags: streak[e.Slot], Before: unknownStack, Killer: unknownStack, Distance: -1}
			l.look(cursor, m.Teams)
			l.follow(events[i+1:], m.Teams)
			list = append(list, l)
		}
		streak[e.Slot] = 0
	}
	slices.SortStableFunc(list, func(a, b Loss) int { return b.Worth() - a.Worth() })
	return list, nil
}

var unknownStack = Stack{Health: sim.Unknown, Armor: sim.Unknown}

// look determines the possessions of both players, and who was nearby.
func (l *Loss) look(cursor *recording.Cursor, teams bool) {
	e := &l.Event
	for t := max(e.Time-lossBefore, 0); t < e.Time; t += lossEach {
		w := cursor.At(t)
		p := playerIn(w, e.Slot)
		if p == nil || p.Life != sim.Alive {
			l.Before, l.Weapons, l.Powerups, l.Flag = unknownStack, nil, 0, false // another life
			continue
		}
		if p.Health != sim.Unknown && (l.Before.Health == sim.Unknown ||
			sum(p) > int(l.Before.Health)+int(max(l.Before.Armor, 0))) {
			l.Before = Stack{Health: p.Health, Armor: p.Armor}
		}
		if l.Weapons = l.Weapons[:0]; p.Inventory != nil {
			l.Weapons = p.Inventory.Deciding(l.Weapons)
		}
		l.Powerups, l.Flag = p.Powerups, p.FlagCarried
	}
	w := cursor.At(max(e.Time-time.Millisecond, 0))
	victim, killer := playerIn(w, e.Slot), playerIn(w, e.Attacker)
	if victim == nil || killer == nil || e.Attacker == e.Slot {
		return
	}
	if killer.Health != sim.Unknown {
		l.Killer = Stack{Health: killer.Health, Armor: killer.Armor}
	}
	if victim.Visible && killer.Visible {
		l.Distance = float32(math.Sqrt(float64(victim.Origin.Distance2(killer.Origin))))
	}
	for i := range w.Players {
		p := &w.Players[i]
		if p.Slot == e.Slot || p.Life != sim.Alive || !p.Visible ||
			p.Origin.Distance2(victim.Origin) > lossNear*lossNear {
			continue
		}
		if teams && p.Profile.Team == victim.Profile.Team {
			l.Mates++
		} else {
			l.Enemies++
		}
	}
}

// sum returns a player's health and armour.
func sum(p *sim.Player) int { return int(p.Health) + int(max(p.Armor, 0)) }

// follow finds the items that the killer's side took next.
func (l *Loss) follow(events []sim.Event, teams bool) {
	e := &l.Event
	for i := range events {
		n := &events[i]
		if n.Time > e.Time+lossAfter {
			return
		}
		own := n.Slot == e.Attacker || teams && n.Profile != nil && e.AttackerProfile != nil &&
			n.Profile.Team == e.AttackerProfile.Team
		if n.Kind == sim.EventPickup && n.Item.Notable() && n.Item != sim.ItemWeapon && e.Attacker.Valid() &&
			e.Attacker != e.Slot && own {
			l.Then = append(l.Then, *n)
		}
	}
}
