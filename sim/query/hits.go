package query

import (
	"math"
	"sort"
	"strconv"
	"time"

	"fragscope/sim"
)

// felt records when a player was hit, and what the hit cost him.
type felt struct {
	at   time.Duration
	cost float64
}

// A hit counts for one second. A hit in the event's own snapshot may be recorded a little later than the event.
const (
	feltFor   = time.Second
	feltAfter = 50 * time.Millisecond
)

// feltBy returns the hits that a player felt, in chronological order.
func (f *finder) feltBy(slot sim.Slot) []felt {
	if f.felt == nil {
		f.felt = map[sim.Slot][]felt{}
		for _, e := range f.src.Recording.EffectsFrom(0, math.MaxInt64, nil) {
			if cost, err := strconv.Atoi(e.Text); e.Kind == sim.EffectHit && err == nil {
				f.felt[e.Slot] = append(f.felt[e.Slot], felt{e.Start, float64(cost)})
			}
		}
	}
	return f.felt[slot]
}

// hit returns the damage to a player by the hardest hit of the last second.
func (c *check) hit(t *Condition) (limit float64, told answer) {
	p := c.player(t.Victim)
	if p == nil {
		return 0, unknown
	}
	list := c.f.feltBy(p.Slot)
	to := c.at
	if c.event != nil {
		to += feltAfter
	}
	first := sort.Search(len(list), func(i int) bool { return list[i].at > c.at-feltFor })
	for _, h := range list[first:] {
		if h.at > to {
			break
		}
		limit, told = max(limit, h.cost), yes
	}
	if told != yes {
		return 0, unknown
	}
	return limit, yes
}
