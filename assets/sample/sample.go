// Package sample holds what a newcomer sees first: the demo of a short team
// deathmatch in Quake III's format, protocol 68, and the map that it was played
// on, version 46. The map is made by cmd/mksample. The demo is a recording of six
// bots; nobody's match was recorded. It is data: what is to be changed in it is
// changed in its text ("fragscope dump --json" and "fragscope pack").
package sample

import _ "embed"

//go:generate go run fragscope/cmd/mksample -dir .

// The names under which the files would lie in a game folder.
const (
	DemoName = "glasshouse.dm_68"
	MapName  = "glasshouse.bsp"
)

//go:embed glasshouse.dm_68
var demo []byte

//go:embed glasshouse.bsp
var bsp []byte

// Demo is the demo. It must not be changed.
func Demo() []byte { return demo }

// Map is the demo's map. It must not be changed.
func Map() []byte { return bsp }
