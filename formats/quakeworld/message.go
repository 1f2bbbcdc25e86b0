package quakeworld

import (
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// Message is any message of the format, or other content of a demo: a pointer to one of the documented structs of this
// package.
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

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks. A .qwd has the first three only.
const (
	KindCommand  Kind = iota // the recorder's input
	KindRead                 // a packet of the server
	KindSequence             // sequence numbers
	KindMultiple             // messages to several players; hidden data if to none
	KindSingle               // messages to one player
	KindStats                // status bar of a player
	KindAll                  // messages to all players
)

// ConnectionlessSequence in Block.Sequence marks a packet outside the game.
const ConnectionlessSequence = 0xffffffff

// Block is the frame of the messages up to the next Block.
type Block struct {
	// Offset is the block's offset in the demo.
	Offset int64 `text:"-"`
	// Clock is the time since the demo's start.
	Clock time.Duration `text:"-"`
	// Seconds is the recorder's clock (.qwd).
	Seconds float32
	// Delta is the time since the last block in milliseconds (.mvd).
	Delta uint8
	// Code has the kind in its low 3 bits and, in a .mvd, the player of KindSingle and KindStats above them.
	Code uint8 `text:"always"`
	// Players has a bit for each player that a KindMultiple block is to.
	Players uint32
	// Size is the size of the content according to the block, in bytes, for the kinds that have one.
	Size int32
	// Sequence and Acknowledged are the packet's numbers (.qwd, KindRead), with bit 31 for reliable data. Sequence may
	// be ConnectionlessSequence.
	Sequence, Acknowledged uint32
	// Cut is set if the demo ends inside the block, WrongSize if the block's size is not the one that it announces.
	Cut, WrongSize bool
}

// Kind returns the block's kind.
func (b *Block) Kind() Kind { return Kind(b.Code & 7) }

// Player returns the player that a KindSingle or KindStats block is to.
func (b *Block) Player() int { return int(b.Code >> 3) }

// To reports whether the block's messages are to player.
func (b *Block) To(player int) bool {
	switch b.Kind() {
	case KindMultiple:
		return b.Players>>player&1 != 0
	case KindSingle, KindStats:
		return b.Player() == player
	}
	return true
}

// Hidden reports whether the block holds [Hidden] records instead of messages.
func (b *Block) Hidden() bool { return b.Kind() == KindMultiple && b.Players == 0 }

// Connectionless reports whether the block is a packet outside the game.
func (b *Block) Connectionless() bool {
	return b.Kind() == KindRead && b.Sequence == ConnectionlessSequence
}

// Command is the recorder's input and view, the content of KindCommand.
type Command struct {
	Msec    uint8 // its duration
	Padding [3]byte
	Angles  Vec3  // view angles as sent, in steps of 360/65536
	Forward int16 // desired speeds
	Side    int16
	Up      int16
	Buttons uint8 // 1 attack, 2 jump
	Impulse uint8
	// View is the view angles, exactly.
	View Vec3
}

// SequenceInfo is the content of KindSequence.
type SequenceInfo struct{ Outgoing, Incoming uint32 }

// Connectionless is a packet outside the game: a byte with its number, then mostly text. At the end of a demo
// [Connectionless.ID] is 2 and the text "EndOfDemo".
type Connectionless struct {
	Data []byte `text:"zeroes"`
}

// ID returns the packet's number: 2 disconnect, 'B' command, 'c' challenge, 'j' connection, 'k' ping, 'n' print; 0 if
// it has none.
func (c *Connectionless) ID() uint8 {
	if len(c.Data) == 0 {
		return 0
	}
	return c.Data[0]
}

// Raw is a stretch of bytes that could not be understood; [Decoder.Damage] says why. Its place is that of the bytes:
// after the messages of a block, or between blocks.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// Outside is set if the bytes belong to no block.
	Outside bool
}

// empty is embedded in messages without content.
type empty struct{}

type (
	Nop           struct{ empty } // message 1, keeps the connection alive
	KilledMonster struct{ empty } // message 27
	FoundSecret   struct{ empty } // message 28
	SellScreen    struct{ empty } // message 33
	SmallKick     struct{ empty } // message 34, a shot's recoil
	BigKick       struct{ empty } // message 35
)

