package quake2

import "time"

// Format is the kind of file.
type Format uint8

// The kinds of files.
const (
	// DM2 is a sequence of blocks, each a 32-bit length and that many bytes of messages.
	DM2 Format = iota
	// MVD2 is Q2PRO's multi-view recording: the magic "MVD2", then blocks with
	// a 16-bit length.
	MVD2
)

// Header is the first thing that a decoder reports.
type Header struct {
	Format Format
	// TestRelease says that messages have the numbers of protocol 25 from the start.
	TestRelease bool
}

// BlockKind says how a block came about.
type BlockKind uint8

// The kinds of blocks.
const (
	// BlockWhole is a block with its length before it. Size 0 is the empty
	// block between two levels of one recording.
	BlockWhole BlockKind = iota
	// BlockEnd is the mark at the end: the length -1 of a .dm2, 0 of a .mvd2.
	BlockEnd
	// BlockBroken is a block whose length does not fit what follows: the end of a cut
	// file, or a length that was overwritten.
	BlockBroken
)

// Block is one network packet or, in server recordings, one server frame.
type Block struct {
	// Offset is the place of the block's length in the file.
	Offset int64
	// Size is the length as it stands in the file, without its own bytes.
	Size int64
	Kind BlockKind
}

// Raw is a stretch of bytes without known meaning: the rest of a block after
// something unreadable, or what stands between or behind the blocks.
type Raw struct {
	Offset int64
	Data   []byte
	// What says why the bytes could not be read; empty where they are merely in excess.
	What string
}

// Unicast precedes a message of a Relay recording that was for one client alone; it
// holds for the next message only.
type Unicast struct {
	// Client is the slot, from 0.
	Client uint8
}

// MuzzleFlash says that an entity fired. It serves three messages: muzzleflash (a
// player's weapon, and joining, leaving and respawning), muzzleflash2 and
// muzzleflash3 (a monster's).
type MuzzleFlash struct {
	Entity uint16
	// Flash is one of the Flash constants for players, and a number of
	// the table of monster muzzles otherwise.
	Flash uint16
	// Silenced says that a player's silencer took the noise away.
	Silenced bool
	// Wide says that a monster's flash came with 16 bits (muzzleflash3).
	Wide bool
}

// TempEntity is an effect that belongs to no entity: an explosion, blood, a rail trail.
// Which fields mean something depends on Kind; the others are zero.
type TempEntity struct {
	// Type is the number as transmitted, whose meaning depends on the protocol.
	Type uint8
	// Kind is its meaning.
	Kind Effect
	// Pos is where it is, or starts.
	Pos [3]float32
	// End is where a beam, trail or wall ends.
	End [3]float32
	// CableOffset is the start of the grapple cable relative to its owner.
	CableOffset [3]float32
	// Dir is a number for [Direction].
	Dir uint8
	// Count is a number of particles, 1 for a power screen and 0 for power armor (EffectPowerSplash),
	// or the damage dealt (EffectDamageDealt).
	Count uint16
	// Color is a palette index, or one of the Splash constants.
	Color uint8
	// Entity is the owner; the id of a steam effect (-1: a single puff); the stage of EffectWidowBeamOut.
	Entity int16
	// Target is the entity where a lightning ends; the speed of a steam effect.
	Target int16
	// Wait is how long a steam effect lasts, in milliseconds.
	Wait int32
}

// Layout is the program that draws the scoreboard or the help computer; see the package layout.
type Layout struct {
	Text []byte
}

// Inventory is how many of each item the player carries; the items are named by configstrings.
type Inventory struct {
	Counts [256]int16
}

// Sound starts a sound.
type Sound struct {
	Flags SoundFlags
	// Index is the sound: configstring Config.Sounds + Index.
	Index uint16
	// Volume is in 255ths, present if Flags has SoundVolume, else 255.
	Volume uint8
	// Attenuation is in 64ths, present if Flags has SoundAttenuation, else 64.
	Attenuation uint8
	// TimeOffset is milliseconds after the frame's start.
	TimeOffset uint8
	// Entity and Channel (0 to 7) are present if Flags has SoundEntity.
	Entity  uint32
	Channel SoundChannel
	// Pos is present if Flags has SoundPosition.
	Pos [3]float32
	// Everywhere and Reliable are marks of a .mvd2: not only for those who can hear
	// it, and not to be lost.
	Everywhere, Reliable bool
}

