package overlay

import (
	"fragscope/viewer/action"
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
	// Settings are the rows of the page of settings.
	Settings func() []part.Entry
	// Search is what the parts find for a text.
	Search func(text string) []part.Entry
	// Rebind gives an action other keys.
	Rebind func(action.ID, []action.Chord)
}
