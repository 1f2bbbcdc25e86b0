package netquake

import (
	"time"

	"fragscope/formats/wire"
)

// Message is any message of the format: a pointer to one of the documented structs of this package. [Track], [Block],
// [Raw] and [Variant] have no message number.
type Message interface{ layout(*coder) }

// Handler handles what a [Decoder] finds, in the order of the demo. A message is valid during the call only: the next
// one reuses its memory. Byte slices in it are parts of the demo, valid as long as that, and must not be changed.
type Handler interface{ Handle(Message) }

// HandlerFunc adapts a function to a Handler.
type HandlerFunc func(Message)

// Handle calls f.
func (f HandlerFunc) Handle(m Message) { f(m) }

// Vec3 is a position in Quake units (x east, y north, z up), a velocity in units per second, or angles in degrees
// (pitch down, yaw counter-clockwise, roll).
type Vec3 = [3]float32

// Track is the text before the first block: the number of the CD track that the player gave to the record command. It
// has three known forms: a number and a newline, a number and other white space, nothing at all.
type Track struct {
	// Text is all bytes before the first block.
	Text []byte
}

// Block is a packet of the server. The messages up to the next Block belong to it.
type Block struct {
	// Offset is the offset of the block's header in the demo.
	Offset int64 `text:"-"`
	// Size is the size of the messages according to the header, in bytes.
	Size int32
	// Cut is set if the demo ends inside the block.
	Cut bool
	// WrongSize is set if the block's size is not that in its header.
	WrongSize bool
	// Angles are the recorder's view angles in degrees.
	Angles Vec3
}

// Raw is a stretch of bytes that could not be understood; [Decoder.Damage] says why. Its place is that of the bytes:
// after the messages of a block, or between blocks.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// Outside is set if the bytes belong to no block.
	Outside bool
}

// Variant is how the level uses its protocol where the number leaves that open and it is not the default. It has no
// bytes. It comes before the first message that depends on it and holds until the next [ServerInfo].
type Variant struct {
	// Nehahra and DarkPlaces are set if spare bits of masks have the meaning given by that engine.
	Nehahra, DarkPlaces bool
	// ItemsByMask is set if the items of [ClientData] may be missing (Quake 0.91 to 1.06).
	ItemsByMask bool
	// WideAngles is set if angles of DarkPlaces 1 to 4 have two bytes.
	WideAngles bool
	// NarrowSounds is set if sound numbers of [Sound] have one byte where the protocol has two (DarkPlaces of 2018).
	NarrowSounds bool
}

// UpdateStat sets a number of the status bar, message 3 (a long) or 51 (a byte, DarkPlaces).
type UpdateStat struct {
	ID    uint8 // 3 or 51; 0 is 3
	Index uint8 // see the Stat constants
	Value int32
}

// Indices of [UpdateStat].
const (
	StatHealth        = 0
	StatWeaponModel   = 2
	StatAmmo          = 3
	StatArmor         = 4
	StatWeaponFrame   = 5
	StatShells        = 6
	StatNails         = 7
	StatRockets       = 8
	StatCells         = 9
	StatActiveWeapon  = 10
	StatTotalSecrets  = 11
	StatTotalMonsters = 12
	StatFoundSecrets  = 13
	StatKilled        = 14
)

// Version is the protocol number, message 4. No known demo has it.
type Version struct{ Protocol int32 }

// SetView moves the camera to an entity, message 5.
type SetView struct{ Entity uint16 }

// Sound starts a sound at a place, messages 6 and 54 (DarkPlaces 1 to 3: Sound is a short).
type Sound struct {
	ID          uint8  // 6 or 54; 0 is 6
	Mask        uint8  // fields sent: 1 volume, 2 attenuation, 8 large entity, 16 large sound, 32 speed
	Volume      uint8  // 255 is full volume
	Attenuation uint8  // in 64ths; 0 is heard everywhere
	Speed       uint16 // DarkPlaces: 4000 is normal; 0 if not sent
	Entity      uint16
	Channel     uint8
	Sound       uint16 // index into the level's sounds, from 1
	Origin      Vec3
}

// Time is the level's time in seconds, message 7. It starts a new moment: entities not updated before the next Time are
// out of sight.
type Time struct {
	Seconds float32
	Acked   uint16 // FTE: the last input that the server had received
	// Elapsed is the time since the start of the demo; it goes on when a level restarts its own. The Decoder sets it.
	Elapsed time.Duration `json:"-"`
}

// Print is text for the console, not always a whole line, message 8. Chat starts with a byte 1. Like all texts it is in
// Quake's character set, without its terminating zero byte.
type Print struct{ Text []byte }

// StuffText is a console command for the client to run, message 9.
type StuffText struct{ Text []byte }

// CenterPrint is text for the middle of the screen, message 26.
type CenterPrint struct{ Text []byte }

