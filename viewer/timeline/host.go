package timeline

import (
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides the timeline with access to the rest of the program.
type Host struct {
	part.Program
	Demo     Demo
	Lists    part.Lists
	Notices  part.Notices
	Settings *settings.Settings
	Theme    *draw.Theme
	// Followed returns the slot of the followed player, or -1.
	Followed func() int
	// StopsAt reports whether an event is notable enough for the user to stop at.
	StopsAt func(*sim.Event) bool
}

// Demo provides access to the open demo, which may still be growing.
type Demo interface {
	part.Demo
	// Stream returns the source of a growing demo, or nil for any other.
	Stream() *load.Stream
}
