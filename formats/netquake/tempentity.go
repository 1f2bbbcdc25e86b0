package netquake

import "strconv"

// Temp is the type of a [TempEntity].
type Temp uint8

// Types of temporary entities: those of id's engines, of Nehahra and of DarkPlaces (protocol.h of these engines).
const (
	TempSpike Temp = iota
	TempSuperSpike
	TempGunshot
	TempExplosion
	TempTarExplosion
	TempLightning1
	TempLightning2
	TempWizSpike
	TempKnightSpike
	TempLightning3
	TempLavaSplash
	TempTeleport
	TempExplosion2
	TempBeam

	TempRailTrail  Temp = 15 // Nehahra
	TempExplosion3 Temp = 16
	TempLightning4 Temp = 17
	TempNehSmoke   Temp = 18

	TempBlood          Temp = 50 // DarkPlaces
	TempSpark          Temp = 51
	TempBloodShower    Temp = 52
	TempExplosionRGB   Temp = 53
	TempCube           Temp = 54
	TempRain           Temp = 55
	TempSnow           Temp = 56
	TempGunshotQuad    Temp = 57
	TempSpikeQuad      Temp = 58
	TempSuperSpikeQuad Temp = 59
	TempExplosionQuad  Temp = 70
	TempSmallFlash     Temp = 72
	TempCustomFlash    Temp = 73
	TempFlameJet       Temp = 74
	TempPlasmaBurn     Temp = 75
	TempNexBeam        Temp = 76
	TempSmoke          Temp = 77
	TempBigExplosion   Temp = 78
	TempPlasmaHit      Temp = 79
)

var tempNames = map[Temp]string{
	TempSpike: "spike", TempSuperSpike: "super_spike", TempGunshot: "gunshot", TempExplosion: "explosion",
	TempTarExplosion: "tar_explosion", TempLightning1: "lightning1", TempLightning2: "lightning2",
	TempWizSpike: "wiz_spike", TempKnightSpike: "knight_spike", TempLightning3: "lightning3",
	TempLavaSplash: "lava_splash", TempTeleport: "teleport", TempExplosion2: "explosion2", TempBeam: "beam",
	TempRailTrail: "rail_trail", TempExplosion3: "explosion3", TempLightning4: "lightning4", TempNehSmoke: "neh_smoke",
	TempBlood: "blood", TempSpark: "spark", TempBloodShower: "blood_shower", TempExplosionRGB: "explosion_rgb",
	TempCube: "cube", TempRain: "rain", TempSnow: "snow", TempGunshotQuad: "gunshot_quad", TempSpikeQuad: "spike_quad",
	TempSuperSpikeQuad: "super_spike_quad", TempExplosionQuad: "explosion_quad", TempSmallFlash: "small_flash",
	TempCustomFlash: "custom_flash", TempFlameJet: "flame_jet", TempPlasmaBurn: "plasma_burn",
	TempNexBeam: "nex_beam", TempSmoke: "smoke", TempBigExplosion: "big_explosion", TempPlasmaHit: "plasma_hit",
}

// String returns the name of t, or its number if no engine defines it.
func (t Temp) String() string {
	if name, ok := tempNames[t]; ok {
		return name
	}
	return strconv.Itoa(int(t))
}

// effectNames are the bits of an entity's Effects: the first eight in all engines, though mods use bits 4 and 5 for
// flags; the others in DarkPlaces (protocol.h).
var effectNames = [...]string{"bright_field", "muzzle_flash", "bright_light", "dim_light", "flag1_or_no_draw",
	"flag2_or_additive", "blue", "red", "no_gun_bob", "full_bright", "flame", "stardust", "no_shadow", "no_depth_test",
	"selectable", "double_sided", "no_self_shadow", "dynamic_model_light", "", "", "restart_animation",
	"teleport", "low_precision", "no_model_flags", "rocket_trail", "grenade_trail", "gib_trail", "rotate",
	"tracer_trail", "zombie_trail", "tracer2_trail", "tracer3_trail"}

// EffectName returns the name of the given bit (0 to 31) of an entity's Effects field. If the bit has no meaning,
// EffectName returns its number.
func EffectName(bit int) string {
	if bit >= 0 && bit < len(effectNames) && effectNames[bit] != "" {
		return effectNames[bit]
	}
	return strconv.Itoa(bit)
}

// tempPart is a part of a temporary entity.
type tempPart uint8

const (
	partOrigin    tempPart = iota // three coordinates
	partEnd                       // three coordinates
	partVelocity                  // three coordinates
	partSpeed                     // three int8
	partEntity                    // a short
	partColor                     // three bytes
	partBigColor                  // three coordinates
	partPalette                   // a byte
	partRange                     // a byte
	partCount                     // a byte
	partWideCount                 // a short
	partExtra                     // a coordinate
	partModel                     // a text
)

