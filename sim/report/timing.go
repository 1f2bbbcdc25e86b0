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

// Timing describes the pickup of an armour, a mega health, a powerup or a flag. It records when and by which player the
// item was taken, and how long after its respawn.
type Timing struct {
	Item   sim.Item
	Weapon sim.Weapon // set if Item is ItemWeapon
	Team   sim.Team   // for a flag
	// Entity is the item's number, or -1 if the demo does not show the item. In that case Origin is the taker's
	// position.
	Entity int
	Origin sim.Vec3
	// Back is the time at which the item had respawned, valid if BackKnown is set. Taken is the time of the pickup.
	Back, Taken time.Duration
	BackKnown   bool
	// By is the taker's index in the report, or -1 if unknown.
	By int
	// Nearest is the index in the report of the nearest other player at the time of the pickup, or -1 if none was seen.
	// Distance is his distance from the item in units.
	Nearest  int
	Distance float64
	// HeardBy lists the other players who were close enough to hear the pickup.
	HeardBy []int
	// Before and After are the taker's health and armour before and after the pickup. Unknown values are sim.Unknown.
	Before, After Stack
	still         time.Duration // how long the game was paused while the item was available
}

// Stack is a player's health and armour.
type Stack struct{ Health, Armor int16 }

// Late returns how long the item had been available when it was taken, not counting timeouts. ok is false if that is
// unknown.
func (t *Timing) Late() (late time.Duration, ok bool) {
	return max(t.Taken-t.Back-t.still, 0), t.BackKnown
}

// timed reports whether the timing of an item is reported.
func timed(i sim.Item) bool { return i.Armor() || i == sim.ItemMegaHealth || i.Powerup() }

// afterPickup is the time after which the snapshots of all games show the result of a pickup.
const (
	afterPickup = 150 * time.Millisecond
	toldAfter   = 1500 * time.Millisecond // the same for data that games send about teammates
)

// timing lists the pickups of items with their timing.
func (b *builder) timing(ctx context.Context) error {
	m := &b.r.Match
	events := b.rec.Events()
	placed := map[int]bool{} // the events of pickups whose place the demo shows
	for _, a := range b.rec.ItemAbsences(m.Level) {
		if a.Taken < m.Start-takenAt || a.Taken > m.End || !timed(a.Item) {
			continue
		}
		event := taking(events, &a)
		placed[event] = true
		if a.Taken < m.Start {
			continue
		}
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
	b.unplaced(placed)
	b.flags()
	slices.SortStableFunc(b.r.Items, func(x, y Timing) int { return cmp.Compare(x.Taken, y.Taken) })
	return nil
}

// unplaced adds pickups from places that the demo never shows, such as powerups that nobody sees before they are
// taken.
func (b *builder) unplaced(placed map[int]bool) {
	m := &b.r.Match
	events := b.rec.Events()
	for i := range events {
		e := &events[i]
		if e.Kind != sim.EventPickup || e.Time < m.Start || e.Time > m.End || !timed(e.Item) || e.HasOrigin ||
			placed[i] || b.counts != nil && !b.counts(i) {
			continue
		}
		p := playerIn(b.cursor.At(e.Time), e.Slot)
		if p == nil || !p.Visible {
			continue
		}
		t := Timing{Item: e.Item, Weapon: e.Weapon, Entity: -1, Origin: p.Origin, Taken: e.Time}
		b.around(&t, e.Slot)
		b.r.Items = append(b.r.Items, t)
	}
}

// takenAt is the maximum time between an item's absence and its pickup event.
const takenAt = 300 * time.Millisecond

// Taker returns the slot of the player whose pickup caused the given absence. If there is a matching pickup event,
// Taker returns the player in that event; otherwise it returns the player recorded in the absence. events must contain
// all events of the recording.
func Taker(events []sim.Event, a *sim.ItemAbsence) sim.Slot {
	if i := taking(events, a); i >= 0 {
		return events[i].Slot
	}
	return a.By
}

// taking returns the index of the pickup event of an absence, or -1.
func taking(events []sim.Event, a *sim.ItemAbsence) int {
	at, off := -1, takenAt+1
	first := sort.Search(len(events), func(i int) bool { return events[i].Time >= a.Taken-takenAt })
	for i := first; i < len(events) && events[i].Time <= a.Taken+takenAt; i++ {
		e := &events[i]
		if d := (e.Time - a.Taken).Abs(); e.Kind == sim.EventPickup && e.Item == a.Item && e.Weapon == a.Weapon &&
			e.HasOrigin && e.Origin == a.Origin && d < off {
			at, off = i, d
		}
	}
	return at
}

// around records the positions of players when an item was taken.
func (b *builder) around(t *Timing, by sim.Slot) {
	t.By, t.Nearest = -1, -1
	t.Before, t.After = Stack{sim.Unknown, sim.Unknown}, Stack{sim.Unknown, sim.Unknown}
	h := b.rec.Header()
	hearing, loudness := h.Hearing(), b.loudness(t)
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
		b.seen[who] = true
		d := math.Sqrt(float64(p.Origin.Distance2(t.Origin)))
		if t.Nearest < 0 || d < t.Distance {
			t.Nearest, t.Distance = who, d
		}
		if hearing.Volume(loudness, float32(d)) > 0 {
			t.HeardBy = append(t.HeardBy, who)
		}
	}
	if t.By < 0 {
		return
	}
	t.After = b.stackAfter(t, by)
}

