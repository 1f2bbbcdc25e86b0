package quake2

// SolidCoding specifies how the bounding box in [EntityState].Solid is encoded.
type SolidCoding uint8

// The values of [SolidCoding].
const (
	// SolidClassic uses 5 bits for the width, 5 for the depth and 6 for the height, in steps of 8 units.
	SolidClassic SolidCoding = iota
	// SolidBox uses 8 bits each for x, y, down and up (rerelease, and Q2PRO's protocols 3434 and up).
	SolidBox
)

// SolidBrush is the value of Solid for an entity that has the shape of a brush model.
const SolidBrush = 31

// Box decodes a bounding box. It returns the corners of the box relative to the entity's origin, in Quake units. ok is
// false if the entity is not solid or is a brush model.
func (c SolidCoding) Box(solid uint32) (mins, maxs [3]float32, ok bool) {
	if solid == 0 || solid == SolidBrush {
		return mins, maxs, false
	}
	var x, y, down, up int
	switch c {
	case SolidBox:
		x, y = int(solid&0xff), int(solid>>8&0xff)
		down, up = int(solid>>16&0xff), int(solid>>24)-32
	default:
		x = 8 * int(solid&31)
		y, down, up = x, 8*int(solid>>5&31), 8*int(solid>>10&63)-32
	}
	mins = [3]float32{float32(-x), float32(-y), float32(-down)}
	maxs = [3]float32{float32(x), float32(y), float32(up)}
	return mins, maxs, true
}

// Move is a player's mode of movement.
type Move uint8

// The values of [Move].
const (
	MoveNormal Move = iota
	MoveSpectator
	MoveDead
	MoveGib
	MoveFreeze
	// The following values exist only in the rerelease.
	MoveGrapple
	MoveNoclip
)

// MoveFlags is a set of bits in [PlayerState].Flags.
type MoveFlags uint16

// The bits of [MoveFlags] that this program uses; String names all bits.
const (
	MoveFlagDucked   = 1 << 0
	MoveFlagOnGround = 1 << 2
	MoveFlagTeleport = 1 << 5
)

// StatMask is a mask with one bit for each element of [PlayerState].Stats.
type StatMask uint64

// Indices into [PlayerState].Stats that all games share. An icon is the index of an image (Config.Images + icon), or 0
// for none. Mods define the other indices.
const (
	StatHealthIcon = iota
	StatHealth
	StatAmmoIcon
	StatAmmo
	StatArmorIcon
	StatArmor
	StatSelectedIcon
	StatPickupIcon
	StatPickupString // index of a configstring, or 0 if there is none
	StatTimerIcon    // of a powerup
	StatTimer        // seconds left of the powerup
	StatHelpIcon
	StatSelectedItem // item index
	StatLayouts      // bit 0: the layout is shown, bit 1: the inventory
	StatFrags
	StatFlashes // bit 0: health, bit 1: armor
	StatChase   // index of the configstring of the followed player, or 0 if there is none
	StatSpectator
)

// Indices into [PlayerState].Stats in Capture the Flag.
const (
	StatCTFTeam1Pic = iota + 17
	StatCTFTeam1Caps
	StatCTFTeam2Pic
	StatCTFTeam2Caps
	StatCTFFlagPic
	StatCTFJoinedTeam1Pic
	StatCTFJoinedTeam2Pic
	StatCTFTeam1Header
	StatCTFTeam2Header
	StatCTFTech
	StatCTFIDView
	StatCTFMatch
)

// EntityEffects is a set of bits in [EntityState].Effects.
type EntityEffects uint64

// The bits of [EntityEffects] that this program uses; String names all bits. Those above 31 are the rerelease's.
const (
	EFRotate           = 1 << 0
	EFGib              = 1 << 1
	EFRocket           = 1 << 4
	EFHyperblaster     = 1 << 6
	EFColorShell       = 1 << 8
	EFQuad             = 1 << 15
	EFPent             = 1 << 16
	EFFlag1            = 1 << 18 // red
	EFFlag2            = 1 << 19 // blue
	EFBlueHyperblaster = 1 << 22
	EFDouble           = 1 << 27
	EFHalfDamage       = 1 << 30
	EFDualFire         = 1 << 32
)

// RenderEffects is a set of bits in [EntityState].RenderFX.
type RenderEffects uint32

// The bits of [RenderEffects] that this program uses; String names all bits.
const (
	RenderBeam       = 1 << 7 // a line from Origin to OldOrigin, as wide as Frame
	RenderShellRed   = 1 << 10
	RenderShellGreen = 1 << 11
	RenderShellBlue  = 1 << 12
)

// EntityEvent is an event that happens to an entity in a frame.
type EntityEvent uint8

// The values of [EntityEvent] that this program uses; String names all values.
const (
	EventItemRespawn    = 1
	EventFootstep       = 2
	EventFallShort      = 3
	EventFall           = 4
	EventFallFar        = 5
	EventPlayerTeleport = 6
	EventOtherTeleport  = 7
	EventOtherFootstep  = 8
	EventLadderStep     = 9
)

// PrintLevel is the category of a printed line. In [LocPrint].Flags, it is combined with further bits.
type PrintLevel uint8

// The values of [PrintLevel], and its further bits.
const (
	PrintLow    = iota // pickups
	PrintMedium        // obituaries
	PrintHigh
	PrintChat
	PrintTypewriter
	PrintCenter
	PrintTTS

	PrintLevelMask = 7
	PrintBroadcast = 1 << 3
	PrintNoNotify  = 1 << 4
)

// The values of [MuzzleFlash].Flash for players.
const (
	FlashBlaster = iota
	FlashMachinegun
	FlashShotgun
	FlashChaingun1
	FlashChaingun2
	FlashChaingun3
	FlashRailgun
	FlashRocket
	FlashGrenade
	FlashLogin
	FlashLogout
	FlashRespawn
	FlashBFG
	FlashSuperShotgun
	FlashHyperblaster
	FlashItemRespawn
	FlashIonRipper
	FlashBlueHyperblaster
	FlashPhalanx
	FlashBFG2
	FlashPhalanx2
)

// The values of [MuzzleFlash].Flash for players in the second mission pack.
const (
	FlashETFRifle = iota + 30
	FlashProx
	FlashETFRifle2
	FlashHeatBeam
	FlashBlaster2
	FlashTracker
	FlashNuke1
	FlashNuke2
	FlashNuke4
	FlashNuke8
)

// The values of [TempEntity].Color for EffectSplash.
const (
	SplashUnknown = iota
	SplashSparks
	SplashBlueWater
	SplashBrownWater
	SplashSlime
	SplashLava
	SplashBlood
	SplashElectric
)

// SoundChannel is one of an entity's sound channels. Starting a sound on a channel stops the previous sound on that
// channel.
type SoundChannel uint8
