package track

import (
	"time"

	"fragscope/sim"
)

// Rules are the differences between games, their mods and kinds of demos.
type Rules struct {
	// ShowsAll is set if the demo always shows everything: what is not shown is not there.
	ShowsAll bool
	// Hull is the box around a standing player.
	Hull [2]sim.Vec3
	// CountDeaths is set if deaths are counted from obituaries; otherwise they are unknown until the demo tells
	// them.
	CountDeaths bool
	// HealthTellsDeath is set if health of zero or less means death (id's combat.qc, Killed), and an obituary only
	// tells the cause. It is not set if a mod lets the dead wait for a round as living players without health
	// (KTX's Wipeout).
	HealthTellsDeath bool
	// DeadStay is set if the dead lie where they fell until they are seen again; otherwise they may soon be
	// anywhere.
	DeadStay bool
	// MonsterMemory is for how many snapshots a monster out of sight is shown where it was, 0 for ever.
	MonsterMemory uint32
	// SilentPowerups are those that cause no events.
	SilentPowerups sim.PowerupSet
	// FiringTime is how long a shot is shown; 0 if the demo tells who is firing.
	FiringTime time.Duration
	// Nobody gets farther than JumpDistance units between two snapshots or moves faster than JumpSpeed units per
	// second; a player who does was put there.
	JumpDistance, JumpSpeed float32
	// ExactPickups is set if the game tells which item was taken, and not just that it was some armour or some
	// health.
	ExactPickups bool
	// Reach is the maximum distance of the taker from an item. If ReachUp is not 0, Reach is sideways, along each
	// axis, and ReachUp up or down.
	Reach, ReachUp float32
	// PickupTime is how long a pickup is shown.
	PickupTime time.Duration
	// FlagsTold is set if the game always tells where the flags are; otherwise prints may.
	FlagsTold bool
	// Respawn has the respawn times of items, 0 if they do not come back or it is not known when.
	Respawn [sim.ItemCount]time.Duration
	Mega    MegaHealth
	// WeaponRespawn and PowerRespawn are the respawn times of weapons and powerups as told by the server; 0 if it
	// does not tell.
	WeaponRespawn, PowerRespawn time.Duration
	// ArmorKinds is set if the effect of armour depends on its colour, which its owner keeps.
	ArmorKinds bool
	// SeenUntilGone is set if what was seen stays until the demo says that it is gone, and events tell who dies,
	// fires and comes back; otherwise what a snapshot does not show is out of sight.
	SeenUntilGone bool
	// TellsStage is set if the game always tells what it is doing (MatchTold). The tracker then compares it at each
	// snapshot.
	TellsStage bool
	// ToldAhead is set if what is told between two snapshots belongs to the next one.
	ToldAhead bool
	// JoinWords are the ends of lines that say that somebody comes, goes or changes his name, which is also told in
	// another way; it is recorded once.
	JoinWords [sim.EventKindCount]string
	Mode      Mode
	// PowerupTime is how long a powerup lasts that appears in a status bar.
	PowerupTime time.Duration
	// ShotReach is the maximum distance at which a projectile appears from the player who shot it; 0 if owners are
	// told, or projectiles have none.
	ShotReach float32
	// HealthWait is how long after damage the remaining health may arrive; 0 if the next status bar has it.
	HealthWait time.Duration
	// FragsTold is set if players' frags are told with the lines of their deaths, which they explain.
	FragsTold bool
	// ByStates is set if a demo has the states of some players beside the bodies of all in sight, and lines tell
	// who comes, goes and dies (Quake II). If DeadBodies is set, a body is dead before the state is.
	ByStates, DeadBodies bool
	// LitPowers are those that make their owners glow; the glow blinks before they end.
	LitPowers sim.PowerupSet
	// Deathmatch is set if items come back. LearnsRespawns is set if each server sets respawn times, which are
	// known once an item of the kind has come back.
	Deathmatch, LearnsRespawns bool
	// SilentPickups is set if weapons change hands without a sign, SharedFlashes if a muzzle flash does not
	// identify the weapon.
	SilentPickups, SharedFlashes bool
	// TellsClock is set if the time and end of the match are told, so that a frozen screen means nothing.
	// ClockOfMatch is set if the game's clock serves as the match's when none is told. RoundCountdown is the length
	// of the countdown to a round.
	TellsClock, ClockOfMatch bool
	RoundCountdown           time.Duration
	// SumTeams is set if team scores are the sums of the players' scores.
	SumTeams bool
}

// Mode is what is played, as far as it matters for the rules.
type Mode struct {
	// Teams is set if players have sides, Duel if two players play, Flags if teams take each other's flags, Race if
	// they run against the clock.
	Teams, Duel, Flags, Race bool
	// Rounds is set if a match has rounds, each with a countdown. RoundsCount is set if rounds are what teams
	// score, RoundsTold if the game tells when they start and end.
	Rounds, RoundsCount, RoundsTold bool
	// Phaseless is set for runs against the clock, which have no match phases.
	Phaseless bool
}

// MegaHealth is the rule by which a mega health comes back: Away after its effect has worn off, which is when its
// owner has no more than Full health, or is dead. If Away is 0 it is not followed.
type MegaHealth struct {
	// The game checks the owner Hold after the pickup, and then every Step. If Step is 0 it checks all the time,
	// and his death counts at once.
	Hold, Step, Away time.Duration
	Full             int16
}

// reaches reports whether a player can take an item from where he is, and returns the square of the distance.
func (r *Rules) reaches(player, item sim.Vec3) (distance float32, ok bool) {
	if r.ReachUp == 0 {
		distance = player.Distance2(item)
		return distance, distance < r.Reach*r.Reach
	}
	d := sim.Vec3{player[0] - item[0], player[1] - item[1], player[2] - item[2]}
	inside := func(d, limit float32) bool { return -limit <= d && d <= limit }
	return d[0]*d[0] + d[1]*d[1], inside(d[0], r.Reach) && inside(d[1], r.Reach) && inside(d[2], r.ReachUp)
}

// TooFar reports whether nobody can get from one place to another in the given time.
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
