package netquake

import (
	"time"

	"fragscope/formats/wire"
)

// Message is any message of the format. It is a pointer to one of this package's message structs. All of these messages
// except [Track], [Block], [Raw] and [Variant] have a message number.
type Message interface{ layout(*coder) }

// Handler handles the messages read by a [Decoder], in file order. A message is valid only during the call, because the
// decoder reuses its memory. Byte slices in a message alias the demo's data. They remain valid, but must not be
// modified.
type Handler interface{ Handle(Message) }

// HandlerFunc adapts a function to a Handler.
type HandlerFunc func(Message)

// Handle calls f(m).
func (f HandlerFunc) Handle(m Message) { f(m) }

// Vec3 is a position in Quake units (x east, y north, z up), a velocity in units per second, or angles in degrees
// (pitch down, yaw counter-clockwise, roll).
type Vec3 = [3]float32

// Track is the text before the first block. It contains the number of the CD track passed to the record command. Three
// forms are known: a number and a newline, a number and other white space, and no text at all.
type Track struct {
	// Text holds all bytes before the first block.
	Text []byte
}

// Block is the header of a server packet. It is followed by the messages in the packet.
type Block struct {
	// Offset is the offset of the block's header in the demo.
	Offset int64 `text:"-"`
	// Size is the size of the messages in bytes, according to the header.
	Size int32
	// Cut is set if the demo ends inside the block.
	Cut bool
	// WrongSize is set if the size in the header is not the block's actual size.
	WrongSize bool
	// Angles are the recorder's view angles in degrees.
	Angles Vec3
}

// Raw holds bytes that could not be decoded. [Decoder.Damage] reports the reason. A Raw comes after the messages of a
// block, or between blocks.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// Outside is set if the bytes do not belong to a block.
	Outside bool
}

// Variant describes the protocol variant that a level uses. It occupies no bytes in the demo. The Decoder passes a
// Variant only if the variant is not the default and cannot be inferred from the protocol number. The Variant comes
// before the first message that depends on it, and applies until the next [ServerInfo].
type Variant struct {
	// Nehahra and DarkPlaces are set if the spare mask bits have the meaning that the named engine assigns to them.
	Nehahra, DarkPlaces bool
	// ItemsByMask is set if the items of [ClientData] may be missing (Quake 0.91 to 1.06).
	ItemsByMask bool
	// WideAngles is set if angles of DarkPlaces 1 to 4 have two bytes.
	WideAngles bool
	// NarrowSounds is set if the sound number of [Sound] has one byte although the protocol has two (DarkPlaces of
	// 2018).
	NarrowSounds bool
}

// UpdateStat sets a status bar value. Message 3 sends the value as a long; DarkPlaces message 51 sends it as a byte.
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

// Version (message 4) contains the protocol number. It occurs in no known demo.
type Version struct{ Protocol int32 }

// SetView (message 5) attaches the camera to an entity.
type SetView struct{ Entity uint16 }

// Sound starts a sound at a position. It is message 6 or, in DarkPlaces 1 to 3, message 54, which has 16-bit sound
// numbers.
type Sound struct {
	ID          uint8  // 6 or 54; 0 is 6
	Mask        uint8  // fields sent: 1 volume, 2 attenuation, 8 large entity, 16 large sound, 32 speed
	Volume      uint8  // 255 is full volume
	Attenuation uint8  // in 64ths; 0 is heard everywhere
	Speed       uint16 // DarkPlaces: 4000 is normal; 0 means not sent
	Entity      uint16
	Channel     uint8
	Sound       uint16 // index into the level's sounds, from 1
	Origin      Vec3
}

// Time (message 7) contains the level's time. It starts a new moment. An entity that is not updated before the next
// Time is out of sight.
type Time struct {
	Seconds float32
	Acked   uint16 // FTE: the last input that the server had received
	// Elapsed is the time since the start of the demo. It keeps increasing when a new level restarts the level's clock.
	// The Decoder sets it.
	Elapsed time.Duration `json:"-"`
}

