package sim

import "math"

// Loudness describes how loud a sound is in comparison with a normal sound, which has full volume and normal
// attenuation. The zero value describes a normal sound.
type Loudness struct {
	// Softer is the reduction in volume, in 255ths.
	Softer uint8
	// Fades is the difference from normal attenuation, in 64ths. It is -64 for a sound without attenuation, which is
	// heard everywhere; 64 for an idle sound, which carries half as far; and 128 for a static sound.
	Fades int16
	// Private is set if the sound is heard only by the player it belongs to.
	Private bool
}

// The loudness of sounds with other attenuations.
var (
	Everywhere = Loudness{Fades: -normalAttenuation}
	Idle       = Loudness{Fades: normalAttenuation}
	Static     = Loudness{Fades: 2 * normalAttenuation}
)

const normalAttenuation = 64

// LoudnessOf returns the loudness of a sound in a Quake or Quake II demo. volume is given in 255ths and attenuation in
// 64ths, as in these demos.
func LoudnessOf(volume, attenuation uint8) Loudness {
	return Loudness{Softer: 255 - volume, Fades: int16(attenuation) - normalAttenuation}
}

// Reach returns the range of the sound relative to that of a normal sound: 1 for a normal sound, 0 if no other player
// can hear it, and +Inf if it can be heard everywhere.
func (l Loudness) Reach() float32 {
	if l.Private || l.Softer == 255 {
		return 0
	}
	if l.attenuation() <= 0 {
		return float32(math.Inf(1))
	}
	return 1 / l.attenuation()
}

func (l Loudness) volume() float32 { return float32(255-l.Softer) / 255 }
func (l Loudness) attenuation() float32 {
	return float32(l.Fades+normalAttenuation) / normalAttenuation
}

// Hearing describes how far a game's sounds carry. A sound with normal attenuation has full volume up to a distance of
// Full units, then fades linearly to nothing over Fades units. For other sounds, Fades is divided by the attenuation.
// If StaticFades is not 0, static sounds fade over StaticFades units instead.
type Hearing struct {
	Full, Fades, StaticFades float32
	// Steps is the number of volume steps that the mixer has for a sound straight ahead; there are twice as many directly
	// to the left or right. A sound below one step is silent.
	Steps float32
}

// hearings holds, by game key, the parameters of the games' own mixers. Quake and QuakeWorld: quakespasm snd_dma.c,
// ezquake snd_main.c, SND_Spatialize with sound_nominal_clip_dist. Quake II: yquake2 sound.c, S_StartSound and
// SDL_SpatializeOrigin: 0.0005 a unit, 0.001 for ATTN_STATIC and for loops. Quake III: ioq3 snd_dma.c,
// S_SpatializeOrigin with SOUND_FULLVOLUME and SOUND_ATTENUATE. Wolfenstein: etlegacy snd_dma.c, S_SpatializeOrigin with
// SOUND_RANGE_DEFAULT. Nexuiz: darkplaces snd_main.c, snd_soundradius.
var hearings = map[string]Hearing{
	"quake": {0, 1000, 0, 255}, "quakeworld": {0, 1000, 0, 255}, "nexuiz": {0, 1200, 0, 255},
	"wolfenstein": {80, 1250, 0, 127}, "quake2": {80, 2000, 1000. / 3, 127.5},
	"quake3": {80, 1250, 0, 63.5}, "quakelive": {80, 1250, 0, 63.5},
}

// Hearing returns the parameters that determine how far sounds carry in the demo's game.
func (h *Header) Hearing() Hearing {
	if r, ok := hearings[h.GameKey]; ok {
		return r
	}
	return hearings["quake3"] // the others use its engine
}

// fading returns the number of units over which a sound fades to nothing, or +Inf if it is heard everywhere.
func (h Hearing) fading(l Loudness) float32 {
	switch {
	case l.attenuation() <= 0:
		return float32(math.Inf(1))
	case l.Fades == Static.Fades && h.StaticFades > 0:
		return h.StaticFades
	}
	return h.Fades / l.attenuation()
}

// Volume returns the volume, from 0 to 1, of a sound with loudness l at the given distance.
func (h Hearing) Volume(l Loudness, distance float32) float32 {
	if l.Private {
		return 0
	}
	v := l.volume() * (1 - max(distance-h.Full, 0)/h.fading(l))
	if v*h.Steps < 1 {
		return 0
	}
	return min(v, 1)
}

// Range returns the maximum distance, in units, at which a sound with loudness l can be heard. It is 0 if no other
// player can hear the sound, and +Inf if the sound can be heard everywhere.
func (h Hearing) Range(l Loudness) float32 {
	loudest := l.volume() * h.Steps
	if l.Private || loudest < 1 {
		return 0
	}
	return h.Full + h.fading(l)*(1-1/loudest)
}
