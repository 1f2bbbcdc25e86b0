package watch

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides package watch with access to the rest of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Notices  part.Notices
	Store    settings.Store
	Settings *settings.Settings
	Theme    *draw.Theme
	// SaveSettings saves the settings and reports whether it succeeded.
	SaveSettings func() bool
}
