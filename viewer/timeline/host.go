package timeline

import (
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what the time line asks of the program.
type Host struct {
	part.Program
	Demo     Demo
	Lists    part.Lists
	Notices  part.Notices
	Settings *settings.Settings
	Theme    *draw.Theme
	// Followed is the slot of the followed player, -1 for nobody.
	Followed func() int
	// StopsAt reports whether an event is worth going to for someone who watches as the user does.
	StopsAt func(*sim.Event) bool
}

// Demo is an open demo that may still be growing.
type Demo interface {
	part.Demo
	// Stream is what a demo that is still growing comes from; nil for any other.
	Stream() *load.Stream
}
