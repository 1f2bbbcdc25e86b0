package filming

import (
	"image"
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// Host provides package filming with access to the rest of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Lists    part.Lists
	Notices  Notices
	Theme    *draw.Theme
	Platform platform.Platform
	// Screenshots returns the folder chosen by the user for screenshots, or "" for the default one.
	Screenshots func() string
	// Window returns the window's size in pixels. panels reports whether it shows the panels around the map, and
	// caption whether it shows the casting overlay.
	Window func() (width, height int, panels, caption bool)
	// NewFilm starts a film of the open demo, as shown in the window.
	NewFilm func(Options) Film
}

// Notices shows messages to the user, including the progress of a film.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}

// Options holds the options of a film. Everything else, such as the speed, the direction and the camera, is taken from
// the window when the film begins.
type Options struct {
	Width, Height int     // in pixels
	Rate          float64 // frames per second
	From, To      time.Duration
	Loop          bool // From and To are the window's loop
	Panels        bool // with the panels around the map
	Caption       bool // with the casting overlay
}

// Film draws the frames of a film. It must be used on the game loop's goroutine.
type Film interface {
	// Count returns the maximum number of frames in the film.
	Count() int
	// Next draws the next frame. It returns nil if the frame is not ready yet, and io.EOF after the last frame.
	Next() (*image.RGBA, error)
	// Close releases the film's resources.
	Close()
}