// Print is a line for the console.
type Print struct {
	// Level is one of the Print constants.
	Level PrintLevel
	Text  []byte
}

// CenterPrint is a text for the middle of the screen.
type CenterPrint struct {
	Text []byte
}

// StuffText is a console command for the client. It is shown, never run.
type StuffText struct {
	Text []byte
}

// ServerData starts a level. It resets everything that was known.
type ServerData struct {
	// Protocol is one of those of the package comment.
	Protocol int32
	// Minor is the version of the .mvd2 protocol, 0 elsewhere.
	Minor uint16
	// Flags are those of a .mvd2, 0 elsewhere.
	Flags uint16
	// ServerCount tells one start of the server's levels from another.
	ServerCount int32
	// Recording is the mark for the kind of recording; see [Frame] for
	// recordings that lack it.
	Recording Recording
	// TickRate is the number of frames a second; 0 in protocols that do not say it.
	TickRate uint8
	// GameDir is the mod, empty for the base game.
	GameDir []byte
	// Player is the recorder's slot from 0; -1 in a cinematic, and in server recordings without one.
	// In a .mvd2 it is the slot of the server's own spectator.
	Player int16
	// Split are the slots of the players who share the screen; nil when it is not split.
	Split []int16
	// Level is the level's title; "nomap.cin" and the like in cinematics. A .mvd2 has none.
	Level []byte

	// Config says where the configstrings of this protocol are.
	Config *ConfigLayout
	// Interval is the time from one frame number to the next.
	Interval time.Duration
	// Solid unpacks the boxes of entities in this protocol.
	Solid SolidCoding
}

// ConfigString sets one of the texts that describe the level, the players and the items.
type ConfigString struct {
	Index uint16
	Text  []byte
}

// Baseline is the state from which an entity is delta-coded when the reference
// frame does not have it.
type Baseline struct {
	Entity EntityDelta
}

// Download is a piece of a file that the server sent. Data is never written anywhere.
type Download struct {
	// Size is the number of bytes; -1 says that there is no such file.
	Size int16
	// Percent of the file that is complete with this piece.
	Percent uint8
	Data    []byte
}

// Frame starts a snapshot; the [PlayerDelta] and [PacketEntities] that follow belong to it.
type Frame struct {
	// Number counts server frames.
	Number int32
	// Delta is the number of the reference frame, 0 or less for none. Server recordings
	// have none.
	Delta int32
	// Suppressed is the number of packets that were held back for the client's rate.
	Suppressed uint8
	// Areas has a bit for each area of the map that can be seen.
	Areas []byte
	// Connected are the slots in use; Relay recordings only.
	Connected []byte
	// Recording is how the frame is laid out, as found out by looking: server recordings
	// of 3.15 and 3.16 do not say what they are.
	Recording Recording
}

// PacketEntities is the changes of the frame's entities.
type PacketEntities struct {
	Entities []EntityDelta
	// End is the mask of the entry with the number 0 that ends the list: almost always 0.
	End uint64
}

// SplitClient tells which player of a split screen the next messages are for.
type SplitClient struct {
	// Split is one more than the index into [ServerData].Split.
	Split uint8
}

// Blast holds compressed configstrings or baselines. The messages in it
// follow, up to EndBlast.
type Blast struct {
	// Baselines says that it holds baselines, not configstrings.
	Baselines bool
	// Size is the length of the contents as it stands in the message.
	Size uint16
	// Data is a zlib stream. An encoder that gets none makes it from the messages up to EndBlast.
	Data []byte
	// Damaged is what was wrong with Data, or empty.
	Damaged string
}

// LevelRestart says that the level starts again, with these configstrings changed.
type LevelRestart struct {
	Strings []ConfigString
}

