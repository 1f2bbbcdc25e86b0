package report

import (
	"context"
	"time"

	"fragscope/sim"
)

// told records the last value of each number told by the game about the match.
func (b *builder) told(context.Context) error {
	m := &b.r.Match
	dropped := map[int]float64{}
	anew := b.begunAnew()
	for _, x := range b.rec.Statistics() {
		if x.Time <= m.Start || x.Time > m.until {
			continue
		}
		if at, ok := anew[x.Slot]; ok && x.Time >= at && x.Slot.Valid() {
			continue
		}
		if x.Team != sim.TeamFree && m.Teams {
			list := b.shared[x.Team]
			tellItem(itemIn(&list, x.Item), &x, m)
			b.shared[x.Team] = list
		}
		i := b.inSlot(x.Slot, x.Time)
		if i < 0 {
			continue
		}
		switch {
		case x.Item != sim.ItemNone:
			tellItem(b.item(i, x.Item), &x, m)
		case x.Weapon != sim.WeaponNone:
			b.tellWeapon(i, &x)
		default:
			for f := range FieldCount {
				// A player without a team captures nothing, though some tables have a 0 for it.
				if f >= Captures && f <= Thaws && !m.Teams {
					continue
				}
				if info := f.Info(); info.told && info.stat == x.Stat {
					b.number(i, f).tellAt(x.Value, x.Time, m)
				}
			}
		}
	}
	for i := range b.r.Players {
		for _, w := range b.r.Players[i].Weapons {
			if w.Dropped.hasTold {
				dropped[i] += w.Dropped.told
				b.number(i, WeaponsDropped).tell(dropped[i])
			}
		}
		if b.number(i, Control).hasTold && !b.number(i, Control).hasCounted {
			b.number(i, Control).hasTold = false // games count it only in duels
		}
	}
	return nil
}

// inSlot returns the index of the player in a slot at a time. If there is none, inSlot returns the index of the last of
// the report's players with that slot, or -1.
func (b *builder) inSlot(s sim.Slot, at time.Duration) int {
	if p := playerIn(b.cursor.At(at), s); p != nil {
		if i, ok := b.index[identity{s.Index(), p.Profile.Name.Plain}]; ok {
			return i
		}
	}
	for i := len(b.r.Players) - 1; i >= 0; i-- {
		if b.r.Players[i].Slot == s {
			return i
		}
	}
	return -1
}

// tellItem records a number told by the game about an item.
func tellItem(n *ItemNumbers, x *sim.Statistic, m *Match) {
	switch x.Stat {
	case sim.StatItemTime:
		n.Held.tellAt(x.Value, x.Time, m)
	case sim.StatItemLate:
		n.Late.tellAt(x.Value, x.Time, m)
	default:
		n.Taken.tellAt(x.Value, x.Time, m)
		n.Taken.least = true                               // the demo shows it being taken
		if !n.Taken.hasCounted && x.Item != sim.ItemFlag { // flags are not counted as pickups
			n.Taken.count(0)
		}
	}
}

func (b *builder) tellWeapon(i int, x *sim.Statistic) {
	w := b.weapon(i, x.Weapon)
	to := map[sim.Stat]*Number{sim.StatAccuracy: &w.Accuracy, sim.StatShots: &w.Shots, sim.StatHits: &w.Hits,
		sim.StatWeaponKills: &w.Kills, sim.StatWeaponDamage: &w.Damage, sim.StatWeaponTaken: &w.Taken,
		sim.StatWeaponDropped: &w.Dropped}[x.Stat]
	if to != nil {
		to.tellAt(x.Value, x.Time, &b.r.Match)
	}
}

// begunAnew finds the players whose numbers told by the game omit those from before they left, if only to spectate:
// since their return, the game has counted fewer frags or deaths than the events before. It returns the time from which
// this is so. The numbers of a player who did not play again are still his.
func (b *builder) begunAnew() map[sim.Slot]time.Duration {
	const late = time.Second // the time that a table may lack
	left, anew := map[sim.Slot]time.Duration{}, map[sim.Slot]time.Duration{}
	events := b.rec.Events()
	for i := range events {
		e := &events[i]
		if _, ok := left[e.Slot]; !ok && e.Time > b.r.Match.Start &&
			(e.Kind == sim.EventTeamChange || e.Kind == sim.EventDisconnect) {
			left[e.Slot] = e.Time
		}
	}
	for _, x := range b.rec.Statistics() {
		at, ok := left[x.Slot]
		if _, known := anew[x.Slot]; known || !ok || x.Time < at || x.Time > b.r.Match.until ||
			x.Weapon != sim.WeaponNone || x.Item != sim.ItemNone {
			continue
		}
		if i := b.inSlot(x.Slot, x.Time); i >= 0 && (x.Stat == sim.StatKills || x.Stat == sim.StatDeaths) &&
			x.Value < b.eventsUntil(i, x.Stat, x.Time-late) {
			if l := b.last[i]; l != nil && l.last > at+late && at < b.r.Match.End {
				b.returned[i] = true
				delete(left, x.Slot)
				continue
			}
			anew[x.Slot] = x.Time
		}
	}
	return anew
}

// eventsUntil counts a player's frags or deaths of the match until a time.
func (b *builder) eventsUntil(i int, what sim.Stat, at time.Duration) (n float64) {
	events := b.rec.Events()
	for k := range events {
		e := &events[k]
		if e.Kind != sim.EventObituary || e.Time < b.r.Match.Start || e.Time > min(at, b.r.Match.End) {
			continue
		}
		victim, killer := b.playerAt(e.Slot, e.Profile), b.playerAt(e.Attacker, e.AttackerProfile)
		if what == sim.StatDeaths && victim == i ||
			what == sim.StatKills && killer == i && victim != i && !e.TeamKill(b.r.Match.Teams) {
			n++
		}
	}
	return n
}
