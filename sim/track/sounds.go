package track

import (
	"time"

	"fragscope/sim"
)

// SoundInfo describes what a sound means.
type SoundInfo struct {
	Name string
	// Shoots is the weapon whose shot makes this sound, if any.
	Shoots sim.Weapon
	// Pain is set for a cry of pain. Returns is set for the sound that an item itself makes when it respawns.
	Pain, Returns bool
	// Power is the powerup whose pickup makes this sound, and PowerTime is the powerup's duration. PowerTime is 0 if
	// there is none.
	Power     sim.Powerup
	PowerTime time.Duration
	// If Taken is set, Takes is the item whose pickup makes this sound, or the zero ItemDef if several items make it.
	Takes ItemDef
	Taken bool
}

// SoundHeard reports a sound made by an entity or a player.
type SoundHeard struct {
	*SoundInfo
	Entity int
	Slot   sim.Slot
	Origin sim.Vec3
	sim.Loudness
}

func (s SoundHeard) conclude(t *Tracker) {
	if t.players.Look(s.Slot) == nil {
		s.Slot = sim.Slot{}
	}
	if s.Private {
		s.Origin = t.players.placeOf(s.Slot, s.Origin)
	}
	switch {
	case s.Slot.Valid():
		s.ofPlayer(t)
	case s.Returns:
		t.items.HeardBack(s.Entity)
	}
	t.track.Effect(sim.Effect{Kind: sim.EffectSound, Origin: s.Origin, Text: s.Name, Slot: s.Slot,
		Loudness: s.Loudness}, SoundTime)
}

// ofPlayer evaluates a sound made by a player.
func (s *SoundHeard) ofPlayer(t *Tracker) {
	switch {
	case s.Shoots != sim.WeaponNone:
		t.looks.shoot(&t.players, s.Slot, s.Shoots)
	case s.Pain:
		t.track.Effect(sim.Effect{Kind: sim.EffectPain, Origin: s.Origin, Slot: s.Slot, Loudness: s.Loudness},
			SpawnTime)
	case s.PowerTime > 0:
		t.looks.of(s.Slot).heard[s.Power] = t.track.now + s.PowerTime
	}
	if s.Taken && s.Slot != t.track.frame.POV { // the recorder is told
		t.items.Heard(s.Slot, s.Takes, s.Origin)
	}
}
