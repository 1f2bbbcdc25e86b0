package quake3

import (
	"slices"

	"fragscope/formats/wire"
)

// Protocol is what differs between the versions of the format. Values are
// shared and must not be changed.
type Protocol struct {
	// Number names the protocol; Numbers are all that are coded alike.
	Number  int
	Numbers []int
	// QuakeLive is set if the game is Quake Live and not Quake III.
	QuakeLive bool

	// Compressed is set if messages are Huffman coded.
	Compressed bool
	// HasAcknowledge is set if a message starts with the reliable
	// acknowledge.
	HasAcknowledge bool
	// HasClientCommand is set if a snapshot starts with the sequence of the
	// client's last command.
	HasClientCommand bool
	// HasGamestateTail is set if a gamestate ends with the client number and
	// the checksum feed.
	HasGamestateTail bool
	// MaskedDeltas is set if deltas have a mask of fields (43 to 48) instead
	// of a count of fields (from 66).
	MaskedDeltas bool
	// UTF8 is set if texts are UTF-8. Otherwise they are bytes, of which
	// games show those above 127, and '%', as '.'.
	UTF8 bool

	// Entity and Player are the fields in the order of transmission.
	Entity, Player []Field
	// The same, as they are read.
	entityCodes, playerCodes []fieldCode

	GameNumbers
}

// GameNumbers are the numbers of the game module that differ between protocols.
type GameNumbers struct {
	// EventBase is the first entity type that is an event of its own: the
	// event is the type less this.
	EventBase uint32
	// EvObituary is the number of the obituary event: victim
	// EntOtherEntityNum, attacker EntOtherEntityNum2, cause EntEventParm.
	EvObituary uint32
	// CsModels, CsSounds and CsPlayers are configstrings: model, sound or
	// player n is number n behind them.
	CsModels, CsSounds, CsPlayers int
	// CsGameVersion, CsLevelStart, CsIntermission, CsFlagStatus and CsItems are
	// configstrings: name of the game, server time at which the level started,
	// whether it is the intermission, where the flags are, and which items are in
	// the level ('1' for each).
	CsGameVersion, CsLevelStart, CsIntermission, CsFlagStatus, CsItems int
}

// Configstrings that have the same number in all protocols.
const (
	CsServerinfo = 0 // see [Info]: mapname, g_gametype, protocol, ...
	CsSysteminfo = 1 // see [Info]: fs_game, pmove_msec, ...
	CsMusic      = 2
	CsMessage    = 3 // title of the map
	CsWarmup     = 5 // server time at which the warm-up ends
	CsScores1    = 6 // best or red score
	CsScores2    = 7 // second or blue score
)

// Figures that hold for all protocols.
const (
	MaxConfigstrings = 1024 // configstrings are numbered below this
	MaxEntities      = 1024 // entities are numbered below MaxEntities-1
	WorldEntity      = 1022 // the world as an entity number
	NoEntity         = 1023 // no entity; ends the list of entities
	MaxClients       = 64   // entities below this are players
	SnapshotBackup   = 32   // snapshots are kept as bases for deltas
	EventToggle      = 0x300
	MaxBlock         = 1 << 16 // a longer block is damage; engines stop at 16384
)

// The trajectory types of EntPosType and EntAposType.
const (
	TrStationary  = iota
	TrInterpolate // set anew in each snapshot
	TrLinear
	TrLinearStop // linear until the duration is over
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

// protocols are all codings, the most frequent first.
var protocols = compiled([]*Protocol{
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
		Number: 91, Numbers: []int{91}, QuakeLive: true, UTF8: true, Compressed: true, HasAcknowledge: true, HasGamestateTail: true,
		Entity: entity91, Player: player91, GameNumbers: live,
	},
})

// compiled has the tables of fields compiled.
func compiled(list []*Protocol) []*Protocol {
	for _, p := range list {
		p.entityCodes, p.playerCodes = compile(p.Entity, true), compile(p.Player, false)
	}
	return list
}

func (p *Protocol) coding() *wire.Coding {
	if p.Compressed {
		return wire.Huffman()
	}
	return wire.Plain()
}

// endCode is the command that ends a block.
func (p *Protocol) endCode() uint8 {
	if p.MaskedDeltas {
		return svcBad
	}
	return svcEnd
}

// usualSize is the size in bits of a block the last command of which ends at
// bit n. From protocol 66 on engines count the byte that is begun, and one
// where none is begun.
func (p *Protocol) usualSize(kind EndKind, n int) int {
	if kind == EndMarker && !p.MaskedDeltas {
		return n&^7 + 8
	}
	return (n + 7) &^ 7
}

// ProtocolOf returns the coding of a protocol number, or nil when it is not
// one of 43, 45, 46, 48, 66, 67, 68, 71, 73, 90 and 91.
func ProtocolOf(number int) *Protocol {
	for _, p := range protocols {
		if slices.Contains(p.Numbers, number) {
			return p
		}
	}
	return nil
}

// Text makes raw text (a configstring, a server command) displayable: as it
// is where the protocol uses UTF-8, else with '.' for '%' and for bytes above
// 127, as the games do.
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
