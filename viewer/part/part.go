// Package part defines how a concern joins the viewer: find, the heat map and the bookmarks are parts, and so is
// whatever is added.
//
// A concern is a package with a Host, a struct of the interfaces, from this package and its own, that it needs, and
// a constructor that takes a Host and returns a [Part], which is all that the program knows of it. What a concern
// offers to others is an interface that the shell passes on. The shell has a table of constructors, to which a new
// concern adds a row. Its actions are a table of its own (package action); the list of everything that a user can
// do is the sum of these tables.
package part

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// Part is what a concern adds to the program. Everything is optional, and everything runs on the game loop's
// goroutine.
type Part struct {
	// Actions are the actions that the part carries out. Each action is carried out by exactly one part.
	Actions map[action.ID]Action

	// Opened is called when another demo has been opened, after Closed for the previous one.
	Opened func()
	// Closed is called when the demo is closed.
	Closed func()
	// Tick is called at each update while a demo is open, after its clock and its world have advanced.
	Tick func()
	// Step is called at the end of each update, whether or not a demo is open.
	Step func()
	// Ready reports whether everything that the part computes in the background is there; pictures wait for it.
	Ready func() bool

	// Frame is called after each frame of the window, for what is drawn elsewhere. It reports whether it is to be
	// called again.
	Frame func() bool
	// Quit ends what the part does in the background. The program ends when it returns.
	Quit func()
	// State returns what the part shows beyond what the settings say. SetState takes the state of the same part in
	// another window, for a film that shows the same.
	State    func() any
	SetState func(any)

	// Stroke is offered each key that goes down, before actions are looked up. It reports whether the key was for
	// the part.
	Stroke func(action.Chord) bool
	// Type receives typed text.
	Type func([]rune)
	// Escape closes what the part has open. It reports whether there was anything to close.
	Escape func() bool

	// Letters are the part's own keys.
	Letters *Letters

	// ClickMap is offered clicks that hit nothing else on the map, in map units. It reports whether the part
	// handled the click.
	ClickMap func(x, y float64) bool
	// Scene adds the part's contribution to the map, such as a layer.
	Scene func(*stage.Scene)
	// Top adds the part's contribution to the top line.
	Top func(*panel.TopView)
	// Timeline adds the part's marks to the time line.
	Timeline func(*panel.TimelineView)
	// Players adds to the list of players.
	Players func(*panel.PlayersView)
	// Curve reports whether the part shows who is ahead, above the time line.
	Curve func() bool
	// Scores adds numbers to the scoreboard.
	Scores func(*panel.ScoresView)
	// Legend explains the part's layer, above the map; nil while there is nothing to explain.
	Legend func() *panel.Legend
	// About says something about the event under the pointer; empty for nothing.
	About func(*sim.Event) string
	// Kept is called when another part has changed what is kept for the demo.
	Kept func()
	// Hand handles drags on the map while the part wants them.
	Hand *Hand
	// Search returns what the part finds for a text typed into the menu.
	Search func(text string) []Entry
	// Typing reports whether all keys are for the part, as while a note is written on the map.
	Typing func() bool
	// Context adds to what can be done at a place of the map, in points of the window.
	Context func(x, y float32) []Entry
	// OfPlayer adds to what can be done with a player.
	OfPlayer func(*sim.Player) []Entry
	// Preview is a picture over the time line.
	Preview *Preview
	// Panel is the part's panel over the map, or below it.
	Panel *Panel
}

// Panel is a panel of a part. Of those over the map one is seen at a time, the last that was opened.
type Panel struct {
	// Open reports whether it is open.
	Open func() bool
	// Side returns how much of the map's width the panel takes at its right, in points; 0 for a panel that covers the
	// whole map or lies below it.
	Side float32
	// Height returns how much of the map's height the panel takes below it, in points, in a window of the given height.
	// It is nil for a panel over the map.
	Height func(window float32) float32
	// Compose lays out the panel, within the map's rectangle or, if it has a height, in the room below it.
	Compose func(p *panel.Pen, area draw.Rect) panel.List
	// Click handles a click on one of the panel's hit areas. It reports whether the click was for the part.
	Click func(panel.Command) bool
	// Scroll is how far the panel's list is scrolled.
	Scroll *panel.Scroll
	// Menu returns the entries, in groups, of the context menu for one of the panel's hit areas; nil for those that
	// every hit area has.
	Menu func(panel.Command) [][]Entry
	// Offers are the actions of a context menu for a time that the panel shows.
	Offers []action.ID
	// Idle is set if the panel can be open while no demo is.
	Idle bool
}

// Letters are keys that belong to a part from the moment it is switched on until another part with such keys is, unless
// the user has bound them.
type Letters struct {
	// On reports whether the part is switched on.
	On   func() bool
	Keys map[action.Chord]action.ID
}

// Letter returns the key of an action among letters, as help shows it.
func (l *Letters) Letter(id action.ID) string {
	for c, of := range l.Keys {
		if of == id {
			return c.Label()
		}
	}
	return ""
}

// Hand receives drags on the map. Positions are points of the window.
type Hand struct {
	// On reports whether the part wants drags now.
	On             func() bool
	Down, Move, Up func(x, y float32)
}

// Preview is a picture of the time under the pointer, over the time line.
type Preview struct {
	// Size returns its size in points, zero while there is none.
	Size func() (w, h float32)
	// Draw draws it for a time, in a rectangle of that size.
	Draw func(c *draw.Canvas, r draw.Rect, at time.Duration)
}

// Action is how an action is carried out.
type Action struct {
	Do func()
	// On reports whether what the action switches is on; nil for an action that switches nothing.
	On func() bool
	// Held is called with true when the action's key goes down and with false when it is released, for an action
	// that lasts while its key is held. Do is then what menus do.
	Held func(bool)
	// Idle is set if the action is possible while no demo is open.
	Idle bool
	// Why returns, in a sentence, why the action is not possible now, or "" if it is; nil for one that always is.
	Why func() string
}

// Unless returns a Why for an action: it returns reason while ok returns false, and "" while the action is
// possible.
func Unless(ok func() bool, reason string) func() string {
	return func() string {
		if ok() {
			return ""
		}
		return reason
	}
}

// List is a list to choose from, shown over the window.
type List struct {
	Title, Note string
	Empty       string // shown if there are no rows
	Rows        []panel.Row
	At          int // the row selected at first
	Choose      func(int)
	Remove      func(int) // nil if rows cannot be removed
}

// Prompt asks for a line of text.
type Prompt struct {
	Title, Note string
	Hint        string // shown while nothing is typed
	Text        string // initial text
	Secret      bool   // what is typed is not shown
	Done        func(string)
}
