// Package viewer implements the program's window, which shows a match from above, with a transport bar and panels.
//
// The package itself contains little logic. Its state is held by packages called rooms, which do not depend on
// each other: session (the open demo), timeline (the position in the demo), maps (the plans of its levels), watch (the
// followed player and the camera) and overlay (what is shown over the window). Package part defines the interfaces
// through which a room uses the rest of the program. Features such as search, the heat map and the bookmarks are called
// concerns. They plug in through the same interfaces. The function concerns returns the table that lists them; no other
// code refers to them.
//
// The rooms are built on action (actions and their keys), playback (the clock), panel (the layout of everything around
// the map), stage (the map with everyone on it), draw (drawing), notice (messages), settings (stored settings and data)
// and platform (the system around the window).
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

// Options configures the viewer.
type Options struct {
	// Files lists the demos to play. If there are several, they form a playlist.
	Files []string
	// Race lists demos to race against the first file.
	Race []string
	// At is the moment at which to start. Follow is the name, or part of the name, of the player to follow.
	At     *moment.Moment // nil for the demo's start
	Follow string
	// Speed is the playback speed; 0 means normal speed. Paused is set to start paused.
	Speed  float64
	Paused bool
	// Live is set to follow the files as if they were still growing. InMemory is set to keep streams only in memory.
	Live, InMemory bool
	// Library is the path of the user's library, or "" if there is none.
	Library string
	// Loop is set to repeat the section from LoopFrom to LoopTo. A nil LoopFrom means the start of the demo; a nil
	// LoopTo means its end.
	Loop             bool
	LoopFrom, LoopTo *moment.Moment
	// Notes holds drawings and bookmarks for the first demo opened, as encoded by package notes. If it is empty, the
	// stored ones are used.
	Notes []byte
	// Turn is the number of clockwise quarter turns applied to all maps, in addition to their stored rotation.
	Turn int
	// GameDirs are the folders searched first for maps.
	GameDirs []string

	// Requests delivers requests to open files. They arrive when the program is started again while it is running.
	// Requests may be nil.
	Requests <-chan instance.Request
	// Moments delivers moments to show in the open demo or, if none is open, in the next one to be opened. It may be
	// nil.
	Moments <-chan link.Moment
	// PageProgram returns the page runtime. If it is nil, the runtime is read from the file system.
	PageProgram func() ([]byte, error)
	// BuildPage builds the page runtime if it is missing. It is nil if the runtime cannot be built.
	BuildPage func() error
	// Token is the activation token issued by the desktop. It may be empty. The program returns the token to the
	// desktop once the window is open.
	Token string

	// Demos opens demos.
	Demos session.Source
	// Hold, if not nil, pauses the reading of demos until the first frame is drawn.
	Hold *session.Hold
	// Maps finds the plans of the maps.
	Maps maps.Finder
	// Store keeps settings, recent demos and bookmarks. If its Config or Data is nil, the files are kept in memory.
	Store settings.Store
	// Platform is the desktop around the window.
	Platform platform.Platform
}
