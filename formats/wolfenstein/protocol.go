package wolfenstein

import (
	"bytes"

	"fragscope/formats/quake3"
)

// Limits and numbers common to all protocols.
const (
	MaxConfigstrings = 2048 // configstrings are numbered below this; in Enemy Territory below 1024
	MaxWeapons       = 64
)

// The trajectory types. Up to TrLinearStop they are as in Quake III.
const (
	TrStationary  = iota
	TrInterpolate // set with each snapshot
	TrLinear
	TrLinearStop
	TrLinearStopBack // as TrLinearStop, then back
	TrSine
	TrGravity
	TrGravityLow    // a third of the gravity
	TrGravityFloat  // a fifth of it
	TrGravityPaused // as TrStationary, with the velocity kept
	TrAccelerate
	TrDeccelerate
	TrSpline     // along a spline of the map
	TrLinearPath // along a spline of straight parts
)

// The arrays of a playerstate: numbers of lists of 16 elements, in order of transmission.
const (
	Stats = iota
	Persistant
	Holdable
	Powerups
	Ammo                 // four lists, 16 weapons each
	Clip      = Ammo + 4 // four lists
	NumArrays = Clip + 4
)

var lists = []quake3.List{
	{Name: "stats", Bits: 16, Announced: 4}, {Name: "persistant", Bits: 16}, {Name: "holdable", Bits: 16},
	{Name: "powerups", Bits: 32},
	{Name: "ammo", Bits: 16, Announced: 4}, {Name: "ammo16", First: 16, Bits: 16},
	{Name: "ammo32", First: 32, Bits: 16}, {Name: "ammo48", First: 48, Bits: 16},
	{Name: "clip", Bits: 16}, {Name: "clip16", First: 16, Bits: 16},
	{Name: "clip32", First: 32, Bits: 16}, {Name: "clip48", First: 48, Bits: 16},
}

// The games, as in [quake3.Protocol.Game].
const (
	GameET   = "et"
	GameRTCW = "rtcw"
)

// enemyTerritory returns a protocol of Enemy Territory.
func enemyTerritory(number int) *quake3.Protocol {
	return &quake3.Protocol{Number: number, Numbers: []int{number}, Game: GameET, Compressed: true,
		HasAcknowledge: true, HasGamestateTail: true, DownloadAddress: true, Entity: entityET, Player: playerET,
		Lists:       lists,
		GameNumbers: quake3.GameNumbers{EventBase: 62, CsModels: 64, CsSounds: 320, CsPlayers: 689}}
}

// tv returns a protocol as the game's TV servers record it.
func tv(p *quake3.Protocol, game int) *quake3.Protocol {
	p.Shared, p.Stated = sharedFields, game
	return p
}

// Family describes Enemy Territory (protocols 84 and 284) and Return to Castle Wolfenstein (protocols 57 to 60).
var Family = quake3.NewFamily(quake3.Family{
	Protocols: []*quake3.Protocol{enemyTerritory(84), tv(enemyTerritory(284), 84),
		{Number: 60, Numbers: []int{57, 58, 59, 60}, Game: GameRTCW, Compressed: true, HasAcknowledge: true,
			HasGamestateTail: true, MoreConfigstrings: true, Entity: entityRTCW, Player: playerRTCW, Lists: lists,
			GameNumbers: quake3.GameNumbers{EventBase: 40, CsModels: 64, CsSounds: 320, CsPlayers: 576}}},
	Extensions: map[string]int{".tv_84": 284},
	Entity:     entityInfo, Player: playerInfo, Shared: sharedInfo,
	Scores: func(name []byte) bool {
		return bytes.HasPrefix(name, []byte("sc")) || string(name) == "tinfo"
	},
	History: func() quake3.ClipHistory { return new(History) },
})
