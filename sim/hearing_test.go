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
	"wolfenstein": func(volume, _, distance float64) int { // etlegacy snd_dma.c, S_SpatializeOrigin
		const reach = 1250
		return int(volume * 127 / 255 * (1 - max(distance-reach*0.064, 0)/reach))
	},
}

// Sounds of each kind fade as in the games' own mixers, at five distances and around their range.
func TestHearing(t *testing.T) {
	type sound struct{ volume, attenuation uint8 }
	usual, idle, static, quiet, silenced, everywhere := sound{255, 64}, sound{255, 128}, sound{255, 192}, sound{40, 64},
		sound{51, 64}, sound{255, 0}
	for key, sounds := range map[string][]sound{
		"quake": {usual, idle, static, quiet, everywhere}, "quakeworld": {usual, idle, static, quiet, everywhere},
		"quake2": {usual, idle, static, quiet, silenced, everywhere}, "quake3": {usual},
		"wolfenstein": {usual},
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

// tone is how loud an engine plays a tone at a distance, as a share of full.
type tone struct {
	attenuation uint8 // in 64ths
	distance    float32
	loud        float64
}

// measured is how loud engines play a tone straight ahead: a demo with such sounds, played to SDL's disk driver, and the
// peaks of what that wrote. A mixer counts in whole steps, so it may be softer by less than one.
var measured = []struct {
	engine, game string
	volume       uint8
	tones        []tone
}{
	{"QuakeSpasm 0.95.1", "quake", 255, []tone{
		{32, 40, 0.980}, {32, 400, 0.799}, {32, 800, 0.598}, {32, 1200, 0.401}, {32, 1600, 0.201}, {32, 1940, 0.028},
		{32, 2060, 0}, {64, 20, 0.980}, {64, 200, 0.799}, {64, 400, 0.598}, {64, 600, 0.401}, {64, 800, 0.201},
		{64, 970, 0.028}, {64, 1030, 0}, {128, 10, 0.980}, {128, 100, 0.799}, {128, 200, 0.598}, {128, 300, 0.401},
		{128, 400, 0.201}, {128, 485, 0.028}, {128, 515, 0}, {192, 7, 0.976}, {192, 67, 0.799}, {192, 133, 0.602},
		{192, 200, 0.401}, {192, 267, 0.197}, {192, 323, 0.028}, {192, 343, 0},
	}},
	{"ezQuake 3.6.1", "quakeworld", 255, []tone{
		{32, 40, 0.980}, {32, 200, 0.900}, {32, 400, 0.800}, {32, 800, 0.599}, {32, 1200, 0.401}, {32, 1600, 0.200},
		{32, 1940, 0.028}, {32, 2060, 0}, {64, 20, 0.980}, {64, 100, 0.900}, {64, 200, 0.800}, {64, 400, 0.599},
		{64, 600, 0.401}, {64, 800, 0.200}, {64, 970, 0.028}, {64, 1030, 0}, {128, 10, 0.980}, {128, 50, 0.900},
		{128, 100, 0.800}, {128, 200, 0.599}, {128, 300, 0.401}, {128, 400, 0.200}, {128, 485, 0.028},
		{128, 515, 0}, {192, 6.67, 0.980}, {192, 33.33, 0.900}, {192, 66.67, 0.800}, {192, 133.33, 0.599},
		{192, 200, 0.401}, {192, 266.67, 0.200}, {192, 323.33, 0.028}, {192, 343.33, 0}, {0, 60, 1}, {0, 300, 1},
		{0, 600, 1}, {0, 1200, 1}, {0, 1800, 1}, {0, 2400, 1}, {0, 2910, 1}, {0, 3090, 1},
	}},
	{"ezQuake 3.6.1", "quakeworld", 128, []tone{
		{64, 20, 0.491}, {64, 200, 0.401}, {64, 400, 0.299}, {64, 600, 0.200}, {64, 800, 0.098}, {64, 970, 0.012},
	}},
	{"Yamagi Quake II without OpenAL", "quake2", 255, []tone{
		{64, 100, 0.990}, {64, 120, 0.978}, {64, 480, 0.797}, {64, 880, 0.597}, {64, 1280, 0.397}, {64, 1680, 0.196},
		{64, 2020, 0.024}, {64, 2140, 0}, {128, 100, 0.978}, {128, 280, 0.797}, {128, 480, 0.597}, {128, 680, 0.397},
		{128, 880, 0.196}, {128, 1050, 0.024}, {128, 1110, 0}, {192, 87, 0.974}, {192, 147, 0.797}, {192, 213, 0.597},
		{192, 280, 0.397}, {192, 347, 0.196}, {192, 403, 0.028}, {192, 423, 0},
	}},
	{"ioquake3 1.36 without OpenAL", "quake3", 255, []tone{
		{64, 40, 1}, {64, 80, 1}, {64, 100, 0.984}, {64, 200, 0.905}, {64, 330, 0.794}, {64, 580, 0.603},
		{64, 705, 0.492}, {64, 830, 0.397}, {64, 955, 0.302}, {64, 1080, 0.191}, {64, 1205, 0.095},
		{64, 1300, 0.016}, {64, 1320, 0}, {64, 1340, 0},
	}},
}

// TestHearingOfQ2PRO compares with the rule in Q2PRO's published source (2025-07-21, src/client/sound/main.c,
// S_IssuePlaysound and S_SpatializeOrigin, for one channel). It has no steps of volume. The engine itself was not
// recorded.
func TestHearingOfQ2PRO(t *testing.T) {
	const full, attenuationStatic = 80, 3
	h := (&Header{GameKey: "quake2"}).Hearing()
	for _, attenuation := range []float64{0, 1, 2, attenuationStatic} {
		for _, volume := range []float64{255, 128, 51} {
			for distance := 0.0; distance < 2200; distance += 10 {
				mult := attenuation * 0.0005
				if attenuation == attenuationStatic {
					mult = attenuation * 0.001
				}
				want := volume / 255 * max(1-max(distance-full, 0)*mult, 0)
				got := float64(h.Volume(LoudnessOf(uint8(volume), uint8(64*attenuation)), float32(distance)))
				if math.Abs(got-want) > 1/float64(h.Steps) {
					t.Errorf("volume %g, attenuation %g at %g: %g loud, Q2PRO has %g", volume, attenuation, distance, got,
						want)
				}
			}
		}
	}
}

// Sounds are as loud as engines play them.
func TestHearingMeasured(t *testing.T) {
	for _, e := range measured {
		h := (&Header{GameKey: e.game}).Hearing()
		for _, m := range e.tones {
			v := float64(h.Volume(LoudnessOf(e.volume, m.attenuation), m.distance))
			if (v > 0) != (m.loud > 0) || math.Abs(v-m.loud) > max(0.008, 1/float64(h.Steps)) {
				t.Errorf("%s: volume %d with attenuation %d at %g is %g loud, %s plays it at %g", e.game, e.volume,
					m.attenuation, m.distance, v, e.engine, m.loud)
			}
		}
	}
}