// loudness returns the loudness of the pickup of an item.
func (b *builder) loudness(t *Timing) sim.Loudness {
	for _, e := range b.rec.EffectsFrom(t.Taken-takenAt, t.Taken+takenAt, nil) {
		if e.Kind == sim.EffectPickup && e.Item == t.Item && e.Weapon == t.Weapon && e.Origin == t.Origin {
			return e.Loudness
		}
	}
	return sim.Loudness{}
}

// stackAfter returns the taker's stack after the pickup. Because some games send the stacks of teammates only once a
// second, it waits for a change. If there is none, because the health and armour of others are not sent again, the
// result is Unknown.
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

// flags adds the pickups of flags, with the times at which they had been returned.
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
		case sim.EventRoundStart: // which puts the flags back
			clear(back)
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

// lateness computes, for each player, the mean time for which items had been available when he took them.
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
			if _, source := x.Taken.Value(); source != Told { // told before more were taken
				x.Late.hasTold = false
			}
			x.Late.early = false
		}
	}
}

// tellSums sets the number of armours, mega healths, powerups and flags taken, and the time for which flags were
// carried, if the game reports these for each item.
func tellSums(numbers *[FieldCount]Number, items []ItemNumbers) {
	for f, of := range map[Field]func(sim.Item) bool{
		Armors: sim.Item.Armor, Megas: func(i sim.Item) bool { return i == sim.ItemMegaHealth },
		Powerups:   sim.Item.Powerup,
		FlagsTaken: func(i sim.Item) bool { return i == sim.ItemFlag },
	} {
		var sum Number
		part := false // more of some item was seen taken than told
		for k := range items {
			if n := items[k].Taken; of(items[k].Item) {
				v, source := n.Value()
				part = part || n.hasTold && source == Counted
				sum.told, sum.hasTold, sum.early = sum.told+v, sum.hasTold || source == Told, sum.early || n.early
			}
		}
		if v, _ := numbers[f].Value(); sum.hasTold && !part && (!sum.early || sum.told >= v) {
			numbers[f].tell(sum.told)
		}
	}
	for k := range items {
		if n := items[k].Held; items[k].Item == sim.ItemFlag && n.hasTold &&
			(!n.early || n.told >= numbers[FlagTime].counted) {
			numbers[FlagTime].tell(n.told)
		}
	}
}

// Lane holds the pickup counts of one item, in total and by side.
type Lane struct {
	Item   sim.Item
	Entity int // the item's entity; -1 for flags
	Taken  int
	// Of holds the counts by side, that is, by team or, in a match without teams, by player.
	Of []LaneShare
	// Late is the mean time for which the item had been available when it was taken. OfLate is the number of pickups
	// for which that time is known.
	Late   time.Duration
	OfLate int
}

// LaneShare holds the number of times that one side picked up an item.
type LaneShare struct {
	Name  string
	Team  sim.Team
	By    int // player; -1 for a team
	Count int
}

// Percent returns side i's share, in percent, of the pickups whose taker is known.
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

// Lanes returns the pickup counts of the items in the report. If merge is set, there is one Lane for each kind of item,
// including kinds that nobody took. Otherwise there is one Lane for each item on the map that was taken at least once.
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
		for _, item := range r.Present {
			if !slices.ContainsFunc(list, func(l Lane) bool { return l.Item == item }) {
				list = append(list, Lane{Item: item, Entity: -1})
			}
		}
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

// toldShares replaces the numbers of pickups shown by the demo with those told by the game.
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
	for k := range r.Teams {
		list = r.Teams[k].toldShares(list)
	}
	return list
}

// toldShares adds the team's pickups told by the game that are neither told for its players nor shown by the demo.
func (t *Team) toldShares(list []Lane) []Lane {
	for _, x := range t.Items {
		told, source := x.Taken.Value()
		if source != Told || told == 0 || !timed(x.Item) && x.Item != sim.ItemFlag {
			continue
		}
		at := slices.IndexFunc(list, func(l Lane) bool { return l.Item == x.Item })
		if at < 0 {
			at = len(list)
			list = append(list, Lane{Item: x.Item, Entity: -1})
		}
		l := &list[at]
		of := slices.IndexFunc(l.Of, func(s LaneShare) bool { return s.Team == t.Team })
		if of < 0 {
			of = len(l.Of)
			l.Of = append(l.Of, LaneShare{Name: t.Name, By: -1, Team: t.Team})
		}
		if more := int(told) - l.Of[of].Count; more > 0 {
			l.Of[of].Count += more
			l.Taken += more
		}
	}
	return list
}

// laneOrder returns the sort key of an item, the most valuable first.
func laneOrder(i sim.Item) int {
	order := []sim.Item{sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen, sim.ItemMegaHealth}
	if at := slices.Index(order, i); at >= 0 {
		return at
	}
	return int(i) + len(order)
}

// rank returns a side's position in the report.
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
