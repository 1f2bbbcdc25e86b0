package track

import (
	"time"

	"fragscope/sim"
)

// Rules is what differs between the games, their mods and the kinds of demos.
type Rules struct {
	// ShowsAll is set where the demo shows everything at all times: what is not
	// shown is not there.
	ShowsAll bool
	// Hull is the box around a player who stands.
	Hull [2]sim.Vec3
	// CountDeaths is set where deaths are counted from obituaries; else they are
	// unknown until the demo tells them.
	CountDeaths bool
	// HealthTellsDeath is set where health at or below nothing is a death (id's combat.qc,
	// Killed), and an obituary only tells how it came. It is not where a mod lets the dead
	// wait for a round as living players without health (KTX's Wipeout).
	HealthTellsDeath bool
	// DeadStay is set where the dead lie where they fell until they are seen again; else
	// they may soon be anywhere.
	DeadStay bool
	// MonsterMemory is for how many snapshots a monster out of sight is shown where it
	// was, 0 for ever.
	MonsterMemory uint32
	// SilentPowerups are those of which no event tells.
	SilentPowerups sim.PowerupSet
	// FiringTime is how long a shot shows; 0 where the demo tells who fires.
	FiringTime time.Duration
	// Nobody gets further than JumpDistance units between two snapshots, nor
	// faster than JumpSpeed units per second: he was put there.
	JumpDistance, JumpSpeed float32
	// ExactPickups is set where the game tells which item was taken, and not that it
	// was some armour or some health.
	ExactPickups bool
	// Reach is how far from an item someone who takes it can be; where ReachUp is not 0,
	// sideways along each axis, and ReachUp up or down.
	Reach, ReachUp float32
	// PickupTime is how long a pickup shows.
	PickupTime time.Duration
	// FlagsTold is set where the game tells at all times where the flags are; else prints may.
	FlagsTold bool
	// Respawn is how long an item stays away that was taken, 0 where it does not
	// come back or nobody knows when.
	Respawn [sim.ItemCount]time.Duration
	Mega    MegaHealth
	// WeaponRespawn and PowerRespawn are how long weapons and powerups stay away, as the server tells; 0 where it does not.
	WeaponRespawn, PowerRespawn time.Duration
	// ArmorKinds is set if what armour does depends on its colour, which its owner keeps.
	ArmorKinds bool
	// SeenUntilGone is set where what was seen stays until the demo says that it is gone, and events tell who dies, fires and
	// comes back; else what a snapshot does not show is out of sight.
	SeenUntilGone bool
	// TellsStage is set where the game tells at all times what it is doing (MatchTold), which is compared at each snapshot.
	TellsStage bool
	// ToldAhead is set where what is told between two snapshots belongs to the next.
	ToldAhead bool
	// JoinWords are the ends of lines that put into words that somebody comes, goes or calls himself anew, which is told by
	// itself, too: it is recorded once.
	JoinWords [sim.EventKindCount]string
	Mode      Mode
	// PowerupTime is how long a powerup lasts that a status bar shows from some moment on.
	PowerupTime time.Duration
	// ShotReach is how far from a player, at most, a projectile appears that he shot; 0 where owners are told, or nobody's.
	ShotReach float32
	// HealthWait is how long after damage the health may come that is left; 0 where the next status bar has it.
	HealthWait time.Duration
	// FragsTold is set where the frags of players are told with the lines of their deaths, which they explain.
	FragsTold bool
	// ByStates is set where a demo has the states of some players and the bodies of all in sight beside each other, and lines tell who
	// comes, goes and dies (Quake II). With DeadBodies a body is dead before the state is.
	ByStates, DeadBodies bool
	// LitPowers are those that light up their owners, whose lights blink before they end.
	LitPowers sim.PowerupSet
	// Deathmatch is set where items come back. LearnsRespawns is set where each server sets how long they stay away, which is known
	// once one of a kind came back.
	Deathmatch, LearnsRespawns bool
	// SilentPickups is set where weapons change hands without a sign, SharedFlashes where a muzzle flash does not tell the weapon.
	SilentPickups, SharedFlashes bool
	// TellsClock is set where the time of the match and its end are told: a frozen screen means nothing. ClockOfMatch is set where the
	// game's clock is that of the match if none is told, and RoundCountdown is how long the countdown to a round lasts.
	TellsClock, ClockOfMatch bool
	RoundCountdown           time.Duration
	// SumTeams is set if the scores of teams are the sums of those of their players.
	SumTeams bool
}

// Mode is what is played, as far as it makes a difference for the rules.
type Mode struct {
	// Teams is set if players have sides, Duel if two of them play, Flags if teams take each other's flags, Race if
	// they run against the clock.
	Teams, Duel, Flags, Race bool
	// Rounds is set if a match has rounds with a countdown each. RoundsCount is set if rounds are what the teams score,
	// RoundsTold if the game tells when they start and end.
	Rounds, RoundsCount, RoundsTold bool
	// Phaseless is set if there are no phases of a match: it is a run against the clock.
	Phaseless bool
}

// MegaHealth is the rule by which a mega health comes back: Away after its effect has
// worn off, which is when its owner has no more than Full health, or is dead. With
// Away 0 it is not followed.
type MegaHealth struct {
	// The game looks at the owner Hold after it was taken, and then every Step. Where Step
	// is 0 that is all the time, and his death counts at once.
	Hold, Step, Away time.Duration
	Full             int16
}

// reaches reports whether a player can take an item from where he is, and the square of how far
// he is from it.
func (r *Rules) reaches(player, item sim.Vec3) (distance float32, ok bool) {
	if r.ReachUp == 0 {
		distance = player.Distance2(item)
		return distance, distance < r.Reach*r.Reach
	}
	d := sim.Vec3{player[0] - item[0], player[1] - item[1], player[2] - item[2]}
	inside := func(d, limit float32) bool { return -limit <= d && d <= limit }
	return d[0]*d[0] + d[1]*d[1], inside(d[0], r.Reach) && inside(d[1], r.Reach) && inside(d[2], r.ReachUp)
}

// TooFar reports whether nobody gets from one place to another in a time.
func (r *Rules) TooFar(from, to *sim.Vec3, in time.Duration) bool {
	x, y, z := from[0]-to[0], from[1]-to[1], from[2]-to[2]
	far := x*x + y*y + z*z
	return far > r.JumpDistance*r.JumpDistance && r.outruns(far, in)
}

// outruns reports whether nobody gets as far in a time, of which it is given the square.
func (r *Rules) outruns(far float32, in time.Duration) bool {
	limit := max(r.JumpDistance, r.JumpSpeed*float32(in.Seconds()))
	return far > limit*limit
}
