package q2

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// gameRules are the rules of all mods.
var gameRules = track.Rules{
	ByStates: true,
	Hull:     standing, // game/p_client.c, PutClientInServer
	// Servers run at ten frames per second, within which nobody gets farther.
	JumpDistance: 256, JumpSpeed: 2560,
	DeadStay: true,
	// An item's box (15 units, game/g_items.c, droptofloor) touches the player's, who then ran on for a frame.
	Reach: 76, ReachUp: 96,
	// Suits are only shown by the timer, and shields end soon.
	SilentPowerups: 1<<sim.PowerupSpawnShield | 1<<sim.PowerupSuit,
	MonsterMemory:  100,
	LitPowers: 1<<sim.PowerupQuad | 1<<sim.PowerupProtection | 1<<sim.PowerupDouble | 1<<sim.PowerupResistance |
		1<<sim.PowerupDualFire,
	RoundCountdown: lightsTime,
	PickupTime:     500 * time.Millisecond,
	// game/g_items.c, MegaHealth_think: each time, the taker loses one point above full health.
	Mega: track.MegaHealth{Hold: 5 * time.Second, Step: time.Second, Away: 20 * time.Second, Full: 100},
}
