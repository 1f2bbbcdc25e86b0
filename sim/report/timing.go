package report

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"fragscope/sim"
)

// Timing is one taking of an item whose return players wait for.
type Timing struct {
	Item   sim.Item
	Weapon sim.Weapon // where Item is ItemWeapon
	Team   sim.Team   // of a flag
	Entity int
	Origin sim.Vec3
	// Back is when it had come back, if BackKnown; Taken is when it was taken.
	Back, Taken time.Duration
	BackKnown   bool
	// By is the player who took it, by his place in the report; -1 where it is not known.
	By int
	// Nearest is the other player who was nearest to it when it was taken, and Distance how far; -1 where none was seen.
	Nearest  int
	Distance float64
	// HeardBy are the other players who were near enough to hear it taken.
	HeardBy []int
	// Before and After are health and armour of the taker, Unknown where the demo does not tell.
	Before, After Stack
	still         time.Duration // that the game stood still while it lay there
}

// Stack is what a player can take.
type Stack struct{ Health, Armor int16 }

// Late is how long it had lain there, time-outs not counted; ok is false where that is not known.
func (t *Timing) Late() (late time.Duration, ok bool) {
	return max(t.Taken-t.Back-t.still, 0), t.BackKnown
}

// timed are the items whose timing is reported.
func timed(i sim.Item) bool { return i.Armor() || i == sim.ItemMegaHealth || i.Powerup() }

// afterPickup is when the taker has what he took, by all games' snapshots.
const (
	afterPickup = 150 * time.Millisecond
	toldAfter   = 1500 * time.Millisecond // and by what games tell of team mates
)

