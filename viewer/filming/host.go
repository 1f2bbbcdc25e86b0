package filming

import (
	"image"
	"time"

	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// Host is what filming asks of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Lists    part.Lists
	Notices  Notices
	Theme    *draw.Theme
	Platform platform.Platform
	// Screenshots is the folder in which the user wants pictures; empty for the usual one.
	Screenshots func() string
	// NewFilm begins a film of the demo that is open, as the window shows it.
	NewFilm func(Options) Film
}

// Notices are messages, of which one says how far a film is.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}

// Options say what a film shows. Speed, direction, camera and all that is chosen are those of the window when it begins.
type Options struct {
	Width, Height int     // in pixels
	Rate          float64 // pictures a second
	From, To      time.Duration
	Loop          bool // the part is the loop of the window
	Panels        bool // with the panels around the map
	Caption       bool // with players, score and match clock
}

// Film draws the pictures of a film, on the goroutine of the game loop.
type Film interface {
	// Count is how many pictures the film has at most.
	Count() int
	// Next draws the next picture; nil while it is not ready. The error is io.EOF after the last one.
	Next() (*image.RGBA, error)
	// Close gives back what the film holds.
	Close()
}