// Finale is the text at the end of an episode, message 31.
type Finale struct{ Text []byte }

// CutScene is the text before a cut scene, message 34.
type CutScene struct{ Text []byte }

// HideLMP hides the picture in a slot, message 36.
type HideLMP struct{ Text []byte }

// SkyBox names the sky, message 37.
type SkyBox struct{ Text []byte }

// Achievement names what a player of the rerelease achieved, message 52.
type Achievement struct{ Text []byte }

// empty is embedded in messages without content.
type empty struct{}

type (
	Nop           struct{ empty } // message 1, keeps the connection alive
	KilledMonster struct{ empty } // message 27
	FoundSecret   struct{ empty } // message 28
	Intermission  struct{ empty } // message 30, end of the level
	SellScreen    struct{ empty } // message 33, the shareware order screen
	BonusFlash    struct{ empty } // message 40 (FitzQuake), the flash of a pickup
)

// Disconnect ends the game, message 2.
type Disconnect struct{ Reason []byte } // the reason is sent by DarkPlaces 8 only

// SetAngle turns the view, message 10.
type SetAngle struct{ Angles Vec3 }

// ServerInfo starts a level, message 11.
type ServerInfo struct {
	// Extensions are pairs of a magic ([MagicFTE], [MagicFTE2]) and its flags, ahead of the protocol number.
	Extensions []Extension
	Protocol   int32
	Flags      uint32 // of protocol 999
	GameDir    []byte // FTE with prediction only
	MaxClients uint8
	// GameType is 0 for cooperative and single player games, 1 for deathmatch. Old single player demos have 1, too.
	GameType  uint8
	LevelName []byte
	// Models and Sounds are file names, numbered from 1. Models[0], number 1, is the map.
	Models, Sounds [][]byte
	// Layout is the protocol of the messages up to the next ServerInfo. The Decoder sets it; an Encoder works it out if
	// nil.
	Layout *Protocol `json:"-"`
}

// Extension is a magic ahead of the protocol number and its flags.
type Extension = wire.Extension

// LightStyle sets the flicker of a group of lights, message 12: letters from a (dark) to z, ten a second.
type LightStyle struct {
	Style uint8
	Map   []byte
}

// UpdateName sets a player's name, message 13. An empty name means that the slot is free.
type UpdateName struct {
	Player uint8 // from 0; the player's entity is one more
	Name   []byte
}

// UpdateFrags sets a player's score, message 14.
type UpdateFrags struct {
	Player uint8
	Frags  int16
}

// ClientData is the recorder's status bar and motion, message 15. Fields that the mask leaves out are 0, the view
// height 22.
type ClientData struct {
	Mask        uint32 // as sent, see the Client constants
	ViewHeight  int8   // of the eyes above the origin, units
	IdealPitch  int8   // degrees
	Punch       Vec3   // degrees
	PunchVector Vec3   // units, DarkPlaces
	Velocity    Vec3
	Items       uint32 // item bits; see HasItems
	HasItems    bool   `text:"-"`
	WeaponFrame uint16
	Armor       uint16
	WeaponModel uint16 // model index of the weapon in view
	Health      int16
	Ammo        uint16 // of the weapon in hand
	Shells      uint16
	Nails       uint16
	Rockets     uint16
	Cells       uint16
	// Weapon is the item bit of the weapon in hand; with the mission packs the
	// number of that bit.
	Weapon      uint16
	WeaponAlpha uint8  // FitzQuake, see Protocol.Opacity
	ViewZoom    uint16 // DarkPlaces, 255 is none
	// HasStats is set if Health and what follows was sent. DarkPlaces 6 and
	// later send UpdateStat instead.
	HasStats bool
}

// Bits of [ClientData.Mask] that are values of their own.
const (
	ClientItems    = 1 << 9
	ClientOnGround = 1 << 10
	ClientInWater  = 1 << 11
)

// StopSound stops a sound, message 16.
type StopSound struct {
	Entity  uint16 // 13 bits
	Channel uint8  // 0 to 7
}

// UpdateColors sets a player's colours, message 17: shirt * 16 + trousers.
type UpdateColors struct {
	Player uint8
	Colors uint8
}

// Particle emits particles, message 18.
type Particle struct {
	Origin   Vec3
	Velocity Vec3 // in 16ths of a unit, as sent
	Count    uint8
	Color    uint8 // palette index: 73 is blood
}

// Damage reports that the recorder was hit, message 19.
type Damage struct {
	Armor, Health uint8 // points lost
	Origin        Vec3  // of the attack, zero for drowning and burning
}