// Print (message 8) prints text on the console, not necessarily a whole line. In chat, the first byte is 1. As in all
// messages, the text is in Quake's character set and does not include the terminating zero byte.
type Print struct{ Text []byte }

// StuffText (message 9) is a console command that the client must execute.
type StuffText struct{ Text []byte }

// CenterPrint (message 26) shows text in the middle of the screen.
type CenterPrint struct{ Text []byte }

// Finale (message 31) shows text at the end of an episode.
type Finale struct{ Text []byte }

// CutScene (message 34) shows text before a cutscene.
type CutScene struct{ Text []byte }

// HideLMP (message 36) hides the image shown in the slot that Text names.
type HideLMP struct{ Text []byte }

// SkyBox (message 37) selects the sky that Text names.
type SkyBox struct{ Text []byte }

// Achievement (message 52, rerelease only) names an achievement that a player earned.
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

// Disconnect (message 2) ends the connection.
type Disconnect struct{ Reason []byte } // only DarkPlaces 8 sends the reason

// SetAngle (message 10) turns the view.
type SetAngle struct{ Angles Vec3 }

// ServerInfo (message 11) starts a level.
type ServerInfo struct {
	// Extensions precede the protocol number. Each is a magic number ([MagicFTE], [MagicFTE2]) and its flags.
	Extensions []Extension
	Protocol   int32
	Flags      uint32 // of protocol 999
	GameDir    []byte // FTE with prediction only
	MaxClients uint8
	// GameType is 1 for deathmatch, and 0 for cooperative and single player games. In old single player demos it is
	// also 1.
	GameType  uint8
	LevelName []byte
	// Models and Sounds are file names, numbered from 1. Models[0], number 1, is the map.
	Models, Sounds [][]byte
	// Layout is the protocol of the messages up to the next ServerInfo. The Decoder sets it; if it is nil, an Encoder
	// derives it from the other fields.
	Layout *Protocol `json:"-"`
}

// Extension describes a protocol extension. It holds the extension's magic number, which is sent before the protocol
// number, and its flags.
type Extension = wire.Extension

// LightStyle (message 12) determines how a group of lights flickers. Each letter in Map is the brightness for a tenth
// of a second, from a (dark) to z (bright).
type LightStyle struct {
	Style uint8
	Map   []byte
}

// UpdateName (message 13) sets a player's name. If the name is empty, the slot is free.
type UpdateName struct {
	Player uint8 // from 0; the player's entity is one more
	Name   []byte
}

// UpdateFrags (message 14) sets a player's score.
type UpdateFrags struct {
	Player uint8
	Frags  int16
}

// ClientData (message 15) contains the recorder's status bar and movement. Fields that are not in the mask are 0,
// except ViewHeight, which is 22.
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
	// Weapon is the item bit of the weapon in hand, or the number of that bit in the mission packs.
	Weapon      uint16
	WeaponAlpha uint8  // FitzQuake, see Protocol.Opacity
	ViewZoom    uint16 // DarkPlaces, 255 is none
	// HasStats is set if Health and the fields after it were sent. DarkPlaces 6 and later send UpdateStat instead.
	HasStats bool
}

// Bits of [ClientData.Mask] that are themselves values.
const (
	ClientItems    = 1 << 9
	ClientOnGround = 1 << 10
	ClientInWater  = 1 << 11
)

// StopSound (message 16) stops a sound.
type StopSound struct {
	Entity  uint16 // 13 bits
	Channel uint8  // 0 to 7
}

// UpdateColors (message 17) sets a player's colours. Colors is 16 times the shirt colour plus the trouser colour.
type UpdateColors struct {
	Player uint8
	Colors uint8
}

// Particle (message 18) emits particles.
type Particle struct {
	Origin   Vec3
	Velocity Vec3 // in 16ths of a unit, as sent
	Count    uint8
	Color    uint8 // palette index: 73 is blood
}

// Damage (message 19) reports damage taken by the recorder.
type Damage struct {
	Armor, Health uint8 // points lost
	Origin        Vec3  // of the attack, zero for drowning and burning
}