// StuffText is a console command for the client to run, message 9. Like all texts it is in Quake's character set,
// without its terminating zero byte.
type StuffText struct{ Text []byte }

// CenterPrint is text for the middle of the screen, message 26.
type CenterPrint struct{ Text []byte }

// Finale is the text at the end of an episode, message 31.
type Finale struct{ Text []byte }

// Disconnect ends the game, message 2. It has a text in a .mvd only.
type Disconnect struct {
	HasText bool
	Text    []byte
}

// UpdateStat sets a number of the status bar, messages 3 (byte) and 38 (long).
type UpdateStat struct {
	ID    uint8 // 3 or 38; 0 is 38
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
	StatItems         = 15
	StatViewHeight    = 16 // ZQuake
	StatTime          = 17 // ZQuake: server time in ms
)

// Sound starts a sound at a place, messages 6 and 55 (FTE).
type Sound struct {
	ID          uint8  // 6 or 55; 0 is 6
	Mask        uint16 // of 6: bits 13 to 15 as sent; of 55: the whole mask
	Volume      uint8  // 255 is full volume
	Attenuation uint8  // in 64ths
	Entity      uint16
	Channel     uint8
	Sound       uint16 // index into the level's sounds, from 1
	Speed       uint16 // of 55
	Delay       int16  // of 55, ms
	Pitch       uint8  // of 55, percent
	Origin      Vec3
}

// Time is the server time in seconds, message 7. Few servers send it.
type Time struct{ Seconds float32 }

// Print is text for the console, message 8.
type Print struct {
	Level uint8 // see the Print constants
	Text  []byte
}

// Levels of [Print].
const (
	PrintLow    = 0 // pickups
	PrintMedium = 1 // obituaries
	PrintHigh   = 2
	PrintChat   = 3
)

// SetAngle turns the view, message 10.
type SetAngle struct {
	// Player is the player whose view turns, in a .mvd. In a .qwd it is the reason, if the server sends one: 1
	// teleport, 2 spawn.
	Player uint8
	Angles Vec3
}

// Extension is a magic ahead of the protocol number and its flags.
type Extension = wire.Extension

// ServerData starts a level, message 11.
type ServerData struct {
	Extensions  []Extension
	Protocol    int32
	ServerCount int32 // levels since the server started
	GameDir     []byte
	// Client has the recorder's number in its low 7 bits; bit 7 is set for a spectator (.qwd).
	Client uint8
	// Slots is the number of player slots, if an FTE server sends it.
	Slots uint8
	// Seats are the recorder's players on an FTE server with split screen; the first is in Client, too.
	Seats []uint16
	// Seconds is the server's time (.mvd).
	Seconds   float32
	LevelName []byte
	// Move are the physics settings (protocol 25 and later).
	Move MoveVars
	// Layout is the protocol of the messages up to the next ServerData. The Decoder sets it; an Encoder works it out if
	// nil.
	Layout *Protocol `json:"-"`
}

// MoveVars are the server's physics settings.
type MoveVars struct {
	Gravity, StopSpeed, MaxSpeed, SpectatorMaxSpeed, Accelerate, AirAccelerate,
	WaterAccelerate, Friction, WaterFriction, EntGravity float32
}

// LightStyle sets the flicker of a group of lights, message 12: letters from a (dark) to z, ten a second.
type LightStyle struct {
	Style uint8
	Map   []byte
}

// UpdateFrags sets a player's score, message 14.
type UpdateFrags struct {
	Player uint8
	Frags  int16
}

// StopSound stops a sound, message 16.
type StopSound struct {
	Entity  uint16 // 13 bits
	Channel uint8
}

// Damage reports that a player was hit, message 19.
type Damage struct {
	Armor, Health uint8
	Origin        Vec3 // of the attack, zero for drowning and burning
}

// SpawnStatic adds an entity that never changes, message 20.
type SpawnStatic struct{ Baseline }

// SpawnBaseline sets an entity's baseline, message 22.
type SpawnBaseline struct {
	Entity uint16
	Baseline
}

// Baseline is an entity's default look.
type Baseline struct {
	Model, Frame, Colormap, Skin uint8
	Origin, Angles               Vec3
}

