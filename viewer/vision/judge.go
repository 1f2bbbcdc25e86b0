package vision

import (
	"fmt"
	"math"
	"slices"
	"time"

	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/stage"
)

// Warning describes what the victim of a kill could have seen or heard of the killer in the last few seconds before the
// kill.
type Warning struct {
	// Known is set if the demo shows both killer and victim.
	Known bool
	// InView is how long the killer was in the victim's view. InSight is how long no wall hid the killer, whichever way
	// the victim faced.
	InView, InSight time.Duration
	// Lead is how long before the death the killer first came into view, or 0 if he never did.
	Lead time.Duration
	// Faced is how long before the death the killer was first within the victim's field of view, ignoring walls, or 0
	// if he never was.
	Faced time.Duration
	// Heard is how long before the death the killer last made a sound that reached the victim. It is valid if HeardAny
	// is set. Volume is the sound's loudness to the victim, from 0 to 1.
	Heard    time.Duration
	HeardAny bool
	Volume   float32
	// Exact is set if sight was computed from the map's own file.
	Exact bool
}

const (
	lookBack  = 3 * time.Second
	lookStep  = 50 * time.Millisecond
	reactable = 250 * time.Millisecond // anything less is no warning to anyone
)

// Judge determines what warning the victim had before the kill described by e. m is the map on which the kill took
// place. ok is false if e is not an obituary or the victim was not killed by another player.
func Judge(rec *recording.Recording, m *sight.Map, e *sim.Event) (w Warning, ok bool) {
	if e.Kind != sim.EventObituary || !e.Attacker.Valid() || e.Attacker == e.Slot {
		return Warning{}, false
	}
	w.Exact = m.Exact()
	h := rec.Header()
	cursor, carries := rec.Cursor(), h.Hearing()
	var movers []sight.Mover
	for t := max(e.Time-lookBack, 0); t < e.Time; t += lookStep {
		world := cursor.At(t)
		victim, killer := playerOf(world, e.Slot), playerOf(world, e.Attacker)
		if !shown(victim) || !shown(killer) {

			continue
		}
		w.Known = true
		if w.Faced == 0 && slices.ContainsFunc(parts(killer), func(p sight.Vec3) bool { return before(victim, p) }) {
			w.Faced = e.Time - t
		}
		movers = stage.Movers(world, movers[:0])
		clear, seen := look(m, victim, killer, movers)
		if !clear {
			continue
		}
		w.InSight += lookStep
		if seen {
			w.InView += lookStep
			w.Lead = max(w.Lead, e.Time-t)
		}
	}
	w.listen(rec, cursor, carries, e)
	return w, true
}

// Unseen reports whether the victim certainly could not see the killer in time to react. Walls are taken into account
// only if they come from the map's own file.
func (w Warning) Unseen() bool {
	return w.Known && (w.Faced < reactable || w.Exact && w.Lead < reactable)
}

// listen finds the killer's last sound that reached the victim.
func (w *Warning) listen(rec *recording.Recording, cursor *recording.Cursor, carries sim.Hearing, e *sim.Event) {
	for _, s := range rec.Effects(max(e.Time-lookBack, 0), e.Time, nil) {
		if s.Slot != e.Attacker || !audible[s.Kind] || s.Start >= e.Time-reactable || s.Start < e.Time-lookBack {
			continue
		}
		victim := playerOf(cursor.At(s.Start), e.Slot)
		if !shown(victim) {
			continue
		}
		if volume := carries.Volume(s.Loudness, distance(victim.Origin, s.Origin)); volume > 0 {
			w.Heard, w.HeardAny, w.Volume = e.Time-s.Start, true, volume
		}
	}
}

// look reports whether any part of another player is not hidden from a player, and whether such a part is in his
// view.
func look(m *sight.Map, from, at *sim.Player, movers []sight.Mover) (clear, seen bool) {
	eye := eyes(from)
	for _, p := range parts(at) {
		if seen && clear {
			break
		}
		if !m.Clear(eye, p, movers) {
			continue
		}
		clear = true
		seen = before(from, p)
	}
	return clear, seen
}

// parts returns the points of a player that are tested: his eyes, his middle, and the corners of his hull, drawn in
// slightly so that no wall next to him hides them.
func parts(pl *sim.Player) (list []sight.Vec3) {
	const drawnIn = 0.8
	list = append(list, eyes(pl), sight.Vec3(pl.Origin))
	for i := range 8 {
		var p sight.Vec3
		for axis := range p {
			reach := pl.Mins[axis]
			if i>>axis&1 != 0 {
				reach = pl.Maxs[axis]
			}
			p[axis] = pl.Origin[axis] + drawnIn*reach
		}
		list = append(list, p)
	}
	return list
}

// before reports whether a point is in a player's view, vertically as well as horizontally, for a 4:3 image. Points
// within his own hull always are.
func before(pl *sim.Player, at sight.Vec3) bool {
	eye := eyes(pl)
	d := [3]float32{at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]}
	if d[0]*d[0]+d[1]*d[1]+d[2]*d[2] < 32*32 {
		return true
	}
	sy, cy := sincos(pl.View.Yaw)
	sp, cp := sincos(pl.View.Pitch)
	level := d[0]*cy + d[1]*sy
	ahead, up, aside := level*cp-d[2]*sp, level*sp+d[2]*cp, d[1]*cy-d[0]*sy
	tan := float32(math.Tan(halfView(pl)))
	return ahead > 0 && max(aside, -aside) <= tan*ahead && max(up, -up) <= 0.75*tan*ahead
}

func eyes(pl *sim.Player) sight.Vec3 {
	p := sight.Vec3(pl.Origin)
	p[2] += sight.EyeAboveOrigin
	return p
}

func playerOf(w *sim.World, slot sim.Slot) *sim.Player {
	for i := range w.Players {
		if w.Players[i].Slot == slot {
			return &w.Players[i]
		}
	}
	return nil
}

func shown(pl *sim.Player) bool { return pl != nil && pl.Visible && pl.Life == sim.Alive }

// String returns a sentence that describes the warning.
func (w Warning) String() string {
	var s string
	switch {
	case !w.Known:
		return "whether he could see it coming is not known: the demo does not show both"
	case w.Lead >= reactable:
		s = fmt.Sprintf("could see it coming: in view for %.1f s, first seen %.1f s before", w.InView.Seconds(),
			w.Lead.Seconds())
	case w.InSight > 0:
		s = fmt.Sprintf("could not see it coming: the line of sight was clear for %.1f s, but the attacker was never in view", w.InSight.Seconds())
	default:
		s = "could not see it coming: a wall between until the end"
	}
	if w.HeardAny {
		s += fmt.Sprintf("; heard him %.1f s before, at %.0f %% of full volume", w.Heard.Seconds(), 100*w.Volume)
	}
	return s
}

// verdicts caches the last verdict, as the cursor rests on one kill.
type verdicts struct {
	of   time.Duration
	slot sim.Slot
	on   *sight.Map
	text string
}

// about returns a sentence about whether the victim of a kill could see it coming.
func (v *vision) about(e *sim.Event) string {
	if e.Kind != sim.EventObituary || v.sight == nil {
		return ""
	}
	if j := &v.judged; j.on != v.sight || j.of != e.Time || j.slot != e.Slot {
		*j = verdicts{of: e.Time, slot: e.Slot, on: v.sight}
		if w, ok := Judge(v.host.Demo.Recording(), v.sight, e); ok && e.Profile != nil {
			j.text = e.Profile.Name.Plain + " " + w.String()
		}
	}
	return v.judged.text
}
