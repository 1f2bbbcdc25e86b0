package part

import (
	"context"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
)

// Demo provides access to the open demo.
type Demo interface {
	// Recording returns the recording, or nil if no demo is open.
	Recording() *recording.Recording
	// World returns the current world, or nil if there is none yet. It changes with each update.
	World() *sim.World
	// Level returns the current level. If there is no level yet, the returned Level has an empty map name.
	Level() sim.Level
	// Key returns the key under which data about the demo is stored between runs of the program.
	Key() string
	// Name returns the name of the demo.
	Name() string
	// Context returns a context that is cancelled when the demo is closed.
	Context() context.Context
}

// Clock controls the playback of the open demo.
type Clock interface {
	Position() time.Duration
	// Seek moves the position to a time.
	Seek(time.Duration)
	// Loop returns the start and end of the loop. ok is false if there is none.
	Loop() (from, to time.Duration, ok bool)
	// Ended reports whether the clock is at the end.
	Ended() bool
	// Playing reports whether the clock is running, and whether its direction is backwards.
	Playing() (playing, backward bool)
	// Speed returns the playback speed; 1 is normal.
	Speed() float64
	SetSpeed(float64)
	// Moment returns the moment for a time in the demo. It is used to convert all times shown to the user.
	Moment(at time.Duration) moment.Moment
	// Length returns the length of the demo, or 0 if the length is hidden.
	Length() time.Duration
	// ScoreHidden reports whether the score is hidden, together with everything after the current position.
	ScoreHidden() bool
}

// Watch provides access to the followed player and the map.
type Watch interface {
	// Followed returns the followed player, or nil if there is none.
	Followed() *sim.Player
	// Slot returns the slot of the followed player, or -1 if there is none.
	Slot() int
	// Follow follows the player in a slot, or nobody if slot is -1.
	Follow(slot int)
	// Show seeks to shortly before the event at the given time and, unless slot is -1, follows the player in that slot.
	// A second call for the same event seeks to the event itself.
	Show(at time.Duration, slot int)
	// Plan returns the plan of the current map, or nil if there is none.
	Plan() *plan.Plan
}

// Question controls the search.
type Question interface {
	// Ask opens the search with a query in the language of package query.
	Ask(question string)
	// AskFrom is like Ask, but calls the function given by back when the user closes the search.
	AskFrom(question string, back func())
	// End closes the search and drops its query.
	End()
	// Subscribe registers f to be called with each new query, and with nil when the query is dropped.
	Subscribe(f func(*query.Query))
}

// Program provides the services that every part may need.
type Program interface {
	// Redraw requests a redraw of the map and the panels. Relayout requests a redraw of the panels only.
	Redraw()
	Relayout()
	// Post runs f on the game loop at its next update, unless ctx is done first. It may be called from any goroutine.
	Post(ctx context.Context, f func())
	// Tell is like Post, but without a context. It gives up after a while if the game loop is blocked.
	Tell(f func())
	// Ask runs dialog in the background; only one dialog runs at a time. If dialog returns an answer, Ask passes it to
	// then.
	Ask(dialog func() (string, error), then func(string))
	// KeyLabel returns the label of an action's first key, as shown in the help, or "" if the action has no key.
	KeyLabel(action.ID) string
}

// Notices shows messages to the user.
type Notices interface {
	// Say shows a message for a while.
	Say(text string)
	// Warn shows an error message until the user dismisses it.
	Warn(text string)
	// Failed shows text, a message about a failure, for a while. A later call to Failed or Done with the same kind
	// removes the message. kind identifies what failed, such as saving a film.
	Failed(kind, text string)
	// Done shows text, a message about a success. It removes any failure message of the same kind.
	Done(kind, text string)
}

// Lists shows lists and prompts.
type Lists interface {
	// Open shows a list, replacing any overlay.
	Open(List)
	// Ask prompts for a line of text, replacing any overlay.
	Ask(Prompt)
	// Close closes any overlay.
	Close()
}

// Actions provides access to the actions of all parts.
type Actions interface {
	// List returns all actions with their keys.
	List() []action.Action
	// Do carries out an action.
	Do(action.ID)
	// On reports whether an action is switched on. Switches reports whether it is a switch.
	On(action.ID) bool
	Switches(action.ID) bool
	// Why returns a sentence explaining why an action is not possible now, or "" if it is.
	Why(action.ID) string
}

// Files lets the user choose files and folders in dialogs. Each method blocks until the user responds, and returns ""
// if the user cancels.
type Files interface {
	// OpenFile asks for a file. The dialog lists files with the given extensions or, if there are none, demos.
	OpenFile(title, dir string, extensions ...string) (string, error)
	OpenFolder(title, dir string) (string, error)
	// SaveFile saves data to a file that the user chooses in a dialog, which suggests a folder and a name.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}
