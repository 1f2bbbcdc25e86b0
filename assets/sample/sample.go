// Package sample holds the demo that is shown to new users, and the map that it was recorded on. The demo is a short
// team deathmatch between six bots in Quake III's format (protocol 68). The map (version 46) is made by cmd/mksample.
// To change the demo, convert it to text with "fragscope dump --json", edit the text and convert it back with
// "fragscope pack".
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