// Baseline is an entity's default look. It is part of messages 20 and 22 (bytes), 42 and 43 (FitzQuake, with a mask),
// and 55 and 56 (DarkPlaces, shorts).
type Baseline struct {
	Mask     uint8 // of 42 and 43: 1 model is a short, 2 frame is a short, 4 alpha, 8 scale
	Model    uint16
	Frame    uint16
	Colormap uint8
	Skin     uint8
	Origin   Vec3
	Angles   Vec3
	Alpha    uint8 // where the mask has 4, see Protocol.Opacity
	Scale    uint8 // where the mask has 8, in 16ths
}

// SpawnStatic adds an entity that never changes, messages 20, 43 and 56.
type SpawnStatic struct {
	ID uint8 // 20, 43 or 56; 0 is 20
	Baseline
}

// SpawnBaseline sets an entity's baseline, messages 22, 42 and 55.
type SpawnBaseline struct {
	ID     uint8 // 22, 42 or 55; 0 is 22
	Entity uint16
	Baseline
}

// TempEntity is a brief effect, message 23. Its fields depend on its type.
type TempEntity struct {
	Type     uint8   `text:"always"`
	Entity   uint16  // owner of a beam
	Origin   Vec3    // of a point, start of a beam, lower corner of a box
	End      Vec3    // of a beam, upper corner of a box
	Velocity Vec3    // direction or velocity, also angles
	Color    Vec3    // red, green, blue
	Count    uint16  // of particles, or radius / 8 - 1
	Palette  uint8   // first colour
	Range    uint8   // number of colours, gravity flag, or life time
	Extra    float32 // speed
	Model    []byte  // of Nehahra's lightning
	// Data is the content of a type known only to the game's own program, as in DarkPlaces, up to where messages can be
	// read again.
	Data []byte `text:"hex"`
}

// Types of [TempEntity] of the id engines.
const (
	TempSpike = iota
	TempSuperSpike
	TempGunshot
	TempExplosion
	TempTarExplosion
	TempLightning1
	TempLightning2
	TempWizSpike
	TempKnightSpike
	TempLightning3
	TempLavaSplash
	TempTeleport
	TempExplosion2
	TempBeam
)

// SetPause pauses (not 0) or resumes (0) the game, message 24.
type SetPause struct{ Paused uint8 }

// SignonNum is a stage of joining, 1 to 3, message 25.
type SignonNum struct{ Stage uint8 }

// SpawnStaticSound starts an ambient sound, messages 29, 44 (FitzQuake) and 59 (DarkPlaces).
type SpawnStaticSound struct {
	ID          uint8 // 29, 44 or 59; 0 is 29
	Origin      Vec3
	Sound       uint16
	Volume      uint8
	Attenuation uint8 // in 64ths
}

// CDTrack sets the music, message 32.
type CDTrack struct{ Track, Loop uint8 }

// ShowLMP shows a picture, message 35 (Nehahra, DarkPlaces).
type ShowLMP struct {
	Slot, File []byte
	X, Y       int16
}

// Fog sets the fog, message 41 (FitzQuake).
type Fog struct {
	Density          uint8 // in 255ths
	Red, Green, Blue uint8
	Time             uint16 // to fade in, in 100ths of a second
}

// NehahraFog sets the fog, message 51 of Nehahra. Unless Enabled, no other field is sent.
type NehahraFog struct {
	Enabled          uint8
	Density          float32
	Red, Green, Blue uint8
}

// SkyboxSize sets the size of the sky, message 50 of Nehahra.
type SkyboxSize struct{ Size float32 }

// LocalSound is a sound that only the recorder hears, message 56 (QuakeSpasm).
type LocalSound struct {
	Mask  uint8 // 16: Sound is a short
	Sound uint16
}

// Download is part of a file, message 50 of DarkPlaces. It is never written anywhere.
type Download struct {
	Start uint32
	Data  []byte `text:"hex"`
}

// Effect plays a sprite once, messages 52 and 53 (wide) of DarkPlaces.
type Effect struct {
	ID         uint8 // 52 or 53; 0 is 52
	Origin     Vec3
	Model      uint16
	StartFrame uint16
	Frames     uint8
	Rate       uint8 // frames a second
}

// Precache adds a model, or a sound if Index has 32768 added; message 54 of DarkPlaces 6.
type Precache struct {
	Index uint16
	File  []byte
}

// TrailParticles draws a trail of particles, message 60 of DarkPlaces.
type TrailParticles struct {
	Entity     uint16
	Effect     uint16
	Start, End Vec3
}

// PointParticles emits particles at a point, message 61 of DarkPlaces, or 62 (without Velocity and Count).
type PointParticles struct {
	ID       uint8 // 61 or 62; 0 is 61
	Effect   uint16
	Origin   Vec3
	Velocity Vec3
	Count    uint16
}

// CSQCEntities is data for the program that the server sent to the client, message 58 of DarkPlaces. Only that program
// knows where it ends: Data extends to where messages can be read again.
type CSQCEntities struct{ Data []byte }
