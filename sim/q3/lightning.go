package q3

import (
	"math"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// lightning ends the beams of lightning guns where they hit.
type lightning struct {
	*game
	beams []sim.Effect // since the snapshot before
	hits  []lightningHit
	last  [quake3.MaxClients]lastHit
}

// lastHit is when somebody's lightning last hit something, and how far off that was.
type lastHit struct {
	at      time.Duration
	reached float32
}

// flushBeams records the beams of the snapshot before, which end with this one.
func (s *lightning) flushBeams() {
	if len(s.beams) > 0 {
		s.recordBeams()
	}
}

func (s *lightning) recordBeams() {
	for i := range s.beams {
		b := &s.beams[i]
		b.End = min(s.t.Now(), b.Start+100*time.Millisecond)
		s.rec.Effect(*b)
	}
	s.beams = s.beams[:0]
}

// shooters adds the beam of a player who fires the lightning gun.
func (s *lightning) shooters(slot int) {
	s.beams = append(s.beams, sim.Effect{Kind: sim.EffectBeam, Start: s.t.Now(), Weapon: sim.WeaponLightning, Slot: sim.SlotAt(slot)})
}

// lightningHit is where a lightning gun struck at this snapshot.
type lightningHit struct {
	place  sim.Vec3
	target int
}

func (s *lightning) reset() {
	s.beams, s.hits, s.last = s.beams[:0], s.hits[:0], [quake3.MaxClients]lastHit{}
}

// aimBeams gives the beams of this snapshot their ends: at the hit that lies
// in the direction of view, else as far as lightning reaches.
func (s *lightning) aimBeams() {
	if len(s.beams) > 0 {
		s.aimAll()
	}
	s.hits = s.hits[:0]
}

func (s *lightning) aimAll() {
	for i := range s.beams {
		b := &s.beams[i]
		r := s.look(b.Slot.Index())
		if r == nil || b.Weapon != sim.WeaponLightning {
			continue
		}
		b.Origin = r.Origin
		b.Origin[2] += lightningHeight
		dir := direction(r.View)
		last := &s.last[b.Slot.Index()]
		reached, best := float32(lightningRange), float32(0.985)
		for _, h := range s.hits {
			var v sim.Vec3
			length, along := float32(0), float32(0)
			for k := range v {
				v[k] = h.place[k] - b.Origin[k]
				length += v[k] * v[k]
				along += v[k] * dir[k]
			}
			length = float32(math.Sqrt(float64(length)))
			if length > 1 && length < lightningRange+64 && along/length > best {
				best, reached = along/length, length
				b.Target = sim.SlotAt(h.target)
				last.reached, last.at = length, s.t.Now()
			}
		}
		if reached == lightningRange && last.reached > 0 && s.t.Now()-last.at < lightningHitValid {
			reached = last.reached
		}
		if slot, at := s.struck(b.Slot.Index(), b.Origin, dir, reached); slot >= 0 {
			b.Target, reached = sim.SlotAt(slot), at
		}
		for k := range b.To {
			b.To[k] = b.Origin[k] + dir[k]*reached
		}
	}
}

// struck is the nearest living player whose hull a beam enters before its end,
// and how far off; -1 if there is none.
func (s *lightning) struck(shooter int, from, dir sim.Vec3, length float32) (slot int, at float32) {
	slot, at = -1, length
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Slot.Index() == shooter || r.Life != sim.Alive || !s.seen(r) {
			continue
		}
		if d, ok := enters(r, from, dir); ok && d < at {
			slot, at = r.Slot.Index(), d
		}
	}
	return slot, at
}

// enters is how far along a line it enters a player's hull.
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

// direction is the unit vector of a view.
func direction(a sim.Angles) sim.Vec3 {
	sp, cp := math.Sincos(float64(a.Pitch) * math.Pi / 180)
	sy, cy := math.Sincos(float64(a.Yaw) * math.Pi / 180)
	return sim.Vec3{float32(cp * cy), float32(cp * sy), float32(-sp)}
}
