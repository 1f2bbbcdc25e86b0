package quake2

// Effect is the kind of a temporary entity.
type Effect uint8

// The kinds of temporary entities. Up to EffectFlechette they are the numbers of the
// last release.
const (
	EffectGunshot Effect = iota
	EffectBlood
	EffectBlaster
	EffectRailTrail
	EffectShotgun
	EffectExplosion1
	EffectExplosion2
	EffectRocketExplosion
	EffectGrenadeExplosion
	EffectSparks
	EffectSplash
	EffectBubbleTrail
	EffectScreenSparks
	EffectShieldSparks
	EffectBulletSparks
	EffectLaserSparks
	EffectParasiteAttack
	EffectRocketExplosionWater
	EffectGrenadeExplosionWater
	EffectMedicCable
	EffectBFGExplosion
	EffectBFGBigExplosion
	EffectBossTeleport
	EffectBFGLaser
	EffectGrappleCable
	EffectWeldingSparks
	EffectGreenBlood
	EffectBlueHyperblasterTrail
	EffectPlasmaExplosion
	EffectTunnelSparks
	EffectBlaster2
	EffectRailTrail2
	EffectFlame
	EffectLightning
	EffectDebugTrail
	EffectPlainExplosion
	EffectFlashlight
	EffectForceWall
	EffectHeatBeam
	EffectMonsterHeatBeam
	EffectSteam
	EffectBubbleTrail2
	EffectMoreBlood
	EffectHeatBeamSparks
	EffectHeatBeamSteam
	EffectChainfistSmoke
	EffectElectricSparks
	EffectTrackerExplosion
	EffectTeleport
	EffectDBallGoal
	EffectWidowBeamOut
	EffectNukeBlast
	EffectWidowSplash
	EffectExplosion1Big
	EffectExplosion1NP
	EffectFlechette
	// The rerelease and Q2PRO's extended protocols.
	EffectBlueHyperblaster
	EffectBFGZap
	EffectBerserkSlam
	EffectGrappleCable2
	EffectPowerSplash
	EffectLightningBeam
	EffectExplosion1NL
	EffectExplosion2NL
	// Q2PRO's extended protocols.
	EffectDamageDealt
	// Before protocol 32.
	EffectPlasmaTrail
	// KMQuake2.
	EffectRedBlaster
	EffectShockSplash
	// EffectUnnamed has a place, but what it shows is not known (the test release).
	EffectUnnamed
	effectNone
)

// effectInfo is what a number means: the kind, and the layout as a text with a letter for each
// field, in order:
//
//	p e o  position, end, offset
//	d      direction
//	c C    count of 8, 16 bits
//	k      color
//	n t    entity, target
//	w      wait, unless entity is -1
//
// A number without layout cannot be read.
type effectInfo struct {
	kind   Effect
	layout string
}

const (
	atPoint   = "p"
	atImpact  = "pd"
	alongLine = "pe"
	asSplash  = "cpdk"
	asBeam    = "npe"
)

var effects34 = []effectInfo{
	{EffectGunshot, atImpact}, {EffectBlood, atImpact}, {EffectBlaster, atImpact},
	{EffectRailTrail, alongLine}, {EffectShotgun, atImpact},
	{EffectExplosion1, atPoint}, {EffectExplosion2, atPoint},
	{EffectRocketExplosion, atPoint}, {EffectGrenadeExplosion, atPoint},
	{EffectSparks, atImpact}, {EffectSplash, asSplash}, {EffectBubbleTrail, alongLine},
	{EffectScreenSparks, atImpact}, {EffectShieldSparks, atImpact}, {EffectBulletSparks, atImpact},
	{EffectLaserSparks, asSplash}, {EffectParasiteAttack, asBeam},
	{EffectRocketExplosionWater, atPoint}, {EffectGrenadeExplosionWater, atPoint},
	{EffectMedicCable, asBeam}, {EffectBFGExplosion, atPoint}, {EffectBFGBigExplosion, atPoint},
	{EffectBossTeleport, atPoint}, {EffectBFGLaser, alongLine}, {EffectGrappleCable, "npeo"},
	{EffectWeldingSparks, asSplash}, {EffectGreenBlood, atImpact},
	{EffectBlueHyperblasterTrail, alongLine}, {EffectPlasmaExplosion, atPoint}, {EffectTunnelSparks, asSplash},
	{EffectBlaster2, atImpact}, {EffectRailTrail2, ""}, {EffectFlame, ""},
	{EffectLightning, "tnep"}, {EffectDebugTrail, alongLine}, {EffectPlainExplosion, atPoint},
	{EffectFlashlight, "pn"}, {EffectForceWall, "pek"}, {EffectHeatBeam, asBeam}, {EffectMonsterHeatBeam, asBeam},
	{EffectSteam, "ncpdktw"}, {EffectBubbleTrail2, alongLine}, {EffectMoreBlood, atImpact},
	{EffectHeatBeamSparks, atImpact}, {EffectHeatBeamSteam, atImpact}, {EffectChainfistSmoke, atPoint},
	{EffectElectricSparks, atImpact}, {EffectTrackerExplosion, atPoint}, {EffectTeleport, atPoint},
	{EffectDBallGoal, atPoint}, {EffectWidowBeamOut, "np"}, {EffectNukeBlast, atPoint},
	{EffectWidowSplash, atPoint}, {EffectExplosion1Big, atPoint}, {EffectExplosion1NP, atPoint},
	{EffectFlechette, atImpact},
}

