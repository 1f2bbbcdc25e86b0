package q2

import (
	"slices"
	"strconv"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// guides are what the rerelease shows over the picture: points of interest, the way to the goal, and from where
// damage came.
type guides struct {
	track   *track.Track
	players *track.Players
	level   *level
	to      *recipient
	// shown are those whose end is not known yet.
	shown []guide
}

// guide is an effect that lasts until its End, unless it is removed before; without one, until it is removed.
type guide struct {
	sim.Effect
	// key names a point of interest, 0 for none.
	key uint16
}

// How long a step of the way is shown, and how long an arrow of damage (q2repro, src/client/tent.c and screen.c).
const (
	pathTime = 10 * time.Second
	hitTime  = time.Second
)

// maxGuides bounds how many are shown at a time.
const maxGuides = 256

// removePOI in place of a time removes a point of interest.
const removePOI = 0xffff

// poi shows a point of interest, or removes one.
func (g *guides) poi(m *quake2.POI) {
	if g.to.other() {
		return
	}
	if m.Key != 0 {
		g.end(func(shown *guide) bool { return shown.Kind == sim.EffectMarker && shown.key == m.Key })
	}
	if m.Time == removePOI {
		return
	}
	e := sim.Effect{Kind: sim.EffectMarker, Origin: m.Pos, Text: g.level.image(int16(m.Image)), Color: paletteColor(m.Color)}
	g.show(guide{e, m.Key}, time.Duration(m.Time)*time.Millisecond)
}

// step shows a step of the way; the first takes away the way before.
func (g *guides) step(m *quake2.HelpPath) {
	if g.to.other() {
		return
	}
	if m.Start != 0 {
		g.end(func(shown *guide) bool { return shown.Kind == sim.EffectPath })
	}
	const length = 64
	e := sim.Effect{Kind: sim.EffectPath, Origin: m.Pos, To: along(m.Pos, quake2.Direction(m.Dir), length)}
	g.show(guide{Effect: e}, pathTime)
}

// hits shows from where damage came: directions lead from there to the player (the game's p_view.cpp, P_DamageFeedback).
func (g *guides) hits(m *quake2.DamageTaken) {
	slot := g.to.client()
	r := g.players.Row(slot)
	if r == nil {
		return
	}
	const length = 64
	for _, hit := range m.Hits {
		e := sim.Effect{Kind: sim.EffectHit, Slot: slot, Origin: r.Origin, To: along(r.Origin, quake2.Direction(hit.Dir), -length),
			Text: strconv.Itoa(hit.Damage()), Color: hitColor(hit.Encoded)}
		g.track.Effect(e, hitTime)
	}
}

// hitColor is red for health, white for armour and green for a shield, mixed (the game's cg_screen.cpp, CG_AddDamageDisplay).
func hitColor(encoded uint8) sim.RGB {
	var c sim.RGB
	if encoded&quake2.HitArmor != 0 {
		c = sim.RGB{R: 200, G: 200, B: 200}
	}
	if encoded&quake2.HitHealth != 0 {
		c.R = 255
	}
	if encoded&quake2.HitShield != 0 {
		c.G = 255
	}
	return c
}

// paletteColor is a colour of the game's palette, of those that the game shows something in.
func paletteColor(index uint8) sim.RGB {
	for _, p := range []struct {
		first, last uint8
		color       sim.RGB
	}{{208, 215, sim.RGB{R: 60, G: 220, B: 60}}, {240, 242, sim.RGB{R: 230, G: 50, B: 40}}, {241, 243, sim.RGB{R: 70, G: 90, B: 240}},
		{220, 223, sim.RGB{R: 230, G: 220, B: 70}}, {224, 231, sim.RGB{R: 240, G: 150, B: 50}}} {
		if index >= p.first && index <= p.last {
			return p.color
		}
	}
	return sim.RGB{R: 220, G: 220, B: 220}
}

// along is the place some way from another.
func along(from [3]float32, dir [3]float32, length float32) (to sim.Vec3) {
	for i := range to {
		to[i] = from[i] + dir[i]*length
	}
	return to
}

// show begins to show a guide.
func (g *guides) show(new guide, last time.Duration) {
	new.Start = g.track.Reading()
	if last > 0 {
		new.End = new.Start + last
	}
	if len(g.shown) < maxGuides {
		g.shown = append(g.shown, new)
	}
}

// end takes away the guides of which gone is true.
func (g *guides) end(gone func(*guide) bool) {
	now := g.track.Reading()
	g.shown = slices.DeleteFunc(g.shown, func(shown guide) bool {
		if !gone(&shown) {
			return false
		}
		if shown.End == 0 || shown.End > now {
			shown.End = now
		}
		if shown.End > shown.Start {
			g.track.Recorder().Effect(shown.Effect)
		}
		return true
	})
}

// endSnapshot takes away those whose time is over.
func (g *guides) endSnapshot() {
	now := g.track.Now()
	g.end(func(shown *guide) bool { return shown.End > 0 && shown.End <= now })
}

// reset takes all away.
func (g *guides) reset() { g.end(func(*guide) bool { return true }) }
