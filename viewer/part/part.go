// Package part defines how the parts of the viewer, such as search, the heat map and the bookmarks, plug into it.
//
// Each part is a package with a Host and a constructor. The Host is a struct of interfaces and functions that provide
// everything the part needs. The constructor takes a Host and returns a [Part], which is all that the program knows
// about the part. If a part offers a service, the program passes that service to other parts as an interface. To add a
// part, add a row to the program's table of constructors. Each part has its own table of actions (package action);
// together, these tables list everything that a user can do.
package part

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// Part describes what a part contributes to the program. All fields are optional. All functions are called on the game
// loop's goroutine.
type Part struct {
	// Actions holds the actions that the part implements. Each action is implemented by exactly one part.
	Actions map[action.ID]Action

	// Opened is called when another demo has been opened, after Closed has been called for the previous one.
	Opened func()
	// Closed is called when the open demo is closed.
	Closed func()
	// Tick is called at each update while a demo is open, after its clock and its world have advanced.
	Tick func()
	// Step is called at the end of each update, whether or not a demo is open.
	Step func()
	// Ready reports whether the part's background computations are complete. Screenshots and films wait for them.
	Ready func() bool

	// Frame is called after each frame of the window, for drawing offscreen. It reports whether it needs to be called
	// again.
	Frame func() bool
	// Quit stops the part's background work. The program waits for it to return before it ends.
	Quit func()
	// State returns the state of the part's display, apart from the settings. When another window is created for a
	// film, SetState copies that state to the same part of the new window.
	State    func() any
	SetState func(any)

	// Stroke is called for each key press before actions are looked up. It reports whether the part handled the key.
	Stroke func(action.Chord) bool
	// Type receives typed text.
	Type func([]rune)
	// Escape closes whatever the part has open. It reports whether anything was open.
	Escape func() bool

	// Letters are the part's own shortcut keys.
	Letters *Letters

	// ClickMap is called for clicks on the map that hit nothing else. x and y are in map units. ClickMap reports
	// whether the part handled the click.
	ClickMap func(x, y float64) bool
	// Scene adds the part's contribution to the map, such as a layer.
	Scene func(*stage.Scene)
	// Top adds the part's contribution to the top line.
	Top func(*panel.TopView)
	// Timeline adds the part's marks to the timeline.
	Timeline func(*panel.TimelineView)
	// Players adds the part's contribution to the player list.
	Players func(*panel.PlayersView)
	// Curve reports whether the part shows a curve of who is ahead above the timeline.
	Curve func() bool
	// Scores adds the part's numbers to the scoreboard.
	Scores func(*panel.ScoresView)
	// Legend returns the legend of the part's layer, shown above the map, or nil if there is nothing to explain.
	Legend func() *panel.Legend
	// About returns the part's comment on the event under the pointer, or "" if it has none.
	About func(*sim.Event) string
	// Unseen reports whether the victim of a kill could not see it coming. If the answer has not been computed yet,
	// Unseen computes it if now is set, and returns false otherwise.
	Unseen func(e *sim.Event, now bool) bool
	// Kept is called when another part has changed the stored data about the demo.
	Kept func()
	// Hand receives drags on the map if the part wants them.
	Hand *Hand
	// Search returns the part's menu entries for the typed text.
	Search func(text string) []Entry
	// Typing reports whether the part currently receives all keys, for example because the user is writing a note on
	// the map.
	Typing func() bool
	// Context returns the part's context menu entries for a position on the map. x and y are in points, relative to the
	// window.
	Context func(x, y float32) []Entry
	// OfPlayer returns the part's context menu entries for a player.
	OfPlayer func(*sim.Player) []Entry
	// Preview is the part's image above the timeline.
	Preview *Preview
	// Panel is the part's panel, over the map or below it.
	Panel *Panel
}