// Baseline is the state to which an entity's updates are relative. Its fields are sent as bytes in messages 20 and 22,
// as shorts in DarkPlaces' messages 55 and 56, and with a mask in FitzQuake's messages 42 and 43.
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

// SpawnStatic (messages 20, 43 and 56) adds an entity that never changes.
type SpawnStatic struct {
	ID uint8 // 20, 43 or 56; 0 is 20
	Baseline
}

// SpawnBaseline (messages 22, 42 and 55) sets an entity's baseline.
type SpawnBaseline struct {
	ID     uint8 // 22, 42 or 55; 0 is 22
	Entity uint16
	Baseline
}

// TempEntity (message 23) describes a brief effect. Its type determines which fields are used.
type TempEntity struct {
	Type     Temp    `text:"always"`
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
	// Data is the content of a type that only the game's own program can decode, as in DarkPlaces. It extends to the
	// next readable message.
	Data []byte `text:"hex"`
}

// SetPause (message 24) pauses the game, or resumes it if Paused is 0.
type SetPause struct{ Paused uint8 }

// SignonNum (message 25) starts stage 1, 2 or 3 of joining the game.
type SignonNum struct{ Stage uint8 }

// SpawnStaticSound (message 29, FitzQuake message 44 or DarkPlaces message 59) starts an ambient sound.
type SpawnStaticSound struct {
	ID          uint8 // 29, 44 or 59; 0 is 29
	Origin      Vec3
	Sound       uint16
	Volume      uint8
	Attenuation uint8 // in 64ths
}

// CDTrack (message 32) selects the music.
type CDTrack struct{ Track, Loop uint8 }

// ShowLMP (message 35, Nehahra and DarkPlaces) shows an image.
type ShowLMP struct {
	Slot, File []byte
	X, Y       int16
}

// Fog (FitzQuake message 41) sets the fog.
type Fog struct {
	Density          uint8 // in 255ths
	Red, Green, Blue uint8
	Time             uint16 // to fade in, in 100ths of a second
}

// NehahraFog (Nehahra message 51) sets the fog. If Enabled is 0, the other fields are not sent.
type NehahraFog struct {
	Enabled          uint8
	Density          float32
	Red, Green, Blue uint8
}

// SkyboxSize (Nehahra message 50) sets the size of the sky.
type SkyboxSize struct{ Size float32 }

// LocalSound (QuakeSpasm message 56) plays a sound that only the recorder hears.
type LocalSound struct {
	Mask  uint8 // 16: Sound is a short
	Sound uint16
}

// Download (DarkPlaces message 50) contains a chunk of a file. The file is never saved to disk.
type Download struct {
	Start uint32
	Data  []byte `text:"hex"`
}

// Effect plays a sprite animation once. It is DarkPlaces message 52, or message 53, which has wider fields.
type Effect struct {
	ID         uint8 // 52 or 53; 0 is 52
	Origin     Vec3
	Model      uint16
	StartFrame uint16
	Frames     uint8
	Rate       uint8 // frames a second
}

// Precache (message 54, DarkPlaces 6 and later) adds a model or a sound to the level's list. Bit 15 of Index is set for
// a sound.
type Precache struct {
	Index uint16
	File  []byte
}

// TrailParticles (DarkPlaces message 60) draws a trail of particles.
type TrailParticles struct {
	Entity     uint16
	Effect     uint16
	Start, End Vec3
}

// PointParticles emits particles at a point. It is DarkPlaces message 61, or message 62, which omits Velocity and
// Count.
type PointParticles struct {
	ID       uint8 // 61 or 62; 0 is 61
	Effect   uint16
	Origin   Vec3
	Velocity Vec3
	Count    uint16
}

// CSQCEntities (DarkPlaces message 58) contains data for a program that the server sent to the client. The length of
// the data is known only to that program, so Data extends to the next message that can be decoded.
type CSQCEntities struct{ Data []byte }
