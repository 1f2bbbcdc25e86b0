// Package part is the seam by which a concern joins the viewer: find, the heat map and the bookmarks come through it, and so does whatever
// is added.
//
// A concern is a package with a Host, a struct of the interfaces of this package and of its own that it asks something of, and a
// constructor that takes a Host and makes a [Part], which is all that the program knows of it. What a concern offers to others is an
// interface that the shell hands on. The shell has a table of constructors; a new concern is a new row there. Its actions are a table of
// its own (package action); the list of all that a user can do is the sum of these tables.
package part

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// Part is what a concern brings to the program. All of it is optional, and all of it runs on the goroutine of the game loop.
type Part struct {
	// Actions are the actions of the table that the part does. Each action is done by exactly one part.
	Actions map[action.ID]Action

	// Opened is called when another demo is there, after Closed for the one before.
	Opened func()
	// Closed is called when the demo is closed.
	Closed func()
	// Tick is called once an update while a demo is open, after its clock and its world have gone on.
	Tick func()
	// Step is called at the end of each update, be a demo open or not.
	Step func()
	// Ready reports whether nothing is missing that the part computes in the background; pictures wait for it.
	Ready func() bool

	// Frame is called after each frame of the window, for what is drawn elsewhere; it reports whether it goes on.
	Frame func() bool
	// Quit ends what the part does in the background; the program ends when it returns.
	Quit func()
	// State is what the part shows beside what the settings say; SetState takes the state of the same part in another window, for a film
	// that shows the same.
	State    func() any
	SetState func(any)

	// Stroke is offered each key that goes down, before actions are looked up; it reports whether the key was for the part.
	Stroke func(action.Chord) bool
	// Type takes what was typed.
	Type func([]rune)
	// Escape closes what the part has open; it reports whether there was anything to close.
	Escape func() bool

	// ClickMap is offered a click beside everything on the map, in units of the map; it reports whether the part did something.
	ClickMap func(x, y float64) bool
	// Scene adds what the part has to say about the map, such as a layer.
	Scene func(*stage.Scene)
	// Top adds what the part has to say to the top line.
	Top func(*panel.TopView)
	// Timeline adds the part's marks to the time line.
	Timeline func(*panel.TimelineView)
	// Scores adds numbers to the scoreboard.
	Scores func(*panel.ScoresView)
	// Legend explains the part's layer, above the map; nil while there is nothing to explain.
	Legend func() *panel.Legend
	// About says something of an event where the hand rests on it; empty for nothing.
	About func(*sim.Event) string
	// Kept is called when another part has changed what is kept of the demo.
	Kept func()
	// Hand has what a drag on the map does while the part wants it.
	Hand *Hand
	// Search is what the part finds for a text that is typed into the menu.
	Search func(text string) []Entry
	// Typing reports whether all keys are for the part, as while a note is written on the map.
	Typing func() bool
	// Context adds to what can be done at a place of the map, in points of the window.
	Context func(x, y float32) []Entry
	// Preview is a picture over the time line.
	Preview *Preview
	// Panel is over the map, or below it.
	Panel *Panel
}

// Panel is a panel of a part. Of those over the map one is seen at a time, the last that was opened.
type Panel struct {
	// Open reports whether it is open.
	Open func() bool
	// Side is how much of the map's width the panel takes at its right, in points; 0 for one that lies over all of the map, or below it.
	Side float32
	// Height is how much of the map's height the panel takes below it, in a window of that height, in points; nil for a panel over the map.
	Height func(window float32) float32
	// Compose lays out the panel, within the rectangle of the map, or, where it has a height, in the room below it.
	Compose func(p *panel.Pen, area draw.Rect) panel.List
	// Click does what a click on one of the panel's hit areas asks for; it reports whether that was for the part.
	Click func(panel.Command) bool
	// Scroll is how far the panel's list is scrolled.
	Scroll *panel.Scroll
	// Offers are the actions of a menu at a time that the panel shows.
	Offers []action.ID
	// Idle is set for a panel that can be open while no demo is.
	Idle bool
}

// Hand is a part to which drags on the map go. Places are points of the window.
type Hand struct {
	// On reports whether they do so now.
	On             func() bool
	Down, Move, Up func(x, y float32)
}

// Preview is a picture of the time under the pointer, over the time line.
type Preview struct {
	// Size is how large it is, in points; nothing while there is none.
	Size func() (w, h float32)
	// Draw draws it for a time into a rectangle of that size.
	Draw func(c *draw.Canvas, r draw.Rect, at time.Duration)
}

// Action is how an action is done.
type Action struct {
	Do func()
	// On reports whether what the action switches is on; nil for an action that switches nothing.
	On func() bool
	// Held is called with true when the action's key goes down and with false when it is released, for an action that lasts as long as
	// its key is held. Do is then what a menu does.
	Held func(bool)
	// Idle is set for what can be done while no demo is open.
	Idle bool
	// Why says in a sentence why the action cannot be done now, and is empty where it can; nil for one that always can.
	Why func() string
}

// Unless returns the Why of an action that can be done while ok holds, and else cannot for a reason.
func Unless(ok func() bool, reason string) func() string {
	return func() string {
		if ok() {
			return ""
		}
		return reason
	}
}

// List is a list to choose from, over the window.
type List struct {
	Title, Note string
	Empty       string // said where there are no rows
	Rows        []panel.Row
	At          int // the row that is chosen first
	Choose      func(int)
	Remove      func(int) // nil where rows cannot be removed
}

// Prompt is a question that is answered with a line of text.
type Prompt struct {
	Title, Note string
	Hint        string // shown while nothing is typed
	Text        string // to begin with
	Secret      bool   // what is typed is not shown
	Done        func(string)
}
