package sim

// Hearing is how far a game's sounds carry: full volume up to Full units, then fading to nothing at Range.
type Hearing struct{ Full, Range float32 }

// hearings holds, by game key, how the games' own mixers treat a sound of normal attenuation. Quake: snd_dma.c,
// SND_Spatialize with sound_nominal_clip_dist. Quake II: snd_dma.c, S_SpatializeOrigin with SOUND_FULLVOLUME and
// 0.0005 a unit. Quake III: snd_dma.c, S_SpatializeOrigin with SOUND_FULLVOLUME and SOUND_ATTENUATE.
var hearings = map[string]Hearing{
	"quake": {0, 1000}, "quakeworld": {0, 1000}, "nexuiz": {0, 1200}, "quake2": {80, 80 + 2000}, "quake3": {80, 80 + 1250}, "quakelive": {80, 80 + 1250},
}

// Hearing returns how far sounds carry in the demo's game.
func (h *Header) Hearing() Hearing {
	if r, ok := hearings[h.GameKey]; ok {
		return r
	}
	return hearings["quake"]
}

// Volume returns the volume of a sound at the given distance, from 0 to 1.
func (h Hearing) Volume(distance float32) float32 {
	return min(max(1-(distance-h.Full)/(h.Range-h.Full), 0), 1)
}
