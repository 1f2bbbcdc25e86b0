package q1

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// baseRules are the rules of both games, without respawn delays.
var baseRules = track.Rules{
	Hull:        [2]sim.Vec3{{-16, -16, -24}, {16, 16, 32}}, // defs.qc, VEC_HULL_MIN and VEC_HULL_MAX
	CountDeaths: true,
	FiringTime:  150 * time.Millisecond,
	// More than 100 units is a teleport (Quake's cl_main.c, CL_RelinkEntities), except for a player who fell for
	// long between two snapshots.
	JumpDistance: 100, JumpSpeed: 2500,
	Reach:       100,
	ShotReach:   80,
	PickupTime:  track.SpawnTime,
	PowerupTime: powerupTime,
}

// healthWait is the maximum time between the damage in a QuakeWorld packet and the arrival of the new health, which is
// sent repeatedly until it arrives.
const healthWait = 2 * time.Second

// megaHealth is the rule in id's items.qc, health_touch and item_megahealth_rot, which KTX also has (src/items.c): a
// player who dies within the first seconds is not examined before they are over.
var megaHealth = track.MegaHealth{Hold: 5 * time.Second, Step: time.Second, Away: 20 * time.Second, Full: 100}

// powerupTime is the duration of powerups (items.qc, powerup_touch).
const powerupTime = 30 * time.Second

// respawnSeconds holds the respawn delays in deathmatch 1: id's items.qc, health_touch, armor_touch, ammo_touch,
// weapon_touch and powerup_touch.
var respawnSeconds = map[sim.Item]int{
	sim.ItemHealthSmall: 20, sim.ItemHealth: 20, sim.ItemArmorGreen: 20, sim.ItemArmorYellow: 20, sim.ItemArmorRed: 20,
	sim.ItemAmmoShells: 30, sim.ItemAmmoNails: 30, sim.ItemAmmoRockets: 30, sim.ItemAmmoCells: 30, sim.ItemWeapon: 30,
	sim.ItemQuad: 60, sim.ItemSuit: 60, sim.ItemProtection: 300, sim.ItemInvisibility: 300,
}

// deathmatchUnknown stands for an unknown rule.
const deathmatchUnknown = -1

// respawnTimes returns the respawn delays for the server's deathmatch rule. 0 stands for single player and cooperative
// games, in which nothing respawns.
func respawnTimes(deathmatch int) (times [sim.ItemCount]time.Duration) {
	for item, seconds := range respawnSeconds {
		powerup := item == sim.ItemQuad || item == sim.ItemProtection || item == sim.ItemInvisibility ||
			item == sim.ItemSuit
		ammo := item >= sim.ItemAmmoShells && item <= sim.ItemAmmoCells
		switch {
		case deathmatch == 0, deathmatch == 2 && !powerup:
			continue
		case (deathmatch == 3 || deathmatch == 5) && ammo: // QuakeWorld's items.qc, ammo_touch
			seconds = 15
		}
		times[item] = time.Duration(seconds) * time.Second
	}
	return times
}
