package track

import (
	"slices"
	"time"

	"fragscope/sim"
)

// guides are what a game shows over the picture until a time or until it is taken away: points of interest and the way to the goal.
type guides struct {
	shown []guide // whose end is not known yet
}

// guide is an effect that lasts until its End, unless it is removed before; without one, until it is removed.
type guide struct {
	sim.Effect
	key uint16 // names it, 0 for none
}

// maxGuides bounds how many are shown at a time.
const maxGuides = 256

type (
	// GuideShown is something that is shown over the picture, for Last if that is not 0, from when it is told.
	GuideShown struct {
		sim.Effect
		Key  uint16
		Last time.Duration
	}
	// GuidesEnd takes away those of a kind, and with a Key only those of it.
	GuidesEnd struct {
		Kind sim.EffectKind
		Key  uint16
	}
	// HitsFelt shows around a player from where damage came.
	HitsFelt struct {
		Slot sim.Slot
		Hits []HitFelt
	}
	// HitFelt is some damage: To is where it came from, seen from the player.
	HitFelt struct {
		To    sim.Vec3
		Text  string
		Color sim.RGB
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

func (m HitsFelt) conclude(t *Tracker) {
	r := t.players.Look(m.Slot)
	if r == nil {
		return
	}
	const hitTime = time.Second
	for _, hit := range m.Hits {
		to := hit.To
		for i := range to {
			to[i] += r.Origin[i]
		}
		t.track.Effect(sim.Effect{Kind: sim.EffectHit, Slot: m.Slot, Origin: r.Origin, To: to, Text: hit.Text, Color: hit.Color}, hitTime)
	}
}

// end takes away the guides of which gone is true.
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

// endSnapshot takes away those whose time is over.
func (g *guides) endSnapshot(t *Tracker) {
	now := t.track.Now()
	g.end(t, func(shown *guide) bool { return shown.End > 0 && shown.End <= now })
}

// reset takes all away.
func (g *guides) reset(t *Tracker) { g.end(t, func(*guide) bool { return true }) }
