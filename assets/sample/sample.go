// Package sample holds the sample that newcomers see first: the demo of a short team deathmatch in Quake III's format,
// protocol 68, and the map it was played on, version 46. cmd/mksample makes the map. The demo is a recording of six
// bots; no real match was recorded. The demo is data: to change it, edit its text ("fragscope dump --json" and
// "fragscope pack").
package sample

import _ "embed"

//go:generate go run fragscope/cmd/mksample -dir .

// The files' names as in a game folder.
const (
	DemoName = "glasshouse.dm_68"
	MapName  = "glasshouse.bsp"
)

//go:embed glasshouse.dm_68
var demo []byte

//go:embed glasshouse.bsp
var bsp []byte

// Demo returns the sample demo. The caller must not modify it.
func Demo() []byte { return demo }

// Map returns the map of the sample demo. The caller must not modify it.
func Map() []byte { return bsp }
