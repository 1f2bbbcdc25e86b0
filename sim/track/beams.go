package track

import (
	"math"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// beams ends the beams of lightning guns at their hits, which are reported by events (Quake III).
type beams struct {
	shown []sim.Effect // since the previous snapshot
	hits  []Struck     // at this snapshot
	last  [MaxSlots]lastStruck
}

// lastStruck is the last hit of a player's lightning: its time and distance.
type lastStruck struct {
	at      time.Duration
	reached float32
}

const (
	lightningRange    = 768
	lightningHeight   = 26 // eyes above the origin
	lightningHitValid = 120 * time.Millisecond
)

// Struck reports a hit by a lightning gun.
type Struck struct {
	Origin sim.Vec3
	Target sim.Slot
}

func (s Struck) conclude(t *Tracker) { t.beams.hits = append(t.beams.hits, s) }

// BeamShown reports a beam that belongs to the map, such as a laser. The beam is shown only in the current snapshot.
type BeamShown struct{ From, To sim.Vec3 }

func (b BeamShown) conclude(t *Tracker) {
	t.beams.shown = append(t.beams.shown, sim.Effect{Kind: sim.EffectBeam, Start: t.track.now,
		Origin: b.From, To: b.To})
}

func (s *beams) reset() {
	s.shown, s.hits, s.last = s.shown[:0], s.hits[:0], [MaxSlots]lastStruck{}
}

// forget forgets a player who left.
func (s *beams) forget(slot sim.Slot) {
	if n := slot.Index(); n >= 0 && n < MaxSlots {
		s.last[n] = lastStruck{}
	}
}

// flush records the beams of the previous snapshot, which end with this one.
func (s *beams) flush(t *Track) {
	for i := range s.shown {
		b := &s.shown[i]
		b.End = min(t.now, b.Start+100*time.Millisecond)
		t.rec.Effect(*b)
	}
	s.shown = s.shown[:0]
}

// shoot adds the beam of a player who fires the lightning gun.
func (s *beams) shoot(t *Track, slot sim.Slot) {
	s.shown = append(s.shown, sim.Effect{Kind: sim.EffectBeam, Start: t.now, Weapon: sim.WeaponLightning, Slot: slot})
}

// aim sets the ends of this snapshot's beams: the hit in the direction of view or, if there is none, the range of
// lightning.
func (s *beams) aim(t *Track, players *Players) {
	for i := range s.shown {
		b := &s.shown[i]
		if r := players.Look(b.Slot); r != nil && b.Weapon == sim.WeaponLightning {
			s.aimOne(t, players, b, r)
		}
	}
	s.hits = s.hits[:0]
}

func (s *beams) aimOne(t *Track, players *Players, b *sim.Effect, r *recording.FramePlayer) {
	b.Origin = r.Origin
	b.Origin[2] += lightningHeight
	dir := direction(r.View)
	last := &s.last[b.Slot.Index()]
	reached, best := float32(lightningRange), float32(0.985)
	for _, h := range s.hits {
		var v sim.Vec3
		length, along := float32(0), float32(0)
		for k := range v {
			v[k] = h.Origin[k] - b.Origin[k]
			length += v[k] * v[k]
			along += v[k] * dir[k]
		}
		length = float32(math.Sqrt(float64(length)))
		if length > 1 && length < lightningRange+64 && along/length > best {
			best, reached = along/length, length
			b.Target = h.Target
			last.reached, last.at = length, t.now
		}
	}
	if reached == lightningRange && last.reached > 0 && t.now-last.at < lightningHitValid {
		reached = last.reached
	}
	if slot, at := struck(players, b.Slot, b.Origin, dir, reached); slot.Valid() {
		b.Target, reached = slot, at
	}
	for k := range b.To {
		b.To[k] = b.Origin[k] + dir[k]*reached
	}
}

// struck returns the nearest living player whose hull a beam enters before its end, and the distance.
func struck(p *Players, shooter sim.Slot, from, dir sim.Vec3, length float32) (slot sim.Slot, at float32) {
	at = length
	for i := range p.rows {
		r := &p.rows[i]
		if r.Slot == shooter || r.Life != sim.Alive || !p.Seen(r.Slot) {
			continue
		}
		if d, ok := enters(r, from, dir); ok && d < at {
			slot, at = r.Slot, d
		}
	}
	return slot, at
}

// enters returns the distance along a line at which it enters a player's hull.
func enters(r *recording.FramePlayer, from, dir sim.Vec3) (at float32, ok bool) {
	near, far := float32(0), float32(lightningRange)
	for k := range from {
		low, high := r.Origin[k]+r.Mins[k]-from[k], r.Origin[k]+r.Maxs[k]-from[k]
		if dir[k] > -1e-6 && dir[k] < 1e-6 {
			if low > 0 || high < 0 {
				return 0, false
			}
			continue
		}
		a, b := low/dir[k], high/dir[k]
		near, far = max(near, min(a, b)), min(far, max(a, b))
	}
	return near, near > 0 && near < far
}

// direction returns the unit vector of a view.
func direction(a sim.Angles) sim.Vec3 {
	sp, cp := math.Sincos(float64(a.Pitch) * math.Pi / 180)
	sy, cy := math.Sincos(float64(a.Yaw) * math.Pi / 180)
	return sim.Vec3{float32(cp * cy), float32(cp * sy), float32(-sp)}
}