var (
	effects31 = effectsWith(effects34,
		effectAt{26, effectInfo{EffectPlasmaTrail, alongLine}}, effectAt{27, effectInfo{EffectGreenBlood, atImpact}})
	effectsKex = effectsWith(effects34,
		effectAt{31, effectInfo{EffectRailTrail2, alongLine}},
		effectAt{56, effectInfo{EffectBlueHyperblaster, atImpact}}, effectAt{57, effectInfo{EffectBFGZap, alongLine}},
		effectAt{58, effectInfo{EffectBerserkSlam, atImpact}}, effectAt{59, effectInfo{EffectGrappleCable2, asBeam}},
		effectAt{60, effectInfo{EffectPowerSplash, "nc"}}, effectAt{61, effectInfo{EffectLightningBeam, asBeam}},
		effectAt{62, effectInfo{EffectExplosion1NL, atPoint}}, effectAt{63, effectInfo{EffectExplosion2NL, atPoint}})
	effectsExtended = effectsWith(effectsKex, effectAt{128, effectInfo{EffectDamageDealt, "C"}})
	effectsKMQ      = effectsWith(effects34,
		effectAt{31, effectInfo{EffectRailTrail2, alongLine}},
		effectAt{56, effectInfo{EffectRedBlaster, atImpact}}, effectAt{57, effectInfo{EffectShockSplash, atImpact}})
)

type effectAt struct {
	number int
	info   effectInfo
}

func effectsWith(table []effectInfo, changes ...effectAt) []effectInfo {
	out := append([]effectInfo(nil), table...)
	for _, c := range changes {
		for len(out) <= c.number {
			out = append(out, effectInfo{kind: effectNone})
		}
		out[c.number] = c.info
	}
	return out
}

func (m *TempEntity) code(s *stream, x *session) {
	fresh(s, m)
	u8(s, &m.Type)
	if int(m.Type) >= len(x.p.effects) || x.p.effects[m.Type].layout == "" {
		s.fail("temporary entity of type %d cannot be read", m.Type)
		return
	}
	info := &x.p.effects[m.Type]
	m.Kind = info.kind
	for i := range len(info.layout) {
		switch info.layout[i] {
		case 'p':
			vec(s, &m.Pos, x.p.coord)
		case 'e':
			vec(s, &m.End, x.p.coord)
		case 'o':
			vec(s, &m.CableOffset, x.p.coord)
		case 'd':
			direction(s, &m.Dir)
		case 'c':
			u8(s, &m.Count)
		case 'C':
			u16(s, &m.Count)
		case 'k':
			u8(s, &m.Color)
		case 'n':
			u16(s, &m.Entity)
		case 't':
			u16(s, &m.Target)
		case 'w':
			if m.Entity != -1 {
				u32(s, &m.Wait)
			}
		}
	}
}

// directions is how many there are; see [Direction].
const directions = 162

func direction(s *stream, v *uint8) {
	u8(s, v)
	if *v >= directions {
		s.fail("direction %d of %d", *v, directions)
	}
}
