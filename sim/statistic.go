package sim

import "time"

// Stat is what a [Statistic] counts.
type Stat uint8

const (
	StatKills Stat = iota // of enemies
	StatDeaths
	StatSuicides
	StatTeamKills
	StatDamageGiven // to enemies
	StatDamageTaken
	StatDamageTeam // given to his own team
	StatDamageSelf
	StatAccuracy // percent of shots that hit; of a weapon where that is set
	StatShots    // of a weapon
	StatHits
	StatWeaponKills
	StatWeaponDamage
	StatWeaponTaken
	StatWeaponDropped
	StatItemsTaken // of an item
	StatItemTime   // seconds that an item was held
	StatItemLate   // seconds, on average, from when an item came back to when he took it
	StatControl    // seconds from the second frag in a row to the next death
	StatSpeedMax   // units a second
	StatSpeedMean
	StatSpawnFrags // enemies killed who had just come into the game
	StatStreak     // the most frags between two deaths
	StatQuadStreak // and those with quad damage
	StatCaptures
	StatDefends
	StatAssists
	StatThaws
	StatEfficiency // percent, as the game counts it
	StatCount
)

// Statistic is a number that the game itself tells of the match of a player, or of a team.
type Statistic struct {
	Time   time.Duration
	Slot   Slot // nobody where it is of a team
	Team   Team // TeamFree where it is of a player
	Stat   Stat
	Weapon Weapon // WeaponNone where it is not of a weapon
	Item   Item   // ItemNone where it is not of an item
	Value  float64
}

// Hit is a blow that the game tells: how much of his armour and health it cost whom.
type Hit struct {
	Time             time.Duration
	Attacker, Victim Slot // nobody for the world
	Weapon           Weapon
	Amount           int16
	Splash           bool // by an explosion near by
}
