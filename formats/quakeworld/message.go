package quakeworld

import (
	"time"

	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// Message is any message of the format, and what stands outside of messages: a
// pointer to one of the documented structs of this package.
type Message interface{ layout(*coder) }

// Handler takes what a [Decoder] finds, in the order of the demo. Messages are
// valid during the call only: the next one uses the same memory. Byte slices in
// them are parts of the demo and stay valid as long as it does; they must not be
// changed.
type Handler interface{ Handle(Message) }

// HandlerFunc is a function as a Handler.
type HandlerFunc func(Message)

// Handle calls f.
func (f HandlerFunc) Handle(m Message) { f(m) }

// Vec3 is a place in Quake units (x east, y north, z up), a velocity in units
// per second, or angles in degrees (pitch down, yaw counter-clockwise, roll).
type Vec3 = [3]float32

// Kind is what a block holds.
type Kind uint8

// The kinds of blocks. A .qwd has the first three.
const (
	KindCommand  Kind = iota // what the recorder pressed
	KindRead                 // a packet of the server
	KindSequence             // sequence numbers
	KindMultiple             // messages to the players of a mask; hidden data if it is 0
	KindSingle               // messages to one player
	KindStats                // status bar of one player
	KindAll                  // messages to all players
)

// ConnectionlessSequence in Block.Sequence marks a packet outside of the game.
const ConnectionlessSequence = 0xffffffff

// Block is the frame of what follows, up to the next Block.
type Block struct {
	// Offset is the place of the block in the demo.
	Offset int64 `text:"-"`
	// Clock is the time since the demo's start.
	Clock time.Duration `text:"-"`
	// Seconds is the recorder's clock (.qwd).
	Seconds float32
	// Delta is the time since the last block in milliseconds (.mvd).
	Delta uint8
	// Code is the byte with the kind in its low 3 bits and, in a .mvd, the
	// player of KindSingle and KindStats above.
	Code uint8 `text:"always"`
	// Players has the bit of each player that KindMultiple is for.
	Players uint32
	// Size is the number of bytes that follow, as the block announces it; of
	// the kinds that have it.
	Size int32
	// Sequence and Acknowledged are the packet's numbers (.qwd, KindRead), with
	// bit 31 for reliable data. Sequence can be ConnectionlessSequence.
	Sequence, Acknowledged uint32
	// Cut is set if the demo ends before the block does, WrongSize if the block
	// has another size than it announces.
	Cut, WrongSize bool
}

// Kind is the block's kind.
func (b *Block) Kind() Kind { return Kind(b.Code & 7) }

// Player is the player that KindSingle and KindStats are for.
func (b *Block) Player() int { return int(b.Code >> 3) }

// To reports whether the block's messages reach a player.
func (b *Block) To(player int) bool {
	switch b.Kind() {
	case KindMultiple:
		return b.Players>>player&1 != 0
	case KindSingle, KindStats:
		return b.Player() == player
	}
	return true
}

// Hidden reports whether the block holds [Hidden] records, not messages.
func (b *Block) Hidden() bool { return b.Kind() == KindMultiple && b.Players == 0 }

// Connectionless reports whether the block is a packet outside of the game.
func (b *Block) Connectionless() bool {
	return b.Kind() == KindRead && b.Sequence == ConnectionlessSequence
}

// Command is what the recorder pressed and saw, the content of KindCommand.
type Command struct {
	Msec    uint8 // time that it lasts
	Padding [3]byte
	Angles  Vec3  // where the recorder looks, as sent: in steps of 360/65536
	Forward int16 // wished speeds
	Side    int16
	Up      int16
	Buttons uint8 // 1 attack, 2 jump
	Impulse uint8
	// View is where the recorder looks, exactly.
	View Vec3
}

// SequenceInfo is the content of KindSequence.
type SequenceInfo struct{ Outgoing, Incoming uint32 }

// Connectionless is a packet outside of the game: its number, a byte, and mostly a
// text. [Connectionless.ID] is 2 with "EndOfDemo" at the end of a
// demo.
type Connectionless struct {
	Data []byte `text:"zeroes"`
}

// ID is the packet's number: 2 disconnect, 'B' command, 'c' challenge, 'j'
// connection, 'k' ping, 'n' print; 0 if there is none.
func (c *Connectionless) ID() uint8 {
	if len(c.Data) == 0 {
		return 0
	}
	return c.Data[0]
}

// Raw is a stretch of bytes that could not be understood; [Decoder.Damage]
// says why. It stands where the bytes stand: behind the messages of a block,
// or between blocks.
type Raw struct {
	Offset int64  `text:"-"`
	Data   []byte `text:"hex"`
	// Outside is set if the bytes belong to no block.
	Outside bool
}

// empty is embedded in messages that are nothing but their number.
type empty struct{}

type (
	Nop           struct{ empty } // message 1, keeps the connection
	KilledMonster struct{ empty } // message 27
	FoundSecret   struct{ empty } // message 28
	SellScreen    struct{ empty } // message 33
	SmallKick     struct{ empty } // message 34, of a shot
	BigKick       struct{ empty } // message 35
)

// StuffText is a console command for the client, message 9. Like all texts it
// is in Quake's character set, without the zero byte at its end.
type StuffText struct{ Text []byte }

// CenterPrint is a text in the middle of the screen, message 26.
type CenterPrint struct{ Text []byte }

// Finale ends an episode with a text, message 31.
type Finale struct{ Text []byte }

// Disconnect ends the game, message 2. Only a .mvd has a text.
type Disconnect struct {
	HasText bool
	Text    []byte
}

// UpdateStat sets one number of the status bar, messages 3 (byte) and 38
// (long).
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
	Volume      uint8  // 255 is full
	Attenuation uint8  // in 64ths
	Entity      uint16
	Channel     uint8
	Sound       uint16 // index into the level's sounds, from 1
	Speed       uint16 // of 55
	Delay       int16  // of 55, ms
	Pitch       uint8  // of 55, percent
	Origin      Vec3
}

