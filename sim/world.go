package sim

import (
	"slices"
	"time"
)

// Vec3 is a position, a size or a velocity (per second) in Quake units. The x axis points east, y north and z up.
type Vec3 [3]float32

// Angles is an orientation in degrees. Pitch is positive downwards, and yaw is counter-clockwise from east.
type Angles struct{ Pitch, Yaw, Roll float32 }

// Unknown is the value used for a number that the demo does not contain.
const Unknown = -1 << 15

// World is the state of a recording at one moment. A World returned by [fragscope/sim/recording.Cursor.At] belongs to
// the cursor and is valid until the next call to At.
type World struct {
	// Time is the time since the start of the demo.
	Time time.Duration
	// Clock is the time on the game's own clock: server time in Quake III, otherwise level time.
	Clock time.Duration
	// Match is the time since the match began or, if Phase is PhaseCountdown, until it begins. It is valid only if
	// MatchKnown is set.
	Match      time.Duration
	MatchKnown bool
	Phase      Phase
	// Level is an index into the recording's Levels.
	Level int
	// Frame is the index of the last snapshot at or before Time, or -1 before the first.
	Frame int
	// POV is the slot of the player whose view is recorded at this moment. It is the zero Slot in multi-view and server
	// recordings.
	POV Slot
	// Approximate is set if the state is partly based on older data, because some data is missing from the demo.
	Approximate bool
	// TeamScore holds each team's score, or Unknown.
	TeamScore [TeamCount]int16
	// FlagState holds the states of the red, blue and neutral flags, in modes that have them.
	FlagState [TeamCount]FlagState

	// Players holds all players in the game, sorted by slot.
	Players []Player
	// Entities holds items, projectiles, corpses, monsters and similar objects.
	Entities []Entity
	// Movers holds doors, lifts and other moving parts of the map.
	Movers []Mover
	// Effects holds the short-lived effects at this moment: beams, explosions, teleports, sounds.
	Effects []Effect
	// Witnesses holds the names of the recordings that were merged into this one. [Player.Witness] numbers them from 1.
	Witnesses []string
	// CenterPrint is the large text in the middle of the recorder's screen, or empty if there is none.
	CenterPrint Text
	// ScreenText is other text that covers the recorder's screen, or nil if there is none. It is never the scoreboard,
	// whose numbers are in Players.
	ScreenText *ScreenText
}

// Phase is a phase of a match, such as the warm-up or an overtime.
type Phase uint8

const (
	PhaseUnknown Phase = iota
	PhaseWarmup
	PhaseCountdown
	PhasePlaying
	PhaseOvertime
	PhaseTimeout
	PhaseIntermission
	PhaseFinished // of a race: the clock shows the time of the run
)

// Team is the side that a player is on. The sides of all games map onto these values.
type Team uint8

const (
	TeamFree Team = iota
	TeamRed
	TeamBlue
	TeamGreen // the third side; also yellow
	TeamSpectator
	TeamCount
)

// FlagState is the state of a flag: at home, taken or dropped.
type FlagState uint8

const (
	FlagUnknown FlagState = iota
	FlagHome
	FlagTaken
	FlagDropped
)

// Life is a player's condition: alive, dead, gibbed, spectating or absent.
type Life uint8

const (
	// Absent players are in the game, but the demo does not show their position.
	Absent Life = iota
	Alive
	Dead
	// Gibbed players are dead and left no body.
	Gibbed
	Spectating
)

