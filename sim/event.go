package sim

import "time"

// EventKind is the class of an Event. Exports use its String.
type EventKind uint8

const (
	EventObituary EventKind = iota // Slot died; Attacker did it with Weapon
	EventChat                      // Slot says Text to all
	EventTeamChat
	EventPrint // the game says Text
	EventCenterPrint
	EventPickup     // Slot took Item
	EventPowerup    // Slot got Powerup
	EventPowerupEnd // Slot lost Powerup
	EventFlagTaken  // Slot took the flag of Team
	EventFlagDropped
	EventFlagReturned
	EventCapture
	EventItemRespawn
	EventAward // excellent, impressive, humiliation and the like
	EventConnect
	EventDisconnect
	EventTeamChange
	EventNameChange
	EventLevelStart
	EventLevelEnd
	EventWarmup
	EventCountdown
	EventMatchStart
	EventMatchEnd
	EventRoundStart
	EventRoundEnd
	EventTimeout
	EventTimein
	EventOvertime
	EventIntermission
	EventVote
	EventCheckpoint // race times: DeFRaG
	EventFinish
	EventSecret // single player: a secret was found, a monster killed
	EventMonsterKill
	EventThaw        // Attacker thawed Slot, who was frozen
	EventPointOfView // the recorder follows another player: Slot
	EventCommand     // any other server command; Text is the command
	EventDamage      // the demo is damaged here; Text says how
	EventObjective   // Text says what became of an objective, Cause in a word; Team did it
	EventRevive      // Slot brought somebody who had fallen back to life; Text says whom
	EventSupport     // Slot called what Text says: an air strike, artillery
	EventKindCount
)

var eventNames = [EventKindCount]string{
	EventObituary: "obituary", EventChat: "chat", EventTeamChat: "team_chat", EventPrint: "print",
	EventCenterPrint: "center_print", EventPickup: "pickup", EventPowerup: "powerup", EventPowerupEnd: "powerup_end",
	EventFlagTaken: "flag_taken", EventFlagDropped: "flag_dropped", EventFlagReturned: "flag_returned",
	EventCapture: "capture", EventItemRespawn: "item_respawn", EventAward: "award", EventConnect: "connect",
	EventDisconnect: "disconnect", EventTeamChange: "team_change", EventNameChange: "name_change",
	EventLevelStart: "level_start", EventLevelEnd: "level_end", EventWarmup: "warmup", EventCountdown: "countdown",
	EventMatchStart: "match_start", EventMatchEnd: "match_end", EventRoundStart: "round_start",
	EventRoundEnd: "round_end", EventTimeout: "timeout", EventTimein: "timein", EventOvertime: "overtime",
	EventIntermission: "intermission", EventVote: "vote", EventCheckpoint: "checkpoint", EventFinish: "finish",
	EventSecret: "secret", EventMonsterKill: "monster_kill", EventThaw: "thaw", EventPointOfView: "point_of_view",
	EventCommand: "command", EventDamage: "damage", EventObjective: "objective", EventRevive: "revive",
	EventSupport: "support",
}

// String returns the kind's name in exports.
func (k EventKind) String() string {
	if k >= EventKindCount {
		return "unknown"
	}
	return eventNames[k]
}

// TakesOut reports whether a death between two rounds does not count: the game removes the survivors by means of a
// suicide but counts no death (CPMA's Capture Strike).
func TakesOut(w Weapon) bool { return w == CauseSuicide }

// Event is something that happened at a single moment.
type Event struct {
	Time  time.Duration // from the start of the demo
	Clock time.Duration // the game's own time
	Kind  EventKind
	// Slot is the player concerned; in an obituary, the one who died.
	Slot Slot
	// Attacker is the killer's slot; nobody for a suicide or a death by the world.
	Attacker Slot
	Weapon   Weapon
	Item     Item
	Powerup  Powerup
	Team     Team
	// Origin is where it happened, valid if HasOrigin is set.
	HasOrigin bool
	Origin    Vec3
	// Text is what was said or printed, or a sentence if the event has no other form.
	Text Text
	// Place is the map's name for where the speaker of a team message is; empty if the game does not show it.
	Place string
	// Cause is the game's own name for the means of death ("MOD_ROCKET_SPLASH"), if it has one.
	Cause string
	// Value depends on Kind: a race time in milliseconds, the armour taken, a round's number, the score after a
	// capture.
	Value int
	// Profile and AttackerProfile are the players' profiles at the time; either may be nil.
	Profile, AttackerProfile *Profile
}
