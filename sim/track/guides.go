package track

import (
	"math"
	"slices"
	"strconv"
	"time"

	"fragscope/sim"
)

// guides holds what the game draws over the view until a certain time or until it is removed: points of interest and
// the route to the goal.
type guides struct {
	shown []guide // whose end is not known yet
}

// guide is an effect that lasts until its End or, if that is 0, until it is removed.
type guide struct {
	sim.Effect
	key uint16 // identifies it; 0 if it has none
}

// maxGuides limits the number of guides shown at a time.
const maxGuides = 256

type (
	// GuideShown reports a guide that the game draws over the view, such as a marker. The Last field is how long the
	// guide stays. If Last is 0, the guide stays until GuidesEnd removes it.
	GuideShown struct {
		sim.Effect
		Key  uint16
		Last time.Duration
	}
	// GuidesEnd reports the removal of all guides of a given kind. If Key is not 0, only the guide with that key is
	// removed.
	GuidesEnd struct {
		Kind sim.EffectKind
		Key  uint16
	}
	// HitsTaken reports hits on a player. The direction of each hit is displayed around the player.
	HitsTaken struct {
		Slot sim.Slot
		Hits []HitTaken
	}
	// HitTaken describes a single hit. The To field is the position that the hit came from, or zero if unknown. If
	// Placed is set, To is a position in the world; otherwise it is relative to the player. Text is the damage.
	HitTaken struct {
		To     sim.Vec3
		Placed bool
		Text   string
		Color  sim.RGB
	}
)

func (m GuideShown) conclude(t *Tracker) {
	m.Start = t.track.Reading()
	if m.Last > 0 {
		m.End = m.Start + m.Last
	}
	if g := &t.guides; len(g.shown) < maxGuides {
		g.shown = append(g.shown, guide{m.Effect, m.Key})
	}
}

func (m GuidesEnd) conclude(t *Tracker) {
	t.guides.end(t, func(g *guide) bool { return g.Kind == m.Kind && (m.Key == 0 || g.key == m.Key) })
}

func (m HitsTaken) conclude(t *Tracker) {
	r := t.players.Look(m.Slot)
	if r == nil {
		return
	}
	const hitTime = time.Second
	for _, hit := range m.Hits {
		to := hit.from(r.Origin)
		t.track.Effect(sim.Effect{Kind: sim.EffectHit, Slot: m.Slot, Origin: r.Origin, To: to, Text: hit.Text,
			Color: hit.Color}, hitTime)
	}
}

// from returns a point near the player at at, in the direction of the hit's source.
func (h *HitTaken) from(at sim.Vec3) sim.Vec3 {
	const length = 64
	to := h.To
	if h.Placed {
		d := float32(math.Sqrt(float64(to.Distance2(at))))
		if d == 0 {
			return at
		}
		for i := range to {
			to[i] = (to[i] - at[i]) * length / d
		}
	}
	return at.Add(to)
}

// HitOf returns a HitsTaken for a single hit that cost the player in slot the given health and armour. place is where
// the hit came from, or zero if that is unknown.
func HitOf(slot sim.Slot, health, armor int, place sim.Vec3) HitsTaken {
	return HitsTaken{Slot: slot, Hits: []HitTaken{{To: place, Placed: place != sim.Vec3{},
		Text: strconv.Itoa(health + armor), Color: hitColor(health, armor)}}}
}

// hitColor returns red for health, white for armour, and a mixture for both.
func hitColor(health, armor int) (c sim.RGB) {
	if armor > 0 {
		c = sim.RGB{R: 200, G: 200, B: 200}
	}
	if health > 0 {
		c.R, c.G, c.B = 255, c.G/2, c.B/2
	}
	return c
}

// end removes the guides for which gone returns true.
func (g *guides) end(t *Tracker, gone func(*guide) bool) {
	now := t.track.Reading()
	g.shown = slices.DeleteFunc(g.shown, func(shown guide) bool {
		if !gone(&shown) {
			return false
		}
		if shown.End == 0 || shown.End > now {
			shown.End = now
		}
		if shown.End > shown.Start {
			t.Recorder().Effect(shown.Effect)
		}
		return true
	})
}

// endSnapshot removes the guides whose time is over.
func (g *guides) endSnapshot(t *Tracker) {
	now := t.track.Now()
	g.end(t, func(shown *guide) bool { return shown.End > 0 && shown.End <= now })
}

// reset removes all guides.
func (g *guides) reset(t *Tracker) { g.end(t, func(*guide) bool { return true }) }
