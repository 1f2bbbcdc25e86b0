package quakeworld

import (
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// Message is a message or any other item in a demo. It is a pointer to one of this package's message structs.
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

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks. A .qwd has only the first three.
const (
	KindCommand  Kind = iota // the recorder's input
	KindRead                 // a server packet
	KindSequence             // sequence numbers
	KindMultiple             // messages to several players; hidden data if to none
	KindSingle               // messages to one player
	KindStats                // status bar of a player
	KindAll                  // messages to all players
)

// ConnectionlessSequence is the Block.Sequence of a connectionless packet. Such a packet is not part of the game.
const ConnectionlessSequence = 0xffffffff

// Block is the header of a block. It is followed by the block's messages.
type Block struct {
	// Offset is the block's offset in the demo.
	Offset int64 `text:"-"`
	// Clock is the time since the start of the demo.
	Clock time.Duration `text:"-"`
	// Seconds is the recorder's clock (.qwd).
	Seconds float32
	// Delta is the time since the last block in milliseconds (.mvd).
	Delta uint8
	// Code holds the kind in its low 3 bits and, for KindSingle and KindStats in a .mvd, the player in the high 5 bits.
	Code uint8 `text:"always"`
	// Players has a bit for each player who receives a KindMultiple block.
	Players uint32
	// Size is the content's size in bytes as stated in the block, for the kinds that state one.
	Size int32
	// Sequence and Acknowledged are the packet's sequence numbers (.qwd, KindRead), with bit 31 set for reliable data.
	// Sequence may be ConnectionlessSequence.
	Sequence, Acknowledged uint32
	// Cut is set if the demo ends inside the block. WrongSize is set if the block's actual size differs from the stated
	// size.
	Cut, WrongSize bool
}

// Kind returns the block's kind.
func (b *Block) Kind() Kind { return Kind(b.Code & 7) }

// Player returns the number of the player who receives a KindSingle or KindStats block.
func (b *Block) Player() int { return int(b.Code >> 3) }

// To reports whether the block is addressed to the given player, alone or among others.
func (b *Block) To(player int) bool {
	switch b.Kind() {
	case KindMultiple:
		return b.Players>>player&1 != 0
	case KindSingle, KindStats:
		return b.Player() == player
	}
	return true
}

// Hidden reports whether the block contains [Hidden] records instead of messages.
func (b *Block) Hidden() bool { return b.Kind() == KindMultiple && b.Players == 0 }

// Connectionless reports whether the block contains a connectionless packet.
func (b *Block) Connectionless() bool {
	return b.Kind() == KindRead && b.Sequence == ConnectionlessSequence
}

// Command holds the recorder's input and view angles. It is the content of a KindCommand block.
type Command struct {
	Msec    uint8 // its duration
	Padding [3]byte
	Angles  Vec3  // view angles as sent, in steps of 360/65536
	Forward int16 // desired speeds
	Side    int16
	Up      int16
	Buttons uint8 // 1 attack, 2 jump
	Impulse uint8
	// View holds the view angles at full precision.
	View Vec3
}

// SequenceInfo is the content of a KindSequence block.
type SequenceInfo struct{ Outgoing, Incoming uint32 }

// Connectionless is a packet that is not part of the game. Its data is a one-byte number, usually followed by text. The
// packet at the end of a demo has the number 2 and the text "EndOfDemo".
type Connectionless struct {
	Data []byte `text:"zeroes"`
}

// ID returns the packet's number: 2 (disconnect), 'B' (command), 'c' (challenge), 'j' (connection), 'k' (ping) or 'n'
// (print). If the packet is empty, ID returns 0.
func (c *Connectionless) ID() uint8 {
	if len(c.Data) == 0 {
		return 0
	}
	return c.Data[0]
}

// Raw holds bytes that could not be decoded. [Decoder.Damage] reports the reason. A Raw comes after the messages of a
// block, or between blocks.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// Outside is set if the bytes do not belong to a block.
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

// StuffText (message 9) is a console command that the client must execute. As in all messages, the text is in Quake's
// character set and does not include the terminating zero byte.
type StuffText struct{ Text []byte }

// CenterPrint (message 26) shows text in the centre of the screen.
type CenterPrint struct{ Text []byte }

// Finale (message 31) shows text at the end of an episode.
type Finale struct{ Text []byte }

// Disconnect (message 2) ends the connection. It contains text only in a .mvd.
type Disconnect struct {
	HasText bool
	Text    []byte
}

// UpdateStat sets a status bar value. Message 3 sends the value as a byte; message 38 sends it as a long.
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

// Sound (message 6, or FTE message 55) starts a sound at a position.
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

// Time (message 7) contains the server time, in seconds. Few servers send it.
type Time struct{ Seconds float32 }

// Print (message 8) prints text on the console.
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

// SetAngle (message 10) turns the view.
type SetAngle struct {
	// Player is the player whose view turns (.mvd). In a .qwd it is the reason, if the server sends one: 1 teleport, 2
	// spawn.
	Player uint8
	Angles Vec3
}

// Extension describes a protocol extension. It holds the extension's magic number, which is sent before the protocol
// number, and its flags.
type Extension = wire.Extension

// ServerData (message 11) starts a level.
type ServerData struct {
	Extensions  []Extension
	Protocol    int32
	ServerCount int32 // levels since the server started
	GameDir     []byte
	// Client holds the recorder's number in its low 7 bits. Bit 7 is set for a spectator (.qwd).
	Client uint8
	// Slots is the number of player slots, if an FTE server sends it.
	Slots uint8
	// Seats lists the recorder's players on an FTE server with split screen; the first is also in Client.
	Seats []uint16
	// Seconds is the server time (.mvd).
	Seconds   float32
	LevelName []byte
	// Move holds the physics settings (protocol 25 and later).
	Move MoveVars
	// Layout is the protocol of the messages up to the next ServerData. The Decoder sets it; if it is nil, an Encoder
	// derives it from the other fields.
	Layout *Protocol `json:"-"`
}

// MoveVars holds the server's physics settings.
type MoveVars struct {
	Gravity, StopSpeed, MaxSpeed, SpectatorMaxSpeed, Accelerate, AirAccelerate,
	WaterAccelerate, Friction, WaterFriction, EntGravity float32
}

// LightStyle (message 12) determines how a group of lights flickers. Each letter in Map is the brightness for a tenth
// of a second, from a (dark) to z (bright).
type LightStyle struct {
	Style uint8
	Map   []byte
}

// UpdateFrags (message 14) sets a player's score.
type UpdateFrags struct {
	Player uint8
	Frags  int16
}

// StopSound (message 16) stops a sound.
type StopSound struct {
	Entity  uint16 // 13 bits
	Channel uint8
}

// Damage (message 19) reports damage taken by a player.
type Damage struct {
	Armor, Health uint8
	Origin        Vec3 // of the attack, zero for drowning and burning
}

// SpawnStatic (message 20) adds an entity that never changes.
type SpawnStatic struct{ Baseline }

// SpawnBaseline (message 22) sets an entity's baseline.
type SpawnBaseline struct {
	Entity uint16
	Baseline
}

// Baseline is an entity's default state.
type Baseline struct {
	Model, Frame, Colormap, Skin uint8
	Origin, Angles               Vec3
}

// TempEntity (message 23) describes a brief effect.
type TempEntity struct {
	Type   Temp   `text:"always"`
	Count  uint8  // of particles
	Entity uint16 // owner of a beam
	Origin Vec3
	End    Vec3
	Colors [2]uint8
}

// SetPause (message 24) pauses the game, or resumes it if Paused is 0.
type SetPause struct{ Paused uint8 }

// SpawnStaticSound (message 29) starts an ambient sound.
type SpawnStaticSound struct {
	Origin      Vec3
	Sound       uint8
	Volume      uint8
	Attenuation uint8
}

// Intermission (message 30) ends the match and moves the camera.
type Intermission struct{ Origin, Angles Vec3 }

// CDTrack (message 32) selects the music.
type CDTrack struct{ Track uint8 }

// UpdatePing (message 36) sets a player's ping, in milliseconds.
type UpdatePing struct {
	Player uint8
	Ping   int16
}

// UpdateEnterTime (message 37) sets how long a player has been in the game, in seconds.
type UpdateEnterTime struct {
	Player  uint8
	Seconds float32
}

// MuzzleFlash (message 39) shows a muzzle flash at an entity. The entity of player n is n+1.
type MuzzleFlash struct{ Entity uint16 }

// UpdateUserInfo (message 40) sets a player's info, which consists of keys and values, each preceded by a backslash. If
// UserID is 0 and Info is empty, the slot is free.
type UpdateUserInfo struct {
	Player uint8
	UserID int32
	Info   []byte
}

// Download (message 41) contains a chunk of a file. The file is never saved to disk. With the extension for chunked
// downloads, each chunk has 1024 bytes, and Chunk is its number. A message with a negative Chunk starts a download, and
// contains the file's size and name.
type Download struct {
	Size    int16 // as sent: negative if there is no data
	Percent uint8
	Chunk   int32 // of the extension
	Total   int32 // of the extension, if Chunk is negative
	Name    []byte
	Data    []byte `text:"hex"`
}

// Nail describes a nail in flight. It is sent in a compact form.
type Nail struct {
	Number     uint8 // message 54 only
	Origin     Vec3  // in steps of 2 units
	Pitch, Yaw float32
}

// Nails (messages 43 and 54) lists all visible nails in flight. Message 54, which is used in a .mvd, includes their
// numbers.
type Nails struct {
	ID    uint8 // 43 or 54; 0 is 43
	Nails []Nail
}

// ChokeCount (message 44) contains the number of packets that the server held back.
type ChokeCount struct{ Count uint8 }

// ModelList contains a section of the model list. It is message 45, or FTE message 60, which has a wide First.
type ModelList struct{ NameList }

// SoundList contains a section of the sound list. It is message 46, or FTE message 56, which has a wide First.
type SoundList struct{ NameList }

// NameList is a section of the model or sound list.
type NameList struct {
	ID uint8 // 0 means the message with a narrow First
	// First is one less than the index of the first name (protocol 26 and later). The index of Names[i] is First+i+1.
	First uint16
	Names [][]byte
	// Next is the index at which the list continues, or 0 at its end.
	Next uint8
}

// MaxSpeed (message 49) sets the player's maximum speed.
type MaxSpeed struct{ Speed float32 }

// EntGravity (message 50) sets the player's gravity factor.
type EntGravity struct{ Gravity float32 }

// SetInfo (message 51) sets the value of one key in a player's info.
type SetInfo struct {
	Player     uint8
	Key, Value []byte
}

// ServerInfo (message 52) sets the value of one key in the server's info.
type ServerInfo struct{ Key, Value []byte }

// UpdatePL (message 53) sets a player's packet loss, in percent.
type UpdatePL struct{ Player, Loss uint8 }

// SpawnDelta adds a static entity (FTE message 21) or sets a baseline (FTE message 66). The state is sent as a delta
// from the empty state.
type SpawnDelta struct {
	ID uint8
	EntityDelta
	// Replacement is the delta if the level uses replacement deltas.
	Replacement fte.Delta
}

// UpdateEntities (message 86) contains the changes to all entities, including players. It is used on levels with
// replacement deltas.
type UpdateEntities struct{ fte.Entities }

// Extra is an FTE or ezQuake message that is not decoded, because it does not affect the match. It contains, for
// example, voice chat, particles, images or program data.
type Extra struct {
	ID   uint8
	Data []byte `text:"hex"`
}
