package track

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// BriefSeen describes a momentary effect in a snapshot: a muzzle flash, an effect at a position, or a sound. The
// tracker evaluates shots before the players, and everything else once all positions are known.
type BriefSeen struct {
	sim.Effect
	Last time.Duration
	// Entity is the number of the entity that the effect belongs to, or 0 if there is none. Flashes, and sounds without
	// a position, are located at that entity.
	Entity       int
	Flash, There bool
	// Monster is set for the muzzle flash of a monster. Shoots is set for a flash that reveals a shot; Fired is its
	// weapon.
	Monster, Shoots bool
	Fired           sim.Weapon
	// Rail is set for the beam of a railgun, Beam for any other beam, and Hits for blood. The players that they belong
	// to are inferred.
	Rail, Beam, Hits bool
	// Sound is set for a sound. Cry is set if the sound is a death cry, Key if it is that of a key being used, and Pain
	// if it is a cry of pain.
	Sound, Cry, Key, Pain bool
}

// shotTime is how long a shot is shown.
const shotTime = 250 * time.Millisecond

// takeShot records the player who fired. It must be called before the snapshot's players are evaluated.
func (t *Tracker) takeShot(b *BriefSeen) {
	p := t.seats.at(sim.SlotAt(b.Entity - 1))
	if p == nil || !b.Shoots || b.Monster {
		return
	}
	p.firingUntil = t.track.Now() + shotTime
	if !t.rules.SharedFlashes {
		p.flash = b.Fired
	}
}

// originOf returns the current or last known position of an entity.
func (t *Tracker) originOf(number int) (sim.Vec3, bool) {
	if r := t.players.Look(sim.SlotAt(number - 1)); r != nil && r.Visible {
		return r.Origin, true
	}
	last := t.entities.Sighting(number)
	return last.Origin, last.Snapshot != 0
}

// playBrief shows a momentary effect.
func (t *Tracker) playBrief(b *BriefSeen) {
	e := b.Effect
	switch r := t.players.Look(sim.SlotAt(b.Entity - 1)); {
	case b.Flash:
		t.playFlash(b)
		return
	case b.Sound:
		t.playSound(b)
		return
	case b.Rail:
		e.Slot = t.players.Nearest(e.Origin, railReach,
			func(r *recording.FramePlayer) bool { return t.seats.firing(t, r.Slot) })
	case b.Beam && b.Entity > 0 && r != nil:
		e.Slot = r.Slot
	case b.Hits:
		e.Target = t.players.Nearest(e.Origin, bloodReach,
			func(r *recording.FramePlayer) bool { return r.Life == sim.Alive })
	}
	t.track.Effect(e, b.Last)
}

// The maximum distance from the middle of a player to his eyes, where rails begin, and to a point where he can be hit.
const (
	railReach  = 64
	bloodReach = 56
)

// playFlash shows a muzzle flash, or an event that is sent as one, such as a spawn or a departure.
func (t *Tracker) playFlash(b *BriefSeen) {
	origin, ok := t.originOf(b.Entity)
	if !ok {
		return
	}
	e := b.Effect
	e.Origin = origin
	if r := t.players.Look(sim.SlotAt(b.Entity - 1)); r != nil && !b.Monster {
		e.Slot, e.Weapon = r.Slot, r.Weapon
		if firing := r.Life == sim.Alive && t.seats.firing(t, r.Slot); firing != r.Firing {
			t.players.Row(r.Slot).Firing = firing
		}
	}
	if e.Kind == sim.EffectMuzzle && b.Shoots && !t.rules.SharedFlashes {
		e.Weapon = b.Fired
	}
	t.track.Effect(e, b.Last)
}

// playSound shows a sound, which may be the use of a key.
func (t *Tracker) playSound(b *BriefSeen) {
	e := b.Effect
	if r := t.players.Look(sim.SlotAt(b.Entity - 1)); r != nil {
		if e.Slot = r.Slot; b.Key {
			t.seats.at(r.Slot).useKey()
		}
	}
	if !b.There {
		origin, ok := t.originOf(b.Entity)
		if !ok || b.Entity == 0 {
			return
		}
		e.Origin = origin
	}
	last := SoundTime
	if e.Slot.Valid() && b.Pain {
		e.Kind, e.Text, last = sim.EffectPain, "", SpawnTime
	}
	t.track.Effect(e, last)
}