// Player is the state of a player at one moment.
type Player struct {
	Slot Slot
	// Profile is the player's name, team and appearance. It is never nil.
	Profile *Profile
	Life    Life
	// Visible is set if the demo shows the player at this moment. Otherwise his position and state are those at
	// LastSeen.
	Visible  bool
	LastSeen time.Duration
	// POV is set for the player whose view the demo recorded.
	POV bool
	// Witness is the number of the recording that shows the player's position, counted from 1 in World.Witnesses, or 0
	// in a recording of a single demo.
	Witness uint8

	Origin   Vec3
	Velocity Vec3
	View     Angles
	// Mins and Maxs are the corners of the player's bounding box, relative to Origin. The box is smaller while he
	// ducks.
	Mins, Maxs Vec3
	OnGround   bool

	// Health and Armor may be Unknown.
	Health, Armor int16
	ArmorKind     Item // ItemNone, or ItemArmorGreen, -Yellow, -Red if known
	Weapon        Weapon
	// Ammo is the ammunition left for Weapon, or Unknown.
	Ammo int16
	// Inventory is the player's inventory, or nil if unknown.
	Inventory *Inventory
	// Powerups is the set of powerups that the player is seen to have.
	Powerups PowerupSet
	// PowerupEnd holds the demo time at which each powerup ends, or 0 if unknown.
	PowerupEnd [PowerupCount]time.Duration
	// Flag is the team of the flag that the player carries, if FlagCarried is set. It is TeamFree for a neutral flag.
	Flag        Team
	FlagCarried bool
	// Firing is set briefly after each shot.
	Firing bool
	// Chatting is set while the player is typing, if the game shows that.
	Chatting bool

	Frags, Deaths, Ping int16 // or Unknown
	// Loss is the player's packet loss in percent, or Unknown.
	Loss int16
	// Choke is the number of packets to the player, at most 31, that the server held back or delayed within a second to
	// keep to his rate. It is 0 if none or unknown.
	Choke uint8
	// Entered is the demo time at which the player entered the game, or negative if that was before the start of the
	// demo. It is valid if EnteredKnown is set. Some games report it only to the minute.
	Entered      time.Duration
	EnteredKnown bool
	// FOV is the player's horizontal field of view in degrees, or 0 if unknown.
	FOV uint8
	// Invisible is set while the player has the ring of shadows or invisibility.
	Invisible bool
	Bot       bool
}

// Minutes returns how many whole minutes the player had been in the game at the given demo time. It returns Unknown if
// the demo does not contain the time at which he joined.
func (p *Player) Minutes(at time.Duration) int16 {
	if !p.EnteredKnown || at < p.Entered {
		return Unknown
	}
	return int16(min((at-p.Entered)/time.Minute, 9999))
}

// Inventory holds what is known about a player's possessions.
type Inventory struct {
	Weapons WeaponSet
	Ammo    [WeaponCount]int16
	Keys    []Item
	// Other lists possessions that have no icon, such as runes or lines of Quake II's inventory.
	Other []InventoryItem
}

// Equal reports whether two inventories contain the same possessions in the same amounts.
func (h *Inventory) Equal(o *Inventory) bool {
	return h.Weapons == o.Weapons && h.Ammo == o.Ammo && slices.Equal(h.Keys, o.Keys) && slices.Equal(h.Other, o.Other)
}

// Kept returns an inventory equal to h that is not affected by later changes to h. If before is non-nil and equal to h,
// Kept returns before; otherwise it returns a copy of h.
func (h *Inventory) Kept(before *Inventory) *Inventory {
	if before != nil && h.Equal(before) {
		return before
	}
	own := *h
	own.Keys, own.Other = slices.Clone(h.Keys), slices.Clone(h.Other)
	return &own
}

// InventoryItem describes a possession that is known only by name.
type InventoryItem struct {
	Name  string
	Count int16
}

// Profile describes a player's name and appearance. It is immutable: a player who changes his name gets a new Profile.
type Profile struct {
	Slot Slot
	Name Text
	Team Team
	// TeamName is the team's name as chosen by the players (QuakeWorld "red", clan tags). It may be empty.
	TeamName string
	Clan     string
	// Class is the player's class, in games that have classes.
	Class string
	Model string
	// Colors are the colours of the shirt and trousers, valid if HasColors is set.
	Colors    [2]RGB
	HasColors bool
	Bot       bool
	// Account identifies the player on any server: it is "steam:" and his Steam account number (Quake Live), or "auth:"
	// and his login name (QuakeWorld). It is empty if unknown.
	Account string
}

// RGB is a colour with 8 bits per channel.
type RGB struct{ R, G, B uint8 }

