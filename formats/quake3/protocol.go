package quake3

import "fragscope/formats/wire"

// Protocol describes how one version of the format differs from other versions. Protocols are shared, so they must not
// be modified.
type Protocol struct {
	// Number is the protocol number. Numbers lists all protocols with the same encoding.
	Number  int
	Numbers []int
	// Stated is the protocol number that servers declare, if it is not in Numbers.
	Stated int
	// Game names the game if it is neither Quake III nor Quake Live; see [Family].
	Game string
	// QuakeLive is set if the game is Quake Live rather than Quake III.
	QuakeLive bool

	// Compressed is set if messages are Huffman-coded.
	Compressed bool
	// HasAcknowledge is set if messages start with the reliable acknowledge.
	HasAcknowledge bool
	// HasClientCommand is set if snapshots start with the number of the client's last command.
	HasClientCommand bool
	// HasGamestateTail is set if gamestates end with the client number and the checksum feed.
	HasGamestateTail bool
	// MaskedDeltas is set if deltas have a mask of fields (43 to 48) rather than a field count (66 and up).
	MaskedDeltas bool
	// UTF8 is set if text is UTF-8. Otherwise it consists of single bytes; games show '%' and bytes above 127 as '.'.
	UTF8 bool

	// Entity and Player list the fields in transmission order.
	Entity, Player []Field
	// Lists describes the arrays of the playerstate in transmission order. It is nil if they are the four arrays of Quake
	// III.
	Lists []List
	// Shared lists the fields of the server's own data about an entity, which only TV servers send (together with the
	// states of all players). It is nil for all other demos.
	Shared []Field
	// MoreConfigstrings is set if configstrings are numbered up to 2047.
	MoreConfigstrings bool
	// DownloadAddress is set if a download may be an address instead.
	DownloadAddress bool

	// The fields, compiled for reading.
	entityCodes, playerCodes, sharedCodes []fieldCode
	// kinds holds the table row of each command byte, or 0 if there is none.
	kinds  [svcLast + 1]uint8
	family *Family

	GameNumbers
}

// GameNumbers holds the game module's constants that differ between protocols.
type GameNumbers struct {
	// EventBase is the lowest entity type that is an event. The event number is the type minus EventBase.
	EventBase uint32
	// EvObituary is the number of the obituary event. In that event EntOtherEntityNum is the victim, EntOtherEntityNum2
	// the attacker and EntEventParm the cause.
	EvObituary uint32
	// CsModels, CsSounds and CsPlayers are the numbers of the configstrings for model, sound and player 0. Add the
	// number of the model, sound or player.
	CsModels, CsSounds, CsPlayers int
	// CsGameVersion, CsLevelStart, CsIntermission, CsFlagStatus and CsItems are the numbers of the configstrings for
	// the name of the game, the server time at which the level started, the intermission flag, the status of
	// the flags, and the items in the level ('1' for each).
	CsGameVersion, CsLevelStart, CsIntermission, CsFlagStatus, CsItems int
}

// Configstrings with the same number in all protocols.
const (
	CsServerinfo = 0 // see [Info]: mapname, g_gametype, protocol, ...
	CsSysteminfo = 1 // see [Info]: fs_game, pmove_msec, ...
	CsMusic      = 2
	CsMessage    = 3 // title of the map
	CsWarmup     = 5 // server time of the end of the warm-up
	CsScores1    = 6 // best or red score
	CsScores2    = 7 // second or blue score
)

// Limits and numbers common to all protocols.
const (
	MaxConfigstrings = 1024 // configstrings are numbered below this
	MaxEntities      = 1024 // entities are numbered below MaxEntities-1
	WorldEntity      = 1022 // the world as an entity number
	NoEntity         = 1023 // no entity; ends the list of entities
	MaxClients       = 64   // entities below this are players
	SnapshotBackup   = 32   // snapshots kept as bases for deltas
	EventToggle      = 0x300
	MaxBlock         = 1 << 16 // a longer block is damage; engines stop at 16384
)

// The trajectory types of EntPosType and EntAposType.
const (
	TrStationary  = iota
	TrInterpolate // set with each snapshot
	TrLinear
	TrLinearStop // linear until the end of the duration
	TrSine       // base + sin(time / duration) * delta
	TrGravity
)

// The entity types below [Protocol.EventBase].
const (
	EtGeneral = iota
	EtPlayer
	EtItem
	EtMissile
	EtMover
	EtBeam
	EtPortal
	EtSpeaker
	EtPushTrigger
	EtTeleportTrigger
	EtInvisible
	EtGrapple
	EtTeam // not in protocol 43 and 45
)

