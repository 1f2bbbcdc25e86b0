package overlay

import (
	"fragscope/viewer/action"
	"fragscope/viewer/field"
	"fragscope/viewer/part"
)

// Host provides the overlay with access to the rest of the program.
type Host struct {
	part.Program
	Actions part.Actions
	Notices part.Notices
	// Exchange provides access to the clipboard.
	Exchange field.Exchange
	// Settings returns the rows of the settings page.
	Settings func() []part.Entry
	// Search returns the entries that the parts find for the typed text.
	Search func(text string) []part.Entry
	// Rebind assigns new keys to an action.
	Rebind func(action.ID, []action.Chord)
}
