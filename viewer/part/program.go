package part

import (
	"context"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
)

// Demo is the open demo.
type Demo interface {
	// Recording is nil while no demo is open.
	Recording() *recording.Recording
	// World is what is shown; nil before there is anything. It changes with each update.
	World() *sim.World
	// Level is the level that is shown; a nameless one before there is any.
	Level() sim.Level
	// Key names the demo in what is kept about it between runs of the program.
	Key() string
	// Name is the name of the demo's file.
	Name() string
	// Context ends when the demo is closed.
	Context() context.Context
}

// Clock is the clock of the open demo.
type Clock interface {
	Position() time.Duration
	// Seek goes to a time.
	Seek(time.Duration)
	// Loop is the loop; ok is false where there is none.
	Loop() (from, to time.Duration, ok bool)
	// Ended reports whether the clock stands at the end.
	Ended() bool
	// Playing reports whether the clock goes on, and whether backwards.
	Playing() (playing, backward bool)
	// Speed is how fast it goes, 1 being normal.
	Speed() float64
	SetSpeed(float64)
	// Moment converts a time of the demo to what the clock that the user reads shows then: the match's time where there is a match and
	// the user does not want the demo's. Every time shown to the user goes through it.
	Moment(at time.Duration) time.Duration
	// Until is where the clock ends that the user reads; 0 while that is hidden.
	Until() time.Duration
	// ScoreHidden reports whether the score is hidden, and with it everything after the position.
	ScoreHidden() bool
}

// Watch is what is watched: a player, and the map.
type Watch interface {
	// Followed is the followed player, or nil.
	Followed() *sim.Player
	// Slot is the slot of the followed player, -1 for nobody.
	Slot() int
	// Follow follows the player of a slot, -1 for nobody.
	Follow(slot int)
	// Show shows an event from a little before it, following the player in slot (-1 for nobody). A second call goes to the event itself.
	Show(at time.Duration, slot int)
	// Plan is the map that is shown, or nil.
	Plan() *plan.Plan
}

// Question is the question of the search.
type Question interface {
	// Ask opens the search with a question of package query.
	Ask(question string)
	// End closes the search and forgets its question.
	End()
	// Subscribe has f called with each new question; nil when nothing is asked any more.
	Subscribe(f func(*query.Query))
}

// Program is the services that the program has for every part.
type Program interface {
	// Redraw has the map and the panels drawn again, Relayout the panels only.
	Redraw()
	Relayout()
	// Post runs f on the game loop at its next update, unless ctx ends first. It may be called on any goroutine.
	Post(ctx context.Context, f func())
	// Tell is Post for news that no context ends; it gives up after a while if the game loop stands still.
	Tell(f func())
	// Ask runs a dialog in the background, one at a time, and calls then with its answer, if there is one.
	Ask(dialog func() (string, error), then func(string))
	// KeyLabel is the first key of an action as help shows it, or "".
	KeyLabel(action.ID) string
}

// Notices are messages to the user.
type Notices interface {
	// Say shows a message for a while.
	Say(text string)
	// Warn shows that something failed, until it is dismissed.
	Warn(text string)
}

// Lists shows lists to choose from.
type Lists interface {
	// Open shows a list in the place of what lies over the window.
	Open(List)
	// Ask asks for a line of text, in the place of what lies over the window.
	Ask(Prompt)
	// Close takes away what lies over the window.
	Close()
}

// Actions are all actions.
type Actions interface {
	// List returns all actions with their keys.
	List() []action.Action
	// Do does one.
	Do(action.ID)
	// On reports whether what an action switches is on, Switches whether it switches anything.
	On(action.ID) bool
	Switches(action.ID) bool
	// Why says in a sentence why an action cannot be done now; it is empty where it can.
	Why(action.ID) string
}

// Files ask the user for files and folders; a call blocks until he has answered and returns "" if he chose nothing.
type Files interface {
	OpenFile(title, dir string) (string, error)
	OpenFolder(title, dir string) (string, error)
	// SaveFile keeps data where the user wants it; the dialog begins with a name in a folder.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}
