package sim

// Hearing is how far the sounds of a game carry: at full volume up to Full units, from there fainter, and not beyond Range.
type Hearing struct{ Full, Range float32 }

// hearings are what the games' own mixers do with a sound of normal attenuation, by the games' keys. Quake: snd_dma.c, SND_Spatialize with
// sound_nominal_clip_dist. Quake II: snd_dma.c, S_SpatializeOrigin with SOUND_FULLVOLUME and 0.0005 a unit. Quake III: snd_dma.c,
// S_SpatializeOrigin with SOUND_FULLVOLUME and SOUND_ATTENUATE.
var hearings = map[string]Hearing{
	"quake": {0, 1000}, "quakeworld": {0, 1000}, "nexuiz": {0, 1200}, "quake2": {80, 80 + 2000}, "quake3": {80, 80 + 1250}, "quakelive": {80, 80 + 1250},
}

// Hearing is how far sounds carry in the game of the demo.
func (h *Header) Hearing() Hearing {
	if r, ok := hearings[h.GameKey]; ok {
		return r
	}
	return hearings["quake"]
}

// Volume is how loud a sound is at a distance, 0 to 1.
func (h Hearing) Volume(distance float32) float32 {
	return min(max(1-(distance-h.Full)/(h.Range-h.Full), 0), 1)
}