// Time is a server time in seconds, message 7. Few servers send it.
type Time struct{ Seconds float32 }

// Print is a text, message 8.
type Print struct {
	Level uint8 // see the Print constants
	Text  []byte
}

// Levels of [Print].
const (
	PrintLow    = 0 // pick-ups
	PrintMedium = 1 // obituaries
	PrintHigh   = 2
	PrintChat   = 3
)

// SetAngle turns the view, message 10.
type SetAngle struct {
	// Player is whose view, in a .mvd. In a .qwd of servers that give it, it is
	// the reason: 1 teleport, 2 spawn.
	Player uint8
	Angles Vec3
}

// Extension is a magic before the protocol number and its flags.
type Extension = wire.Extension

// ServerData begins a level, message 11.
type ServerData struct {
	Extensions  []Extension
	Protocol    int32
	ServerCount int32 // of levels since the server started
	GameDir     []byte
	// Client has the recorder's number in its low 7 bits; bit 7 is set for a
	// spectator (.qwd).
	Client uint8
	// Slots is how many players there can be, of FTE servers that tell it.
	Slots uint8
	// Seats are the players of the recorder's screens, of FTE servers that split
	// it; the first is in Client, too.
	Seats []uint16
	// Seconds is the server's time (.mvd).
	Seconds   float32
	LevelName []byte
	// Move are the numbers of the player's motion (protocol 25 and later).
	Move MoveVars
	// Layout is the protocol of the messages that follow, valid until the next
	// ServerData. The Decoder sets it; an Encoder finds it where it is nil.
	Layout *Protocol `json:"-"`
}

// MoveVars are the rules of motion.
type MoveVars struct {
	Gravity, StopSpeed, MaxSpeed, SpectatorMaxSpeed, Accelerate, AirAccelerate,
	WaterAccelerate, Friction, WaterFriction, EntGravity float32
}

// LightStyle is how a group of lights flickers, message 12: letters from a
// (dark) to z, ten a second.
type LightStyle struct {
	Style uint8
	Map   []byte
}

// UpdateFrags is a player's score, message 14.
type UpdateFrags struct {
	Player uint8
	Frags  int16
}

// StopSound stops a sound, message 16.
type StopSound struct {
	Entity  uint16 // 13 bits
	Channel uint8
}

// Damage tells a player that it was hit, message 19.
type Damage struct {
	Armor, Health uint8
	Origin        Vec3 // where it came from, zero for drowning and burning
}

// SpawnStatic puts down an entity that never changes, message 20.
type SpawnStatic struct{ Baseline }

