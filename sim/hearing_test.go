package sim

import (
	"math"
	"testing"
)

// mixers are the formulas of the games' mixers for a sound straight ahead, as their sources have them: steps of volume
// at a distance, for a volume in 255ths and an attenuation in 64ths.
var mixers = map[string]func(volume, attenuation, distance float64) int{
	"quake": func(volume, attenuation, distance float64) int { // quakespasm snd_dma.c, S_StartSound, SND_Spatialize
		return int(volume * (1 - distance*attenuation/64/1000))
	},
	"quakeworld": func(volume, attenuation, distance float64) int { // ezquake snd_main.c, the same
		return int(volume * (1 - distance*attenuation/64/1000))
	},
	"quake2": func(volume, attenuation, distance float64) int { // yquake2 sound.c, S_StartSound, SDL_SpatializeOrigin
		mult := attenuation / 64 * 0.0005
		if attenuation == 3*64 {
			mult = 3 * 0.001
		}
		scale := 0.5
		if mult == 0 {
			scale = 1
		}
		return int(volume * (1 - max(distance-80, 0)*mult) * scale)
	},
	"quake3": func(volume, _, distance float64) int { // ioq3 snd_dma.c, S_SpatializeOrigin
		return int(volume * 127 / 255 * (1 - max(distance-80, 0)*0.0008) * 0.5)
	},
}

// Sounds fade as the games' own mixers have it: of each kind, at five distances and around its range.
func TestHearing(t *testing.T) {
	type sound struct{ volume, attenuation uint8 }
	usual, idle, static, quiet, silenced, everywhere := sound{255, 64}, sound{255, 128}, sound{255, 192}, sound{40, 64},
		sound{51, 64}, sound{255, 0}
	for key, sounds := range map[string][]sound{
		"quake": {usual, idle, static, quiet, everywhere}, "quakeworld": {usual, idle, static, quiet, everywhere},
		"quake2": {usual, idle, static, quiet, silenced, everywhere}, "quake3": {usual},
	} {
		h := (&Header{GameKey: key}).Hearing()
		for _, s := range sounds {
			l := LoudnessOf(s.volume, s.attenuation)
			reach := h.Range(l)
			distances := []float32{0, 100, 300, 700, 1500}
			if !math.IsInf(float64(reach), 0) {
				distances = append(distances, reach-1, reach+1)
			}
			for _, d := range distances {
				steps := mixers[key](float64(s.volume), float64(s.attenuation), float64(d))
				v := h.Volume(l, d)
				if (v > 0) != (steps >= 1) {
					t.Errorf("%s: %v at %g is heard at %g, the mixer has %d steps", key, s, d, v, steps)
				}
				if full := mixers[key](255, float64(s.attenuation),
					0); math.Abs(float64(v)-float64(max(steps, 0))/float64(full)) > 1.5/float64(full) {
					t.Errorf("%s: %v at %g is %g loud, the mixer has %d of %d steps", key, s, d, v, steps, full)
				}
			}
		}
	}
}

func TestPrivateSounds(t *testing.T) {
	h := (&Header{GameKey: "quake"}).Hearing()
	if l := (Loudness{Private: true}); h.Volume(l, 0) != 0 || h.Range(l) != 0 {
		t.Error("others hear a sound that only its player hears")
	}
	if h.Volume(Everywhere, 1e6) != 1 || !math.IsInf(float64(h.Range(Everywhere)), 1) {
		t.Error("a sound without attenuation is not heard everywhere")
	}
}
