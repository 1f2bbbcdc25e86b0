// Package viewer is the program that one sees: a window with a match from
// above, its transport bar and panels.
//
// It is a thin shell around the rooms, which are packages of their own and do not know each other: session (what is open), timeline (where
// in the demo we are), maps (the plans of its levels), watch (who and what of it is watched), overlay (what lies over the window). What a
// room may ask of the program it gets from package part, which is also the seam by which a concern joins: find, heat and bookmarks are
// known to the shell by their rows in the table concerns and by nothing else.
//
// The rooms use action (what can be done and by which key), playback (the clock), panel (layout of everything around the map), stage (the
// map with everyone on it), draw (drawing), notice (messages), settings (what is kept) and platform (what is around the window).
package viewer

import (
	"fragscope/sim/moment"
	"fragscope/viewer/instance"
	"fragscope/viewer/link"
	"fragscope/viewer/maps"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// Options say what the viewer starts with.
type Options struct {
	// Files are the demos to play; several are a playlist.
	Files []string
	// Race are demos that the first of the files races with.
	Race []string
	// At is where to start; Follow the name (or a part of it) of the player to follow.
	At     *moment.Moment // nil for the demo's start
	Follow string
	// Speed is the speed, 0 for normal; Paused starts paused.
	Speed  float64
	Paused bool
	// Live has the files followed as if they were still growing; InMemory has what is received of streams kept in memory only.
	Live, InMemory bool
	// Library is the file of the user's library; empty where there can be none.
	Library string
	// Loop plays one part again and again: that from LoopFrom to LoopTo, which are nil for the demo's start and end.
	Loop             bool
	LoopFrom, LoopTo *moment.Moment
	// Notes are drawings and bookmarks of the first demo that is opened, as package notes writes them; empty for those that are kept.
	Notes []byte
	// Turn is by how many quarters maps are turned clockwise beside what is kept of them.
	Turn int
	// GameDirs are folders in which maps are looked for first.
	GameDirs []string

	// Requests are what to open while the program runs, as if it were started anew; it may be nil.
	Requests <-chan instance.Request
	// Moments are what to show of the demo that is open, or of the next where none is; it may be nil.
	Moments <-chan link.Moment
	// PageProgram is the part of a page with the program; nil for that of the file system.
	PageProgram func() ([]byte, error)
	// BuildPage builds that where it is missing; nil where it cannot be built.
	BuildPage func() error
	// Token is what the desktop gave the program, to be told when its window is there; it may be empty.
	Token string

	// Demos opens demos.
	Demos session.Source
	// Hold, if not nil, holds what Demos opens; it is released when the first picture is drawn.
	Hold *session.Hold
	// Maps finds the plan of a level's map.
	Maps maps.Finder
	// Store keeps settings, recent demos and bookmarks; nil files keep them in memory.
	Store settings.Store
	// Platform is the desktop around the window.
	Platform platform.Platform
}
