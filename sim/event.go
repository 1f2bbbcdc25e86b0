package sim

import "time"

// EventKind is the kind of an Event. Exports use the text returned by its String method.
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
	EventDamage      // the demo is damaged here; Text describes the damage
	EventObjective   // Text describes the fate of an objective, Cause in a word; Team did it
	EventRevive      // Slot revived somebody who had fallen; Text names him
	EventSupport     // Slot called the support named in Text: an air strike, artillery
	EventKindCount
)

// EventTraits is a set of special properties of a kind of event.
type EventTraits uint8

const (
	InFeed EventTraits = 1 << iota // shown in the kill feed
	OfSide                         // Event.Team is the side concerned; the event is shown in its colour
	Worded                         // Event.Text describes the event; with another text it is another event
	Begun                          // repeated at the start of a demo if it began earlier
	Prompt                         // reported immediately; others may be read off a screen, a little later
	// Deed marks kinds of events whose Text continues a sentence that begins with the player's name, such as "defused
	// the dynamite". If the event has no player, the text stands alone.
	Deed
)

// EventInfo describes a kind of event: its name, the rank of its mark on the timeline, and its traits.
type EventInfo struct {
	Name   string // in exports
	Mark   uint8  // the rank of its mark on the timeline, higher ones over lower ones; 0 if it has none
	Traits EventTraits
}

var eventInfos = [EventKindCount]EventInfo{
	EventObituary:     {"obituary", 2, InFeed | Prompt},
	EventChat:         {"chat", 1, Worded},
	EventTeamChat:     {"team_chat", 1, Worded},
	EventPrint:        {"print", 0, Worded},
	EventCenterPrint:  {"center_print", 0, Worded},
	EventPickup:       {"pickup", 0, Prompt},
	EventPowerup:      {"powerup", 3, InFeed | Begun | Prompt},
	EventPowerupEnd:   {"powerup_end", 0, Prompt},
	EventFlagTaken:    {"flag_taken", 4, InFeed | OfSide | Begun | Prompt},
	EventFlagDropped:  {"flag_dropped", 4, InFeed | OfSide | Prompt},
	EventFlagReturned: {"flag_returned", 4, InFeed | OfSide | Prompt},
	EventCapture:      {"capture", 8, InFeed | OfSide | Prompt},
	EventItemRespawn:  {"item_respawn", 0, 0},
	EventAward:        {"award", 0, InFeed | Prompt},
	EventConnect:      {"connect", 0, 0},
	EventDisconnect:   {"disconnect", 0, 0},
	EventTeamChange:   {"team_change", 0, InFeed},
	EventNameChange:   {"name_change", 0, Worded},
	EventLevelStart:   {"level_start", 9, InFeed},
	EventLevelEnd:     {"level_end", 0, 0},
	EventWarmup:       {"warmup", 0, Begun},
	EventCountdown:    {"countdown", 0, Worded},
	EventMatchStart:   {"match_start", 9, InFeed | Begun},
	EventMatchEnd:     {"match_end", 9, InFeed},
	EventRoundStart:   {"round_start", 9, InFeed | Begun},
	EventRoundEnd:     {"round_end", 0, InFeed},
	EventTimeout:      {"timeout", 0, InFeed | Worded | Begun},
	EventTimein:       {"timein", 0, InFeed},
	EventOvertime:     {"overtime", 9, InFeed | Begun},
	EventIntermission: {"intermission", 0, Begun},
	EventVote:         {"vote", 0, Worded},
	EventCheckpoint:   {"checkpoint", 5, InFeed},
	EventFinish:       {"finish", 5, InFeed},
	EventSecret:       {"secret", 5, InFeed | Worded},
	EventMonsterKill:  {"monster_kill", 2, InFeed | Worded},
	EventThaw:         {"thaw", 0, InFeed},
	EventPointOfView:  {"point_of_view", 0, 0},
	EventCommand:      {"command", 0, Worded},
	EventDamage:       {"damage", 7, InFeed},
	EventObjective:    {"objective", 8, InFeed | OfSide | Worded | Prompt | Deed},
	EventRevive:       {"revive", 3, InFeed | Worded | Prompt | Deed},
	EventSupport:      {"support", 3, InFeed | OfSide | Worded | Prompt | Deed},
}

// Info returns the kind's name, the rank of its mark on the timeline, and its traits.
func (k EventKind) Info() EventInfo {
	if k >= EventKindCount {
		return EventInfo{Name: "unknown"}
	}
	return eventInfos[k]
}

// Is reports whether events of the kind have trait t.
func (k EventKind) Is(t EventTraits) bool { return k.Info().Traits&t != 0 }

// String returns the kind's name, as used in exports.
func (k EventKind) String() string { return k.Info().Name }

// TakesOut reports whether a death caused by w between two rounds merely removes a survivor of the last round. In
// CPMA's Capture Strike, survivors are made to commit suicide, and the game does not count these suicides as deaths.
func TakesOut(w Weapon) bool { return w == CauseSuicide }

// Event is something that happened at a single moment.
type Event struct {
	Time  time.Duration // from the start of the demo
	Clock time.Duration // the game's own time
	Kind  EventKind
	// Slot is the player concerned. In an obituary he is the victim.
	Slot Slot
	// Attacker is the killer. It is the zero Slot for a suicide or a death caused by the world.
	Attacker Slot
	Weapon   Weapon
	Item     Item
	Powerup  Powerup
	Team     Team
	// Origin is the position of the event, valid if HasOrigin is set.
	HasOrigin bool
	Origin    Vec3
	// Text is the text said or printed, or a sentence that describes the event if the other fields cannot.
	Text Text
	// Place is the map's name for the location from which a team message was sent, or empty if the game does not show
	// it.
	Place string
	// Cause is the game's own name for the means of death, such as "MOD_ROCKET_SPLASH", if it has one.
	Cause string
	// Value depends on Kind. It is a race time in milliseconds, the amount of armour taken, the number of a round, or
	// the score after a capture.
	Value int
	// Profile and AttackerProfile are the profiles of Slot and Attacker at the time of the event. Either may be nil.
	Profile, AttackerProfile *Profile
}
