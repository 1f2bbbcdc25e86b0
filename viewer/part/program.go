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

// Demo is the open demo.
type Demo interface {
	// Recording returns the recording, nil while no demo is open.
	Recording() *recording.Recording
	// World returns what is shown, nil before there is anything. It changes with each update.
	World() *sim.World
	// Level returns the level shown; one without a name before there is any.
	Level() sim.Level
	// Key returns the name under which things are kept for the demo between runs of the program.
	Key() string
	// Name returns the name of the demo's file.
	Name() string
	// Context returns a context that ends when the demo is closed.
	Context() context.Context
}

// Clock is the clock of the open demo.
type Clock interface {
	Position() time.Duration
	// Seek goes to a time.
	Seek(time.Duration)
	// Loop returns the loop. It reports false if there is none.
	Loop() (from, to time.Duration, ok bool)
	// Ended reports whether the clock is at the end.
	Ended() bool
	// Playing reports whether the clock is running, and whether backwards.
	Playing() (playing, backward bool)
	// Speed returns the playing speed, 1 being normal.
	Speed() float64
	SetSpeed(float64)
	// Moment returns the moment at a time of the demo. Every time shown to the user goes through it.
	Moment(at time.Duration) moment.Moment
	// Length returns the length of the demo; 0 while it is hidden.
	Length() time.Duration
	// ScoreHidden reports whether the score, and with it everything after the current position, is hidden.
	ScoreHidden() bool
}

// Watch gives access to the followed player and the map.
type Watch interface {
	// Followed returns the followed player, or nil.
	Followed() *sim.Player
	// Slot returns the slot of the followed player, -1 for nobody.
	Slot() int
	// Follow follows the player in a slot, -1 for nobody.
	Follow(slot int)
	// Show shows an event, starting a little before it and following the player in slot (-1 for nobody). A second
	// call goes to the event itself.
	Show(at time.Duration, slot int)
	// Plan returns the map shown, or nil.
	Plan() *plan.Plan
}

// Question is the question of the search.
type Question interface {
	// Ask opens the search with a question of package query.
	Ask(question string)
	// End closes the search and drops its question.
	End()
	// Subscribe makes f be called with each new question, and with nil when there is none any more.
	Subscribe(f func(*query.Query))
}

// Program holds the services that the program provides for every part.
type Program interface {
	// Redraw requests a redraw of the map and the panels, Relayout of the panels only.
	Redraw()
	Relayout()
	// Post runs f on the game loop at its next update, unless ctx ends first. It may be called on any goroutine.
	Post(ctx context.Context, f func())
	// Tell is Post for news that no context ends. It gives up after a while if the game loop stands still.
	Tell(f func())
	// Ask runs a dialog in the background, one at a time, and calls then with the answer, if there is one.
	Ask(dialog func() (string, error), then func(string))
	// KeyLabel returns the first key of an action as shown in help, or "".
	KeyLabel(action.ID) string
}

// Notices are messages to the user.
type Notices interface {
	// Say shows a message for a while.
	Say(text string)
	// Warn shows that something failed, until dismissed.
	Warn(text string)
}

// Lists shows lists to choose from.
type Lists interface {
	// Open shows a list, replacing what lies over the window.
	Open(List)
	// Ask asks for a line of text, replacing what lies over the window.
	Ask(Prompt)
	// Close removes what lies over the window.
	Close()
}

// Actions gives access to all actions.
type Actions interface {
	// List returns all actions with their keys.
	List() []action.Action
	// Do carries out an action.
	Do(action.ID)
	// On reports whether what an action switches is on, and Switches whether it switches anything.
	On(action.ID) bool
	Switches(action.ID) bool
	// Why returns, in a sentence, why an action is not possible now, or "" if it is.
	Why(action.ID) string
}

// Files asks the user for files and folders. A call blocks until he answers and returns "" if he chose nothing.
type Files interface {
	OpenFile(title, dir string) (string, error)
	OpenFolder(title, dir string) (string, error)
	// SaveFile saves data where the user wants it; the dialog suggests a folder and a name.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}
