package wolfenstein

import "slices"

// Protocol holds the differences between versions of the format. Values are shared and must not be modified.
type Protocol struct {
	// Number is the protocol number. Numbers lists all protocols with the same encoding.
	Number  int
	Numbers []int
	// TV is set if the demo has the states of all players.
	TV bool
	// Game is "et" or "rtcw".
	Game string

	// Entity and Player list the fields in transmission order.
	Entity, Player []Field

	GameNumbers
}

// GameNumbers holds the game module's constants that differ between the games.
type GameNumbers struct {
	// EventBase is the lowest entity type that is an event. The event number is the type minus EventBase.
	EventBase uint32
	// CsModels, CsSounds and CsPlayers are the numbers of the configstrings for model, sound and player 0. Add the
	// number of the model, sound or player.
	CsModels, CsSounds, CsPlayers int
}

// Limits and numbers common to all protocols.
const (
	MaxConfigstrings = 2048 // configstrings are numbered below this; in Enemy Territory below 1024
	NoEntity         = 1023 // no entity; ends the list of entities
	MaxClients       = 64   // entities below this are players
	MaxWeapons       = 64
	SnapshotBackup   = 32      // snapshots kept as bases for deltas
	MaxBlock         = 1 << 16 // a longer block is damage; engines stop at 32768
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

var (
	numbersET   = GameNumbers{EventBase: 62, CsModels: 64, CsSounds: 320, CsPlayers: 689}
	numbersRTCW = GameNumbers{EventBase: 40, CsModels: 64, CsSounds: 320, CsPlayers: 576}
)

// protocols are all protocols.
var protocols = []*Protocol{
	{Number: 84, Numbers: []int{84}, Game: "et", Entity: entityET, Player: playerET, GameNumbers: numbersET},
	{Number: 284, Numbers: []int{284}, TV: true, Game: "et", Entity: entityET, Player: playerET,
		GameNumbers: numbersET},
	{Number: 60, Numbers: []int{57, 58, 59, 60}, Game: "rtcw", Entity: entityRTCW, Player: playerRTCW,
		GameNumbers: numbersRTCW},
}

// ProtocolOf returns the protocol with the given number, or nil if it is unknown. Known ones are 57 to 60, 84 and 284.
func ProtocolOf(number int) *Protocol {
	for _, p := range protocols {
		if slices.Contains(p.Numbers, number) {
			return p
		}
	}
	return nil
}

// Text returns raw text (a configstring, a server command) in displayable form: with '.' in place of '%' and of bytes
// above 127, as the games show it.
func (p *Protocol) Text(raw []byte) string {
	out := make([]byte, len(raw))
	for i, c := range raw {
		if c > 127 || c == '%' {
			c = '.'
		}
		out[i] = c
	}
	return string(out)
}