// EntityKind is the kind of an Entity.
type EntityKind uint8

const (
	EntityItem       EntityKind = iota // item that respawns at its place
	EntityDropped                      // dropped weapon, backpack, flag away from its base
	EntityProjectile                   // rocket, grenade, nail, plasma, bolt ...
	EntityCorpse
	EntityGib
	EntityMonster
	EntityOther // visible entity of unknown class
)

// ItemState is the availability of an item.
type ItemState uint8

const (
	ItemUnknown ItemState = iota // out of the recorder's sight
	ItemPresent
	ItemTaken
)

// Entity is the state of an object that is neither a player nor part of the map.
type Entity struct {
	Number int // the entity's number in the demo
	Kind   EntityKind
	Item   Item   // for EntityItem and EntityDropped
	Weapon Weapon // for projectiles, the weapon that shot it; for weapon items, the weapon
	Name   string // name of the monster, or of the model for EntityOther; may be empty
	State  ItemState
	// Taken is the demo time at which the item was taken. Respawn is the demo time at which it will respawn, valid if
	// RespawnKnown is set.
	Taken, Respawn time.Duration
	RespawnKnown   bool
	// TakenBy is the slot of the player who took the item, or the zero Slot if unknown.
	TakenBy Slot
	// Owner is the slot of the player that a projectile or corpse belongs to, or the zero Slot if unknown.
	Owner    Slot
	Team     Team // of a flag
	Origin   Vec3
	Velocity Vec3
	Angles   Angles
	Dead     bool // for monsters
	// Visible is set if the entity is in the recorder's sight. Otherwise its state is that at LastSeen.
	Visible  bool
	LastSeen time.Duration
}

// Mover is the state of a moving part of the map: a door, lift, train or button.
type Mover struct {
	Number  int
	Model   int // number of the inline model, "*n" in the map; at least 1
	Origin  Vec3
	Angles  Angles
	Visible bool
}

// EffectKind is the kind of an Effect.
type EffectKind uint8

const (
	EffectExplosion EffectKind = iota
	EffectBeam                 // From to To: lightning, rail, laser, grapple
	EffectImpact               // bullets, pellets, nails, plasma on a wall
	EffectBlood                // a hit on a player
	EffectGibs                 // a player was gibbed
	EffectTeleport             // someone appears or vanishes
	EffectMuzzle               // a shot leaves Origin
	EffectSound                // something heard at Origin
	EffectPickup               // an item was taken at Origin
	EffectSpawn                // an item or player appears
	EffectSplash               // into liquid
	EffectDeath                // Slot died at Origin
	EffectPain                 // a player was hurt
	EffectJumppad
	EffectMarker // the game points at Origin with the icon Text in Color
	EffectPath   // a leg of the route that the game shows, from Origin to To
	EffectHit    // Slot, at Origin, was hit from the direction of To; Color shows the loss
	EffectArea   // Weapon's fire, called by Slot, falls along the line from Origin to To; a point if they are equal
)

// Effect is a short-lived effect, visible from Start to End.
type Effect struct {
	Kind       EffectKind
	Start, End time.Duration
	Origin     Vec3
	To         Vec3 // end of a beam
	Weapon     Weapon
	Item       Item
	Slot       Slot // the player who caused it, or the zero Slot if unknown
	Target     Slot // the player who is hit
	Text       string
	Color      RGB      // for markers and hits
	Loudness   Loudness // of the sound that it makes, if its kind makes one
}

// PowerupSet is a set of powerups. Powerup p is represented by the bit 1<<p.
type PowerupSet uint32

// Has reports whether p is in the set.
func (s PowerupSet) Has(p Powerup) bool { return s>>p&1 != 0 }

// Add returns the sum of two vectors.
func (v Vec3) Add(w Vec3) Vec3 { return Vec3{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Distance2 returns the square of the distance between two points.
func (v Vec3) Distance2(w Vec3) (d float32) {
	for i := range v {
		d += (v[i] - w[i]) * (v[i] - w[i])
	}
	return d
}
