package track

import (
	"time"

	"fragscope/sim"
)

// Rules describes the differences between games, their mods and kinds of demos.
type Rules struct {
	// ShowsAll is set if the demo always shows everything: whatever it does not show does not exist.
	ShowsAll bool
	// Hull is the bounding box of a standing player.
	Hull [2]sim.Vec3
	// CountDeaths is set if deaths are counted from obituaries. Otherwise they are unknown until the demo reports them.
	CountDeaths bool
	// HealthTellsDeath is set if a health of zero or less means death (id's combat.qc, Killed), and an obituary only
	// adds the cause. It is not set if a mod makes the dead wait for a round as living players without health (KTX's
	// Wipeout).
	HealthTellsDeath bool
	// DeadStay is set if the dead lie where they fell until they are seen again. Otherwise they may soon be anywhere.
	DeadStay bool
	// MonsterMemory is the number of snapshots for which a monster out of sight is shown at its last position. 0 means
	// forever.
	MonsterMemory uint32
	// SilentPowerups are the powerups that cause no events.
	SilentPowerups sim.PowerupSet
	// FiringTime is how long a shot is shown, or 0 if the demo shows who is firing.
	FiringTime time.Duration
	// JumpDistance, in units, and JumpSpeed, in units per second, limit a player's movement between two snapshots. A
	// player who exceeds both was teleported.
	JumpDistance, JumpSpeed float32
	// ExactPickups is set if the game says exactly which item was taken, not just that it was some armour or some
	// health.
	ExactPickups bool
	// Reach is the maximum distance between an item and its taker. If ReachUp is not 0, Reach applies to each
	// horizontal axis and ReachUp to the vertical one.
	Reach, ReachUp float32
	// PickupTime is how long a pickup is shown.
	PickupTime time.Duration
	// FlagsTold is set if the game always reports where the flags are. Otherwise prints may reveal it.
	FlagsTold bool
	// Respawn holds the respawn delays of items, or 0 for those that do not respawn or whose delay is unknown.
	Respawn [sim.ItemCount]time.Duration
	Mega    MegaHealth
	// WeaponRespawn and PowerRespawn are the respawn delays of weapons and powerups as reported by the server, or 0 if
	// unknown.
	WeaponRespawn, PowerRespawn time.Duration
	// ArmorKinds is set if the effect of armour depends on its colour, and a player's armour keeps its colour.
	ArmorKinds bool
	// SeenUntilGone is set if anything seen stays until the demo removes it, and events report who dies, fires and
	// respawns. Otherwise anything that a snapshot does not show is out of sight.
	SeenUntilGone bool
	// TellsStage is set if the game always reports the stage of its match ([MatchTold]). The tracker then evaluates it
	// at each snapshot.
	TellsStage bool
	// ToldAhead is set if news between two snapshots belongs to the next one.
	ToldAhead bool
	// JoinWords are the endings of lines about a player who joins, leaves or changes his name. As the demo also reports
	// this in another way, it is recorded only once.
	JoinWords [sim.EventKindCount]string
	Mode      Mode
	// PowerupTime is the duration of a powerup that appears in a status bar.
	PowerupTime time.Duration
	// ShotReach is the maximum distance between a player and a projectile of his when it appears, or 0 if the demo
	// names the owners of projectiles or there are none.
	ShotReach float32
	// HealthWait is how long after damage the remaining health may arrive, or 0 if the next status bar has it.
	HealthWait time.Duration
	// FragsTold is set if frags are sent together with the lines about deaths, and thus identify victims and killers.
	FragsTold bool
	// ByStates is set if a demo contains the states of some players and the bodies of all in sight, and lines report
	// who joins, leaves and dies (Quake II). DeadBodies is set if a death shows in the body before it shows in the
	// state.
	ByStates, DeadBodies bool
	// LitPowers are the powerups that make their owners glow. The glow blinks before a powerup ends.
	LitPowers sim.PowerupSet
	// Deathmatch is set if items respawn. LearnsRespawns is set if each server sets its own respawn delays, which are
	// thus known only once an item of the kind has respawned.
	Deathmatch, LearnsRespawns bool
	// SilentPickups is set if weapons change hands without any sign. SharedFlashes is set if a muzzle flash does not
	// identify the weapon.
	SilentPickups, SharedFlashes bool
	// TellsClock is set if the game reports the time and the end of the match; a frozen screen then means nothing.
	// ClockOfMatch is set if the game's clock serves as the match clock when none is reported. RoundCountdown is the
	// length of the countdown to a round.
	TellsClock, ClockOfMatch bool
	RoundCountdown           time.Duration
	// SumTeams is set if team scores are the sums of the players' scores.
	SumTeams bool
}

// Mode is the game mode, as far as it matters for the rules.
type Mode struct {
	// Teams is set if players have sides. Duel is set if two players play. Flags is set if teams take each other's
	// flags. Race is set if players run against the clock.
	Teams, Duel, Flags, Race bool
	// Rounds is set if a match has rounds, each with a countdown. RoundsCount is set if the teams' scores are the
	// rounds they won. RoundsTold is set if the game announces the start and end of rounds.
	Rounds, RoundsCount, RoundsTold bool
	// Phaseless is set for runs against the clock, which have no match phases.
	Phaseless bool
}

// MegaHealth is the respawn rule of a mega health: it respawns Away after its effect has worn off, that is, once its
// owner is dead or has no more than Full health. If Away is 0, there is no such rule.
type MegaHealth struct {
	// Hold is the time from the pickup to the first check of the owner. Step is the time between checks. If Step is 0,
	// the game checks all the time, and the owner's death counts immediately.
	Hold, Step, Away time.Duration
	Full             int16
}

// reaches reports whether a player can take an item from his position, and returns the square of the distance.
func (r *Rules) reaches(player, item sim.Vec3) (distance float32, ok bool) {
	if r.ReachUp == 0 {
		distance = player.Distance2(item)
		return distance, distance < r.Reach*r.Reach
	}
	d := sim.Vec3{player[0] - item[0], player[1] - item[1], player[2] - item[2]}
	inside := func(d, limit float32) bool { return -limit <= d && d <= limit }
	return d[0]*d[0] + d[1]*d[1], inside(d[0], r.Reach) && inside(d[1], r.Reach) && inside(d[2], r.ReachUp)
}

// TooFar reports whether a player cannot get from one place to another in the given time.
func (r *Rules) TooFar(from, to *sim.Vec3, in time.Duration) bool {
	x, y, z := from[0]-to[0], from[1]-to[1], from[2]-to[2]
	far := x*x + y*y + z*z
	return far > r.JumpDistance*r.JumpDistance && r.outruns(far, in)
}

// outruns reports whether nobody can cover a distance, given as its square, in the given time.
func (r *Rules) outruns(far float32, in time.Duration) bool {
	limit := max(r.JumpDistance, r.JumpSpeed*float32(in.Seconds()))
	return far > limit*limit
}
