package sim

import "time"

// Vec3 is a place, an extent or a velocity in Quake units (per second):
// x east, y north, z up.
type Vec3 [3]float32

// Angles are degrees: pitch positive down, yaw counter-clockwise from east.
type Angles struct{ Pitch, Yaw, Roll float32 }

// Unknown is the value of a number that the demo does not tell.
const Unknown = -1 << 15

// World is everything that is known at one moment of a recording. A World
// returned by [fragscope/sim/recording.Cursor.At] belongs to the cursor and is valid until its next call.
type World struct {
	// Time is the moment, from the start of the demo.
	Time time.Duration
	// Clock is the game's own time: server time (Quake III), level time.
	Clock time.Duration
	// Match is the time since the match began, or until it begins where
	// Phase is PhaseCountdown, if MatchKnown is set.
	Match      time.Duration
	MatchKnown bool
	Phase      Phase
	// Level indexes the recording's Levels.
	Level int
	// Frame is the index of the last snapshot at or before Time; -1 before the first.
	Frame int
	// POV is the slot of the player through whose eyes this was recorded at
	// this moment; nobody where there is none (multi view, server recordings).
	POV Slot
	// Approximate is set where the demo lost data, so that the state rests on older data.
	Approximate bool
	// TeamScore is the score of red and blue (Unknown where the demo does not tell).
	TeamScore [TeamCount]int16
	// FlagState is where the red, blue and neutral flag are, where the mode has them.
	FlagState [TeamCount]FlagState

	// Players has everyone in the game, ascending by Slot.
	Players []Player
	// Entities are items, projectiles, corpses, monsters and the like.
	Entities []Entity
	// Movers are doors, lifts and other moving parts of the map.
	Movers []Mover
	// Effects are what is brief and happens now: beams, explosions, teleports, sounds.
	Effects []Effect
	// Witnesses are the names of the recordings that this one was made of; [Player.Witness] counts them from 1.
	Witnesses []string
	// CenterPrint is the large text in the middle of the recorder's screen; empty if none.
	CenterPrint Text
	// ScreenText is what the recorder had open on his screen, beside the scoreboard,
	// whose numbers are the players'; nil if nothing.
	ScreenText *ScreenText
}

// Phase is the state of the match.
type Phase uint8

const (
	PhaseUnknown Phase = iota
	PhaseWarmup
	PhaseCountdown
	PhasePlaying
	PhaseOvertime
	PhaseTimeout
	PhaseIntermission
	PhaseFinished // a race is over: the clock stands at the time of the run
)

// Team is a player's side. Games with other sides (Action Quake 2's three
// teams, single player) map onto these.
type Team uint8

const (
	TeamFree Team = iota
	TeamRed
	TeamBlue
	TeamGreen // also yellow, the third side
	TeamSpectator
	TeamCount
)

// FlagState is where a flag is.
type FlagState uint8

const (
	FlagUnknown FlagState = iota
	FlagHome
	FlagTaken
	FlagDropped
)

// Life is whether a player lives, as far as the demo shows.
type Life uint8

const (
	// Absent: known by name only; no place is known.
	Absent Life = iota
	Alive
	Dead
	// Gibbed players have left no body.
	Gibbed
	Spectating
)

// Player is one player at one moment.
type Player struct {
	Slot Slot
	// Profile is the player's name, team and looks; never nil.
	Profile *Profile
	Life    Life
	// Visible is set where the demo shows the player at this moment. Where it
	// does not, place and state are those of LastSeen.
	Visible  bool
	LastSeen time.Duration
	// POV marks the player through whose eyes the demo was recorded.
	POV bool
	// Witness is which of the recording's Witnesses tells where he is, counted from 1; 0 in the recording of one demo.
	Witness uint8

	Origin   Vec3
	Velocity Vec3
	View     Angles
	// Mins and Maxs are the hull around Origin; smaller when ducking.
	Mins, Maxs Vec3
	OnGround   bool

	// Health and Armor are Unknown where the demo does not tell.
	Health, Armor int16
	ArmorKind     Item // ItemNone, or ItemArmorGreen, -Yellow, -Red where known
	Weapon        Weapon
	// Ammo is what is left for Weapon; Unknown where the demo does not tell.
	Ammo int16
	// Inventory has what the player owns; nil where the demo does not tell.
	Inventory *Inventory
	// Powerups the player visibly has, as a set of 1<<PowerupX.
	Powerups PowerupSet
	// PowerupEnd is when each powerup ends (demo time); 0 where not known.
	PowerupEnd [PowerupCount]time.Duration
	// Flag is the team of the flag carried; TeamFree with FlagCarried for a neutral one.
	Flag        Team
	FlagCarried bool
	// Firing is set for a moment after each shot.
	Firing bool
	// Chatting is set while the player types, where the game shows that.
	Chatting bool

	Frags, Deaths, Ping int16 // Unknown where the demo does not tell
	// Invisible players (ring, invisibility) are drawn faintly.
	Invisible bool
	Bot       bool
}