// tempLayout is the parts, in order.
type tempLayout []tempPart

var (
	tempPoint   = tempLayout{partOrigin}
	tempBeam    = tempLayout{partEntity, partOrigin, partEnd}
	tempColors  = tempLayout{partOrigin, partPalette, partRange}
	tempSpray   = tempLayout{partOrigin, partSpeed, partCount}
	tempPuff    = tempLayout{partOrigin, partVelocity, partCount}
	tempWeather = tempLayout{partOrigin, partEnd, partVelocity, partWideCount, partPalette}
)

var quakeTemps = map[Temp]tempLayout{
	TempSpike: tempPoint, TempSuperSpike: tempPoint, TempGunshot: tempPoint, TempExplosion: tempPoint,
	TempTarExplosion: tempPoint, TempLightning1: tempBeam, TempLightning2: tempBeam, TempWizSpike: tempPoint,
	TempKnightSpike: tempPoint, TempLightning3: tempBeam, TempLavaSplash: tempPoint, TempTeleport: tempPoint,
	TempExplosion2: tempColors,
	TempBeam:       tempBeam,
}

var nehahraTemps = extendTemps(map[Temp]tempLayout{
	TempRailTrail:  {partOrigin, partEnd},
	TempExplosion3: {partOrigin, partBigColor},
	TempLightning4: {partModel, partEntity, partOrigin, partEnd},
	TempNehSmoke:   {partOrigin, partPalette},
})

var darkPlacesTemps = extendTemps(map[Temp]tempLayout{
	TempExplosion3:   {partOrigin, partBigColor},
	TempLightning4:   {partModel, partEntity, partOrigin, partEnd},
	TempBlood:        tempSpray,
	TempSpark:        tempSpray,
	TempBloodShower:  {partOrigin, partEnd, partExtra, partWideCount},
	TempExplosionRGB: {partOrigin, partColor},
	TempCube:         {partOrigin, partEnd, partVelocity, partWideCount, partPalette, partRange, partExtra},
	TempRain:         tempWeather, TempSnow: tempWeather,
	TempGunshotQuad: tempPoint, TempSpikeQuad: tempPoint, TempSuperSpikeQuad: tempPoint,
	TempExplosionQuad: tempPoint, TempSmallFlash: tempPoint,
	TempCustomFlash: {partOrigin, partCount, partRange, partColor},
	TempFlameJet:    tempPuff, TempPlasmaBurn: tempPoint,
	TempNexBeam: {partOrigin, partEnd, partVelocity},
	TempSmoke:   tempPuff, TempBigExplosion: tempPoint, TempPlasmaHit: tempPuff,
})

// firstProgramTemp is the first type above DarkPlaces' own; games with their own program count from there.
const firstProgramTemp = 80

// extendTemps returns id's layouts and more.
func extendTemps(more map[Temp]tempLayout) map[Temp]tempLayout {
	for t, l := range quakeTemps {
		more[t] = l
	}
	return more
}

func (m *TempEntity) layout(c *coder) {
	t := uint8(m.Type)
	c.Uint8(&t)
	if c.Reading() {
		*m = TempEntity{Type: Temp(t)}
	}
	layout, known := c.p.temps[Temp(t)]
	if !known && c.p.ids&anyDarkPlaces != 0 && t >= firstProgramTemp {
		c.rest(&m.Data)
		return
	}
	if !known {
		c.Fail("temporary entity of type %d: %w", t, ErrUnknown)
		return
	}
	for _, part := range layout {
		m.part(c, part)
	}
}

func (m *TempEntity) part(c *coder, part tempPart) {
	switch part {
	case partOrigin:
		c.coords(&m.Origin)
	case partEnd:
		c.coords(&m.End)
	case partVelocity:
		c.coords(&m.Velocity)
	case partSpeed:
		for i := range m.Velocity {
			c.Speed(1, &m.Velocity[i])
		}
	case partEntity:
		c.entity(&m.Entity)
	case partColor:
		for i := range m.Color {
			b := uint8(m.Color[i])
			c.Uint8(&b)
			m.Color[i] = float32(b)
		}
	case partBigColor:
		c.coords(&m.Color)
	case partPalette:
		c.Uint8(&m.Palette)
	case partRange:
		c.Uint8(&m.Range)
	case partCount:
		c.Low8(&m.Count)
	case partWideCount:
		c.Uint16(&m.Count)
	case partExtra:
		c.Coord(c.p.coord, &m.Extra)
	case partModel:
		c.Chars(&m.Model)
	}
}
