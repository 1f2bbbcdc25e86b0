package quakeworld

import "strconv"

// Temp is the type of a [TempEntity].
type Temp uint8

// Types of temporary entities: those of id's engine, and from TempBullet on FTE's (protocol.h).
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
	TempBlood
	TempLightningBlood
	TempBullet
	TempSuperBullet
	_
	TempRailTrail
	TempBeam
	TempExplosion2
	TempQuakeExplosion
	TempQuakeGunshot
)

var tempNames = [...]string{"spike", "super_spike", "gunshot", "explosion", "tar_explosion", "lightning1", "lightning2",
	"wiz_spike", "knight_spike", "lightning3", "lava_splash", "teleport", "blood", "lightning_blood", "bullet",
	"super_bullet", "", "rail_trail", "beam", "explosion2", "quake_explosion", "quake_gunshot"}

// String returns the name of t, or its number if no engine defines it.
func (t Temp) String() string {
	if int(t) < len(tempNames) && tempNames[t] != "" {
		return tempNames[t]
	}
	return strconv.Itoa(int(t))
}

// effectNames are the bits of an entity's Effects (quakeworld server.h).
var effectNames = [...]string{"bright_field", "muzzle_flash", "bright_light", "dim_light", "flag1", "flag2", "blue",
	"red"}

// EffectName returns the name of the given bit of an entity's Effects field. If the bit has no meaning, EffectName
// returns its number.
func EffectName(bit int) string {
	if bit >= 0 && bit < len(effectNames) {
		return effectNames[bit]
	}
	return strconv.Itoa(bit)
}