// Inventory is a player's inventory, as far as the game tells the recorder.
type Inventory struct {
	Weapons uint64 // set of 1<<Weapon
	Ammo    [WeaponCount]int16
	Keys    []Item
	// Other names what has no icon of its own: inventory lines of Quake II, runes.
	Other []InventoryItem
}

// InventoryItem is a named line of an inventory.
type InventoryItem struct {
	Name  string
	Count int16
}

// Profile is what a player is called and looks like. Profiles are immutable:
// a player who changes his name gets another one.
type Profile struct {
	Slot Slot
	Name Text
	Team Team
	// TeamName is the team as players wrote it (QuakeWorld "red", clan tags); may be empty.
	TeamName string
	Clan     string
	// Class is what the player plays, in games with classes.
	Class string
	Model string
	// Colors are the shirt and trousers in RGB, where the game has them.
	Colors    [2]RGB
	HasColors bool
	Bot       bool
}

// RGB is a colour of 8 bits a channel.
type RGB struct{ R, G, B uint8 }

// EntityKind is the class of an Entity.
type EntityKind uint8

const (
	EntityItem       EntityKind = iota // item that respawns at its place
	EntityDropped                      // dropped weapon, backpack, flag away from its base
	EntityProjectile                   // rocket, grenade, nail, plasma, bolt ...
	EntityCorpse
	EntityGib
	EntityMonster
	EntityOther // visible entity of no known class
)

// ItemState is whether an item lies there to be taken.
type ItemState uint8

const (
	ItemUnknown ItemState = iota // out of the recorder's sight
	ItemPresent
	ItemTaken
)

// Entity is one that is neither a player nor a part of the map.
type Entity struct {
	Number int // the entity's number in the demo
	Kind   EntityKind
	Item   Item   // for EntityItem and EntityDropped
	Weapon Weapon // for projectiles: what shot it; for weapon items: which
	Name   string // monster's name, model name of EntityOther, in plain words; may be empty
	State  ItemState
	// Taken is when the item was taken and Respawn when it comes back (demo time);
	// RespawnKnown is set if the demo gives that time.
	Taken, Respawn time.Duration
	RespawnKnown   bool
	// TakenBy is the slot of the player who took the item; nobody if not known.
	TakenBy Slot
	// Owner is the slot of the player to whom a projectile or corpse belongs; nobody if not known.
	Owner    Slot
	Team     Team // of a flag
	Origin   Vec3
	Velocity Vec3
	Angles   Angles
	Dead     bool // of monsters
	// Visible is unset where the entity is out of the recorder's sight, and shown as last seen.
	Visible  bool
	LastSeen time.Duration
}

// Mover is a part of the map that moves: door, lift, train, button.
type Mover struct {
	Number  int
	Model   int // number of the inline model, "*n" in the map; at least 1
	Origin  Vec3
	Angles  Angles
	Visible bool
}

// EffectKind is the class of an Effect.
type EffectKind uint8

const (
	EffectExplosion EffectKind = iota
	EffectBeam                 // From to To: lightning, rail, laser, grapple
	EffectImpact               // bullets, pellets, nails, plasma on a wall
	EffectBlood                // a hit on a player
	EffectGibs                 // a player burst
	EffectTeleport             // someone appears or vanishes
	EffectMuzzle               // a shot leaves Origin
	EffectSound                // something heard at Origin
	EffectPickup               // an item was taken at Origin
	EffectSpawn                // an item or player appears
	EffectSplash               // into liquid
	EffectDeath                // a player died at Origin; Slot says who
	EffectPain                 // a player was hurt
	EffectJumppad
	EffectMarker // the game points at Origin with the icon Text in Color
	EffectPath   // a step of the way that the game shows, from Origin to To
	EffectHit    // Slot, at Origin, was hit from the side of To; Color says what it took
)

// Effect is something brief: it lasts from Start to End.
type Effect struct {
	Kind       EffectKind
	Start, End time.Duration
	Origin     Vec3
	To         Vec3 // end of a beam
	Weapon     Weapon
	Item       Item
	Slot       Slot // the player behind it; nobody if not known
	Target     Slot // the player whom it hits
	Text       string
	Color      RGB // of markers and hits
}

// PowerupSet is a set of powerups: bit 1<<p is p.
type PowerupSet uint32

// Has reports whether p is in the set.
func (s PowerupSet) Has(p Powerup) bool { return s>>p&1 != 0 }

// Add is the sum of two vectors.
func (v Vec3) Add(w Vec3) Vec3 { return Vec3{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Distance2 is the square of the distance between two places.
func (v Vec3) Distance2(w Vec3) (d float32) {
	for i := range v {
		d += (v[i] - w[i]) * (v[i] - w[i])
	}
	return d
}
