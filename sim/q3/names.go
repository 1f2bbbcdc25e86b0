package q3

// Bits of EntEFlags and PsEFlags, and indices and values for other fields and arrays.
const (
	efDead         = 1 << 0
	efTeleport     = 1 << 2
	efPlayerEvent  = 1 << 4
	efExcellent    = 1 << 3
	efGauntlet     = 1 << 6
	efNoDraw       = 1 << 7
	efFiring       = 1 << 8
	efTalk         = 1 << 12
	efImpressive   = 1 << 15
	efDefend       = 1 << 16
	efAssist       = 1 << 17
	efBackpack     = 1 << 1
	solidBModel    = 0xffffff
	gibHealth      = -40
	statHealth     = 0
	statHoldable   = 1
	persScore      = 0
	persTeam       = 3
	persSpawnCount = 4
	pmSpectator    = 2
	pmDead         = 3
	pmfDucked      = 1
	pmfFollow      = 4096
	groundNone     = 1023
)

// pmIntermissions are the movement types of players looking at the scores, in multiplayer and in single player
// (bg_public.h, pmtype_t).
var pmIntermissions = [2]uint32{5, 6}
