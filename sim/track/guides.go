package track

import (
	"slices"
	"time"

	"fragscope/sim"
)

// guides are what a game shows over the picture until a time or until removed: points of interest and the route to
// the goal.
type guides struct {
	shown []guide // whose end is not known yet
}

// guide is an effect that lasts until its End or, if that is not set, until it is removed.
type guide struct {
	sim.Effect
	key uint16 // identifies it, 0 for none
}

// maxGuides bounds how many are shown at a time.
const maxGuides = 256

type (
	// GuideShown is something shown over the picture from now on, for the duration Last or, if that is 0, until it
	// is removed.
	GuideShown struct {
		sim.Effect
		Key  uint16
		Last time.Duration
	}
	// GuidesEnd removes those of a kind or, with a Key, only that one.
	GuidesEnd struct {
		Kind sim.EffectKind
		Key  uint16
	}
	// HitsFelt shows around a player where damage came from.
	HitsFelt struct {
		Slot sim.Slot
		Hits []HitFelt
	}
	// HitFelt is one hit. To is where it came from, relative to the player.
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

// endSnapshot removes guides whose time is over.
func (g *guides) endSnapshot(t *Tracker) {
	now := t.track.Now()
	g.end(t, func(shown *guide) bool { return shown.End > 0 && shown.End <= now })
}

// reset takes all away.
func (g *guides) reset(t *Tracker) { g.end(t, func(*guide) bool { return true }) }
