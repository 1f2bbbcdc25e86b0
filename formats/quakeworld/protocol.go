package quakeworld

import (
	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// Magic numbers of extensions, sent before the protocol number. Each is followed by a long of flags.
const (
	MagicFTE  = 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24
	MagicFTE2 = 'F' | 'T'<<8 | 'E'<<16 | '2'<<24
	MagicMVD1 = 'M' | 'V'<<8 | 'D'<<16 | '1'<<24
)

// Flags of FTE that change messages.
const (
	fteScale            = 0x00000002
	fteTrans            = 0x00000008
	fteFatness          = 0x00000100
	fteHullSize         = 0x00000800
	fteModelDouble      = 0x00001000
	fteEntityDouble     = 0x00002000
	fteEntityDouble2    = 0x00004000
	fteFloatCoords      = 0x00008000
	fteColorMod         = 0x00080000
	fteSplitScreen      = 0x00100000
	fteHexen2           = 0x00200000
	fteChunkedDownloads = 0x20000000
	fteDPFlags          = 0x80000000

	fteEntityBits = fteScale | fteTrans | fteFatness | fteHexen2 | fteColorMod | fteDPFlags |
		fteModelDouble | fteEntityDouble | fteEntityDouble2
	ftePlayerBits = fteHullSize | fteTrans | fteScale | fteFatness

	fte2MaxPlayers = 0x00000010
)

// Flags of MVDSV and ezQuake.
const (
	MVD1FloatCoords     = 1 << 0
	mvd1TeleportReason  = 1 << 1
	mvd1PredictWeapons  = 1 << 7
	firstProtocol       = 24
	lastProtocol        = 28
	firstWithMoveVars   = 25
	firstWithListIndex  = 26
	lastWithOldCommands = 26
)

// Protocol describes how a level's messages are encoded, as determined by its serverdata. Decoding depends on these
// values, never on Number itself.
type Protocol struct {
	// Number is the protocol number, 24 to 28.
	Number int32
	// FTE, FTE2 and MVD1 are the flags of the extensions, or 0 if there are none.
	FTE, FTE2, MVD1 uint32
	// MultiView is set for a .mvd.
	MultiView bool

	coord       wire.Coord
	entityCoord wire.Coord // of players and entities
	angle       wire.Angle

	moveVars         bool // sent in serverdata
	listIndex        bool // lists of names come in numbered parts
	oldCommands      bool // user commands have the layout up to 26
	extraPlayerFlags bool // bit 15 of playerinfo announces a third byte
	moreEntityBits   bool // bit 7 of an entity's mask announces another byte
	wideNumbers      bool // a removed entity has that byte, too
	teleportReason   bool // setangle has a reason
	predictWeapons   bool
	chunks           bool // download is sent in chunks
	slots            bool // serverdata has the number of player slots and lists the recorder's
	seats            bool // otherwise it lists them up to an end mark

	entities *fte.Layout // of replacement deltas, or nil if there are none
}

// Reach returns the greatest distance from the origin that a coordinate can express, in units.
func (p *Protocol) Reach() float32 { return max(p.coord.Reach(), p.entityCoord.Reach()) }

// newProtocol returns the protocol of a serverdata. It returns false if the protocol is unknown.
func newProtocol(number int32, fte1, fte2, mvd1 uint32, multiView bool) (Protocol, bool) {
	if number < firstProtocol || number > lastProtocol {
		return Protocol{}, false
	}
	p := Protocol{
		Number: number, FTE: fte1, FTE2: fte2, MVD1: mvd1, MultiView: multiView,
		moveVars:         number >= firstWithMoveVars,
		listIndex:        number >= firstWithListIndex,
		oldCommands:      number <= lastWithOldCommands,
		extraPlayerFlags: fte1&ftePlayerBits != 0,
		moreEntityBits:   fte1&fteEntityBits != 0,
		wideNumbers:      fte1&fteEntityDouble != 0,
		teleportReason:   mvd1&mvd1TeleportReason != 0,
		predictWeapons:   mvd1&mvd1PredictWeapons != 0,
		chunks:           fte1&fteChunkedDownloads != 0,
		slots:            fte2&fte2MaxPlayers != 0,
		seats:            fte1&fteSplitScreen != 0,
	}
	if fte1&fteFloatCoords != 0 {
		p.coord, p.angle = wire.CoordFloat, wire.Angle16
	}
	p.entityCoord = p.coord
	if mvd1&MVD1FloatCoords != 0 {
		p.entityCoord = wire.CoordFloat
	}
	if fte2&fte.ReplacementDeltas != 0 {
		p.entities = fte.NewLayout(fte2, p.entityCoord, p.angle)
	}
	return p, true
}
