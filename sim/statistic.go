package sim

import "time"

// Stat identifies the quantity measured by a [Statistic].
type Stat uint8

const (
	StatKills Stat = iota // of enemies
	StatDeaths
	StatSuicides
	StatTeamKills
	StatDamageGiven // to enemies
	StatDamageTaken
	StatDamageTeam // to his own team
	StatDamageSelf
	StatAccuracy // percent of shots that hit; of one weapon if Weapon is set
	StatShots    // of a weapon
	StatHits
	StatWeaponKills
	StatWeaponDamage
	StatWeaponTaken
	StatWeaponDropped
	StatItemsTaken // of an item
	StatItemTime   // seconds that an item was held
	StatItemLate   // seconds, on average, between an item's respawn and the player taking it
	StatControl    // seconds from the second frag in a row to the next death
	StatSpeedMax   // units a second
	StatSpeedMean
	StatSpawnFrags // enemies killed just after they spawned
	StatStreak     // the most frags between two deaths
	StatQuadStreak // the most frags with one quad damage
	StatCaptures
	StatDefends
	StatAssists
	StatThaws
	StatExperience
	StatEfficiency // percent, as the game counts it
	StatCount
)

// Statistic is a number that the game reports about a player or a team in a match.
type Statistic struct {
	Time   time.Duration
	Slot   Slot // nobody for a team's
	Team   Team // TeamFree for a player's
	Stat   Stat
	Weapon Weapon // WeaponNone unless it is about a weapon
	Item   Item   // ItemNone unless it is about an item
	Value  float64
}

// Hit is a hit reported by the game. Amount is the total health and armour that the victim lost.
type Hit struct {
	Time             time.Duration
	Attacker, Victim Slot // nobody for the world
	Weapon           Weapon
	Amount           int16
	Splash           bool // caused by an explosion nearby
}