// TempEntity is a brief effect, message 23.
type TempEntity struct {
	Type   uint8  `text:"always"`
	Count  uint8  // of particles
	Entity uint16 // owner of a beam
	Origin Vec3
	End    Vec3
	Colors [2]uint8
}

// Types of [TempEntity].
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
	TempBlood
	TempLightningBlood
)

// SetPause pauses (not 0) or resumes (0) the game, message 24.
type SetPause struct{ Paused uint8 }

// SpawnStaticSound starts an ambient sound, message 29.
type SpawnStaticSound struct {
	Origin      Vec3
	Sound       uint8
	Volume      uint8
	Attenuation uint8
}

// Intermission ends the match and moves the camera, message 30.
type Intermission struct{ Origin, Angles Vec3 }

// CDTrack sets the music, message 32.
type CDTrack struct{ Track uint8 }

// UpdatePing sets a player's ping in ms, message 36.
type UpdatePing struct {
	Player uint8
	Ping   int16
}

// UpdateEnterTime sets how long ago a player joined, in seconds, message 37.
type UpdateEnterTime struct {
	Player  uint8
	Seconds float32
}

// MuzzleFlash lights up an entity, message 39. Entity n+1 is player n.
type MuzzleFlash struct{ Entity uint16 }

// UpdateUserInfo is all of a player's info, message 40: keys and values, each after a backslash. UserID 0 and no text
// mean that the slot is free.
type UpdateUserInfo struct {
	Player uint8
	UserID int32
	Info   []byte
}

// Download is part of a file, message 41. It is never written anywhere. With the extension for chunks it is the chunk
// of 1024 bytes with a number, or if that is negative the start with size and name.
type Download struct {
	Size    int16 // as sent: negative if there is no data
	Percent uint8
	Chunk   int32 // of the extension
	Total   int32 // of the extension, if Chunk is negative
	Name    []byte
	Data    []byte `text:"hex"`
}

// Nail is a flying nail, packed into few bits.
type Nail struct {
	Number     uint8 // message 54 only
	Origin     Vec3  // in steps of 2 units
	Pitch, Yaw float32
}

// Nails are all flying nails in sight, messages 43 and 54 (with numbers, .mvd).
type Nails struct {
	ID    uint8 // 43 or 54; 0 is 43
	Nails []Nail
}

// ChokeCount is how many packets the server held back, message 44.
type ChokeCount struct{ Count uint8 }

// ModelList is part of the list of models, message 45 or, with a wide First, 60 (FTE).
type ModelList struct{ NameList }

// SoundList is part of the list of sounds, message 46 or, with a wide First, 56 (FTE).
type SoundList struct{ NameList }

// NameList is part of a list of names.
type NameList struct {
	ID uint8 // 0 is the one with a narrow First
	// First is the index before the first name (protocol 26 and later). The
	// index of Names[i] is First+i+1.
	First uint16
	Names [][]byte
	// Next is where the list continues; 0 at its end.
	Next uint8
}

// MaxSpeed is the player's top speed, message 49.
type MaxSpeed struct{ Speed float32 }

// EntGravity is a gravity factor, message 50.
type EntGravity struct{ Gravity float32 }

// SetInfo changes one key of a player's info, message 51.
type SetInfo struct {
	Player     uint8
	Key, Value []byte
}

// ServerInfo changes one key of the server's info, message 52.
type ServerInfo struct{ Key, Value []byte }

// UpdatePL sets a player's packet loss in percent, message 53.
type UpdatePL struct{ Player, Loss uint8 }

// SpawnDelta is FTE's static entity (message 21) or baseline (66), sent as a difference to the empty state.
type SpawnDelta struct {
	ID uint8
	EntityDelta
	// Replacement is the difference if the level has replacement deltas.
	Replacement fte.Delta
}

// UpdateEntities are the changes to all entities, players included, if the level has replacement deltas, message 86.
type UpdateEntities struct{ fte.Entities }

// Extra is a message of FTE or ezQuake without meaning for the match (voices, particles, pictures, data of programs),
// undecoded.
type Extra struct {
	ID   uint8
	Data []byte `text:"hex"`
}
