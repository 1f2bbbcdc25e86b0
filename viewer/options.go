// Package viewer is the visible program: a window with a match seen from above, its transport bar and panels.
//
// It is a thin shell around the rooms, which are packages of their own and do not know each other: session (what is
// open), timeline (where in the demo we are), maps (the plans of its levels), watch (what and who is being
// watched), overlay (what lies over the window). What a room may ask of the program is defined by package part. The
// concerns join through the same package: find, heat and bookmarks are known to the shell only by their rows in the
// table concerns.
//
// The rooms use action (what can be done, and with which keys), playback (the clock), panel (layout of everything
// around the map), stage (the map with everyone on it), draw (drawing), notice (messages), settings (what is kept)
// and platform (what is around the window).
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

// Options are the options of the viewer.
type Options struct {
	// Files are the demos to play. Several files are a playlist.
	Files []string
	// Race lists demos that race against the first file.
	Race []string
	// At is where to start, Follow the name, or part of it, of the player to follow.
	At     *moment.Moment // nil for the demo's start
	Follow string
	// Speed is the playback speed; 0 is normal speed. Paused starts paused.
	Speed  float64
	Paused bool
	// Live follows the files as if they were still growing. InMemory keeps what is received from streams only in
	// memory.
	Live, InMemory bool
	// Library is the file of the user's library; empty if there is none.
	Library string
	// Loop repeats the part from LoopFrom to LoopTo; nil stands for the demo's start and end.
	Loop             bool
	LoopFrom, LoopTo *moment.Moment
	// Notes are drawings and bookmarks for the first demo to be opened, as package notes encodes them; empty to use
	// the stored ones.
	Notes []byte
	// Turn is by how many quarter turns maps are turned clockwise, in addition to their stored turn.
	Turn int
	// GameDirs are folders to search for maps first.
	GameDirs []string

	// Requests delivers what to open while the program runs, as if it were started again; may be nil.
	Requests <-chan instance.Request
	// Moments delivers what to show of the open demo, or of the next one if none is open; may be nil.
	Moments <-chan link.Moment
	// PageProgram returns the program part of a saved page; nil to read it from the file system.
	PageProgram func() ([]byte, error)
	// BuildPage builds that part if it is missing; nil if it cannot be built.
	BuildPage func() error
	// Token is the desktop's startup token, which is handed back once the window is there; may be empty.
	Token string

	// Demos opens demos.
	Demos session.Source
	// Hold, if not nil, delays what Demos opens until the first picture is drawn.
	Hold *session.Hold
	// Maps finds the plan of a level's map.
	Maps maps.Finder
	// Store keeps settings, recent demos and bookmarks. With nil files they are kept in memory.
	Store settings.Store
	// Platform is the desktop around the window.
	Platform platform.Platform
}