var (
	arena43 = GameNumbers{
		EventBase: 12, EvObituary: 58,
		CsModels: 32, CsSounds: 288, CsPlayers: 544,
		CsGameVersion: 12, CsLevelStart: 13, CsIntermission: 14, CsFlagStatus: 15, CsItems: 27,
	}
	arena = GameNumbers{
		EventBase: 13, EvObituary: 60,
		CsModels: 32, CsSounds: 288, CsPlayers: 544,
		CsGameVersion: 20, CsLevelStart: 21, CsIntermission: 22, CsFlagStatus: 23, CsItems: 27,
	}
	live = GameNumbers{
		EventBase: 13, EvObituary: 58,
		CsModels: 17, CsSounds: 273, CsPlayers: 529,
		CsGameVersion: 12, CsLevelStart: 13, CsIntermission: 14, CsFlagStatus: 658, CsItems: 15,
	}
)

// List describes one of the arrays of a playerstate.
type List struct {
	// Name is the array's name in the text form. First is the number of its first element there.
	Name  string
	First int
	// Bits is the width of an element, 16 or 32.
	Bits uint
	// Announced is the number of lists, starting with this one, that are preceded by a common bit, which is set if any
	// of them is sent. It is 0 if there is no such bit.
	Announced int
}

// protocols are all protocols of Quake III, the most frequent first.
var protocols = []*Protocol{
	{
		Number: 68, Numbers: []int{66, 67, 68, 71, 72}, Compressed: true, HasAcknowledge: true, HasGamestateTail: true,
		Entity: entity68, Player: player68, GameNumbers: arena,
	},
	{
		Number: 43, Numbers: []int{43, 45}, HasClientCommand: true, MaskedDeltas: true,
		Entity: entity43, Player: player43, GameNumbers: arena43,
	},
	{
		Number: 48, Numbers: []int{46, 48}, HasAcknowledge: true, MaskedDeltas: true,
		Entity: entity48, Player: player48, GameNumbers: arena,
	},
	{
		Number: 73, Numbers: []int{73}, QuakeLive: true, Compressed: true, HasAcknowledge: true, HasGamestateTail: true,
		Entity: entity73, Player: player68, GameNumbers: live,
	},
	{
		Number: 90, Numbers: []int{90}, QuakeLive: true, Compressed: true, HasAcknowledge: true, HasGamestateTail: true,
		Entity: entity90, Player: player90, GameNumbers: live,
	},
	{
		Number: 91, Numbers: []int{91}, QuakeLive: true, UTF8: true, Compressed: true, HasAcknowledge: true,
		HasGamestateTail: true, Entity: entity91, Player: player91, GameNumbers: live,
	},
}

// TV reports whether demos in protocol p contain the states of all players.
func (p *Protocol) TV() bool { return p.Shared != nil }

// configstrings is the number above that of the last configstring.
func (p *Protocol) configstrings() int {
	if p.MoreConfigstrings {
		return 2 * MaxConfigstrings
	}
	return MaxConfigstrings
}

func (p *Protocol) coding() *wire.Coding {
	if p.Compressed {
		return wire.Huffman()
	}
	return wire.Plain()
}

// endCode returns the command that ends a block.
func (p *Protocol) endCode() uint8 {
	if p.MaskedDeltas {
		return svcBad
	}
	return svcEnd
}

// usualSize returns the usual size, in bits, of a block whose last command ends at bit n. Since protocol 66, engines
// count the byte in use or, if the command ends at a byte boundary, one more byte.
func (p *Protocol) usualSize(kind EndKind, n int) int {
	if kind == EndMarker && !p.MaskedDeltas {
		return n&^7 + 8
	}
	return (n + 7) &^ 7
}

// ProtocolOf returns the protocol with the given number, or nil if it is unknown. The known numbers are 43, 45, 46, 48,
// 66, 67, 68, 71, 72, 73, 90 and 91.
func ProtocolOf(number int) *Protocol { return family.ProtocolOf(number) }

// Text converts raw text, such as a configstring or a server command, to a form that can be displayed. If the protocol
// uses UTF-8, the text is unchanged. Otherwise, '%' and all bytes above 127 become '.', as in the games.
func (p *Protocol) Text(raw []byte) string {
	if p.UTF8 {
		return string(raw)
	}
	out := make([]byte, len(raw))
	for i, c := range raw {
		if c > 127 || c == '%' {
			c = '.'
		}
		out[i] = c
	}
	return string(out)
}