// SpawnBaseline gives an entity its baseline, message 22.
type SpawnBaseline struct {
	Entity uint16
	Baseline
}

// Baseline is how an entity looks when nothing else is said.
type Baseline struct {
	Model, Frame, Colormap, Skin uint8
	Origin, Angles               Vec3
}

// TempEntity is a short effect, message 23.
type TempEntity struct {
	Type   uint8  `text:"always"`
	Count  uint8  // of particles
	Entity uint16 // whose beam it is
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

// SetPause stops (not 0) and starts (0) the game, message 24.
type SetPause struct{ Paused uint8 }

// SpawnStaticSound starts a sound that stays at a place, message 29.
type SpawnStaticSound struct {
	Origin      Vec3
	Sound       uint8
	Volume      uint8
	Attenuation uint8
}

// Intermission ends the match, message 30: the camera moves to a place.
type Intermission struct{ Origin, Angles Vec3 }

// CDTrack is the music, message 32.
type CDTrack struct{ Track uint8 }

// UpdatePing is a player's ping in ms, message 36.
type UpdatePing struct {
	Player uint8
	Ping   int16
}

// UpdateEnterTime is since when a player is there, in seconds before now,
// message 37.
type UpdateEnterTime struct {
	Player  uint8
	Seconds float32
}

// MuzzleFlash lights up an entity, message 39. Entity n+1 is player n.
type MuzzleFlash struct{ Entity uint16 }

// UpdateUserInfo is all that is known of a player, message 40: keys and
// values, each behind a backslash. UserID 0 and no text means nobody.
type UpdateUserInfo struct {
	Player uint8
	UserID int32
	Info   []byte
}

// Download is a part of a file, message 41. It is never written anywhere.
// With the extension for chunks it is a number of 1024 bytes, or below 0 the
// start with size and name.
type Download struct {
	Size    int16 // as sent: negative where there is no data
	Percent uint8
	Chunk   int32 // of the extension
	Total   int32 // of the extension, if Chunk is negative
	Name    []byte
	Data    []byte `text:"hex"`
}

// Nail is a flying nail, told in few bits.
type Nail struct {
	Number     uint8 // message 54 only
	Origin     Vec3  // in steps of 2 units
	Pitch, Yaw float32
}

// Nails are all the flying nails in sight, messages 43 and 54 (with numbers,
// .mvd).
type Nails struct {
	ID    uint8 // 43 or 54; 0 is 43
	Nails []Nail
}

// ChokeCount is how many packets the server held back, message 44.
type ChokeCount struct{ Count uint8 }

// ModelList is a part of the list of models, message 45 or, with a wide First,
// 60 (FTE).
type ModelList struct{ NameList }

// SoundList is a part of the list of sounds, message 46 or, with a wide First,
// 56 (FTE).
type SoundList struct{ NameList }

// NameList is a part of a list of names.
type NameList struct {
	ID uint8 // 0 is the one that is not wide
	// First is the index before the first name (protocol 26 and later). The
	// index of Names[i] is First+i+1.
	First uint16
	Names [][]byte
	// Next is where the list goes on; 0 at its end.
	Next uint8
}

// MaxSpeed is the fastest that the player may run, message 49.
type MaxSpeed struct{ Speed float32 }

// EntGravity is a factor of gravity, message 50.
type EntGravity struct{ Gravity float32 }

// SetInfo changes a player's info, message 51.
type SetInfo struct {
	Player     uint8
	Key, Value []byte
}

// ServerInfo changes the server's info, message 52.
type ServerInfo struct{ Key, Value []byte }

// UpdatePL is a player's packet loss in percent, message 53.
type UpdatePL struct{ Player, Loss uint8 }

// SpawnDelta is a static entity (message 21) or a baseline (66) as a
// difference to nothing, of FTE.
type SpawnDelta struct {
	ID uint8
	EntityDelta
	// Replacement is the difference where the level has replacement deltas.
	Replacement fte.Delta
}

// UpdateEntities are the changes of all entities, also of players, where the
// level has replacement deltas, message 86.
type UpdateEntities struct{ fte.Entities }

// Extra is a message of FTE or ezQuake that says nothing about the match
// (voices, particles, pictures, data of programs): it is kept as bytes.
type Extra struct {
	ID   uint8
	Data []byte `text:"hex"`
}