// timing lists how items were timed.
func (b *builder) timing(ctx context.Context) error {
	m := &b.r.Match
	events := b.rec.Events()
	for _, a := range b.rec.ItemAbsences(m.Level) {
		if a.Taken < m.Start || a.Taken > m.End || !timed(a.Item) {
			continue
		}
		event := taking(events, &a)
		if b.counts != nil && (event < 0 || !b.counts(event)) {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		t := Timing{Item: a.Item, Weapon: a.Weapon, Entity: a.Entity, Origin: a.Origin, Taken: a.Taken}
		t.Back, t.BackKnown = a.Since, a.SinceKnown && a.Since > m.Start
		t.still = sim.StoodStill(events, t.Back, t.Taken)
		b.around(&t, Taker(events, &a))
		b.r.Items = append(b.r.Items, t)
	}
	b.flags()
	slices.SortStableFunc(b.r.Items, func(x, y Timing) int { return cmp.Compare(x.Taken, y.Taken) })
	return nil
}

// takenAt is how far apart an item's absence and the event that it was taken may be.
const takenAt = 300 * time.Millisecond

// Taker returns who took an item, from the pickup event if there is one, else from the item itself. The events are all of a recording.
func Taker(events []sim.Event, a *sim.ItemAbsence) sim.Slot {
	if i := taking(events, a); i >= 0 {
		return events[i].Slot
	}
	return a.By
}

// taking is the event that says of an absence that the item was taken; -1 where there is none.
func taking(events []sim.Event, a *sim.ItemAbsence) int {
	at, off := -1, takenAt+1
	first := sort.Search(len(events), func(i int) bool { return events[i].Time >= a.Taken-takenAt })
	for i := first; i < len(events) && events[i].Time <= a.Taken+takenAt; i++ {
		e := &events[i]
		if d := (e.Time - a.Taken).Abs(); e.Kind == sim.EventPickup && e.Item == a.Item && e.Weapon == a.Weapon && e.HasOrigin && e.Origin == a.Origin && d < off {
			at, off = i, d
		}
	}
	return at
}

// around tells who was where when an item was taken.
func (b *builder) around(t *Timing, by sim.Slot) {
	t.By, t.Nearest = -1, -1
	t.Before, t.After = Stack{sim.Unknown, sim.Unknown}, Stack{sim.Unknown, sim.Unknown}
	h := b.rec.Header()
	reach := float64(h.Hearing().Range)
	w := b.cursor.At(t.Taken - time.Millisecond)
	for i := range w.Players {
		p := &w.Players[i]
		who := b.playerAt(p.Slot, p.Profile)
		if p.Slot == by {
			if t.By = who; p.Life == sim.Alive && p.Visible {
				t.Before = Stack{p.Health, p.Armor}
			}
			continue
		}
		if who < 0 || p.Life != sim.Alive || !p.Visible {
			continue
		}
		d := math.Sqrt(float64(p.Origin.Distance2(t.Origin)))
		if t.Nearest < 0 || d < t.Distance {
			t.Nearest, t.Distance = who, d
		}
		if d < reach {
			t.HeardBy = append(t.HeardBy, who)
		}
	}
	if t.By < 0 {
		return
	}
	t.After = b.stackAfter(t, by)
}

// stackAfter is what the taker can take with what he took. Of team mates some games tell once a second, so the change is waited for; where
// there is none, as health and armour of others are not told anew, it is Unknown.
func (b *builder) stackAfter(t *Timing, by sim.Slot) Stack {
	unknown := Stack{sim.Unknown, sim.Unknown}
	for wait := afterPickup; wait <= toldAfter; wait += afterPickup {
		p := playerIn(b.cursor.At(t.Taken+wait), by)
		if p == nil || p.Life != sim.Alive {
			return unknown
		}
		if now := (Stack{p.Health, p.Armor}); now != t.Before || t.Item.Powerup() || t.Item == sim.ItemFlag {
			return now
		}
	}
	return unknown
}

// flags adds the flags that were taken, with when they had come back.
func (b *builder) flags() {
	m := &b.r.Match
	back := map[sim.Team]time.Duration{}
	events := b.rec.Events()
	for i := range events {
		e := &events[i]
		if e.Time < m.Start || e.Time > m.End {
			continue
		}
		switch e.Kind {
		case sim.EventFlagReturned, sim.EventCapture:
			back[e.Team] = e.Time
		case sim.EventFlagTaken:
			t := Timing{Item: sim.ItemFlag, Team: e.Team, Entity: -1, Origin: e.Origin, Taken: e.Time}
			t.Back, t.BackKnown = back[e.Team], back[e.Team] > 0
			delete(back, e.Team)
			if b.counts != nil && !b.counts(i) {
				continue
			}
			b.around(&t, e.Slot)
			b.r.Items = append(b.r.Items, t)
		}
	}
}

// lateness counts for each player how long what he took had lain there, on average.
func (b *builder) lateness() {
	for i := range b.r.Items {
		t := &b.r.Items[i]
		if t.By < 0 || t.Item == sim.ItemFlag {
			continue
		}
		n := &b.item(t.By, t.Item).Late
		n.of++
		if late, ok := t.Late(); ok {
			n.over++
			n.count(late.Seconds())
		}
	}
	for i := range b.r.Players {
		for k := range b.r.Players[i].Items {
			x := &b.r.Players[i].Items[k]
			if x.Late.over > 0 {
				x.Late.counted /= float64(x.Late.over)
			}
			if _, source := x.Taken.Value(); source != Told { // it was told when less had been taken
				x.Late.hasTold = false
			}
			x.Late.early = false
		}
	}
}

// sums tells how many armours, mega healths and powerups a player took, where the game tells how many of each kind.
func (b *builder) sums(p *Player) {
	for f, of := range map[Field]func(sim.Item) bool{
		Armors: sim.Item.Armor, Megas: func(i sim.Item) bool { return i == sim.ItemMegaHealth }, Powerups: sim.Item.Powerup,
	} {
		var sum Number
		for k := range p.Items {
			if n := p.Items[k].Taken; of(p.Items[k].Item) {
				v, source := n.Value()
				sum.told, sum.hasTold = sum.told+v, sum.hasTold || source == Told
			}
		}
		if sum.hasTold {
			p.Numbers[f].tell(sum.told)
		}
	}
}

// Lane is the total of one item: who had it how often.
type Lane struct {
	Item   sim.Item
	Entity int // of the item's place; -1 for flags
	Taken  int
	// Of counts by side: by team where there are teams, else by player.
	Of []LaneShare
	// Late is the mean time that it lay there, of the OfLate takings of which the demo shows that.
	Late   time.Duration
	OfLate int
}

// LaneShare is one side's part of an item.
type LaneShare struct {
	Name  string
	Team  sim.Team
	By    int // player, -1 for a team
	Count int
}

// Percent is the share in all of which it is known who took them.
func (l *Lane) Percent(i int) float64 {
	all := 0
	for _, s := range l.Of {
		all += s.Count
	}
	if all == 0 {
		return 0
	}
	return 100 * float64(l.Of[i].Count) / float64(all)
}

// Lanes are the totals of the items of a report: each place of an item for itself, or with merge all of a kind together.
func (r *Report) Lanes(merge bool) (list []Lane) {
	for i := range r.Items {
		t := &r.Items[i]
		at := slices.IndexFunc(list, func(l Lane) bool { return l.Item == t.Item && (merge || l.Entity == t.Entity) })
		if at < 0 {
			at = len(list)
			list = append(list, Lane{Item: t.Item, Entity: t.Entity})
		}
		l := &list[at]
		l.Taken++
		if late, ok := t.Late(); ok {
			l.Late += late
			l.OfLate++
		}
		if t.By >= 0 {
			l.add(r, t.By, 1)
		}
	}
	if merge {
		list = r.toldShares(list)
	}
	for i := range list {
		l := &list[i]
		if l.OfLate > 0 {
			l.Late /= time.Duration(l.OfLate)
		}
		slices.SortStableFunc(l.Of, func(x, y LaneShare) int {
			return cmp.Or(cmp.Compare(r.rank(x), r.rank(y)), cmp.Compare(y.Count, x.Count))
		})
	}
	slices.SortStableFunc(list, func(x, y Lane) int {
		return cmp.Or(cmp.Compare(laneOrder(x.Item), laneOrder(y.Item)), cmp.Compare(x.Entity, y.Entity))
	})
	return list
}

// toldShares puts how often each took an item in place of how often the demo shows it, where the game tells it.
func (r *Report) toldShares(list []Lane) []Lane {
	listed := map[[2]int]int{} // by player and item
	for i := range r.Items {
		listed[[2]int{r.Items[i].By, int(r.Items[i].Item)}]++
	}
	for i := range r.Players {
		for _, x := range r.Players[i].Items {
			told, source := x.Taken.Value()
			unseen := int(told) - listed[[2]int{i, int(x.Item)}]
			if source != Told || !timed(x.Item) || unseen <= 0 {
				continue
			}
			at := slices.IndexFunc(list, func(l Lane) bool { return l.Item == x.Item })
			if at < 0 {
				at = len(list)
				list = append(list, Lane{Item: x.Item, Entity: -1})
			}
			list[at].Taken += unseen
			list[at].add(r, i, unseen)
		}
	}
	return list
}

// laneOrder sorts items by what they are worth.
func laneOrder(i sim.Item) int {
	order := []sim.Item{sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen, sim.ItemMegaHealth}
	if at := slices.Index(order, i); at >= 0 {
		return at
	}
	return int(i) + len(order)
}

// rank sorts sides as the report does.
func (r *Report) rank(s LaneShare) int {
	if s.By >= 0 {
		return s.By
	}
	return slices.IndexFunc(r.Teams, func(t Team) bool { return t.Team == s.Team })
}

func (l *Lane) add(r *Report, by, times int) {
	p := r.Players[by].Profile
	share := LaneShare{Name: p.Name.Plain, By: by, Team: p.Team}
	if len(r.Teams) > 0 && p.Team != sim.TeamFree {
		share = LaneShare{Name: p.TeamLabel(), By: -1, Team: p.Team}
	}
	at := slices.IndexFunc(l.Of, func(s LaneShare) bool { return s.By == share.By && s.Team == share.Team })
	if at < 0 {
		at = len(l.Of)
		l.Of = append(l.Of, share)
	}
	l.Of[at].Count += times
}
