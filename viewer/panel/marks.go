package panel

import (
	"slices"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Mark is a mark on the timeline that represents an event.
type Mark struct {
	X     float32 // from the left end of the line
	Color draw.Color
	Rank  uint8 // higher ranks are drawn over lower ones
}

// Notable returns the rank of e's mark on the timeline. ok is false if e has no mark. followed is the slot of the
// followed player, or -1.
func Notable(e *sim.Event, followed int) (rank uint8, ok bool) {
	switch e.Kind {
	case sim.EventObituary:
		if followed >= 0 && e.Slot.Index() == followed {
			return 6, true
		}
		if followed >= 0 && e.Attacker.Index() == followed {
			return 5, true
		}
	case sim.EventPickup:
		switch e.Item {
		case sim.ItemQuad, sim.ItemProtection, sim.ItemInvisibility, sim.ItemMegaHealth:
			return 3, true
		case sim.ItemKey, sim.ItemKeyGold, sim.ItemKeySilver:
			return 5, true
		}
	}
	rank = e.Kind.Info().Mark
	return rank, rank > 0
}

// MarkColor returns the colour of e's mark on the timeline. followed is the slot of the followed player, or -1.
func MarkColor(t *draw.Theme, e *sim.Event, teams bool, followed int) draw.Color {
	switch e.Kind {
	case sim.EventObituary:
		if followed >= 0 && e.Slot.Index() == followed {
			return t.Bad
		}
		if e.AttackerProfile != nil {
			return t.Badge(e.AttackerProfile, teams).Color
		}
		return t.Soft
	case sim.EventPowerup:
		return draw.Of(e.Powerup.Info().Color).Readable()
	case sim.EventPickup:
		return draw.Of(e.Item.Info().Color).Readable()
	case sim.EventChat, sim.EventTeamChat:
		return t.Faint.Fade(0.7)
	case sim.EventDamage:
		return t.Bad
	}
	if e.Kind.Is(sim.OfSide) {
		return t.Team(e.Team)
	}
	return t.Text
}

// MakeMarks returns the marks for events on the scale s. The timeline is divided into steps of 2 points. If several
// events fall into the same step, only the one with the highest rank has a mark. busy is the smoothed density of deaths
// and pickups, from 0 to 255, with one value for every 4 points. It is nil if there are no deaths or pickups.
func MakeMarks(t *draw.Theme, events []sim.Event, s Scale, teams bool, followed int) (marks []Mark, busy []uint8) {
	const step = 2
	bins := make([]Mark, int(s.W/step)+1)
	counts := make([]float32, int(s.W/4)+1)
	lo := CountTo(events, s.From-1)
	for i := lo; i < len(events) && events[i].Time <= s.To; i++ {
		e := &events[i]
		x := s.Place(e.Time) - s.X
		if e.Kind == sim.EventObituary || e.Kind == sim.EventPickup {
			spreadCount(counts, x/4)
		}
		rank, ok := Notable(e, followed)
		if b := int(x / step); ok && b >= 0 && b < len(bins) && rank >= bins[b].Rank {
			bins[b] = Mark{X: float32(b)*step + 1, Color: MarkColor(t, e, teams, followed), Rank: rank}
		}
	}
	for _, b := range bins {
		if b.Rank > 0 {
			marks = append(marks, b)
		}
	}
	return marks, normalise(counts)
}

// spreadCount adds a bell curve centred on x to counts.
func spreadCount(counts []float32, x float32) {
	const reach = 9
	at := int(x)
	for d := -reach; d <= reach; d++ {
		if i := at + d; i >= 0 && i < len(counts) {
			k := 1 - float32(d*d)/float32((reach+1)*(reach+1))
			counts[i] += k * k
		}
	}
}

func normalise(counts []float32) []uint8 {
	most := slices.Max(counts)
	if most <= 0 {
		return nil
	}
	out := make([]uint8, len(counts))
	for i, c := range counts {
		out[i] = uint8(255 * c / most)
	}
	return out
}

// Near returns the indices of up to limit notable events near the x coordinate x, in chronological order. An event
// counts as near if its distance from x, in points, is at most reach. If more than limit events are near, Near chooses
// those with the highest ranks.
func Near(events []sim.Event, s Scale, x, reach float32, followed, limit int) []int {
	from, to := s.Time(x-reach), s.Time(x+reach)
	var hits []int
	for i := CountTo(events, from-1); i < len(events) && events[i].Time <= to; i++ {
		if _, ok := Notable(&events[i], followed); ok && !saidTwice(events, i) {
			hits = append(hits, i)
		}
	}
	rank := func(i int) int { r, _ := Notable(&events[i], followed); return int(r) }
	slices.SortStableFunc(hits, func(a, b int) int { return rank(b) - rank(a) })
	hits = hits[:min(len(hits), limit)]
	slices.Sort(hits)
	return hits
}