// Panel describes the panel that a part of the program shows, over the map or below it. Only the most recently opened
// panel over the map is visible.
type Panel struct {
	// Open reports whether the panel is open.
	Open func() bool
	// Side is the width, in points, that the panel takes up on the right of the map. It is 0 for a panel that covers the
	// whole map or lies below it.
	Side float32
	// Height returns the height, in points, that the panel takes up at the bottom of the map. window is the height of
	// the window. Height is nil for a panel over the map.
	Height func(window float32) float32
	// Compose lays out the panel within area, which is the map's rectangle or, if the panel has a height, the area below
	// the map.
	Compose func(p *panel.Pen, area draw.Rect) panel.List
	// Click handles a click on one of the panel's hit areas. It reports whether the part handled the click.
	Click func(panel.Command) bool
	// Scroll is the scroll position of the panel's list.
	Scroll *panel.Scroll
	// Menu returns the context menu entries, in groups, for one of the panel's hit areas, or nil for the default
	// entries.
	Menu func(panel.Command) [][]Entry
	// Offers lists the actions in the context menu for a time shown in the panel.
	Offers []action.ID
	// Idle is set if the panel can be open while no demo is open.
	Idle bool
	// Whole is set if the panel also covers the panels next to the map.
	Whole bool
}

// Letters defines shortcut keys that apply only while a part is switched on. Keys bound by the user take precedence. If
// several parts with such keys are on, only the keys of the most recently switched-on part apply.
type Letters struct {
	// On reports whether the part is switched on.
	On   func() bool
	Keys map[action.Chord]action.ID
}

// Letter returns the key that l assigns to the action with the given ID, as shown in the help. It returns "" if l
// assigns none.
func (l *Letters) Letter(id action.ID) string {
	for c, of := range l.Keys {
		if of == id {
			return c.Label()
		}
	}
	return ""
}

// Hand receives the user's drags on the map. Positions are in points, relative to the window.
type Hand struct {
	// On reports whether the part currently wants drags.
	On             func() bool
	Down, Move, Up func(x, y float32)
}

// Preview provides an image of the match at the time under the pointer. The image is shown above the timeline.
type Preview struct {
	// Size returns the size of the image in points, or zero if there is no image.
	Size func() (w, h float32)
	// Draw draws the image for the given time into r, which has the size returned by Size.
	Draw func(c *draw.Canvas, r draw.Rect, at time.Duration)
}

// Action is a part's implementation of an action.
type Action struct {
	Do func()
	// On reports whether the action is switched on. It is nil for an action that is not a switch.
	On func() bool
	// Held is set for an action that lasts as long as its key is held. It is called with true when the key is pressed
	// and with false when the key is released. Menus call Do instead.
	Held func(bool)
	// Idle is set if the action is possible while no demo is open.
	Idle bool
	// Why returns a sentence explaining why the action is not possible now, or "" if it is. It is nil for an action
	// that is always possible.
	Why func() string
}

// Unless returns a function, for use as Action.Why, that returns reason if ok reports false and "" otherwise.
func Unless(ok func() bool, reason string) func() string {
	return func() string {
		if ok() {
			return ""
		}
		return reason
	}
}

// List describes a list, shown over the window, from which the user chooses a row.
type List struct {
	Title, Note string
	Empty       string         // shown if there are no rows
	Columns     []panel.Column // of rows with cells
	Rows        []panel.Row
	At          int // the row selected at first
	// Picture returns a picture to show above the rows, or nil if there is none yet. Aspect is the picture's width
	// divided by its height, or 0 if the list has no picture.
	Picture func() *draw.Bitmap
	Aspect  float32
	Choose  func(int)
	Remove  func(int) // nil if rows cannot be removed
}

// Prompt describes a request for a line of text.
type Prompt struct {
	Title, Note string
	Hint        string // shown while nothing is typed
	Text        string // initial text
	Secret      bool   // what is typed is not shown
	Button      string // says what is done; OK if it is empty
	Done        func(string)
	Cancelled   func() // called if the prompt is closed without an answer; may be nil
}