// DamageTaken tells the player from where damage came.
type DamageTaken struct {
	Hits []Hit
}

// Hit is one source of damage.
type Hit struct {
	// Encoded is a third of the damage in bits 0-4, and what took it: HitHealth, HitArmor, HitShield.
	Encoded uint8
	// Dir is a number for [Direction].
	Dir uint8
}

// What took the damage of a [Hit].
const (
	HitHealth = 1 << 5
	HitArmor  = 1 << 6
	HitShield = 1 << 7
)

// Damage is about how much health and armor the hit took.
func (h Hit) Damage() int { return int(h.Encoded&31) * 3 }

// LocPrint is a line whose base is a key into the game's translations, or a text, with
// "{0}", "{1}" and so on for arguments.
type LocPrint struct {
	// Flags is a Print constant in bits 0-2, with PrintBroadcast and PrintNoNotify.
	Flags PrintLevel
	Base  []byte
	Args  [][]byte
}

// Fog changes the fog. Only the fields whose bit is set in Bits are there.
type Fog struct {
	Bits       FogBits
	Density    float32
	SkyFactor  uint8
	Color      [3]uint8
	Time       uint16 // milliseconds of the transition
	Falloff    float32
	HeightDens float32
	StartColor [3]uint8
	StartDist  int32
	EndColor   [3]uint8
	EndDist    int32
}

// FogBits say which fields of a [Fog] are there.
type FogBits uint16

// The bits of [FogBits].
const (
	FogDensity = 1 << iota
	FogRed
	FogGreen
	FogBlue
	FogTime
	FogFalloff
	FogHeightDensity
	FogMoreBits
	FogStartRed
	FogStartGreen
	FogStartBlue
	FogStartDist
	FogEndRed
	FogEndGreen
	FogEndBlue
	FogEndDist
)

// SimpleFog is KMQuake2's fog.
type SimpleFog struct {
	On, Model, Density uint8
	Near, Far          int16
	Color              [3]uint8
}

// WaitingForPlayers says how many players have still to join.
type WaitingForPlayers struct {
	Count uint8
}

// BotChat is something that a bot said.
type BotChat struct {
	Name []byte
	// Client is the slot of whom it speaks to, 256 for nobody in particular.
	Client int16
	Text   []byte
}

// POI shows, or with Time 0xffff removes, a point of interest.
type POI struct {
	// Key names it; 0 for none.
	Key uint16
	// Time is how long it stays in milliseconds, 0 for ever.
	Time  uint16
	Pos   [3]float32
	Image uint16
	// Color is a palette index.
	Color uint8
	// Flags: bit 0 hides it while it is aimed at.
	Flags uint8
}

// HelpPath is one step of the compass's way.
type HelpPath struct {
	// Start is not 0 for the first step.
	Start uint8
	Pos   [3]float32
	// Dir is a number for [Direction].
	Dir uint8
}

// Achievement is the id of an achievement that the player reached.
type Achievement struct {
	ID []byte
}

// Cast wraps messages of a .mvd2 for some of the clients; they follow, up to EndCast.
type Cast struct {
	To CastTo
	// Reliable says that they had to arrive.
	Reliable bool
	// Client is the slot from 0 for CastClient.
	Client uint8
	// Leaf is the leaf of the map's tree for CastPHS and CastPVS.
	Leaf uint16
}

// CastTo says for whom the messages of a [Cast] are.
type CastTo uint8

// The values of [CastTo].
const (
	CastClient CastTo = iota // one client
	CastAll                  // all clients
	CastPHS                  // those who may hear the leaf
	CastPVS                  // those who may see the leaf
)

// MVDFrame is a frame of a .mvd2, with all players. Everything is delta-coded from
// the frame before.
type MVDFrame struct {
	// Gamestate says that this is the first frame of a level.
	Gamestate bool
	// Portals has a bit for each open area portal.
	Portals  []byte
	Players  []PlayerDelta
	Entities []EntityDelta
	// End is as in [PacketEntities].
	End uint64
}
