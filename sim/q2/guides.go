package q2

import (
	"strconv"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// pathTime is the time for which a leg of the route is shown (q2repro, src/client/tent.c).
const pathTime = 10 * time.Second

// removePOI, as a time, removes a point of interest.
const removePOI = 0xffff

// readPOI reads a message that shows or removes a point of interest.
func readPOI(l *level, to *recipient, m *quake2.POI, o *track.Observations) {
	if to.other(l) {
		return
	}
	if m.Key != 0 {
		o.Tell(track.GuidesEnd{Kind: sim.EffectMarker, Key: m.Key})
	}
	if m.Time == removePOI {
		return
	}
	e := sim.Effect{Kind: sim.EffectMarker, Origin: m.Pos, Text: l.image(int16(m.Image)), Color: paletteColor(m.Color)}
	o.Tell(track.GuideShown{Effect: e, Key: m.Key, Last: time.Duration(m.Time) * time.Millisecond})
}

// readStep reads a leg of the route. The first one replaces the previous route.
func readStep(l *level, to *recipient, m *quake2.HelpPath, o *track.Observations) {
	if to.other(l) {
		return
	}
	if m.Start != 0 {
		o.Tell(track.GuidesEnd{Kind: sim.EffectPath})
	}
	const length = 64
	e := sim.Effect{Kind: sim.EffectPath, Origin: m.Pos, To: along(m.Pos, quake2.Direction(m.Dir), length)}
	o.Tell(track.GuideShown{Effect: e, Last: pathTime})
}

// readHits reads the sources of damage as directions from the player (the game's p_view.cpp, P_DamageFeedback).
func readHits(slot sim.Slot, m *quake2.DamageTaken, o *track.Observations) {
	const length = 64
	felt := track.HitsTaken{Slot: slot}
	for _, hit := range m.Hits {
		felt.Hits = append(felt.Hits, track.HitTaken{To: along(sim.Vec3{}, quake2.Direction(hit.Dir), -length),
			Text: strconv.Itoa(hit.Damage()), Color: hitColor(hit.Encoded)})
	}
	o.Tell(felt)
}

// hitColor returns the colour of a hit, mixed from red for health, white for armour and green for a shield (the
// game's cg_screen.cpp, CG_AddDamageDisplay).
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

// paletteColor returns a colour of the game's palette, among those that the game uses for guides.
func paletteColor(index uint8) sim.RGB {
	for _, p := range []struct {
		first, last uint8
		color       sim.RGB
	}{{208, 215, sim.RGB{R: 60, G: 220, B: 60}}, {240, 242, sim.RGB{R: 230, G: 50, B: 40}},
		{241, 243, sim.RGB{R: 70, G: 90, B: 240}},
		{220, 223, sim.RGB{R: 230, G: 220, B: 70}}, {224, 231, sim.RGB{R: 240, G: 150, B: 50}}} {
		if index >= p.first && index <= p.last {
			return p.color
		}
	}
	return sim.RGB{R: 220, G: 220, B: 220}
}

// along returns the point at a distance from another.
func along(from [3]float32, dir [3]float32, length float32) (to sim.Vec3) {
	for i := range to {
		to[i] = from[i] + dir[i]*length
	}
	return to
}
