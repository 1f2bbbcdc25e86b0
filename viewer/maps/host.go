package maps

import (
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides package maps with access to the rest of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Notices  part.Notices
	Files    part.Files
	Store    settings.Store
	Settings *settings.Settings
	// SaveSettings writes the settings and reports whether it succeeded.
	SaveSettings func() bool
}
