package overlay

import (
	"fragscope/viewer/field"
	"fragscope/viewer/part"
)

// Host is what the overlay asks of the program.
type Host struct {
	part.Program
	Actions part.Actions
	Notices part.Notices
	// Exchange is how what is typed is copied and pasted.
	Exchange field.Exchange
	// SettingsPath is where the settings file is.
	SettingsPath func() string
}
