package filming

import (
	"image"
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// Host is what filming needs from the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Lists    part.Lists
	Notices  Notices
	Theme    *draw.Theme
	Platform platform.Platform
	// Screenshots returns the folder in which the user wants pictures; empty for the usual one.
	Screenshots func() string
	// Window returns what the window shows: its size in pixels, whether there are panels around the map, and the
	// casting overlay over it.
	Window func() (width, height int, panels, caption bool)
	// NewFilm begins a film of the open demo, as the window shows it.
	NewFilm func(Options) Film
}

// Notices are messages, one of which shows a film's progress.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}

// Options describe what a film shows. Speed, direction, camera and all choices are those of the window when it
// begins.
type Options struct {
	Width, Height int     // in pixels
	Rate          float64 // pictures per second
	From, To      time.Duration
	Loop          bool // the part is the window's loop
	Panels        bool // with the panels around the map
	Caption       bool // with the casting overlay
}

// Film draws the pictures of a film, on the game loop's goroutine.
type Film interface {
	// Count returns the maximum number of pictures in the film.
	Count() int
	// Next draws the next picture; nil while it is not ready. The error is io.EOF after the last one.
	Next() (*image.RGBA, error)
	// Close releases what the film holds.
	Close()
}
