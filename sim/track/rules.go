package track

import (
	"time"

	"fragscope/sim"
)

// Rules describes the differences between games, mods and kinds of demos.
type Rules struct {
	// ShowsAll is set if every snapshot contains all players and entities, so that anything missing does not exist.
	ShowsAll bool
	// Hull is the bounding box of a standing player.
	Hull [2]sim.Vec3
	// CountDeaths is set if deaths are counted from obituaries. Otherwise their number is unknown until the demo
	// reports it.
	CountDeaths bool
	// HealthTellsDeath is set if a health of zero or less means death (id's combat.qc, Killed), so an obituary only
	// adds the cause. It is not set if a mod lets the dead wait for the next round as living players without health
	// (KTX's Wipeout).
	HealthTellsDeath bool
	// DeadStay is set if dead players who go out of sight are assumed to stay where they fell until they are seen
	// again. Otherwise their position is soon unknown.
	DeadStay bool
	// MonsterMemory is the number of snapshots for which a monster out of sight is shown at its last position, or 0 if
	// there is no limit.
	MonsterMemory uint32
	// SilentPowerups are the powerups that cause no events.
	SilentPowerups sim.PowerupSet
	// FiringTime is how long a player is shown as firing after a shot, or 0 if the demo shows who is firing.
	FiringTime time.Duration
	// JumpDistance, in units, and JumpSpeed, in units per second, limit a player's movement between two snapshots. A
	// player who exceeds both was teleported.
	JumpDistance, JumpSpeed float32
	// ExactPickups is set if the game reports the exact item that was taken, for example which armour rather than just
	// armour.
	ExactPickups bool
	// Reach is the maximum distance between an item and its taker. If ReachUp is not 0, Reach applies to each
	// horizontal axis and ReachUp to the vertical one.
	Reach, ReachUp float32
	// PickupTime is how long a pickup is shown.
	PickupTime time.Duration
	// FlagsReported is set if the game always reports the state of the flags. Otherwise prints may reveal it.
	FlagsReported bool
	// Respawn holds the respawn delay of each item, or 0 if the item does not respawn or its delay is unknown.
	Respawn [sim.ItemCount]time.Duration
	Mega    MegaHealth
	// WeaponRespawn and PowerRespawn are the respawn delays of weapons and powerups as reported by the server, or 0 if
	// unknown.
	WeaponRespawn, PowerRespawn time.Duration
	// ArmorKinds is set if the effect of armour depends on its colour, and a player's armour keeps its colour.
	ArmorKinds bool
	// SeenUntilGone is set if players and entities stay in sight until the demo removes them, and events report deaths,
	// shots and respawns. Otherwise anything that a snapshot does not show is out of sight.
	SeenUntilGone bool
	// TellsStage is set if the game always reports the stage of its match in a [MatchTold]. The tracker then evaluates
	// it at each snapshot.
	TellsStage bool
	// ToldAhead is set if reports between two snapshots belong to the second one.
	ToldAhead bool
	// JoinWords holds, for events of players who join, leave or change their names, the end of the line that announces
	// them. The demo also reports such events in another way, but they are recorded only once.
	JoinWords [sim.EventKindCount]string
	Mode      Mode
	// PowerupTime is the duration of a powerup that appears in a status bar.
	PowerupTime time.Duration
	// ShotReach is the maximum distance of a new projectile from the player who fired it. It is 0 if the demo names the
	// owners of projectiles or has no projectiles.
	ShotReach float32
	// HealthWait is the maximum time between a report of damage and that of the remaining health, or 0 if the next
	// status bar contains it.
	HealthWait time.Duration
	// FragsTold is set if changes in frags are sent together with the lines about deaths, and therefore identify
	// victims and killers.
	FragsTold bool
	// ByStates is set if a demo contains the states of some players and the bodies of all those in sight, and lines
	// announce who joins, leaves and dies (Quake II). DeadBodies is set if a death shows in the body before it shows in
	// the state.
	ByStates, DeadBodies bool
	// LitPowers are the powerups that make a player glow. The glow blinks before a powerup ends.
	LitPowers sim.PowerupSet
	// Deathmatch is set if items respawn. LearnsRespawns is set if respawn delays vary from server to server. A delay
	// is then known only once an item of the kind has respawned.
	Deathmatch, LearnsRespawns bool
	// SilentPickups is set if the demo does not show when weapons are taken or dropped. SharedFlashes is set if a
	// muzzle flash does not identify the weapon.
	SilentPickups, SharedFlashes bool
	// TellsClock is set if the game reports the match clock and the end of the match. A frozen scoreboard is then not
	// taken for the end. ClockOfMatch is set if the game's clock serves as the match clock when none is reported.
	TellsClock, ClockOfMatch bool
	// SeenStart is how old a match may be, by its clock, when it first appears and still count as having just started.
	// It applies if the demo shows what came before. Values below 2 s are treated as 2 s.
	SeenStart time.Duration
	// RoundCountdown is the length of the countdown to a round.
	RoundCountdown time.Duration
	// SumTeams is set if a team's score is the sum of its players' scores.
	SumTeams bool
}

// Mode holds the properties of a game mode that affect the rules.
type Mode struct {
	// Teams is set if players play in teams. Duel is set if two players play. Flags is set if teams capture each
	// other's flags. Race is set if players run against the clock.
	Teams, Duel, Flags, Race bool
	// Rounds is set if a match has rounds, each with a countdown. RoundsCount is set if a team's score is the number of
	// rounds it has won. RoundsTold is set if the game announces the start and end of rounds.
	Rounds, RoundsCount, RoundsTold bool
	// Phaseless is set for runs against the clock, which have no match phases.
	Phaseless bool
}

// MegaHealth is a game's rule for the respawn of a mega health. The effect of a mega health ends when the player who
// took it dies or his health drops to Full. The item respawns after a further delay of Away. If Away is 0, the game has
// no such rule.
type MegaHealth struct {
	// Hold is the time from the pickup to the first check of the owner's health. Step is the time between checks. If
	// Step is 0, the game checks continuously, and the owner's death takes effect immediately.
	Hold, Step, Away time.Duration
	Full             int16
}

// reaches reports whether a player can take an item from his position, and returns the square of the distance between
// them.
func (r *Rules) reaches(player, item sim.Vec3) (distance float32, ok bool) {
	if r.ReachUp == 0 {
		distance = player.Distance2(item)
		return distance, distance < r.Reach*r.Reach
	}
	d := sim.Vec3{player[0] - item[0], player[1] - item[1], player[2] - item[2]}
	inside := func(d, limit float32) bool { return -limit <= d && d <= limit }
	return d[0]*d[0] + d[1]*d[1], inside(d[0], r.Reach) && inside(d[1], r.Reach) && inside(d[2], r.ReachUp)
}

// TooFar reports whether the distance between from and to is too great for a player to cover in the given time.
func (r *Rules) TooFar(from, to *sim.Vec3, in time.Duration) bool {
	x, y, z := from[0]-to[0], from[1]-to[1], from[2]-to[2]
	far := x*x + y*y + z*z
	return far > r.JumpDistance*r.JumpDistance && r.outruns(far, in)
}

// outruns reports whether a distance, given as its square, is too great for anybody to cover in the given time.
func (r *Rules) outruns(far float32, in time.Duration) bool {
	limit := max(r.JumpDistance, r.JumpSpeed*float32(in.Seconds()))
	return far > limit*limit
}
